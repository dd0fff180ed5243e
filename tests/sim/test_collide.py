"""Who is stopped by what, and in what order it is asked (rules 3)."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.sim.plain import Met, met_by
from tests.sim.play import cell
from uoserver.sim.collide import blocked, place_of_static, placed
from uoserver.sim.grid import EDGE, OUTSIDE, cell_number, centre
from uoserver.sim.kernel.fixmath import CELL, ONE
from uoserver.sim.lifecycle import create, deactivate, destroy_now
from uoserver.sim.objects import NO_COLLISION, Kind, Obj
from uoserver.sim.shapes import Form, Overlap, Part, Placed, Shape
from uoserver.sim.shapetable import LIFT, SHAPES, SHELL
from uoserver.sim.simulation import ObjectClass, Simulation
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import NUMBER_OF, STATICS
from uoserver.sim.vehicles.touch import touch
from uoserver.sim.vehiclestate import VehicleState

HUGE: Shape = (Part(Form.BOX, 0x60, 0xFF, 0, ONE, (-40 * ONE, -40 * ONE, 40 * ONE, 40 * ONE)),)
"""Meets what stands in all nine cells."""
SMALL: Shape = (Part(Form.BOX, 1, 0xFF, 0, ONE, (-ONE, -ONE, ONE, ONE)),)


class Field:
    """Movers (drones) and others (mines), what they answer, and who was asked."""

    def __init__(self, mover: ObjectClass | None = None, other: ObjectClass | None = None) -> None:
        self.asked: list[object] = []
        self.shape = HUGE
        self.sim = Simulation(
            {
                Kind.DRONE: mover or self.looking(),
                Kind.MINE: other or ObjectClass("Mine", shape=lambda _sim, _obj: SMALL),
            }
        )

    def looking(self) -> ObjectClass:
        """A class that notes what it meets and goes on."""
        return ObjectClass(
            "Drone",
            priority=9,
            shape=lambda _sim, _obj: self.shape,
            hit_static=self.static,
            hit_object=self.object,
        )

    def static(self, _sim: Simulation, _obj: Obj, at: int, _part: Part) -> int:
        self.asked.append((at % 128, at // 128))
        return 0xFE

    def object(self, _sim: Simulation, _obj: Obj, other: Obj, _met: Overlap) -> int:
        self.asked.append(other.slot)
        return 0xFE

    def add(self, kind: Kind, x: float, y: float, z: float = 0) -> Obj:
        """Create one at a place in cells."""
        obj = create(self.sim, kind, 0, int(x * CELL), int(y * CELL), int(z * ONE))
        assert obj
        return obj

    def blocked(self, x: float = 50.5, y: float = 50.5) -> bool:
        return blocked(self.sim, self.add(Kind.DRONE, x, y))

    def fill(self, name: str = "BLDG_N") -> None:
        for at in range(128 * 128):
            place(self.sim.state.grid, at, NUMBER_OF[name], 2)


# -- where it looks, and in what order -------------------------------------------------------------


def test_own_row_north_south_each_middle_west_east() -> None:
    field = Field()
    field.fill()
    assert not field.blocked()
    assert field.asked == [
        *((50, 50), (49, 50), (51, 50)),
        *((50, 49), (49, 49), (51, 49)),
        *((50, 51), (49, 51), (51, 51)),
    ]


def test_in_a_cell_the_static_object_comes_before_the_chain() -> None:
    field = Field()
    place(field.sim.state.grid, cell(50, 50), NUMBER_OF["BLDG_N"], 2)
    place(field.sim.state.grid, cell(51, 50), NUMBER_OF["BLDG_N"], 2)
    one, two = field.add(Kind.MINE, 50.5, 50.5), field.add(Kind.MINE, 50.5, 50.5)
    field.blocked()
    assert field.asked == [(50, 50), two.slot, one.slot, (51, 50)]


@pytest.mark.parametrize(
    ("x", "y", "looks"),
    [
        (0, 50 * CELL, False),  # the first column has none to the west
        (CELL - 1, 50 * CELL, False),
        (CELL, 50 * CELL, True),
        (0xFDFFFFF, 50 * CELL, True),
        (0xFE00000, 50 * CELL, False),
        (50 * CELL, CELL, False),  # the very edge of the second row counts as the first
        (50 * CELL, CELL + 1, True),
        (50 * CELL, 0xFDFFFFF, True),
        (50 * CELL, 0xFE00000, False),
    ],
)
def test_where_a_neighbour_is_off_the_map(x: int, y: int, looks: bool) -> None:
    field = Field()
    field.fill()
    far = field.add(Kind.MINE, -1, -1)
    field.shape = ((HUGE[0]._replace(box=(-200 * CELL, -200 * CELL, 200 * CELL, 200 * CELL))),)
    field.blocked(x / CELL, y / CELL)
    cells = [each for each in field.asked if isinstance(each, tuple)]
    assert (len(cells) == 9) is looks
    assert (far.slot in field.asked) is not looks
    if not looks:
        assert field.asked[-1] == far.slot


def test_the_northern_row_is_skipped_at_the_very_edge() -> None:
    field = Field()
    field.fill()
    field.blocked(50, 1)
    assert {each[1] for each in field.asked if isinstance(each, tuple)} == {1, 2}


@pytest.mark.parametrize(
    ("x", "y", "met"),
    [
        (-0.1, 50.5, (0, 50)),
        (128.1, 50.5, (127, 50)),
        (50.5, -0.1, (50, 0)),
        (50.5, 128.1, (50, 127)),
    ],
)
def test_who_is_off_the_map_still_meets_its_edge(x: float, y: float, met: tuple[int, int]) -> None:
    field = Field()
    field.fill()
    obj = field.add(Kind.DRONE, x, y)
    assert obj.cell == OUTSIDE
    assert not blocked(field.sim, obj)
    assert met in field.asked


def test_far_off_the_map_is_nothing_but_others_there() -> None:
    field = Field()
    field.fill()
    other = field.add(Kind.MINE, 300.1, 300)
    field.blocked(300, 300)
    assert field.asked == [other.slot]
    field.asked.clear()
    field.blocked(-(2**10), 2**10 - 1)
    assert field.asked == []


# -- who is asked ----------------------------------------------------------------------------------


def test_who_has_no_shape_or_does_not_collide_is_never_stopped() -> None:
    field = Field(mover=ObjectClass("Drone", shape=lambda _sim, _obj: ()))
    field.fill()
    assert not field.blocked()
    field = Field(mover=ObjectClass("Drone", shape=lambda _sim, _obj: SMALL))
    field.fill()
    obj = field.add(Kind.DRONE, 50.5, 50.5)
    assert blocked(field.sim, obj)
    obj.flags |= NO_COLLISION
    assert not blocked(field.sim, obj)


@pytest.mark.parametrize(
    ("answer", "stopped"), [(None, True), (1, True), (3, True), (0, False), (4, False), (8, False)]
)
def test_a_bit_of_hit_static_stops(answer: int | None, stopped: bool) -> None:
    hook = None if answer is None else lambda _sim, _obj, _cell, _part: answer
    mover = ObjectClass("Drone", shape=lambda _sim, _obj: SMALL, hit_static=hook)
    field = Field(mover=mover)
    field.fill()
    assert field.blocked() is stopped


def test_hit_static_is_told_the_cell_and_the_part() -> None:
    told: list[tuple[int, Part]] = []

    def hook(_sim: Simulation, _obj: Obj, at: int, part: Part) -> int:
        told.append((at, part))
        return 1

    field = Field(mover=ObjectClass("Drone", shape=lambda _sim, _obj: SMALL, hit_static=hook))
    place(field.sim.state.grid, cell(50, 50), NUMBER_OF["GATE_H"], 2)
    assert field.blocked()
    assert told == [(cell(50, 50), STATICS[NUMBER_OF["GATE_H"]].shape[0])]


Answer = int | None
NONE = None


def meet(own_priority: int, own: Answer, other_priority: int, other: Answer) -> bool:
    """Whether a mover of a priority is stopped by another object, by what both answer."""

    def hook(answer: Answer) -> Callable[[Simulation, Obj, Obj, Overlap], int] | None:
        return None if answer is None else lambda _sim, _obj, _other, _met: answer

    def kind(name: str, priority: int, answer: Answer) -> ObjectClass:
        return ObjectClass(name, priority, shape=lambda _sim, _obj: SMALL, hit_object=hook(answer))

    field = Field(kind("Drone", own_priority, own), kind("Mine", other_priority, other))
    field.add(Kind.MINE, 50.5, 50.5)
    return field.blocked()


@pytest.mark.parametrize(
    ("own", "other", "stopped"),
    [
        (0, 4, True),  # exactly 4
        (0, 5, False),
        (1, 1, False),
        (1, 0, False),
        (1, NONE, True),  # it has no say: the mover's own bit
        (4, NONE, False),
        (NONE, NONE, True),
        (NONE, 12, False),
    ],
)
def test_the_other_decides_over_a_mover_of_lower_priority(
    own: Answer, other: Answer, stopped: bool
) -> None:
    assert meet(1, own, 2, other) is stopped


@pytest.mark.parametrize("priority", [2, 3])
@pytest.mark.parametrize(
    ("own", "other", "stopped"),
    [
        (1, 0, True),
        (5, 0, True),
        (4, 4, False),
        (0, 4, False),
        (NONE, 4, True),  # the mover has no say: the other's exact 4
        (NONE, 5, False),
        (NONE, NONE, True),
    ],
)
def test_a_mover_of_the_same_or_a_higher_priority_decides(
    priority: int, own: Answer, other: Answer, stopped: bool
) -> None:
    assert meet(priority, own, 2, other) is stopped


def test_who_decides_is_told_both_and_the_overlap_from_the_movers_side() -> None:
    told: list[tuple[int, int, int]] = []

    def hook(_sim: Simulation, obj: Obj, other: Obj, met: Overlap) -> int:
        told.append((obj.slot, other.slot, met.own.solid))
        return 4

    tall = (SMALL[0]._replace(solid=2),)
    field = Field(
        ObjectClass("Drone", 1, shape=lambda _sim, _obj: tall),
        ObjectClass("Mine", 2, shape=lambda _sim, _obj: SMALL, hit_object=hook),
    )
    mine = field.add(Kind.MINE, 50.5, 50.5)
    drone = field.add(Kind.DRONE, 50.5, 50.5)
    assert blocked(field.sim, drone)
    assert told == [(mine.slot, drone.slot, 2)]


def test_nobody_meets_himself_or_who_has_no_shape() -> None:
    field = Field(
        ObjectClass("Drone", shape=lambda _sim, _obj: SMALL),
        ObjectClass("Mine", shape=lambda _sim, _obj: ()),
    )
    field.add(Kind.MINE, 50.5, 50.5)
    assert not field.blocked()
    assert field.blocked()  # the second of them


def test_who_does_not_collide_is_still_met() -> None:
    field = Field(mover=ObjectClass("Drone", shape=lambda _sim, _obj: SMALL))
    field.add(Kind.MINE, 50.5, 50.5).flags |= NO_COLLISION
    assert field.blocked()


def test_who_is_inactive_is_still_met() -> None:
    field = Field(mover=ObjectClass("Drone", shape=lambda _sim, _obj: SMALL))
    deactivate(field.sim, field.add(Kind.MINE, 50.5, 50.5))
    assert field.blocked()


@pytest.mark.parametrize(
    ("x", "y", "z", "met"),
    [
        *((1.9, 0, 0, True), (2.1, 0, 0, False), (-2.1, 0, 0, False), (0, 2.1, 0, False)),
        *((0, -1.9, 0, True), (0, -2.1, 0, False), (0, 0, 1, True), (0, 0, 1.1, False)),
        *((0, 0, -1, True), (0, 0, -1.1, False), (-1.9, 0, 0, True)),
        *((2, 0, 0, True), (-2, 0, 0, True), (0, 2, 0, True), (0, -2, 0, True)),  # touching
    ],
)
def test_objects_meet_where_their_shapes_do(x: float, y: float, z: float, met: bool) -> None:
    field = Field(mover=ObjectClass("Drone", shape=lambda _sim, _obj: SMALL))
    field.add(Kind.MINE, 50.5 + x / 32, 50.5 + y / 32, z)
    assert field.blocked() is met


@pytest.mark.parametrize(
    ("x", "y", "met"),
    [
        *((16, 0, True), (16.1, 0, False), (-17, 0, True), (-17.1, 0, False)),
        *((0, 16, True), (0, 16.1, False), (0, -17, True), (0, -17.1, False)),
    ],
)
def test_to_touch_a_static_object_is_to_meet_it(x: float, y: float, met: bool) -> None:
    field = Field(mover=ObjectClass("Drone", shape=lambda _sim, _obj: SMALL))
    place(field.sim.state.grid, cell(50, 50), NUMBER_OF["BLDG_N"], 2)
    assert field.blocked(50.5 + x / 32, 50.5 + y / 32) is met


@pytest.mark.parametrize(("z", "met"), [(15, True), (15.1, False), (-1, True), (-1.1, False)])
def test_static_objects_are_met_up_to_their_height(z: float, met: bool) -> None:
    field = Field(mover=ObjectClass("Drone", shape=lambda _sim, _obj: SMALL))
    place(field.sim.state.grid, cell(50, 50), NUMBER_OF["BLDG_N"], 2)
    assert blocked(field.sim, field.add(Kind.DRONE, 50.5, 50.5, z)) is met


# -- shells ----------------------------------------------------------------------------------------


def shell(
    field: Field, x: float, y: float, z: float, old: tuple[float, float, float] | None
) -> bool:
    """Whether a shell is stopped that came from ``old``, all in pixels round the cell's middle."""
    mx, my = centre(cell(50, 50))

    def at(px: float, py: float, pz: float) -> tuple[int, int, int]:
        return mx + int(px * ONE), my + int(py * ONE), int(pz * ONE)

    field.sim.state.moved_from = None if old is None else at(*old)
    obj = create(field.sim, Kind.DRONE, 0, *at(x, y, z))
    assert obj
    obj.shape = SHELL
    return blocked(field.sim, obj)


