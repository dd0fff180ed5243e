from __future__ import annotations

import pytest

from tests.survey.lands import Land, lattice_of, pool, yard
from uoserver.collision import ClipModel
from uoserver.sim.grid import OUTSIDE, Grid
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import QUARTER
from uoserver.sim.shapes import Placed, Shape
from uoserver.sim.shapetable import SHAPES, SHELL
from uoserver.sim.tables.statics import BRIDGE_ACROSS
from uoserver.sim.tables.vehicles import HELICOPTER, JEEP, TANK
from uoserver.sim.world import DEEP, DRY, SHALLOW, World
from uoserver.survey import MapWorld, survey
from uoserver.survey.coordinates import cell_under, fixed, sim_x, sim_y
from uoserver.survey.ground import Ground
from uoserver.survey.mapworld import CRUISE
from uoserver.survey.model import Edges, Survey
from uoserver.survey.roofs import roofs

EIGHTH = fixed(0.125)
EAST, NORTH = QUARTER, 0
SHOT = SHAPES[SHELL]


def world_on(land: Land, grid: Grid | None = None, *starts: float) -> MapWorld:
    """The world of a land, whose ground is walked to from some x."""
    clip = land.clip()
    floors = [(x, 0.0, 0.125) for x in starts or (-1400.0,)]
    lattice = lattice_of(clip, land.bounds, floors)
    edges = Edges(sim_x(-1536.0), sim_y(512.0), sim_x(1536.0), sim_y(-512.0))
    found = Survey(
        *(0, edges, lattice, roofs(clip, Ground(clip, lattice), land.bounds), b"", ()),
        *(((), ()), ((), ()), ((0, 0, 0, 0), (0, 0, 0, 0)), "", 0),
    )
    return MapWorld(clip, found, grid or Grid())


def placed(shape: Shape, x: float, y: float, z: int = 0, heading: int = EAST) -> Placed:
    return Placed(shape, sim_x(x), sim_y(y), z, heading)


def stopped(
    world: MapWorld,
    start: tuple[float, float],
    end: tuple[float, float],
    hull: Shape = JEEP.hull,
    *,
    heading: int = EAST,
    z: int = 0,
) -> bool:
    old = (sim_x(start[0]), sim_y(start[1]), z)
    return world.hull_stopped(old, placed(hull, *end, z, heading))


def test_it_is_a_world() -> None:
    world: World = world_on(Land())
    assert not world.flat


def test_where_the_map_ends() -> None:
    world = world_on(Land())
    west, north = sim_x(-1536.0), sim_y(512.0)
    assert not world.outside(west, north)
    assert world.outside(west - 1, north)
    assert world.outside(west, north - 1)
    east, south = sim_x(1536.0), sim_y(-512.0)
    assert not world.outside(east, south)
    assert world.outside(east + 1, south)
    assert world.outside(east, south + 1)


def test_heights() -> None:
    land = Land()
    land.box((0, -512, 0), (400, 512, 12))
    land.box((600, -512, 0), (900, 512, 200))
    world = world_on(land)
    heights = [world.height(sim_x(x), sim_y(0.0)) for x in (-300.0, 200.0, 800.0)]
    # In a wall it is that of the ground beside it, which is kept in whole units.
    assert heights == [EIGHTH, fixed(12.0) + EIGHTH, 0]


