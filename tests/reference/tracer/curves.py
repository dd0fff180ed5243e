"""One curve facet against a sweep (collision2: 4. Sweep against curve facets)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.reference.tracer.facets import Facet
from tests.reference.tracer.hits import UNSTATED, Hit
from tests.reference.tracer.planes import Plane
from tests.reference.tracer.sweep import Sweep
from tests.reference.tracer.vectors import Vec, dot, scale

EPSILON: Final = 0.125
NEVER: Final = 99999.0


def sweep_facet(facet: Facet, sweep: Sweep) -> Hit | None:
    """Sweep against one facet. It never reports a start inside."""
    return point_hit(facet, sweep) if sweep.point else solid_hit(facet, sweep)


def point_hit(facet: Facet, sweep: Sweep) -> Hit | None:
    """A point meets the surface from its front, inside every border at that moment."""
    d1, d2 = heights(facet.surface, sweep)
    time = crossing(d1, d2)
    if d1 <= 0 or not 0 < time <= 1:
        return None
    for plane, inward in facet.borders:
        start, end = heights(plane, sweep)
        border_time = crossing(start, end)
        facing = (start > 0) != inward
        if (facing and border_time > time) or (not facing and border_time < time):
            return None
    fraction = max(0.0, (d1 - EPSILON) / (d1 - d2))
    return Hit("curve point", fraction, facet.surface.normal, gate=time)


def heights(plane: Plane, sweep: Sweep) -> tuple[float, float]:
    return (
        dot(plane.normal, sweep.start) - plane.distance,
        dot(plane.normal, sweep.end) - plane.distance,
    )


def crossing(d1: float, d2: float) -> float:
    if d1 == d2:
        return NEVER
    time = d1 / (d1 - d2)
    return NEVER if time <= 0 else time


def oriented(facet: Facet, sweep: Sweep) -> Iterator[tuple[Vec, float, float]]:
    """Yield normal and the two moved-out distances of surface and borders, facing outward."""
    normal = facet.surface.normal
    yield normal, *sweep.spans(normal, facet.surface.distance)
    for plane, inward in facet.borders:
        sign = -1.0 if inward else 1.0
        normal = scale(plane.normal, sign)
        yield normal, *sweep.spans(normal, plane.distance * sign)


def solid_hit(facet: Facet, sweep: Sweep) -> Hit | None:
    """A box or capsule meets the facet as a convex body, except through its back."""
    enter, leave = -1.0, 1.0
    last_border = -1
    normal = facet.surface.normal
    for number, (side, d1, d2) in enumerate(oriented(facet, sweep)):
        if d1 > 0 and (d2 >= EPSILON or d2 >= d1):
            return None
        if d1 <= 0 and d2 <= 0:
            continue
        if d1 > d2:
            fraction = max(0.0, (d1 - EPSILON) / (d1 - d2))
            if fraction > enter:
                enter, normal = fraction, side
                last_border = number - 1 if number else last_border
        else:
            leave = min(leave, (d1 + EPSILON) / (d1 - d2))
    if last_border == len(facet.borders) - 1 or not 0 <= enter < leave:
        return None
    kind = "curve surface" if last_border < 0 else "curve border"
    return Hit(kind, enter, normal, gate=enter)


def rest_in_facet(facet: Facet, sweep: Sweep) -> Hit | None:
    """Ask whether a stationary box or capsule touches the facet's slab, with no epsilon."""
    if sweep.maxs == (0, 0, 0) or any(d1 > 0 for _, d1, _ in oriented(facet, sweep)):
        return None
    return Hit(
        *("curve rest", 0.0),
        gate=0.0,
        startsolid=True,
        allsolid=True,
        contents=UNSTATED,
    )
