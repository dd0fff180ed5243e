"""The curves of the eyes (pmove: View height tables)."""

from __future__ import annotations

import pytest

from uoserver.game.movement.viewheight import (
    CROUCH_TO_PRONE,
    CROUCH_TO_STAND,
    PRONE_TO_CROUCH,
    STAND_TO_CROUCH,
    adjust_view_height,
    curve_height,
    duration,
    percent_done,
    prone_blend,
)

from .runs import standing
from .working import working


@pytest.mark.parametrize(
    ("curve", "points"),
    [
        (
            STAND_TO_CROUCH,
            "0:60 1:59.5 4:58.5 30:56 80:44 90:41.5 95:40.5 100:40",
        ),
        (
            CROUCH_TO_STAND,
            "0:40 5:40.5 10:41.5 20:44 70:56 96:58.5 99:59.5 100:60",
        ),
        (
            CROUCH_TO_PRONE,
            "0:40 11:38 22:33 34:25 45:16 50:15 55:16 70:18 90:17 100:11",
        ),
        (PRONE_TO_CROUCH, "0:11 5:10 30:21 50:25 67:31 83:34 100:40"),
    ],
)
def test_the_curves_at_their_points(curve: tuple[tuple[int, float], ...], points: str) -> None:
    for point in points.split():
        percent, height = point.split(":")
        assert curve_height(curve, int(percent)) == float(height)


def test_between_points_it_is_straight() -> None:
    assert curve_height(STAND_TO_CROUCH, 55) == pytest.approx(50.0)
    assert curve_height(CROUCH_TO_PRONE, 80) == pytest.approx(17.5)
    assert curve_height(STAND_TO_CROUCH, 97) == pytest.approx(40.5 - 0.2)
    assert curve_height(CROUCH_TO_STAND, 1) == pytest.approx(40.1)
    assert curve_height(CROUCH_TO_PRONE, 1) == pytest.approx(40 - 2 / 11)
    assert curve_height(CROUCH_TO_PRONE, 96) == pytest.approx(17 - 3.6)
    assert curve_height(PRONE_TO_CROUCH, 1) == pytest.approx(11 - 0.2)
    assert curve_height(PRONE_TO_CROUCH, 96) == pytest.approx(34 + 6 * 13 / 17)


@pytest.mark.parametrize(
    ("target", "down", "milliseconds"), [(11, 1, 400), (40, 0, 400), (40, 1, 200), (60, 0, 200)]
)
def test_durations(target: int, down: int, milliseconds: int) -> None:
    assert duration(standing(lerp_target=target, lerp_down=down)) == milliseconds


def test_percent_is_whole_and_bounded() -> None:
    state = standing(lerp_target=60, lerp_time=900)
    assert percent_done(state) == 50
    state.command_time = 901
    assert percent_done(state) == 0
    state.command_time = 800
    assert percent_done(state) == 0
    state.command_time = 9000
    assert percent_done(state) == 100


def test_how_prone_one_is() -> None:
    assert prone_blend(standing(lerp_target=11, lerp_down=1, lerp_time=900)) == 0.25
    assert prone_blend(standing(lerp_target=40, lerp_down=0, lerp_time=900)) == 0.75
    assert prone_blend(standing(lerp_target=40, lerp_down=1, lerp_time=900)) is None
    assert prone_blend(standing(lerp_target=60, lerp_down=0, lerp_time=900)) is None


@pytest.mark.parametrize(
    ("lerp", "target", "back"),
    [
        ((40, 1), 60, (60, 0)),
        ((60, 0), 40, (40, 1)),
        ((11, 1), 40, (40, 0)),
        ((40, 0), 11, (11, 1)),
    ],
)
def test_turning_back_half_way(lerp: tuple[int, int], target: int, back: tuple[int, int]) -> None:
    """Percent becomes 100 - percent of the way back."""
    state = standing(lerp_target=lerp[0], lerp_down=lerp[1], lerp_time=1, view_height_target=target)
    state.lerp_time = 1000 - duration(state) * 30 // 100
    adjust_view_height(working(state))
    assert (state.lerp_target, state.lerp_down) == back
    assert percent_done(state) == 70


def test_the_way_on_is_no_turning_back() -> None:
    state = standing(lerp_target=40, lerp_down=1, lerp_time=950, view_height_target=11)
    adjust_view_height(working(state))
    assert (state.lerp_target, state.lerp_down) == (40, 1)


@pytest.mark.parametrize(
    ("height", "target", "after"),
    [(60.0, 8, 51.0), (20.0, 30, 29.0), (12.0, 8, 8.0), (29.0, 30, 30)],
)
def test_heights_of_no_stance_are_gone_to_plainly(height: float, target: int, after: float) -> None:
    """180 units a second, here for 50 ms."""
    state = standing(view_height=height, view_height_target=target, lerp_time=700)
    adjust_view_height(working(state, msec=50))
    assert state.view_height == pytest.approx(after)
    assert state.lerp_time == 0


@pytest.mark.parametrize(("height", "target"), [(0.0, 60), (60.0, 0)])
def test_to_and_from_nothing_at_once(height: float, target: int) -> None:
    state = standing(view_height=height, view_height_target=target, lerp_time=700)
    adjust_view_height(working(state, msec=50))
    assert (state.view_height, state.lerp_time) == (target, 0)


@pytest.mark.parametrize(
    ("height", "target", "lerp"),
    [
        (60.0, 40, (40, 1)),
        (60.0, 11, (40, 1)),
        (40.0, 11, (11, 1)),
        (11.0, 60, (40, 0)),
        (11.0, 40, (40, 0)),
        (40.0, 60, (60, 0)),
    ],
)
def test_a_change_begins_at_the_time_of_the_command(
    height: float, target: int, lerp: tuple[int, int]
) -> None:
    """Between standing and prone it leads over the crouch."""
    state = standing(view_height=height, view_height_target=target)
    adjust_view_height(working(state, msec=50))
    assert (state.lerp_target, state.lerp_down) == lerp
    assert state.lerp_time == 1000
    assert state.view_height == height


def test_a_change_ends_at_a_hundred_percent() -> None:
    for ago, height, running in ((199, 40.1, True), (200, 40.0, False)):
        state = standing(view_height=44.0, view_height_target=40, lerp_target=40, lerp_down=1)
        state.lerp_time = 1000 - ago
        adjust_view_height(working(state, msec=8))
        assert state.view_height == pytest.approx(height, abs=1e-6)
        assert bool(state.lerp_time) == running
