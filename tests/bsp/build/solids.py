"""Solids for tests: wedges, and random convex bodies, as sources and as planes."""

from __future__ import annotations

import math
import random

from tests.bsp.build.sources import Point, brush, face, world
from uoserver.bsp.build.problems import Report
from uoserver.bsp.build.solid import Solid, make_solid
from uoserver.bsp.build.source import parse_source
from uoserver.bsp.build.vec import cross, unit

WEDGE = brush(
    [
        # A roof: from z 0 at x 0 up to z 64 at x 128.
        face((0, 0, 0), (0, 1, 0), (128, 1, 64)),
        face((128, 0, 0), (128, 0, 1), (128, 1, 1)),
        face((0, -32, 0), (1, -32, 0), (1, -32, -1)),
        face((0, 32, 0), (1, 32, 0), (1, 32, 1)),
        face((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    ]
)


def make(text: str, offset: Point = (0.0, 0.0, 0.0)) -> Solid:
    """The solid of the first brush; fails on problems."""
    report = Report()
    (entity,) = parse_source(world(text), report)
    solid = make_solid(entity.brushes[0], report, offset)
    report.close()
    assert solid is not None
    return solid


def random_brush(chance: random.Random, middle: Point, size: float) -> str:
    """A body of 5 to 12 faces that touch a sphere, the six of a cube among the candidates."""
    normals: list[Point] = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    for _ in range(chance.randrange(1, 7)):
        a = [chance.gauss(0, 1) for _ in range(3)]
        normals.append(unit((a[0], a[1], a[2])))
    return brush(plane_face(normal, middle, size * chance.uniform(0.6, 1.0)) for normal in normals)


def plane_face(normal: Point, middle: Point, out: float) -> str:
    """Three points of the plane `out` units from the middle, clockwise as seen from outside."""
    helper = (0.0, 0.0, 1.0) if abs(normal[2]) < 0.9 else (1.0, 0.0, 0.0)
    across = unit(cross(helper, normal))
    along = cross(normal, across)
    b = tuple(m + n * out for m, n in zip(middle, normal, strict=True))
    reach = 32.0
    a = tuple(v + w * reach for v, w in zip(b, along, strict=True))
    c = tuple(v + w * reach for v, w in zip(b, across, strict=True))
    assert math.isfinite(sum(a) + sum(c))
    return face((c[0], c[1], c[2]), (b[0], b[1], b[2]), (a[0], a[1], a[2]))
