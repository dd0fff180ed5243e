"""What a server counts."""

from __future__ import annotations

from tests.server.host import Host, active
from uoproto.connection import ConnState
from uoproto.constants import OOB_MARKER
from uoproto.oob import Error, GetInfo
from uoserver.server import refusals
from uoserver.server.counters import DROPS, FRAME_BOUNDS, REFUSALS, Counters

STRANGER = ("203.0.113.9", 40000)


def test_traffic_is_counted_in_datagrams_and_bytes() -> None:
    host = Host()
    counters = host.server.counters
    request = GetInfo("abc").encode()
    host.ask(request)
    assert (counters.packets_in, counters.bytes_in) == (1, len(request))
    answer = host.strays[0][0]
    assert (counters.packets_out, counters.bytes_out) == (1, len(answer))
    host.ask(request)
    assert (counters.packets_in, counters.packets_out) == (2, 2)


def test_what_is_passed_over_is_counted_by_kind() -> None:
    host = Host()
    counters = host.server.counters
    host.ask(OOB_MARKER + b"nonsense")
    host.ask(OOB_MARKER + b"connect \xff")  # no Huffman data that ends
    assert (counters.unreadable, counters.ignored) == (2, 0)
    host.ask(b"\x01")  # too short for a sequence number
    assert (counters.unreadable, counters.ignored) == (2, 1)


def test_damaged_packets_of_a_client_are_counted() -> None:
    host = active()
    client = host.clients[0]
    assert host.server.counters.ignored == 0
    ahead = (1 << 20).to_bytes(4, "little") + client.connection.config.qport.to_bytes(2, "little")
    host.server.receive(ahead + b"\0\0", client.address, host.now)
    assert host.server.counters.ignored == 1


def test_refused_connects_are_counted_by_reason() -> None:
    host = Host(sv_maxclients="1")
    host.cvars.set("g_password", "open")
    refused = host.server.counters.refused
    assert set(refused.values()) == {0}
    assert isinstance(host.knock(STRANGER, protocol=21)[0], Error)
    host.knock(STRANGER, challenge=12345)
    host.knock(STRANGER)
    assert {reason: count for reason, count in refused.items() if count} == {
        "version": 1,
        "challenge": 1,
        "password": 1,
    }
    userinfo = r"\name\Knocker\password\open"
    host.knock(STRANGER, userinfo)
    host.knock(STRANGER, userinfo)
    host.knock(("203.0.113.10", 40000), userinfo)
    assert refused["too_soon"] == 1
    assert refused["full"] == 1
    assert sum(refused.values()) == 5


def test_every_refusal_of_the_handshake_has_a_reason() -> None:
    texts = {
        value for name, value in vars(refusals).items() if name.isupper() and isinstance(value, str)
    }
    assert len(texts) >= 7
    assert texts <= REFUSALS.keys()


def test_reasons_that_are_not_known_share_one() -> None:
    counters = Counters()
    counters.refuse("\x15Something that a mod says")
    counters.refuse("\x15Something else")
    assert counters.refused["other"] == 2
    assert set(counters.refused) == {*REFUSALS.values(), "too_soon", "other"}


def test_clients_who_go_are_counted_by_reason() -> None:
    host = active(2)
    host.clients[0].connection.disconnect()
    host.run(200)
    host.commands.execute("clientkick 1")
    host.run(200, lambda: host.clients[1].state == ConnState.DISCONNECTED)
    dropped = host.server.counters.dropped
    assert {reason: count for reason, count in dropped.items() if count} == {
        "left": 1,
        "kicked": 1,
    }
    host.server.counters.client_dropped(None, "name", "a text")  # type: ignore[arg-type]
    assert dropped["other"] == 1
    assert set(dropped) == {*DROPS.values(), "other"}


def test_maps_are_counted_and_restarts_are_not() -> None:
    host = Host()
    assert host.server.counters.maps == 1
    host.commands.execute("map_restart")
    host.commands.execute("map mp_foy")
    assert host.server.counters.maps == 2


def test_frames_fall_into_classes_by_their_time() -> None:
    counters = Counters()
    for seconds in (0.0, 0.001, 0.0011, 0.05, 0.9, 1.0, 1.1, 30.0):
        counters.took(seconds, 3)
    expected = dict.fromkeys(FRAME_BOUNDS, 0) | {0.001: 2, 0.0025: 1, 0.05: 1, 1.0: 2}
    assert counters.frame_classes == [*expected.values(), 2]
    assert round(counters.frame_seconds, 4) == 33.0521
    assert counters.late_frames == 3


def test_a_copy_stays_as_it_was() -> None:
    counters = Counters()
    counters.took(0.002, 0)
    copy = counters.copy()
    counters.took(0.002, 0)
    counters.refuse(refusals.SERVER_FULL)
    counters.level_began()
    assert (sum(copy.frame_classes), copy.refused["full"], copy.maps) == (1, 0, 0)
