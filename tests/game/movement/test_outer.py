"""Times and slices of a usercmd (pmove2: Command time on the server)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.game.movement import MoveResult, MoveRules, MoveState, admitted_time, mask_of, move
from uoserver.game.movement.outer import most_traces

from .runs import RULES, command, standing
from .spaces import floor, solids

FIXED = MoveRules(pmove_fixed=True, pmove_msec=20)
TIMES = st.integers(-(2**31), 2**31 - 1)


@pytest.mark.parametrize(
    ("sent", "admitted"),
    [
        (5000, 5000),
        (5200, 5200),
        (5201, 5200),
        (99999, 5200),
        (4000, 4000),
        (3999, 4000),
        (-9, 4000),
    ],
)
def test_admitted_times(sent: int, admitted: int) -> None:
    assert admitted_time(sent, 5000, RULES) == admitted


@pytest.mark.parametrize(
    ("sent", "admitted"), [(5000, 5000), (5001, 5020), (5019, 5020), (5190, 5200)]
)
def test_fixed_steps_round_up(sent: int, admitted: int) -> None:
    assert admitted_time(sent, 5000, FIXED) == admitted


@pytest.mark.parametrize(("msec", "used"), [(1, 8), (8, 8), (20, 20), (33, 33), (99, 33)])
def test_a_fixed_step_is_8_to_33(msec: int, used: int) -> None:
    assert MoveRules(pmove_fixed=True, pmove_msec=msec).slice_ms == used
    assert MoveRules(pmove_msec=msec).slice_ms == 66


@pytest.mark.parametrize(
    ("milliseconds", "slices"),
    [(-1, 0), (0, 0), (1, 1), (66, 1), (67, 2), (200, 4), (1000, 16), (5000, 16)],
)
def test_slices_of_66(milliseconds: int, slices: int) -> None:
    state = standing()
    cmd = replace(command(127), command_time=1000 + milliseconds)
    result = move(state, cmd, solids(floor()), RULES)
    assert result.slices == slices
    assert state.command_time == 1000 + max(0, milliseconds)


def test_what_lies_further_back_than_a_second_is_lost() -> None:
    far, near = standing(), standing(command_time=5000)
    cmd = replace(command(127), command_time=6000)
    move(far, cmd, solids(floor()), RULES)
    move(near, cmd, solids(floor()), RULES)
    assert far == near


def test_slices_of_a_fixed_step() -> None:
    result = move(standing(), replace(command(), command_time=1100), solids(floor()), FIXED)
    assert result.slices == 5


@given(st.lists(st.tuples(TIMES, st.integers(0, 500)), max_size=60), st.booleans())
def test_no_clock_is_faster_than_the_servers(sent: list[tuple[int, int]], fixed: bool) -> None:
    """However a client dates its commands: they never run for more than passed, and the 200 ms
    ahead; in silence no more than a second and the catch-up of another is banked."""
    rules = FIXED if fixed else RULES
    level = 10_000
    state = standing(command_time=level, pm_type=4)
    ran = 0
    for time, passed in sent:
        level += passed
        admitted = admitted_time(time, level, rules)
        before = state.command_time
        result = move(state, replace(command(), command_time=admitted), solids(), rules)
        assert before <= state.command_time
        if result.slices:
            ran += min(1000, admitted - before)
        assert state.command_time <= level + 200 + rules.slice_ms * fixed
        assert ran <= level - 10_000 + 200 + rules.slice_ms * fixed


def test_what_a_command_may_cost() -> None:
    """100 sweeps a slice; 15 fit tests of ten a slice, 640 in all."""
    assert most_traces(0) == 0
    assert most_traces(1) == 100 + 150
    assert most_traces(16) == 1600 + 16 * 150
    assert most_traces(43) == 4300 + 6400
    assert most_traces(125) == 12500 + 6400


def test_masks_by_type() -> None:
    assert [hex(mask_of(kind)) for kind in range(8)] == [
        *["0x2810011"] * 4,
        "0x800011",
        "0x2810011",
        *["0x810011"] * 2,
    ]


def test_the_result_tells_the_box() -> None:
    result = move(
        standing(), replace(command(wbuttons=0x80), command_time=1008), solids(floor()), RULES
    )
    assert (result.mins, result.maxs) == ((-15.0, -15.0, 0.0), (15.0, 15.0, 50.0))
    assert result.water_level == 0
    assert result.touched == ()


def test_a_held_jump_key_is_20_from_the_second_slice_on() -> None:
    """pmove2: Pmove outer. In free flight the key is a speed."""

    def flown(*cuts: tuple[int, int]) -> MoveState:
        state = standing((0.0, 0.0, 500.0), pm_type=4, pm_flags=0x8, ground_entity=1023)
        state.velocity = (0.0, 0.0, -400.0)
        for milliseconds, up in cuts:
            cmd = replace(command(up=up), command_time=state.command_time + milliseconds)
            move(state, cmd, solids(floor()), RULES)
        return state

    assert flown((132, 127)).velocity == pytest.approx(
        flown((66, 127), (66, 20)).velocity, abs=1e-4
    )
    assert flown((66, 127), (66, 21)).velocity[2] > flown((132, 127)).velocity[2] + 0.1


def test_an_empty_result() -> None:
    """What a command does that runs for no time, but for the box."""
    state = standing()
    assert MoveResult() == ((), (), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0, 0, 0)
    old = move(state, replace(command(127), command_time=1000), solids(floor()), RULES)
    assert old == MoveResult(mins=state.mins, maxs=state.maxs)
