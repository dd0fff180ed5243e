from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bsp.factory import ENTITY_TEXT
from tests.shared import shared_path
from uoserver.bsp import entities as module
from uoserver.bsp.entities import Entity, format_entities, parse_entities
from uoserver.bsp.errors import BspError, EntityTextError
from uoserver.bsp.header import read_header
from uoserver.bsp.schema import LumpIndex

TEXT = st.text(st.characters(max_codepoint=0xFF, exclude_characters='"\n\r\0'), max_size=20)
ENTITIES = st.lists(st.builds(Entity, st.lists(st.tuples(TEXT, TEXT), max_size=5)), max_size=6)


def test_parse() -> None:
    world, spawn, _ = parse_entities(ENTITY_TEXT)
    assert world.classname == "worldspawn"
    assert spawn.pairs[0] == ("origin", "-512 0 24")
    assert (spawn.origin, spawn.angles) == ((-512.0, 0.0, 24.0), (0.0, 90.0, 0.0))


def test_order_and_duplicates_stay_and_the_first_counts() -> None:
    (entity,) = parse_entities(b'{ "b" "1" "A" "2" "a" "3" }')
    assert list(entity) == [("b", "1"), ("A", "2"), ("a", "3")]
    assert entity.get("a") == "2"
    assert "B" in entity
    assert "c" not in entity
    assert entity.get("c", "none") == "none"
    assert len(entity) == 3


def test_single_yaw_and_missing_or_damaged_places() -> None:
    (entity,) = parse_entities(b'{ "angle" "270" "origin" "1 2 nan" }')
    assert entity.angles == (0.0, 270.0, 0.0)
    assert entity.origin is None
    assert Entity(()).angles == (0.0, 0.0, 0.0)


def test_bare_words_comments_and_braces_in_quotes() -> None:
    text = b'// head\n{ classname light // note\n"script" "{ x }"}{}'
    assert parse_entities(text) == [
        Entity([("classname", "light"), ("script", "{ x }")]),
        Entity([]),
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b'"a" "b"', 1),
        (b"{\n}\n}", 3),
        (b'{\n"a" "b"\n', 1),
        (b"{\n{\n}", 2),
        (b'{\n"a"\n}', 3),
        (b'{\n"a" "b\n}', 2),
        (b'{\n"a" "b"\n}\n\n"{" ', 5),
        (b"{" + b'"' + b"x" * 5000 + b'" "y" }', 1),
    ],
)
def test_damage_names_its_line(text: bytes, line: int) -> None:
    with pytest.raises(EntityTextError, match=f"line {line}:") as caught:
        parse_entities(text)
    assert caught.value.line == line


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_MAP_ENTITIES", 2)
    monkeypatch.setattr(module, "MAX_ENTITY_PAIRS", 2)
    monkeypatch.setattr(module, "MAX_ENTITY_TEXT", 100)
    assert len(parse_entities(b"{}{}")) == 2
    with pytest.raises(EntityTextError, match="more than 2 entities"):
        parse_entities(b"{}{}{}")
    with pytest.raises(EntityTextError, match="more than 2 pairs"):
        parse_entities(b"{a b a b a b}")
    with pytest.raises(BspError, match="at most 100"):
        parse_entities(b" " * 101)


def test_text_ends_at_its_nul_if_it_has_one() -> None:
    assert parse_entities(b"{}") == parse_entities(b"{}\0 rubbish {{{") == [Entity([])]
    assert parse_entities(b"") == []


@given(ENTITIES)
def test_round_trip(entities: list[Entity]) -> None:
    assert parse_entities(format_entities(entities)) == entities


@pytest.mark.parametrize("text", ['a"b', "a\nb", "a\0", "\u20ac"])
def test_format_refuses_what_quotes_cannot_hold(text: str) -> None:
    with pytest.raises(BspError):
        format_entities([Entity([("key", text)])])


@given(st.binary(max_size=60) | st.text(st.sampled_from('{}"a \n/\0'), max_size=60).map(str.encode))
def test_any_bytes_give_entities_or_an_error(data: bytes) -> None:
    with suppress(BspError):
        parse_entities(data)


@pytest.mark.parametrize("name", ["empty", "bmw", "brmap2_a", "pv_mini_harbor"])
def test_real_entity_lumps_are_written_back_byte_for_byte(name: str) -> None:
    data = shared_path(f"maps/{name}.bsp").read_bytes()
    lump = read_header(data).lump(LumpIndex.ENTITIES, data)
    assert format_entities(parse_entities(lump)) == lump
