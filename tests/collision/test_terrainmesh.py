from __future__ import annotations

from math import sqrt

import pytest

from uoserver.bsp import BspError
from uoserver.bsp.vectors import Vec3
from uoserver.collision.terrainmesh import build_mesh

SQUARE: list[Vec3] = [(0.0, 0.0, 0.0), (0.0, 64.0, 0.0), (64.0, 0.0, 0.0), (64.0, 64.0, 0.0)]
UP = [0, 1, 2, 2, 1, 3]
LEAST = 0.06400003200002401
"""How deep a wall of 64 leans whose normal's z is 0.001 to the bit."""


def test_triangles_face_by_the_order_of_their_vertices() -> None:
    mesh = build_mesh(SQUARE, UP)
    assert [triangle[6:10] for triangle in mesh.triangles] == [(0, 0, 1, 0)] * 2
    assert not mesh.faces_down
    mesh = build_mesh(SQUARE, [0, 2, 1])
    assert mesh.triangles[0][6:10] == (0, 0, -1, 0)
    assert mesh.faces_down


def test_a_patch_faces_down_only_when_nothing_faces_up() -> None:
    assert not build_mesh(SQUARE, [0, 2, 1, 2, 1, 3]).faces_down
    wall = [(0.0, 0.0, 0.0), (0.0, 64.0, 0.0), (0.0, 0.0, 64.0)]
    assert not build_mesh(wall, [0, 1, 2]).faces_down


def test_barycentrics_are_one_at_their_own_vertex() -> None:
    vertices = [(3.0, 1.0, 2.0), (60.0, 9.0, 20.0), (11.0, 70.0, -5.0)]
    (triangle,) = build_mesh(vertices, [0, 1, 2]).triangles
    (ax, ay, az), s_offset, (bx, by, bz), t_offset, _ = triangle[10]
    found = [
        (ax * x + ay * y + az * z - s_offset, bx * x + by * y + bz * z - t_offset)
        for x, y, z in vertices
    ]
    for (s, t), expected in zip(found, [(0, 0), (1, 0), (0, 1)], strict=True):
        assert (s, t) == pytest.approx(expected, abs=1e-12)


def test_a_shared_edge_is_one_edge() -> None:
    first, second = build_mesh(SQUARE, UP).triangles
    corners = [triangle[10][4] for triangle in (first, second)]
    # Vertices 1 and 2 are shared: opposite corner 0 of the first, opposite corner 2 of the second.
    shared = corners[0][0][0]
    assert shared is not None
    assert corners[1][2][0] is shared
    numbers = {edge[0] for triangle in corners for edge, _ in triangle if edge is not None}
    assert len(numbers) == 5


def test_an_edge_runs_from_its_first_vertex() -> None:
    (triangle,) = build_mesh(SQUARE, [0, 1, 2]).triangles
    edge, vertex = triangle[10][4][2]
    assert edge is not None
    _, origin, direction, length, across, beside = edge
    assert (origin, direction, length) == ((0, 0, 0), (0, 1, 0), 64)
    for axis in (across, beside):
        assert sum(a * a for a in axis) == 1
        assert axis[1] == 0
    assert vertex == (-3, (64, 0, 0))


def test_a_concave_edge_of_next_to_no_area_is_left_out() -> None:
    # The square of the second triangle's doubled area must be below 6.4e-9 of a distance's.
    tiny = 1e-5
    vertices = [(0.0, 0.0, 0.0), (100.0, 0.0, 0.0), (0.0, 100.0, 1.0), (50.0, -tiny, 0.0)]
    # Second triangle 1-0-3 shares the edge 0-1; the first's opposite lies in front of it.
    mesh = build_mesh(vertices, [0, 2, 1, 0, 1, 3])
    edges = [edge for triangle in mesh.triangles for edge, _ in triangle[10][4]]
    assert sum(edge is None for edge in edges) == 2
    kept = build_mesh([*vertices[:3], (50.0, -10.0, 0.0)], [0, 2, 1, 0, 1, 3])
    assert all(edge is not None for triangle in kept.triangles for edge, _ in triangle[10][4])


def test_a_triangle_without_area_is_not_met() -> None:
    line = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.0, 0.0)]
    assert build_mesh(line, [0, 1, 2]).triangles == []
    point = [(0.0, 0.0, 0.0)] * 3
    assert build_mesh(point, [0, 1, 2]).triangles == []


def test_the_box_is_that_of_all_vertices() -> None:
    mesh = build_mesh([*SQUARE, (9.0, 9.0, 99.0)], UP)
    assert (mesh.mins, mesh.maxs) == ((0, 0, 0), (64, 64, 99))


