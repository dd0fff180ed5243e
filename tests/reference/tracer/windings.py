"""Convex polygons on a plane, cut down by other planes (collision2: 2, Validation)."""

from __future__ import annotations

from typing import Final

from tests.reference.tracer.vectors import AXES, Vec, along, cross, dot, scale, sub, unit

WORLD_SIZE: Final = 131072.0
ON_PLANE: Final = 0.1

Winding = list[Vec]


def whole_plane(normal: Vec, distance: float) -> Winding:
    """Return a square on the plane that reaches past the world on all sides."""
    heaviest = max((0, 1, 2), key=lambda axis: abs(normal[axis]))
    up = AXES[0] if heaviest == 2 else AXES[2]
    up = unit(along(up, normal, -dot(up, normal))) or up
    right = cross(up, normal)
    centre = scale(normal, distance)
    reach = 2 * WORLD_SIZE
    corners = ((-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0))
    return [along(along(centre, right, x * reach), up, y * reach) for x, y in corners]


def chop(winding: Winding, normal: Vec, distance: float) -> Winding:
    """Keep what lies in front of the plane; points within `ON_PLANE` of it stay. May be empty."""
    heights = [dot(point, normal) - distance for point in winding]
    if not any(height > ON_PLANE for height in heights):
        return []
    if not any(height < -ON_PLANE for height in heights):
        return winding
    kept: Winding = []
    for k, point in enumerate(winding):
        height, following = heights[k], heights[(k + 1) % len(heights)]
        if height >= -ON_PLANE:
            kept.append(point)
        crosses = (height > ON_PLANE and following < -ON_PLANE) or (
            height < -ON_PLANE and following > ON_PLANE
        )
        if crosses:
            other = winding[(k + 1) % len(winding)]
            kept.append(along(point, sub(other, point), height / (height - following)))
    return kept


def in_world(winding: Winding) -> bool:
    """Whether a winding is a polygon of the size and place that a facet may have."""
    for axis in (0, 1, 2):
        low = min(point[axis] for point in winding)
        high = max(point[axis] for point in winding)
        if high - low > WORLD_SIZE or low >= WORLD_SIZE or high <= -WORLD_SIZE:
            return False
    return True
