"""What the simulation asks of the land, and the flat world of a grid (rules 4)."""

from __future__ import annotations

import pytest

from tests.sim.play import PAD_0, cell, new_sim, pave, put, run, spawn
from uoserver.sim.grid import EDGE, OUTSIDE, Grid, centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.moving import move
from uoserver.sim.objects import Kind
from uoserver.sim.shapes import Placed, Shape
from uoserver.sim.shapetable import LIFT, SHAPES, SHELL
from uoserver.sim.simulation import ObjectClass, Simulation, State
from uoserver.sim.statics import place
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.water import water_under
from uoserver.sim.world import DEEP, DRY, SHALLOW, GridWorld, box_water, cell_water

AT = 40 * 128 + 40


def water(
    terrain: int, x: float = 0, y: float = 0, shape: Shape = (), heading: int = 0, static: int = 0
) -> int:
    """The water of a shape some pixels off the middle of a cell."""
    grid = Grid()
    if static:
        place(grid, AT, static, 2)
    grid.terrain[AT] = terrain
    mx, my = centre(AT)
    at = Placed(shape, mx + int(x * ONE), my + int(y * ONE), 0, heading)
    return GridWorld(grid).water(AT, at)


@pytest.mark.parametrize(
    ("terrain", "state"),
    [
        *((terrain, DRY) for terrain in (0, 3, 52, 72, 73, 90, 111, 255)),
        *((terrain, SHALLOW) for terrain in (1, 24, 39)),
        (2, DEEP),
    ],
)
def test_terrain_that_is_one_thing_all_over(terrain: int, state: int) -> None:
    assert water(terrain, 15, -15) == state


@pytest.mark.parametrize("terrain", [1, 2, 5, 30, 45])
@pytest.mark.parametrize("static", [74, 75])
def test_bridges_are_dry(terrain: int, static: int) -> None:
    assert water(terrain, 15, 15, static=static) == DRY


def test_other_static_objects_do_not_dry_a_cell() -> None:
    assert water(2, static=76) == DEEP


# For each shore a place on its polygon's side and one on the other, for the polygon unturned.
INSIDE = {"A": (0, 0), "B": (10, 10), "C": (-10, -10), "D": (5, 5)}
BEYOND = {"A": (0, 14), "B": (-13, -12), "C": (13, 0), "D": (-13, -13)}
SHORES = (
    *("A48i", "A0i", "A48", "A0", "B0", "B16", "A32i", "A16i", "A32", "A16"),
    *("B48", "B32", "C0i", "C16i", "D0", "D16", "C48i", "C32i", "D48", "D32"),
)


def turn(place_: tuple[int, int], quarters: int) -> tuple[int, int]:
    x, y = place_
    for _ in range(quarters):
        x, y = -y, x
    return x, y


@pytest.mark.parametrize(("index", "name"), list(enumerate(SHORES)))
def test_shores_are_dry_on_one_side_and_shallow_on_the_other(index: int, name: str) -> None:
    letter, quarters = name[0], int(name[1:].rstrip("i")) // 16
    inside = water(4 + index, *turn(INSIDE[letter], quarters))
    beyond = water(4 + index, *turn(BEYOND[letter], quarters))
    assert (inside, beyond) == ((SHALLOW, DRY) if name.endswith("i") else (DRY, SHALLOW))


def test_the_first_part_of_a_shape_counts_and_where_it_is_turned_to() -> None:
    tank = SHAPES[1]
    assert water(7, 0, 14) == SHALLOW  # a point beyond the land of terrain 7
    assert water(7, 0, 14, tank) == DRY  # a hull still reaches it
    assert water(7, 0, 18.5, tank) == DRY
    assert water(7, 0, 18.5, tank, heading=0x100000) == SHALLOW


