"""The shape that moves, and what it has been expanded against (collision2: Trace set-up).

A sweep of a shape is the sweep of its centre against things grown by the shape. Growing a brush
costs more than sweeping against it, so a hull keeps what it has grown: all players share the few
hulls of the game.
"""

from __future__ import annotations

from math import isfinite
from typing import Final

from uoserver.bsp.vectors import Vec3

from .trace import Face

BrushPlane = tuple[float, float, float, float, Face]
"""A side beyond the six axial ones: normal, distance and what touching it answers."""

Faces = tuple[Face, Face, Face, Face, Face, Face]
"""What the axial sides answer, in the order mins x, y, z, maxs x, y, z."""

Expanded = tuple[
    *tuple[float, float, float, float, float, float],
    *tuple[int, tuple[BrushPlane, ...], Faces, int],
]
"""A brush grown by a hull: mins, maxs, contents, planes, axial faces and the brush's number."""

GrownFacet = tuple[
    *tuple[float, float, float, float, float, float],
    tuple[tuple[float, float, float, float], ...],
]
"""A curve's facet grown by a hull: its box, and its planes facing out: surface, borders, back."""

MAX_HULLS: Final = 16
"""Hulls a clip model keeps, with all that was grown for them; an attack with ever new shapes
costs time, not memory."""


class Brush:
    """A brush as loaded: box, contents, planes and faces. `number` is its place in lump 4."""

    __slots__ = ("contents", "faces", "maxs", "mins", "number", "planes")

    def __init__(
        self,
        number: int,
        contents: int,
        mins: Vec3,
        maxs: Vec3,
        faces: Faces,
        planes: tuple[BrushPlane, ...] = (),
    ) -> None:
        self.number: Final = number
        self.contents: Final = contents
        self.mins: Final = mins
        self.maxs: Final = maxs
        self.faces: Final = faces
        self.planes: Final = planes

    def holds(self, x: float, y: float, z: float) -> bool:
        """Return whether a point is inside; on a side is."""
        (x0, y0, z0), (x1, y1, z1) = self.mins, self.maxs
        if x < x0 or x > x1 or y < y0 or y > y1 or z < z0 or z > z1:
            return False
        return all(nx * x + ny * y + nz * z <= dist for nx, ny, nz, dist, _ in self.planes)


class Hull:
    """A box or capsule about its centre, units.

    `center` is that of the box given; `half` are the centred maxs. A capsule is upright, has
    `radius` and a sphere at both ends, `offset` from the centre; the same record of a box is
    what terrain sees of it. `extents` are the half sizes that axial things are grown by.
    """

    __slots__ = (
        *("brushes", "capsule", "center", "extents", "facets", "half", "half_height"),
        *("is_point", "leaves", "maxs", "mins", "offset", "radius"),
    )

    def __init__(self, mins: Vec3, maxs: Vec3, capsule: bool) -> None:
        """Take a box; raises ValueError unless it is finite and mins do not exceed maxs."""
        if not all(map(isfinite, (*mins, *maxs))) or any(
            low > high for low, high in zip(mins, maxs, strict=True)
        ):
            raise ValueError(f"no box: {mins} {maxs}")
        cx, cy, cz = ((low + high) * 0.5 for low, high in zip(mins, maxs, strict=True))
        hx, hy, hz = maxs[0] - cx, maxs[1] - cy, maxs[2] - cz
        self.mins: Final = mins
        self.maxs: Final = maxs
        self.center: Final = (cx, cy, cz)
        self.half: Final = (hx, hy, hz)
        self.capsule: Final = capsule
        self.is_point: Final = hx + hy + hz == 0.0
        self.radius: Final = min(hx, hz)
        self.half_height: Final = hz
        self.offset: Vec3 = (0.0, 0.0, hz - self.radius)
        self.extents: Vec3 = (hx, hy, hz)
        self._set_extents()
        self.brushes: Final[dict[int, Expanded]] = {}
        self.leaves: Final[dict[int, list[Expanded]]] = {}
        self.facets: Final[dict[int, list[GrownFacet]]] = {}

    def _set_extents(self) -> None:
        if self.capsule:
            x, y, z = self.offset
            self.extents = (self.radius + abs(x), self.radius + abs(y), self.radius + abs(z))

    def tilted(self, offset: Vec3) -> Hull:
        """Return this capsule with its spheres elsewhere, as a rotated model sees it."""
        x, y, z = self.half
        hull = Hull((-x, -y, -z), self.half, self.capsule)
        hull.offset = offset
        hull._set_extents()
        return hull

    @property
    def reach(self) -> Vec3:
        """How far from the centre a sweep may meet anything, less the epsilon.

        Terrain takes a box for a capsule with the radius of its x, however flat or narrow it is.
        """
        x, y, z = map(max, self.half, self.extents)
        if not self.capsule:
            y, z = max(y, x), max(z, abs(self.half_height - x) + x)
        return x, y, z

    def push(self, nx: float, ny: float, nz: float) -> float:
        """Return how far a plane moves out along its normal to stand for the hull's centre."""
        if self.capsule:
            x, y, z = self.offset
            return self.radius + abs(nx * x + ny * y + nz * z)
        x, y, z = self.half
        return abs(nx) * x + abs(ny) * y + abs(nz) * z

    def expand(self, brush: Brush) -> Expanded:
        """Return a brush grown by this hull (collision: Brush trace, the expansion rows)."""
        bx, by, bz = self.extents
        push = self.push
        x0, y0, z0 = brush.mins
        x1, y1, z1 = brush.maxs
        return (
            *(x0 - bx, y0 - by, z0 - bz, x1 + bx, y1 + by, z1 + bz, brush.contents),
            tuple(
                [(nx, ny, nz, dist + push(nx, ny, nz), f) for nx, ny, nz, dist, f in brush.planes]
            ),
            *(brush.faces, brush.number),
        )

    def expanded(self, brush: Brush) -> Expanded:
        """Return a brush of the map grown by this hull, from the hull's store if it is there."""
        found = self.brushes.get(brush.number)
        if found is None:
            found = self.brushes[brush.number] = self.expand(brush)
        return found


class HullStore:
    """The hulls in use, by shape; the one longest unused goes when there are too many."""

    __slots__ = ("_hulls",)

    def __init__(self) -> None:
        self._hulls: Final[dict[tuple[Vec3, Vec3, bool], Hull]] = {}

    def get(self, mins: Vec3, maxs: Vec3, capsule: bool) -> Hull:
        """Return the hull of a shape; raises ValueError for what is no box."""
        key = (mins, maxs, capsule)
        hull = self._hulls.pop(key, None)
        if hull is None:
            hull = Hull(mins, maxs, capsule)
            if len(self._hulls) >= MAX_HULLS:
                del self._hulls[next(iter(self._hulls))]
        self._hulls[key] = hull
        return hull
