from __future__ import annotations

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
