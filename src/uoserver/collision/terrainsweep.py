"""Lines and cap spheres against triangles (collision2: Sweep against triangles).

The order of the triangles counts: each hit pulls the sweep back a little, and what comes after
must be nearer than that.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final

from uoserver.bsp.vectors import Vec3

from .patch import PatchHit
from .terrainmesh import Corner, Edge, Inner, Triangle
from .trace import EPSILON

PULL_BACK: Final = 1e-5
"""How much sooner than they touch sweeps stop, in fractions."""
_TOLERANCE: Final = 0.001
"""How far outside a triangle a line may pass, in barycentric terms."""

_INSIDE: Final = -1.0
"""Stands for the fraction of an edge or vertex that the sweep starts in."""


def sweep_line(
    triangles: Iterable[Triangle], start: Vec3, end: Vec3, best: float
) -> PatchHit | None:
    """Trace a line: it must cross a triangle from its front to its back.

    The fraction may come out below 0: it counts against other triangles as it is.
    """
    (sx, sy, sz), (ex, ey, ez) = start, end
    found = None
    for _, _, _, _, _, _, nx, ny, nz, dist, inner in triangles:
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
        (ax, ay, az), s_offset, (bx, by, bz), t_offset, _ = inner
        s = ax * x + ay * y + az * z - s_offset
        if s < -_TOLERANCE or s > 1.0 + _TOLERANCE:
            continue
        t = bx * x + by * y + bz * z - t_offset
        if t < -_TOLERANCE or s + t > 1.0 + _TOLERANCE:
            continue
        best = fraction
        found = PatchHit(fraction, (nx, ny, nz), False)
    return found


def sweep_cap(  # noqa: C901 - one loop, written out for speed
    triangles: Iterable[Triangle],
    sx: float,
    sy: float,
    sz: float,
    ex: float,
    ey: float,
    ez: float,
    reach: float,
    span: float,
    best: float,
) -> PatchHit | None:
    """Sweep a cap's centre; `span` leads up or down to the centre of the other cap.

    Returns the last thing hit, or None. A sweep that starts in a triangle, an edge or a vertex
    ends there: what comes after in the patch is not looked at.
    """
    dx, dy, dz = ex - sx, ey - sy, ez - sz
    lx, hx = (sx - reach, ex + reach) if dx > 0.0 else (ex - reach, sx + reach)
    ly, hy = (sy - reach, ey + reach) if dy > 0.0 else (ey - reach, sy + reach)
    square = reach * reach
    normal: Vec3 | None = None
    tested: set[int] = set()
    for x0, y0, _, x1, y1, _, nx, ny, nz, dist, inner in triangles:
        if lx > x1 or hx < x0 or ly > y1 or hy < y0:
            continue
        d2 = nx * ex + ny * ey + nz * ez - dist
        if d2 >= reach:
            continue
        d1 = nx * sx + ny * sy + nz * sz - dist
        if d1 <= d2:
            continue
        if d1 <= -reach:
            if _other_cap_crosses(inner, nz, (sx, sy, sz), d1, reach, span):
                return PatchHit(0.0, (nx, ny, nz), True)
            continue
        if d1 < reach:
            fraction = 0.0
            x, y, z = sx, sy, sz
        else:
            fraction = (d1 - reach) / (d1 - d2)
            if fraction > best:
                continue
            x, y, z = sx + dx * fraction, sy + dy * fraction, sz + dz * fraction
        (ax, ay, az), s_offset, (bx, by, bz), t_offset, corners = inner
        s = ax * x + ay * y + az * z - s_offset
        t = bx * x + by * y + bz * z - t_offset
        if s >= 0.0 and t >= 0.0 and s + t <= 1.0:
            normal = (nx, ny, nz)
            if fraction <= PULL_BACK:
                return PatchHit(0.0, normal, True)
            best = fraction - PULL_BACK
            continue
        for beyond, (edge, vertex) in zip((s + t > 1.0, s < 0.0, t < 0.0), corners, strict=True):
            if beyond:
                if edge is None or edge[0] in tested:
                    continue
                tested.add(edge[0])
                touch = _meet_edge(edge, sx, sy, sz, dx, dy, dz, square, best)
            else:
                if vertex is None or vertex[0] in tested:
                    continue
                tested.add(vertex[0])
                touch = _meet_vertex(vertex[1], sx, sy, sz, dx, dy, dz, square, best)
            if touch is None:
                continue
            fraction, (x, y, z) = touch
            # A hit while next to nothing of the way was left also counts as a start inside.
            if fraction == _INSIDE or best <= PULL_BACK:
                return PatchHit(0.0, (nx, ny, nz), True)
            best = fraction - PULL_BACK
            normal = (x / reach, y / reach, z / reach)
    return None if normal is None else PatchHit(best, normal, False)


_Touch = tuple[float, Vec3]
"""A fraction, or _INSIDE, and the way from what was touched to the sphere's centre."""


