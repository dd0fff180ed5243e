"""Sweeps against indexed terrain (collision2: Sweep against triangles).

Terrain is swept with one sphere: the lower cap of a capsule, or the upper one where a patch
faces down. Boxes are capsules here.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final

from uoserver.bsp.vectors import Vec3

from .hull import Hull
from .patch import Patch, PatchHit, PatchRecord
from .terraingrid import TerrainGrid
from .terrainmesh import Corner, Edge, Triangle
from .trace import EPSILON

PULL_BACK: Final = 1e-5
"""How much sooner than they touch sweeps stop, in fractions."""
_TOLERANCE: Final = 0.001
"""How far outside a triangle a line may pass, in barycentric terms."""


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
            return _line(self._near(start, end, 0.0), start, end, best)
        # The fake capsule of a box has its x as radius, even where the box is flatter.
        radius = hull.radius if hull.capsule else hull.half[0]
        height = hull.half_height - radius
        reach = radius + EPSILON
        side = height if self.faces_down else -height
        sweep = _CapSweep(
            (start[0], start[1], start[2] + side),
            (end[0], end[1], end[2] + side),
            reach,
            -2.0 * side,
            best,
        )
        return sweep.run(self._near(start, end, reach))

    def holds(self, hull: Hull, point: Vec3) -> bool:
        """Return whether a hull stands in the terrain; a point never does."""
        if hull.is_point:
            return False
        radius = hull.radius
        height = hull.half_height - radius
        side = height if self.faces_down else -height
        cap = (point[0], point[1], point[2] + side)
        triangles = self._near(point, point, radius)
        return any(_touches(triangle, cap, radius, -2.0 * side) for triangle in triangles)

    def blocks(self, hull: Hull, start: Vec3, end: Vec3) -> bool:
        """Return whether the terrain is in the way: any hit of a sweep is."""
        return self.sweep(hull, start, end, 1.0) is not None


def _line(triangles: Iterable[Triangle], start: Vec3, end: Vec3, best: float) -> PatchHit | None:
    """Trace a line: it must cross a triangle from its front to its back.

    The fraction may come out below 0, which the engine does not mend either.
    """
    (sx, sy, sz), (ex, ey, ez) = start, end
    found = None
    for _, _, normal, dist, (ax, ay, az), s_offset, (bx, by, bz), t_offset, _ in triangles:
        nx, ny, nz = normal
        d2 = nx * ex + ny * ey + nz * ez - dist
        if d2 >= 0.0:
            continue
        d1 = nx * sx + ny * sy + nz * sz - dist
        if d1 <= 0.0:
            continue
        fraction = (d1 - EPSILON) / (d1 - d2)
        if fraction >= best:
            continue
        at = d1 / (d1 - d2)
        x, y, z = sx + (ex - sx) * at, sy + (ey - sy) * at, sz + (ez - sz) * at
        s = ax * x + ay * y + az * z - s_offset
        if s < -_TOLERANCE or s > 1.0 + _TOLERANCE:
            continue
        t = bx * x + by * y + bz * z - t_offset
        if t < -_TOLERANCE or s + t > 1.0 + _TOLERANCE:
            continue
        best = fraction
        found = PatchHit(fraction, normal, False)
    return found


class _CapSweep:
    """The sweep of a cap's centre. `span` leads up or down to the other cap's centre."""

    __slots__ = ("best", "delta", "end", "normal", "reach", "span", "start", "stopped", "tested")

    def __init__(self, start: Vec3, end: Vec3, reach: float, span: float, best: float) -> None:
        self.start: Final = start
        self.end: Final = end
        self.delta: Final = (end[0] - start[0], end[1] - start[1], end[2] - start[2])
        self.reach: Final = reach
        self.span: Final = span
        self.best = best
        self.normal: Vec3 | None = None
        self.stopped = False
        """The start is in the terrain: the patch is done with."""
        self.tested: Final[set[int]] = set()

    def run(self, triangles: Iterable[Triangle]) -> PatchHit | None:
        """Sweep against triangles in order; return the last thing hit, or None."""
        (sx, sy, sz), (ex, ey, ez) = self.start, self.end
        reach = self.reach
        lx, hx = (sx - reach, ex + reach) if sx < ex else (ex - reach, sx + reach)
        ly, hy = (sy - reach, ey + reach) if sy < ey else (ey - reach, sy + reach)
        for triangle in triangles:
            (x0, y0, _), (x1, y1, _), (nx, ny, nz), dist, _, _, _, _, _ = triangle
            if lx > x1 or hx < x0 or ly > y1 or hy < y0:
                continue
            d2 = nx * ex + ny * ey + nz * ez - dist
            if d2 >= reach:
                continue
            d1 = nx * sx + ny * sy + nz * sz - dist
            if d1 <= d2:
                continue
            if d1 <= -reach:
                if _other_cap_crosses(triangle, self.start, d1, reach, self.span):
                    self._stop(triangle.normal)
            else:
                self._meet(triangle, d1, d2)
            if self.stopped:
                break
        return None if self.normal is None else PatchHit(self.best, self.normal, self.stopped)

    def _stop(self, normal: Vec3) -> None:
        self.best = 0.0
        self.normal = normal
        self.stopped = True

    def _meet(self, triangle: Triangle, d1: float, d2: float) -> None:
        fraction = 0.0
        x, y, z = self.start
        if d1 >= self.reach:
            fraction = (d1 - self.reach) / (d1 - d2)
            if fraction > self.best:
                return
            dx, dy, dz = self.delta
            x, y, z = x + dx * fraction, y + dy * fraction, z + dz * fraction
        _, _, normal, _, (ax, ay, az), s_offset, (bx, by, bz), t_offset, corners = triangle
        s = ax * x + ay * y + az * z - s_offset
        t = bx * x + by * y + bz * z - t_offset
        outside = (s + t > 1.0, s < 0.0, t < 0.0)
        if not any(outside):
            if fraction <= PULL_BACK:
                self._stop(normal)
            else:
                self.normal = normal
                self.best = fraction - PULL_BACK
            return
        for beyond, (edge, vertex) in zip(outside, corners, strict=True):
            if beyond:
                if edge is not None and edge.number not in self.tested:
                    self.tested.add(edge.number)
                    self._meet_edge(edge, normal)
            elif vertex is not None and vertex.number not in self.tested:
                self.tested.add(vertex.number)
                self._meet_vertex(vertex.point, normal)
            if self.stopped:
                return

    def _meet_edge(self, edge: Edge, normal: Vec3) -> None:
        _, (ox, oy, oz), (ux, uy, uz), length, (px, py, pz), (qx, qy, qz) = edge
        x, y, z = self.start
        x, y, z = x - ox, y - oy, z - oz
        dx, dy, dz = self.delta
        r0, r1 = x * px + y * py + z * pz, x * qx + y * qy + z * qz
        along = x * ux + y * uy + z * uz
        c = r0 * r0 + r1 * r1 - self.reach * self.reach
        if c <= 0.0:
            if 0.0 <= along <= length:
                self._stop(normal)
            return
        d0, d1 = dx * px + dy * py + dz * pz, dx * qx + dy * qy + dz * qz
        b = r0 * d0 + r1 * d1
        if b >= 0.0:
            return
        a = d0 * d0 + d1 * d1
        root = b * b - a * c
        if root <= 0.0:
            return
        fraction = (-sqrt(root) - b) / a
        if fraction >= self.best:
            return
        along += fraction * (dx * ux + dy * uy + dz * uz)
        if not 0.0 <= along <= length:
            return
        r0, r1 = (r0 + fraction * d0) / self.reach, (r1 + fraction * d1) / self.reach
        self._touch(fraction, (r0 * px + r1 * qx, r0 * py + r1 * qy, r0 * pz + r1 * qz))

    def _meet_vertex(self, point: Vec3, normal: Vec3) -> None:
        x, y, z = self.start
        x, y, z = x - point[0], y - point[1], z - point[2]
        c = x * x + y * y + z * z - self.reach * self.reach
        if c <= 0.0:
            self._stop(normal)
            return
        dx, dy, dz = self.delta
        b = x * dx + y * dy + z * dz
        if b >= 0.0:
            return
        a = dx * dx + dy * dy + dz * dz
        root = b * b - a * c
        if root < 0.0:
            return
        fraction = (-sqrt(root) - b) / a
        if fraction >= self.best:
            return
        reach = self.reach
        self._touch(
            fraction,
            (
                (x + fraction * dx) / reach,
                (y + fraction * dy) / reach,
                (z + fraction * dz) / reach,
            ),
        )

    def _touch(self, fraction: float, normal: Vec3) -> None:
        """Take the hit of an edge or a vertex."""
        if self.best <= PULL_BACK:  # what was held before this hit decides, not the hit
            self._stop(normal)
        else:
            self.normal = normal
            self.best = fraction - PULL_BACK


def _other_cap_crosses(triangle: Triangle, cap: Vec3, d1: float, reach: float, span: float) -> bool:
    """Return whether a capsule whose tested cap is behind a triangle reaches through it.

    Looked at are the two points of the capsule's axis that are `reach` from the plane, or the
    other cap where that is nearer.
    """
    nz = triangle.normal[2]
    other = d1 + span * nz
    if other <= -reach:
        return False
    heights = ((-reach - d1) / nz, span if other < reach else (reach - d1) / nz)
    _, _, _, _, (ax, ay, az), s_offset, (bx, by, bz), t_offset, _ = triangle
    x, y, z = cap
    for height in heights:
        s = ax * x + ay * y + az * (z + height) - s_offset
        t = bx * x + by * y + bz * (z + height) - t_offset
        if s >= 0.0 and t >= 0.0 and s + t <= 1.0:
            return True
    return False


def _touches(triangle: Triangle, cap: Vec3, radius: float, span: float) -> bool:
    """Return whether a standing capsule is in a triangle (collision2: triangles, Stationary)."""
    _, _, (nx, ny, nz), dist, (ax, ay, az), s_offset, (bx, by, bz), t_offset, corners = triangle
    x, y, z = cap
    d = nx * x + ny * y + nz * z - dist
    if d >= radius:
        return False
    if d <= -radius:
        return _other_cap_crosses(triangle, cap, d, radius, span)
    s = ax * x + ay * y + az * z - s_offset
    t = bx * x + by * y + bz * z - t_offset
    outside = (s + t > 1.0, s < 0.0, t < 0.0)
    return not any(outside) or any(
        _near_corner(corner, beyond, cap, radius * radius)
        for beyond, corner in zip(outside, corners, strict=True)
    )


def _near_corner(corner: Corner, beyond: bool, point: Vec3, square: float) -> bool:
    """Return whether a point is within the radius of a corner's edge or its vertex."""
    edge, vertex = corner
    if not beyond:
        if vertex is None:
            return False
        return sum((p - v) * (p - v) for p, v in zip(point, vertex.point, strict=True)) < square
    if edge is None:
        return False
    x, y, z = (p - o for p, o in zip(point, edge.origin, strict=True))
    ux, uy, uz = edge.direction
    (px, py, pz), (qx, qy, qz) = edge.across, edge.beside
    r0, r1 = x * px + y * py + z * pz, x * qx + y * qy + z * qz
    return 0.0 <= x * ux + y * uy + z * uz <= edge.length and r0 * r0 + r1 * r1 < square
