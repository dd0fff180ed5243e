"""The prone fit test (pmove2: Prone fit test)."""

from __future__ import annotations

import math

import pytest

from uoproto.states import UserCmd
from uoserver.game.movement.fit import (
    FLAT,
    MAX_COMMAND_FITS,
    MAX_FIT_SWEEPS,
    MAX_SLICE_FITS,
    Fit,
    fits,
    turned,
)

from .runs import standing
from .spaces import WATER, Solid, box, floor, plane, solids
from .working import working


def lies(
    *parts: Solid, yaw: float = 0.0, skip_first: bool = False, fallback: bool = True
) -> Fit | None:
    space = solids(parts)
    fit = fits(working(standing(), space=space), yaw, skip_first=skip_first, fallback=fallback)
    assert space.traces <= MAX_FIT_SWEEPS
    return fit


def test_flat_ground_fits() -> None:
    fit = lies(floor())
    assert fit is not None
    assert fit == pytest.approx((0.0, 0.0, 0.0), abs=0.01)


@pytest.mark.parametrize(
    ("distance", "fits_"), [(16.5, False), (40.0, False), (58.0, True), (61.0, True)]
)
def test_a_wall_behind_the_feet(distance: float, fits_: bool) -> None:
    """The legs lie behind the view; bent up they still need nearly their length."""
    wall = box((-distance - 50, -200, 0), (-distance, 200, 200))
    assert (lies(floor(), wall) is not None) == fits_
    assert lies(floor(), wall, yaw=180.0) is not None


def test_a_wall_no_higher_than_22_is_laid_over() -> None:
    assert lies(floor(), box((-90, -200, 0), (-40, 200, 10))) is not None


def test_a_low_ceiling() -> None:
    assert lies(floor(), box((-200, -200, 32), (200, 200, 90))) is not None
    assert lies(floor(), box((-200, -200, 28), (200, 200, 90))) is None
    # the legs alone may be under it, if it leaves them room
    assert lies(floor(), box((-200, -200, 20), (-20, 200, 90))) is None


def test_an_edge_behind_the_feet() -> None:
    """Nothing under the legs: no, but a man in the air is given the benefit of the doubt."""
    ledge = box((-20, -200, -300), (300, 200, 0))
    assert lies(ledge) is None
    assert lies(ledge, fallback=False) == FLAT


def test_water_is_no_bed() -> None:
    pool = box((-200, -200, -10), (200, 200, 5), 0, WATER)
    assert lies(floor(), pool) is None
    assert lies(floor(), pool, skip_first=True) is None


@pytest.mark.parametrize("degrees", [10.0, 25.0, -10.0, -25.0])
def test_on_a_slope_the_body_follows_it(degrees: float) -> None:
    """Pitch down positive: who faces uphill has his legs lower."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    slope = plane((-sine, 0.0, cosine), 0.0)
    state = standing((0.0, 0.0, 15 / cosine - 15 + 0.2))
    fit = fits(working(state, space=solids(slope)), 0.0)
    assert fit is not None
    assert fit.torso_pitch == pytest.approx(-degrees, abs=1.0)
    assert fit.waist_pitch == pytest.approx(-degrees, abs=1.0)


def test_steep_ground_is_refused() -> None:
    steep = plane((-0.8, 0.0, 0.6), 0.0)
    state = standing((0.0, 0.0, 12.0))
    assert fits(working(state, space=solids(steep)), 0.0) is None
    assert fits(working(state, space=solids(floor())), 0.0, normal=(0.8, 0.0, 0.6)) is None


def test_a_slice_has_so_many_tests_and_a_command_too() -> None:
    """What is refused costs nothing."""
    space = solids(floor())
    move = working(standing(), space=space)
    left = MAX_COMMAND_FITS
    while left:
        move.reset(UserCmd(), 0, 8)
        may = min(left, MAX_SLICE_FITS)
        answers = [fits(move, 0.0) is not None for _ in range(may + 3)]
        assert answers == [True] * may + [False] * 3
        left -= may
    space.traces = 0
    move.reset(UserCmd(), 0, 8)
    assert fits(move, 0.0) is None
    assert space.traces == 0


def test_the_turned_body() -> None:
    assert turned(0.0, 0.0) == (0.0, 60.0)
    yaw, length = turned(60.0, 0.0)
    assert yaw == pytest.approx(60 - 0.75 * 60)
    assert length == pytest.approx(0.75 * 60 + 0.25 * 45)
