"""Lines in whole pixels, and the edges of polygons at each of their headings (rules: 2-D tests)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from .headings import YAW, transform

Point = tuple[int, int]
Edge = tuple[int, int, int, int]
"""Where an edge begins (16.16), and the way to its end in whole pixels, rounded down."""


def edges_of(corners: Sequence[Point]) -> tuple[Edge, ...]:
    """Return the edges of a closed polygon."""
    ends = [*corners[1:], *corners[:1]]
    pairs = zip(corners, ends, strict=True)
    return tuple((x, y, to_x - x >> 16, to_y - y >> 16) for (x, y), (to_x, to_y) in pairs)


@lru_cache(maxsize=1024)
def turned(corners: tuple[Point, ...], step: int) -> tuple[Edge, ...]:
    """Return the edges of a polygon turned by a number of 64ths of a turn."""
    if step:
        matrix = YAW[step]
        corners = tuple((v[0], v[1]) for v in (transform((x, y, 0), matrix) for x, y in corners))
    return edges_of(corners)


def crosses(start: Point, end: Point, edges: Iterable[Edge]) -> bool:
    """Return whether a line crosses or touches an edge; also where they lie on each other.

    Differences are rounded down to whole pixels before anything else.
    """
    sx, sy = start
    ax, ay = end[0] - sx >> 16, end[1] - sy >> 16
    for x, y, bx, by in edges:
        ox, oy = x - sx >> 16, y - sy >> 16
        under = by * ax - ay * bx
        along_b = ay * ox - oy * ax
        along_a = by * ox - oy * bx
        if under > 0:
            if 0 <= along_a <= under and 0 <= along_b <= under:
                return True
        elif under < 0:
            if under <= along_a <= 0 and under <= along_b <= 0:
                return True
        elif not along_a and not along_b and _lie(0, ax, ox, bx) and _lie(0, ay, oy, by):
            return True
    return False


def _lie(a: int, a_way: int, b: int, b_way: int) -> bool:
    """Return whether two stretches of one line have a place in common."""
    a_low, a_high = (a, a + a_way) if a_way > 0 else (a + a_way, a)
    b_low, b_high = (b, b + b_way) if b_way > 0 else (b + b_way, b)
    return a_low <= b_high and b_low <= a_high
