from __future__ import annotations

from uoserver.bsp.spawn import Side, SpawnPoint, SpawnSet
from uoserver.bsp.vectors import Vec3
from uoserver.survey.sides import middle, points_by_side, split


def at(x: float, y: float, side: Side = Side.ANY, secondary: bool = False) -> SpawnPoint:
    return SpawnPoint((x, y, 0.0), (0.0, 0.0, 0.0), side, "", secondary)


def chosen(*points: SpawnPoint) -> SpawnSet:
    return SpawnSet("tdm", points, points[:1])


def test_points_of_the_sides() -> None:
    own = points_by_side(
        chosen(
            at(5, 0, Side.AXIS),
            at(1, 0, Side.ALLIES),
            at(9, 9, Side.ALLIES, secondary=True),
            at(2, 0, Side.ALLIES),
        )
    )
    assert own == ([(1, 0, 0.0), (2, 0, 0.0)], [(5, 0, 0.0)])


def test_points_of_one_side_only_are_split() -> None:
    own = points_by_side(chosen(at(10, 0, Side.AXIS), at(0, 0, Side.AXIS), at(9, 0, Side.AXIS)))
    assert own == ([(0, 0, 0.0)], [(10, 0, 0.0), (9, 0, 0.0)])


def test_the_farthest_pair_are_the_ends() -> None:
    places: list[Vec3] = [(30.0, 0.0, 0.0), (10.0, 0.0, 0.0), (0.0, 0.0, 0.0), (15.0, 0.0, 0.0)]
    # What is as near to both is the allies'. Heights do not count.
    assert split([*places, (2.0, 0.0, 900.0)]) == (
        [(10.0, 0.0, 0.0), (0.0, 0.0, 0.0), (15.0, 0.0, 0.0), (2.0, 0.0, 900.0)],
        [(30.0, 0.0, 0.0)],
    )


def test_the_lower_x_then_the_lower_y_is_the_allies_end() -> None:
    assert split([(5.0, 9.0, 0.0), (5.0, -9.0, 0.0)]) == ([(5.0, -9.0, 0.0)], [(5.0, 9.0, 0.0)])


def test_one_place_is_not_split() -> None:
    assert split([(5.0, 9.0, 0.0), (5.0, 9.0, 40.0)]) == (
        [(5.0, 9.0, 0.0), (5.0, 9.0, 40.0)],
        [],
    )
    assert split([(1.0, 2.0, 3.0)]) == ([(1.0, 2.0, 3.0)], [])


def test_the_middle() -> None:
    assert middle([(0.0, 10.0, 5.0), (4.0, 20.0, 5.0)]) == (2.0, 15.0)
