from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp.vectors import Vec3
from uoserver.collision.tree import Node, SweepWalk, leaf_at, leaves_in, make_node

# x = 0; in front of it y = 0, behind it the slope x + z = -128.
S = 0.5**0.5
NODES: list[Node] = [
    make_node((1.0, 0.0, 0.0), 0.0, 1, 2),
    make_node((0.0, 1.0, 0.0), 0.0, -1, -2),
    make_node((S, 0.0, S), -128.0 * S, -3, -4),
]
ZERO = (0.0, 0.0, 0.0)


def walk(start: Vec3, end: Vec3, extents: Vec3 = ZERO, *, is_point: bool = True) -> list[int]:
    return list(SweepWalk(NODES, start, end, extents, is_point))


def test_only_an_exact_positive_axis_is_axial() -> None:
    assert make_node((0.0, 1.0, 0.0), 5.0, 0, 0) == (1, 0.0, 1.0, 0.0, 5.0, 0, 0)
    assert make_node((0.0, -1.0, 0.0), 5.0, 0, 0)[0] == 3
    assert make_node((0.0, 0.9999, 0.0), 5.0, 0, 0)[0] == 3


def test_a_point_on_a_plane_is_in_front() -> None:
    assert leaf_at(NODES, (0.0, 0.0, 0.0)) == 0
    assert leaf_at(NODES, (1.0, -0.1, 0.0)) == 1
    assert leaf_at(NODES, (-0.1, 0.0, 0.0)) == 2
    assert leaf_at(NODES, (-200.0, 0.0, 0.0)) == 3


def test_a_box_touches_leaves_front_first() -> None:
    assert list(leaves_in(NODES, (-1000,) * 3, (1000,) * 3)) == [0, 1, 2, 3]
    assert list(leaves_in(NODES, (1, -5, 0), (5, 5, 0))) == [0, 1]
    assert list(leaves_in(NODES, (0, 0, 0), (5, 5, 0))) == [0]  # on the planes: in front
    assert list(leaves_in(NODES, (-5, 0, 0), (0, 5, 0))) == [2]
    assert list(leaves_in(NODES, (-300, 0, 0), (-250, 5, 0))) == [3]


def test_a_line_meets_leaves_in_its_direction() -> None:
    assert walk((100, 50, 0), (100, -50, 0)) == [0, 1]
    assert walk((100, -50, 0), (100, 50, 0)) == [1, 0]
    assert walk((-500, 50, 0), (500, 50, 0)) == [3, 2, 0]
    assert walk((500, 50, 0), (-500, 50, 0)) == [0, 2, 3]


def test_near_a_plane_both_sides_are_met() -> None:
    assert walk((10, 1, 0), (20, 1, 0)) == [0]  # one unit in front suffices
    assert walk((10, 0.5, 0), (20, 0.5, 0)) == [0, 1]
    assert walk((10, -0.5, 0), (20, -0.5, 0)) == [0, 1]  # no way along y: front first
    assert walk((90, 15.5, 0), (99, 15.5, 0), (15, 15, 35), is_point=False) == [0, 1]
    assert walk((90, 16, 0), (99, 16, 0), (15, 15, 35), is_point=False) == [0]


def test_a_box_meets_both_sides_of_every_slope_within_2048() -> None:
    far, end = (-100.0, 0.0, 2000.0), (-110.0, 0.0, 2000.0)
    assert walk(far, end) == [2]
    assert walk(far, end, (1, 1, 1), is_point=False) == [2, 3]


def test_what_lies_beyond_the_fraction_is_left_out() -> None:
    sweep = SweepWalk(NODES, (100, 50, 0), (100, -50, 0), ZERO, is_point=True)
    met = []
    for leaf in sweep:
        met.append(leaf)
        sweep.fraction = 0.25
    assert met == [0]


def test_a_tree_of_any_depth_is_walked() -> None:
    depth = 5000
    nodes = [
        make_node((1.0, 0.0, 0.0), float(n), n + 1 if n + 1 < depth else -2, -1)
        for n in range(depth)
    ]
    assert leaf_at(nodes, (1e4, 0, 0)) == 1
    assert set(leaves_in(nodes, (-1e4,) * 3, (1e4,) * 3)) == {0, 1}
    assert list(SweepWalk(nodes, (-10, 0, 0), (1e4, 0, 0), ZERO, True))[-1] == 1


