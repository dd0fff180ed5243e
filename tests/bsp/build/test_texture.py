from __future__ import annotations

import pytest

from uoserver.bsp.build.texture import classic_axes, primitive_axes, valve_axes

UP, EAST, NORTH = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
POINT = (256.0, 512.0, 1024.0)


@pytest.mark.parametrize(
    ("normal", "st"),
    [
        (UP, (1.0, -2.0)),
        ((0.0, 0.0, -1.0), (1.0, -2.0)),
        (EAST, (2.0, -4.0)),
        ((-1.0, 0.0, 0.0), (2.0, -4.0)),
        (NORTH, (1.0, -4.0)),
        ((0.6, 0.0, 0.8), (1.0, -2.0)),
        ((0.8, 0.0, 0.6), (2.0, -4.0)),
    ],
)
def test_classic_faces_look_along_an_axis(
    normal: tuple[float, float, float], st: tuple[float, float]
) -> None:
    assert classic_axes(normal, []).at(POINT) == st


def test_classic_shift_rotation_and_scale() -> None:
    assert classic_axes(UP, [128, 64]).at(POINT) == (1.5, -1.75)
    assert classic_axes(UP, [0, 0, 0, 2, 0.5]).at(POINT) == (0.5, -4.0)
    assert classic_axes(UP, [0, 0, 90]).at((256.0, 0.0, 0.0)) == pytest.approx((0.0, 1.0))


@pytest.mark.parametrize("scale", [0.0, 1e-30, -1e-7])
def test_scales_that_are_none_count_as_one(scale: float) -> None:
    assert classic_axes(UP, [0, 0, 0, scale, scale]).at(POINT) == (1.0, -2.0)
    assert valve_axes([1, 0, 0, 0], [0, -1, 0, 0], [0, scale, scale]).at(POINT) == (1.0, -2.0)


def test_valve_axes() -> None:
    axes = valve_axes([0, 1, 0, 32], [0, 0, -1, 64], [45, 2, 4])
    assert axes.at(POINT) == (1.125, -0.75)
    assert valve_axes([1, 0, 0, 0], [0, 0, 1, 0], []).at(POINT) == (1.0, 4.0)


def test_primitive_axes() -> None:
    axes = primitive_axes(UP, [0.01, 0, 0.5], [0, 0.02, 0.25])
    assert axes.at((0.0, 100.0, 0.0)) == pytest.approx((1.5, 0.25))
    assert axes.at((100.0, 0.0, 0.0)) == pytest.approx((0.5, 2.25))
    wall = primitive_axes(EAST, [0.01, 0, 0], [0, 0.01, 0])
    assert wall.at((7.0, 100.0, 50.0)) == pytest.approx((1.0, -0.5))
