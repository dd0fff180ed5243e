from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp.build.problems import SourceError
from uoserver.bsp.build.tokens import MAX_WORD, Word, Words


def every(text: str) -> list[Word]:
    words = Words(text)
    taken = []
    while words.peek() is not None:
        taken.append(words.take())
    return taken


def test_words_with_their_lines() -> None:
    text = '{\n"key" "two words" // "gone\n(1 -2.5)textures/a-b_c[0\n]\n}'
    assert [(word.line, word.text) for word in every(text)] == [
        (1, "{"),
        *((2, "key"), (2, "two words")),
        *((3, "("), (3, "1"), (3, "-2.5"), (3, ")"), (3, "textures/a-b_c"), (3, "["), (3, "0")),
        *((4, "]"), (5, "}")),
    ]
    assert [word.text for word in every(text) if word.quoted] == ["key", "two words"]


def test_quoted_signs_are_no_signs() -> None:
    words = Words('"{" { "}"')
    assert not words.accept("{")
    assert words.name("anything") == "{"
    assert words.depth == 0
    assert words.accept("{")
    assert words.depth == 1
    assert not words.accept("}")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('a\n"b', 2, "never closed"),
        ('"b\n"', 1, "never closed"),
        ("a\n\n" + "x" * (MAX_WORD + 1), 3, "longer than"),
        ('"' + "x" * (MAX_WORD + 1) + '"', 1, "longer than"),
    ],
)
def test_words_that_are_none(text: str, line: int, message: str) -> None:
    with pytest.raises(SourceError, match=message) as error:
        every(text)
    assert error.value.problem.line == line


def test_the_longest_word() -> None:
    assert len(every("x" * MAX_WORD)[0].text) == MAX_WORD


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1.0), ("-0.5", -0.5), (".25", 0.25), ("+3.", 3.0), ("1e-5", 1e-5), ("-1E+9", -1e9)],
)
def test_numbers(text: str, value: float) -> None:
    assert Words(text).number() == value


@pytest.mark.parametrize(
    "text", ["nan", "inf", "0x10", "1_0", "1e999", "1e10", "-1000000001", "", ".", "1,5", "(", "٣"]
)
def test_no_numbers(text: str) -> None:
    with pytest.raises(SourceError):
        Words(text).number()


@pytest.mark.parametrize("text", ["1.0", "1e3", "x", "12345678901", "", "٣"])
def test_no_whole_numbers(text: str) -> None:
    assert Words("-17").whole() == -17
    with pytest.raises(SourceError):
        Words(text).whole()


def test_points() -> None:
    assert Words("( 1 -2 131072 )").point() == (1.0, -2.0, 131072.0)
    for text, message in [
        ("( 1 2 )", "expected a number"),
        ("( 1 2 3 4 )", r"expected \)"),
        ("[ 1 2 3 ]", r"expected \("),
        ("( 1 2 131073 )", "beyond the world"),
        ("( 1 2 3", "ends too early"),
    ]:
        with pytest.raises(SourceError, match=message):
            Words(text).point()


def test_runs_of_numbers_end_at_a_bracket_and_have_a_limit() -> None:
    words = Words("1 2 3 ) 4")
    assert words.numbers(3) == [1, 2, 3]
    assert words.take().text == ")"
    assert words.numbers(1) == [4]
    assert words.numbers(1) == []
    with pytest.raises(SourceError, match="more than 2 numbers"):
        Words("1 2 3").numbers(2)


def test_skipping_to_a_depth() -> None:
    words = Words("{ a { b { c } d } e } f")
    for _ in range(4):
        words.take()
    words.skip_to_depth(1)
    assert words.take().text == "e"
    words.skip_to_depth(0)
    assert words.take().text == "f"
    with pytest.raises(SourceError, match="ends too early"):
        words.take()
    endless = Words("{ {")
    endless.take()
    endless.skip_to_depth(0)
    assert endless.peek() is None


@given(st.lists(st.text(st.characters(codec="ascii", exclude_characters='"\n'), max_size=9)))
def test_quoted_words_come_back(texts: list[str]) -> None:
    words = every("\n".join(f'"{text}"' for text in texts))
    assert [(word.line, word.text) for word in words] == list(enumerate(texts, 1))


@given(st.text(max_size=60))
def test_any_text_gives_words_or_an_error(text: str) -> None:
    try:
        words = every(text)
    except SourceError:
        return
    assert all(1 <= word.line <= text.count("\n") + 1 for word in words)
