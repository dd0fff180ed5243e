"""What a plan shows of a map: the faces of its collision geometry that are seen from above.

Sky is left out, so are sides that the game never draws (caulk, clips, triggers) as long as others
are left: whatever closes a map above does not hide its streets. Nothing here knows of pictures.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from uoserver.bsp import BspError, Map
from uoserver.bsp.records import AXIAL_SIDES, BrushSide
from uoserver.bsp.vectors import MAX_WORLD_COORD, Vec3
from uoserver.maptool.planpatches import patch_triangles

MAX_FACES: Final = 400_000
"""Faces of a plan; a file of 64 MiB can hold millions, each costing memory and time."""
MAX_SLANTED_SIDES: Final = 96
"""Slanted sides of a brush; cutting its faces takes time with their square. More: its box."""
MAX_CUTS: Final = 8_000_000
"""Cuts of faces by sides over a whole map, for files full of such brushes."""

SOLID: Final = 0x1
WATER: Final = 0x20
SKY_CONTENTS: Final = 0x800
SKY: Final = 0x4
NODRAW: Final = 0x80
"""Content and surface bits (collision: Content bits, Surface bits)."""
PATCH: Final = -1
"""The solid of a face that belongs to terrain or a curve."""

_LID: Final = 0.6
"""A level top over this share of the plan, at its very top, closes the map: it is left out."""
_EPSILON: Final = 1e-6


class PlanError(BspError):
    """There is nothing to draw, or far more than any map holds."""


class Face(NamedTuple):
    """A convex face: corners in map units, surface type 0 to 31, brush number or PATCH."""

    corners: tuple[Vec3, ...]
    surface: int
    solid: int

    @property
    def top(self) -> float:
        """The height of its highest corner."""
        return max(corner[2] for corner in self.corners)


@dataclass(slots=True)
class Plan:
    """Faces seen from above, undersides of the same brushes, and tops of water."""

    tops: list[Face] = field(default_factory=list)
    undersides: list[Face] = field(default_factory=list)
    water: list[Face] = field(default_factory=list)
    mins: Vec3 = (0.0, 0.0, 0.0)
    maxs: Vec3 = (0.0, 0.0, 0.0)


class _Solid(NamedTuple):
    """A brush: its box, the material of each of its six sides, and its slanted sides."""

    number: int
    mins: Vec3
    maxs: Vec3
    materials: tuple[int, ...]
    slanted: tuple[tuple[Vec3, float, int], ...]


def make_plan(source: Map) -> Plan:
    """Collect the faces of the world, without those of inline models.

    Raises PlanError; records that make no sense are passed over, as `check` reports them.
    """
    plan = _collect(source, nodraw=False)
    if not plan.tops:
        plan = _collect(source, nodraw=True)
    _set_bounds(plan)
    level = plan.maxs[2]
    area = (plan.maxs[0] - plan.mins[0]) * (plan.maxs[1] - plan.mins[1])
    lids = {face.solid for face in plan.tops if face.top >= level and _area(face) > _LID * area}
    if lids - {PATCH} and any(face.solid not in lids for face in plan.tops):
        plan.tops = [face for face in plan.tops if face.solid not in lids or face.solid == PATCH]
        _set_bounds(plan)
    return plan


def _collect(source: Map, *, nodraw: bool) -> Plan:
    plan = Plan()
    hidden = SKY if nodraw else SKY | NODRAW
    flags = [(m.surface_flags, m.content_flags) for m in source.materials]
    cuts = 0
    for solid in _solids(source, _inline_brushes(source)):
        contents = flags[source.brushes[solid.number].material][1]
        cuts += len(solid.slanted) ** 2
        if cuts > MAX_CUTS:
            raise PlanError("the brushes have far too many sides")
        if contents & SKY_CONTENTS or not contents & (SOLID | WATER):
            continue
        faces = [(face, flags[m][0]) for face, m in _faces(solid, up=True) if m < len(flags)]
        if contents & WATER:
            plan.water += [Face(corners, 20, solid.number) for corners, _ in faces]
            continue
        shown = [(corners, bits) for corners, bits in faces if not bits & hidden]
        plan.tops += [Face(corners, bits >> 20 & 31, solid.number) for corners, bits in shown]
        if shown:
            low = [corners for corners, _ in _faces(solid, up=False)]
            plan.undersides += [Face(corners, 0, solid.number) for corners in low]
        _check_size(plan)
    for material, triangle in patch_triangles(source, MAX_FACES):
        surface, contents = flags[material]
        if contents & SOLID and not surface & hidden:
            plan.tops.append(Face(triangle, surface >> 20 & 31, PATCH))
            _check_size(plan)
    return plan


def _check_size(plan: Plan) -> None:
    if len(plan.tops) + len(plan.undersides) > MAX_FACES:
        raise PlanError(f"more than {MAX_FACES} faces")


def _set_bounds(plan: Plan) -> None:
    corners = [corner for face in plan.tops for corner in face.corners]
    if not corners:
        raise PlanError("nothing of the map is seen from above")
    x0, y0, z0 = (min(corner[axis] for corner in corners) for axis in range(3))
    x1, y1, z1 = (max(corner[axis] for corner in corners) for axis in range(3))
    plan.mins, plan.maxs = (x0, y0, z0), (x1, y1, z1)


def _area(face: Face) -> float:
    """Return the area seen from above."""
    corners = face.corners
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def _inline_brushes(source: Map) -> list[range]:
    """Return the runs of brushes that inline models own (collision: Loading)."""
    return [
        range(model.first_brush, model.first_brush + model.brush_count)
        for model in source.models[1:]
        if model.brush_count > 0
    ]


def _solids(source: Map, left_out: list[range]) -> Iterator[_Solid]:
    """Yield the brushes of the world; sides of consecutive brushes are consecutive."""
    skipped = bytearray(len(source.brushes))
    for run in left_out:
        for number in range(max(run.start, 0), min(run.stop, len(skipped))):
            skipped[number] = 1
    first = 0
    for number, brush in enumerate(source.brushes):
        sides = source.brush_sides[first : first + max(brush.side_count, 0)]
        first += max(brush.side_count, 0)
        known = 0 <= brush.material < len(source.materials)
        if skipped[number] or not known or len(sides) < AXIAL_SIDES:
            continue
        x0, x1, y0, y1, z0, z1 = (side.distance for side in sides[:AXIAL_SIDES])
        if _is_box((x0, y0, z0), (x1, y1, z1)):
            materials = tuple(side.material for side in sides[:AXIAL_SIDES])
            slanted = tuple(_planes(source, sides[AXIAL_SIDES:]))
            yield _Solid(number, (x0, y0, z0), (x1, y1, z1), materials, slanted)


def _is_box(mins: Vec3, maxs: Vec3) -> bool:
    inside = all(abs(value) <= MAX_WORLD_COORD for value in (*mins, *maxs))  # NaN is not
    return inside and all(low < high for low, high in zip(mins, maxs, strict=True))


def _planes(source: Map, sides: list[BrushSide]) -> Iterator[tuple[Vec3, float, int]]:
    if len(sides) > MAX_SLANTED_SIDES:
        return
    for side in sides:
        if 0 <= side.plane < len(source.planes):
            plane = source.planes[side.plane]
            values = (*plane.normal, plane.distance)
            if all(map(math.isfinite, values)) and max(map(abs, plane.normal)) <= 2.0:
                yield plane.normal, plane.distance, side.material


def _faces(solid: _Solid, *, up: bool) -> Iterator[tuple[tuple[Vec3, ...], int]]:
    """Yield the faces that look up, or down, with their materials, cut by all other sides."""
    sign = 1.0 if up else -1.0
    level = ((0.0, 0.0, sign), sign * (solid.maxs[2] if up else solid.mins[2]))
    sides = [(*level, solid.materials[5 if up else 4])]
    sides += [side for side in solid.slanted if side[0][2] * sign > 1e-3]
    low, high = ((0.0, 0.0, -1.0), -solid.mins[2]), ((0.0, 0.0, 1.0), solid.maxs[2])
    for normal, distance, material in sides:
        corners = _over_box(solid, normal, distance)
        for other, other_distance in (low, high, *((n, d) for n, d, _ in solid.slanted)):
            if other != normal and len(corners) >= 3:
                corners = _cut(corners, other, other_distance)
        if len(corners) >= 3 and material >= 0:
            yield tuple(corners), material


def _over_box(solid: _Solid, normal: Vec3, distance: float) -> list[Vec3]:
    """Return the part of a plane above and below the rectangle of a brush's box."""
    (x0, y0, _), (x1, y1, _) = solid.mins, solid.maxs
    places = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    nx, ny, nz = normal
    return [(x, y, (distance - nx * x - ny * y) / nz) for x, y in places]


def _cut(corners: list[Vec3], normal: Vec3, distance: float) -> list[Vec3]:
    """Return the part of a convex face behind a plane."""
    ahead = [
        normal[0] * x + normal[1] * y + normal[2] * z - distance - _EPSILON for x, y, z in corners
    ]
    if max(ahead) <= 0.0:
        return corners
    kept: list[Vec3] = []
    for i, here in enumerate(corners):
        before, there = ahead[i - 1], corners[i - 1]
        if (before <= 0.0) != (ahead[i] <= 0.0):
            t = before / (before - ahead[i])
            kept.append(
                (
                    there[0] + t * (here[0] - there[0]),
                    there[1] + t * (here[1] - there[1]),
                    there[2] + t * (here[2] - there[2]),
                )
            )
        if ahead[i] <= 0.0:
            kept.append(here)
    return kept
