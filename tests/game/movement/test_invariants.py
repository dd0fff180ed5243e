"""What holds for any usercmd, any state from outside and any world."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uoproto.message import MessageReader, MessageWriter
from uoproto.player import read_player, write_player
from uoproto.states import PlayerState, UserCmd
from uoserver.game.movement import MoveResult, MoveRules, MoveState, move
from uoserver.game.movement.constants import MAX_VELOCITY, WORLD_EDGE
from uoserver.game.movement.outer import most_traces

from .runs import RULES, command, run, standing
from .spaces import (
    GRASS,
    SURF_LADDER,
    WATER,
    Answer,
    Solid,
    Solids,
    box,
    floor,
    plane,
    player,
    solids,
)
from .strategies import ANSWERS, COMMANDS, PLAYER_STATES, TAME, Babbler, finite

ROOM: tuple[Solid, ...] = (
    floor(0.0, GRASS),
    box((100, -300, -10), (400, 300, 18)),
    box((160, -300, -10), (400, 300, 36), 2),
    box((-200, -60, 0), (-150, 60, 240), SURF_LADDER),
    plane((-0.6, 0.0, 0.8), -240.0),
    box((-400, 200, -10), (400, 400, 60), 0, WATER),
    box((-60, -200, 55), (60, -100, 70)),
    player(5, (60.0, 60.0, 0.125)),
)


def wired(state: MoveState) -> MoveState:
    """Return the state as a client decodes it from a snapshot."""
    writer = MessageWriter()
    write_player(writer, PlayerState.ZERO, state.player_state())
    assert not writer.overflowed
    reader = MessageReader(writer.to_bytes())
    return MoveState.from_player_state(read_player(reader, PlayerState.ZERO))


@settings(max_examples=300)
@given(
    PLAYER_STATES,
    st.lists(COMMANDS, min_size=1, max_size=4),
    st.lists(ANSWERS, min_size=1, max_size=12),
    st.lists(st.integers(0, 0xFFFFFFFF), min_size=1, max_size=3),
    st.booleans(),
)
def test_no_state_and_no_answer_breaks_a_move(
    decoded: PlayerState,
    commands: list[UserCmd],
    answers: list[Answer],
    contents: list[int],
    fixed: bool,
) -> None:
    rules = MoveRules(pmove_fixed=fixed)
    state = MoveState.from_player_state(decoded)
    for cmd in commands:
        space = Babbler(answers, contents)
        time = state.command_time + cmd.command_time % 1200
        result = move(state, replace(cmd, command_time=time), space, rules)
        assert space.traces <= most_traces(result.slices)
        assert result.slices <= (125 if fixed else 16)
        assert finite(state)
        assert all(abs(part) <= WORLD_EDGE for part in state.origin)
        assert all(abs(part) <= MAX_VELOCITY for part in state.velocity)
        assert len(result.touched) <= 32
        assert wired(state) == replace(state, angles=wired(state).angles)


@settings(max_examples=150)
@given(TAME, st.lists(st.tuples(COMMANDS, st.integers(1, 250)), max_size=25))
def test_moves_are_deterministic_and_survive_the_wire(
    fields: dict[str, Any], steps: list[tuple[UserCmd, int]]
) -> None:
    """After every command a client that starts from the snapshot has the very same state."""
    server = standing(**fields)
    server.settle()
    client = wired(server)
    for cmd, milliseconds in steps:
        timed = replace(cmd, command_time=server.command_time + milliseconds)
        here, there = solids(ROOM), solids(ROOM)
        result = move(server, timed, here, RULES)
        assert result == move(client, timed, there, RULES)
        assert server == client == wired(server)
        assert here.traces == there.traces


@settings(max_examples=60)
@given(st.lists(st.tuples(COMMANDS, st.integers(1, 100)), max_size=40), st.integers(0, 3))
def test_nobody_gets_into_walls_or_below_the_floor(
    steps: list[tuple[UserCmd, int]], quarter: int
) -> None:
    state = standing()
    space = solids(ROOM[:6])
    for cmd, milliseconds in steps:
        yaw = quarter * 0x4000
        timed = replace(
            cmd,
            command_time=state.command_time + milliseconds,
            angles=(cmd.angles[0], yaw, 0),
            buttons=cmd.buttons & ~2,
        )
        result = move(state, timed, space, RULES)
        assert state.origin[2] > 0.0
        stuck = space.trace(
            state.origin, state.origin, result.mins, result.maxs, 0x10001, capsule=True
        )
        assert not stuck.allsolid


@pytest.mark.parametrize("cmd", [command(127), command(127, 127), command(127, up=127)])
def test_slices_do_not_change_where_one_gets(cmd: UserCmd) -> None:
    """On flat ground the way of a second differs by no more than the start of it."""
    ends = []
    for step in (8, 16, 33, 66):
        state = standing()
        run(state, solids(floor()), cmd, 1056, step)
        ends.append(state)
    for state in ends[1:]:
        assert math.dist(state.origin, ends[0].origin) < 16
        assert math.dist(state.velocity, ends[0].velocity) < 16


@given(st.lists(st.integers(1, 66), min_size=1, max_size=30))
def test_a_fall_is_the_same_in_any_slices(slices: list[int]) -> None:
    """Half of gravity before the move and half after it: exact for a parabola."""
    state = standing((0.0, 0.0, 5000.0), ground_entity=1023, velocity=(0.0, 0.0, 0.0))
    for milliseconds in slices:
        run(state, solids(floor()), command(), milliseconds, milliseconds)
    seconds = sum(slices) / 1000
    assert state.origin[2] == pytest.approx(5000 - 400 * seconds * seconds, abs=0.1)
    assert state.velocity[2] == pytest.approx(-800 * seconds, abs=0.1)


def test_a_long_command_is_its_slices() -> None:
    """pmove2: Pmove outer. 66 ms at a time, and what is left."""
    whole, cut = standing(), standing()
    run(whole, solids(ROOM), command(127, 127, yaw=20), 500, 500)
    for milliseconds in [66] * 7 + [38]:
        run(cut, solids(ROOM), command(127, 127, yaw=20), milliseconds, milliseconds)
    assert math.dist(whole.origin, cut.origin) < 1e-3
    assert whole.command_time == cut.command_time == 1500


def test_most_sweeps_of_a_plain_walk() -> None:
    """What the speed of a server hangs on: ground, ladder, way, floor, ground; feet twice."""
    space: Solids = solids(floor())
    state = standing()
    results: list[MoveResult] = []
    run(state, space, command(127), 800, 16, each=lambda _, result: results.append(result))
    assert space.traces == 5 * len(results)
    assert space.points == 2 * len(results)
