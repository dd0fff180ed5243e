"""What a gamestate replaces: snapshots, server commands, configstrings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.peers import (
    GOOD_CONFIGSTRINGS,
    FakeServer,
    entity,
    frame,
    gamestate,
    many,
    player,
    snapshot,
)
from uoproto.connection import ConnState, Event
from uoproto.connection.events import (
    ConfigstringChanged,
    ConnStateChanged,
    Disconnected,
    GamestateReceived,
    MapRestarted,
    PacketIgnored,
    ServerCommandReceived,
    SnapshotDiscarded,
    SnapshotReceived,
)
from uoproto.constants import MAX_LEVEL_OPS
from uoproto.servermessage import Nop, ServerCommand


def at(state: ConnState, **config: Any) -> FakeServer:
    server = FakeServer(**config)
    server.to(state)
    return server


def commands(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, ServerCommandReceived)]


def changes(events: list[Event]) -> list[tuple[int, str]]:
    return [
        (event.index, event.value) for event in events if isinstance(event, ConfigstringChanged)
    ]


# -- gamestates ---------------------------------------------------------------------------------


def test_a_gamestate_is_taken_whole() -> None:
    server = at(ConnState.CONNECTED)
    sent = gamestate({1: r"\sv_serverid\35"}, baselines={70: entity(index=7)}, client_num=9)
    events = server.say(sent)
    assert events == [
        ConnStateChanged(ConnState.CONNECTED, ConnState.LOADING),
        GamestateReceived(sent, 35),
    ]
    level = server.client.level
    assert level.configstrings == {**GOOD_CONFIGSTRINGS, 1: r"\sv_serverid\35"}
    assert (level.server_id, level.client_num, level.checksum_feed) == (35, 9, 0x55AA)
    assert level.serverinfo == GOOD_CONFIGSTRINGS[0]
    assert level.systeminfo == r"\sv_serverid\35"


def test_loading_may_take_its_time() -> None:
    server = at(ConnState.CONNECTED, auto_load=False)
    server.say(gamestate())
    (message,) = server.listen(1000)
    assert message.move is None
    server.client.loaded(server.now)
    (message,) = server.listen()
    assert message.move is not None
    assert server.reached(ConnState.PRIMED)


def test_a_second_gamestate_is_a_map_change() -> None:
    server = at(ConnState.ACTIVE)
    server.tell("d 900 old", time=9000)
    server.listen(40)
    server.say(gamestate({1: r"\sv_serverid\32"}, sequence=server.commands))
    assert server.reached(ConnState.LOADING)
    level = server.client.level
    assert 900 not in level.configstrings
    assert not level.clock.running
    (message,) = server.listen()
    assert message.server_id == 32
    assert message.move is not None
    assert [command.command_time for command in message.move.commands] == [0]
    events = server.say(snapshot(100))  # the time may start anywhere
    assert server.reached(ConnState.ACTIVE)
    assert commands(events) == []  # nothing runs twice
    assert commands(server.tell("e next")) == ["e next"]


def test_a_gamestate_with_a_negative_sequence_is_none() -> None:
    server = at(ConnState.CONNECTED)
    events = server.say(gamestate(sequence=-1))
    assert [type(event) for event in events] == [PacketIgnored]
    assert server.reached(ConnState.CONNECTED)
    assert len(server.listen(1000)) == 1


# -- snapshots ----------------------------------------------------------------------------------


def test_the_first_active_snapshot_activates() -> None:
    server = at(ConnState.PRIMED)
    events = server.say(snapshot(1000, flags=2))
    assert [type(event) for event in events] == [SnapshotReceived]
    assert server.reached(ConnState.PRIMED)
    events = server.say(snapshot(1050, flags=4))
    assert [type(event) for event in events] == [ConnStateChanged, SnapshotReceived]
    assert server.reached(ConnState.ACTIVE)


def test_snapshots_before_any_gamestate_are_not_shown() -> None:
    """Their entities refer to baselines that are not here: the gamestate got lost."""
    server = at(ConnState.CONNECTED)
    assert server.say(snapshot(1000, frame(entities=many(3)))) == [SnapshotDiscarded(1, 0)]
    assert server.client.level.frames.newest is None


def test_deltas_baselines_and_removals() -> None:
    base = {70: entity(index=7), 80: entity(index=8)}
    server = at(ConnState.CONNECTED)
    server.say(gamestate(baselines=base))
    server.listen()
    first = frame(player(weapon=1), {70: base[70], 75: entity(index=1)})
    second = frame(player(weapon=2), {75: entity(index=1), 80: entity(index=8, eFlags=1)})
    server.say(snapshot(1000, first))
    (event,) = server.say(snapshot(1050, second, distance=1), base=first)
    assert isinstance(event, SnapshotReceived)
    assert event.snapshot.frame == second
    assert event.message_number == server.sequence - 1


def test_an_unusable_delta_is_thrown_away_and_a_full_one_asked_for() -> None:
    server = at(ConnState.ACTIVE)
    base = frame(player(weapon=1), many(4))
    server.say(snapshot(1000, base))
    server.sequence += 1  # a snapshot got lost
    lost = frame(player(weapon=2), many(9))
    then = frame(player(weapon=3), many(12))
    assert server.say(snapshot(1100, then, distance=1), base=lost) == [
        SnapshotDiscarded(server.sequence - 1, 1)
    ]
    newest = server.client.level.frames.newest
    assert newest is not None
    assert newest.frame == base  # the previous one stays
    (message,) = server.listen(33)
    assert message.move is not None
    assert message.move.no_delta
    (event,) = server.say(snapshot(1150, then))
    assert isinstance(event, SnapshotReceived)
    assert event.snapshot.frame == then


def test_operations_behind_an_unusable_delta_still_count() -> None:
    server = at(ConnState.ACTIVE)
    server.sequence += 1
    lost = frame(player(weapon=2), many(9))
    (event,) = server.say(snapshot(1100, lost, distance=1), server.command("e later"), base=lost)
    assert isinstance(event, SnapshotDiscarded)
    assert server.client.server_commands.sequence == 1


def test_a_delta_from_before_the_first_message_is_full() -> None:
    server = at(ConnState.ACTIVE)
    while server.sequence < 40:
        server.say(snapshot(1000, frame(player(weapon=3), many(5))))
    content = frame(player(speed=200), many(1))
    # 40 - 45 is -5, whose slot of the ring holds message 27
    (event,) = server.say(snapshot(1000, content, distance=45), base=frame())
    assert isinstance(event, SnapshotReceived)
    assert event.snapshot.frame == content


def test_the_entity_ring_ages_a_base() -> None:
    server = at(ConnState.ACTIVE)
    first = frame(entities=many(900, 1))
    second = frame(entities=many(900, 2))
    third = frame(entities=many(800, 1))
    server.say(snapshot(1000, first))
    server.say(snapshot(1000, second))
    (event,) = server.say(snapshot(1000, third, distance=2), base=first)
    assert isinstance(event, SnapshotReceived)  # 1,800 records back
    (event,) = server.say(snapshot(1000, third, distance=3), base=first)
    assert event == SnapshotDiscarded(server.sequence - 1, 3)  # 2,600


def test_ping_comes_with_the_snapshot() -> None:
    server = at(ConnState.ACTIVE)
    server.listen(33)
    assert server.heard[-1].move is not None
    time = server.heard[-1].move.commands[-1].command_time
    server.now += 70
    (event,) = server.say(snapshot(1100, frame(player(commandTime=time))))
    assert isinstance(event, SnapshotReceived)
    assert event.ping_ms == 70


def test_more_snapshots_than_a_server_sends_are_refused() -> None:
    server = at(ConnState.ACTIVE)
    events = server.say(*[snapshot(1000)] * (MAX_LEVEL_OPS + 1))
    assert [type(event) for event in events] == [SnapshotReceived] * MAX_LEVEL_OPS + [PacketIgnored]
    events = server.say(*[gamestate()] * (MAX_LEVEL_OPS + 1))
    assert sum(isinstance(event, GamestateReceived) for event in events) == MAX_LEVEL_OPS
    assert len(server.say(*[Nop()] * 5000, snapshot(1000))) == 2 - 1


# -- server commands ----------------------------------------------------------------------------


def test_commands_run_with_the_snapshot_they_stand_before() -> None:
    server = at(ConnState.ACTIVE)
    assert commands(server.say(server.command("e one"))) == []
    assert server.client.server_commands.sequence == 1  # acknowledged all the same
    events = server.say(server.command("e two"), snapshot(1100), server.command("e three"))
    assert commands(events) == ["e one", "e two"]
    assert commands(server.say(snapshot(1150))) == ["e three"]


def test_commands_of_a_discarded_snapshot_wait_for_the_next() -> None:
    server = at(ConnState.ACTIVE)
    server.sequence += 1
    lost = frame(entities=many(3))
    events = server.say(server.command("e one"), snapshot(1100, lost, distance=1), base=lost)
    assert commands(events) == []
    assert commands(server.say(snapshot(1150))) == ["e one"]


def test_commands_wait_until_the_client_is_in_play() -> None:
    server = at(ConnState.PRIMED)
    assert commands(server.tell("e one", flags=2)) == []
    assert commands(server.tell("e two")) == ["e one", "e two"]


def test_repeated_commands_run_once() -> None:
    server = at(ConnState.ACTIVE)
    first = server.command("e one")
    events = server.say(first, snapshot(1100))
    events += server.say(first, server.command("e two"), snapshot(1150))
    events += server.say(first, snapshot(1200))
    assert commands(events) == ["e one", "e two"]


def test_a_gap_in_the_numbers_is_passed_over() -> None:
    server = at(ConnState.ACTIVE)
    assert commands(server.say(ServerCommand(5, "e five"), snapshot(1100))) == ["e five"]
    events = server.say(ServerCommand(70, "e far"), snapshot(1150))
    assert [event.reason for event in events if isinstance(event, Disconnected)] == [
        "EXE_ERR_RELIABLE_CYCLED_OUT"
    ]


# -- configstrings ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "changed"),
    [
        ("d 900 a value", [(900, "a value")]),
        ("d 900  two  blanks ", [(900, "two  blanks ")]),
        ('d 900 "quotes" stay', [(900, '"quotes" stay')]),
        ("d 900 a // b /* c", [(900, "a // b /* c")]),
        ("d 0 " + GOOD_CONFIGSTRINGS[0], []),  # the same as before
        ("d 2", [(2, "")]),
        ("d 2047 x", [(2047, "x")]),
        ('"d" 900 x', [(900, "x")]),
    ],
)
def test_configstring_changes(command: str, changed: list[tuple[int, str]]) -> None:
    server = at(ConnState.ACTIVE)
    assert changes(server.tell(command)) == changed
    for index, value in changed:
        assert server.client.level.configstrings[index] == value


@pytest.mark.parametrize("command", ["d 2048 x", "d -1 x", "d", "y 1 x", "z 1 x", "z"])
def test_a_senseless_command_hides_none_behind_it(command: str) -> None:
    server = at(ConnState.ACTIVE)
    events = server.tell(command, "d 900 x")
    assert changes(events) == [(900, "x")]
    assert sum(isinstance(event, PacketIgnored) for event in events) == 1


def test_a_new_systeminfo_gives_a_new_server_id() -> None:
    server = at(ConnState.ACTIVE)
    server.tell(r"d 1 \sv_serverid\17")
    (message,) = server.listen(33)
    assert message.server_id == 17


def test_long_configstrings_come_in_pieces() -> None:
    server = at(ConnState.ACTIVE)
    value = "".join(chr(33 + place % 90) for place in range(5000))
    value = value.replace('"', "'").replace("%", "'")
    pieces = [value[start : start + 999] for start in range(0, 5000, 999)]
    assert changes(server.tell(f"x 900 {pieces[0]}", f"y 900 {pieces[1]}")) == []
    server.tell(*(f"y 900 {piece}" for piece in pieces[2:-1]))
    assert changes(server.tell(f"z 900 {pieces[-1]}")) == [(900, value)]


def test_endless_pieces_are_given_up() -> None:
    server = at(ConnState.ACTIVE)
    events = server.tell("x 900 " + "a" * 999, *["y 900 " + "b" * 999] * 9)
    assert sum(isinstance(event, PacketIgnored) for event in events) == 2  # the 8th and the next
    assert changes(server.tell("z 900 c")) == []
    assert changes(server.tell("x 900 a", "z 900 c")) == [(900, "ac")]


def test_configstrings_cannot_grow_without_bound() -> None:
    """At most 2,048 values of 8,191 characters, whatever a server sends."""
    server = at(ConnState.ACTIVE)
    for index in range(1990, 2100):
        server.tell(f"d {index} {'x' * 500}")
    level = server.client.level
    assert max(level.configstrings) == 2047
    assert len(level.configstrings) == len(GOOD_CONFIGSTRINGS) + 58


@pytest.mark.parametrize(("letter", "persistent"), [("n", True), ("B", False)])
def test_map_restarts(letter: str, persistent: bool) -> None:
    server = at(ConnState.ACTIVE)
    server.listen(40)
    assert MapRestarted(persistent) in server.tell(letter, time=2000, flags=4)
    (message,) = server.listen(33)
    assert message.move is not None
    times = [command.command_time for command in message.move.commands]
    assert times[0] == 0  # the old ones are wiped
    assert times[-1] > 1000
    assert server.reached(ConnState.ACTIVE)
