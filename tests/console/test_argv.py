from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.text import tokenize
from uoserver.console.argv import split_argv
from uoserver.console.errors import ArgvError
from uoserver.console.tokens import split_commands


def test_sets_come_first_and_once() -> None:
    words = "+exec server.cfg +set net_port 0 +map mp_foy +seta a 1 +SETS b 2 +setu c 3"
    start = split_argv(words.split())
    assert start.early == ("set net_port 0", "seta a 1", "SETS b 2", "setu c 3")
    assert start.late == ("exec server.cfg", "map mp_foy")
    assert start.text == "set net_port 0\nseta a 1\nSETS b 2\nsetu c 3\nexec server.cfg\nmap mp_foy"


def test_words_are_quoted_where_needed() -> None:
    start = split_argv(["+set", "sv_hostname", "a; b // c", "+set", "g_password", ""])
    assert [tokenize(line) for line in start.early] == [
        ["set", "sv_hostname", "a; b // c"],
        ["set", "g_password", ""],
    ]


def test_plus_without_a_letter_is_a_value() -> None:
    assert split_argv(["+set", "x", "+5", "+"]).early == ("set x +5 +",)


def test_one_argument_may_be_a_whole_command() -> None:
    assert split_argv(["+map mp_foy", '+set a "b c"']) == (('set a "b c"',), ("map mp_foy",))


def test_text_is_one_character_per_byte() -> None:
    assert split_argv(["+set", "x", "\u20ac"]).early == ("set x \xe2\x82\xac",)
    assert split_argv(["+set", "x", "\udcff"]).early == ("set x \xff",)


@pytest.mark.parametrize("argv", [["map", "mp_foy"], ["-v"], ["+say", 'a"b'], ["+say", "a\nb"]])
def test_refused(argv: list[str]) -> None:
    with pytest.raises(ArgvError):
        split_argv(argv)


@given(st.lists(st.text(max_size=12), max_size=8))
def test_every_line_is_one_command(argv: list[str]) -> None:
    try:
        start = split_argv(["+set", "a", *argv])
    except (ArgvError, UnicodeEncodeError):
        return
    lines = start.early + start.late
    assert [len(split_commands(line)) for line in lines] == [1] * len(lines)
    assert len(split_commands(start.text)) == len(lines)
