"""One brush: swept, stood in, looked through, and a point in it.

Sources: collision (Brush trace), collision2 (6. Brushes).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.reference.tracer.hits import UNSTATED, Hit
from tests.reference.tracer.sweep import Sweep
from tests.reference.tracer.vectors import AXES, Vec, dot, overlap, scale

EPSILON: Final = 0.125
"""How far before a side a sweep stops; leaving has no epsilon."""


class Brush(NamedTuple):
    """Six axial sides (``mins`` then ``maxs``), then planes; flags and names in that order."""

    number: int
    mins: Vec
    maxs: Vec
    planes: list[tuple[Vec, float]]
    surface_flags: list[int]
    materials: list[str]
    contents: int


class Span(NamedTuple):
    """Distances of a sweep's start and end to one side."""

    start: float
    end: float
    side: int
    normal: Vec


def spans(brush: Brush, sweep: Sweep) -> Iterator[Span]:
    """Yield the distances to every side in the order in which they are clipped.

    A capsule meets the axial sides as a box of its extents.
    """
    half = sweep.extents if sweep.capsule else sweep.maxs
    for base, sign, bounds in ((0, -1.0, brush.mins), (3, 1.0, brush.maxs)):
        for axis in (0, 1, 2):
            d1 = (sweep.start[axis] - bounds[axis]) * sign - half[axis]
            d2 = (sweep.end[axis] - bounds[axis]) * sign - half[axis]
            yield Span(d1, d2, base + axis, scale(AXES[axis], sign))
    for side, (normal, distance) in enumerate(brush.planes, 6):
        d1, d2 = sweep.spans(normal, distance)
        yield Span(d1, d2, side, normal)


def clipped(brush: Brush, sweep: Sweep, epsilon: float) -> tuple[float, Span | None, bool] | None:
    """Clip the sweep to the brush: where it enters, through which side, whether it ever leaves.

    None: it misses. ``leave <= enter`` is a miss even where no side was entered.
    """
    enter, leave = 0.0, 1.0
    entered: Span | None = None
    leaves = False
    for span in spans(brush, sweep):
        d1, d2 = span.start, span.end
        leaves |= d2 > 0
        if d1 > 0:
            if d2 >= epsilon or d2 >= d1:
                return None
            if enter * (d1 - d2) < d1 - epsilon:
                enter = (d1 - epsilon) / (d1 - d2)
                entered = span
            elif entered is None:
                entered = span
        elif d2 > 0:
            leave = min(leave, d1 / (d1 - d2))
        if leave <= enter:
            return None
    return enter, entered, leaves


def sweep_brush(brush: Brush, sweep: Sweep) -> Hit | None:
    """Sweep against one brush; a start inside it only raises the flags unless it never leaves."""
    found = clipped(brush, sweep, EPSILON)
    if found is None:
        return None
    enter, entered, leaves = found
    if entered is None:
        if leaves:
            return Hit("brush inside", 1.0, startsolid=True)
        return Hit(
            *("brush inside", 0.0),
            gate=0.0,
            startsolid=True,
            allsolid=True,
            contents=UNSTATED,
        )
    return Hit(
        "brush axial side" if entered.side < 6 else "brush plane",
        enter,
        entered.normal,
        gate=enter,
        surface_flags=brush.surface_flags[entered.side],
        contents=brush.contents,
        material=brush.materials[entered.side],
    )


def rest_in_brush(brush: Brush, sweep: Sweep) -> Hit | None:
    """Ask whether a stationary shape stands in the brush: boxes that touch, then the planes."""
    if not overlap(sweep.low, sweep.high, brush.mins, brush.maxs):
        return None
    if any(sweep.spans(normal, distance)[0] > 0 for normal, distance in brush.planes):
        return None
    return Hit(
        *("brush rest", 0.0),
        gate=0.0,
        startsolid=True,
        allsolid=True,
        contents=brush.contents,
    )


def blocks_sight(brush: Brush, sweep: Sweep) -> bool:
    """Clip without any epsilon; only a miss is clear."""
    return clipped(brush, sweep, 0.0) is not None


def point_depth(brush: Brush, point: Vec) -> float:
    """Return how far inside all sides a point is: 0 on a side, negative outside."""
    depth = min(
        min(point[axis] - brush.mins[axis], brush.maxs[axis] - point[axis]) for axis in (0, 1, 2)
    )
    for normal, distance in brush.planes:
        depth = min(depth, distance - dot(normal, point))
    return depth