@pytest.mark.parametrize(
    ("x", "y", "z", "old", "stopped"),
    [
        (0, 0, 5, (30, 0, 5), True),
        (-30, 0, 5, (30, 0, 5), True),  # flown through
        (-30, 20, 5, (30, 20, 5), False),
        (30, 0, 5, (-20, 40, 5), True),  # slanting
        (0, 30, 5, (40, -20, 5), True),
        (-30, 0, 16, (30, 0, 16), False),  # above its 15 pixels
        (-30, 0, 16, (30, 0, 14), True),  # fallen: heights of the whole way count
        (-30, 0, 14, (30, 0, 16), True),
        (-30, 0, 18, (30, 0, 16), False),
        (-30, 0, 16, (30, 0, 18), False),  # fallen, but not low enough
        (-30, 0, -1, (30, 0, -3), False),
        (-40, 0, 5, (-20, 0, 5), False),  # flown away from it
        (0, 40, 5, (0, 20, 5), False),
        (-30, 0, 5, None, False),  # without a way it is a place
        (0, 0, 16.5, None, True),  # three pixels high
        (0, 0, 16.6, None, False),
        (0, 0, -1.5, None, True),
        (0, 0, -1.6, None, False),
    ],
)
def test_the_way_of_a_shell_is_where_it_came_from(
    x: float, y: float, z: float, old: tuple[float, float, float] | None, stopped: bool
) -> None:
    field = Field(mover=ObjectClass("Drone"))
    place(field.sim.state.grid, cell(50, 50), NUMBER_OF["BLDG_N"], 2)
    assert shell(field, x, y, z, old) is stopped


