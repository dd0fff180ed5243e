"""Vector arithmetic of clipping."""

from __future__ import annotations

import pytest

from uoserver.game.movement.space import clip_velocity, cross, dot, unit


def test_clipping_leaves_a_thousandth_away_from_the_plane() -> None:
    assert clip_velocity((10.0, 0.0, -100.0), (0.0, 0.0, 1.0)) == pytest.approx((10.0, 0.0, 0.1))
    away = clip_velocity((10.0, 0.0, 100.0), (0.0, 0.0, 1.0))
    assert away == pytest.approx((10.0, 0.0, 100 - 100 / 1.001))


def test_products() -> None:
    assert unit((3.0, 0.0, 4.0)) == (0.6, 0.0, 0.8)
    assert unit((0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)
    assert dot((1.0, 2.0, 3.0), (4.0, -5.0, 6.0)) == 12.0
    assert cross((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)) == (0.0, 0.0, 1.0)


def test_the_overbounce_of_slow_speeds() -> None:
    up = (0.0, 0.0, 1.0)
    assert clip_velocity((0.0, 0.0, 0.05), up)[2] == pytest.approx(0.05 - 0.05 / 1.001, abs=1e-9)
    assert clip_velocity((0.0, 0.0, -0.05), up)[2] == pytest.approx(0.00005, abs=1e-9)