def test_altitudes() -> None:
    land = Land()
    land.box((0, -256, 200), (256, 0, 300))
    world = world_on(land)
    x, y = sim_x(128.0), sim_y(-128.0)
    assert world.roof(x, y) == fixed(300.0)
    assert world.altitude(x, y, 0) == EIGHTH
    assert world.altitude(x, y, -5) == EIGHTH - 5
    assert world.altitude(x, y, CRUISE) == fixed(300.0) + CRUISE
    assert world.altitude(x, y, CRUISE + 7) == fixed(300.0) + CRUISE + 7
    half = EIGHTH + (fixed(300.0) - EIGHTH) // 2 + CRUISE // 2
    assert world.altitude(x, y, CRUISE // 2) == half
    assert world.point(x, y, 0) == (128.0, -128.0, 0.125)


def test_roofs_are_evened_out_between_cells() -> None:
    land = Land()
    land.box((0, -256, 200), (256, 0, 300))
    world = world_on(land)
    heights = [world.roof(sim_x(x), sim_y(-128.0)) for x in (-128.0, -64.0, 0.0, 64.0, 384.0)]
    assert heights == [fixed(300.0 * part) for part in (0.0, 0.25, 0.5, 0.75, 0.0)]
    assert world.roof(sim_x(128.0), sim_y(0.0)) == fixed(150.0)
    assert world.roof(-1 << 24, -1 << 24) == world.roof(1 << 30, 1 << 30) == 0


def test_open_ground_stops_nobody() -> None:
    world = world_on(Land())
    for hull in (TANK.hull, JEEP.hull):
        for heading in range(0, 4 * QUARTER, QUARTER // 4):
            assert not stopped(world, (0.0, 0.0), (10.0, 3.0), hull, heading=heading)
            assert not stopped(world, (0.0, 0.0), (0.0, 0.0), hull, heading=heading)


def test_walls_stop_the_bow() -> None:
    land = Land()
    land.box((200, -512, 0), (240, 512, 100))
    world = world_on(land, None, -1400.0, 1400.0)
    assert not stopped(world, (100.0, 0.0), (109.0, 0.0), TANK.hull)
    assert stopped(world, (100.0, 0.0), (111.0, 0.0), TANK.hull)
    assert not stopped(world, (130.0, 0.0), (139.0, 0.0))
    assert stopped(world, (130.0, 0.0), (141.0, 0.0))
    assert stopped(world, (350.0, 0.0), (329.0, 0.0), TANK.hull)  # and the stern


def test_walls_stop_who_turns() -> None:
    land = Land()
    land.box((80, -512, 0), (120, 512, 100))
    world = world_on(land)
    assert not stopped(world, (0.0, 0.0), (0.0, 0.0), TANK.hull, heading=NORTH)
    assert stopped(world, (0.0, 0.0), (0.0, 0.0), TANK.hull, heading=EAST)
    assert not stopped(world, (0.0, 0.0), (0.0, 0.0), heading=EAST)


def test_thin_walls_are_not_passed_in_one_step() -> None:
    land = Land()
    land.box((200, -512, 0), (204, 512, 100))
    assert stopped(world_on(land, None, -1400.0, 1400.0), (100.0, 0.0), (300.0, 0.0))


def test_low_and_high_steps() -> None:
    for high, expected in ((18, False), (19, True)):
        land = Land(floor=False)
        land.box((-1536, -512, -64), (0, 512, 0))
        land.box((0, -512, -64), (1536, 512, high))
        world = world_on(land, None, -1400.0, 1400.0)
        ways = range(-100, 100, 10)
        assert any(stopped(world, (x, 0.0), (x + 10.0, 0.0)) for x in ways) is expected
        assert not any(stopped(world, (x + 10.0, 0.0), (float(x), 0.0)) for x in ways)


def test_long_ways_go_up_no_steps_either() -> None:
    """A sweep from so far is above the step when it gets there."""
    for high, expected in ((17, False), (30, True)):
        land = Land(floor=False)
        land.box((-1536, -512, -64), (0, 512, 0))
        land.box((0, -512, -64), (1536, 512, high))
        world = world_on(land, None, -1400.0, 1400.0)
        assert stopped(world, (-240.0, 0.0), (60.0, 0.0)) is expected


@pytest.mark.parametrize("heading", [NORTH, QUARTER // 2, EAST])
def test_falls(heading: int) -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -264), (0, 512, 0))
    land.box((0, -512, -264), (1536, 512, -200))
    world = world_on(land, None, -1400.0, 1400.0)
    for hull in (TANK.hull, JEEP.hull):
        for x in range(-150, 150, 9):
            assert not stopped(world, (x, 0.0), (x + 9.0, 0.0), hull, heading=heading), x
        assert stopped(world, (120.0, 0.0), (12.0, 0.0), hull, heading=heading)
        # Who hangs over the edge is not let into what it is the edge of.
        assert stopped(world, (16.0, 0.0), (-10.0, 0.0), hull, heading=heading)


def test_slopes_up_to_what_boxes_are_raised_by() -> None:
    for tangent, expected in ((0.5, False), (3.0, True)):
        land = Land(floor=False)
        land.box((-1536, -512, -64), (0, 512, 0))
        size = (1.0 + tangent * tangent) ** 0.5
        top = min(256.0, 512.0 * tangent)
        slope = (-tangent / size, 0.0, 1.0 / size)
        land.box((0, -512, -64), (1536, 512, top), cuts=[(slope, 0.0)])
        world = world_on(land)
        ways = range(-100, 300, 10)
        assert any(stopped(world, (x, 0.0), (x + 10.0, 0.0)) for x in ways) is expected


def test_slow_ways_up_a_cliff_end_all_the_same() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -256), (1536, 512, -250))
    land.box((-1536, -512, -64), (0, 512, 0))
    points = [(0.0, -512.0, 0.0), (0.0, 512.0, 0.0), (100.0, -512.0, 300.0), (100.0, 512.0, 300.0)]
    land.terrain(points, ((0, 1, 3), (0, 3, 2)))
    world = world_on(land)
    assert any(stopped(world, (x * 0.5, 0.0), (x * 0.5 + 0.5, 0.0)) for x in range(-200, 100))


def test_missing_ground_stops() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -64), (0, 512, 0))
    world = world_on(land)
    # The bow is over it when the middle is not yet.
    assert stopped(world, (-22.0, 0.0), (-20.0, 0.0), heading=EAST)
    assert not stopped(world, (-22.0, 0.0), (-20.0, 0.0), heading=NORTH)


