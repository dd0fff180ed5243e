"""The clip model of a map: traces against the world and against inline models."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from uoserver.bsp import Map
from uoserver.bsp.vectors import Vec3

from . import brushes as brush_tests
from .hull import Brush, Expanded, Hull, HullStore
from .load import (
    InlineModel,
    load_brushes,
    load_leaves,
    load_models,
    load_nodes,
    load_planes,
    load_surfaces,
)
from .loadpatches import load_patches
from .outcome import CLEAR, Outcome, answer, check_finite
from .patch import Patch, any_holds
from .placement import Placement
from .trace import NO_FACE, ZERO, Trace
from .tree import Leaf, Node, SweepWalk, leaf_at, leaves_in
from .vicinity import VicinityStore
from .visibility import VisibilityIndex

_HERE: Final = Placement()
MAX_POSITION_LEAVES: Final = 1024
"""Leaves that a position test looks at (collision2: World sectors)."""


class ClipModel:
    """A loaded map that can be traced against; make it with `load_clip_model`.

    Every trace takes start and end of a box's origin, in units, and the box about it; masks are
    those of `contents`. Raises ValueError for coordinates that are not finite, for mins above
    maxs and for a model the map does not have.
    """

    def __init__(
        self,
        brushes: list[Brush],
        patches: list[Patch],
        nodes: list[Node],
        leaves: list[Leaf],
        models: list[InlineModel],
        visibility: VisibilityIndex,
    ) -> None:
        self.brushes: Final = brushes
        self.patches: Final = patches
        self.nodes: Final = nodes
        self.leaves: Final = leaves
        self.inline: Final = models
        self.visibility: Final = visibility
        self.hulls: Final = HullStore()
        self.vicinities: Final = VicinityStore(self.gather)

    @property
    def bounds(self) -> tuple[Vec3, Vec3]:
        """Mins and maxs of the world, grown by 1."""
        return self.inline[0].mins, self.inline[0].maxs

    @property
    def models(self) -> int:
        """How many models the map has; number 0 is the world."""
        return len(self.inline)

    def model_bounds(self, model: int) -> tuple[Vec3, Vec3]:
        """Return mins and maxs of a model, grown by 1; raises ValueError if there is none."""
        if not 0 <= model < len(self.inline):
            raise ValueError(f"model {model} of {len(self.inline)}")
        return self.inline[model].mins, self.inline[model].maxs

    # -- queries -------------------------------------------------------------------------------

    def trace(
        self,
        start: Vec3,
        end: Vec3,
        mins: Vec3,
        maxs: Vec3,
        mask: int,
        *,
        capsule: bool = False,
        model: int = 0,
        origin: Vec3 = ZERO,
        angles: Vec3 = ZERO,
    ) -> Trace:
        """Sweep a box or an upright capsule from start to end against a model.

        Equal start and end make it a position test: free, or `allsolid`. An inline model stands
        at `origin`, turned by `angles`.
        """
        hull = self.hulls.get(mins, maxs, capsule)
        place = _HERE if origin is ZERO and angles is ZERO else Placement(origin, angles)
        outcome = self.meet(hull, start, end, mask, model, place)
        return answer(start, end, outcome, place)

    def sight(
        self,
        start: Vec3,
        end: Vec3,
        mask: int,
        mins: Vec3 = ZERO,
        maxs: Vec3 = ZERO,
        *,
        capsule: bool = False,
    ) -> bool:
        """Return whether nothing of the world blocks the way; ends at the first that does.

        Sight tests touch surfaces themselves: they have no epsilon.
        """
        return not self.blocked(self.hulls.get(mins, maxs, capsule), start, end, mask)

    def point_contents(
        self, point: Vec3, *, model: int = 0, origin: Vec3 = ZERO, angles: Vec3 = ZERO
    ) -> int:
        """Return the contents of all brushes of a model that hold a point.

        Patches are surfaces and have none. A point on a side is inside.
        """
        check_finite(point, point)
        self.model_bounds(model)
        return self.contents_in(model, Placement(origin, angles).enter(point))

    # -- what the world's traces are made of ---------------------------------------------------

    def contents_in(self, model: int, point: Vec3) -> int:
        """Return the contents at a point of a model's own space."""
        if model:
            numbers = self.inline[model].brushes
        else:
            numbers = self.leaves[leaf_at(self.nodes, point)].brushes
        contents = 0
        for number in numbers:
            brush = self.brushes[number]
            if brush.holds(*point):
                contents |= brush.contents
        return contents

    def meet(
        self, hull: Hull, start: Vec3, end: Vec3, mask: int, model: int, place: Placement
    ) -> Outcome:
        """Trace a hull against a placed model; the normal is still the model's own."""
        check_finite(start, end)
        self.model_bounds(model)
        cx, cy, cz = hull.center
        a = place.enter((start[0] + cx, start[1] + cy, start[2] + cz))
        b = place.enter((end[0] + cx, end[1] + cy, end[2] + cz))
        if place.rotated and hull.capsule:
            hull = hull.tilted(place.tilt(hull.half_height - hull.radius))
        if start == end:
            return self._stand(hull, a, mask, model)
        return self._sweep(hull, a, b, mask, model)

    def _sweep(self, hull: Hull, a: Vec3, b: Vec3, mask: int, model: int) -> Outcome:
        fraction, face = 1.0, None
        start = solid = False
        seen: set[int] = set()
        met: set[int] = set()
        walk = SweepWalk(self.nodes, a, b, hull.extents, hull.is_point)
        for brushes, patches in self._groups(hull, model, walk):
            if brushes:
                fraction, face, starts, all_solid, _ = brush_tests.sweep(
                    brushes, mask, *a, *b, fraction, face, seen
                )
                start |= starts
                solid |= all_solid
            for number in patches:
                if fraction == 0.0:
                    break
                if number in met:
                    continue
                met.add(number)
                patch = self.patches[number]
                if not patch.contents & mask or not patch.reached(hull, a, b):
                    continue
                hit = patch.sweep(hull, a, b, fraction)
                if hit is not None:
                    fraction, normal, starts = hit
                    face = patch.face(normal)
                    start |= starts
            walk.fraction = fraction
        return Outcome(fraction, face, start, solid)

    def _groups(
        self, hull: Hull, model: int, leaves: SweepWalk
    ) -> Iterator[tuple[list[Expanded], tuple[int, ...]]]:
        """Yield grown brushes and patches together as they are tested: by leaf, or a model's."""
        if model:
            inline = self.inline[model]
            brushes = self.brushes
            yield [hull.expanded(brushes[number]) for number in inline.brushes], inline.patches
            return
        for number in leaves:
            yield self.grown_leaf(hull, number), self.leaves[number].patches

    def grown_leaf(self, hull: Hull, number: int) -> list[Expanded]:
        """Return the brushes of a leaf, grown by a hull."""
        found = hull.leaves.get(number)
        if found is None:
            brushes = self.brushes
            found = [hull.expanded(brushes[brush]) for brush in self.leaves[number].brushes]
            hull.leaves[number] = found
        return found

    def _stand(self, hull: Hull, point: Vec3, mask: int, model: int) -> Outcome:
        """Return whether a hull centred on a point is free (collision2: the stationary rows)."""
        seen: set[int] = set()
        met: set[int] = set()
        for brushes, numbers in self._standing_groups(hull, point, model):
            contents = brush_tests.inside(brushes, mask, *point, seen)
            if contents is not None:
                return Outcome(0.0, NO_FACE._replace(contents=contents), True, True)
            patches = map(self.patches.__getitem__, numbers)
            if numbers and any_holds(patches, mask, hull, point, met):
                return Outcome(0.0, None, True, True)
        return CLEAR

    def _standing_groups(
        self, hull: Hull, point: Vec3, model: int
    ) -> Iterator[tuple[list[Expanded], tuple[int, ...]]]:
        if model:
            inline = self.inline[model]
            brushes = self.brushes
            yield [hull.expanded(brushes[number]) for number in inline.brushes], inline.patches
            return
        (x, y, z), (hx, hy, hz) = point, hull.extents
        mins = (x - hx - 1.0, y - hy - 1.0, z - hz - 1.0)
        maxs = (x + hx + 1.0, y + hy + 1.0, z + hz + 1.0)
        leaves = leaves_in(self.nodes, mins, maxs)
        for _, number in zip(range(MAX_POSITION_LEAVES), leaves, strict=False):
            yield self.grown_leaf(hull, number), self.leaves[number].patches

    def blocked(
        self,
        hull: Hull,
        start: Vec3,
        end: Vec3,
        mask: int,
        model: int = 0,
        place: Placement | None = None,
    ) -> bool:
        """Return whether a placed model blocks a line of sight."""
        check_finite(start, end)
        cx, cy, cz = hull.center
        a = (start[0] + cx, start[1] + cy, start[2] + cz)
        b = (end[0] + cx, end[1] + cy, end[2] + cz)
        if place is not None:
            a, b = place.enter(a), place.enter(b)
            if place.rotated and hull.capsule:
                hull = hull.tilted(place.tilt(hull.half_height - hull.radius))
        seen: set[int] = set()
        met: set[int] = set()
        walk = SweepWalk(self.nodes, a, b, hull.extents, hull.is_point)
        for brushes, patches in self._groups(hull, model, walk):
            for brush in brushes:
                number = brush[-1]
                if brush[6] & mask and number not in seen:
                    seen.add(number)
                    if brush_tests.blocks(brush, *a, *b):
                        return True
            for number in patches:
                if number not in met:
                    met.add(number)
                    patch = self.patches[number]
                    near = patch.contents & mask and patch.reached(hull, a, b)
                    if near and patch.blocks(hull, a, b):
                        return True
        return False

    def gather(self, mins: Vec3, maxs: Vec3, mask: int) -> tuple[list[Brush], list[Patch]]:
        """Return what the leaves that a box touches hold in it, each once, in leaf order."""
        numbers: dict[int, None] = {}
        patches: dict[int, None] = {}
        for leaf in leaves_in(self.nodes, mins, maxs):
            _, _, leaf_brushes, leaf_patches = self.leaves[leaf]
            numbers.update(dict.fromkeys(leaf_brushes))
            if leaf_patches:
                patches.update(dict.fromkeys(leaf_patches))
        x0, y0, z0 = mins
        x1, y1, z1 = maxs
        brushes = []
        for number in numbers:
            brush = self.brushes[number]
            if not brush.contents & mask:
                continue
            (bx0, by0, bz0), (bx1, by1, bz1) = brush.mins, brush.maxs
            if not (bx0 > x1 or bx1 < x0 or by0 > y1 or by1 < y0 or bz0 > z1 or bz1 < z0):
                brushes.append(brush)
        near = []
        for number in patches:
            patch = self.patches[number]
            (px0, py0, pz0), (px1, py1, pz1) = patch.mins, patch.maxs
            if (
                patch.contents & mask
                and not (px0 > x1 or px1 < x0 or py0 > y1 or py1 < y0)
                and not (pz0 > z1 or pz1 < z0)
            ):
                near.append(patch)
        return brushes, near


def load_clip_model(source: Map) -> ClipModel:
    """Return the clip model of a map; raises DamagedError for what a trace would trip over."""
    surfaces = load_surfaces(source)
    planes = load_planes(source)
    brushes = load_brushes(source, surfaces, planes)
    patches = load_patches(source, surfaces)
    nodes = load_nodes(source, planes)
    leaves = load_leaves(source, len(brushes), len(patches))
    models = load_models(source, len(brushes), len(patches))
    visibility = VisibilityIndex(nodes, leaves, source.visibility)
    return ClipModel(brushes, patches, nodes, leaves, models, visibility)
