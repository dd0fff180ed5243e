from __future__ import annotations

import pytest

from uoserver.bsp.vectors import Vec3
from uoserver.collision.bevels import Sides, add_bevels
from uoserver.collision.planepool import Plane, PlanePool, negated

Winding = list[Vec3]


def bevels(winding: Winding, normal: Vec3, dist: float) -> tuple[list[Plane], Sides]:
    """Return the bevels of a winding without borders, facing out, and the sides."""
    pool = PlanePool()
    surface, _ = pool.find((*normal, dist))
    sides: Sides = []
    add_bevels(pool, surface, sides, winding)
    out = [pool.planes[n] if not inward else negated(pool.planes[n]) for n, inward in sides]
    return out, sides


def test_a_level_square_needs_its_four_upright_sides() -> None:
    square = [(0.0, 0.0, 8.0), (32.0, 0.0, 8.0), (32.0, 32.0, 8.0), (0.0, 32.0, 8.0)]
    out, sides = bevels(square, (0.0, 0.0, 1.0), 8.0)
    assert out == [
        (-1, 0, 0, 0),
        (1, 0, 0, 32),
        (0, -1, 0, 0),
        (0, 1, 0, 32),
        (0, 0, -1, -8),  # the surface's own back; the axial z planes equal the surface
    ]
    assert sides[-1] == (0, True)


def test_slanted_edges_get_planes_through_them_along_the_axes() -> None:
    s = 0.5**0.5
    # A triangle leaning on x + z = 32: its edge from (32, 0, 0) to (0, 0, 32) is slanted.
    winding = [(32.0, 0.0, 0.0), (32.0, 32.0, 0.0), (0.0, 0.0, 32.0)]
    out, _ = bevels(winding, (s, 0.0, s), 32 * s)
    for x, y, z, dist in out[:-1]:
        reach = [x * px + y * py + z * pz - dist for px, py, pz in winding]
        assert max(reach) <= 0.1
        assert max(reach) > -0.1
    # Besides the six axial planes, edges add slanted ones.
    assert len(out) > 7
    assert sum(1 for x, y, z, _ in out if max(abs(x), abs(y), abs(z)) == 1.0) == 6


def test_short_edges_add_nothing() -> None:
    winding = [(0.0, 0.0, 0.0), (0.3, 0.0, 0.3), (0.0, 32.0, 0.0)]
    s = 0.5**0.5
    out, _ = bevels(winding, (s, 0.0, -s), 0.0)
    slanted = [p for p in out[:-1] if max(abs(p[0]), abs(p[1]), abs(p[2])) < 1.0]
    # Only the long slanted edge, from (0.3, 0, 0.3) to (0, 32, 0), made some.
    for x, y, z, dist in slanted:
        assert abs(x * 0.3 + z * 0.3 - dist) < 1e-9 or abs(y * 32 - dist) < 1e-9


def test_an_edge_of_half_a_unit_is_long_enough() -> None:
    for scale, more in ((1.0, True), (0.99, False)):
        # From the first point to the second: 0.5 to the bit, slanted in the plane z = 0.
        end = (0.3 * scale, 0.4 * scale, 0.0)
        winding = [(0.0, 0.0, 0.0), end, (0.0, 8.0, 0.0)]
        out, _ = bevels(winding, (0.0, 0.0, 1.0), 0.0)
        through = [p for p in out if p[:2] == pytest.approx((0.8, -0.6), abs=1e-6)]
        assert bool(through) is more
