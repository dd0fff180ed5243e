"""Whether a jeep finds a way from pad to pad, over the lattice of the ground."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Final

from uoserver.collision import ClipModel

from .flood import Walk, neighbours
from .ground import HULL_MASK, STEP
from .lattice import Frame, Lattice

HALF: Final = 48.0
"""Of the box that is swept from node to node: between half the width of a jeep, 36 units, and half
its length, 60. Ways are somewhat wider than it is, so that it can turn."""
HEIGHT: Final = 80.0
"""Of a jeep."""
"""Boxes are held above the ground by a step and half of that: corners must not catch on slopes."""


def find_path(
    clip: ClipModel, lattice: Lattice, start: int, goal: int, closed: Callable[[int], bool]
) -> tuple[int, ...]:
    """Return the nodes of a short way for a jeep from one node to another, empty for none.

    It leads over ground that can be walked to, along the axes, climbs nothing that a jeep does not,
    in both directions, and keeps out of nodes that are ``closed``.
    """
    ways = Ways(clip, lattice, closed)
    rows, columns = lattice.rows, lattice.columns

    def far(node: int) -> int:
        row, column = divmod(node, columns)
        return abs(row - goal // columns) + abs(column - goal % columns)

    before = {start: start}
    costs = {start: 0}
    waiting = [(far(start), start)]
    done: set[int] = set()
    while waiting:
        _, node = heapq.heappop(waiting)
        if node == goal:
            return _traced(before, goal)
        if node in done:
            continue
        done.add(node)
        cost = costs[node] + 1
        for there in neighbours(node, columns, rows):
            if there not in done and cost < costs.get(there, cost + 1) and ways.free(node, there):
                costs[there], before[there] = cost, node
                heapq.heappush(waiting, (cost + far(there), there))
    return ()


def _traced(before: dict[int, int], goal: int) -> tuple[int, ...]:
    nodes = [goal]
    while before[nodes[-1]] != nodes[-1]:
        nodes.append(before[nodes[-1]])
    return tuple(reversed(nodes))


class Ways:
    """Whether a hull of a half width gets from a node to the next, and back."""

    def __init__(
        self,
        clip: ClipModel,
        lattice: Lattice,
        closed: Callable[[int], bool],
        half: float = HALF,
    ) -> None:
        self._half: Final = half
        self._clip: Final = clip
        self._lattice: Final = lattice
        self._closed: Final = closed
        frame = Frame(lattice.step, lattice.west, lattice.south, lattice.columns, lattice.rows)
        self._walk: Final = Walk(clip, frame)

    def free(self, node: int, there: int) -> bool:
        """Return whether the way between two neighbours is free, also those at a corner."""
        lattice = self._lattice
        if not lattice.reached[there] or self._closed(there):
            return False
        low, high = sorted((node, there), key=lambda each: lattice.levels[each])
        (x0, y0), (x1, y1) = lattice.place(low), lattice.place(high)
        # Levels are rounded down: the box is to stand above what they stand for.
        z0, z1 = lattice.levels[low] + 1.0, lattice.levels[high] + 1.0
        if z1 - z0 > STEP:
            climbed = self._walk.to((x0, y0, z0), x1, y1)
            if climbed is None or climbed > z1 + STEP:
                return False
        half = self._half
        mins, maxs = (-half, -half, STEP + half / 2), (half, half, HEIGHT)
        trace = self._clip.trace((x0, y0, z0), (x1, y1, z1), mins, maxs, HULL_MASK)
        return trace.fraction == 1.0 and not trace.startsolid
