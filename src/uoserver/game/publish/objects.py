"""Objects of the simulation as entities (entity: eType, Vehicle table fields; design: On the wire).

Each kind has one function that says what an object looks like, and a key: with the same key it
looks the same. Two kinds are never objects (`SHADOW`, `TRACER`). Explosions are told as events, and
debris and remains are pictures that nobody meets: those are sent only where there is a name for
them, as clients would draw nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from uoproto.constants import ENTITYNUM_NONE, EntityType
from uoproto.states import EntityState
from uoserver.bsp.vectors import Vec3
from uoserver.sim.defences.drone import DroneState
from uoserver.sim.defences.submarine import SubmarineState
from uoserver.sim.defences.turret import TurretState
from uoserver.sim.effects.debris import DebrisState
from uoserver.sim.effects.explosion import ExplosionState
from uoserver.sim.effects.remains import RemainsState
from uoserver.sim.kernel.headings import CIRCLE, HALF, MASK
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.rules.manstate import ManState
from uoserver.sim.tables.effects import Debris, Effect, Remains
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.wreck import WreckState
from uoserver.sim.vehiclestate import VehicleState
from uoserver.sim.weapons.credit import NOBODY
from uoserver.survey.coordinates import yaw_of

from ..projection import INTERPOLATE, pack_solid
from .names import SIDES, Names
from .words import FloatRow, rounded

FIRST_OBJECT: Final = 72
"""Entity of slot 0, which is never used; slots go up to 511."""
LEVEL: Final = 127
"""Body pitch and roll of what stands level."""
WIRE_TYPES: Final = {
    VehicleType.TANK: 2,
    VehicleType.JEEP: 1,
    VehicleType.MSV: 2,
    VehicleType.HELICOPTER: 3,
}
"""Vehicle types as clients know them: jeep, tank, plane."""
DRIVER: Final = 1
"""The seat position of who drives."""
TELEPORT: Final = 0x8
"""Flag that toggles when a number means something else now, so that clients do not slide the old
thing to the place of the new one."""
HULLS: Final = {
    VehicleType.TANK: (60.0, 80.0),
    VehicleType.JEEP: (36.0, 80.0),
    VehicleType.MSV: (60.0, 96.0),
    VehicleType.HELICOPTER: (80.0, 80.0),
}
"""Boxes of vehicles and wrecks (half width, height; units) for who runs into them on foot.

They do not turn, so they are as wide as the hull is across: who steps out beside it is clear of it.
"""
TOWER: Final = (64.0, 96.0)
"""Box of a gun's mount."""
NO_BOX: Final = (0.0, 0.0)


class Rank(IntEnum):
    """What an entity is to a player, the most important first."""

    ALWAYS = 0
    """Sent whatever else is."""
    FIRST = 1
    """Flags."""
    MET = 2
    """What shots and hulls meet."""
    PICTURE = 3


class Look(NamedTuple):
    """What an object looks like, and the box (half width, height; units) that men run into."""

    state: EntityState
    box: tuple[float, float] = NO_BOX
    rank: Rank = Rank.MET


_PLACED: Final = FloatRow(
    *(f"pos.trBase[{axis}]" for axis in range(3)), *(f"apos.trBase[{axis}]" for axis in range(3))
)
_DRIVEN: Final = FloatRow(
    *(f"pos.trBase[{axis}]" for axis in range(3)),
    *(f"apos.trBase[{axis}]" for axis in range(3)),
    *("angles2[1]", "angles2[0]"),
)


@lru_cache(maxsize=1024)
def base_state(
    e_type: int,
    model: int,
    box: tuple[float, float] = NO_BOX,
    flags: int = 0,
    surface: int = 0,
    owner: int = 0,
) -> EntityState:
    """Return what all entities of a look have in common, wherever they are.

    ``surface`` is the type of a vehicle, and of what stands in a cell the number of the static
    object, which models need not tell.
    """
    half, high = box
    fields: dict[str, float] = {
        "eType": e_type,
        "eFlags": flags,
        "xmodel": model,
        "pos.trType": INTERPOLATE,
        "apos.trType": INTERPOLATE,
        "solid": pack_solid((-half, -half, 0.0), (half, half, high)) if half else 0,
        "surfType": surface,
        "otherEntityNum": owner,
    }
    if e_type == EntityType.VEHICLE:
        fields |= {"origin2[0]": LEVEL, "origin2[2]": LEVEL}
    return EntityState.from_fields(fields)


