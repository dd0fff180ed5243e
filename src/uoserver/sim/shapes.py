"""Shapes as ordered lists of parts, and whether two of them overlap (rules: Collision).

Lists run from the bottom up: the steps of the walk only meet all parts in that order. A part is a
point, a box, a polygon that turns with its object, or the way a shell just went. Its ``solid``
bits say what it is, its ``mask`` what it meets; of two objects the mover's mask is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Final, NamedTuple

from .kernel.fixmath import ONE
from .kernel.headings import STEP_SHIFT, STEPS
from .kernel.lines import Edge, Point, crosses, edges_of
from .outlines import Outline, edges_cross, outline_of, sides_cross

Box = tuple[int, int, int, int]
"""West, north, east and south edge."""


class Form(IntEnum):
    """What a part is."""

    POINT = 1
    BOX = 2
    POLYGON = 3
    SWEEP = 4


class Zone(IntEnum):
    """What a part that is no obstacle but a place to stop at gives."""

    NONE = 0
    FUEL = 1
    AMMUNITION = 2
    GATE = 3


class Part(NamedTuple):
    """One part of a shape, in 16.16 pixels round (``dx``, ``dy``) from the object's place.

    ``box`` holds the part at heading 0 and is never turned; a polygon's must hold it at every
    heading. ``pickup`` marks a zone.
    """

    form: Form
    solid: int
    mask: int
    low: int
    high: int
    box: Box
    corners: tuple[Point, ...] = ()
    dx: int = 0
    dy: int = 0
    pickup: bool = False
    zone: Zone = Zone.NONE


Shape = tuple[Part, ...]


class Placed(NamedTuple):
    """A shape somewhere: place and heading as its object has them."""

    shape: Shape
    x: int
    y: int
    z: int
    heading: int = 0


class Overlap(NamedTuple):
    """The first pair of parts that overlap, and the solid bits of both."""

    solid: int
    own: Part
    other: Part


def px(*values: float) -> tuple[int, ...]:
    """Return pixels as 16.16, for tables."""
    return tuple(int(value * ONE) for value in values)


# -- tests in the plane ----------------------------------------------------------------------------
# Polygons are tested round their own middle, so that their edges need not be moved.


def _box_at(part: Part, x: int, y: int) -> Box:
    west, north, east, south = part.box
    x, y = x + part.dx, y + part.dy
    return (west + x, north + y, east + x, south + y)


def _boxes_meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _in_box(point: Point, box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _middle(part: Part, at: Placed) -> Point:
    return (at.x + part.dx, at.y + part.dy)


def _outline_at(part: Part, at: Placed) -> Outline:
    return outline_of(part.corners, at.heading >> STEP_SHIFT & STEPS - 1)


def _box_edges(box: Box) -> tuple[Edge, ...]:
    west, north, east, south = box
    return edges_of(((west, north), (east, north), (east, south), (west, south)))


def _round(x: int, y: int, middle: Point) -> Point:
    """Return a place as it lies round a middle."""
    return (x - middle[0], y - middle[1])


def _in_polygon(x: int, y: int, b: Part, there: Placed) -> bool:
    """Return whether the line from a place to a polygon's middle stays inside of it."""
    return not crosses(_round(x, y, _middle(b, there)), (0, 0), _outline_at(b, there).edges)


