"""What hosts watch of the traffic, on a server with clients."""

from __future__ import annotations

import logging
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.host import Host, active
from uoserver.server.netwatch import MAX_TEXT


def told(host: Host, caplog: pytest.LogCaptureFixture, milliseconds: int = 1000) -> list[str]:
    """Return what is logged of the traffic in a while."""
    caplog.clear()
    with caplog.at_level(logging.INFO):
        host.run(milliseconds)
    lines = [record.message for record in caplog.records]
    return [line for line in lines if line.startswith(("sv_packet", "sv_show"))]


def test_nothing_is_told_unless_asked(caplog: pytest.LogCaptureFixture) -> None:
    host = active(2)
    host.clients[0].connection.send_command("say hello")
    host.server.clients()[0].netchan.total_dropped += 3
    assert told(host, caplog, 3000) == []


def test_bytes_and_packets_of_each_second(caplog: pytest.LogCaptureFixture) -> None:
    host = active(1, sv_packet_info="1", sv_showAverageBPS="1")
    host.run(2000)
    counters = host.server.counters
    before = counters.bytes_in, counters.bytes_out, counters.packets_in, counters.packets_out
    lines = told(host, caplog, 3000)
    came, went, packets_in, packets_out = (
        now - then
        for now, then in zip(
            (counters.bytes_in, counters.bytes_out, counters.packets_in, counters.packets_out),
            before,
            strict=True,
        )
    )
    assert len(lines) == 6
    numbers = [list(map(int, re.findall(r"\d+", line))) for line in lines]
    sizes, rates = numbers[::2], numbers[1::2]
    assert sum(row[0] for row in rates) == pytest.approx(came, rel=0.1)
    assert sum(row[1] for row in rates) == pytest.approx(went, rel=0.1)
    assert sum(row[0] for row in sizes) == pytest.approx(packets_in, rel=0.1)
    assert sum(row[2] for row in sizes) == pytest.approx(packets_out, rel=0.1)
    assert sizes[1][1] == pytest.approx(came / packets_in, rel=0.2)
    assert sizes[1][3] == pytest.approx(went / packets_out, rel=0.2)


def test_a_long_time_between_two_looks_counts_by_the_second(
    caplog: pytest.LogCaptureFixture,
) -> None:
    host = Host(sv_showAverageBPS="1")
    host.run(1000)
    host.server.counters.bytes_in += 9000
    caplog.clear()
    with caplog.at_level(logging.INFO):
        host.now += 3000
        host.server.frame(host.now)
    assert 2200 <= int(re.findall(r"\d+", caplog.records[-1].message)[0]) <= 3000


def test_packets_that_got_lost(caplog: pytest.LogCaptureFixture) -> None:
    host = active(3, sv_showloss="1")
    third = host.clients[2]
    assert told(host, caplog, 2000) == []
    third.muted = True
    host.run(300)
    third.muted = False
    lines = told(host, caplog, 2000)
    assert len(lines) == 1
    assert re.fullmatch(r"sv_showloss: client 2: \d+", lines[0])
    host.server.clients()[0].netchan.total_dropped += 4
    host.server.clients()[2].netchan.total_dropped += 5
    assert told(host, caplog, 2000) == ["sv_showloss: client 0: 4, client 2: 5"]


def test_who_has_the_slot_of_another_did_not_lose_what_he_lost(
    caplog: pytest.LogCaptureFixture,
) -> None:
    host = active(1, sv_showloss="1")
    host.server.clients()[0].netchan.total_dropped += 50
    host.run(1500)
    host.commands.execute("clientkick 0")
    host.run(4000)
    host.clients.clear()
    host.join()
    host.run(2000)
    host.server.clients()[0].netchan.total_dropped += 2
    assert told(host, caplog, 2000) == ["sv_showloss: client 0: 2"]


def test_who_connects_again_within_a_second_begins_with_no_losses(
    caplog: pytest.LogCaptureFixture,
) -> None:
    host = Host(sv_showloss="1", sv_reconnectlimit="0")
    peer = ("203.0.113.1", 1)
    host.knock(peer)
    host.server.clients()[0].netchan.total_dropped += 50
    host.run(1500)
    host.knock(peer)
    host.server.clients()[0].netchan.total_dropped += 2
    assert told(host, caplog, 2000) == ["sv_showloss: client 0: 2"]


def test_a_long_command_is_cut(caplog: pytest.LogCaptureFixture) -> None:
    host = Host(sv_showCommands="1")
    host.server._netwatch.command(0, "say " + "x" * 1000)
    (line,) = told(host, caplog, 1100)
    assert line == "sv_showCommands: client 0: " + ("say " + "x" * 1000)[:MAX_TEXT]


def test_commands_of_clients_one_line_a_second(caplog: pytest.LogCaptureFixture) -> None:
    host = active(2, sv_showCommands="1", sv_floodProtect="0")
    host.run(2000)
    for number in range(30):
        host.clients[1].connection.send_command(f"say {number}")
    assert told(host, caplog, 3000) == ["sv_showCommands: client 1: say 0 (and 29 more)"]
    host.clients[0].connection.send_command("score")
    assert told(host, caplog, 2000) == ["sv_showCommands: client 0: score"]


def test_what_was_sent_before_it_was_asked_for_is_not_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    host = active()
    host.clients[0].connection.send_command("say early")
    host.run(100)
    host.cvars.set("sv_showCommands", "1")
    assert told(host, caplog, 2000) == []


@settings(max_examples=30, deadline=None)
@given(st.text(st.characters(max_codepoint=255), max_size=1200))
def test_no_command_makes_more_than_a_line(text: str) -> None:
    host = Host("", sv_showCommands="1")
    messages: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger("uoserver")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        host.server._netwatch.command(3, text)
        host.run(1100)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    (line,) = messages
    assert line.isprintable()
    assert len(line) <= MAX_TEXT + 60