def entity_of(slot: int) -> int:
    """Return the entity number of a slot of the pool."""
    return FIRST_OBJECT + slot


def degrees(angle: int) -> float:
    """Return a relative heading or a pitch in degrees, -180 to 180; pitches keep their sign."""
    angle &= MASK
    return (angle - CIRCLE if angle > HALF else angle) * 360.0 / CIRCLE


def placed(
    base: EntityState, place: Vec3, heading: int, pitch: float = 0.0, roll: float = 0.0
) -> EntityState:
    """Return an entity at a place of the map (whole numbers travel) with a heading."""
    x, y, z = place
    return _PLACED.into(base, round(x), round(y), round(z), pitch, yaw_of(heading), roll)


class Subject(NamedTuple):
    """An object that is to be shown: where it is on the map, and the flags that it has."""

    obj: Obj
    place: Vec3
    flags: int
    names: Names
    driver: int = ENTITYNUM_NONE
    """The player who drives it."""


def _side(team: int) -> str:
    return SIDES[team] if team in (0, 1) else ""


def _simple(subject: Subject, e_type: int, key: str, rank: Rank = Rank.MET) -> Look:
    base = base_state(e_type, subject.names.models.get(key, 0), NO_BOX, subject.flags)
    return Look(placed(base, subject.place, subject.obj.heading), rank=rank)


# -- the kinds -------------------------------------------------------------------------------------


def _vehicle(subject: Subject) -> Look | None:
    obj, state = subject.obj, subject.obj.data
    if not isinstance(state, VehicleState):
        return None
    type_ = VehicleType(state.type)
    model = subject.names.models.get(f"{type_.name.lower()}_{_side(obj.team)}", 0)
    box = HULLS[type_]
    wire_type = WIRE_TYPES[type_]
    base = base_state(EntityType.VEHICLE, model, box, subject.flags, wire_type, subject.driver)
    x, y, z = rounded(subject.place)
    yaw, roll = yaw_of(obj.heading), degrees(state.bank)
    turret, barrel = -degrees(state.turret), degrees(state.elevation)
    return Look(_DRIVEN.into(base, x, y, z, 0.0, yaw, roll, turret, barrel), box)


def _wreck(subject: Subject) -> Look | None:
    obj, state = subject.obj, subject.obj.data
    if not isinstance(state, WreckState):
        return None
    type_ = VehicleType(state.type)
    box = HULLS[type_]
    model = subject.names.models.get(f"{type_.name.lower()}_wreck_{_side(obj.team)}", 0)
    base = base_state(EntityType.VEHICLE_CORPSE, model, box, subject.flags)
    return Look(placed(base, subject.place, obj.heading), box)


def _shell(subject: Subject) -> Look:
    return _simple(subject, EntityType.MISSILE, "shell")


def _grenade(subject: Subject) -> Look:
    return _simple(subject, EntityType.MISSILE, "grenade")


def _flag(subject: Subject) -> Look:
    return _simple(subject, EntityType.GENERAL, f"flag_{_side(subject.obj.team)}", Rank.FIRST)


def _turret(subject: Subject) -> Look | None:
    obj, state = subject.obj, subject.obj.data
    if not isinstance(state, TurretState):
        return None
    model = subject.names.models.get("tower", 0)
    base = base_state(EntityType.SCRIPT_MOVER, model, TOWER, subject.flags)
    return Look(placed(base, subject.place, obj.heading, degrees(state.pitch)), TOWER)


def _man(subject: Subject) -> Look | None:
    state = subject.obj.data
    if not isinstance(state, ManState) or state.by != NOBODY:
        return None  # a player on foot is an entity already
    side = _side(subject.obj.team)
    return _simple(subject, EntityType.SCRIPT_MOVER, f"man_{side}" if side else "man")


