"""A map, asked with every primitive it has (collision2: 1, 8 and 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from tests.reference.tracer import lumps
from tests.reference.tracer.bodies import NOBODY, Obstacle, body_hits
from tests.reference.tracer.brushes import (
    EPSILON,
    Brush,
    blocks_sight,
    point_depth,
    rest_in_brush,
    sweep_brush,
)
from tests.reference.tracer.curves import rest_in_facet, sweep_facet
from tests.reference.tracer.facets import Facet, make_facets
from tests.reference.tracer.grid import refined
from tests.reference.tracer.hits import UNSTATED, Hit
from tests.reference.tracer.sweep import Sweep, into_model, swept, turned_back
from tests.reference.tracer.terrain import rests_in_terrain, sweep_terrain
from tests.reference.tracer.triangles import Terrain, make_terrain
from tests.reference.tracer.vectors import (
    ZERO,
    Vec,
    add,
    cross,
    highest,
    lowest,
    overlap,
    scale,
    sub,
)

CURVE_GROWTH: Final = 1.0
ALL: Final = 0xFFFFFFFF


class Shape(NamedTuple):
    """A patch ready for sweeps: its box, and either facets or terrain."""

    material: lumps.Material
    mins: Vec
    maxs: Vec
    facets: list[Facet]
    terrain: Terrain | None


def shape_of(patch: lumps.Patch) -> Shape:
    """Build a patch; a curve's box is that of its fine grid and 1 more, terrain's is not grown."""
    if patch.indexes is not None:
        low, high = lowest(patch.points), highest(patch.points)
        return Shape(patch.material, low, high, [], make_terrain(patch.points, patch.indexes))
    grid = refined(patch.points, patch.width, patch.height, float(patch.max_error))
    points = [point for column in grid.columns for point in column]
    grown = (CURVE_GROWTH, CURVE_GROWTH, CURVE_GROWTH)
    low, high = sub(lowest(points), grown), add(highest(points), grown)
    return Shape(patch.material, low, high, make_facets(grid), None)


class Tracer:
    """All brushes and patches of a map. ``hits`` is the whole truth about a sweep."""

    def __init__(self, data: bytes) -> None:
        self.lumps = lumps.read(data)
        self.shapes = [shape_of(patch) for patch in self.lumps.patches]

    def brushes(self, model: int = 0) -> list[Brush]:
        return [self.lumps.brushes[number] for number in self.lumps.models[model].brushes]

    def patches(self, model: int = 0) -> list[Shape]:
        return [self.shapes[number] for number in self.lumps.models[model].patches]

    def hits(
        self,
        start: Vec,
        end: Vec,
        mins: Vec,
        maxs: Vec,
        mask: int,
        *,
        capsule: bool = False,
        model: int = 0,
        origin: Vec = ZERO,
        angles: Vec = ZERO,
    ) -> list[Hit]:
        """Return every answer that lowers the fraction or raises a flag."""
        sweep = swept(start, end, mins, maxs, capsule=capsule)
        return list(self._model_hits(sweep, mask & ALL, model, origin, angles))

    def world_hits(
        self,
        start: Vec,
        end: Vec,
        mins: Vec,
        maxs: Vec,
        mask: int,
        bodies: Sequence[Obstacle],
        *,
        capsule: bool = False,
        pass_entity: int = NOBODY,
    ) -> list[Hit]:
        """Return the answers of the map and of all bodies that the filter lets through."""
        sweep = swept(start, end, mins, maxs, capsule=capsule)
        mask &= ALL
        found = list(self._model_hits(sweep, mask, 0, ZERO, ZERO))
        owner = next((body.owner for body in bodies if body.number == pass_entity), NOBODY)
        for body in bodies:
            if body.ignored(mask, pass_entity, owner):
                continue
            if body.model is None:
                found += body_hits(body, sweep)
            else:
                own = self._model_hits(sweep, mask, body.model, body.origin, body.angles)
                found += [hit._replace(entity=body.number) for hit in own]
        return found

    def _model_hits(
        self, sweep: Sweep, mask: int, model: int, origin: Vec, angles: Vec
    ) -> Iterator[Hit]:
        if origin == ZERO and not any(angles):
            yield from self._local_hits(sweep, mask, model)
            return
        moved, rows = into_model(sweep, origin, angles)
        for hit in self._local_hits(moved, mask, model):
            yield hit._replace(normal=turned_back(rows, hit.normal)) if any(angles) else hit

    def _local_hits(self, sweep: Sweep, mask: int, model: int) -> Iterator[Hit]:
        test = rest_in_brush if sweep.stationary else sweep_brush
        for brush in in_reach(self.brushes(model), sweep):
            if brush.contents & mask:
                hit = test(brush, sweep)
                if hit is not None:
                    yield hit
        for shape in self.patches(model):
            if shape.material.contents & mask and meets_box(shape, sweep):
                yield from patch_hits(shape, sweep)

    def sees(
        self,
        start: Vec,
        end: Vec,
        mask: int,
        mins: Vec = ZERO,
        maxs: Vec = ZERO,
        *,
        capsule: bool = False,
    ) -> bool:
        """Return whether a sweep without epsilon through the world meets nothing."""
        sweep = swept(start, end, mins, maxs, capsule=capsule)
        mask &= ALL
        return not any(
            brush.contents & mask and blocks_sight(brush, sweep)
            for brush in in_reach(self.brushes(), sweep)
        ) and not any(
            shape.material.contents & mask
            and meets_box(shape, sweep)
            and any(hit.fraction < 1 for hit in patch_hits(shape, sweep))
            for shape in self.patches()
        )

    def contents(
        self, point: Vec, margin: float, *, model: int = 0, origin: Vec = ZERO, angles: Vec = ZERO
    ) -> tuple[int, int]:
        """Return the contents at a point: those for sure, and those within ``margin`` of it."""
        at = into_model(swept(point, point, ZERO, ZERO, capsule=False), origin, angles)[0].start
        sure = near = 0
        for brush in self.brushes(model):
            if overlap(at, at, brush.mins, brush.maxs, margin):
                depth = point_depth(brush, at)
                sure |= brush.contents if depth > margin else 0
                near |= brush.contents if depth > -margin else 0
        return sure, near


def in_reach(brushes: Iterable[Brush], sweep: Sweep) -> Iterator[Brush]:
    """Yield the brushes that the swept box, grown by the epsilon, touches.

    Leaving the others out changes nothing: past the epsilon of one axial side at both ends is
    a miss.
    """
    lx, ly, lz = (bound - EPSILON for bound in sweep.low)
    hx, hy, hz = (bound + EPSILON for bound in sweep.high)
    for brush in brushes:
        x, y, z = brush.mins
        if x <= hx and y <= hy and z <= hz:
            x, y, z = brush.maxs
            if x >= lx and y >= ly and z >= lz:
                yield brush


def meets_box(shape: Shape, sweep: Sweep) -> bool:
    """Overlap of the swept bounds; a point's segment is also tested across the three axes."""
    if not overlap(sweep.low, sweep.high, shape.mins, shape.maxs):
        return False
    if not sweep.point:
        return True
    half = scale(sub(shape.maxs, shape.mins), 0.5)
    middle = scale(add(shape.maxs, shape.mins), 0.5)
    across = cross(sweep.delta, sub(sweep.start, middle))
    for axis in (0, 1, 2):
        one, two = (axis + 1) % 3, (axis + 2) % 3
        reach = half[one] * abs(sweep.delta[two]) + half[two] * abs(sweep.delta[one])
        if across[axis] * across[axis] > reach * reach:
            return False
    return True


def patch_hits(shape: Shape, sweep: Sweep) -> Iterator[Hit]:
    """Yield a patch's hits with the flags, contents and name that the patch gives them."""
    for hit in bare_hits(shape, sweep):
        if hit.contents == UNSTATED:
            yield hit
            continue
        yield hit._replace(
            surface_flags=shape.material.surface_flags,
            contents=shape.material.contents,
            material=shape.material.name,
        )


def bare_hits(shape: Shape, sweep: Sweep) -> Iterator[Hit]:
    if shape.terrain is not None:
        if not sweep.stationary:
            yield from sweep_terrain(shape.terrain, sweep)
        elif rests_in_terrain(shape.terrain, sweep):
            yield Hit(
                *("triangle rest", 0.0),
                gate=0.0,
                startsolid=True,
                allsolid=True,
                contents=UNSTATED,
            )
        return
    test = rest_in_facet if sweep.stationary else sweep_facet
    for facet in shape.facets:
        hit = test(facet, sweep)
        if hit is not None:
            yield hit
