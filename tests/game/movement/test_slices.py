"""One slice: commands of those who may not move, timers, velocity repair (pmove2: slice order)."""

from __future__ import annotations

from typing import Any

import pytest

from uoproto.states import UserCmd
from uoserver.game.movement.slices import _repair_velocity, run_slice

from .runs import GROUND, command, run, standing
from .spaces import box, floor, solids
from .working import working

SPACE = solids(floor())


def test_timers_run_out_with_their_flags() -> None:
    state = standing(pm_flags=0x2300, pm_time=20, legs_timer=25, torso_timer=5)
    run(state, SPACE, command(), 16)
    assert (state.pm_time, state.legs_timer, state.torso_timer) == (4, 9, 0)
    assert state.pm_flags & 0x2300 == 0x2300
    run(state, SPACE, command(), 8)
    assert (state.pm_time, state.legs_timer) == (0, 1)
    assert state.pm_flags & 0x2300 == 0


def test_the_respawned_flag_goes_with_the_fire_button() -> None:
    state = standing(pm_flags=0x800)
    run(state, SPACE, command(buttons=1), 16)
    assert state.pm_flags & 0x800
    run(state, SPACE, command(), 16)
    assert not state.pm_flags & 0x800
    dead = standing(pm_flags=0x800, pm_type=6)
    run(dead, SPACE, command(), 16)
    assert dead.pm_flags & 0x800


def test_backpedal_stays_until_another_key() -> None:
    state = standing()
    run(state, SPACE, command(-127), 8)
    assert state.pm_flags & 0x40
    run(state, SPACE, command(), 8)
    assert state.pm_flags & 0x40
    run(state, SPACE, command(0, 127), 8)
    assert not state.pm_flags & 0x40


def test_who_stopped_crawling_goes_on_when_the_weapon_rests() -> None:
    for weapon_state, stopped in ((0, False), (1, False), (2, False), (5, False), (3, True)):
        state = standing(pm_flags=0x400 | 1, weapon_state=weapon_state, view_height_target=11)
        run(state, SPACE, command(127, wbuttons=0x40), 16)
        assert bool(state.pm_flags & 0x400) == stopped
        assert (state.origin[0] == 0.0) == stopped


def test_keys_of_a_stopped_crawler_count_for_view_and_backpedal_first() -> None:
    """Steps 11 to 13: the body turns, the flag is set, and then the keys are taken away."""
    fields: dict[str, Any] = {
        "pm_flags": 0x401,
        "weapon_state": 3,
        "view_height": 11.0,
        "view_height_target": 11,
    }
    state = standing(**fields)
    run(state, SPACE, command(-127, wbuttons=0x40, yaw=30), 16)
    assert state.pm_flags & 0x440 == 0x440
    assert state.prone_direction == pytest.approx(55 * 0.016, abs=0.01)
    assert state.origin == standing().origin
    run(state, SPACE, command(0, 127, wbuttons=0x40, yaw=30), 16)
    assert state.pm_flags & 0x440 == 0x400
    assert state.origin == standing().origin


def test_who_is_still_on_his_way_down_is_not_stopped() -> None:
    """Step 13 looks at the height the eyes go to, which is the crouch's first."""
    state = standing(pm_flags=0x401, weapon_state=3, view_height_target=40)
    state.lerp_target, state.lerp_down, state.lerp_time = 40, 1, 1000
    run(state, SPACE, command(127, wbuttons=0x40), 16)
    assert state.pm_flags & 0x400
    assert state.origin[0] > 0.0


def test_a_crawler_who_aims_neither_backs_nor_turns() -> None:
    """Step 7: his keys are gone before the view and the backpedal flag are looked at."""
    state = standing(pm_flags=0x21, view_height=11.0, view_height_target=11)
    run(state, SPACE, command(-127, wbuttons=0x40, yaw=30), 8)
    assert not state.pm_flags & 0x40
    assert state.prone_direction == 0.0
    assert state.origin == standing().origin


@pytest.mark.parametrize("flags", [0x2010, 0x4010, 0x100010])
def test_only_the_living_and_the_dead_are_held_by_guns_and_vehicles(flags: int) -> None:
    """Step 14: spectators, noclip, ufo and intermission come before; linked players anyway."""
    cmd = command(127)
    for kind in (4, 2, 3):
        free = standing((0.0, 0.0, 100.0), pm_type=kind, entity_flags=flags, ground_entity=1023)
        run(free, SPACE, cmd, 64)
        assert free.origin[0] > 1.0
    over = standing(pm_type=5, entity_flags=flags, pm_flags=0x10 | 0x80, pm_time=500)
    run(over, SPACE, cmd, 64)
    assert (over.pm_flags, over.pm_time, over.ground_entity) == (0x80, 500, 1022)
    for kind in (0, 6):
        held = standing(pm_type=kind, entity_flags=flags, pm_time=500)
        run(held, SPACE, cmd, 64)
        assert held.origin == standing().origin
        assert (held.pm_time, held.ground_entity) == (500 - 64, 1023)


def test_no_weapon_no_sights_and_no_spread() -> None:
    state = standing(pm_flags=0x20 | 0x80, ads_fraction=0.5, aim_spread=99.0, entity_flags=0x210)
    run(state, SPACE, command(buttons=0x11), 8)
    assert state.pm_flags & (0x20 | 0x80) == 0
    assert state.ads_fraction == 0.0
    assert state.aim_spread == 0.0
    assert not state.entity_flags & 0x200


