"""Sweeps, position and sight tests against brushes grown by a hull (collision2: Brushes).

Start and end are those of the hull's centre. Everything here is called for many thousand
brushes a second, so numbers are passed one by one and the loops are written out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from .hull import Expanded
from .trace import EPSILON, NO_FACE, Face

_NEVER: Final = 2.0
"""Leave fraction of a sweep that leaves through no side: above every real one."""
_PLANE: Final = 6
"""Side number of every non-axial side: they come after the six axial ones."""


class BrushSweep(NamedTuple):
    """What a sweep found: `face` is None where nothing was hit.

    `tie`: another brush was hit at the same fraction by a different face, so that the order of
    the brushes decided. `start` and `all`: startsolid and allsolid.
    """

    fraction: float
    face: Face | None
    start: bool
    all: bool
    tie: bool


def sweep(  # noqa: C901 - one loop, written out for speed
    brushes: Iterable[Expanded],
    mask: int,
    sx: float,
    sy: float,
    sz: float,
    ex: float,
    ey: float,
    ez: float,
    best: float,
    face: Face | None = None,
    seen: set[int] | None = None,
) -> BrushSweep:
    """Sweep a point against grown brushes; only hits before `best` count.

    With `seen` the brushes are those of a leaf: ones in `seen` are left out, others are added,
    and a fraction of 0 ends the loop (collision2: Order in one leaf). Without it all are
    tested. `face` is the one that `best` belongs to.
    """
    dx, dy, dz = ex - sx, ey - sy, ez - sz
    if dx > 0.0:
        lx, hx = sx - EPSILON, ex + EPSILON
    else:
        lx, hx = ex - EPSILON, sx + EPSILON
    if dy > 0.0:
        ly, hy = sy - EPSILON, ey + EPSILON
    else:
        ly, hy = ey - EPSILON, sy + EPSILON
    if dz > 0.0:
        lz, hz = sz - EPSILON, ez + EPSILON
    else:
        lz, hz = ez - EPSILON, sz + EPSILON
    start = solid = tie = False
    for x0, y0, z0, x1, y1, z1, contents, planes, faces, number in brushes:
        # Starts and ends outside the same axial side, at its end by EPSILON or more.
        if hx <= x0 or lx >= x1 or hy <= y0 or ly >= y1 or hz <= z0 or lz >= z1:
            continue
        if not contents & mask:
            continue
        if seen is not None:
            if number in seen:
                continue
            seen.add(number)
        enter = 0.0
        leave = _NEVER
        # The sides' order decides which of equals is touched: the mins of all axes come before
        # the maxs. Going axis by axis instead, a side yields to a later axis with a lower side.
        lead = -1
        if dx > 0.0:
            if sx > x1:
                continue
            if ex > x1:
                leave = (x1 - sx) / dx
            if sx < x0:
                lead = 0
                gap = x0 - sx - EPSILON
                if gap > 0.0:
                    enter = gap / dx
        elif dx < 0.0:
            if sx < x0:
                continue
            if ex < x0:
                leave = (x0 - sx) / dx
            if sx > x1:
                lead = 3
                gap = sx - x1 - EPSILON
                if gap > 0.0:
                    enter = gap / -dx
        elif sx < x0 or sx > x1:
            continue
        if dy > 0.0:
            if sy > y1:
                continue
            if ey > y1:
                out = (y1 - sy) / dy
                if out < leave:
                    leave = out
            if sy < y0:
                gap = y0 - sy - EPSILON
                if enter * dy < gap:
                    lead = 1
                    enter = gap / dy
                elif lead < 0 or (lead > 1 and (enter == 0.0 or enter * dy == gap)):
                    lead = 1
        elif dy < 0.0:
            if sy < y0:
                continue
            if ey < y0:
                out = (y0 - sy) / dy
                if out < leave:
                    leave = out
            if sy > y1:
                gap = sy - y1 - EPSILON
                if enter * -dy < gap:
                    lead = 4
                    enter = gap / -dy
                elif lead < 0:
                    lead = 4
        elif sy < y0 or sy > y1:
            continue
        if dz > 0.0:
            if sz > z1:
                continue
            if ez > z1:
                out = (z1 - sz) / dz
                if out < leave:
                    leave = out
            if sz < z0:
                gap = z0 - sz - EPSILON
                if enter * dz < gap:
                    lead = 2
                    enter = gap / dz
                elif lead < 0 or (lead > 2 and (enter == 0.0 or enter * dz == gap)):
                    lead = 2
        elif dz < 0.0:
            if sz < z0:
                continue
            if ez < z0:
                out = (z0 - sz) / dz
                if out < leave:
                    leave = out
            if sz > z1:
                gap = sz - z1 - EPSILON
                if enter * -dz < gap:
                    lead = 5
                    enter = gap / -dz
                elif lead < 0:
                    lead = 5
        elif sz < z0 or sz > z1:
            continue
        if lead >= 0:
            if leave <= enter or enter > best:
                continue
            touched = faces[lead]
        for nx, ny, nz, dist, plane_face in planes:
            d1 = nx * sx + ny * sy + nz * sz - dist
            d2 = nx * ex + ny * ey + nz * ez - dist
            if d1 > 0.0:
                if d2 >= EPSILON or d2 >= d1:
                    break
                if enter * (d1 - d2) < d1 - EPSILON:
                    lead = _PLANE
                    enter = (d1 - EPSILON) / (d1 - d2)
                    touched = plane_face
                elif lead < 0:
                    lead = _PLANE
                    touched = plane_face
            elif d2 > 0.0:
                out = d1 / (d1 - d2)
                if out < leave:
                    leave = out
        else:
            if lead < 0:
                if leave > 0.0:
                    start = True
                    if leave == _NEVER:
                        solid = True
                        best = 0.0
                        face = (face or NO_FACE)._replace(contents=contents)
                        if seen is not None:
                            break
            elif enter < leave:
                if enter < best:
                    best = enter
                    face = touched
                    tie = False
                    if enter == 0.0 and seen is not None:
                        break
                elif enter == best and touched is not face:
                    tie = True
    return BrushSweep(best, face, start, solid, tie)


def inside(
    brushes: Iterable[Expanded], mask: int, x: float, y: float, z: float, seen: set[int]
) -> int | None:
    """Return the contents of the first grown brush that holds a point, or None.

    The position test of a stationary trace: on the surface is inside. Brushes in `seen` are
    left out, others are added.
    """
    for x0, y0, z0, x1, y1, z1, contents, planes, _, number in brushes:
        if x < x0 or x > x1 or y < y0 or y > y1 or z < z0 or z > z1:
            continue
        if not contents & mask or number in seen:
            continue
        seen.add(number)
        for nx, ny, nz, dist, _face in planes:
            if nx * x + ny * y + nz * z - dist > 0.0:
                break
        else:
            return contents
    return None


def blocks(
    brush: Expanded, sx: float, sy: float, sz: float, ex: float, ey: float, ez: float
) -> bool:
    """Return whether a grown brush blocks a line of sight: the sweep without any epsilon."""
    x0, y0, z0, x1, y1, z1 = brush[:6]
    enter, leave = 0.0, 1.0
    distances = [
        *((x0 - sx, x0 - ex), (y0 - sy, y0 - ey), (z0 - sz, z0 - ez)),
        *((sx - x1, ex - x1), (sy - y1, ey - y1), (sz - z1, ez - z1)),
    ]
    for nx, ny, nz, dist, _ in brush[7]:
        d1 = nx * sx + ny * sy + nz * sz - dist
        distances.append((d1, nx * ex + ny * ey + nz * ez - dist))
    for d1, d2 in distances:
        if d1 > 0.0:
            if d2 >= 0.0 or d2 >= d1:
                return False
            enter = max(enter, d1 / (d1 - d2))
        elif d2 > 0.0:
            leave = min(leave, d1 / (d1 - d2))
        if leave <= enter:
            return False
    return True