@pytest.mark.parametrize(
    ("indexes", "problem"),
    [
        ([0, 1], "no triangles"),
        ([0, 1, 4], "index 4 of 4"),
        ([0, 1, -1], "index -1"),
        ([0, 0, 1], "degenerate"),
        ([0, 1, 1], "degenerate"),
        ([1, 0, 1], "degenerate"),
    ],
)
def test_damage_is_named(indexes: list[int], problem: str) -> None:
    with pytest.raises(BspError, match=problem):
        build_mesh(SQUARE, indexes)


def test_a_patch_without_vertices_has_nothing() -> None:
    assert build_mesh([], []) == ([], (0, 0, 0), (0, 0, 0), False)


def leaning(*depths: float) -> list[Vec3]:
    """Return a wall for each depth, whose normal's z is a 64th of it, nearly."""
    return [point for d in depths for point in ((0.0, 0.0, 0.0), (0.0, 64.0, 0.0), (d, 0.0, 64.0))]


@pytest.mark.parametrize(
    ("depths", "down"),
    [
        ((-0.0704,), True),  # z is -0.0011
        ((-0.0576,), False),  # z is -0.0009
        ((-9.0, 0.0576), True),
        ((-9.0, 0.0704), False),
        ((-9.0, LEAST), True),  # z is 0.001 to the bit
        ((-LEAST,), False),
    ],
)
def test_a_thousandth_of_facing_up_or_down_is_none(depths: tuple[float, ...], down: bool) -> None:
    mesh = build_mesh(leaning(*depths), list(range(3 * len(depths))))
    assert mesh.faces_down is down


def test_no_triangles_face_nowhere() -> None:
    assert not build_mesh(SQUARE, []).faces_down


def bent(narrow: float, previous: Vec3 = (0.0, 100.0, 1.0)) -> bool:
    """Return whether the edge along x is kept beside a second triangle as narrow as that."""
    vertices = [(0.0, 0.0, 0.0), (100.0, 0.0, 0.0), previous, (50.0, -narrow, 0.0)]
    mesh = build_mesh(vertices, [0, 2, 1, 0, 1, 3])
    first, second = ({edge is not None for edge, _ in t[10][4]} for t in mesh.triangles)
    assert first == second
    return False not in first


def test_how_narrow_a_concave_bend_is_left_out() -> None:
    # |cross| is 100 times the width, the farthest end 20,001 away, squared: the limit is 1.131e-4.
    assert not bent(1.12e-4)
    assert bent(1.14e-4)
    # A flat one and a convex one are kept however narrow they are.
    assert bent(1e-5, (0.0, 100.0, 0.0))
    assert bent(1e-5, (0.0, 100.0, -0.5))


def test_a_bend_at_the_limit_itself_is_kept() -> None:
    # |cross| comes out as 0.008, its square 6.4e-5 to the bit; both ends are 100 away.
    width = 0.008 / 120.0
    vertices = [(-60.0, 0.0, 0.0), (60.0, 0.0, 0.0), (0.0, 0.0, 80.0), (0.0, -width, 0.0)]
    assert (60.0 * width + 60.0 * width) ** 2 == 6.4e-9 * 10_000.0
    mesh = build_mesh(vertices, [0, 2, 1, 0, 1, 3])
    assert all(edge is not None for triangle in mesh.triangles for edge, _ in triangle[10][4])


def test_a_triangle_too_thin_for_its_barycentrics_is_not_met() -> None:
    thin = [(0.0, 0.0, 0.0), (100000.0, 0.0, 0.0), (100000.0, 1e-4, 0.0)]
    assert build_mesh(thin, [0, 1, 2]).triangles == []


def test_planes_and_edges_of_a_triangle_that_lies_anyhow() -> None:
    a, b, c = (3.0, 1.0, 2.0), (60.0, 9.0, 20.0), (11.0, 70.0, -5.0)
    (triangle,) = build_mesh([a, b, c], [0, 1, 2]).triangles
    normal, dist = triangle[6:9], triangle[9]
    for point in (a, b, c):
        assert sum(n * p for n, p in zip(normal, point, strict=True)) == pytest.approx(dist)
    # (c - a) x (b - a) = (8, 69, -7) x (57, 8, 18)
    size = sqrt(1298**2 + 543**2 + 3869**2)
    assert normal == pytest.approx((1298 / size, -543 / size, -3869 / size))
    for edge, _ in triangle[10][4]:
        assert edge is not None
        _, _, direction, _, across, beside = edge
        for one, two, product in [
            *((direction, direction, 1), (across, across, 1), (beside, beside, 1)),
            *((direction, across, 0), (direction, beside, 0), (across, beside, 0)),
        ]:
            found = sum(p * q for p, q in zip(one, two, strict=True))
            assert found == pytest.approx(product, abs=1e-12)
