"""Overlap of shapes: every pair of parts, and the walk by height (rules 3)."""

from __future__ import annotations

import pytest

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.lines import Point
from uoserver.sim.shapes import (
    Box,
    Form,
    Overlap,
    Part,
    Placed,
    Shape,
    overlap,
    parts_meet,
    reach,
)

NORTH, EIGHTH, EAST = 0, 0x80000, 0x100000


def px(*values: int) -> tuple[int, ...]:
    return tuple(value * ONE for value in values)


def box(x0: int, y0: int, x1: int, y1: int) -> Part:
    edges: Box = (x0 * ONE, y0 * ONE, x1 * ONE, y1 * ONE)
    return Part(Form.BOX, 1, 0xFF, 0, 10 * ONE, edges)


def polygon(*corners: tuple[int, int], reach_px: int = 12) -> Part:
    points: tuple[Point, ...] = tuple((x * ONE, y * ONE) for x, y in corners)
    by = reach_px * ONE
    return Part(Form.POLYGON, 2, 0x27, 0, 10 * ONE, (-by, -by, by, by), points)


def sweep(dx: int, dy: int) -> Part:
    """The way of a shell that came from (dx, dy)."""
    x, y = px(dx, dy)
    edges = (min(x, 0), min(y, 0), max(x, 0), max(y, 0))
    return Part(Form.SWEEP, 4, 0x43, 0, 0, edges, ((x, y),))


POINT = Part(Form.POINT, 4, 0x43, 0, 0, (0, 0, 0, 0))
BOX = box(-5, -5, 5, 5)
HULL = polygon((-4, -8), (4, -8), (4, 8), (-4, 8))
"""Longer than wide."""


def meet(a: Part, b: Part, x: int, y: int, *, a_heading: int = 0, heading: int = 0) -> bool:
    """Whether b at (x, y) pixels meets a; the order of the two does not matter."""
    mid = 1000 * ONE  # far from the corner of the map
    at = Placed((), mid, mid, 0, a_heading)
    there = Placed((), mid + x * ONE, mid + y * ONE, 0, heading)
    found = parts_meet(a, at, b, there)
    assert parts_meet(b, there, a, at) is found
    return found


@pytest.mark.parametrize(("x", "y", "expected"), [(0, 0, True), (1, 0, False)])
def test_points_meet_where_they_are_the_same(x: int, y: int, expected: bool) -> None:
    assert meet(POINT, POINT, x, y) is expected


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        *((5, 5, True), (-5, 0, True), (5, 0, True), (0, 5, True), (0, -5, True)),
        *((6, 0, False), (-6, 0, False), (0, 6, False), (0, -6, False)),
    ],
)
def test_point_and_box_include_the_edges(x: int, y: int, expected: bool) -> None:
    assert meet(POINT, BOX, x, y) is expected


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [(10, 0, True), (11, 0, False), (0, -10, True), (0, 11, False), (10, 10, True), (-10, 9, True)],
)
def test_two_boxes_include_the_edges(x: int, y: int, expected: bool) -> None:
    assert meet(BOX, BOX, x, y) is expected


def test_a_box_one_step_beyond_the_edge_is_apart() -> None:
    at, there = Placed((), 0, 0, 0), Placed((), 10 * ONE + 1, 0, 0)
    assert not parts_meet(BOX, at, BOX, there)


@pytest.mark.parametrize(
    ("x", "y", "heading", "expected"),
    [
        (0, 0, NORTH, True),
        (0, 7, NORTH, True),
        (0, 8, NORTH, False),  # on the edge the line to the middle touches it
        (6, 0, NORTH, False),
        (6, 0, EAST, True),  # turned, it is as wide as it was long
        (0, 6, EAST, False),
        (3, 3, EIGHTH, True),
        (5, 5, EIGHTH, False),
        (6, 0, 0xFFFF, False),  # less than a step does not turn
        (0, 20, NORTH, False),
    ],
)
def test_point_in_polygon(x: int, y: int, heading: int, expected: bool) -> None:
    assert meet(POINT, HULL, x, y, heading=heading) is expected


def test_the_box_round_a_polygon_is_never_turned() -> None:
    """So one that is too small hides what sticks out of it."""
    small = HULL._replace(box=(-4 * ONE, -8 * ONE, 4 * ONE, 8 * ONE))
    assert not meet(POINT, small, 6, 0, heading=EAST)
    assert not meet(box(-1, -1, 1, 1), small, 6, 0, heading=EAST)
    assert not meet(sweep(3, 0), small, -6, 0, heading=EAST)
    assert not meet(small, small, 9, 0, heading=EAST)