def _meet_edge(
    edge: Edge,
    x: float,
    y: float,
    z: float,
    dx: float,
    dy: float,
    dz: float,
    square: float,
    best: float,
) -> _Touch | None:
    _, (ox, oy, oz), (ux, uy, uz), length, (px, py, pz), (qx, qy, qz) = edge
    x, y, z = x - ox, y - oy, z - oz
    r0, r1 = x * px + y * py + z * pz, x * qx + y * qy + z * qz
    c = r0 * r0 + r1 * r1 - square
    if c <= 0.0:
        inside = 0.0 <= x * ux + y * uy + z * uz <= length
        return (_INSIDE, (0.0, 0.0, 0.0)) if inside else None
    d0, d1 = dx * px + dy * py + dz * pz, dx * qx + dy * qy + dz * qz
    b = r0 * d0 + r1 * d1
    if b >= 0.0:
        return None
    a = d0 * d0 + d1 * d1
    root = b * b - a * c
    if root <= 0.0 or a == 0.0:  # next to no way: its square is lost in underflow
        return None
    fraction = (-sqrt(root) - b) / a
    if fraction >= best:
        return None
    along = x * ux + y * uy + z * uz + fraction * (dx * ux + dy * uy + dz * uz)
    if not 0.0 <= along <= length:
        return None
    r0, r1 = r0 + fraction * d0, r1 + fraction * d1
    return fraction, (r0 * px + r1 * qx, r0 * py + r1 * qy, r0 * pz + r1 * qz)


def _meet_vertex(
    point: Vec3,
    x: float,
    y: float,
    z: float,
    dx: float,
    dy: float,
    dz: float,
    square: float,
    best: float,
) -> _Touch | None:
    x, y, z = x - point[0], y - point[1], z - point[2]
    c = x * x + y * y + z * z - square
    if c <= 0.0:
        return _INSIDE, (0.0, 0.0, 0.0)
    b = x * dx + y * dy + z * dz
    if b >= 0.0:
        return None
    a = dx * dx + dy * dy + dz * dz
    root = b * b - a * c
    if root < 0.0 or a == 0.0:
        return None
    fraction = (-sqrt(root) - b) / a
    if fraction >= best:
        return None
    return fraction, (x + fraction * dx, y + fraction * dy, z + fraction * dz)


def _other_cap_crosses(
    inner: Inner, nz: float, cap: Vec3, d1: float, reach: float, span: float
) -> bool:
    """Return whether a capsule whose tested cap is behind a triangle reaches through it.

    Looked at are the two points of the capsule's axis that are `reach` from the plane, or the
    other cap where that is nearer.
    """
    other = d1 + span * nz
    if other <= -reach:
        return False
    heights = ((-reach - d1) / nz, span if other < reach else (reach - d1) / nz)
    (ax, ay, az), s_offset, (bx, by, bz), t_offset, _ = inner
    x, y, z = cap
    for height in heights:
        s = ax * x + ay * y + az * (z + height) - s_offset
        t = bx * x + by * y + bz * (z + height) - t_offset
        if s >= 0.0 and t >= 0.0 and s + t <= 1.0:
            return True
    return False


def touches(triangle: Triangle, cap: Vec3, radius: float, span: float) -> bool:
    """Return whether a standing capsule is in a triangle (collision2: triangles, Stationary)."""
    _, _, _, _, _, _, nx, ny, nz, dist, inner = triangle
    x, y, z = cap
    d = nx * x + ny * y + nz * z - dist
    if d >= radius:
        return False
    if d <= -radius:
        return _other_cap_crosses(inner, nz, cap, d, radius, span)
    (ax, ay, az), s_offset, (bx, by, bz), t_offset, corners = inner
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
        return sum((p - v) * (p - v) for p, v in zip(point, vertex[1], strict=True)) < square
    if edge is None:
        return False
    _, origin, (ux, uy, uz), length, (px, py, pz), (qx, qy, qz) = edge
    x, y, z = (p - o for p, o in zip(point, origin, strict=True))
    r0, r1 = x * px + y * py + z * pz, x * qx + y * qy + z * qz
    return 0.0 <= x * ux + y * uy + z * uz <= length and r0 * r0 + r1 * r1 < square