def test_lost_speed_is_taken_away() -> None:
    """Less than half the way of the velocity: the velocity of the way."""
    state = standing((84.0, 0.0, GROUND), velocity=(0.0, 190.0, 0.0), pm_time=500, pm_flags=0x100)
    wall = solids(floor(), box((-100, 16, 0), (300, 90, 90)))
    run(state, wall, command(), 50, 50)
    assert state.velocity[1] < 20
    free = standing(velocity=(0.0, 190.0, 0.0), pm_time=500, pm_flags=0x100)
    run(free, SPACE, command(), 50, 50)
    assert free.velocity[1] > 150


@pytest.mark.parametrize("kind", range(8))
def test_every_type_has_its_slice(kind: int) -> None:
    height = 9.0 if kind == 4 else GROUND  # spectators have room below their middle
    state = standing((0.0, 0.0, height), pm_type=kind, pm_flags=0x10)
    cmd = UserCmd(forwardmove=127, rightmove=-127, upmove=127)
    run_slice(working(state, cmd, solids(floor()), 50))
    assert not state.pm_flags & 0x10
    assert (state.origin[:2] != (0.0, 0.0)) == (kind in (0, 2, 3, 4))


@pytest.mark.parametrize(
    ("flags", "pressed", "buttons"), [(0x4000, 0x7D, 0), (0, 0x7F, 0x12), (0x4000, 0x7F, 0)]
)
def test_what_is_left_of_a_frozen_command(flags: int, pressed: int, buttons: int) -> None:
    """Steps 2 and 3: of who talks the menu and aim buttons; stance buttons and their latch."""
    state = standing(pm_flags=flags)
    cmd = UserCmd(buttons=pressed, wbuttons=0xFF, forwardmove=127, rightmove=-127, upmove=127)
    move = working(state, cmd, SPACE)
    run_slice(move)
    assert (move.buttons, move.wbuttons) == (buttons, 0xC2)
    assert (move.forward_move, move.right_move, move.up_move) == (0, 0, 0)


@pytest.mark.parametrize(
    ("way", "repaired"), [(0.4, True), (0.499, True), (0.5, False), (0.51, False)]
)
def test_who_comes_less_than_half_his_way_loses_speed(way: float, repaired: bool) -> None:
    """Step 16, which compares the squares; of a fall from rest exactly half counts as half."""
    state = standing((10.0, 20.0, 30.0), velocity=(60.0, -80.0, 50.0))
    move = working(state, space=SPACE, msec=20)
    move.previous_origin = (10.0 - 1.2 * way, 20.0 + 1.6 * way, 30.0 - 1.0 * way)
    _repair_velocity(move)
    part = way if repaired else 1.0
    assert state.velocity == pytest.approx((60.0 * part, -80.0 * part, 50.0 * part))


@pytest.mark.parametrize(("part", "repaired"), [(0.5 - 2e-7, False), (0.5 - 2e-6, True)])
def test_rounding_does_not_repair(part: float, repaired: bool) -> None:
    state = standing(velocity=(0.0, 0.0, -1000.0))
    move = working(state, space=SPACE, msec=1)
    state.origin, move.previous_origin = (0.0, 0.0, -part), (0.0, 0.0, 0.0)
    _repair_velocity(move)
    assert (state.velocity[2] != -1000.0) == repaired


def test_the_key_of_a_held_jump() -> None:
    for up, held in ((10, True), (9, False)):
        state = standing((0.0, 0.0, 200.0), pm_flags=0x8, ground_entity=1023)
        run(state, SPACE, command(up=up), 8)
        assert bool(state.pm_flags & 0x8) == held


def test_the_slightest_key_is_a_key() -> None:
    state = standing()
    run(state, SPACE, command(-1), 8)
    assert state.pm_flags & 0x40
    run(state, SPACE, command(1), 8)
    assert not state.pm_flags & 0x40
    run(state, SPACE, command(-1, 1), 8)
    run(state, SPACE, command(0, -1), 8)
    assert not state.pm_flags & 0x40


@pytest.mark.parametrize(("kind", "bodies"), [(0, True), (5, True), (6, False), (7, False)])
def test_players_do_not_stop_the_dead(kind: int, bodies: bool) -> None:
    move = working(standing(pm_type=kind), space=SPACE)
    run_slice(move)
    assert bool(move.mask & 0x2000000) == bodies


def test_the_dead_lose_20_a_slice_before_friction() -> None:
    state = standing(pm_type=6, velocity=(190.0, 0.0, 0.0))
    run(state, SPACE, command(), 8)
    assert state.velocity[0] == pytest.approx(170.0 * (1 - 5.5 * 0.008), abs=1e-3)


@pytest.mark.parametrize("kind", [1, 2, 3, 4, 7])
def test_who_does_not_walk_does_not_aim(kind: int) -> None:
    state = standing(
        (0.0, 0.0, 200.0), pm_type=kind, pm_flags=0x100A0, ads_fraction=0.5, legs_timer=5
    )
    run(state, SPACE, command(), 8)
    assert state.pm_flags & 0x100A0 == 0
    assert state.ads_fraction == 0.0
    assert state.legs_timer == 0
