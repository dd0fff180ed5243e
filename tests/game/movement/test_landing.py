"""Falls (pmove: Fall; pmove2: Landing)."""

from __future__ import annotations

import pytest

from uoserver.game.movement import MoveRules, MoveState
from uoserver.game.movement.context import Move
from uoserver.game.movement.landing import fall_damage, fall_height, land, stun_speed

from .runs import GROUND, command, level_speed, numbers, run, standing
from .spaces import GRASS, WATER, box, floor
from .working import working
from .worlds import MakeSpace

STUN = 0x100
G = 10  # grass


def fall(
    make: MakeSpace, height: float, surface: int = GRASS, step: int = 8
) -> list[tuple[int, int]]:
    state = standing((0.0, 0.0, height + GROUND), ground_entity=1023)
    events = run(state, make(floor(0.0, surface)), command(), 1500, step)
    assert state.origin[2] == pytest.approx(GROUND, abs=0.3)
    return events


@pytest.mark.parametrize(
    ("height", "damage"),
    [
        (255.9, 0),
        (256.0, 0),
        (259.0, 1),
        (312.0, 25),
        (368.0, 50),
        (424.0, 75),
        (479.0, 99),
        (480.0, 100),
        (900.0, 100),
    ],
)
def test_damage_of_a_fall(height: float, damage: int) -> None:
    assert fall_damage(height, MoveRules()) == damage


@pytest.mark.parametrize("step", [8, 16, 50])
def test_falls_of_256_and_480(make: MakeSpace, step: int) -> None:
    assert fall(make, 256.0, step=step) == [(93 + G, 24)]
    assert fall(make, 480.0, step=step) == [(116 + G, 100)]
    ((event, damage),) = fall(make, 368.5, step=step)
    assert (event, damage) == (116 + G, 50)


@pytest.mark.parametrize(
    ("height", "events"),
    [
        (3.9, []),
        (5.0, [(24 + G, 0)]),
        (7.9, [(24 + G, 0)]),
        (8.1, [(1 + G, 0)]),
        (11.9, [(1 + G, 0)]),
        (12.1, [(93 + G, 4)]),
        (38.1, [(93 + G, 8)]),
        (200.0, [(93 + G, 24)]),
    ],
)
def test_events_by_height(make: MakeSpace, height: float, events: list[tuple[int, int]]) -> None:
    assert fall(make, height) == events


def test_untyped_ground_is_only_heard_when_it_is_hit_hard(make: MakeSpace) -> None:
    assert fall(make, 6.0, 0) == []
    assert fall(make, 10.0, 0) == []
    assert fall(make, 20.0, 0) == [(93, 5)]
    assert fall(make, 300.0, 0) == [(116, 19)]


def test_nodamage_ground_does_not_hurt(make: MakeSpace) -> None:
    assert fall(make, 600.0, GRASS | 1) == [(93 + G, 24)]


def test_the_dead_are_not_hurt_again(make: MakeSpace) -> None:
    state = standing((0.0, 0.0, 600.0), ground_entity=1023, pm_type=6)
    assert run(state, make(floor(0.0, GRASS)), command(), 1500) == [(93 + G, 24)]


def test_water_softens(make: MakeSpace) -> None:
    def into(depth: float) -> list[int]:
        pool = make(floor(0.0, GRASS), box((-99, -99, 0), (99, 99, depth), 0, WATER))
        state = standing((0.0, 0.0, 480.0 + GROUND), ground_entity=1023)
        events = run(state, pool, command(), 2500)
        return [parm for number, parm in events if 93 <= number <= 138]

    assert into(0.5) == [100]
    # friction of the water takes speed on the way down; half of what is left is damage
    assert into(45.0) < [50]
    assert into(200.0) == []


@pytest.mark.parametrize(
    ("height", "event"), [(6.0, 24), (10.0, 1), (20.0, 93), (300.0, 116), (480.0, 116)]
)
@pytest.mark.parametrize("surface", [GRASS, 0])
def test_in_water_every_landing_is_heard_as_water(
    make: MakeSpace, height: float, event: int, surface: int
) -> None:
    """pmove2: Footsteps, event number. Any water level counts as surface 20."""
    pool = make(floor(0.0, surface), box((-99, -99, 0), (99, 99, 5.0), 0, WATER))
    state = standing((0.0, 0.0, height + GROUND), ground_entity=1023)
    events = numbers(run(state, pool, command(), 1500, 4))
    assert event + 20 in events
    assert set(events) <= {event + 20, 146}


def test_a_hurting_landing_stuns(make: MakeSpace) -> None:
    """35 ms a percent and 500; speed x 0.5 at 500 ms, 0.2 from 1500 ms on."""
    space = make(floor(0.0, GRASS))
    for height, stun, kept in ((261.0, 35 * 2 + 500, 0.479), (368.5, 2000, 0.2)):
        state = standing(
            (0.0, 0.0, height + GROUND), ground_entity=1023, velocity=(190.0, 0.0, 0.0)
        )
        while state.ground_entity == 1023:
            run(state, space, command(), 8)
        assert state.pm_time == stun
        assert state.pm_flags & STUN
        assert level_speed(state) == pytest.approx(190 * kept, abs=0.5)
        run(state, space, command(), stun)
        assert not state.pm_flags & STUN


