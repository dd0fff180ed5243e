"""Sweeps against indexed terrain (collision2: Sweep against triangles).

Terrain is swept with one sphere: the lower cap of a capsule, or the upper one where a patch
faces down. Boxes are capsules here.
"""

from __future__ import annotations

from typing import Final

from uoserver.bsp.vectors import Vec3

from .hull import Hull
from .patch import Patch, PatchHit, PatchRecord
from .terraingrid import TerrainGrid
from .terrainmesh import Triangle
from .terrainsweep import sweep_cap, sweep_line, touches
from .trace import EPSILON


class Terrain(Patch):
    """An indexed terrain patch; `part` are the triangles of a piece of it."""

    __slots__ = ("_grid", "_part", "faces_down")

    def __init__(
        self,
        record: PatchRecord,
        grid: TerrainGrid,
        faces_down: bool,
        part: list[Triangle] | None = None,
    ) -> None:
        super().__init__(record)
        self._grid: Final = grid
        self.faces_down: Final = faces_down
        self._part: Final = part

    def within(self, mins: Vec3, maxs: Vec3) -> Terrain:
        """Return the terrain with the triangles that touch a box."""
        return Terrain(self.record, self._grid, self.faces_down, self._grid.within(mins, maxs))

    def _near(self, start: Vec3, end: Vec3, reach: float) -> list[Triangle]:
        return self._grid.along(start, end, reach) if self._part is None else self._part

    def sweep(self, hull: Hull, start: Vec3, end: Vec3, best: float) -> PatchHit | None:
        """Sweep a hull's centre; a hit may start in the terrain."""
        if hull.is_point:
            return sweep_line(self._near(start, end, 0.0), start, end, best)
        # The fake capsule of a box has its x as radius, even where the box is flatter.
        radius = hull.radius if hull.capsule else hull.half[0]
        height = hull.half_height - radius
        reach = radius + EPSILON
        side = height if self.faces_down else -height
        return sweep_cap(
            self._near(start, end, reach),
            *(start[0], start[1], start[2] + side),
            *(end[0], end[1], end[2] + side),
            reach,
            -2.0 * side,
            best,
        )

    def holds(self, hull: Hull, point: Vec3) -> bool:
        """Return whether a hull stands in the terrain; a point never does."""
        if hull.is_point:
            return False
        radius = hull.radius
        height = hull.half_height - radius
        side = height if self.faces_down else -height
        cap = (point[0], point[1], point[2] + side)
        triangles = self._near(point, point, radius)
        return any(touches(triangle, cap, radius, -2.0 * side) for triangle in triangles)

    def blocks(self, hull: Hull, start: Vec3, end: Vec3) -> bool:
        """Return whether the terrain is in the way: any hit of a sweep is."""
        return self.sweep(hull, start, end, 1.0) is not None