@pytest.mark.parametrize(
    ("a", "x", "y", "heading", "expected"),
    [
        (BOX, 0, 0, NORTH, True),
        (box(-1, -1, 1, 1), 2, 5, NORTH, True),  # the box lies in the polygon
        (box(-20, -20, 20, 20), 9, 9, NORTH, True),  # the polygon lies in the box
        (BOX, 9, 0, NORTH, True),  # edges touch
        (BOX, 10, 0, NORTH, False),
        (BOX, 0, 13, NORTH, True),
        (BOX, 0, 14, NORTH, False),
        (BOX, 0, 13, EAST, False),
        (BOX, 13, 0, EAST, True),
        (BOX, 9, 9, EIGHTH, False),  # boxes meet, but no edges
        (BOX, 9, -9, 3 * EIGHTH, False),
        (BOX, 9, 9, 3 * EIGHTH, True),
    ],
)
def test_box_and_polygon(a: Part, x: int, y: int, heading: int, expected: bool) -> None:
    assert meet(a, HULL, x, y, heading=heading) is expected


def test_only_the_line_between_the_middles_finds_a_box_inside() -> None:
    """A box off its own place is tested from there: the line crosses an edge, so it is not met."""
    aside = box(-1, -1, 1, 1)._replace(box=(20 * ONE, 0, 22 * ONE, 2 * ONE))
    big = polygon((-30, -30), (30, -30), (30, 30), (-30, 30), reach_px=43)
    assert meet(aside, big, 0, 10)
    assert not meet(aside, big, 35, 10)


@pytest.mark.parametrize(
    ("edges", "x", "y"),
    [
        *(((40, -1, 42, 1), 40, 0), ((38, -1, 40, 1), 40, 0)),
        *(((-1, 40, 1, 42), 0, 40), ((-1, 38, 1, 40), 0, 40)),
    ],
)
def test_a_middle_on_the_edge_of_a_box_is_in_it(
    edges: tuple[int, int, int, int], x: int, y: int
) -> None:
    """The box is far from its own place, so that the line between the middles says no."""
    big = polygon((-30, -30), (30, -30), (30, 30), (-30, 30), reach_px=43)
    assert meet(box(*edges), big, x, y)
    towards = -1 if edges[0] == x or edges[1] == y else 1
    assert not meet(box(*edges), big, x + towards * bool(x), y + towards * bool(y))


def test_the_middle_of_a_box_is_its_parts_own() -> None:
    big = polygon((-30, -30), (30, -30), (30, 30), (-30, 30), reach_px=43)
    east = box(-1, -1, 1, 1)._replace(dx=20 * ONE)
    assert meet(east, big, 0, 0)
    assert meet(east, big, 25, 0)
    assert not meet(east, big, -15, 0)
    south = box(-1, -1, 1, 1)._replace(dy=20 * ONE)
    assert meet(south, big, 0, 25)
    assert not meet(south, big, 0, -15)


@pytest.mark.parametrize(
    ("x", "y", "a_heading", "heading", "expected"),
    [
        (8, 0, NORTH, NORTH, True),
        (9, 0, NORTH, NORTH, False),
        (9, 0, NORTH, EAST, True),
        (9, 0, EAST, EAST, True),
        (0, 9, EAST, EAST, False),
        (0, 0, NORTH, NORTH, True),
        (8, 8, EIGHTH, EIGHTH, False),
        (8, 8, 3 * EIGHTH, 3 * EIGHTH, True),
    ],
)
def test_two_polygons(x: int, y: int, a_heading: int, heading: int, expected: bool) -> None:
    assert meet(HULL, HULL, x, y, a_heading=a_heading, heading=heading) is expected


def test_a_polygon_in_another_is_met_wherever_it_is() -> None:
    small = polygon((-1, -1), (1, -1), (1, 1), (-1, 1), reach_px=2)
    assert meet(HULL, small, 1, 4)
    assert meet(HULL, small, 0, 0)
    assert not meet(HULL, small, 6, 0)


