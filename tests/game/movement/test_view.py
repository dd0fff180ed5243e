"""View angles (pmove2: View angles)."""

from __future__ import annotations

from typing import Any

import pytest

from uoproto.states import UserCmd
from uoserver.game.movement.limits import limit_angle, shift_angle
from uoserver.game.movement.view import set_axes, update_view

from .runs import standing
from .working import working

WORD = 360 / 65536


def turned(cmd: tuple[int, int, int], **fields: Any) -> tuple[float, float, float]:
    state = standing(**fields)
    update_view(working(state, UserCmd(angles=cmd)))
    return state.angles


def test_angles_are_command_and_delta_angles() -> None:
    assert turned((10, 20, 30), delta_angles=(1, 2, 3)) == (11 * WORD, 22 * WORD, 33 * WORD)
    assert turned((0, 40000, 0))[1] == (40000 - 65536) * WORD
    assert turned((0, 40000, 0), delta_angles=(0, 30000, 0))[1] == (70000 - 65536) * WORD


@pytest.mark.parametrize("kind", [5, 6, 7])
def test_the_dead_and_intermission_do_not_turn(kind: int) -> None:
    assert turned((1000, 2000, 0), pm_type=kind) == (0.0, 0.0, 0.0)


def test_the_yaw_of_the_dead_is_set_once() -> None:
    state = standing(pm_type=6, dead_yaw=999)
    update_view(working(state, UserCmd(angles=(0, 0xC000, 0))))
    assert state.dead_yaw == -90
    update_view(working(state, UserCmd(angles=(0, 0, 0))))
    assert state.dead_yaw == -90


def test_axes_are_level() -> None:
    move = working(standing(angles=(50.0, 90.0, 10.0)))
    set_axes(move)
    assert move.forward == pytest.approx((0.0, 1.0, 0.0))
    assert move.right == pytest.approx((1.0, 0.0, 0.0))


def test_a_limit_takes_the_excess_into_the_delta_angles() -> None:
    state = standing(angles=(0.0, 100 * WORD, 0.0))
    move = working(state, UserCmd(angles=(0, 100, 0)))
    limit_angle(move, 1, 0.0, 50 * WORD)
    assert state.delta_angles == (0, 65536 - 50, 0)
    assert state.angles[1] == 50 * WORD
    limit_angle(move, 1, 100 * WORD, 20 * WORD)
    assert state.angles[1] == 80 * WORD
    limit_angle(move, 1, 90 * WORD, 20 * WORD)
    assert state.angles[1] == 80 * WORD


def test_shifts_are_whole_words_toward_zero() -> None:
    state = standing()
    move = working(state)
    shift_angle(move, 0, 2.9 * WORD)
    shift_angle(move, 1, -2.9 * WORD)
    assert state.delta_angles == (2, 65534, 0)
    assert state.angles == (2 * WORD, -2 * WORD, 0.0)


@pytest.mark.parametrize(
    ("word", "delta", "pitch", "left"),
    [
        (16000, 0, 16000, 0),
        (16001, 0, 16000, -1),
        (-16000, 0, -16000, 0),
        (-16003, 0, -16000, 3),
        (15001, 1000, 16000, 999),
        (-30000, 0, -16000, 14000),
        (100, 7, 107, 7),
    ],
)
def test_nobody_looks_steeper_than_16000(word: int, delta: int, pitch: int, left: int) -> None:
    """88 degrees nearly; the rest goes into the delta angle, so that turning back works at once."""
    state = standing(delta_angles=(delta, 5, 6))
    update_view(working(state, UserCmd(angles=(word & 0xFFFF, 0, 0))))
    assert state.angles == (pitch * WORD, 5 * WORD, 6 * WORD)
    assert state.delta_angles == (left & 0xFFFF, 5, 6)


@pytest.mark.parametrize(
    ("flags", "ground", "yaw"),
    [(0x10, 1023, 153.13), (0x10, 1022, 160.0), (0, 1023, 160.0)],
)
def test_only_who_hangs_on_a_ladder_faces_it(flags: int, ground: int, yaw: float) -> None:
    """Within 100 degrees of its normal turned round, here 53.13."""
    state = standing(pm_flags=flags, ground_entity=ground, ladder_normal=(-0.6, -0.8, 0.0))
    update_view(working(state, UserCmd(angles=(0, int(160 / WORD), 0))))
    assert state.angles[1] == pytest.approx(yaw, abs=0.012)
