"""Sweeps against the facets of a curve patch (collision2: Sweep against curve facets)."""

from __future__ import annotations

from typing import Final, NamedTuple

from uoserver.bsp.vectors import Vec3

from .facets import Facet
from .hull import GrownFacet, Hull
from .patch import Patch, PatchHit, PatchRecord
from .planepool import Plane, negated
from .trace import EPSILON

_SLACK: Final = EPSILON + 0.1
"""How far beyond a facet's box its planes may reach: a bevel is left out where another plane is
almost the same, and sweeps stop EPSILON short."""
_NEVER: Final = 99999.0
"""Fraction at which a line meets a plane that it does not approach."""


class Slab(NamedTuple):
    """A facet as it is traced against: `number` within the patch, box, surface and borders.

    The borders have the plane of the patch and `inward`, with the surface's back as last.
    """

    number: int
    mins: Vec3
    maxs: Vec3
    surface: Plane
    borders: tuple[tuple[Plane, bool], ...]


class Curve(Patch):
    """A curve patch as the slabs of its facets."""

    __slots__ = ("_of", "_picked", "_slabs")

    def __init__(self, record: PatchRecord, slabs: list[Slab], of: Curve | None = None) -> None:
        super().__init__(record)
        self._slabs: Final = slabs
        self._of: Final = of
        self._picked: Final[dict[Hull, list[GrownFacet]]] = {}

    @classmethod
    def build(cls, record: PatchRecord, planes: list[Plane], facets: list[Facet]) -> Curve:
        """Return the curve of built facets."""
        slabs = [
            Slab(
                number,
                facet.mins,
                facet.maxs,
                planes[facet.surface],
                tuple((planes[border], inward) for border, inward in facet.borders),
            )
            for number, facet in enumerate(facets)
        ]
        return cls(record, slabs)

    def within(self, mins: Vec3, maxs: Vec3) -> Curve:
        """Return the curve with the facets that touch a box."""
        (x0, y0, z0), (x1, y1, z1) = mins, maxs
        near = [
            slab
            for slab in self._slabs
            if slab.mins[0] - _SLACK <= x1
            and slab.maxs[0] + _SLACK >= x0
            and slab.mins[1] - _SLACK <= y1
            and slab.maxs[1] + _SLACK >= y0
            and slab.mins[2] - _SLACK <= z1
            and slab.maxs[2] + _SLACK >= z0
        ]
        return self if len(near) == len(self._slabs) else Curve(self.record, near, self)

    def grown(self, hull: Hull) -> list[GrownFacet]:
        """Return the facets grown by a hull, in order."""
        if self._of is None:
            found = hull.facets.get(self.number)
            if found is None:
                found = hull.facets[self.number] = [_grow(hull, slab) for slab in self._slabs]
            return found
        # A part of a curve lives for a moment only: it picks from what its curve has.
        found = self._picked.get(hull)
        if found is None:
            whole = self._of.grown(hull)
            found = self._picked[hull] = [whole[slab.number] for slab in self._slabs]
        return found

    def sweep(self, hull: Hull, start: Vec3, end: Vec3, best: float) -> PatchHit | None:
        """Sweep a hull's centre; curves never say that a sweep starts in them."""
        if hull.is_point:
            found = self._point(start, end, best)
        else:
            found = _sweep(self.grown(hull), start, end, best)
        return None if found is None else PatchHit(*found, False)

    def holds(self, hull: Hull, point: Vec3) -> bool:
        """Return whether a hull stands in a facet's slab; a point never does."""
        if hull.is_point:
            return False
        x, y, z = point
        return any(
            all(nx * x + ny * y + nz * z <= dist for nx, ny, nz, dist in planes)
            for *_, planes in self.grown(hull)
        )

    def blocks(self, hull: Hull, start: Vec3, end: Vec3) -> bool:
        """Return whether a facet is in the way, with the sweep's own epsilons."""
        if hull.is_point:
            found = self._point(start, end, 1.0)
            return found is not None and found[0] < 1.0
        return _sweep(self.grown(hull), start, end, 1.0) is not None

    def _point(self, start: Vec3, end: Vec3, best: float) -> tuple[float, Vec3] | None:
        """Trace a line: it must cross a surface from its front, inside all borders."""
        (sx, sy, sz), (ex, ey, ez) = start, end
        found = None
        for slab in self._slabs:
            nx, ny, nz, dist = slab.surface
            d1 = nx * sx + ny * sy + nz * sz - dist
            if d1 <= 0.0:
                continue
            d2 = nx * ex + ny * ey + nz * ez - dist
            if d1 <= d2:
                continue
            at = d1 / (d1 - d2)
            if at > best:
                continue
            for (nx, ny, nz, dist), inward in slab.borders:
                e1 = nx * sx + ny * sy + nz * sz - dist
                e2 = nx * ex + ny * ey + nz * ez - dist
                crossing = _NEVER if e1 == e2 else e1 / (e1 - e2)
                if crossing <= 0.0:
                    crossing = _NEVER
                if crossing > at if (e1 > 0.0) != inward else crossing < at:
                    break
            else:
                best = max(0.0, (d1 - EPSILON) / (d1 - d2))
                found = (best, slab.surface[:3])
        return found


def _grow(hull: Hull, slab: Slab) -> GrownFacet:
    bx, by, bz = hull.extents
    (x0, y0, z0), (x1, y1, z1) = slab.mins, slab.maxs
    planes = [slab.surface]
    planes.extend(negated(plane) if inward else plane for plane, inward in slab.borders)
    push = hull.push
    return (
        *(x0 - bx - _SLACK, y0 - by - _SLACK, z0 - bz - _SLACK),
        *(x1 + bx + _SLACK, y1 + by + _SLACK, z1 + bz + _SLACK),
        tuple([(nx, ny, nz, dist + push(nx, ny, nz)) for nx, ny, nz, dist in planes]),
    )


def _sweep(
    facets: list[GrownFacet], start: Vec3, end: Vec3, best: float
) -> tuple[float, Vec3] | None:
    """Sweep a point against grown facets; return fraction and normal of a hit before `best`."""
    (sx, sy, sz), (ex, ey, ez) = start, end
    lx, hx = (sx, ex) if sx < ex else (ex, sx)
    ly, hy = (sy, ey) if sy < ey else (ey, sy)
    lz, hz = (sz, ez) if sz < ez else (ez, sz)
    found = None
    for x0, y0, z0, x1, y1, z1, planes in facets:
        if hx < x0 or lx > x1 or hy < y0 or ly > y1 or hz < z0 or lz > z1:
            continue
        enter = -1.0
        leave = best
        touched = None
        for plane in planes:
            nx, ny, nz, dist = plane
            d1 = nx * sx + ny * sy + nz * sz - dist
            d2 = nx * ex + ny * ey + nz * ez - dist
            if d1 > 0.0:
                if d2 >= EPSILON or d2 >= d1:
                    break
                fraction = (d1 - EPSILON) / (d1 - d2)
                if fraction < 0.0:
                    fraction = 0.0
                if fraction > enter:
                    enter = fraction
                    touched = plane
            elif d2 > 0.0:
                fraction = (d1 + EPSILON) / (d1 - d2)
                if fraction < leave:
                    leave = fraction
        else:
            # The last plane is the surface's own back: what comes from behind passes.
            if touched is not None and touched is not planes[-1] and enter < leave:
                best = enter
                found = (enter, touched[:3])
    return found
