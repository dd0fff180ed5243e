"""Which floor of a map is its ground: a walk over the lattice from where players appear."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from math import floor
from typing import Final

from uoserver.bsp.vectors import Vec3
from uoserver.collision import ZERO, ClipModel, Trace

from .ground import DROP, HULL_MASK, STEP
from .lattice import BOTH_WAYS, ONE_WAY, Frame, Lattice

STRIDE: Final = 16.0
"""Between places at which a climb is looked at: what rises less than 45 degrees has no step."""
LIFTS: Final = (1.0, 18.0, 40.0)
"""Heights above a spawn point from which its floor is looked for: mappers set them into it."""
ALIKE: Final = 1.0
"""Floors of two ways to a node that are one."""


class Walk:
    """Steps of a walk over ground, by point traces."""

    def __init__(self, clip: ClipModel, frame: Frame) -> None:
        self._clip: Final = clip
        self._frame: Final = frame
        self._strides: Final = max(1, int(frame.step / STRIDE))

    def down(self, x: float, y: float, high: float) -> Trace | None:
        """Return the trace to the ground below a place, None in solids and without a ground."""
        trace = self._clip.trace((x, y, high), (x, y, high - DROP), ZERO, ZERO, HULL_MASK)
        return None if trace.startsolid or trace.fraction == 1.0 else trace

    def to(self, start: Vec3, x: float, y: float) -> float | None:
        """Return the height at which a walk from the ground of a place gets to another.

        None where it does not: something rises by more than a step, or a ledge is seen only
        through the face that leads down to it. The two are at most about a node apart.
        """
        z, reach = start[2], float(self._frame.step)
        direct = self.down(x, y, z + reach + STEP)
        if direct is not None:
            there = direct.endpos[2]
            if there > z + STEP:
                return there if self._climbs(start, direct) else None
            if there >= z - reach - STEP:
                return there
            # A cliff seen from below is no ledge: terrain stops only what comes from its front.
            high = z + reach + STEP
            way = self._clip.trace((start[0], start[1], high), (x, y, high), ZERO, ZERO, HULL_MASK)
            return None if way.fraction < 1.0 or way.startsolid else there
        return self._crawl(start, x, y, self._strides)

    def _climbs(self, start: Vec3, direct: Trace) -> bool:
        """Return whether a way up to what was seen from above has no step.

        A slope that both ends lie on has none. What a stride can see from where it is was seen.
        """
        x, y, there = direct.endpos
        nx, ny, nz = direct.normal
        if nz > 0.0 and there - start[2] <= STEP * self._strides:
            foot = there + (nx * (x - start[0]) + ny * (y - start[1])) / nz
            if abs(foot - start[2]) <= ALIKE:
                return True
        z = self._crawl(start, x, y, self._strides - 1)
        return z is not None and z - STEP - STRIDE <= there <= z + STEP

    def _crawl(self, start: Vec3, x: float, y: float, strides: int) -> float | None:
        """Go so many strides towards a place, each from a step above the last ground."""
        fx, fy, z = start
        for number in range(1, strides + 1):
            part = number / self._strides
            at = self.down(fx + (x - fx) * part, fy + (y - fy) * part, z + STEP)
            if at is None or at.endpos[2] < z - STEP - STRIDE:
                return None
            z = at.endpos[2]
        return z


def floor_under(walk: Walk, point: Vec3) -> Vec3 | None:
    """Return the floor of a spawn point, None for one in a solid or over nothing."""
    x, y, z = point
    for lift in LIFTS:
        trace = walk.down(x, y, z + lift)
        if trace is not None:
            return trace.endpos
    return None


def flood(walk: Walk, frame: Frame, floors: Iterable[Vec3]) -> Lattice | None:
    """Return the lattice of the ground that can be walked to from some floors, None for none.

    Walks go out from all at once, so that of two floors above each other the one nearer to a spawn
    point counts.
    """
    spread = _Spread(walk, frame)
    starts = list(floors)
    spread.go(starts, both=True)
    spread.go(starts, both=False)
    return _filled(frame, spread.levels, spread.reached)


class _Spread:
    """Heights of the nodes that were come to, and how: 1 one way, 2 there and back."""

    def __init__(self, walk: Walk, frame: Frame) -> None:
        count = frame.columns * frame.rows
        self.levels: Final[list[float]] = [0.0] * count
        self.reached: Final = bytearray(count)
        self._walk: Final = walk
        self._frame: Final = frame
        self._queue: Final[deque[int]] = deque()
        self._closed: Final[set[tuple[int, int]]] = set()
        """Ways that no walk goes, from node to node."""

    def go(self, starts: Iterable[Vec3], *, both: bool) -> None:
        """Walk on from some floors and from all nodes so far; ``both``: only where one can go back.

        So the yard that one can leave again is found before the ditch that one falls into.
        """
        columns, rows = self._frame.columns, self._frame.rows
        self._queue.extend(node for node, how in enumerate(self.reached) if how)
        for start in starts:
            for node in _corners(self._frame, start):
                if not self.reached[node]:
                    self._visit(start, node, both)
        while self._queue:
            node = self._queue.popleft()
            start = (*self._place(node), self.levels[node])
            for there in neighbours(node, columns, rows):
                way = (node, there)
                if self.reached[there] or way in self._closed:
                    continue
                if not self._visit(start, there, both):
                    self._closed.add(way)

    def _visit(self, start: Vec3, node: int, both: bool) -> bool:
        """Go to a node if one may; return whether a walk gets there at all."""
        x, y = self._place(node)
        level = self._walk.to(start, x, y)
        if level is None:
            return False
        if both and level < start[2] - STEP:
            back = self._walk.to((x, y, level), start[0], start[1])
            if back is None or abs(back - start[2]) > ALIKE:
                return True
        self.levels[node] = level
        self.reached[node] = BOTH_WAYS if both else ONE_WAY
        self._queue.append(node)
        return True

    def _place(self, node: int) -> tuple[float, float]:
        frame = self._frame
        row, column = divmod(node, frame.columns)
        return float(frame.west + column * frame.step), float(frame.south + row * frame.step)


def _corners(frame: Frame, floor: Vec3) -> Iterator[int]:
    """Yield the nodes around a place inside the lattice."""
    column = int((floor[0] - frame.west) // frame.step)
    row = int((floor[1] - frame.south) // frame.step)
    for up in (row, row + 1):
        for along in (column, column + 1):
            if 0 <= along < frame.columns and 0 <= up < frame.rows:
                yield up * frame.columns + along


def neighbours(node: int, columns: int, rows: int) -> Iterator[int]:
    """Yield the nodes to the west, east, south and north of one."""
    row, column = divmod(node, columns)
    if column:
        yield node - 1
    if column + 1 < columns:
        yield node + 1
    if row:
        yield node - columns
    if row + 1 < rows:
        yield node + columns


def _filled(frame: Frame, levels: list[float], reached: bytearray) -> Lattice | None:
    """Give each node that was not reached the level of the nearest one, by the ways over nodes."""
    columns, rows = frame.columns, frame.rows
    queue = deque(node for node, how in enumerate(reached) if how)
    if not queue:
        return None
    known = bytearray(map(bool, reached))
    whole = [floor(level) for level in levels]
    while queue:
        node = queue.popleft()
        for there in neighbours(node, columns, rows):
            if not known[there]:
                known[there], whole[there] = 1, whole[node]
                queue.append(there)
    return Lattice(*frame, tuple(whole), bytes(reached))
