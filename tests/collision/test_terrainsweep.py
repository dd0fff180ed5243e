from __future__ import annotations

from math import sqrt

import pytest

from uoserver.bsp.vectors import Vec3
from uoserver.collision.patch import PatchHit
from uoserver.collision.terrainmesh import Triangle, build_mesh
from uoserver.collision.terrainsweep import PULL_BACK, sweep_cap, sweep_line, touches

# One triangle facing up: (0, 0), (0, 64), (64, 0) at z = 0.
VERTICES: list[Vec3] = [(0.0, 0.0, 0.0), (0.0, 64.0, 0.0), (64.0, 0.0, 0.0)]
FLAT = build_mesh(VERTICES, [0, 1, 2]).triangles
REACH = 15.125


def cap(start: Vec3, end: Vec3, best: float = 1.0, span: float = 40.0) -> PatchHit | None:
    return sweep_cap(FLAT, *start, *end, REACH, span, best)


def line(start: Vec3, end: Vec3, best: float = 1.0) -> PatchHit | None:
    return sweep_line(FLAT, start, end, best)


def test_a_line_stops_an_eighth_short() -> None:
    assert line((8, 8, 10), (8, 8, -10)) == (9.875 / 20, (0, 0, 1), False)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((8, 8, -10), (8, 8, 10)),  # from behind
        ((8, 8, 10), (8, 8, 0)),  # ends on the plane
        ((8, 8, 0), (8, 8, -10)),  # starts on the plane
        ((40, 40, 10), (40, 40, -10)),  # beside it
    ],
)
def test_a_line_must_cross_from_front_to_back(start: Vec3, end: Vec3) -> None:
    assert line(start, end) is None


def test_a_line_may_miss_by_a_thousandth_of_the_triangle() -> None:
    assert line((-0.0625, 8, 10), (-0.0625, 8, -10)) is not None
    assert line((-0.066, 8, 10), (-0.066, 8, -10)) is None


def test_a_line_from_within_the_eighth_has_a_negative_fraction() -> None:
    hit = line((8, 8, 0.0625), (8, 8, -9.9375))
    assert hit is not None
    assert hit.fraction == -0.0625 / 10


def test_a_line_needs_a_smaller_fraction() -> None:
    assert line((8, 8, 10), (8, 8, -10), best=9.875 / 20) is None


def test_a_sphere_lands_a_little_sooner_than_it_touches() -> None:
    hit = cap((8, 8, 65.125), (8, 8, -34.875))
    assert hit == (0.5 - PULL_BACK, (0, 0, 1), False)


def test_a_face_hit_at_the_very_start_is_a_start_inside() -> None:
    assert cap((8, 8, 15.125), (8, 8, 5)) == (0.0, (0, 0, 1), True)
    assert cap((8, 8, 15.0), (8, 8, 5)) == (0.0, (0, 0, 1), True)
    hit = cap((8, 8, 15.225), (8, 8, -84.775))
    assert hit is not None
    assert not hit.start


def test_moving_away_or_along_is_free() -> None:
    assert cap((8, 8, 10), (8, 8, 20)) is None
    assert cap((8, 8, 10), (20, 8, 10)) is None


def test_what_ends_out_of_reach_is_free() -> None:
    assert cap((8, 8, 65), (8, 8, 15.125)) is None
    assert cap((8, 8, 65), (8, 8, 15.124)) is not None


def test_an_edge_is_met_beside_the_face() -> None:
    # The edge x = 0, y from 0 to 64: the sphere's centre is 9 beyond it.
    height = sqrt(REACH**2 - 81)
    hit = cap((-9, 32, 50), (-9, 32, -50))
    assert hit is not None
    assert hit.fraction == pytest.approx((50 - height) / 100 - PULL_BACK, abs=1e-12)
    assert hit.normal == pytest.approx((-9 / REACH, 0, height / REACH), abs=1e-9)


def test_a_vertex_is_met_beyond_both_edges() -> None:
    height = sqrt(REACH**2 - 2 * 64)
    hit = cap((-8, -8, 50), (-8, -8, -50))
    assert hit is not None
    assert hit.fraction == pytest.approx((50 - height) / 100 - PULL_BACK, abs=1e-12)
    assert hit.normal == pytest.approx((-8 / REACH, -8 / REACH, height / REACH), abs=1e-9)


def test_too_far_beside_is_free() -> None:
    assert cap((-15.2, 32, 50), (-15.2, 32, -50)) is None
    assert cap((-11, -11, 50), (-11, -11, -50)) is None


def test_starting_at_an_edge_or_vertex_is_solid_with_the_triangles_normal() -> None:
    assert cap((-9, 32, 5), (-9, 32, -5)) == (0.0, (0, 0, 1), True)
    assert cap((-8, -8, 5), (-8, -8, -5)) == (0.0, (0, 0, 1), True)


def test_the_other_cap_reaches_through_from_behind() -> None:
    # The lower cap is 20 below, the other one 40 above it: the axis goes through the face.
    assert cap((8, 8, -20), (8, 8, -21)) == (0.0, (0, 0, 1), True)
    assert cap((8, 8, -20), (8, 8, -21), span=4.0) is None
    assert cap((-8, 8, -20), (-8, 8, -21)) is None


def test_the_last_thing_hit_is_returned() -> None:
    lower = build_mesh([(x, y, -10.0) for x, y, _ in VERTICES], [0, 1, 2]).triangles
    both = [*lower, *FLAT]
    hit = sweep_cap(both, 8, 8, 65.125, 8, 8, -34.875, REACH, 40.0, 1.0)
    assert hit is not None
    assert hit.fraction == 0.5 - PULL_BACK


def test_an_edge_that_two_triangles_share_is_tested_once() -> None:
    square = [*VERTICES, (64.0, 64.0, 0.0)]
    triangles = build_mesh(square, [0, 1, 2, 2, 1, 3]).triangles
    hit = sweep_cap(triangles, 32, 32, 65.125, 32, 32, -34.875, REACH, 40.0, 1.0)
    assert hit == (0.5 - PULL_BACK, (0, 0, 1), False)


def solid(triangles: list[Triangle], spot: Vec3, span: float = 40.0) -> bool:
    return any(touches(triangle, spot, 15.0, span) for triangle in triangles)


@pytest.mark.parametrize(
    ("spot", "inside"),
    [
        ((8, 8, 15.0), False),  # no eighth here, and touching is free
        ((8, 8, 14.999), True),
        ((8, 8, -14.999), True),
        ((8, 8, -20), True),  # the other cap is above
        ((8, 8, -55.1), False),
        ((-14.9, 32, 0), True),  # the edge
        ((-15.0, 32, 0), False),
        ((-14.9, 70, 0), False),
        ((-10, -10, 0), True),  # the vertex
        ((-11, -11, 0), False),
    ],
)
def test_standing_in_a_triangle(spot: Vec3, inside: bool) -> None:
    assert solid(FLAT, spot) is inside