@pytest.mark.parametrize(("z", "met"), [(2, True), (3, False)])
def test_a_shell_at_rest_is_met_as_a_place(z: int, met: bool) -> None:
    field = Field(ObjectClass("Drone", shape=lambda _sim, _obj: SMALL), ObjectClass("Mine"))
    field.add(Kind.MINE, 50.5, 50.5, z).shape = SHELL
    assert field.blocked() is met


# -- where things stand ----------------------------------------------------------------------------


def test_some_stand_a_little_beside_the_middle_of_their_cell() -> None:
    field = Field()
    at, grid = cell(50, 50), field.sim.state.grid
    grid.jitter[(50 % 16) * 16 + 50 % 16] = (5, -7, 0, 0)
    x, y = centre(at)
    place(grid, at, NUMBER_OF["BUSH_1S"], 2)
    assert place_of_static(field.sim, at) == (x + 5 * ONE, y - 7 * ONE)
    place(grid, at, NUMBER_OF["TREE_S"], 2)
    assert place_of_static(field.sim, at) == (x, y)


@pytest.mark.parametrize(("dx", "dy"), [(12, 0), (-12, 0), (0, 12), (0, -12)])
def test_it_is_met_where_it_stands(dx: int, dy: int) -> None:
    field = Field(mover=ObjectClass("Drone", shape=lambda _sim, _obj: SMALL))
    field.sim.state.grid.jitter = [(dx, dy, 0, 0)] * 256
    place(field.sim.state.grid, cell(50, 50), NUMBER_OF["BUSH_1S"], 2)
    reach = (12 + 7) / 32
    assert field.blocked(50.5 + reach * dx / 12, 50.5 + reach * dy / 12)
    assert not field.blocked(50.5 - reach * dx / 12 / 2, 50.5 - reach * dy / 12 / 2)


