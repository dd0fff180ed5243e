"""Configstrings and the commands that change them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.constants import MAX_GAMESTATE_CHARS, MAX_STRING_CHARS
from uoproto.text import clean_command, tokenize_rest
from uoserver.server.configstrings import PIECE, Configstrings, update_commands

PIECES_AT_MOST = 8191 // (PIECE // 2) + 1


def client_reads(commands: list[str]) -> dict[int, str]:
    """Apply update commands as a client does (parsing: d, x, y, z)."""
    strings: dict[int, str] = {}
    buffer = ""
    for command in commands:
        stored = clean_command(command)
        assert len(stored) < MAX_STRING_CHARS
        words = tokenize_rest(stored, 3)
        chunk = words[2] if len(words) > 2 else ""
        match words[0]:
            case "d":
                strings[int(words[1])] = chunk
            case "x":
                buffer = chunk
            case "y":
                buffer += chunk
            case "z":
                strings[int(words[1])] = buffer + chunk
    return strings


def test_short_and_empty_values() -> None:
    assert update_commands(5, "a b") == ["d 5 a b"]
    assert update_commands(5, "") == ["d 5 "]
    assert update_commands(5, "x" * 999) == ["d 5 " + "x" * 999]


def test_long_values_are_cut_as_stock_cuts_them() -> None:
    value = "".join(chr(ord("a") + number % 26) for number in range(2500))
    assert update_commands(7, value) == [
        f"x 7 {value[:999]}",
        f"y 7 {value[999:1998]}",
        f"z 7 {value[1998:]}",
    ]
    assert [text[0] for text in update_commands(7, "v" * 1000)] == ["x", "z"]


@pytest.mark.parametrize("bad", [" ", '"', "\t", "\x01"])
def test_no_piece_begins_with_what_a_client_would_lose(bad: str) -> None:
    value = "a" * 990 + bad * 12 + "b" * 1500
    commands = update_commands(3, value)
    assert client_reads(commands) == {3: value}


@pytest.mark.parametrize("value", ["a" + " " * 8000, '"' * 8191, "a" + "\t" * 1500 + "b"])
def test_a_value_of_blanks_costs_no_flood_of_commands(value: str) -> None:
    commands = update_commands(3, value)
    assert len(commands) <= PIECES_AT_MOST
    assert all(len(command) < MAX_STRING_CHARS for command in commands)


@given(st.integers(0, 2047), st.text(st.characters(max_codepoint=255), max_size=3000))
def test_a_client_reads_what_is_kept(index: int, value: str) -> None:
    strings = Configstrings()
    commands = strings.set(index, value)
    kept = strings.values.get(index, "")
    assert client_reads(commands).get(index, "") == kept
    assert "\0" not in kept
    assert strings.set(index, value) == []


@given(st.lists(st.text("ab \"'%\xff", max_size=200), min_size=10, max_size=40))
def test_long_values_of_words_arrive_whole(words: list[str]) -> None:
    strings = Configstrings()
    commands = strings.set(9, " ".join([*words, "end"] * 2))
    assert client_reads(commands) == {9: strings.values[9]}


def test_values_are_kept_as_a_client_holds_them() -> None:
    strings = Configstrings()
    strings.set(1, " \t50% \xe9\x92 \0 hidden")
    assert strings.values == {1: "50. .' "}


def test_an_empty_value_is_forgotten() -> None:
    strings = Configstrings()
    strings.set(9, "here")
    assert strings.set(9, "") == ["d 9 "]
    assert strings.values == {}
    assert strings.set(9, "") == []


@pytest.mark.parametrize("index", [-1, 2048, 10**9])
def test_an_index_outside_the_table(index: int) -> None:
    with pytest.raises(ValueError, match="configstring"):
        Configstrings().set(index, "x")


def test_the_clients_pool_never_overflows() -> None:
    strings = Configstrings()
    strings.set(0, "x" * 8191)
    strings.set(1, "x" * 8191)
    before = dict(strings.values)
    room = MAX_GAMESTATE_CHARS - 1 - 2 * 8192
    with pytest.raises(ValueError, match="pool"):
        strings.set(2, "x" * room)
    assert strings.values == before
    strings.set(2, "x" * (room - 1))
    with pytest.raises(ValueError, match="8192 characters"):
        strings.set(2, "x" * 8192)
