"""What lies around a mover, gathered once for all sweeps of a moment.

A player's usercmd takes some ten sweeps within a few units. Walking the tree for each would find
the same brushes again and again, so they are taken out of the tree once, and each sweep goes
through a plain list. Its order is not the tree's; wherever the order would decide the answer,
the world is asked instead, so that the answers are always the world's. (One thing is taken for
granted: that a brush is in every leaf it touches, as map compilers see to.)
"""

from __future__ import annotations

from typing import Final

from uoserver.bsp.vectors import Vec3

from . import brushes as brush_tests
from .body import Linked
from .hull import Expanded, Hull
from .outcome import answer
from .sectors import overlap, swept_box
from .trace import ENTITY_NONE, ENTITY_WORLD, NO_FACE, Face, Trace
from .vicinity import Prepared, Vicinity
from .whole import Whole

_CLOSE: Final = 1e-4
"""Fractions of a patch and of something else closer than this: the order may matter."""

_new: Final = tuple.__new__


class Surroundings:
    """Brushes, patches and bodies in a box of the world; made by `World.around`.

    Gives the same answers as the world's traces with the `pass_entity` it was made for. What it
    cannot answer it passes on to the world: sweeps that leave the box, masks beyond its own, and
    everything once a body has been linked or unlinked.
    """

    __slots__ = (
        *("_bodies", "_brushes", "_entity", "_last", "_mask", "_patches"),
        *("_version", "_vicinity", "_world"),
    )

    def __init__(
        self,
        world: Whole,
        vicinity: Vicinity,
        mask: int,
        pass_entity: int,
        bodies: list[tuple[int, Linked]],
    ) -> None:
        self._world: Final = world
        self._version: Final = world.version
        self._vicinity: Final = vicinity
        self._mask: Final = mask
        self._entity: Final = pass_entity
        self._bodies: Final = bodies
        self._brushes: Final = vicinity.brushes
        self._patches: Final = vicinity.patches
        self._last: tuple[Vec3, Vec3, bool, Prepared] | None = None

    def _prepare(self, mins: Vec3, maxs: Vec3, capsule: bool) -> Prepared:
        found = self._vicinity.prepare(self._world.clip.hulls, mins, maxs, capsule)
        self._last = (mins, maxs, capsule, found)
        return found

    def trace(
        self,
        start: Vec3,
        end: Vec3,
        mins: Vec3,
        maxs: Vec3,
        mask: int,
        *,
        capsule: bool = False,
    ) -> Trace:
        """Return what `World.trace` returns; raises what it raises."""
        last = self._last
        if last is not None and last[0] is mins and last[1] is maxs and last[2] is capsule:
            prepared = last[3]
        else:
            prepared = self._prepare(mins, maxs, capsule)
        cx, cy, cz, (x0, y0, z0), (x1, y1, z1), grown, hull = prepared
        ux, uy, uz = start
        vx, vy, vz = end
        sx, sy, sz, ex, ey, ez = ux + cx, uy + cy, uz + cz, vx + cx, vy + cy, vz + cz
        if (
            not (
                x0 <= sx <= x1
                and x0 <= ex <= x1
                and y0 <= sy <= y1
                and y0 <= ey <= y1
                and z0 <= sz <= z1
                and z0 <= ez <= z1
            )
            or mask & ~self._mask
            or self._version != self._world.version
        ):
            return self._ask(start, end, mins, maxs, mask, capsule)
        if ux == vx and uy == vy and uz == vz:
            if not self._free(hull, mask, (sx, sy, sz), grown):
                return self._ask(start, end, mins, maxs, mask, capsule)
            fraction, face, starts = 1.0, None, False
        else:
            fraction, face, starts, _, tie = brush_tests.sweep(
                grown, mask, sx, sy, sz, ex, ey, ez, 1.0
            )
            if starts or tie:
                return self._ask(start, end, mins, maxs, mask, capsule)
            if self._patches:
                met = self._meet_patches(hull, mask, (sx, sy, sz), (ex, ey, ez), fraction, face)
                if met is None:
                    return self._ask(start, end, mins, maxs, mask, capsule)
                fraction, face, starts = met
                if fraction < 0.0:  # as `answer` has it
                    fraction = 0.0
        normal, flags, contents, material = face or NO_FACE
        result: Trace = _new(
            Trace,
            (
                fraction,
                (ux + (vx - ux) * fraction, uy + (vy - uy) * fraction, uz + (vz - uz) * fraction),
                *(normal, flags, contents, material),
                ENTITY_NONE if fraction == 1.0 else ENTITY_WORLD,
                *(False, starts),
            ),
        )
        if self._bodies and fraction != 0.0:
            return self._meet_bodies(hull, mask, start, end, result)
        return result

    def _ask(
        self, start: Vec3, end: Vec3, mins: Vec3, maxs: Vec3, mask: int, capsule: bool
    ) -> Trace:
        return self._world.trace(
            start, end, mins, maxs, mask, capsule=capsule, pass_entity=self._entity
        )

    def _free(self, hull: Hull, mask: int, point: Vec3, grown: list[Expanded]) -> bool:
        """Return whether the map leaves room for a hull centred on a point."""
        if brush_tests.inside(grown, mask, *point, set()) is not None:
            return False
        return not any(
            patch.contents & mask and patch.reached(hull, point, point) and patch.holds(hull, point)
            for patch in self._patches
        )

    def _meet_patches(
        self, hull: Hull, mask: int, a: Vec3, b: Vec3, fraction: float, face: Face | None
    ) -> tuple[float, Face | None, bool] | None:
        """Return fraction, face and startsolid after the patches, or None.

        None where the order decides: of two things almost at the same place, and of a patch
        that the sweep starts in and anything else.
        """
        starts = False
        for patch in self._patches:
            if not patch.contents & mask or not patch.reached(hull, a, b):
                continue
            hit = patch.sweep(hull, a, b, 1.0)
            if hit is None:
                continue
            if fraction < 1.0 and (starts or hit.start or abs(hit.fraction - fraction) < _CLOSE):
                return None
            if hit.fraction < fraction:
                fraction, face = hit.fraction, patch.face(hit.normal)
            starts = hit.start
        return fraction, face, starts

    def _meet_bodies(self, hull: Hull, mask: int, start: Vec3, end: Vec3, result: Trace) -> Trace:
        """Return the world's answer after the bodies."""
        clip = self._world.clip
        best, found, other = result.fraction, None, ENTITY_WORLD
        starts, solid = result.startsolid, False
        cx, cy, cz = hull.center
        swept = swept_box(
            (start[0] + cx, start[1] + cy, start[2] + cz),
            (end[0] + cx, end[1] + cy, end[2] + cz),
            hull.half,
        )
        for number, linked in self._bodies:
            if not linked.contents & mask or not overlap((linked.absmin, linked.absmax), swept):
                continue
            outcome = linked.meet(clip, hull, start, end, mask)
            starts = starts or outcome.start
            solid = solid or outcome.all
            if outcome.fraction < best:
                best, found, other = outcome.fraction, outcome, number
            elif outcome.fraction == best and found is not None:  # the sectors' order decides
                return self._ask(start, end, hull.mins, hull.maxs, mask, hull.capsule)
        if found is None and not starts and not solid:
            return result
        if found is not None:
            result = answer(start, end, found)._replace(entity=other)
        return result._replace(startsolid=starts, allsolid=solid)

    def point_contents(self, point: Vec3, mask: int = -1) -> int:
        """Return what `World.point_contents` returns.

        Where nothing gathered holds the point, so does nothing in its leaf. Else the leaf decides:
        on a plane of the tree it does not list what touches it from behind.
        """
        x, y, z = point
        (x0, y0, z0), (x1, y1, z1) = self._vicinity.mins, self._vicinity.maxs
        if (
            x0 <= x <= x1
            and y0 <= y <= y1
            and z0 <= z <= z1
            and not mask & ~self._mask
            and self._version == self._world.version
        ):
            for brush in self._brushes:
                if brush.contents & mask and brush.holds(x, y, z):
                    break
            else:
                for _, linked in self._bodies:
                    if linked.contents & mask:
                        break
                else:
                    return 0
        return self._world.point_contents(point, mask, pass_entity=self._entity)
