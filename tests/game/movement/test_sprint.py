"""Sprinting and breath (pmove: Sprint)."""

from __future__ import annotations

import pytest

from uoserver.game.movement import MoveResult, MoveRules, MoveState
from uoserver.game.movement.sprint import set_sprinting, update_fatigue

from .runs import command, numbers, run, standing
from .spaces import floor, solids
from .working import working

SPRINT = 0x08
RUNS, TIRED = 0x10000, 0x20000
SPACE = solids(floor())


def test_breath_lasts_three_seconds() -> None:
    state = standing()
    run(state, SPACE, command(127, buttons=SPRINT), 1500, 10)
    assert state.fatigue == pytest.approx(0.5, abs=1e-3)
    assert state.pm_flags & RUNS
    run(state, SPACE, command(127, buttons=SPRINT), 1490, 10)
    assert state.pm_flags & RUNS
    run(state, SPACE, command(127, buttons=SPRINT), 30, 10)
    assert state.fatigue == 0.0
    assert not state.pm_flags & RUNS


def test_it_comes_back_in_seven_after_a_pause_of_one() -> None:
    state = standing()
    run(state, SPACE, command(127, buttons=SPRINT), 3000, 10)
    run(state, SPACE, command(127), 1000, 10)
    assert state.fatigue < 0.01
    run(state, SPACE, command(127), 3500, 10)
    assert state.fatigue == pytest.approx(0.5, abs=0.01)
    assert state.pm_flags & TIRED
    run(state, SPACE, command(127), 3600, 10)
    assert state.fatigue == 1.0
    assert not state.pm_flags & TIRED


def test_holding_the_button_keeps_it_from_coming_back() -> None:
    state = standing(fatigue=0.0)
    run(state, SPACE, command(buttons=SPRINT), 3000, 10)
    assert state.fatigue == 0.0


def test_events_of_a_tired_man() -> None:
    """140 below one half, 141 each 1700 ms from then until full breath."""
    state = standing()
    times: list[int] = []

    def note(now: MoveState, result: MoveResult) -> None:
        if {140, 141} & set(numbers(list(result.events))):
            times.append(now.command_time - 1000)

    run(state, SPACE, command(127, buttons=SPRINT), 3000, 10, each=note)
    assert times == [1510]
    assert set(numbers(run(state, SPACE, command(), 8200, 10, each=note))) == {141}
    assert times == [1510 + 1700 * n for n in range(6)]


@pytest.mark.parametrize(
    ("fatigue", "starts"), [(1.0, True), (0.26, True), (0.25, False), (0.0, False)]
)
def test_a_sprint_needs_breath_to_start(fatigue: float, starts: bool) -> None:
    state = standing(fatigue=fatigue)
    run(state, SPACE, command(127, buttons=SPRINT), 10, 10)
    assert bool(state.pm_flags & RUNS) == starts


def test_a_sprint_starts_on_the_ground_with_a_move_key() -> None:
    state = standing()
    run(state, SPACE, command(buttons=SPRINT), 10, 10)
    assert not state.pm_flags & RUNS
    run(state, SPACE, command(0, 127, buttons=SPRINT), 10, 10)
    assert state.pm_flags & RUNS
    run(state, SPACE, command(buttons=SPRINT), 10, 10)
    assert state.pm_flags & RUNS  # it goes on without
    run(state, SPACE, command(127, buttons=SPRINT, wbuttons=0x80), 10, 10)
    assert not state.pm_flags & RUNS
    flying = standing((0.0, 0.0, 900.0), ground_entity=1023)
    run(flying, SPACE, command(127, buttons=SPRINT), 10, 10)
    assert not flying.pm_flags & RUNS


def test_without_fatigue() -> None:
    state = standing()
    run(state, SPACE, command(127, buttons=SPRINT), 6000, 50, rules=MoveRules(bg_nofatigue=True))
    assert state.fatigue == 1.0
    assert state.pm_flags & RUNS


@pytest.mark.parametrize(("ago", "comes"), [(1000, False), (1001, True), (5000, True)])
def test_breath_comes_back_after_a_whole_second(ago: int, comes: bool) -> None:
    state = standing(fatigue=0.5, last_sprint=float(1000 - ago), command_time=1000)
    update_fatigue(working(state, msec=70))
    assert state.fatigue == pytest.approx(0.51 if comes else 0.5)


@pytest.mark.parametrize(
    ("heard", "events"), [(1000, []), (1001, [141]), (-699, []), (-700, [141]), (-701, [141])]
)
def test_a_tired_man_pants_every_1700_ms(heard: int, events: list[int]) -> None:
    """A time that lies ahead, which only a foreign state has, counts as long ago."""
    state = standing(pm_flags=TIRED, fatigue=0.4, fatigue_sound_time=heard, command_time=1000)
    move = working(state)
    update_fatigue(move)
    assert numbers(move.posted) == events
    assert state.fatigue_sound_time == (1000 if events else heard)


@pytest.mark.parametrize(("fatigue", "tired"), [(0.95, True), (0.9999, False)])
def test_a_tired_man_is_fresh_at_full_breath(fatigue: float, tired: bool) -> None:
    state = standing(pm_flags=TIRED, fatigue=fatigue, command_time=9000)
    update_fatigue(working(state))
    assert bool(state.pm_flags & TIRED) == tired


@pytest.mark.parametrize(("kind", "runs"), [(0, True), (3, True), (4, False), (6, False)])
def test_who_sprints_by_type(kind: int, runs: bool) -> None:
    """pmove2: Flags per slice. Types below 4."""
    state = standing(pm_type=kind)
    set_sprinting(working(state, command(127, buttons=SPRINT)))
    assert bool(state.pm_flags & RUNS) == runs
