from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.constants import MAX_TOKENS
from uoproto.errors import BadValueError, LimitExceededError, LocalProtocolError
from uoproto.text import (
    clean,
    clean_command,
    info_build,
    info_check,
    info_get,
    info_pairs,
    info_remove,
    info_set,
    info_valid,
    strip_colors,
    tokenize,
    tokenize_rest,
)

LATIN1 = st.text(st.characters(max_codepoint=0xFF))
KEYS = st.text(
    st.characters(min_codepoint=1, max_codepoint=0xFF, exclude_characters='\\;"'),
    min_size=1,
    max_size=20,
)
VALUES = st.text(
    st.characters(min_codepoint=1, max_codepoint=0xFF, exclude_characters='\\;"'), max_size=20
)


# -- sanitizer ----------------------------------------------------------------------------------


def test_clean_keeps_control_characters_and_percent() -> None:
    assert clean("a\x01\x7f%\x80\x92\xff") == "a\x01\x7f%.'."


def test_clean_command_replaces_percent_and_cuts() -> None:
    assert clean_command("100% \x92\xe4") == "100. '."
    assert clean_command("x" * 2000) == "x" * 1023


@given(LATIN1)
def test_clean_is_ascii_of_same_length_and_idempotent(text: str) -> None:
    cleaned = clean(text)
    assert cleaned.isascii()
    assert len(cleaned) == len(text)
    assert clean(cleaned) == cleaned


# -- colours ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("^1Red^7Baron", "RedBaron"),
        ("^^62Bx^^79*^^86Q", "Bx*Q"),
        ("^5^^13Nc^3^^34z", "Ncz"),
        ("^ 1 ^x ^", "^ 1 ^x ^"),
        ("^", "^"),
        ("^^", "^^"),
        ("12^3", "12"),
        ("", ""),
    ],
)
def test_strip_colors(text: str, plain: str) -> None:
    assert strip_colors(text) == plain


@given(st.text("^019aZ ", max_size=60))
def test_strip_colors_equals_stripping_until_nothing_changes(text: str) -> None:
    plain = text
    while (shorter := re.sub(r"\^[0-9]", "", plain)) != plain:
        plain = shorter
    assert strip_colors(text) == plain


# -- tokenizer ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        (" \t\n ", []),
        ("getinfo xxx", ["getinfo", "xxx"]),
        ("getinfo xxx\n", ["getinfo", "xxx"]),
        ("getinfo xxx\0hidden", ["getinfo", "xxx"]),
        ('rcon "two words"  status', ["rcon", "two words", "status"]),
        ('say ""', ["say", ""]),
        ('say "never closed', ["say", "never closed"]),
        ('say "', ["say", ""]),
        ('a"b"c', ["a", "b", "c"]),
        ("a b // c", ["a", "b"]),
        ("a//b", ["a"]),
        ("a /* b */ c", ["a", "c"]),
        ("a/*b*/c", ["a", "c"]),
        ("/*/ a", ["a"]),
        ("a /* b", ["a"]),
        ('"a // b" "/* c */"', ["a // b", "/* c */"]),
        ("set u http://example.invalid/x", ["set", "u", "http://example.invalid/x"]),
        ("http:///x//y", ["http:///x"]),
        ("a/b a*/ *", ["a/b", "a*/", "*"]),
        ("gr\xfc\xdfe \x80", ["gr\xfc\xdfe", "\x80"]),
    ],
)
def test_tokenize(line: str, words: list[str]) -> None:
    assert tokenize(line) == words


def test_tokenize_is_bounded() -> None:
    assert tokenize("a b c d", 2) == ["a", "b"]
    assert len(tokenize("a " * 5000)) == MAX_TOKENS


@given(
    st.lists(st.text(st.characters(min_codepoint=1, max_codepoint=0xFF, exclude_characters='"')))
)
def test_quoted_words_come_back(words: list[str]) -> None:
    assert tokenize(" ".join(f'"{word}"' for word in words)) == words


@given(st.text('ab /*"\0\n:', max_size=40))
def test_bare_words_hold_no_separator(line: str) -> None:
    for word in tokenize(line):
        assert "\0" not in word
        assert '"' not in word
        assert word in line


@pytest.mark.parametrize(
    ("line", "count", "words"),
    [
        ('d 5  a  "b" // c ', 3, ["d", "5", 'a  "b" // c ']),
        ("d 5", 3, ["d", "5"]),
        ("d 5 ", 3, ["d", "5"]),
        ('d "5" x y', 3, ["d", "5", "x y"]),
        ("  a b", 1, ["a b"]),
        ("", 3, []),
        ("d 5 a\0b", 3, ["d", "5", "a"]),
        ("d 5 //x", 3, ["d", "5", "//x"]),
    ],
)
def test_tokenize_rest(line: str, count: int, words: list[str]) -> None:
    assert tokenize_rest(line, count) == words


@given(st.text(st.characters(min_codepoint=1, max_codepoint=0xFF)))
def test_tokenize_rest_keeps_a_value_that_starts_with_no_blank(value: str) -> None:
    expected = ["d", "7", value.lstrip("".join(map(chr, range(33))))]
    assert tokenize_rest(f"d 7 {value}", 3) == expected[: 3 if expected[2] else 2]


