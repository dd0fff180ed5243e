from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.text import tokenize
from uoserver.console.tokens import join, quote, split_commands

# One character per byte, with the characters of the grammar made likely.
TEXT = st.text(
    st.one_of(st.sampled_from('";:/* \n\t\r\0a'), st.characters(max_codepoint=0xFF)), max_size=80
)


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("", []),
        (" ;; \n\r\n;", []),
        ("a b;c\nd\r\ne", ["a b", "c", "d", "e"]),
        ('set m "a; b"; c', ['set m "a; b"', "c"]),
        ("set p 1 // note; with this\nq", ["set p 1", "q"]),
        ("set p 1 // note\rq", ["set p 1", "q"]),
        ("a /* over\ntwo; lines */ b\nc", ["a   b", "c"]),
        ("a/**/b", ["a b"]),
        ("a /* never closed\nb", ["a"]),
        ('set u "http://x/*y*/"', ['set u "http://x/*y*/"']),
        ("set u http://x //y", ["set u http://x"]),
        ("x :///a; //b", ["x :///a"]),
        ('set a "open\nset b 2', ['set a "open', "set b 2"]),
        ("/// * ; x", []),
        ("/*/ still comment */x", ["x"]),
        ("a\0b", ["a", "b"]),
        ("set n \xa0", ["set n \xa0"]),
    ],
)
def test_split_commands(text: str, commands: list[str]) -> None:
    assert split_commands(text) == commands


@given(TEXT)
def test_any_text_gives_commands_of_one_line_with_at_least_one_word(text: str) -> None:
    for command in split_commands(text):
        assert not set(command) & set("\n\r\0")
        words = tokenize(command)
        assert words
        # No comment is left that tokenize would cut away: nothing but quotes and blanks goes.
        assert "".join(words) == "".join(
            char for char in command if char > " " and char != '"'
        ) or ('"' in command)


@given(st.lists(TEXT, min_size=1, max_size=5))
def test_quoted_words_come_back_through_both_steps(words: list[str]) -> None:
    quoted = [(word, quote(word)) for word in words]
    kept = [word for word, text in quoted if text is not None]
    line = " ".join(text for _, text in quoted if text is not None)
    assert [tokenize(command) for command in split_commands(line)] == ([kept] if kept else [])
    assert all(set(word) & set('"\n\r\0') for word, text in quoted if text is None)


def test_join() -> None:
    assert join(["say", "a", "b"], 1) == "a b"
    assert join(["say"], 1) == ""
