"""Any bytes at any time: events, never an exception, never a state the table lacks."""

from __future__ import annotations

from functools import cache
from time import perf_counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.pair import Pair, of_kind
from tests.peers import (
    CLIENT,
    SERVER,
    FakeClient,
    FakeServer,
    entity,
    frame,
    gamestate,
    many,
    player,
    snapshot,
    usercmds,
)
from uoproto.connection import ConnState, Event, SlotState
from uoproto.connection.events import (
    ConnStateChanged,
    Disconnected,
    ServerCommandReceived,
    SlotStateChanged,
    SnapshotDiscarded,
    SnapshotReceived,
)
from uoproto.connection.states import CONN_TRANSITIONS, SLOT_TRANSITIONS
from uoproto.constants import MAX_LEVEL_OPS, MAX_MSGLEN, MAX_RELIABLE_COMMANDS
from uoproto.download import DownloadBlock, DownloadFailure, DownloadRedirect
from uoproto.servermessage import (
    FixedContext,
    ServerCommand,
    ServerOp,
    build_server_body,
)

MOST_CLIENT_EVENTS = MAX_MSGLEN // 2
"""The smallest command takes seven bytes and causes three events at most."""
MOST_SERVER_EVENTS = 2 * MAX_RELIABLE_COMMANDS + 8

CONN_STEPS = {(old, new) for (old, _), new in CONN_TRANSITIONS.items() if old != new}
SLOT_STEPS = {(old, new) for (old, _), new in SLOT_TRANSITIONS.items() if old != new}

fuzz = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@cache
def corpus() -> tuple[list[bytes], list[bytes]]:
    """Return real datagrams of a client and of a server, of every part of a session."""
    pair = Pair(allow_download=True, clients=2)
    pair.host.files = {"a.pk3": bytes(range(256)) * 20}
    pair.host.world.configstrings[1] += r"\sv_referencedPakNames\a\sv_referencedPaks\1"
    pair.run(2000)
    pair.client.send_command("say hello")
    pair.host.set_configstring(900, "long " * 400)
    pair.run(500)
    pair.host.map_restart()
    pair.run(300)
    pair.host.map_change()
    pair.run(1000)
    pair.client.disconnect()
    pair.run(3000)
    ups = [data for data, _ in pair.peers[0].up.carried]
    downs = [data for data, _ in pair.peers[0].down.carried]
    assert len(ups) > 50
    assert len(downs) > 50
    return ups, downs


@st.composite
def datagrams(draw: st.DrawFn, of_server: bool) -> bytes:
    """Draw anything: noise, noise behind a marker or a header, real datagrams whole or damaged."""
    kind = draw(st.sampled_from(["noise", "marker", "fragment", "real", "cut", "changed", "other"]))
    if kind == "noise":
        return draw(st.binary(max_size=1500))
    if kind == "marker":
        word = draw(
            st.sampled_from(
                [
                    *(b"", b"print\n", b"error\n", b"challengeResponse ", b"connectResponse"),
                    *(b"echo ", b"disconnect", b"loadingnewmap\n", b"getserversResponse\\"),
                    b"infoResponse\n",
                ]
            )
        )
        return b"\xff\xff\xff\xff" + word + draw(st.binary(max_size=60))
    if kind == "fragment":
        sequence = draw(st.integers(0, 60)) | 0x80000000
        start = draw(st.sampled_from([0, 1300, 2600, 0x7FFF, 0xFFFF]))
        size = draw(st.sampled_from([0, 5, 1300, 1301, 0xFFFF]))
        head = b"" if of_server else (500).to_bytes(2, "little")
        parts = (sequence.to_bytes(4, "little"), head, start.to_bytes(2, "little"))
        return b"".join(parts) + size.to_bytes(2, "little") + bytes(min(size, 1300))
    ups, downs = corpus()
    data = draw(st.sampled_from(downs if of_server != (kind == "other") else ups))
    if kind == "cut":
        return data[: draw(st.integers(0, len(data)))]
    if kind == "changed":
        body = bytearray(data)
        for place, value in draw(
            st.lists(st.tuples(st.integers(0, 1400), st.integers(0, 255)), min_size=1, max_size=6)
        ):
            body[place % len(body)] = value
        return bytes(body)
    return data


def check_client(server: FakeServer, events: list[Event]) -> None:
    assert len(events) <= MOST_CLIENT_EVENTS
    for event in of_kind(events, ConnStateChanged):
        assert (event.old, event.new) in CONN_STEPS
    server.now += 50
    server.client.handle_timeout(server.now)
    server.client.datagrams_to_send(server.now)
    assert (server.client.next_timeout() is None) == (server.client.state == 0)


def check_server(client: FakeClient, events: list[Event]) -> None:
    assert len(events) <= MOST_SERVER_EVENTS
    for event in of_kind(events, SlotStateChanged):
        assert (event.old, event.new) in SLOT_STEPS
    client.now += 50
    client.server.handle_timeout(client.now)
    if client.server.wants_snapshot(client.now):
        client.server.send_snapshot(client.now, frame(), {}, client.now)
    client.server.datagrams_to_send(client.now)


