"""The set-up of a trace (collision2: 0. Trace set-up) and its move into a model's space (8)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from tests.reference.tracer.vectors import Vec, add, dot, sub

Rows = tuple[Vec, Vec, Vec]
IDENTITY: Final[Rows] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(slots=True, kw_only=True)
class Sweep:
    """A centred box or capsule on its way from ``start`` to ``end``, in a model's space.

    ``capsule`` is the record's use flag; radius, half height and offset are there for boxes
    too. ``low`` and ``high`` bound all that is swept.
    """

    start: Vec
    end: Vec
    delta: Vec
    mins: Vec
    maxs: Vec
    capsule: bool
    stationary: bool
    point: bool
    radius: float
    half_height: float
    offset: Vec
    extents: Vec
    low: Vec
    high: Vec

    def corner(self, normal: Vec) -> Vec:
        """Return the corner farthest against ``normal``: a negative component picks maxs."""
        mins, maxs = self.mins, self.maxs
        return (
            maxs[0] if normal[0] < 0 else mins[0],
            maxs[1] if normal[1] < 0 else mins[1],
            maxs[2] if normal[2] < 0 else mins[2],
        )

    def spans(self, normal: Vec, distance: float) -> tuple[float, float]:
        """Return the distances of start and end to a plane moved out by the swept shape."""
        if self.capsule:
            offset = self.offset
            toward = dot(normal, offset)
            moved = distance + self.radius
            shift = -toward if toward > 0 else toward
            return (
                dot(normal, self.start) + shift - moved,
                dot(normal, self.end) + shift - moved,
            )
        moved = distance - dot(normal, self.corner(normal))
        return dot(normal, self.start) - moved, dot(normal, self.end) - moved


def swept(start: Vec, end: Vec, mins: Vec, maxs: Vec, *, capsule: bool) -> Sweep:
    """Set a trace up from world positions and an uncentred box."""
    centre = (
        (mins[0] + maxs[0]) / 2,
        (mins[1] + maxs[1]) / 2,
        (mins[2] + maxs[2]) / 2,
    )
    half = sub(maxs, centre)
    radius = min(half[0], half[2])
    return finished(
        start=add(start, centre),
        end=add(end, centre),
        mins=sub(mins, centre),
        maxs=half,
        capsule=capsule,
        stationary=start == end,
        radius=radius,
        half_height=half[2],
        offset=(0.0, 0.0, half[2] - radius),
    )


def finished(
    *,
    start: Vec,
    end: Vec,
    mins: Vec,
    maxs: Vec,
    capsule: bool,
    stationary: bool,
    radius: float,
    half_height: float,
    offset: Vec,
) -> Sweep:
    """Fill in what follows from the rest: delta, extents, swept bounds."""
    extents = (abs(offset[0]) + radius, abs(offset[1]) + radius, abs(offset[2]) + radius)
    near, far = (tuple(-e for e in extents), extents) if capsule else (mins, maxs)
    return Sweep(
        start=start,
        end=end,
        delta=sub(end, start),
        mins=mins,
        maxs=maxs,
        capsule=capsule,
        stationary=stationary,
        point=not stationary and maxs[0] + maxs[1] + maxs[2] == 0,
        radius=radius,
        half_height=half_height,
        offset=offset,
        extents=extents,
        low=(
            min(start[0], end[0]) + near[0],
            min(start[1], end[1]) + near[1],
            min(start[2], end[2]) + near[2],
        ),
        high=(
            max(start[0], end[0]) + far[0],
            max(start[1], end[1]) + far[1],
            max(start[2], end[2]) + far[2],
        ),
    )


def matrix(angles: Vec) -> Rows:
    """Return the rows forward, -right, up of pitch, yaw, roll in degrees (pitch down positive)."""
    sp, cp = math.sin(math.radians(angles[0])), math.cos(math.radians(angles[0]))
    sy, cy = math.sin(math.radians(angles[1])), math.cos(math.radians(angles[1]))
    sr, cr = math.sin(math.radians(angles[2])), math.cos(math.radians(angles[2]))
    return (
        (cp * cy, cp * sy, -sp),
        (sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, sr * cp),
        (cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp),
    )


def turned(rows: Rows, vector: Vec) -> Vec:
    return (dot(rows[0], vector), dot(rows[1], vector), dot(rows[2], vector))


def turned_back(rows: Rows, vector: Vec) -> Vec:
    columns = tuple(zip(*rows, strict=True))
    return (dot(columns[0], vector), dot(columns[1], vector), dot(columns[2], vector))


def into_model(sweep: Sweep, origin: Vec, angles: Vec) -> tuple[Sweep, Rows]:
    """Move a sweep into the space of a model at ``origin``; the rows turn a normal back.

    The box is not turned with it, the capsule's axis is (collision2: 8, with its minus sign
    on y).
    """
    rows = matrix(angles) if any(angles) else IDENTITY
    start, end = sub(sweep.start, origin), sub(sweep.end, origin)
    offset = sweep.offset
    if rows is not IDENTITY:
        start, end = turned(rows, start), turned(rows, end)
        reach = sweep.half_height - sweep.radius
        offset = (rows[0][2] * reach, -rows[1][2] * reach, rows[2][2] * reach)
    moved = finished(
        start=start,
        end=end,
        mins=sweep.mins,
        maxs=sweep.maxs,
        capsule=sweep.capsule,
        stationary=sweep.stationary,
        radius=sweep.radius,
        half_height=sweep.half_height,
        offset=offset,
    )
    return moved, rows