def _point_point(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    return _middle(a, at) == _middle(b, there)


def _point_box(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    return _in_box(_middle(a, at), _box_at(b, there.x, there.y))


def _point_polygon(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    point = _middle(a, at)
    return _in_box(point, _box_at(b, there.x, there.y)) and _in_polygon(*point, b, there)


def _box_box(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    return _boxes_meet(_box_at(a, at.x, at.y), _box_at(b, there.x, there.y))


def _box_polygon(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    x, y = at.x + a.dx - there.x - b.dx, at.y + a.dy - there.y - b.dy
    a_west, a_north, a_east, a_south = a.box
    west, north, east, south = box = (a_west + x, a_north + y, a_east + x, a_south + y)
    if not _boxes_meet(box, b.box):
        return False
    if west <= 0 <= east and north <= 0 <= south:
        return True
    outline = _outline_at(b, there)
    if sides_cross(box, outline):
        return True
    return not crosses((x, y), (0, 0), outline.edges)


def _polygon_polygon(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    if not _box_box(a, at, b, there):
        return False
    own, others = _outline_at(a, at), _outline_at(b, there)
    dx, dy = start = _round(*_middle(a, at), _middle(b, there))
    if edges_cross(own, dx, dy, others):
        return True
    # One may lie in the other: where does the line between their middles leave the first?
    if crosses((0, 0), (-dx, -dy), own.edges):
        return not crosses(start, (0, 0), others.edges)
    return True


def _sweep_box(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    box = _box_at(b, there.x, there.y)
    if not _boxes_meet(_box_at(a, at.x, at.y), box):
        return False
    new = (at.x, at.y)
    if _in_box(new, box):
        return True
    dx, dy = a.corners[0]
    return crosses(new, (at.x + dx, at.y + dy), _box_edges(box))


def _sweep_polygon(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    """Only the new place counts: a shell hits a hull when a tick of its flight ends in it.

    But for a quirk: the way alone, as if it began in the corner of the map, also hits by crossing
    an edge where it lies in the world. That is possible only for hulls in that corner.
    """
    if not _box_box(a, at, b, there):
        return False
    x, y = _middle(b, there)
    edges = _outline_at(b, there).edges
    in_corner = crosses((-x, -y), (a.corners[0][0] - x, a.corners[0][1] - y), edges)
    return in_corner or _in_polygon(at.x, at.y, b, there)


_Test = Callable[[Part, Placed, Part, Placed], bool]
_TESTS: Final[dict[tuple[Form, Form], _Test]] = {
    (Form.POINT, Form.POINT): _point_point,
    (Form.POINT, Form.BOX): _point_box,
    (Form.POINT, Form.POLYGON): _point_polygon,
    (Form.BOX, Form.BOX): _box_box,
    (Form.BOX, Form.POLYGON): _box_polygon,
    (Form.POLYGON, Form.POLYGON): _polygon_polygon,
    (Form.SWEEP, Form.BOX): _sweep_box,
    (Form.SWEEP, Form.POLYGON): _sweep_polygon,
}


def parts_meet(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    """Return whether two parts overlap in the plane; ways of shells do not meet each other."""
    if test := _TESTS.get((a.form, b.form)):
        return test(a, at, b, there)
    if test := _TESTS.get((b.form, a.form)):
        return test(b, there, a, at)
    return False


# -- whole shapes ----------------------------------------------------------------------------------


class Reach(NamedTuple):
    """A box with heights that holds all parts of a shape at every heading, round its place."""

    west: int
    north: int
    east: int
    south: int
    low: int
    high: int


def reach(shape: Shape) -> Reach:
    """Return the box round all parts of a shape."""
    if len(shape) == 1:
        part = shape[0]
        return Reach(*_box_at(part, 0, 0), part.low, part.high)
    boxes = [(*_box_at(part, 0, 0), part.low, part.high) for part in shape] or [(0,) * 6]
    wests, norths, easts, souths, lows, highs = zip(*boxes, strict=True)
    return Reach(min(wests), min(norths), max(easts), max(souths), min(lows), max(highs))


def overlap(one: Placed, other: Placed) -> Overlap | None:
    """Return the first pair of parts that overlap, walking down both lists by height.

    ``one`` is the mover, whose masks are asked. None at once when the first part's mask does not
    hold any of the other first part's bits.
    """
    a_parts, b_parts = one.shape, other.shape
    if not a_parts or not b_parts or not a_parts[0].mask & b_parts[0].solid:
        return None
    za, zb = one.z, other.z
    i = j = 0
    while i < len(a_parts) and j < len(b_parts):
        a, b = a_parts[i], b_parts[j]
        if a.low + za > b.high + zb:
            j += 1
            continue
        if b.low + zb > a.high + za:
            i += 1
            continue
        if b.solid & a.mask and parts_meet(a, one, b, other):
            return Overlap(a.solid | b.solid, a, b)
        a_last, b_last = i + 1 == len(a_parts), j + 1 == len(b_parts)
        if b_last or (not a_last and a.low + za < b.low + zb):
            i += 1
        else:
            j += 1
    return None