coordinates = st.floats(-300, 300)
points = st.tuples(coordinates, coordinates, coordinates)


@given(points, points, st.floats(0, 1))
def test_a_walk_meets_the_leaf_of_every_point_on_the_way(start: Vec3, end: Vec3, at: float) -> None:
    x, y, z = (s + (e - s) * at for s, e in zip(start, end, strict=True))
    met = walk(start, end)
    assert leaf_at(NODES, (x, y, z)) in met
    assert len(met) == len(set(met))
    assert set(met) <= set(walk(start, end, (10, 10, 10), is_point=False))


@pytest.mark.parametrize(
    ("low", "high", "met"),
    [
        (0.0, 8.0, [0]),  # on the plane counts to its front
        (-0.001, 8.0, [0, 1]),
        (-8.0, 0.0, [1]),
        (-8.0, 0.001, [0, 1]),
    ],
)
@pytest.mark.parametrize("normal", [(0.0, 1.0, 0.0), (0.0, 0.5, 0.0)])
def test_a_box_at_a_plane(low: float, high: float, met: list[int], normal: Vec3) -> None:
    nodes = [make_node(normal, 0.0, -1, -2)]
    if normal[1] == 0.5 and (low, high) == (-8.0, 0.0):
        met = [0, 1]  # along no axis, only what lies behind the plane is behind
    assert list(leaves_in(nodes, (-1, low, -1), (1, high, 1))) == met


def test_a_box_at_a_slope_has_a_nearest_and_a_farthest_corner() -> None:
    for *signs, scale in product((1.0, -1.0), (1.0, -1.0), (1.0, -1.0), (1.0, 1 / 1024)):
        normal = (0.5 * scale * signs[0], 0.25 * scale * signs[1], 0.75 * scale * signs[2])
        # From the nearest corner of a box of 8, 16 and 24 to the farthest are 4, 4 and 18.
        mins, maxs = (-4.0, -8.0, -12.0), (4.0, 8.0, 12.0)
        for dist, met in ((-13.001, [0]), (-13.0, [0]), (-12.999, [0, 1])):
            node = make_node(normal, dist * scale, -1, -2)
            assert list(leaves_in([node], mins, maxs)) == met
        for dist, met in ((12.999, [0, 1]), (13.0, [0, 1]), (13.001, [1])):
            node = make_node(normal, dist * scale, -1, -2)
            assert list(leaves_in([node], mins, maxs)) == met


def test_how_near_a_plane_both_sides_are_met() -> None:
    # The half size and 1 more: at that distance in front is still only the front's.
    for half, is_point in ((0.0, True), (15.0, False)):
        extents = (half, half, half)
        for y, met in (
            (half + 1.0, [0]),
            (half + 0.999, [0, 1]),
            (-half - 0.999, [0, 1]),
            (-half - 1.0, [0, 1]),
            (-half - 1.001, [1]),
        ):
            way = ((50.0, y, 0.0), (60.0, y, 0.0))
            assert walk(*way, extents, is_point=is_point) == met
    for z, met in ((2049.0, [2]), (2048.999, [2, 3])):
        # Along the slope's normal: a box is met by both sides up to 2,048 and 1 from it.
        way = ((-300.0, 5.0, (z + 1e-9) / S + 172.0), (-300.0, 6.0, (z + 1e-9) / S + 172.0))
        assert walk(*way, (1, 1, 1), is_point=False) == met


def fractions(start: Vec3, end: Vec3, half: float) -> tuple[float, float]:
    """Return how small a fraction must be for the far and the near side to be left out."""
    node = [make_node((0.0, 1.0, 0.0), 0.0, -1, -2)]

    def met(fraction: float) -> int:
        sweep = SweepWalk(node, start, end, (half, half, half), is_point=half == 0.0)
        sweep.fraction = 1.0
        found = 0
        for _ in sweep:
            found += 1
            sweep.fraction = fraction
        return found

    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if met(middle) == 2 else (middle, high)
    return low, high