def test_of_two_polygons_the_line_between_their_middles_decides_without_crossing_edges() -> None:
    """Side by side it leaves the first and enters the second: not met."""
    assert not meet(HULL, HULL, 10, 0)
    for long, x, y in (
        (polygon((-2, -2), (30, -2), (30, 2), (-2, 2), reach_px=31), -10, 0),
        (polygon((-2, -2), (2, -2), (2, 30), (-2, 30), reach_px=31), 0, -10),
    ):
        small = polygon((-2, -2), (2, -2), (2, 2), (-2, 2), reach_px=12)
        assert not meet(long, small, x, y)  # the line leaves it at the short end
        assert meet(long, small, -x, -y)
    ring = polygon((-2, -2), (2, -2), (2, 2), (-2, 2), reach_px=12)
    assert not meet(HULL, ring, 8, 0)
    assert meet(ring, HULL, 1, 0)


@pytest.mark.parametrize(
    ("way", "x", "y", "expected"),
    [
        ((0, 0), 0, 0, True),
        ((30, 0), -5, 0, True),  # the new place is on the edge
        ((30, 0), 15, 0, True),  # flown through
        ((30, 0), 15, 6, False),
        ((30, 30), 20, 0, False),  # boxes meet, the way does not
        ((30, 30), 15, 15, True),
        ((3, 0), 9, 0, False),
        ((-30, 0), 15, 0, False),
    ],
)
def test_the_way_of_a_shell_and_a_box(way: tuple[int, int], x: int, y: int, expected: bool) -> None:
    assert meet(sweep(*way), BOX, x, y) is expected


@pytest.mark.parametrize(
    ("way", "x", "y", "heading", "expected"),
    [
        ((30, 0), 0, 0, NORTH, True),
        ((30, 0), 15, 0, NORTH, False),  # flown through within a tick: no hit
        ((0, 30), 0, 7, NORTH, True),
        ((0, 30), 0, 8, NORTH, False),
        ((0, 30), 6, 0, NORTH, False),
        ((0, 30), 6, 0, EAST, True),
    ],
)
def test_only_the_end_of_a_way_hits_a_polygon(
    way: tuple[int, int], x: int, y: int, heading: int, expected: bool
) -> None:
    assert meet(sweep(*way), HULL, x, y, heading=heading) is expected


@pytest.mark.parametrize(
    ("old", "new", "hull", "expected"),
    [
        ((9, 9), (6, 9), (5, 4), True),  # ends outside; 3 0 from the corner crosses the west edge
        ((9, 9), (6, 9), (8, 4), False),  # the edge is a pixel too far to the east
        ((6, 9), (9, 9), (5, 4), False),  # away from it
        ((9, 13), (9, 10), (3, 6), True),
        ((9, 10), (9, 13), (3, 6), False),
        ((109, 9), (106, 9), (105, 4), False),  # elsewhere there is no such thing
    ],
)
def test_in_the_corner_of_the_map_the_way_alone_hits_a_polygon(
    old: tuple[int, int], new: tuple[int, int], hull: tuple[int, int], expected: bool
) -> None:
    way = sweep(old[0] - new[0], old[1] - new[1])
    box_ = polygon((-3, -5), (3, -5), (3, 4), (-3, 4))
    at = Placed((), new[0] * ONE, new[1] * ONE, 0)
    there = Placed((), hull[0] * ONE, hull[1] * ONE, 0)
    assert parts_meet(way, at, box_, there) is expected


@pytest.mark.parametrize("other", [sweep(5, 0), POINT])
def test_ways_meet_neither_each_other_nor_points(other: Part) -> None:
    assert not meet(sweep(5, 0), other, 0, 0)


def test_parts_lie_off_their_objects_place() -> None:
    aside = BOX._replace(dx=20 * ONE, dy=-10 * ONE)
    assert meet(POINT, aside, -20, 10)
    assert not meet(POINT, aside, 0, 0)
    hull = HULL._replace(dx=20 * ONE)
    assert meet(POINT, hull, -20, 0)
    assert meet(BOX, hull, -20, 0)
    assert meet(sweep(1, 0), hull, -20, 0)
    assert not meet(BOX, hull, 0, 0)
    north = HULL._replace(dy=-20 * ONE)
    for other in (POINT, BOX, sweep(1, 0), HULL):
        assert meet(other, north, 0, 20)
        assert not meet(other, north, 0, -20)


# -- the walk --------------------------------------------------------------------------------------


def part(low: int, high: int, *, solid: int = 1, mask: int = 0xFF, aside: int = 0) -> Part:
    return box(-2, -2, 2, 2)._replace(
        low=low * ONE, high=high * ONE, solid=solid, mask=mask, dx=aside * ONE
    )


def walk(a: Shape, b: Shape, *, z: int = 0, bz: int = 0) -> Overlap | None:
    return overlap(Placed(a, 0, 0, z * ONE), Placed(b, 0, 0, bz * ONE))


