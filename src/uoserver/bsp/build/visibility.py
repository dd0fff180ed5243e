"""Visibility rows: a pair of clusters is hidden only where that is proven.

A cluster is a block of the world up to a top height. Lines from cluster A to cluster B run, in
plan, within the convex hull of both, and at each place no higher than a line from top to top
can be there. Going from A to B column by column through the cells of a `PlanField`, a line can
only pass cells that are filled less high than that. When no chain of such cells leads through
the columns between A and B, every line meets ground or solids, and the pair is hidden.

This is said of playable space: nobody looks from under closed ground or from inside solids.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from uoserver.bsp.build.field import PlanField
from uoserver.bsp.build.vec import Box
from uoserver.bsp.records import Visibility

MARGIN: Final = 1.0
"""Cells must be filled this much higher than lines run; covers rounding to binary32."""
STEP: Final = 16.0
"""Heights are looked at in steps of this."""
_ROW_BITS: Final = 32


class Prover:
    """Answers whether two clusters of a world cannot see each other."""

    def __init__(self, field: PlanField) -> None:
        self._field: Final = field
        self._free: Final[dict[tuple[int, int, int], int]] = {}

    def is_hidden(self, a: Box, b: Box) -> bool:
        """Whether no line joins the clusters: True is proven, False may only be unknown."""
        for axis in (0, 1):
            first, second = (a, b) if a.mins[axis] <= b.mins[axis] else (b, a)
            if first.maxs[axis] < second.mins[axis] and self._is_cut(first, second, axis):
                return True
        return False

    def _is_cut(self, a: Box, b: Box, axis: int) -> bool:
        """Whether no chain of free cells leads from `a` to `b`, `a` being lower on the axis."""
        field, across = self._field, 1 - axis
        start, end = a.maxs[axis], b.mins[axis]
        first = math.ceil(start / field.cell) - field.first[axis]
        last = math.floor(end / field.cell) - field.first[axis]
        length = field.size[across]
        height_border = _Border.between(a, b, axis, a.maxs[2], b.maxs[2])
        high_border = _Border.between(a, b, axis, a.maxs[across], b.maxs[across])
        low_border = _Border.between(a, b, axis, -a.mins[across], -b.mins[across])
        reached = -1
        for line in range(first, last):
            low_edge = (line + field.first[axis]) * field.cell
            height = height_border.most(low_edge, low_edge + field.cell)
            low = -low_border.most(low_edge, low_edge + field.cell)
            high = high_border.most(low_edge, low_edge + field.cell)
            cells = field.cells_in(low, high, across)
            hull = ((1 << len(cells)) - 1) << cells.start
            free = self._free_cells(axis, line, height) & hull
            if reached != -1:
                reached |= reached << 1 | reached >> 1
            reached = _flooded(reached & free, free, length)
            if not reached:
                return True
        return False

    def _free_cells(self, axis: int, line: int, height: float) -> int:
        """Return the cells of a column (axis 0) or row that lines up to `height` may pass."""
        level = math.ceil((height + MARGIN) / STEP)
        key = (axis, line, level)
        free = self._free.get(key)
        if free is None:
            filled = self._field.filled
            values = filled[line] if axis == 0 else [column[line] for column in filled]
            free = sum(1 << i for i, value in enumerate(values) if value < level * STEP)
            self._free[key] = free
        return free


class _Border(NamedTuple):
    """How far lines from one box to another can reach in one direction: at + slope * place."""

    at: float
    slope: float

    @classmethod
    def between(cls, a: Box, b: Box, axis: int, reach_a: float, reach_b: float) -> _Border:
        """Return the border for boxes that reach to `reach_a` and `reach_b`, `a` first on the axis.

        Lines that rise are highest, at a fixed place, from the far end of `a` to the near end of
        `b`; those that fall from the near end of `a` to the far end of `b`.
        """
        start, end = (a.mins, b.mins) if reach_b > reach_a else (a.maxs, b.maxs)
        slope = (reach_b - reach_a) / (end[axis] - start[axis])
        return cls(reach_a - slope * start[axis], slope)

    def most(self, low: float, high: float) -> float:
        """Return the border's highest value between two places."""
        return self.at + self.slope * (high if self.slope > 0.0 else low)


def _flooded(seeds: int, free: int, length: int) -> int:
    """Return the runs of `free` bits that hold a seed; runs are flooded in doubling steps."""
    up = down = seeds
    up_path = down_path = free
    shift = 1
    while shift < length:
        up |= up_path & (up << shift)
        down |= down_path & (down >> shift)
        up_path &= up_path << shift
        down_path &= down_path >> shift
        shift *= 2
    return up | down


def visibility_rows(clusters: list[Box | None], field: PlanField) -> Visibility:
    """Return lump 28; a cluster without a box is the sky, which sees everything."""
    prover = Prover(field)
    everything = (1 << len(clusters)) - 1
    rows = [everything] * len(clusters)
    for number, box in enumerate(clusters):
        for other in range(number):
            other_box = clusters[other]
            if box is not None and other_box is not None and prover.is_hidden(box, other_box):
                rows[number] &= ~(1 << other)
                rows[other] &= ~(1 << number)
    row_bytes = (len(clusters) + _ROW_BITS - 1) // _ROW_BITS * (_ROW_BITS // 8)
    return Visibility(
        len(clusters), row_bytes, b"".join(row.to_bytes(row_bytes, "little") for row in rows)
    )
