"""Falls (pmove: Fall; pmove2: Landing)."""

from __future__ import annotations

import pytest

from uoserver.game.movement import MoveRules
from uoserver.game.movement.landing import fall_damage, stun_speed

from .runs import GROUND, command, level_speed, numbers, run, standing
from .spaces import GRASS, WATER, box, floor
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
    ("milliseconds", "kept"), [(500, 0.5), (1000, 0.35), (1499, 0.2003), (1500, 0.2), (2000, 0.2)]
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
