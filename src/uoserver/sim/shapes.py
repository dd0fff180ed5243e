"""Shapes as ordered lists of parts, and whether two of them overlap (rules: Collision).

Lists run from the bottom up: the steps of the walk only meet all parts in that order. A part is a
point, a box, a polygon that turns with its object, or the way a shell just went. Its ``solid``
bits say what it is, its ``mask`` what it meets; of two objects the mover's mask is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from .fixmath import ONE
from .headings import STEP_SHIFT, STEPS, YAW, transform

Point = tuple[int, int]
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


# -- turned polygons -------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def turned(corners: tuple[Point, ...], step: int) -> tuple[Point, ...]:
    """Return a polygon turned by a number of 64ths of a turn."""
    if not step:
        return corners
    matrix = YAW[step]
    return tuple((v[0], v[1]) for v in (transform((x, y, 0), matrix) for x, y in corners))


def _corners(part: Part, x: int, y: int, heading: int) -> list[Point]:
    """Return a polygon's corners where its object is."""
    x, y = x + part.dx, y + part.dy
    step = heading >> STEP_SHIFT & STEPS - 1
    return [(x + cx, y + cy) for cx, cy in turned(part.corners, step)]


def _edges(corners: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def _box_at(part: Part, x: int, y: int) -> Box:
    west, north, east, south = part.box
    x, y = x + part.dx, y + part.dy
    return (west + x, north + y, east + x, south + y)


def _box_corners(box: Box) -> list[Point]:
    west, north, east, south = box
    return [(west, north), (east, north), (east, south), (west, south)]


# -- tests in the plane ----------------------------------------------------------------------------


def cross(a1: Point, a2: Point, b1: Point, b2: Point) -> bool:
    """Return whether two lines cross or touch, in whole pixels; also where they lie on each other.

    Differences are rounded down to pixels before anything else.
    """
    ax, ay = a2[0] - a1[0] >> 16, a2[1] - a1[1] >> 16
    bx, by = b2[0] - b1[0] >> 16, b2[1] - b1[1] >> 16
    ox, oy = b1[0] - a1[0] >> 16, b1[1] - a1[1] >> 16
    under = by * ax - ay * bx
    along_b = ay * ox - oy * ax
    along_a = by * ox - oy * bx
    if under > 0:
        return 0 <= along_a <= under and 0 <= along_b <= under
    if under < 0:
        return under <= along_a <= 0 and under <= along_b <= 0
    if along_a or along_b:
        return False
    return _meet(0, ax, ox, ox + bx) and _meet(0, ay, oy, oy + by)


def _meet(a1: int, a2: int, b1: int, b2: int) -> bool:
    return min(a1, a2) <= max(b1, b2) and min(b1, b2) <= max(a1, a2)


def _crosses_any(start: Point, end: Point, edges: Iterable[tuple[Point, Point]]) -> bool:
    return any(cross(start, end, one, other) for one, other in edges)


def _boxes_meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _in_box(point: Point, box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _middle(part: Part, at: Placed) -> Point:
    return (at.x + part.dx, at.y + part.dy)


def _edges_of(part: Part, at: Placed) -> list[tuple[Point, Point]]:
    return _edges(_corners(part, at.x, at.y, at.heading))


def _point_point(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    return _middle(a, at) == _middle(b, there)


def _point_box(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    return _in_box(_middle(a, at), _box_at(b, there.x, there.y))


def _point_polygon(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    point = _middle(a, at)
    if not _in_box(point, _box_at(b, there.x, there.y)):
        return False
    return not _crosses_any(point, _middle(b, there), _edges_of(b, there))


def _box_box(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    return _boxes_meet(_box_at(a, at.x, at.y), _box_at(b, there.x, there.y))


def _box_polygon(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    box = _box_at(a, at.x, at.y)
    if not _boxes_meet(box, _box_at(b, there.x, there.y)):
        return False
    middle = _middle(b, there)
    if _in_box(middle, box):
        return True
    edges = _edges_of(b, there)
    if any(_crosses_any(one, other, edges) for one, other in _edges(_box_corners(box))):
        return True
    return not _crosses_any(_middle(a, at), middle, edges)


def _polygon_polygon(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    if not _box_box(a, at, b, there):
        return False
    a_edges, b_edges = _edges_of(a, at), _edges_of(b, there)
    if any(_crosses_any(one, other, b_edges) for one, other in a_edges):
        return True
    # One may lie in the other: where does the line between their middles leave the first?
    start, end = _middle(a, at), _middle(b, there)
    if any(cross(start, end, one, other) for one, other in a_edges):
        return not _crosses_any(start, end, b_edges)
    return True


def _sweep_box(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    box = _box_at(b, there.x, there.y)
    if not _boxes_meet(_box_at(a, at.x, at.y), box):
        return False
    new = (at.x, at.y)
    if _in_box(new, box):
        return True
    dx, dy = a.corners[0]
    return _crosses_any(new, (at.x + dx, at.y + dy), _edges(_box_corners(box)))


def _sweep_polygon(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    """Only the new place counts: a shell hits a hull when a tick of its flight ends in it.

    (The original first compares the way itself, without its place, with the edges as they lie in
    the world: practically never true, and left out.)
    """
    if not _box_box(a, at, b, there):
        return False
    return not _crosses_any((at.x, at.y), _middle(b, there), _edges_of(b, there))


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