@pytest.mark.parametrize("half", [0.0, 8.0])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_far_side_begins_an_eighth_and_the_half_size_before_the_plane(
    half: float, sign: float
) -> None:
    low, _ = fractions((0, 40.0 * sign, 0), (0, -60.0 * sign, 0), half)
    assert low == pytest.approx((40 - half - 0.125) / 100)


def test_the_near_side_ends_an_eighth_and_the_half_size_beyond_the_plane() -> None:
    # A second plane behind the first one: its far child begins where the near part ends.
    for half in (0.0, 8.0):
        nodes = [
            make_node((0.0, 1.0, 0.0), 0.0, 1, -1),
            make_node((0.0, 1.0, 0.0), -20.0, -2, -3),
        ]
        # The front child's part ends half + 0.125 behind y = 0; leaf 2 lies below y = -20.
        way = ((0.0, 40.0, 0.0), (0.0, -60.0, 0.0))
        met = list(SweepWalk(nodes, *way, (half, half, half), is_point=half == 0.0))
        assert met == [1, 0]
        for gap, reached in ((0.99, True), (1.01, False)):
            nodes[1] = make_node((0.0, 1.0, 0.0), -2.0 * half - 0.125 - gap, -2, -3)
            met = list(SweepWalk(nodes, *way, (half, half, half), is_point=half == 0.0))
            assert met == ([1, 2, 0] if reached else [1, 0])


def test_a_way_that_ends_an_eighth_before_the_plane_has_no_far_side() -> None:
    node = [make_node((0.0, 1.0, 0.0), 0.0, -1, -2)]
    for end, met in ((0.5, [0]), (0.126, [0]), (0.124, [0, 1])):
        way = SweepWalk(node, (0.0, 40.0, 0.0), (0.0, end, 0.0), ZERO, is_point=True)
        assert list(way) == met


def test_nothing_is_met_once_the_fraction_is_nothing() -> None:
    node = [make_node((0.0, 1.0, 0.0), 0.0, -1, -2)]
    sweep = SweepWalk(node, (0.0, 0.0, 0.0), (9.0, 0.0, 0.0), ZERO, is_point=True)
    met = []
    for leaf in sweep:
        met.append(leaf)
        sweep.fraction = 0.0
    assert met == [0]


@pytest.mark.parametrize("other", [-1.001, -5.0])
def test_a_unit_behind_a_plane_is_still_both_sides(other: float) -> None:
    node = [make_node((0.0, 1.0, 0.0), 0.0, -1, -2)]
    assert list(SweepWalk(node, (0, -1.0, 0), (0, other, 0), ZERO, is_point=True)) == [0, 1]
    assert list(SweepWalk(node, (0, -1.001, 0), (0, other, 0), ZERO, is_point=True)) == [1]


def test_a_point_is_met_by_both_sides_of_a_slope_within_a_unit() -> None:
    node = [make_node((0.0, 0.5, 0.25), 0.0, -1, -2)]
    for height, met in ((1.0, [0]), (0.9995, [0, 1]), (-0.9995, [0, 1]), (-1.0005, [1])):
        way = SweepWalk(node, (0, height, 2 * height), (9, 2 * height, 0), ZERO, is_point=True)
        assert list(way) == met


def test_a_point_just_behind_a_plane_is_behind_it() -> None:
    assert leaf_at(NODES, (-0.0005, 0.0, 0.0)) == 2


def test_the_near_part_ends_where_the_plane_is_left_behind() -> None:
    nodes = [make_node((0.0, 1.0, 0.0), 0.0, 1, -1), make_node((0.0, 1.0, 0.0), -1.5, -2, -3)]
    # 0.125 behind y = 0 the near part ends, at nine tenths of the way: more than 1 before -1.5.
    way = SweepWalk(nodes, (0.0, 90.0, 0.0), (0.0, -10.0, 0.0), ZERO, is_point=True)
    assert list(way) == [1, 0]
