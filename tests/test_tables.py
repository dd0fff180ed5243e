from __future__ import annotations

import json
from typing import Any

import pytest

from tests.shared import shared_path
from uoproto import tables
from uoproto.tables import ANGLE16, FLOAT, INTEGER, Field, Table

SIZES = {
    "entity": 60,
    "vehicle": 60,
    "archived_entity": 68,
    "client": 22,
    "hud_element": 30,
    "player": 114,
    "objective": 6,
}
ALL: dict[str, Table] = {name: getattr(tables, name.upper()) for name in SIZES}


@pytest.mark.parametrize("name", SIZES)
def test_sizes_and_names(name: str) -> None:
    table = ALL[name]
    assert table.name == name
    assert len(table) == SIZES[name] == len(set(table.names))
    assert [table.index[field.name] for field in table.fields] == list(range(len(table)))


def test_ends_of_the_tables() -> None:
    # First and last field of each table; the order between them is checked by whole datagrams.
    assert [(table.fields[0], table.fields[-1]) for table in ALL.values()] == [
        (Field("pos.trTime", 32), Field("dmgFlags", 32)),
        (Field("pos.trBase[2]", FLOAT), Field("pos.trDelta[2]", FLOAT)),
        (Field("absmin[1]", FLOAT), Field("dmgFlags", 32)),
        (Field("team", 2), Field("name[28]", 32)),
        (Field("color.rgba", 32), Field("TCOORD", 32)),
        (Field("commandTime", 32), Field("weaponrechamber[3]", 32)),
        (Field("origin[0]", FLOAT), Field("teamNum", 4)),
    ]


def test_a_vehicle_has_the_fields_of_an_entity() -> None:
    assert set(tables.VEHICLE.names) == set(tables.ENTITY.names)
    assert set(tables.ENTITY.names) < set(tables.ARCHIVED_ENTITY.names)


def test_modes() -> None:
    table = Table("test", "float angle@ byte:8 signed:-16 odd:10")
    assert [field.bits for field in table.fields] == [FLOAT, ANGLE16, 8, -16, 10]
    assert [field.is_integer for field in table.fields] == [False, False, True, True, True]
    assert [plan.mode for plan in table.plans] == [FLOAT, ANGLE16, INTEGER, INTEGER, INTEGER]
    assert [(plan.low, plan.size) for plan in table.plans[2:]] == [(0, 1), (0, 2), (2, 1)]
    assert (table.plans[2].limit, table.plans[2].negative) == (0x100, 0xFFFFFF80)


def test_against_the_published_tables() -> None:
    published: dict[str, Any] = json.loads(shared_path("protocol22/tables.json").read_text())
    for name, table in ALL.items():
        assert [list(field) for field in table.fields] == published[name]
