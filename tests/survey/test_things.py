from __future__ import annotations

import pytest

from uoserver.bsp.entities import Entity
from uoserver.sim.tables.statics import NUMBER_OF
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.survey import things
from uoserver.survey.things import Things, find_things


def found(classname: str, origin: str = "1 2 3", **keys: str) -> Things:
    pairs = [("classname", classname), *keys.items()]
    return find_things([Entity([*pairs, ("origin", origin)])])


def test_own_entities() -> None:
    assert found("uo_pad", team="Axis").pads == [((1.0, 2.0, 3.0), 1)]
    assert found("UO_FLAG", team="allies").flags == [((1.0, 2.0, 3.0), 0)]
    wall = NUMBER_OF["WALL_H"]
    assert found("uo_static", type="wall_h").statics == [((1.0, 2.0, 3.0), wall, 2)]
    assert found("uo_static", type="WALL_H", team="axis").statics == [((1.0, 2.0, 3.0), wall, 1)]


@pytest.mark.parametrize(
    ("classname", "keys", "problem"),
    [
        ("uo_pad", {}, "team ''"),
        ("uo_pad", {"team": "reds"}, "team 'reds'"),
        ("uo_static", {"type": "WALL_H", "team": "reds"}, "team 'reds'"),
        ("uo_static", {"type": "CASTLE"}, "type 'CASTLE'"),
        ("uo_static", {"type": "NOTHING"}, "type 'NOTHING'"),
        ("uo_static", {"type": "WATCHTOWER_1"}, "type 'WATCHTOWER_1'"),
        ("uo_what", {"team": "axis"}, "no such class"),
        ("uo_flag", {"team": "axis", "origin": "x"}, "no origin"),
    ],
)
def test_own_entities_that_mean_nothing(classname: str, keys: dict[str, str], problem: str) -> None:
    result = found(classname, **{"origin": "1 2 3", **keys})
    assert (result.pads, result.flags, result.statics) == ([], [], [])
    assert len(result.ignored) == 1
    assert problem in result.ignored[0]


def test_stock_flags_and_turrets() -> None:
    assert found("script_model", targetname="ctf_flag_axis").stock_flags == [((1.0, 2.0, 3.0), 1)]
    assert not found("script_model", targetname="ctf_flag_axis_mobile").stock_flags
    for name in ("misc_mg42", "misc_turret"):
        assert found(name).turrets == [(1.0, 2.0, 3.0)]
    gun = found("script_vehicle", vehicletype="Flak88_MP")
    assert (gun.turrets, gun.vehicles) == ([(1.0, 2.0, 3.0)], [])
    assert found("misc_mg42", "nowhere").turrets == []


@pytest.mark.parametrize(
    ("name", "kind", "team"),
    [
        ("shermantank_mp", VehicleType.TANK, 0),
        ("t34_mp", VehicleType.TANK, 0),
        ("panzeriv_mp", VehicleType.TANK, 1),
        ("su152_mp", VehicleType.MSV, 0),
        ("elefant_mp", VehicleType.MSV, 1),
        ("willyjeep_mp", VehicleType.JEEP, 0),
        ("gaz67b_mp", VehicleType.JEEP, 0),
        ("horch_mp", VehicleType.JEEP, 1),
        ("bmw_mp", VehicleType.JEEP, None),
    ],
)
def test_vehicles(name: str, kind: VehicleType, team: int | None) -> None:
    assert found("script_vehicle", vehicletype=name).vehicles == [((1.0, 2.0, 3.0), kind, team)]
    assert found("script_vehicle", model=f"xmodel/{name}").vehicles[0][1] is kind


def test_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(things, "MAX_THINGS", 3)
    entity = Entity([("classname", "misc_mg42"), ("origin", "0 0 0")])
    other = Entity([("classname", "light"), ("origin", "0 0 0")])
    assert len(find_things([other, entity, other, entity, entity, entity]).turrets) == 3
