from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import INTS, WORDS
from uoproto.errors import LocalProtocolError
from uoproto.record import float_to_word, int_to_word, word_to_float, word_to_int
from uoproto.states import EntityState


@given(WORDS)
def test_floats_keep_their_word(word: int) -> None:
    value = word_to_float(word)
    assert struct.pack("<f", value) == struct.pack("<f", word_to_float(float_to_word(value)))
    if not math.isnan(value):
        assert float_to_word(value) == word


@given(INTS)
def test_integers_keep_their_sign(value: int) -> None:
    assert word_to_int(int_to_word(value)) == value
    assert int_to_word(value) == value % 2**32


def test_known_words() -> None:
    assert float_to_word(1.0) == 0x3F800000
    assert float_to_word(-0.0) == 0x80000000
    assert float_to_word(0.1) == 0x3DCCCCCD  # rounded to binary32
    assert int_to_word(-1) == 0xFFFFFFFF
    assert int_to_word(2**32 - 1) == 0xFFFFFFFF


@pytest.mark.parametrize("value", [2**32, -(2**31) - 1, 0.5, math.nan, math.inf, -math.inf])
def test_no_integer(value: float) -> None:
    with pytest.raises(LocalProtocolError):
        int_to_word(value)


@given(st.floats(min_value=3.5e38, allow_infinity=False))
def test_too_large_for_a_float(value: float) -> None:
    with pytest.raises(LocalProtocolError):
        float_to_word(value)


@pytest.mark.parametrize("value", ["x", None, 1j, (1,)])
@pytest.mark.parametrize("convert", [int_to_word, float_to_word])
def test_no_number(convert: Callable[[Any], int], value: object) -> None:
    with pytest.raises(LocalProtocolError):
        convert(value)


@pytest.mark.parametrize("value", ["x", None])
@pytest.mark.parametrize("field", ["eType", "pos.trBase[0]", "apos.trBase[0]"])
def test_fields_of_no_number(field: str, value: Any) -> None:
    with pytest.raises(LocalProtocolError):
        EntityState.from_fields({field: value})
