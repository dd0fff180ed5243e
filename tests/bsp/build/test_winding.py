from __future__ import annotations

import pytest

from uoserver.bsp.build.vec import AXES, cross, dot, sub
from uoserver.bsp.build.winding import BASE_SIZE, area, base_winding, clip, welded

SQUARE = [(0.0, 0.0, 0.0), (0.0, 8.0, 0.0), (8.0, 8.0, 0.0), (8.0, 0.0, 0.0)]


@pytest.mark.parametrize(
    "normal", [*AXES, (-1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.6, 0.0, 0.8), (0.36, 0.48, 0.8)]
)
def test_base_windings_lie_clockwise_on_their_plane(normal: tuple[float, float, float]) -> None:
    winding = base_winding(normal, 96.0)
    assert area(winding) == pytest.approx(4 * BASE_SIZE**2)
    assert all(dot(point, normal) == pytest.approx(96.0, abs=1e-6) for point in winding)
    a, b, c, _ = winding
    assert dot(cross(sub(a, b), sub(c, b)), normal) > 0


def test_clipping() -> None:
    assert clip(SQUARE, AXES[0], 9.0) is SQUARE
    assert clip(SQUARE, AXES[0], 8.0) is SQUARE
    assert clip(SQUARE, AXES[0], -1.0) == []
    assert clip(SQUARE, AXES[0], 0.0) == []
    assert clip(SQUARE, (-1.0, 0.0, 0.0), -8.0) == []
    half = clip(SQUARE, AXES[0], 4.1)
    assert area(half) == pytest.approx(8 * 4.1)
    assert max(point[0] for point in half) == 4.1
    corner = clip(SQUARE, (0.6, 0.8, 0.0), 4.0)
    assert area(corner) == pytest.approx(4.0 / 0.6 * 4.0 / 0.8 / 2)


def test_a_cut_through_corners_adds_none() -> None:
    root = 0.5**0.5
    assert clip(SQUARE, (root, root, 0.0), 8 * root) == [SQUARE[0], SQUARE[1], SQUARE[3]]


def test_near_corners_are_one() -> None:
    assert welded([*SQUARE, (8.0, 0.005, 0.0)]) == SQUARE
    assert welded(SQUARE[:2]) == []
    assert welded([SQUARE[0], SQUARE[1], (0.0, 8.001, 0.0)]) == []
    assert welded([]) == []


def test_areas() -> None:
    assert area(SQUARE) == 64.0
    assert area(SQUARE[:3]) == 32.0
