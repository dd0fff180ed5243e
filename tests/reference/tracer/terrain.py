"""One triangle against a sweep (collision2: 5. Sweep against triangles).

A box is swept as a capsule here. Only one of its two caps moves; the other one counts where the
start lies behind the triangle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.reference.tracer.hits import Hit
from tests.reference.tracer.sweep import Sweep
from tests.reference.tracer.triangles import Edge, Terrain, Triangle
from tests.reference.tracer.vectors import Vec, along, dot, overlap, root, scale, sub

EPSILON: Final = 0.125
PULL_BACK: Final = 1e-5
POINT_SLACK: Final = 0.001
REACH_SLACK: Final = 1.0
"""Box margin of a triangle that is left out unasked; see `in_reach`."""


class Cap(NamedTuple):
    """The sphere that is swept, grown to ``radius``; ``span`` leads up or down to the other."""

    start: Vec
    end: Vec
    delta: Vec
    radius: float
    span: float


def cap_of(terrain: Terrain, sweep: Sweep, base: float, epsilon: float) -> Cap:
    reach = sweep.half_height - base
    lift = reach if terrain.faces_down else -reach
    raised = (0.0, 0.0, lift)
    start, end = along(sweep.start, raised, 1.0), along(sweep.end, raised, 1.0)
    return Cap(start, end, sub(end, start), base + epsilon, -2 * lift)


def sweep_terrain(terrain: Terrain, sweep: Sweep) -> Iterator[Hit]:
    """Yield what every triangle says, each asked on its own."""
    if sweep.point:
        for triangle in terrain.triangles:
            if in_reach(triangle, sweep, 0.0, 0.0):
                hit = point_hit(triangle, sweep)
                if hit is not None:
                    yield hit
        return
    base = sweep.radius if sweep.capsule else sweep.maxs[0]
    cap = cap_of(terrain, sweep, base, EPSILON)
    for triangle in terrain.triangles:
        if in_reach(triangle, sweep, cap.radius, abs(cap.span) / 2):
            yield from cap_hits(triangle, cap)


def in_reach(triangle: Triangle, sweep: Sweep, radius: float, reach: float) -> bool:
    """Whether the triangle's box comes near the swept capsule's.

    Every hit needs a point of a cap's path, or of the axis at the start, within ``radius`` of
    the triangle; only a point sweep may pass beside it, by a thousandth of an edge.
    """
    mins, maxs = triangle.mins, triangle.maxs
    slack = REACH_SLACK + 4 * POINT_SLACK * (
        maxs[0] - mins[0] + maxs[1] - mins[1] + maxs[2] - mins[2]
    )
    low, high = sweep.start, sweep.end
    grown = radius + slack
    return (
        min(low[0], high[0]) - grown <= maxs[0]
        and max(low[0], high[0]) + grown >= mins[0]
        and min(low[1], high[1]) - grown <= maxs[1]
        and max(low[1], high[1]) + grown >= mins[1]
        and min(low[2], high[2]) - grown - reach <= maxs[2]
        and max(low[2], high[2]) + grown + reach >= mins[2]
    )


def point_hit(triangle: Triangle, sweep: Sweep) -> Hit | None:
    """A point passes from the front to the back; the fraction may be negative."""
    d1 = dot(triangle.normal, sweep.start) - triangle.distance
    d2 = dot(triangle.normal, sweep.end) - triangle.distance
    if d2 >= 0 or d1 <= 0:
        return None
    fraction = (d1 - EPSILON) / (d1 - d2)
    point = along(sweep.start, sweep.delta, d1 / (d1 - d2))
    s = dot(triangle.s, point) - triangle.s_offset
    t = dot(triangle.t, point) - triangle.t_offset
    if not -POINT_SLACK <= s <= 1 + POINT_SLACK or t < -POINT_SLACK or s + t > 1 + POINT_SLACK:
        return None
    return Hit("triangle point", fraction, triangle.normal, gate=fraction)


def stuck(triangle: Triangle) -> Hit:
    return Hit("triangle stuck", 0.0, triangle.normal, gate=0.0, startsolid=True)


def axis_touches(triangle: Triangle, cap: Cap, d1: float) -> bool:
    """With the cap behind the plane: does the axis pass through within the radius of it?"""
    rise, radius = triangle.normal[2], cap.radius
    other = d1 + cap.span * rise
    if other <= -radius:
        return False
    ends = ((-radius - d1) / rise, cap.span if other < radius else (radius - d1) / rise)
    return any(
        triangle.mask((cap.start[0], cap.start[1], cap.start[2] + height)) == 0 for height in ends
    )


def cap_hits(triangle: Triangle, cap: Cap) -> Iterator[Hit]:
    """Yield the hit on the face, or those on the edges and vertices that it leads to."""
    radius = cap.radius
    d1 = dot(triangle.normal, cap.start) - triangle.distance
    d2 = dot(triangle.normal, cap.end) - triangle.distance
    if d2 >= radius or d1 - d2 <= 0:
        return
    if d1 <= -radius:
        if axis_touches(triangle, cap, d1):
            yield stuck(triangle)
        return
    fraction = 0.0 if d1 < radius else (d1 - radius) / (d1 - d2)
    mask = triangle.mask(along(cap.start, cap.delta, fraction))
    if mask == 0:
        if fraction <= PULL_BACK:
            yield stuck(triangle)
        else:
            yield Hit("triangle face", fraction - PULL_BACK, triangle.normal, gate=fraction)
        return
    for corner in (0, 1, 2):
        edge, vertex = triangle.edges[corner], triangle.vertices[corner]
        hit = None
        if mask >> corner & 1:
            if edge is not None:
                hit = edge_hit(triangle, edge, cap)
        elif vertex is not None:
            hit = vertex_hit(triangle, vertex, cap)
        if hit is not None:
            yield hit


def edge_hit(triangle: Triangle, edge: Edge, cap: Cap) -> Hit | None:
    one, two = edge.radial
    away = sub(cap.start, edge.origin)
    r0, r1, e = dot(away, one), dot(away, two), dot(away, edge.direction)
    c = r0 * r0 + r1 * r1 - cap.radius * cap.radius
    if c <= 0:
        return stuck(triangle) if 0 <= e <= edge.length else None
    m0, m1 = dot(cap.delta, one), dot(cap.delta, two)
    b = r0 * m0 + r1 * m1
    if b >= 0:
        return None
    a = m0 * m0 + m1 * m1
    disc = b * b - a * c
    if disc <= 0:
        return None
    fraction = (-root(disc) - b) / a
    if fraction >= 1 or not 0 <= e + fraction * dot(cap.delta, edge.direction) <= edge.length:
        return None
    outward = along(scale(one, r0 + fraction * m0), two, r1 + fraction * m1)
    return Hit("triangle edge", fraction - PULL_BACK, scale(outward, 1 / cap.radius), gate=fraction)


def vertex_hit(triangle: Triangle, vertex: Vec, cap: Cap) -> Hit | None:
    away = sub(cap.start, vertex)
    c = dot(away, away) - cap.radius * cap.radius
    if c <= 0:
        return stuck(triangle)
    b = dot(away, cap.delta)
    if b >= 0:
        return None
    a = dot(cap.delta, cap.delta)
    disc = b * b - a * c
    if disc < 0:
        return None
    fraction = (-root(disc) - b) / a
    if fraction >= 1:
        return None
    outward = scale(along(away, cap.delta, fraction), 1 / cap.radius)
    return Hit("triangle vertex", fraction - PULL_BACK, outward, gate=fraction)


def rests_in_triangle(triangle: Triangle, cap: Cap) -> bool:
    """Ask whether a stationary cap, or the axis above it, touches the triangle."""
    if not overlap(cap.start, cap.start, triangle.mins, triangle.maxs, cap.radius + abs(cap.span)):
        return False
    d1 = dot(triangle.normal, cap.start) - triangle.distance
    if d1 >= cap.radius:
        return False
    if d1 <= -cap.radius:
        return axis_touches(triangle, cap, d1)
    mask = triangle.mask(cap.start)
    if mask == 0:
        return True
    for corner in (0, 1, 2):
        edge, vertex = triangle.edges[corner], triangle.vertices[corner]
        if mask >> corner & 1:
            if edge is not None and edge_distance_below(edge, cap):
                return True
        elif vertex is not None:
            away = sub(cap.start, vertex)
            if dot(away, away) < cap.radius * cap.radius:
                return True
    return False


def edge_distance_below(edge: Edge, cap: Cap) -> bool:
    away = sub(cap.start, edge.origin)
    r0, r1 = dot(away, edge.radial[0]), dot(away, edge.radial[1])
    inside = r0 * r0 + r1 * r1 < cap.radius * cap.radius
    return inside and 0 <= dot(away, edge.direction) <= edge.length


def rests_in_terrain(terrain: Terrain, sweep: Sweep) -> bool:
    """Ask all triangles; a box takes the set-up's sphere record, and a point never rests."""
    if sweep.maxs == (0, 0, 0):
        return False
    cap = cap_of(terrain, sweep, sweep.radius, 0.0)
    return any(rests_in_triangle(triangle, cap) for triangle in terrain.triangles)