def test_a_shape_is_the_class_or_the_objects_own() -> None:
    field = Field(other=ObjectClass("Mine"))
    drone, mine = field.add(Kind.DRONE, 1, 2, 3), field.add(Kind.MINE, 4, 5)
    mine.shape, mine.heading = LIFT, 77
    assert placed(field.sim, drone) == Placed(HUGE, CELL, 2 * CELL, 3 * ONE, 0)
    assert placed(field.sim, mine) == Placed(SHAPES[LIFT], 4 * CELL, 5 * CELL, 0, 77)


def test_touch_is_asked_before_the_class() -> None:
    """A rock lets a tank pass without its class being asked, and stops a jeep by its class."""
    asked: list[int] = []

    def hook(_sim: Simulation, _obj: Obj, at: int, _part: Part) -> int:
        asked.append(at)
        return 1

    sim = Simulation({Kind.VEHICLE: ObjectClass("Vehicle", touch=touch, hit_static=hook)})
    place(sim.state.grid, cell(50, 50), NUMBER_OF["ROCK_1S"], 2)
    obj = create(sim, Kind.VEHICLE, 0, *centre(cell(50, 50)), 0)
    assert obj
    obj.shape = 1
    tank = VehicleState(0, 0)
    obj.data = tank
    assert not blocked(sim, obj)
    assert asked == []
    obj.data = replace(tank, type=1)
    assert blocked(sim, obj)
    assert asked == [cell(50, 50)]
    place(sim.state.grid, cell(50, 50), NUMBER_OF["TENT_V"], 2)
    asked.clear()
    assert blocked(sim, obj)  # by its own bit
    assert asked == []