def _gate(subject: Subject) -> Look:
    return _simple(subject, EntityType.SCRIPT_MOVER, "gate")


def _drone(subject: Subject) -> Look | None:
    obj, state = subject.obj, subject.obj.data
    if not isinstance(state, DroneState):
        return None
    model = subject.names.models.get("drone", 0)
    base = base_state(EntityType.SCRIPT_MOVER, model, NO_BOX, subject.flags)
    return Look(placed(base, subject.place, obj.heading, degrees(state.pitch), degrees(state.roll)))


def _submarine(subject: Subject) -> Look | None:
    state = subject.obj.data
    if not isinstance(state, SubmarineState) or not state.picture:
        return None  # it is below
    return _simple(subject, EntityType.SCRIPT_MOVER, "submarine")


def _lift(subject: Subject) -> Look:
    return _simple(subject, EntityType.SCRIPT_MOVER, "lift")


def _mine(subject: Subject) -> Look:
    return _simple(subject, EntityType.GENERAL, "mine")


def _remains(subject: Subject) -> Look | None:
    state = subject.obj.data
    if not isinstance(state, RemainsState):
        return None
    key = "body"
    if state.what < Remains.MAN:
        key = f"{VehicleType(state.what).name.lower()}_wreck_{_side(subject.obj.team)}"
    if key not in subject.names.models:
        return None
    return _simple(subject, EntityType.GENERAL, key, Rank.PICTURE)


def _debris(subject: Subject) -> Look | None:
    state = subject.obj.data
    key = f"debris_{Debris(state.set).name.lower()}" if isinstance(state, DebrisState) else ""
    if key not in subject.names.models:
        return None
    return _simple(subject, EntityType.GENERAL, key, Rank.PICTURE)


def _explosion(subject: Subject) -> Look | None:
    """Return smoke that goes on as a looped effect, whose number travels as the scale."""
    state = subject.obj.data
    if not isinstance(state, ExplosionState) or state.effect != Effect.SMOKE:
        return None
    number = subject.names.effects.get("smoke")
    if number is None:
        return None
    base = base_state(EntityType.LOOPED_FX, 0, NO_BOX, subject.flags).with_fields({"scale": number})
    return Look(placed(base, subject.place, 0), rank=Rank.PICTURE)


_LookOf = Callable[[Subject], Look | None]
KINDS: Final[dict[Kind, _LookOf]] = {
    Kind.VEHICLE: _vehicle,
    Kind.WRECK: _wreck,
    Kind.MISSILE: _shell,
    Kind.HOMING_MISSILE: _shell,
    Kind.GRENADE: _grenade,
    Kind.FLAG: _flag,
    Kind.TURRET: _turret,
    Kind.MAN: _man,
    Kind.GATE: _gate,
    Kind.DRONE: _drone,
    Kind.SUBMARINE: _submarine,
    Kind.LIFT: _lift,
    Kind.MINE: _mine,
    Kind.REMAINS: _remains,
    Kind.DEBRIS: _debris,
    Kind.EXPLOSION: _explosion,
}

Key = tuple[int, ...]


def key_of(obj: Obj) -> Key:
    """Return what an object looks the same with, beside who drives it."""
    data = obj.data
    place = (obj.id, obj.x, obj.y, obj.z, obj.heading, obj.team)
    if isinstance(data, VehicleState):
        return (*place, data.turret, data.elevation, data.bank)
    if isinstance(data, TurretState):
        return (*place, data.pitch)
    if isinstance(data, DroneState):
        return (*place, data.pitch, data.roll)
    if isinstance(data, SubmarineState):
        return (*place, bool(data.picture))
    if isinstance(data, ManState):
        return (*place, data.by)
    return place


def look_of(subject: Subject) -> Look | None:
    """Return what an object looks like; None for what is not sent (now)."""
    kind = KINDS.get(subject.obj.kind)
    return kind(subject) if kind else None
