"""Linked bodies: boxes, capsules and moved inline models (collision2: 7, 8 and 9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tests.reference.tracer.brushes import Brush, rest_in_brush, sweep_brush
from tests.reference.tracer.hits import UNSTATED, Hit
from tests.reference.tracer.sweep import Sweep, finished
from tests.reference.tracer.vectors import ZERO, Vec, add, along, dot, root, scale, sub, unit

PULL_BACK: Final = 0.125
NOBODY: Final = 1023
BOUNDS_SLACK: Final = 1.0


@dataclass(slots=True)
class Obstacle:
    """A linked entity; a ``model`` makes it that inline model, else it is a box or capsule."""

    number: int
    origin: Vec
    angles: Vec = ZERO
    mins: Vec = ZERO
    maxs: Vec = ZERO
    contents: int = 1
    owner: int = NOBODY
    model: int | None = None
    capsule: bool = False

    def ignored(self, mask: int, passed: int, passed_owner: int) -> bool:
        """Apply the entity filter: contents, the pass entity, its things and its siblings."""
        if self.contents & mask == 0:
            return True
        if passed == NOBODY:
            return False
        sibling = passed_owner != NOBODY and self.owner == passed_owner
        return passed in (self.number, self.owner) or sibling


def box_brush(mins: Vec, maxs: Vec, contents: int) -> Brush:
    """Return the shared temp brush: six sides of the default material."""
    return Brush(-1, mins, maxs, [], [0] * 6, [""] * 6, contents)


def body_hits(body: Obstacle, sweep: Sweep) -> Iterator[Hit]:
    """Yield what a box or capsule body says to a sweep in world space."""
    local = moved(sweep, body.origin)
    if not body.capsule:
        hit = brush_hit(box_brush(body.mins, body.maxs, body.contents), local)
    elif sweep.capsule:
        hit = capsule_hit(body, local)
    else:
        hit = box_against_capsule(body, local)
    if hit is not None:
        yield hit._replace(kind="body " + hit.kind, entity=body.number)


def moved(sweep: Sweep, origin: Vec) -> Sweep:
    return finished(
        start=sub(sweep.start, origin),
        end=sub(sweep.end, origin),
        mins=sweep.mins,
        maxs=sweep.maxs,
        capsule=sweep.capsule,
        stationary=sweep.stationary,
        radius=sweep.radius,
        half_height=sweep.half_height,
        offset=sweep.offset,
    )


def brush_hit(brush: Brush, sweep: Sweep) -> Hit | None:
    return rest_in_brush(brush, sweep) if sweep.stationary else sweep_brush(brush, sweep)


@dataclass(slots=True)
class Pill:
    """A capsule body about its own centre: radius, half cylinder, cap centres."""

    centre: Vec
    half: Vec
    radius: float
    half_cylinder: float
    top: Vec
    bottom: Vec


def pill_of(body: Obstacle) -> Pill:
    centre = scale(add(body.mins, body.maxs), 0.5)
    half = sub(body.maxs, centre)
    radius = min(half[0], half[2])
    reach = half[2] - radius
    up = (0.0, 0.0, reach)
    return Pill(centre, half, radius, reach, add(centre, up), sub(centre, up))


def box_against_capsule(body: Obstacle, sweep: Sweep) -> Hit | None:
    """The two change shapes: the mover becomes the capsule, its box becomes the brush."""
    pill = pill_of(body)
    swapped = finished(
        start=sub(sweep.start, pill.centre),
        end=sub(sweep.end, pill.centre),
        mins=scale(pill.half, -1.0),
        maxs=pill.half,
        capsule=True,
        stationary=sweep.stationary,
        radius=pill.radius,
        half_height=pill.half[2],
        offset=(0.0, 0.0, pill.half_cylinder),
    )
    return brush_hit(box_brush(sweep.mins, sweep.maxs, body.contents), swapped)


def capsule_hit(body: Obstacle, sweep: Sweep) -> Hit | None:
    pill = pill_of(body)
    if sweep.stationary:
        return capsules_rest(pill, sweep)
    for axis in (0, 1, 2):
        if sweep.low[axis] > body.maxs[axis] + BOUNDS_SLACK:
            return None
        if sweep.high[axis] < body.mins[axis] - BOUNDS_SLACK:
            return None
    found = first_of(pill, sweep)
    return None if found is None else found._replace(contents=body.contents)


def first_of(pill: Pill, sweep: Sweep) -> Hit | None:
    """Cap against cap from above or below, then the cylinders, then the caps at the end."""
    lower, lower_end = sub(sweep.start, sweep.offset), sub(sweep.end, sweep.offset)
    upper, upper_end = add(sweep.start, sweep.offset), add(sweep.end, sweep.offset)
    radius = sweep.radius + pill.radius
    above, below = lower[2] > pill.top[2], upper[2] < pill.bottom[2]
    rise = sweep.delta[2]
    if above:
        hit = sphere_hit(lower, lower_end, pill.top, radius)
        if hit is not None or rise >= 0:
            return hit
    elif below:
        hit = sphere_hit(upper, upper_end, pill.bottom, radius)
        if hit is not None or rise <= 0:
            return hit
    height = sweep.half_height - sweep.radius + pill.half_cylinder
    hit = cylinder_hit(sweep.start, sweep.end, pill.centre, radius, height)
    if hit is not None:
        return hit
    if not above and lower_end[2] > pill.top[2]:
        return sphere_hit(lower, lower_end, pill.top, radius)
    if not below and upper_end[2] < pill.bottom[2]:
        return sphere_hit(upper, upper_end, pill.bottom, radius)
    return None


def sphere_hit(start: Vec, end: Vec, centre: Vec, radius: float) -> Hit | None:
    away, delta = sub(start, centre), sub(end, start)
    c = dot(away, away) - radius * radius
    normal = unit(away) or ZERO
    if c <= 0:
        last = sub(end, centre)
        inside = dot(last, last) - radius * radius <= 0
        return Hit("sphere inside", 0.0, normal, gate=0.0, startsolid=True, allsolid=inside)
    b = dot(away, delta)
    if b >= 0:
        return None
    a = dot(delta, delta)
    disc = b * b - a * c
    if disc < 0:
        return None
    fraction = (-b - root(disc)) / a + PULL_BACK * root(dot(away, away)) / b
    if fraction >= 1:
        return None
    return Hit("sphere", max(0.0, fraction), normal, gate=fraction)


def cylinder_hit(start: Vec, end: Vec, centre: Vec, radius: float, height: float) -> Hit | None:
    """The sphere test in x and y, for contacts whose z lies within the two cylinders."""
    rise, end_rise = start[2] - centre[2], end[2] - centre[2]
    away = (start[0] - centre[0], start[1] - centre[1], 0.0)
    delta = (end[0] - start[0], end[1] - start[1], 0.0)
    c = dot(away, away) - radius * radius
    normal = unit(away) or ZERO
    if c <= 0:
        if abs(rise) > height:
            return None
        inside = abs(end_rise) <= height
        return Hit("cylinder inside", 0.0, normal, gate=0.0, startsolid=True, allsolid=inside)
    b = dot(away, delta)
    if b >= 0:
        return None
    a = dot(delta, delta)
    disc = b * b - a * c
    if disc < 0:
        return None
    contact = (-b - root(disc)) / a
    fraction = contact + PULL_BACK * root(dot(away, away)) / b
    if fraction >= 1 or abs(rise + contact * (end_rise - rise)) > height:
        return None
    return Hit("cylinder", max(0.0, fraction), normal, gate=fraction)


def capsules_rest(pill: Pill, sweep: Sweep) -> Hit | None:
    radius = sweep.radius + pill.radius
    height = sweep.half_height - sweep.radius + pill.half_cylinder
    ends = (along(sweep.start, sweep.offset, 1.0), along(sweep.start, sweep.offset, -1.0))
    gaps = [sub(mine, theirs) for mine in ends for theirs in (pill.top, pill.bottom)]
    if abs(sweep.start[2] - pill.centre[2]) <= height:
        x, y, _ = sub(sweep.start, pill.centre)
        gaps.append((x, y, 0.0))
    if all(dot(gap, gap) >= radius * radius for gap in gaps):
        return None
    return Hit(
        *("capsule rest", 0.0),
        gate=0.0,
        startsolid=True,
        allsolid=True,
        contents=UNSTATED,
    )