def test_the_edge_of_the_grid_is_where_it_ends() -> None:
    assert EDGE == 128 * CELL == 0x10000000


# -- all of it -------------------------------------------------------------------------------------

SHAPED = [number for number, static in enumerate(STATICS) if static.shape]
TALL: Shape = (
    SMALL[0]._replace(mask=0x27, high=3 * ONE),
    SMALL[0]._replace(mask=0x05, low=2 * ONE, high=20 * ONE, dx=5 * ONE, dy=-4 * ONE),
    SMALL[0]._replace(form=Form.POINT, low=9 * ONE, high=9 * ONE, box=(0, 0, 0, 0), dx=-6 * ONE),
)
CORNERS = ((2, 2), (2, 125), (125, 2), (125, 125), (50, 50))


@pytest.mark.parametrize("seed", range(60))
def test_everything_is_met_as_the_page_tells_it(seed: int) -> None:
    """A crowd in a corner of the map: `plain` meets the same parts in the same order."""
    source = random.Random(seed)
    found: list[Met] = []

    def shape(_sim: Simulation, obj: Obj) -> Shape:
        return SHAPES[obj.shape] or TALL

    def static(_sim: Simulation, _obj: Obj, at: int, part: Part) -> int:
        found.append(("static", at, part, part))
        return 0

    def object_(_sim: Simulation, _obj: Obj, other: Obj, met: Overlap) -> int:
        found.append(("object", other.slot, met.own, met.other))
        return 0

    drone = ObjectClass("Drone", 9, shape=shape, hit_static=static, hit_object=object_)
    sim = Simulation({Kind.DRONE: drone, Kind.MINE: ObjectClass("Mine", shape=shape)})
    grid = sim.state.grid
    grid.jitter = [(source.randrange(-12, 13), source.randrange(-12, 13), 0, 0) for _ in range(256)]
    column, row = CORNERS[seed % len(CORNERS)]
    for dx in range(-3, 4):
        for dy in range(-3, 4):
            at = cell_number(column + dx, row + dy)
            if at != OUTSIDE and source.random() < 0.7:
                place(grid, at, source.choice(SHAPED), 2)

    def around(middle: int) -> int:
        """Near the middle of a cell's beginning; half of the time at a whole pixel."""
        place_ = middle * CELL + source.randrange(-4 * CELL, 4 * CELL)
        return source.choice((place_, place_ & ~0xFFFF))

    def crowd(kind: Kind) -> Obj:
        x, y = around(column), around(row)
        obj = create(sim, kind, 0, x, y, source.randrange(-5, 25) * ONE // source.choice((1, 2, 8)))
        assert obj
        obj.shape = source.randrange(len(SHAPES))
        obj.heading = source.choice((0, source.randrange(0x400000)))
        return obj

    for _ in range(40):
        crowd(Kind.MINE)
    met = 0
    for _ in range(40):
        obj = crowd(Kind.DRONE)
        way = [source.randrange(-40, 41) * ONE for _ in range(3)]
        old = (obj.x + way[0], obj.y + way[1], obj.z + way[2] // 4)
        sim.state.moved_from = source.choice((None, old, old))
        found.clear()
        assert not blocked(sim, obj)
        wanted = met_by(sim, obj, lambda other: shape(sim, other))
        assert found == [
            (kind, number, theirs if kind == "static" else own, theirs)
            for kind, number, own, theirs in wanted
        ]
        met += len(found)
        destroy_now(sim, obj)
    assert met
