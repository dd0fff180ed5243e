from __future__ import annotations

from uoserver.simtool.palette import SIDES, darker, lighter, mix, side


def test_mixing() -> None:
    assert mix((0, 100, 200), (100, 0, 200), 0.25) == (25, 75, 200)
    assert darker((100, 100, 100), 0.5) == (50, 50, 50)
    assert lighter((55, 155, 255), 0.5) == (155, 205, 255)


def test_sides_are_told_apart() -> None:
    one, other, nobody = SIDES
    assert one[2] > one[0] + 80
    assert other[0] > other[2] + 80
    assert max(nobody) - min(nobody) < 10


def test_what_is_of_no_side_is_grey() -> None:
    assert [side(team) for team in (0, 1, 2, 255, -2)] == [*SIDES, SIDES[2], SIDES[2]]
