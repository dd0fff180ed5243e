from __future__ import annotations

import math

import pytest

from uoserver.collision.outcome import CLEAR, Outcome, answer, check_finite
from uoserver.collision.placement import Placement
from uoserver.collision.trace import ENTITY_NONE, ENTITY_WORLD, Face

FACE = Face((1.0, 0.0, 0.0), 8, 1, "ladder")


def test_a_clear_way() -> None:
    trace = answer((0, 0, 0), (8, 16, 24), CLEAR)
    assert trace == (1.0, (8, 16, 24), (0, 0, 0), 0, 0, "", ENTITY_NONE, False, False)


def test_a_hit_ends_on_the_way() -> None:
    trace = answer((0, 0, 0), (8, 16, 24), Outcome(0.25, FACE, True, False))
    assert trace == (0.25, (2, 4, 6), (1, 0, 0), 8, 1, "ladder", ENTITY_WORLD, False, True)


def test_normals_of_a_turned_model_are_turned_back() -> None:
    place = Placement((5, 5, 5), (0, 90, 0))
    assert answer((0, 0, 0), (1, 0, 0), Outcome(0.5, FACE, False, False), place).normal == (0, 1, 0)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_only_finite_ways(value: float) -> None:
    check_finite((0, 1, 2), (-3, -4, -5))
    for axis in range(6):
        numbers = [0.0] * 6
        numbers[axis] = value
        with pytest.raises(ValueError, match="finite"):
            check_finite((numbers[0], numbers[1], numbers[2]), (numbers[3], numbers[4], numbers[5]))
    with pytest.raises(ValueError, match="finite"):
        check_finite((math.inf, 0, 0), (-math.inf, 0, 0))


def test_nothing_goes_back_by_a_trace() -> None:
    back = answer((0, 0, 0), (10, 0, 0), Outcome(-7e12, None, False, False))
    assert (back.fraction, back.endpos) == (0.0, (0.0, 0.0, 0.0))


@pytest.mark.parametrize("fraction", [0.0, 0.0005, -0.0005])
def test_the_smallest_fractions_stay_and_those_below_zero_do_not(fraction: float) -> None:
    trace = answer((0, 0, 0), (8, 0, 0), Outcome(fraction, FACE, False, False))
    assert trace.fraction == max(fraction, 0.0)
    assert trace.endpos == (8 * max(fraction, 0.0), 0.0, 0.0)
