"""The plain loop that the sweeps of the clip model are compared with.

Every brush of the map is tested, one after the other: its box against the sweep's first, then
side by side (collision: Brush trace). What a sweep needs of a map is prepared as one would: boxes
and planes in lists. Curves and terrain are left out, to this loop's advantage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from uoserver.bsp.vectors import Vec3
    from uoserver.collision import ClipModel

EPSILON: Final = 0.125


class Brush(NamedTuple):
    """Contents, box, and planes as normal and distance."""

    contents: int
    mins: Vec3
    maxs: Vec3
    planes: list[tuple[Vec3, float]]


def load(clip: ClipModel) -> list[Brush]:
    """Return the world's brushes: those that a leaf names."""
    numbers = sorted({number for leaf in clip.leaves for number in leaf.brushes})
    owned = {number for model in clip.inline[1:] for number in model.brushes}
    return [
        Brush(
            brush.contents,
            brush.mins,
            brush.maxs,
            [((nx, ny, nz), dist) for nx, ny, nz, dist, _ in brush.planes],
        )
        for brush in (clip.brushes[number] for number in numbers if number not in owned)
    ]


def sweep(brushes: list[Brush], start: Vec3, end: Vec3, mins: Vec3, maxs: Vec3, mask: int) -> float:
    """Return the fraction at which an upright capsule stops."""
    center = [(low + high) / 2 for low, high in zip(mins, maxs, strict=True)]
    start_x, start_y, start_z = (s + c for s, c in zip(start, center, strict=True))
    end_x, end_y, end_z = (e + c for e, c in zip(end, center, strict=True))
    half_x, half_z = maxs[0] - center[0], maxs[2] - center[2]
    radius = min(half_x, half_z)
    offset = half_z - radius
    low = (
        min(start_x, end_x) - radius - 1,
        min(start_y, end_y) - radius - 1,
        min(start_z, end_z) - half_z - 1,
    )
    high = (
        max(start_x, end_x) + radius + 1,
        max(start_y, end_y) + radius + 1,
        max(start_z, end_z) + half_z + 1,
    )
    best = 1.0
    for brush in brushes:
        if not brush.contents & mask:
            continue
        brush_mins, brush_maxs = brush.mins, brush.maxs
        if (
            high[0] < brush_mins[0]
            or low[0] > brush_maxs[0]
            or high[1] < brush_mins[1]
            or low[1] > brush_maxs[1]
            or high[2] < brush_mins[2]
            or low[2] > brush_maxs[2]
        ):
            continue
        distances = [
            (brush_mins[0] - start_x - radius, brush_mins[0] - end_x - radius),
            (brush_mins[1] - start_y - radius, brush_mins[1] - end_y - radius),
            (brush_mins[2] - start_z - half_z, brush_mins[2] - end_z - half_z),
            (start_x - brush_maxs[0] - radius, end_x - brush_maxs[0] - radius),
            (start_y - brush_maxs[1] - radius, end_y - brush_maxs[1] - radius),
            (start_z - brush_maxs[2] - half_z, end_z - brush_maxs[2] - half_z),
        ]
        for (nx, ny, nz), dist in brush.planes:
            away = dist + radius + abs(nz * offset)
            distances.append(
                (
                    nx * start_x + ny * start_y + nz * start_z - away,
                    nx * end_x + ny * end_y + nz * end_z - away,
                )
            )
        fraction = clip(distances)
        if fraction is not None and fraction < best:
            best = fraction
    return best


def clip(distances: list[tuple[float, float]]) -> float | None:
    """Return where a sweep enters a brush, by its distances to all sides; None for a miss."""
    enter, leave = 0.0, 1.0
    entered = left = False
    for d1, d2 in distances:
        if d1 > 0:
            if d2 >= EPSILON or d2 >= d1:
                return None
            entered = True
            enter = max(enter, (d1 - EPSILON) / (d1 - d2))
        elif d2 > 0:
            left = True
            leave = min(leave, d1 / (d1 - d2))
    if not entered:
        return 1.0 if left else 0.0
    return enter if enter < leave else None