def test_a_stunned_man_is_slow_to_start(make: MakeSpace) -> None:
    """Acceleration x 0.25: 427 a second less friction of 165."""
    state = standing(pm_flags=STUN, pm_time=2000)
    run(state, make(floor()), command(127), 48)
    assert level_speed(state) == pytest.approx(190 * 9 * 0.25 * 0.048 - 165 * 0.04, abs=0.5)


@pytest.mark.parametrize(
    ("milliseconds", "kept"),
    [
        (490, 0.5),
        (500, 0.5),
        (515, 0.4955),
        (1000, 0.35),
        (1499, 0.2003),
        (1500, 0.2),
        (1550, 0.2),
        (2000, 0.2),
    ],
)
def test_stun_speed(milliseconds: int, kept: float) -> None:
    assert stun_speed(milliseconds) == pytest.approx(kept)


def test_slick_ground_hurts_without_a_stun(make: MakeSpace) -> None:
    state = standing((0.0, 0.0, 368.5 + GROUND), ground_entity=1023, velocity=(100.0, 0.0, 0.0))
    space = make(floor(0.0, GRASS | 2))
    while state.ground_entity == 1023:
        events = run(state, space, command(), 8)
    assert events == [(116 + G, 50)]
    assert state.pm_time == 0
    assert state.velocity[0] == pytest.approx(67.0, abs=0.1)


def landed(
    height: float, surface: int = GRASS, water: int = 0, **fields: int
) -> tuple[MoveState, Move]:
    """Meet ground at 64 after a fall from rest so far above it, going 100 to the side."""
    state = standing((0.0, 0.0, 64.0), velocity=(100.0, 50.0, -20.0), **fields)
    move = working(state)
    move.ground_surface, move.water_level = surface, water
    move.previous_origin, move.previous_velocity = (0.0, 0.0, 64.0 + height), (9.0, 9.0, 0.0)
    land(move, 64.0)
    return state, move


@pytest.mark.parametrize(
    ("height", "event", "parm", "kept"),
    [
        (4.0, 0, 0, 1.0),
        (4.125, 24, 0, 1.0),
        (7.875, 24, 0, 1.0),
        (8.0, 1, 0, 1.0),
        (11.875, 1, 0, 1.0),
        (12.0, 93, 4, 0.67),
        (18.375, 93, 4, 0.67),
        (18.5, 93, 5, 0.67),
        (135.5, 93, 23, 0.67),
        (142.0, 93, 24, 0.67),
        (256.0, 93, 24, 0.67),
        (480.0, 116, 100, 0.67),
        (258.25, 116, 1, 0.4895),
        (351.0, 116, 42, 0.2),
    ],
)
def test_what_a_landing_costs(height: float, event: int, parm: int, kept: float) -> None:
    """pmove: Fall. Of all components of the velocity."""
    state, move = landed(height)
    assert move.posted == ([(event + G, parm)] if event else [])
    assert state.velocity == pytest.approx((100.0 * kept, 50.0 * kept, -20.0 * kept), abs=1e-4)


@pytest.mark.parametrize(
    ("height", "stun"), [(256.0, 0), (258.25, 535), (351.0, 1970), (353.0, 2000), (480.0, 0)]
)
def test_the_stun_of_a_landing(height: float, stun: int) -> None:
    """35 a percent and 500, 2000 at most; none for who is killed."""
    state, _ = landed(height)
    assert state.pm_time == stun
    assert bool(state.pm_flags & STUN) == bool(stun)


@pytest.mark.parametrize(
    ("water", "event", "parm"), [(0, 116 + G, 51), (1, 136, 51), (2, 136, 25), (3, 0, 0)]
)
def test_depth_and_damage(water: int, event: int, parm: int) -> None:
    """Waist-deep water halves it, in whole numbers; under water there is no landing."""
    state, move = landed(370.5, water=water)
    assert move.posted == ([(event, parm)] if event else [])
    assert (state.velocity[0] == 100.0) == (water == 3)


def test_half_of_one_is_no_damage() -> None:
    _, move = landed(258.25, water=2)
    assert move.posted == [(113, 24)]


@pytest.mark.parametrize(("kind", "event"), [(5, 116), (6, 93), (7, 93)])
def test_only_the_living_are_hurt(kind: int, event: int) -> None:
    assert landed(300.0, pm_type=kind)[1].posted[0][0] == event + G


def test_the_height_of_a_fall_counts_speed_and_way() -> None:
    """v * v / 2g at the slice's start, and what it fell since; upwards more than that is none."""
    move = working(standing(gravity=500))
    move.previous_origin, move.previous_velocity = (0.0, 0.0, 70.0), (0.0, 0.0, -100.0)
    assert fall_height(move, 64.0) == pytest.approx(10.0 + 6.0)
    assert fall_height(move, 80.0) == pytest.approx(0.0)
    assert fall_height(move, 80.5) is None
    for gravity in (0, 1):
        move.state.gravity = gravity
        assert (fall_height(move, 64.0) is None) == (gravity == 0)


@pytest.mark.parametrize(("height", "damage"), [(479.951, 100), (479.949, 99)])
def test_the_slack_of_a_deadly_fall(height: float, damage: int) -> None:
    assert fall_damage(height, MoveRules()) == damage
