"""The ground test (pmove2: Ground)."""

from __future__ import annotations

import math

import pytest

from uoserver.game.movement.ground import UNSTICK, trace_ground

from .runs import GROUND, standing
from .spaces import GRASS, Answer, Script, Solid, box, floor, plane, solids
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


@pytest.mark.parametrize(("normal_z", "walks"), [(0.7, True), (0.699, False)])
def test_a_normal_of_seven_tenths_is_walked_on(normal_z: float, walks: bool) -> None:
    state = standing()
    space = Script(Answer(0.5, normal=(0.0, 0.714, normal_z), entity=70))
    move = working(state, space=space)
    trace_ground(move)
    assert (move.ground_plane, move.walking) == (True, walks)


def test_only_who_was_in_the_air_lands() -> None:
    for entity, events in ((1023, [(93 + 10, 12)]), (1022, [])):
        state = standing((5.0, 7.0, 30.0), ground_entity=entity)
        move = working(
            state, space=Script(Answer(0.5, normal=(0.0, 0.0, 1.0), surface_flags=GRASS))
        )
        move.previous_origin = (5.0, 7.0, 30.0 + 66.0)
        move.previous_velocity = (0.0, 0.0, 0.0)
        trace_ground(move)
        assert move.posted == events


SOLID = Answer(0.0, startsolid=True, allsolid=True, contents=1)
BELOW = Answer(0.5, normal=(0.0, 0.0, 1.0), contents=1, entity=70)


def test_the_order_in_which_room_is_looked_for() -> None:
    """Up, up and to the sides, to the sides, down likewise; corners above, level, below."""
    sides = [(-1, 0), (0, -1), (1, 0), (0, 1)]
    expected = [
        (0, 0, 1),
        *[(x, y, 1) for x, y in sides],
        *[(x, y, 0) for x, y in sides],
        (0, 0, -1),
        *[(x, y, -1) for x, y in sides],
    ]
    assert list(UNSTICK[:14]) == expected
    for first, z in ((14, 1), (18, 0), (22, -1)):
        corners = {(x, y, z) for x in (-1, 1) for y in (-1, 1)}
        assert set(UNSTICK[first : first + 4]) == corners


def test_room_is_looked_for_a_unit_around_and_then_a_unit_down() -> None:
    """The way down from there is the ground trace, and its end the place."""
    stuck = [Answer(0.0, startsolid=True, contents=1)] * 7
    space = Script(SOLID, *stuck, Answer(), BELOW)
    state = standing((10.0, 20.0, 30.0))
    move = working(state, space=space)
    trace_ground(move)
    here = (11.0, 20.0, 30.0)
    assert [start for start, _ in space.asked[1:9]] == [
        (10.0 + x, 20.0 + y, 30.0 + z) for x, y, z in UNSTICK[:8]
    ]
    assert space.asked[8] == (here, here)
    assert space.asked[9] == (here, (11.0, 20.0, 29.0))
    assert state.origin == (11.0, 20.0, 29.5)
    assert state.ground_entity == 70
    assert move.walking


@pytest.mark.parametrize("solid", [True, False])
def test_who_starts_in_something_is_tried_a_thousandth_below(solid: bool) -> None:
    below = Answer(0.5, normal=(0.0, 0.0, 1.0), entity=70, startsolid=solid)
    space = Script(Answer(0.4, startsolid=True, contents=1), below)
    state = standing((10.0, 20.0, 30.0), velocity=(0.0, 0.0, 0.0))
    trace_ground(working(state, space=space))
    assert space.asked[0] == ((10.0, 20.0, 30.25), (10.0, 20.0, 29.75))
    assert space.asked[1] == ((10.0, 20.0, 30.0 - 0.001), (10.0, 20.0, 29.75))
    assert len(space.asked) == 2
    assert state.ground_entity == (1023 if solid else 70)
    assert state.origin == (10.0, 20.0, 30.0)


def test_in_a_vehicle_the_sweep_begins_at_the_feet() -> None:
    space = Script()
    trace_ground(working(standing((10.0, 20.0, 30.0), entity_flags=0x100010), space=space))
    assert space.asked == [((10.0, 20.0, 30.0), (10.0, 20.0, 29.0))]


@pytest.mark.parametrize(
    ("velocity", "normal", "leaves"),
    [
        ((0.0, 0.0, 9.95), (0.0, 0.0, 1.0), False),
        ((0.0, 0.0, 10.0), (0.0, 0.0, 1.0), False),
        ((0.0, 0.0, 10.05), (0.0, 0.0, 1.0), True),
        ((30.0, 0.0, 0.0), (0.6, 0.0, 0.8), False),
        ((30.0, 0.0, 0.05), (0.6, 0.0, 0.8), True),
        ((0.0, 30.0, 0.05), (0.0, 0.6, 0.8), True),
        ((0.0, 30.0, 0.05), (0.6, 0.0, 0.8), False),
        ((30.0, 0.0, 0.05), (0.0, 0.6, 0.8), False),
    ],
)
def test_kick_off(
    velocity: tuple[float, float, float], normal: tuple[float, float, float], leaves: bool
) -> None:
    """Upwards, and more than 10 away from the ground."""
    state = standing(velocity=velocity)
    trace_ground(working(state, space=Script(Answer(0.5, normal=normal, entity=70))))
    assert (state.ground_entity == 1023) == leaves
