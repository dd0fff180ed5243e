"""The ground test (pmove2: Ground)."""

from __future__ import annotations

import math

import pytest

from uoserver.game.movement.ground import UNSTICK, trace_ground

from .runs import GROUND, standing
from .spaces import GRASS, Solid, box, floor, plane, solids
from .working import working


def probe(
    origin: tuple[float, float, float], *parts: Solid, **fields: object
) -> tuple[object, ...]:
    state = standing(origin, **fields)
    move = working(state, space=solids(parts))
    trace_ground(move)
    return move.ground_plane, move.walking, state.ground_entity


@pytest.mark.parametrize(
    ("height", "found"), [(0.125, True), (0.37, True), (0.38, False), (5.0, False)]
)
def test_ground_is_found_a_quarter_below(height: float, found: bool) -> None:
    expected = (True, True, 1022) if found else (False, False, 1023)
    assert probe((0.0, 0.0, height), floor(0.0, GRASS)) == expected


@pytest.mark.parametrize(("normal_z", "walks"), [(1.0, True), (0.71, True), (0.69, False)])
def test_steep_ground_is_a_plane_but_not_walked(normal_z: float, walks: bool) -> None:
    x = -math.sqrt(1 - normal_z * normal_z)
    # the round end of the capsule, of radius 15, rests on the plane
    height = (15.0 / normal_z - 15.0) + 0.125 / normal_z
    state = standing((0.0, 0.0, height), pm_flags=0x2000, jump_z=5.0)
    move = working(state, space=solids(plane((x, 0.0, normal_z), 0.0)))
    trace_ground(move)
    assert move.ground_plane
    assert move.walking == walks
    assert state.ground_entity == (1022 if walks else 1023)
    assert bool(state.pm_flags & 0x2000) == walks


def test_going_up_fast_leaves_the_ground() -> None:
    assert probe((0.0, 0.0, GROUND), floor(), velocity=(0.0, 0.0, 11.0))[2] == 1023
    assert probe((0.0, 0.0, GROUND), floor(), velocity=(0.0, 0.0, 9.0))[2] == 1022
    on_ladder = probe((0.0, 0.0, GROUND), floor(), velocity=(0.0, 0.0, 60.0), pm_flags=0x10)
    assert on_ladder[2] == 1022


def test_who_is_stuck_by_a_unit_gets_free() -> None:
    state = standing((0.0, 0.0, -0.5))
    move = working(state, space=solids(floor()))
    trace_ground(move)
    assert state.origin[2] == pytest.approx(GROUND, abs=0.01)
    assert move.walking


def test_who_is_stuck_deeply_is_in_the_air() -> None:
    state = standing((0.0, 0.0, 100.0), pm_flags=0x2000, jump_z=7.0)
    space = solids(box((-500, -500, -500), (500, 500, 500)))
    trace_ground(working(state, space=space))
    assert state.ground_entity == 1023
    assert state.origin == (0.0, 0.0, 100.0)
    assert not state.pm_flags & 0x2000
    assert state.jump_z == 0.0
    assert space.traces == 27


def test_every_neighbour_is_tried_once_from_above() -> None:
    assert len(UNSTICK) == len(set(UNSTICK)) == 26
    assert UNSTICK[0] == (0, 0, 1)
    assert (0, 0, 0) not in UNSTICK
    assert UNSTICK.index((1, 0, 0)) < UNSTICK.index((0, 0, -1)) < UNSTICK.index((1, 1, 1))


def test_what_one_stands_on_is_touched() -> None:
    state = standing()
    move = working(state, space=solids(box((-99, -99, -9), (99, 99, 0), entity=80)))
    trace_ground(move)
    assert state.ground_entity == 80
    assert move.touched == [80]


def test_in_a_vehicle_the_ground_may_be_a_unit_below() -> None:
    assert probe((0.0, 0.0, 1.0), floor(), entity_flags=0x100010)[2] == 1022
    assert probe((0.0, 0.0, 1.2), floor(), entity_flags=0x100010)[2] == 1023
