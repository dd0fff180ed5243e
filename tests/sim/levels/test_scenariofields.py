from __future__ import annotations

import pytest

from uoserver.sim.levels.scenariofields import MAX_SHOWN, ScenarioError, Table, shown, whole


def table(**values: object) -> Table:
    return Table(values, "top")


def test_numbers_have_a_range() -> None:
    assert table(a=3).number("a", 1, 3) == 3
    assert table().number("a", 1, 3, 7) == 7
    for value in (0, 4, "3", 3.0, True, None, [3]):
        with pytest.raises(ScenarioError, match=r"top\.a: "):
            table(a=value).number("a", 1, 3)
    with pytest.raises(ScenarioError, match=r"top\.a is missing"):
        table().number("a", 1, 3)


def test_lists_and_pairs() -> None:
    assert table(a=[1, 2]).pair("a", 0, 2) == (1, 2)
    assert table().numbers("a", 0, 2, 5) == ()
    with pytest.raises(ScenarioError, match=r"top\.a\[1\]: 3 is not 0 to 2"):
        table(a=[1, 3]).pair("a", 0, 2)
    with pytest.raises(ScenarioError, match="two numbers"):
        table(a=[1]).pair("a", 0, 2)
    with pytest.raises(ScenarioError, match="3 entries, at most 2"):
        table(a=[1, 1, 1]).pair("a", 0, 2)
    with pytest.raises(ScenarioError, match="is no list"):
        table(a=1).numbers("a", 0, 2, 5)


def test_texts_and_choices() -> None:
    assert table(a="xy").text("a", 2) == "xy"
    assert table().text("a", 2, "d") == "d"
    assert table(a="jeep").choice("a", ("tank", "jeep")) == 1
    with pytest.raises(ScenarioError, match="3 characters, at most 2"):
        table(a="xyz").text("a", 2)
    with pytest.raises(ScenarioError, match="is no text"):
        table(a=1).text("a", 2)
    for value in ("boat", ["jeep"]):
        with pytest.raises(ScenarioError, match="is none of tank, jeep"):
            table(a=value).choice("a", ("tank", "jeep"))


def test_tables_of_a_list_know_their_number() -> None:
    first, second = table(a=[{"x": 1}, {"x": 9}]).tables("a", 2)
    assert first.number("x", 0, 5) == 1
    with pytest.raises(ScenarioError, match=r"top\.a\[1\]\.x"):
        second.number("x", 0, 5)
    with pytest.raises(ScenarioError, match=r"top\.a\[0\]: 1 is no table"):
        table(a=[1]).tables("a", 2)


def test_what_nothing_asked_for_is_an_error() -> None:
    part = table(a=1, b=2)
    part.number("a", 0, 5)
    with pytest.raises(ScenarioError, match=r"^top\.b is not known$"):
        part.done()
    assert part.rest() == {"b": 2}
    part.done()
    with pytest.raises(ScenarioError, match=r"^b is not known$"):
        Table({"b": 1}, "").done()


def test_strange_keys_are_quoted() -> None:
    for key, name in (("\x1b[2J", r"'\x1b[2J'"), ("", "''"), ("k" * 99, "'" + "k" * 59 + "...")):
        assert Table({}, "top").path(key) == f"top.{name}"


def test_errors_stay_short() -> None:
    assert len(shown("x" * 1000)) == MAX_SHOWN + 3
    assert shown("a\nb") == "'a\\nb'"
    assert (shown(-(1 << 127)), shown(1 << 128)) == (str(-(1 << 127)), "a number of 129 bits")
    assert shown(True) == "True"
    with pytest.raises(ScenarioError, match=r"\.\.\. is no whole number"):
        whole("x" * 1000, 0, 1, "w")


def test_what_python_would_not_write_out_is_only_named() -> None:
    nested: dict[str, object] = {}
    for _ in range(100_000):
        nested = {"a": nested}
    assert shown(nested) == "a table"
    assert shown([1 << 100_000, nested]) == "a list"
    assert shown(-(1 << 100_000)) == "a number of 100001 bits"


def test_two_keys_that_say_the_same() -> None:
    table(a=1).either("a", "b")
    table(b=1).either("a", "b")
    with pytest.raises(ScenarioError, match=r"^top: a and b: one of them is enough$"):
        table(a=1, b=2).either("a", "b")
    with pytest.raises(ScenarioError, match=r"^a and b: one"):
        Table({"a": 1, "b": 2}, "").either("a", "b")