@pytest.mark.parametrize(
    ("terrain", "x", "y", "state"),
    [
        (40, 8, 0, SHALLOW),
        (40, 8.1, 0, DEEP),
        (41, 0, 8, SHALLOW),
        (41, 0, 9, DEEP),
        (42, 0, -8, SHALLOW),
        (42, 0, -9, DEEP),
        (43, -8, 0, SHALLOW),
        (43, -9, 0, DEEP),
        (44, -8, -8, SHALLOW),
        (44, -9, 0, DEEP),
        (45, 9, 0, DEEP),
        (46, 0, 9, DEEP),
        (47, 8, 8, SHALLOW),
        (48, -8, -9, DEEP),
        (51, 8, 9, DEEP),
    ],
)
def test_borders_of_deep_water_count_the_middle_of_an_object(
    terrain: int, x: float, y: float, state: int
) -> None:
    assert water(terrain, x, y, SHAPES[1]) == state


def test_what_flies_higher_than_a_pixel_is_in_no_water() -> None:
    sim = new_sim()
    pave(sim, [(40, 40)], 2)
    obj = spawn(sim, VehicleType.TANK, 40, 40)
    obj.z = ONE
    assert water_under(sim, obj) == DEEP
    obj.z = ONE + 1
    assert water_under(sim, obj) == DRY


def test_the_sea_around_the_grid_is_deep() -> None:
    assert GridWorld(Grid()).water(OUTSIDE, Placed((), -1, 0, 0)) == DEEP


@pytest.mark.parametrize(
    ("x", "y", "outside"),
    [(0, 0, False), (-1, 0, True), (EDGE - 1, EDGE - 1, False), (EDGE, 0, True), (0, EDGE, True)],
)
def test_where_the_grid_ends(x: int, y: int, outside: bool) -> None:
    assert GridWorld(Grid()).outside(x, y) is outside


def test_a_grid_is_flat_and_stops_nobody() -> None:
    world, at = GridWorld(Grid()), Placed(SHAPES[1], 0, 0, 0)
    assert world.flat
    assert not world.hull_stopped((0, 0, 0), at)
    assert not world.shot_stopped((0, 0, 0), at)


# -- another world ---------------------------------------------------------------------------------


class Cliff(GridWorld):
    """Land with a step at a line from north to south, which nothing crosses."""

    def __init__(self, grid: Grid, edge: int) -> None:
        super().__init__(grid)
        self.edge = edge
        self.asked: list[tuple[str, tuple[int, int, int], Placed]] = []

    @property
    def flat(self) -> bool:
        return False

    def hull_stopped(self, old: tuple[int, int, int], new: Placed) -> bool:
        self.asked.append(("hull", old, new))
        return old[0] < self.edge <= new.x

    def shot_stopped(self, old: tuple[int, int, int], new: Placed) -> bool:
        self.asked.append(("shot", old, new))
        return old[0] < self.edge <= new.x


def test_a_vehicle_bounces_off_the_land_of_a_world() -> None:
    sim = new_sim()
    world = Cliff(sim.state.grid, 0)
    sim.world = world
    tank = spawn(sim, VehicleType.TANK, 70, 70, 0x100000)
    world.edge = tank.x + 20 * ONE
    run(sim, 60, 0x80000000)
    assert world.edge - 3 * ONE < tank.x < world.edge
    name, old, new = world.asked[0]
    assert name == "hull"
    assert (new.x - old[0], new.y - old[1]) == (0x0CCC, 0)
    assert new.shape == SHAPES[1]


def test_who_turns_is_asked_about_where_he_stands() -> None:
    sim = new_sim()
    world = Cliff(sim.state.grid, 0)
    sim.world = world
    tank = spawn(sim, VehicleType.TANK, 70, 70)
    run(sim, 1, 0x10000000)
    assert [(old, at.heading) for _, old, at in world.asked] == [((tank.x, tank.y, 0), 0x4000)]


