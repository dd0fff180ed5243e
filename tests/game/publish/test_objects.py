"""Each kind of object as an entity, typed out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.game.match.yards import Play
from uoproto.delta import read_entity, write_entity
from uoproto.message import MessageReader, MessageWriter
from uoproto.states import EntityState
from uoserver.game.match.seats import Side
from uoserver.game.publish.names import STOCK_NAMES, Names, make_names
from uoserver.game.publish.objects import (
    KINDS,
    Look,
    Rank,
    Subject,
    degrees,
    entity_of,
    key_of,
    look_of,
)
from uoserver.sim.blast import ARG_SHIFT
from uoserver.sim.defences.drone import state_of as drone_state
from uoserver.sim.defences.submarine import state_of as submarine_state
from uoserver.sim.defences.turret import state_of as turret_state
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.rules.manstate import state_of as man_state
from uoserver.sim.tables.effects import Debris, Effect, Remains
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.statics import TOWER
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import state_of as vehicle_state

from .scenes import put, scene

PLACE = (100.4, -200.6, 7.5)
AT: dict[str, float] = {
    "pos.trType": 1,
    "pos.trBase[0]": 100,
    "pos.trBase[1]": -201,
    "pos.trBase[2]": 8,
    "apos.trType": 1,
}
EAST, SOUTH = 0x100000, 0x200000


def shown(obj: Obj, names: Names = STOCK_NAMES, flags: int = 0) -> Look:
    found = look_of(Subject(obj, PLACE, flags, names))
    assert found is not None
    return found


def fields(obj: Obj, names: Names = STOCK_NAMES) -> dict[str, float]:
    return shown(obj, names).state.fields()


def test_a_tank() -> None:
    play = scene()
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    state = vehicle_state(tank)
    tank.heading, state.turret, state.elevation = EAST // 2, EAST, -0x20000 & 0x3FFFFF
    assert fields(tank) == AT | {
        "eType": 12,
        "xmodel": 1,
        "apos.trBase[1]": 45,
        "angles2[1]": -90,
        "angles2[0]": -11.25,
        "surfType": 2,
        "origin2[0]": 127,
        "origin2[2]": 127,
        "solid": 60 | 1 << 8 | 112 << 16,
        "otherEntityNum": 1023,
    }
    assert shown(tank).box == (60, 80)
    assert shown(tank, flags=8).state["eFlags"] == 8


@pytest.mark.parametrize(
    ("side", "type_", "model", "wire", "solid"),
    [
        (0, VehicleType.JEEP, 0, 1, 36 | 1 << 8 | 112 << 16),
        (1, VehicleType.TANK, 2, 2, 60 | 1 << 8 | 112 << 16),
        (0, VehicleType.MSV, 3, 2, 60 | 1 << 8 | 128 << 16),
        (1, VehicleType.MSV, 4, 2, 60 | 1 << 8 | 128 << 16),
        (1, VehicleType.HELICOPTER, 0, 3, 80 | 1 << 8 | 112 << 16),
    ],
)
def test_vehicles(side: int, type_: VehicleType, model: int, wire: int, solid: int) -> None:
    state = shown(scene().drive(side, type_, 128, 128)).state
    assert (state["xmodel"], state["surfType"], state["solid"]) == (model, wire, solid)


def test_a_helicopter_leans() -> None:
    helicopter = scene().drive(0, VehicleType.HELICOPTER, 128, 128)
    vehicle_state(helicopter).bank = -0x20000
    assert fields(helicopter)["apos.trBase[2]"] == -11.25


@pytest.mark.parametrize(("team", "model"), [(0, 5), (1, 6)])
def test_a_wreck(team: int, model: int) -> None:
    wreck = put(scene(), Kind.WRECK, 128, 128, team=team, arg=VehicleType.TANK)
    wreck.heading = SOUTH
    solid = 60 | 1 << 8 | 112 << 16
    assert fields(wreck) == AT | {
        "eType": 13,
        "xmodel": model,
        "apos.trBase[1]": -90,
        "solid": solid,
    }


def test_an_awake_tower() -> None:
    play = scene()
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    cell = tank.cell + 1
    play.sim.state.grid.static[cell] = TOWER
    turret = put(play, Kind.TURRET, 384, 128, team=1, arg=tank.id)
    turret.heading, turret_state(turret).pitch = 0, 0x10000
    assert fields(turret) == AT | {
        "eType": 8,
        "xmodel": 11,
        "apos.trBase[0]": 5.625,
        "apos.trBase[1]": 90,
        "solid": 64 | 1 << 8 | 128 << 16,
    }
    assert shown(turret).box == (64, 96)


@pytest.mark.parametrize(
    ("kind", "arg", "e_type", "rank"),
    [
        (Kind.MISSILE, Shot.CANNON, 4, Rank.MET),
        (Kind.HOMING_MISSILE, Shot.HOMING, 4, Rank.MET),
        (Kind.GRENADE, 0, 4, Rank.MET),
        (Kind.FLAG, 0, 0, Rank.FIRST),
        (Kind.MAN, 0, 8, Rank.MET),
        (Kind.GATE, 43, 8, Rank.MET),
        (Kind.DRONE, 0, 8, Rank.MET),
        (Kind.LIFT, 0, 8, Rank.MET),
        (Kind.MINE, 0, 0, Rank.MET),
    ],
)
def test_other_kinds(kind: Kind, arg: int, e_type: int, rank: Rank) -> None:
    obj = put(scene(), kind, 128, 128, arg=arg)
    obj.heading = EAST
    want = AT | ({"eType": e_type} if e_type else {})
    if kind is Kind.FLAG:
        want["xmodel"] = 9
    assert (fields(obj), shown(obj).rank, shown(obj).box) == (want, rank, (0, 0))


def test_a_drone_leans() -> None:
    drone = put(scene(), Kind.DRONE, 128, 128, z=50)
    drone.heading, state = EAST, drone_state(drone)
    state.pitch, state.roll = 0x10000, -0x10000
    assert fields(drone) == AT | {"eType": 8, "apos.trBase[0]": 5.625, "apos.trBase[2]": -5.625}


def test_a_submarine_shows_when_it_is_up() -> None:
    submarine = put(scene(), Kind.SUBMARINE, 128, 128)
    assert look_of(Subject(submarine, PLACE, 0, STOCK_NAMES)) is None
    below = key_of(submarine)
    submarine_state(submarine).picture = ONE
    assert fields(submarine)["eType"] == 8
    assert key_of(submarine) != below


def test_a_player_on_foot_is_no_soldier_too() -> None:
    man = put(scene(), Kind.MAN, 128, 128)
    man_state(man).by = 0
    assert look_of(Subject(man, PLACE, 0, STOCK_NAMES)) is None


def test_names_of_a_host() -> None:
    models = {
        f"{key}": f"xmodel/{key}"
        for key in ("man", "man_axis", "gate", "drone", "lift", "mine", "shell", "grenade", "body")
    }
    names = make_names({"models": models})
    play = scene()
    for kind, team, key in (
        (Kind.MAN, 2, "man"),
        (Kind.MAN, 1, "man_axis"),
        (Kind.DRONE, 0, "drone"),
        (Kind.LIFT, 0, "lift"),
        (Kind.MINE, 0, "mine"),
        (Kind.GRENADE, 0, "grenade"),
        (Kind.HOMING_MISSILE, 0, "shell"),
    ):
        arg = int(Shot.HOMING) if kind is Kind.HOMING_MISSILE else 0
        obj = put(play, kind, 128, 128, team=team, arg=arg)
        number = int(shown(obj, names).state["xmodel"])
        assert names.configstrings[405 + number] == f"xmodel/{key}"
    gate = put(play, Kind.GATE, 128, 128, arg=43)
    assert shown(gate, names).state["xmodel"] == names.models["gate"]


def test_what_lies_about_is_sent_where_it_has_a_name() -> None:
    play = scene()
    hulk = put(play, Kind.REMAINS, 128, 128, team=1, arg=Remains.TANK)
    assert fields(hulk) == AT | {"xmodel": 6, "apos.trBase[1]": 90}
    assert shown(hulk).rank is Rank.PICTURE
    for what in (Remains.JEEP, Remains.MAN_2):
        other = put(play, Kind.REMAINS, 128, 128, team=1, arg=what)
        assert look_of(Subject(other, PLACE, 0, STOCK_NAMES)) is None
    body = put(play, Kind.REMAINS, 128, 128, arg=Remains.MAN_3)
    piece = put(play, Kind.DEBRIS, 128, 128, arg=Debris.TURRET | 1 << ARG_SHIFT)
    assert look_of(Subject(piece, PLACE, 0, STOCK_NAMES)) is None
    names = make_names({"models": {"body": "xmodel/a", "debris_turret": "xmodel/b"}})
    assert fields(body, names)["xmodel"] == names.models["body"]
    assert fields(piece, names)["xmodel"] == names.models["debris_turret"]


def test_smoke_is_a_looped_effect() -> None:
    play = scene()
    smoke = put(play, Kind.EXPLOSION, 128, 128, arg=Effect.SMOKE)
    dust = put(play, Kind.EXPLOSION, 128, 128, arg=Effect.DUST)
    names = make_names({"effects": {"dust": "fx/d", "smoke": "fx/s"}})
    assert fields(smoke, names) == AT | {"eType": 10, "scale": 2, "apos.trBase[1]": 90}
    assert look_of(Subject(dust, PLACE, 0, names)) is None
    assert look_of(Subject(smoke, PLACE, 0, STOCK_NAMES)) is None


def test_every_kind_is_sent_but_those_that_are_no_objects() -> None:
    assert set(Kind) - KINDS.keys() == {Kind.SHADOW, Kind.TRACER}


@pytest.mark.parametrize(
    ("angle", "value"),
    [(0, 0), (0x100000, 90), (0x200000, 180), (0x300000, -90), (-0x10000, -5.625)],
)
def test_degrees(angle: int, value: float) -> None:
    assert degrees(angle) == value


@pytest.mark.parametrize("what", ["turret", "elevation", "bank"])
def test_the_key_of_a_vehicle(what: str) -> None:
    tank = scene().drive(0, VehicleType.TANK, 128, 128)
    before = key_of(tank)
    setattr(tank.data, what, 0x1234)
    assert key_of(tank) != before


@pytest.mark.parametrize("what", ["x", "y", "z", "heading", "team"])
def test_the_key_of_all(what: str) -> None:
    mine = put(scene(), Kind.MINE, 128, 128)
    before = key_of(mine)
    setattr(mine, what, getattr(mine, what) + 1)
    assert key_of(mine) != before


def test_the_keys_of_others() -> None:
    play = scene()
    drone, man = put(play, Kind.DRONE, 128, 128), put(play, Kind.MAN, 128, 128)
    keys = [key_of(drone), key_of(man)]
    drone_state(drone).roll = 5
    man_state(man).by = 1
    assert key_of(drone) != keys[0]
    assert key_of(man) != keys[1]


def _encodes(state: EntityState) -> bool:
    writer = MessageWriter(4096)
    write_entity(writer, 100, EntityState.ZERO, state, force=True)
    reader = MessageReader(writer.to_bytes())
    reader.read_bits(10)
    return read_entity(reader, 100, EntityState.ZERO) is not None


ARGS: dict[Kind, st.SearchStrategy[int]] = {
    Kind.MISSILE: st.sampled_from([shot for shot in Shot if shot != Shot.TRACER]),
    Kind.HOMING_MISSILE: st.just(int(Shot.HOMING)),
    Kind.WRECK: st.sampled_from(VehicleType),
    Kind.REMAINS: st.sampled_from(Remains),
    Kind.DEBRIS: st.sampled_from(Debris),
    Kind.EXPLOSION: st.sampled_from(Effect),
    Kind.GATE: st.sampled_from([43, 44]),
}
WORDS = st.integers(-(2**31), 2**31 - 1)


@pytest.fixture(scope="module")
def play() -> Play:
    return scene(Side.ALLIES)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data(), WORDS, WORDS, WORDS, WORDS)
def test_any_object_anywhere_can_be_sent(
    play: Play, data: Any, x: int, y: int, z: int, heading: int
) -> None:
    kinds = [kind for kind in KINDS if kind not in (Kind.TURRET, Kind.VEHICLE)]
    kind = data.draw(st.sampled_from(kinds))
    arg = int(data.draw(ARGS.get(kind, st.just(0))))
    obj = create(play.sim, kind, data.draw(st.integers(0, 1)), 64 << 16, 64 << 16, 0, arg)
    if obj is None:
        return
    obj.x, obj.y, obj.z, obj.heading = x, y, z, heading & 0x3FFFFF
    place = (x / 8192 - 16384, 16384 - y / 8192, z / 8192)
    found = look_of(Subject(obj, place, 8, STOCK_NAMES))
    assert found is None or _encodes(found.state)
    for each in play.sim.state.pool.slots:
        if each is not None and each.slot > 100:
            return  # the pool is not to be filled in one test
    assert 72 < entity_of(obj.slot) < 584
