"""The planes of a map: each stands in lump 2 once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from uoserver.bsp.vectors import Vec3

NORMAL_EPSILON: Final = 1e-6
DISTANCE_EPSILON: Final = 1e-3
"""Planes that differ by less are one. At the far side of a 10,000-unit map such normals differ
by 0.01 unit, a twelfth of what a trace keeps away from walls."""


def same_plane(
    normal: Vec3,
    distance: float,
    other: Vec3,
    other_distance: float,
    normal_epsilon: float = NORMAL_EPSILON,
    distance_epsilon: float = DISTANCE_EPSILON,
) -> bool:
    """Whether two planes are one within the margins."""
    return (
        abs(distance - other_distance) < distance_epsilon
        and abs(normal[0] - other[0]) < normal_epsilon
        and abs(normal[1] - other[1]) < normal_epsilon
        and abs(normal[2] - other[2]) < normal_epsilon
    )


@dataclass(slots=True)
class PlanePool:
    """Planes as they are first asked for; `planes` holds (normal, distance)."""

    planes: list[tuple[Vec3, float]] = field(default_factory=list)
    _near: dict[int, list[int]] = field(default_factory=dict)

    def index(self, normal: Vec3, distance: float) -> int:
        """Return the number of a plane, added when no earlier one is the same."""
        bucket = int(distance // 1.0)
        for near in (bucket, bucket - 1, bucket + 1):
            for number in self._near.get(near, ()):
                if same_plane(normal, distance, *self.planes[number]):
                    return number
        number = len(self.planes)
        self.planes.append((normal, distance))
        self._near.setdefault(bucket, []).append(number)
        return number