def test_statics_are_asked_before_the_land() -> None:
    sim = new_sim()
    world = Cliff(sim.state.grid, 0)
    sim.world = world
    put(sim, 71, 70, "BLDG_N")
    tank = spawn(sim, VehicleType.TANK, 70, 70, 0x100000)
    tank.x += 8 * ONE
    asked = len(world.asked)
    run(sim, 1, 0x80000000)
    assert len(world.asked) == asked


@pytest.mark.parametrize(("edge", "stopped"), [(5, True), (50, False)])
@pytest.mark.parametrize(("shape", "name"), [(SHELL, "shot"), (LIFT, "hull")])
def test_shells_and_hulls_are_asked_about_apart(
    shape: int, name: str, edge: int, stopped: bool
) -> None:
    sim = Simulation({Kind.MISSILE: ObjectClass("Missile")})
    world = Cliff(sim.state.grid, 0)
    sim.world = world
    x, y = centre(AT)
    obj = create(sim, Kind.MISSILE, 0, x, y, 3 * ONE)
    assert obj
    obj.shape, world.edge = shape, x + edge * ONE
    assert move(sim, obj, 9 * ONE, ONE, 0) is stopped
    ((asked, old, new),) = world.asked
    assert (asked, old) == (name, (x, y, 3 * ONE))
    assert (new.x, new.y, new.z) == (x + 9 * ONE, y + ONE, 3 * ONE)
    assert (obj.x == x) is stopped


@pytest.mark.parametrize(
    ("answer", "stopped"), [(None, True), (1, True), (3, True), (0, False), (2, False)]
)
def test_a_class_may_go_on_where_the_land_stops_it(answer: int | None, stopped: bool) -> None:
    hook = None if answer is None else lambda _sim, _obj: answer
    sim = Simulation({Kind.MISSILE: ObjectClass("Missile", hit_land=hook)})
    x, y = centre(AT)
    sim.world = Cliff(sim.state.grid, x + ONE)
    obj = create(sim, Kind.MISSILE, 0, x, y, 0)
    assert obj
    obj.shape = LIFT
    assert move(sim, obj, 9 * ONE, 0, 0) is stopped


def test_a_state_has_a_flat_world_of_its_own_grid() -> None:
    state = State()
    state.grid.terrain[cell(*PAD_0)] = 2
    world = GridWorld(state.grid)
    assert world.water(cell(*PAD_0), Placed((), 0, 0, 0)) == DEEP
    assert SHAPES[SHELL]


@pytest.mark.parametrize(
    ("terrain", "water"),
    [
        *((terrain, DRY) for terrain in (0, 3, 52, 73, 255)),
        *((terrain, SHALLOW) for terrain in (1, 4, 23, 24, 40, 51)),
        (2, DEEP),
    ],
)
def test_the_water_of_a_whole_cell(terrain: int, water: int) -> None:
    grid = Grid()
    grid.terrain[AT] = terrain
    assert cell_water(grid, AT) == water
    assert cell_water(grid, OUTSIDE) == DEEP


def test_a_box_is_dry_when_a_corner_is() -> None:
    grid = Grid()
    world = GridWorld(grid)
    x, y = centre(AT)
    corners = [(AT, DRY), (AT + 1, SHALLOW), (AT + 129, SHALLOW), (AT + 128, DEEP)]
    for at, terrain in corners:
        grid.terrain[at] = terrain
    edge = 16 * ONE
    assert box_water(world, x + edge, y + edge, ONE) == DRY
    grid.terrain[AT] = 1
    assert box_water(world, x + edge, y + edge, ONE) == DEEP, "the last corner's, in the south-west"
    for at, _ in corners:
        before, grid.terrain[at] = grid.terrain[at], 0
        assert box_water(world, x + edge, y + edge, ONE) == DRY
        assert box_water(world, x + edge, y + edge, 0) == (DRY if at == AT + 129 else SHALLOW)
        grid.terrain[at] = before
    assert box_water(world, -5 * ONE, 0, ONE) == DEEP
