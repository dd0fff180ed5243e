"""The cells around a mover, and the static objects in them that it can be near enough to meet.

Nothing here decides a meeting: what is ruled out is certainly apart, all else is looked at.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from .grid import SIZE
from .kernel.fixmath import CELL, HALF_CELL, ONE
from .shapes import reach
from .tables.statics import STATICS, Static

PIXEL: Final = 16
"""Bits behind the point of a place."""
CELL_PX: Final = CELL >> PIXEL
SAME, BEFORE, BEHIND = 1, 2, 4
"""Bits of the mover's own column or row, of the one to the west or north, and of the other."""
_SIDES: Final = ((SAME, 0), (BEFORE, -1), (BEHIND, 1))
_MOST_JITTER: Final = 12 * ONE
_MOST_CELLS: Final = 1024
_MOST_STRIPES: Final = 4096
"""Entries kept; hulls need 256, and the ways of shells must not take all memory."""


@lru_cache(maxsize=_MOST_CELLS)
def cells_around(
    column: int, row: int, north: bool
) -> tuple[tuple[tuple[int, int, int], ...], bool]:
    """Return the cells to look into, in order, and whether one is off the map (rules: Collision).

    Each comes with the bits of its column and row. Without ``north`` those of the row above are
    off the map.
    """
    inside = [
        ((row + down) * SIZE + column + across, column_bit, row_bit)
        for row_bit, down in _SIDES
        for column_bit, across in _SIDES
        if 0 <= row + down < SIZE and 0 <= column + across < SIZE and (north or down >= 0)
    ]
    return tuple(inside), len(inside) < len(_SIDES) ** 2


def _span(static: Static, axis: int) -> tuple[int, int] | None:
    """Return the first and last pixel, from its cell's edge, that a static object can be at."""
    if not static.shape:
        return None
    by = _MOST_JITTER if static.jitter else 0
    around = reach(static.shape)
    low, high = around[axis] - by, around[axis + 2] + by
    return (HALF_CELL + low >> PIXEL, HALF_CELL + high >> PIXEL)


_SPANS_OF: Final = tuple([_span(static, axis) for static in STATICS] for axis in (0, 1))
_SPANS: Final = tuple(tuple(dict.fromkeys(spans)) for spans in _SPANS_OF)
"""The different ones along each axis."""
_SPAN_NUMBERS: Final = tuple(
    bytes(map(spans.index, each)) for spans, each in zip(_SPANS, _SPANS_OF, strict=True)
)
HEIGHTS: Final = tuple(reach(static.shape)[4:] for static in STATICS)
"""Lowest and highest place of each static object."""


@lru_cache(maxsize=_MOST_STRIPES)
def near(axis: int, first: int, last: int) -> bytes:
    """Return for each static object in which columns (axis 0) or rows (1) a mover may meet it.

    The mover is at pixels ``first`` to ``last`` from the edge of its own cell. Rounding down keeps
    the order of places, so who is apart in whole pixels is apart. Heights are not looked at. For
    each of nine cells this is a look-up instead of up to six comparisons.
    """
    bits = bytearray(256)
    for number, span in enumerate(_SPANS[axis]):
        for bit, side in _SIDES:
            edge = side * CELL_PX
            if span and edge + span[0] <= last and edge + span[1] >= first:
                bits[number] |= bit
    return _SPAN_NUMBERS[axis].translate(bits)
