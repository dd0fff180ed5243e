from __future__ import annotations

import contextlib
import time

import pytest

from uoserver.sim.levels.scenariofields import ScenarioError
from uoserver.sim.levels.scenariotext import (
    MAX_HEAD_PARTS,
    MAX_KEY_PARTS,
    MAX_TEXT,
    parse_text,
)


def key(parts: int, part: str = "a", dot: str = ".") -> str:
    return dot.join([part] * parts)


def test_a_text_becomes_a_table() -> None:
    assert parse_text("a = 1\nb = 'x'").rest() == {"a": 1, "b": "x"}


def test_a_byte_order_mark_is_skipped() -> None:
    assert parse_text("\ufeffa = 1").rest() == {"a": 1}
    with pytest.raises(ScenarioError, match="no TOML"):
        parse_text("\ufeff\ufeffa = 1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = 1\n?", "^no TOML: .*line 2"),
        ("#" * (MAX_TEXT + 1), "^262145 characters, at most 262144$"),
        ("a = " + "[" * 100_000, "^no TOML: too deep"),
        ("a = " + "9" * 5000, "^no TOML: too deep, or a number"),
    ],
)
def test_wrong_texts(text: str, reason: str) -> None:
    with pytest.raises(ScenarioError, match=reason):
        parse_text(text)


PARTS = ("a", "-", '"a b"', r'"\""', "'.'", '""')


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("dot", [".", " . ", "\t."])
def test_names_have_only_so_many_parts(part: str, dot: str) -> None:
    for before, after in (("", " = 1"), ("x = {", " = 1}"), ("x = {b = 1,  ", " = 1}")):
        allowed, more = key(MAX_KEY_PARTS, part, dot), key(MAX_KEY_PARTS + 1, part, dot)
        parse_text(f"\n{before}{allowed}{after}")
        with pytest.raises(ScenarioError, match=r"^line 2: a name of more than 64 parts"):
            parse_text(f"\n{before}{more}{after}")
    for before, after in (("[", "]"), (" [[ ", " ]]")):
        allowed, more = key(MAX_HEAD_PARTS, part, dot), key(MAX_HEAD_PARTS + 1, part, dot)
        parse_text(f"{before.lstrip()}{allowed}{after.replace(' ]', ']')}")
        with pytest.raises(ScenarioError, match=r"^line 1: a name of more than 8 parts"):
            parse_text(f"{before}{more}{after}")


@pytest.mark.parametrize(
    "before", ['x = ["""\n\'""", {', "x = ['''\n\"''', {", "x = {'\"' = 1, ", 'x = {"\'" = 1,']
)
def test_quotes_before_a_long_name_do_not_hide_it(before: str) -> None:
    with pytest.raises(ScenarioError, match="parts with dots"):
        parse_text(before + key(MAX_KEY_PARTS + 1))


def test_rows_of_maps_are_no_names() -> None:
    """The longest row, of single signs with land between them, has parts enough but no more."""
    rows = ["b." * 64, ".t" * 64, "," + "t." * 63 + "]", "[" + ".t" * 63, '"' + ".'" * 63]
    text = "\n".join(rows)
    assert parse_text(f"map = '''\n{text}\n'''").text("map", MAX_TEXT) == text + "\n"


WHOLE = MAX_TEXT - 200
ATTACKS = {
    "one long key": key(WHOLE // 2),
    "keys": "".join(f"{key(MAX_KEY_PARTS - 1)}.b{i} = 1\n" for i in range(WHOLE // 138)),
    "keys below a head": f"[{key(MAX_HEAD_PARTS)}]\n"
    + "".join(f"a{i}.{key(MAX_KEY_PARTS - 1)} = 1\n" for i in range(WHOLE // 138)),
    "keys below a long head": f"[{key(MAX_KEY_PARTS)}]\n"
    + "".join(f"{key(MAX_KEY_PARTS - 1)}.b{i} = 1\n" for i in range(WHOLE // 138)),
    "heads": "".join(f"[a{i}.{key(MAX_HEAD_PARTS - 1)}]\n" for i in range(WHOLE // 24)),
    "quoted quotes": 'a = "' + r"\"" * (WHOLE // 2) + '"',
    "quotes that do not end": '"\\' * (WHOLE // 2),
    "quotes after commas": ',"' * (WHOLE // 2),
    "quoted dots": '","' + '.","' * (WHOLE // 4),
    "blanks": ", " + " \t" * (WHOLE // 2),
    "long parts": f'"{"x" * 4000}".' * 64,
    "letters": "a" * WHOLE,
    "heads that do not end": '["' * (WHOLE // 2),
}


@pytest.mark.parametrize("text", ATTACKS.values(), ids=ATTACKS)
def test_no_text_takes_long(text: str) -> None:
    begin = time.process_time()
    with contextlib.suppress(ScenarioError):
        parse_text(text)
    assert time.process_time() - begin < 30  # one to two; without the limits up to minutes
