"""A server, its master and a browser, on one fake clock."""

from __future__ import annotations

from tests.master.wire import BROWSER, listed, master
from tests.server.host import SERVER, Host
from uoserver.master.core import Master
from uoserver.master.servers import LEAVE_MS

MASTER = ("192.0.2.200", 20610)


def carry(host: Host, lists: Master) -> None:
    """Carry what server and master have for each other until both are silent."""
    while True:
        strays, host.strays = host.strays, []
        for data, address in strays:
            if address == MASTER:
                lists.receive(data, SERVER, host.now)
        answers = lists.take_outgoing()
        if not answers:
            return
        for data, address in answers:
            if address == SERVER:
                host.server.receive(data, MASTER, host.now)
        host._deliver()


def run(host: Host, lists: Master, seconds: int) -> None:
    for _ in range(seconds):
        host.run(1000)
        carry(host, lists)
        lists.frame(host.now)
        carry(host, lists)


def test_a_server_is_listed_from_its_first_frames_to_its_end() -> None:
    host, lists = Host(sv_master1=MASTER[0]), master(expire_ms=240_000)
    run(host, lists, 1)
    assert listed(lists, now=host.now) == [SERVER]
    assert listed(lists, "full", now=host.now) == []  # nobody plays
    host.commands.execute("addbot")
    host.commands.execute("heartbeat")
    run(host, lists, 3)
    assert listed(lists, "full", now=host.now) == [SERVER]
    for _ in range(12):  # longer than a server is listed without a heartbeat
        host.now += 30_000
        run(host, lists, 1)
    assert lists.counts["expired"] == 0
    assert listed(lists, now=host.now, browser=BROWSER) == [SERVER]
    host.server.shutdown("over", host.now)
    host._deliver()
    strays = [data for data, address in host.strays if address == MASTER]
    assert len(strays) == 1
    lists.receive(strays[0], SERVER, host.now)
    for step in range(0, LEAVE_MS + 1000, 500):
        lists.frame(host.now + step)
        lists.take_outgoing()  # questions that nobody answers any more
    assert listed(lists, now=host.now + LEAVE_MS + 1000) == []
    assert lists.counts["left"] == 1


def test_a_flatline_in_the_name_of_a_server_that_runs_is_answered() -> None:
    host, lists = Host(sv_master1=MASTER[0]), master()
    run(host, lists, 1)
    lists.receive(b"\xff\xff\xff\xffheartbeat flatline\n", SERVER, host.now)
    run(host, lists, 8)
    assert listed(lists, now=host.now) == [SERVER]
    assert (lists.counts["flatlines"], lists.counts["left"]) == (1, 0)
