"""Bodies: what entities are to a trace (collision2: Temp models, Transformed traces)."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Final

from uoserver.bsp.vectors import Vec3

from . import brushes as brush_tests
from . import capsules
from .capsules import Capsule
from .hull import Brush, Hull
from .model import ClipModel
from .outcome import CLEAR, Outcome, check_finite
from .placement import Placement
from .trace import ENTITY_NONE, NO_FACE, ZERO, Face

_SNAP: Final = 1e-3
"""Angles this close to whole degrees become whole when a body is linked."""
_GROWTH: Final = 1.0
"""How far a link's box stands out from the body, units."""


@dataclass(slots=True)
class Body:
    """An entity's shape: a box or upright capsule about `origin`, or inline model `model`.

    `contents` decide who collides with it; a brush model that is plainly solid has -1, so that
    those of its brushes decide. `owner` is the number of the entity it belongs to. `angles`
    count for models only. What a world knows of a body is what it was when linked.
    """

    origin: Vec3
    angles: Vec3 = ZERO
    mins: Vec3 = ZERO
    maxs: Vec3 = ZERO
    contents: int = 1
    owner: int = ENTITY_NONE
    model: int | None = None
    capsule: bool = False


class Linked:
    """A body as it was when linked, made ready to be traced against."""

    __slots__ = (
        *("_box", "_capsule", "_made", "_place", "absmax", "absmin", "body", "contents", "model"),
        "owner",
    )

    def __init__(self, clip: ClipModel, body: Body) -> None:
        """Take a body in; raises ValueError for numbers not finite and for an unknown model."""
        mins, maxs = body.mins, body.maxs
        angles = ZERO
        if body.model is not None:
            mins, maxs = clip.model_bounds(body.model)
            angles = snapped(body.angles)
        check_finite(body.origin, mins)
        check_finite(body.origin, maxs)
        if any(low > high for low, high in zip(mins, maxs, strict=True)):
            raise ValueError(f"no box: {mins} {maxs}")
        self.body: Final = body
        self.contents: Final = body.contents
        self.owner: Final = body.owner
        self.model: Final = body.model
        self._place: Final = Placement(body.origin, angles)
        self._box: Final = (mins, maxs)
        self._made: Brush | None = None
        is_capsule = body.capsule and body.model is None
        self._capsule: Final = Capsule.of(body.origin, mins, maxs) if is_capsule else None
        if angles != ZERO:
            reach = radius_of(mins, maxs)
            mins, maxs = (-reach, -reach, -reach), (reach, reach, reach)
        x, y, z = body.origin
        self.absmin: Final = (x + mins[0] - _GROWTH, y + mins[1] - _GROWTH, z + mins[2] - _GROWTH)
        self.absmax: Final = (x + maxs[0] + _GROWTH, y + maxs[1] + _GROWTH, z + maxs[2] + _GROWTH)

    @property
    def _brush(self) -> Brush:
        """The body's box as a brush about its origin, made when first needed."""
        if self._made is None:
            x0, y0, z0, x1, y1, z1 = (Face(normal, 0, self.contents, "") for normal in _AXES)
            self._made = Brush(-1, self.contents, *self._box, (x0, y0, z0, x1, y1, z1))
        return self._made

    def meet(self, clip: ClipModel, hull: Hull, start: Vec3, end: Vec3, mask: int) -> Outcome:
        """Trace a hull against the body; the normal is the world's."""
        if self.model is not None:
            outcome = clip.meet(hull, start, end, mask, self.model, self._place)
            if self._place.rotated and outcome.face is not None:
                normal = self._place.leave(outcome.face.normal)
                return outcome._replace(face=outcome.face._replace(normal=normal))
            return outcome
        if not self.contents & mask:
            return CLEAR
        cx, cy, cz = hull.center
        a = (start[0] + cx, start[1] + cy, start[2] + cz)
        b = (end[0] + cx, end[1] + cy, end[2] + cz)
        if self._capsule is not None:
            if hull.capsule:
                return self._meet_capsule(self._capsule, hull, a, b)
            # The two change places: the capsule moves, and what stands is the moving box.
            hull, brush, a, b = self._swapped(self._capsule, hull, a, b)
        else:
            brush, a, b = self._brush, self._place.enter(a), self._place.enter(b)
        grown = (hull.expand(brush),)
        if start == end:
            contents = brush_tests.inside(grown, mask, *a, set())
            if contents is None:
                return CLEAR
            return Outcome(0.0, NO_FACE._replace(contents=contents), True, True)
        fraction, face, starts, solid, _ = brush_tests.sweep(grown, mask, *a, *b, 1.0)
        return Outcome(fraction, face, starts, solid)

    def _swapped(
        self, capsule: Capsule, hull: Hull, a: Vec3, b: Vec3
    ) -> tuple[Hull, Brush, Vec3, Vec3]:
        cx, cy, cz = capsule.center
        maxs = capsule.maxs
        size = (maxs[0] - cx, maxs[1] - cy, maxs[2] - cz)
        mover = Hull((-size[0], -size[1], -size[2]), size, True)
        hx, hy, hz = hull.half
        brush = Brush(-1, self.contents, (-hx, -hy, -hz), hull.half, self._brush.faces)
        return (
            mover,
            brush,
            (a[0] - cx, a[1] - cy, a[2] - cz),
            (b[0] - cx, b[1] - cy, b[2] - cz),
        )

    def _meet_capsule(self, capsule: Capsule, hull: Hull, a: Vec3, b: Vec3) -> Outcome:
        half_cylinder = hull.half_height - hull.radius
        if a == b:
            if capsules.overlap(capsule, hull.radius, half_cylinder, a):
                return Outcome(0.0, None, True, True)
            return CLEAR
        hit = capsules.sweep(capsule, hull.radius, half_cylinder, a, b, 1.0)
        if hit is None:
            return CLEAR
        return Outcome(hit.fraction, Face(hit.normal, 0, self.contents, ""), hit.start, hit.all)

    def blocks(self, clip: ClipModel, hull: Hull, start: Vec3, end: Vec3, mask: int) -> bool:
        """Return whether the body blocks a line of sight."""
        if self.model is not None:
            return clip.blocked(hull, start, end, mask, self.model, self._place)
        if not self.contents & mask:
            return False
        cx, cy, cz = hull.center
        a = (start[0] + cx, start[1] + cy, start[2] + cz)
        b = (end[0] + cx, end[1] + cy, end[2] + cz)
        if self._capsule is not None:
            hull, brush, a, b = self._swapped(self._capsule, hull, a, b)
        else:
            brush, a, b = self._brush, self._place.enter(a), self._place.enter(b)
        return brush_tests.blocks(hull.expand(brush), *a, *b)

    def contents_at(self, clip: ClipModel, point: Vec3) -> int:
        """Return the contents of the body at a point, 0 outside it."""
        body = self.body
        if self.model is not None:
            return clip.contents_in(self.model, self._place.enter(point))
        return body.contents if self._brush.holds(*self._place.enter(point)) else 0


_AXES: Final[tuple[Vec3, ...]] = (
    *((-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)),
    *((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
)


def snapped(angles: Vec3) -> Vec3:
    """Return angles with those close to whole degrees made whole; raises ValueError."""
    if not all(map(isfinite, angles)):
        raise ValueError(f"angles {angles}")
    x, y, z = (
        float(round(angle)) if abs(angle - round(angle)) < _SNAP else angle for angle in angles
    )
    return (x, y, z)


def radius_of(mins: Vec3, maxs: Vec3) -> float:
    """Return the distance of a box's farthest corner from the origin."""
    x, y, z = (max(abs(low), abs(high)) for low, high in zip(mins, maxs, strict=True))
    return sqrt(x * x + y * y + z * z)