# -- raw datagrams ------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ConnState)
@given(data=st.lists(datagrams(of_server=True), min_size=1, max_size=5), elsewhere=st.booleans())
@fuzz
def test_datagrams_to_a_client(state: ConnState, data: list[bytes], elsewhere: bool) -> None:
    server = FakeServer()
    server.to(state)
    address = ("203.0.113.5", 1) if elsewhere else SERVER
    for datagram in data:
        check_client(server, server.deliver(datagram, address))


@pytest.mark.parametrize("state", SlotState)
@given(data=st.lists(datagrams(of_server=False), min_size=1, max_size=5))
@fuzz
def test_datagrams_to_a_server(state: SlotState, data: list[bytes]) -> None:
    client = FakeClient()
    client.to(state)
    for datagram in data:
        check_server(client, client.deliver(datagram))


@pytest.mark.parametrize("state", [ConnState.PRIMED, ConnState.ACTIVE])
@given(data=st.lists(datagrams(of_server=True), min_size=1, max_size=5))
@fuzz
def test_a_client_goes_on_after_garbage(state: ConnState, data: list[bytes]) -> None:
    server = FakeServer()
    server.to(state)
    incoming = server.client.netchan.incoming_sequence
    for datagram in data:
        server.deliver(datagram)
    if server.client.netchan.incoming_sequence != incoming or server.client.state != state:
        return  # something newer was taken, or an error obeyed: what comes next is stale
    content = frame(player(weapon=1), many(3))
    events = server.tell("e still here", time=2000, content=content)
    assert [event.text for event in of_kind(events, ServerCommandReceived)] == ["e still here"]
    assert of_kind(events, SnapshotReceived)[0].snapshot.frame == content


@given(data=st.lists(datagrams(of_server=False), min_size=1, max_size=5))
@fuzz
def test_a_server_goes_on_after_garbage(data: list[bytes]) -> None:
    client = FakeClient()
    client.to(SlotState.ACTIVE)
    client.sequence = 100  # newer than all of the corpus that could be taken
    client.send()
    for datagram in data:
        client.deliver(datagram)
    if client.server.netchan.incoming_sequence != 100:
        return
    client.frame()
    assert len(client.send("say still here", move=usercmds(500))) == 2


# -- what a peer that knows the keys can say ----------------------------------------------------


def bodies() -> list[bytes]:
    base = frame(player(weapon=1), many(6))
    ops: list[ServerOp] = [
        gamestate(baselines={70: entity(index=3), 71: entity(eType=12)}),
        ServerCommand(1, "d 900 value"),
        ServerCommand(2, "x 900 abc"),
        ServerCommand(3, "z 900 def"),
        ServerCommand(4, "n"),
        snapshot(1500, base),
        DownloadBlock(0, b"data", 4),
        DownloadBlock(1, b""),
        DownloadFailure("no"),
        DownloadRedirect("http://example.invalid/x", 5, 1),
        snapshot(1550, frame(player(weapon=2), many(4)), flags=4),
    ]
    return [build_server_body(ops[start:], FixedContext()) for start in range(len(ops))]


BODIES = bodies()


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    body = bytearray(draw(st.sampled_from(BODIES)))
    changes = st.tuples(st.integers(0, len(body) - 1), st.integers(0, 255))
    for place, value in draw(st.lists(changes, max_size=8)):
        body[place] = value
    return bytes(body[: draw(st.integers(0, len(body)))] if draw(st.booleans()) else body)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("lenient", [False, True])
@given(said=st.lists(st.one_of(st.binary(max_size=100), damaged()), min_size=1, max_size=4))
@fuzz
def test_messages_to_a_client(strict: bool, lenient: bool, said: list[bytes]) -> None:
    server = FakeServer(allow_download=True, strict=strict, lenient=lenient)
    server.to(ConnState.ACTIVE)
    for body in said:
        if server.client.state == ConnState.DISCONNECTED:
            return
        check_client(server, server.say_body(body))


@st.composite
def server_ops(draw: st.DrawFn) -> bytes:
    """Draw operations a codec can write, with values no server would send."""
    number = st.one_of(st.integers(-3, 70), st.integers(-(2**31), 2**31 - 1))
    letters = st.sampled_from([*"dxyzwnBef ", "d 1 \\sv_serverid\\-1", 'w "a', '"', "//"])
    text = st.builds("".join, st.lists(letters | st.integers(-9, 3000).map(str), max_size=6))
    state = st.builds(
        lambda time, weapon: frame(player(commandTime=time, weapon=weapon), many(weapon)),
        number,
        st.integers(0, 127),
    )
    op = st.one_of(
        st.builds(lambda n, t: ServerCommand(n, t.replace("\0", "")), number, text),
        st.builds(lambda t, f, s: snapshot(t, s, flags=f), number, st.integers(0, 255), state),
        st.builds(lambda n, c: gamestate(sequence=n, client_num=c), number, st.integers(0, 63)),
        st.builds(
            lambda b, d, s: DownloadBlock(b, d, s if b == 0 else None),
            st.integers(0, 3),
            st.binary(max_size=9),
            st.integers(0, 20),
        ),
    )
    return build_server_body(draw(st.lists(op, max_size=6)), FixedContext())