def test_the_pair_is_told_with_the_bits_of_both() -> None:
    mine, other = part(0, 5, solid=2), part(0, 5, solid=0x10)
    assert walk((mine,), (other,)) == Overlap(0x12, mine, other)


def test_nothing_meets_nothing() -> None:
    assert walk((), (part(0, 5),)) is None
    assert walk((part(0, 5),), ()) is None


def test_only_the_movers_mask_is_asked() -> None:
    assert walk((part(0, 5, solid=2, mask=1),), (part(0, 5, solid=1, mask=0),))
    assert walk((part(0, 5, mask=2),), (part(0, 5, solid=1),)) is None


def test_the_first_parts_alone_decide_whether_there_is_any_overlap() -> None:
    mine = (part(0, 5, mask=2), part(0, 5, mask=1))
    other = (part(0, 5, solid=1),)
    assert walk(mine, other) is None
    assert walk(mine[::-1], other)


@pytest.mark.parametrize(("z", "met"), [(0, True), (5, True), (6, False), (-5, True), (-6, False)])
def test_heights_include_their_ends(z: int, met: bool) -> None:
    assert bool(walk((part(0, 5),), (part(0, 5),), z=z)) is met
    assert bool(walk((part(0, 5),), (part(0, 5),), bz=z)) is met


def test_a_part_that_is_too_low_is_left_for_the_next() -> None:
    trunk, canopy = part(0, 10), part(10, 13)
    found = walk((part(0, 2),), (trunk, canopy), z=12)
    assert found
    assert found.other is canopy


def test_what_comes_after_a_part_above_the_mover_is_not_looked_at() -> None:
    assert walk((part(0, 2),), (part(10, 13), part(0, 10))) is None
    assert walk((part(0, 10),), (part(10, 13), part(0, 10)))


def test_a_mover_with_two_parts_goes_on_with_the_upper_where_the_lower_is_too_low() -> None:
    mine = (part(0, 2), part(8, 10))
    found = walk(mine, (part(7, 9),))
    assert found
    assert found.own is mine[1]


def test_parts_beside_each_other_are_all_looked_at() -> None:
    for first in (0, -10, -20, -30):
        posts = tuple(part(0, 5, aside=first + x) for x in (0, 10, 20, 30))
        found = walk((part(0, 5),), posts)
        assert found
        assert found.other is posts[-first // 10]
        found = walk(posts, (part(0, 5),))
        assert found
        assert found.own is posts[-first // 10]


def test_bits_of_later_parts_are_asked_one_by_one() -> None:
    shells_only = part(0, 5, solid=0x80)
    found = walk(
        (part(0, 5, mask=0x21),), (part(0, 5, aside=9), shells_only, part(0, 5, solid=0x20))
    )
    assert found
    assert found.other.solid == 0x20


def test_of_two_that_have_more_parts_the_lower_one_goes_on() -> None:
    """So some pairs are never compared: the low part of the one with the second of the other."""
    low, high = part(0, 5, aside=9), part(4, 9, aside=-9)
    first, second = part(1, 5, aside=30), part(1, 3, aside=9)
    assert walk((low, high), (first, second)) is None
    assert walk((low,), (first, second))


@pytest.mark.parametrize(
    ("a_low", "b_low", "z", "bz", "own_goes_on"),
    [
        (0, 0, 0, 0, False),  # as low as the other: the other's next part
        (0, 1, 0, 0, True),
        (1, 0, 0, 0, False),
        (0, 1, 2, 0, False),  # heights are those of the places, too
        (1, 0, 0, 2, True),
    ],
)
def test_whose_next_part_comes_when_both_have_one(
    a_low: int, b_low: int, z: int, bz: int, own_goes_on: bool
) -> None:
    """Each one's first part meets only the other's second."""
    a = (part(a_low, 9, aside=30), part(a_low, 9, aside=0))
    b = (part(b_low, 9, aside=0), part(b_low, 9, aside=30))
    found = walk(a, b, z=z, bz=bz)
    assert found
    assert (found.own, found.other) == ((a[1], b[0]) if own_goes_on else (a[0], b[1]))


def test_reach_holds_all_parts() -> None:
    shape = (part(0, 5, aside=-7), part(4, 9, aside=3))
    assert reach(shape) == tuple(px(-9, -2, 5, 2, 0, 9))
    assert reach(shape[:1]) == tuple(px(-9, -2, -5, 2, 0, 5))
    assert reach(()) == (0, 0, 0, 0, 0, 0)
