from __future__ import annotations

import math

import pytest

from uoserver.bsp import BspError
from uoserver.bsp.limits import MAX_COORDINATE
from uoserver.bsp.schema import LumpIndex
from uoserver.collision.damage import (
    check_index,
    check_numbers,
    check_span,
    damaged,
)


def test_the_error_names_lump_and_record() -> None:
    error = damaged(LumpIndex.NODES, 7, "bad")
    assert str(error) == "lump 20 (nodes), record 7: bad"
    assert (error.lump, error.record) == (20, 7)


@pytest.mark.parametrize("index", [-1, 5])
def test_indexes(index: int) -> None:
    check_index(LumpIndex.NODES, 0, "plane", 0, 5)
    check_index(LumpIndex.NODES, 0, "plane", 4, 5)
    with pytest.raises(BspError, match=f"plane {index} of 5"):
        check_index(LumpIndex.NODES, 0, "plane", index, 5)


@pytest.mark.parametrize(("first", "count"), [(-1, 1), (0, -1), (3, 3), (-1, 0), (6, 1)])
def test_spans(first: int, count: int) -> None:
    check_span(LumpIndex.LEAVES, 0, "brushes", 3, 2, 5)
    check_span(LumpIndex.LEAVES, 0, "brushes", 99, 0, 5)
    with pytest.raises(BspError, match=rf"brushes {first} \+ {count} of 5"):
        check_span(LumpIndex.LEAVES, 0, "brushes", first, count, 5)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, MAX_COORDINATE * 1.01])
def test_coordinates(number: float) -> None:
    check_numbers(LumpIndex.PLANES, 0, (0.0, -MAX_COORDINATE, MAX_COORDINATE))
    with pytest.raises(BspError, match="coordinate"):
        check_numbers(LumpIndex.PLANES, 0, (0.0, number))


def test_coordinates_end_at_two_to_the_twentieth() -> None:
    assert MAX_COORDINATE == 1_048_576


def test_a_span_may_begin_with_the_first_and_be_empty_there() -> None:
    check_span(LumpIndex.LEAVES, 0, "brushes", 0, 5, 5)
    check_span(LumpIndex.LEAVES, 0, "brushes", 0, 0, 0)