@given(said=st.lists(server_ops(), min_size=1, max_size=6))
@settings(max_examples=200, deadline=None)
def test_a_hostile_server(said: list[bytes]) -> None:
    server = FakeServer(allow_download=True)
    server.to(ConnState.ACTIVE)
    server.client.downloads.start(["a.pk3"], for_level=False)
    for body in said:
        check_client(server, server.say_body(body))
        assert len(server.client.level.configstrings) <= 2048
        assert server.client.commands.backlog <= 64


@given(
    header=st.fixed_dictionaries(
        {},
        optional={
            "server_id": st.sampled_from([0, 16, 17, 32]),
            "message_acknowledge": st.integers(0, 4),
            "reliable_acknowledge": st.integers(0, 4),
        },
    ),
    texts=st.lists(
        st.sampled_from(
            [
                *("donedl", "download a", "download b", "nextdl 0", "nextdl 9", "retransdl 0"),
                *("stopdl", "wwwdl ack", "wwwdl fail", "cp", "vdr", "userinfo", "say x"),
                *("disconnect", '"', "//"),
            ]
        ),
        max_size=8,
    ),
    times=st.lists(st.integers(-(2**31), 2**31 - 1), max_size=4),
    state=st.sampled_from(SlotState),
)
@settings(max_examples=200, deadline=None)
def test_a_hostile_client(
    header: dict[str, int], texts: list[str], times: list[int], state: SlotState
) -> None:
    client = FakeClient()
    client.to(state)
    for number in range(3):
        client.server.send_command(f"e {number}")
        client.server.send_snapshot(1000, frame(), {}, client.now)
    client.server.flush()
    events = client.send(*texts, move=usercmds(*times), **header)  # type: ignore[arg-type]
    check_server(client, events)
    client.server.send_gamestate({1: "x"}, {}, client.now)  # an owner that answers late
    client.server.download.start(b"abc")
    check_server(client, client.send(*texts, move=usercmds(*times)))


@given(st.integers(0, 8), st.binary(max_size=60))
@fuzz
def test_payloads_to_a_server(keep: int, noise: bytes) -> None:
    client = FakeClient()
    client.to(SlotState.ACTIVE)
    good = client.encode(client.message())
    check_server(client, client.send_payload(good[: 9 - keep] + noise))
    check_server(client, client.send_payload(good[:9] + noise))
    check_server(client, client.send_payload(noise))


# -- storms -------------------------------------------------------------------------------------


def test_the_fullest_message_stays_bounded() -> None:
    server = FakeServer()
    server.to(ConnState.ACTIVE)
    ops: list[ServerOp] = []
    number = 0
    for _ in range(MAX_LEVEL_OPS):
        for _ in range(64):
            number += 1
            ops.append(ServerCommand(number, "n"))
        ops.append(snapshot())
    events = server.say(*ops)
    assert len(of_kind(events, ServerCommandReceived)) == number == 2048
    assert len(events) <= MOST_CLIENT_EVENTS


def test_many_small_deltas_of_a_large_frame_are_refused_in_time() -> None:
    server = FakeServer()
    server.to(ConnState.ACTIVE)
    crowd = frame(entities=many(900, 1))
    server.say(snapshot(1000, crowd))
    body = build_server_body([snapshot(1000, crowd, distance=1)] * 2500, FixedContext(crowd))
    start = perf_counter()
    events = server.say_body(body)
    assert perf_counter() - start < 1
    shown = of_kind(events, SnapshotReceived)
    assert len(shown) + len(of_kind(events, SnapshotDiscarded)) == MAX_LEVEL_OPS


def test_a_message_of_blocks_only_ends_the_connection() -> None:
    server = FakeServer()
    server.to(ConnState.ACTIVE)
    server.client.downloads.start(["a.pk3"], for_level=False)
    blocks = [DownloadBlock(number, b"x", 4000 if number == 0 else None) for number in range(4000)]
    events = server.say_body(build_server_body(blocks, FixedContext()))
    assert len(events) <= 80
    assert of_kind(events, Disconnected) == [Disconnected("EXE_ERR_CLIENT_CMD_OVERFLOW")]


def test_replayed_sessions_change_nothing() -> None:
    """Every datagram of a session, sent again after it, is stale."""
    pair = Pair()
    pair.run(2000)
    state, slot = pair.client.state, pair.slot
    seen, now = len(pair.peers[0].events), pair.now
    for data, _ in pair.peers[0].down.carried:
        if data[:4] != b"\xff\xff\xff\xff":
            assert pair.client.receive_datagram(data, SERVER, now) == []
    for data, _ in pair.peers[0].up.carried:
        if data[:4] != b"\xff\xff\xff\xff":
            assert slot.connection.receive_datagram(data, CLIENT, now) == []
    assert (pair.client.state, len(pair.peers[0].events)) == (state, seen)