# -- info strings -------------------------------------------------------------------------------


def test_info_pairs_takes_recorded_shapes() -> None:
    info = r"\.Hosted By\example.invalid\^1>>>\^3Real time\empty\\sv_hostname\A|B [^1C^7]"
    assert info_pairs(info) == [
        (".Hosted By", "example.invalid"),
        ("^1>>>", "^3Real time"),
        ("empty", ""),
        ("sv_hostname", "A|B [^1C^7]"),
    ]


@pytest.mark.parametrize(
    ("info", "pairs"),
    [
        ("", []),
        ("\\", []),
        (r"a\b", [("a", "b")]),
        (r"\a", [("a", "")]),
        ("\\a\\", [("a", "")]),
        (r"\a\b\c", [("a", "b"), ("c", "")]),
        (r"\\a\b", [("", "a"), ("b", "")]),
    ],
)
def test_info_pairs_is_tolerant(info: str, pairs: list[tuple[str, str]]) -> None:
    assert info_pairs(info) == pairs


def test_info_get_ignores_case_and_takes_the_first() -> None:
    info = r"\Name\one\NAME\two\empty\\x\y"
    assert info_get(info, "nAmE") == "one"
    assert info_get(info, "empty", "default") == ""
    assert info_get(info, "missing", "default") == "default"
    assert info_get(info, "one") == ""


def test_info_get_refuses_an_endless_string() -> None:
    assert info_get("\\a\\" + "x" * 8188, "a") == "x" * 8188
    with pytest.raises(LimitExceededError):
        info_get("\\a\\" + "x" * 8189, "a")


def test_info_set_appends_at_the_end_and_minds_case() -> None:
    info = r"\name\a\rate\5000"
    assert info_set(info, "name", "b") == r"\rate\5000\name\b"
    assert info_set(info, "NAME", "b") == r"\name\a\rate\5000\NAME\b"
    assert info_set(info, "name", "") == r"\rate\5000"
    assert info_set(info, "name", '";\\') == r"\rate\5000"
    assert info_set("", "a", 'x\\y;z"') == r"\a\xyz"


@pytest.mark.parametrize("key", ["", "a\\b", "a;b", 'a"b'])
def test_keys_that_cannot_be_carried_are_refused(key: str) -> None:
    with pytest.raises(LocalProtocolError):
        info_set("", key, "1")
    with pytest.raises(LocalProtocolError):
        info_build([(key, "1")])


@pytest.mark.parametrize(("big", "most"), [(False, 1023), (True, 8191)])
def test_info_size_limits(big: bool, most: int) -> None:
    fits = "x" * (most - 3)
    assert len(info_set("", "k", fits, big=big)) == most
    assert len(info_build([("k", fits)], big=big)) == most
    with pytest.raises(LocalProtocolError):
        info_set("", "k", fits + "x", big=big)
    with pytest.raises(LocalProtocolError):
        info_build([("k", fits + "x")], big=big)


def test_info_remove_removes_every_exact_key_only() -> None:
    assert info_remove(r"\a\1\A\2\a\3\b\4", "a") == r"\A\2\b\4"
    assert info_remove(r"odd\one\here", "a") == "\\odd\\one\\here\\"


@given(st.lists(st.tuples(KEYS, VALUES), max_size=8))
def test_info_build_equals_setting_in_turn(pairs: list[tuple[str, str]]) -> None:
    info = ""
    for key, value in pairs:
        info = info_set(info, key, value)
    assert info_build(pairs) == info
    kept = {key: value for key, value in pairs if value or info_remove(info, key) != info}
    assert dict(info_pairs(info)) == {key: dict(pairs)[key] for key in kept if dict(pairs)[key]}


@given(LATIN1, KEYS, VALUES)
def test_set_then_remove_leaves_no_trace(info: str, key: str, value: str) -> None:
    changed = info_set(info[:500], key, value)
    assert (key, value) in info_pairs(changed) or not value
    assert key not in dict(info_pairs(info_remove(changed, key)))


def test_info_valid_is_the_stock_check() -> None:
    assert info_valid(r"\a\b")
    assert info_valid("not an info string \xff")
    assert not info_valid('\\a\\"')
    assert not info_valid("\\a\\;")


def test_info_check_returns_the_pairs() -> None:
    assert info_check("") == []
    assert info_check(r"\a\\b b\2") == [("a", ""), ("b b", "2")]


@pytest.mark.parametrize(
    "info",
    [r"a\b", r"\a", r"\a\b\c", "\\\\a", r"\a\1\A\2", "\\a\\\n", "\\a\\\xe4", '\\a\\"', "\\a\\;"],
)
def test_info_check_refuses(info: str) -> None:
    with pytest.raises(BadValueError):
        info_check(info)


def test_info_check_size() -> None:
    info_check("\\a\\" + "x" * 1020)
    with pytest.raises(LimitExceededError):
        info_check("\\a\\" + "x" * 1021)
    info_check("\\a\\" + "x" * 1021, big=True)
