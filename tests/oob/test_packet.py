from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.errors import (
    BadValueError,
    LimitExceededError,
    LocalProtocolError,
    TruncatedError,
)
from uoproto.oob.packet import (
    from_wire,
    is_oob,
    one_line,
    open_oob,
    quoted,
    read_int,
    seal_oob,
    seal_text,
    stock_int,
    word,
)
from uoproto.text import tokenize

MARKER = b"\xff\xff\xff\xff"


def test_marker() -> None:
    assert seal_text("print\nx") == MARKER + b"print\nx"
    assert open_oob(MARKER + b"print") == b"print"
    assert open_oob(MARKER) == b""
    assert is_oob(MARKER + b"x")
    assert not is_oob(b"\xff\xff\xff\x7fx")


def test_missing_marker() -> None:
    with pytest.raises(TruncatedError):
        open_oob(MARKER[:3])
    with pytest.raises(BadValueError):
        open_oob(b"\x01\x00\x00\x00abc")


def test_size_limit_both_ways() -> None:
    most = b"x" * 32763
    assert open_oob(seal_oob(most)) == most
    with pytest.raises(LocalProtocolError):
        seal_oob(most + b"x")
    with pytest.raises(LimitExceededError):
        open_oob(MARKER + most + b"x")


@pytest.mark.parametrize("text", ["a\0b", "\u20ac"])
def test_text_that_no_datagram_carries(text: str) -> None:
    with pytest.raises(LocalProtocolError):
        seal_text(text)


def test_text_is_one_character_per_byte_up_to_a_nul() -> None:
    assert from_wire(b"\xe4\x92%\0hidden") == "\xe4\x92%"
    assert seal_text("\xe4\x92") == MARKER + b"\xe4\x92"


def test_values_that_end_early_are_refused() -> None:
    for function in (one_line, quoted, word):
        with pytest.raises(LocalProtocolError):
            function("a b\n")
    for function in (quoted, word):
        with pytest.raises(LocalProtocolError):
            function('a"b')


@pytest.mark.parametrize(
    ("text", "sent"),
    [("a", "a"), ("", '""'), ("a b", '"a b"'), ("a//b", '"a//b"'), ("/*", '"/*"')],
)
def test_words_are_quoted_when_needed(text: str, sent: str) -> None:
    assert word(text) == sent


@given(st.text(st.characters(min_codepoint=1, max_codepoint=0xFF, exclude_characters='"\n')))
def test_any_word_comes_back(text: str) -> None:
    assert tokenize(f"a {word(text)} b") == ["a", text, "b"]


@given(st.integers(-(2**31), 2**31 - 1))
def test_integers(value: int) -> None:
    assert read_int(str(value)) == stock_int(str(value)) == value


@pytest.mark.parametrize("text", ["", "x", "1x", " 1", "1.5", "2147483648", "9" * 5000, "\xb2"])
def test_what_is_no_integer(text: str) -> None:
    with pytest.raises(BadValueError):
        read_int(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", 0),
        ("x1", 0),
        (" \t12abc", 12),
        ("-3.9", -3),
        ("--3", 0),
        ("+7", 7),
        ("99999999999", 2**31 - 1),
        ("-" + "9" * 5000, -(2**31)),
    ],
)
def test_stock_integers(text: str, value: int) -> None:
    assert read_int(text, lenient=True) == stock_int(text) == value
