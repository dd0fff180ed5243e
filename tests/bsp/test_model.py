from __future__ import annotations

import pytest

from tests.bsp.factory import ENTITY_TEXT, LUMPS, make_map
from uoserver.bsp import Map, read
from uoserver.bsp.entities import Entity
from uoserver.bsp.errors import BspError, EntityTextError
from uoserver.bsp.model import ATTRIBUTES, CODECS
from uoserver.bsp.schema import LumpIndex


def test_every_lump_has_its_attribute() -> None:
    names = [name for name in ATTRIBUTES if name != "entity_text"]
    assert names == [index.name.lower() for index in LumpIndex if index != LumpIndex.ENTITIES]
    assert list(CODECS) == list(LumpIndex)
    assert ATTRIBUTES["entity_text"].codec.index == LumpIndex.ENTITIES


def test_an_empty_map() -> None:
    empty = Map()
    assert empty.planes == []
    assert empty.lightmaps == b""
    assert empty.visibility is None
    assert empty.entities == []
    empty.draw_indexes.append(3)
    assert empty.draw_indexes == [3]
    assert Map().draw_indexes == []


def test_lumps_are_decoded_once_and_only_when_asked_for() -> None:
    source = read(make_map())
    assert source.values == {}
    assert source.models is source.models
    assert list(source.values) == [LumpIndex.MODELS]
    source.models = []
    assert source.models == []


def test_raw_bytes() -> None:
    data = make_map()
    raw = read(data).raw(LumpIndex.ENTITIES)
    assert raw == ENTITY_TEXT
    assert raw.obj is data
    assert Map().raw(LumpIndex.ENTITIES).nbytes == 0


def test_entities() -> None:
    source = read(make_map())
    assert source.entities[1].classname == "mp_teamdeathmatch_spawn"
    source.entities = [Entity([("classname", "worldspawn")])]
    assert source.entity_text == b'{\n"classname" "worldspawn"\n}\n\0'
    assert len(source.entities) == 1


def test_damaged_entity_text_is_found_when_parsed() -> None:
    source = read(make_map(LUMPS | {29: b"{\n{\0"}))
    with pytest.raises(EntityTextError, match="line 2"):
        _ = source.entities
    with pytest.raises(BspError):
        source.entities = [Entity([("a", '"')])]