def test_a_way_back_from_where_no_ground_is() -> None:
    land = Land()
    land.box((0, -512, 0), (100, 512, 60))
    world = world_on(land, None, -1400.0, 1400.0)
    assert world.ground.at(2.0, 0.0) is None
    assert not stopped(world, (2.0, 0.0), (-100.0, 0.0))


def test_who_turns_on_an_edge() -> None:
    land = Land(floor=False)
    land.box((-1536, -512, -64), (0, 512, 0))
    land.box((0, -512, -264), (1536, 512, -200))
    world = world_on(land, None, -1400.0, 1400.0)
    assert stopped(world, (-10.0, 0.0), (-10.0, 0.0), heading=EAST)
    assert not stopped(world, (-40.0, 0.0), (-40.0, 0.0), heading=NORTH)


def test_helicopters_fly_over_what_is_lower_and_stop_at_what_is_not() -> None:
    land = Land()
    land.box((0, -512, 0), (256, 512, 300))
    land.box((700, -100, 0), (720, -90, 940))  # a mast that is in no cell's height
    world = world_on(land, None, -1400.0, 1400.0)
    hull, z = HELICOPTER.hull, CRUISE
    for x in range(-400, 400, 14):
        assert not stopped(world, (x, 0.0), (x + 14.0, 0.0), hull, z=z), x
    assert any(
        stopped(world, (x, -95.0), (x + 14.0, -95.0), hull, z=z) for x in range(400, 900, 14)
    )


def test_who_flies_in_something_is_let_out_but_nobody_in() -> None:
    land = Land()
    land.box((600, -100, 0), (780, -90, 940))
    world, hull, z = world_on(land), HELICOPTER.hull, CRUISE
    assert not stopped(world, (690.0, -95.0), (704.0, -95.0), hull, z=z)
    assert stopped(world, (690.0, -300.0), (690.0, -95.0), hull, heading=NORTH, z=z)


def test_shells_meet_walls_and_clips_for_shots() -> None:
    land = Land()
    land.box((200, -512, 0), (204, 512, 100))
    world = world_on(land, None, -1400.0, 1400.0)

    def shot(start: float, end: float, high: float) -> bool:
        old = (sim_x(start), sim_y(0.0), fixed(high))
        return world.shot_stopped(old, placed(SHOT, end, 0.0, fixed(high)))

    assert shot(150.0, 250.0, 50.0)
    assert not shot(150.0, 198.0, 50.0)
    assert not shot(150.0, 250.0, 110.0)
    # Down into the ground.
    old = (sim_x(0.0), sim_y(0.0), fixed(20.0))
    assert world.shot_stopped(old, placed(SHOT, 5.0, 0.0, fixed(-20.0)))


def test_water() -> None:
    land = pool(Land(), (0.0, -512.0, 0.0), (300.0, 512.0, 30.0))
    pool(land, (300.0, -512.0, 0.0), (1000.0, 512.0, 300.0))
    grid = Grid()
    world = world_on(land, grid)

    def water(x: float) -> int:
        return world.water(cell_under((x, 0.0, 0.0)), placed(JEEP.hull, x, 0.0))

    assert [water(x) for x in (-300.0, 200.0, 600.0)] == [DRY, SHALLOW, DEEP]
    grid.static[cell_under((600.0, 0.0, 0.0))] = BRIDGE_ACROSS
    assert not world.dry(cell_under((200.0, 0.0, 0.0)))
    assert water(600.0) == DRY
    assert world.dry(cell_under((600.0, 0.0, 0.0)))
    assert not world.dry(OUTSIDE)
    assert water(1600.0) == DEEP
    assert world.water(OUTSIDE, placed(JEEP.hull, 20000.0, 0.0)) == DEEP


def test_on_a_survey() -> None:
    land = yard()
    clip: ClipModel = land.clip()
    found = survey(land.map(), clip)
    world = MapWorld(clip, found, Grid())
    assert not stopped(world, (0.0, 0.0), (8.0, 0.0))
    assert world.height(sim_x(0.0), sim_y(0.0)) == EIGHTH
    assert fixed(8.0) == ONE


@pytest.mark.parametrize("hull", [TANK.hull, JEEP.hull])
def test_the_same_answer_in_any_order(hull: Shape) -> None:
    land = Land()
    land.box((200, -512, 0), (240, 512, 100))
    ways = [(float(x), float(x + 9)) for x in range(0, 300, 7)]
    one, other = world_on(land, None, -1400.0, 1400.0), world_on(land, None, -1400.0, 1400.0)
    forth = [stopped(one, (a, 0.0), (b, 0.0), hull) for a, b in ways]
    back = [stopped(other, (a, 0.0), (b, 0.0), hull) for a, b in reversed(ways)]
    assert forth == back[::-1]
    assert True in forth
