"""Objects of the simulation as entities (entity: eType, Vehicle table fields; design: On the wire).

Each kind has one function that says what it looks like; a kind without one is not sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from uoproto.constants import EntityType
from uoproto.states import EntityState
from uoserver.bsp.vectors import Vec3
from uoserver.sim.kernel.headings import CIRCLE, HALF, MASK
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.wreck import WreckState
from uoserver.sim.vehiclestate import VehicleState
from uoserver.survey import MapWorld
from uoserver.survey.coordinates import yaw_of

from ..projection import INTERPOLATE
from . import models

FIRST_OBJECT: Final = 72
"""Entity of slot 0; slots go up to 511."""
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

Fields = dict[str, float]


class Look(NamedTuple):
    """What an object looks like, and the box (half width, height; units) that men run into."""

    fields: Fields
    half: float = 0.0
    height: float = 0.0


def entity_of(slot: int) -> int:
    """Return the entity number of a slot of the pool."""
    return FIRST_OBJECT + slot


def placed(place: Vec3, heading: int, e_type: EntityType) -> Fields:
    """Return the fields of something at a place of the map with a heading."""
    x, y, z = place
    return {
        "eType": e_type,
        "pos.trType": INTERPOLATE,
        "pos.trBase[0]": x,
        "pos.trBase[1]": y,
        "pos.trBase[2]": z,
        "apos.trType": INTERPOLATE,
        "apos.trBase[1]": yaw_of(heading),
    }


def degrees(angle: int) -> float:
    """Return a relative heading or a pitch in degrees, -180 to 180; pitches keep their sign."""
    angle &= MASK
    return (angle - CIRCLE if angle > HALF else angle) * 360.0 / CIRCLE


# -- the kinds -------------------------------------------------------------------------------------


def _vehicle(_sim: Simulation, obj: Obj, place: Vec3) -> Look | None:
    state = obj.data
    if not isinstance(state, VehicleState):
        return None
    fields = placed(place, obj.heading, EntityType.VEHICLE) | {
        "xmodel": models.vehicle_model(state.type, obj.team),
        "surfType": WIRE_TYPES[VehicleType(state.type)],
        "angles2[1]": -degrees(state.turret),
        "angles2[0]": degrees(state.elevation),
        "origin2[0]": LEVEL,
        "origin2[2]": LEVEL,
    }
    return Look(fields, 60.0, 80.0)


def _wreck(_sim: Simulation, obj: Obj, place: Vec3) -> Look | None:
    state = obj.data
    if not isinstance(state, WreckState):
        return None
    fields = placed(place, obj.heading, EntityType.VEHICLE_CORPSE)
    fields["xmodel"] = models.wreck_model(state.type, obj.team)
    return Look(fields, 60.0, 80.0)


def _shell(_sim: Simulation, obj: Obj, place: Vec3) -> Look:
    return Look(placed(place, obj.heading, EntityType.MISSILE))


def _flag(_sim: Simulation, obj: Obj, place: Vec3) -> Look:
    fields = placed(place, 0, EntityType.GENERAL)
    fields["xmodel"] = models.FLAGS[obj.team]
    return Look(fields)


def _gun(_sim: Simulation, obj: Obj, place: Vec3) -> Look:
    fields = placed(place, obj.heading, EntityType.SCRIPT_MOVER)
    fields["xmodel"] = models.GUN
    return Look(fields)


def _mover(_sim: Simulation, obj: Obj, place: Vec3) -> Look:
    return Look(placed(place, obj.heading, EntityType.SCRIPT_MOVER))


_Kind = Callable[[Simulation, Obj, Vec3], Look | None]
KINDS: Final[dict[Kind, _Kind]] = {
    Kind.VEHICLE: _vehicle,
    Kind.WRECK: _wreck,
    Kind.MISSILE: _shell,
    Kind.HOMING_MISSILE: _shell,
    Kind.GRENADE: _shell,
    Kind.FLAG: _flag,
    Kind.TURRET: _gun,
    Kind.MAN: _mover,
    Kind.GATE: _mover,
    Kind.DRONE: _mover,
    Kind.SUBMARINE: _mover,
    Kind.LIFT: _mover,
    Kind.MINE: _mover,
}


def look_of(sim: Simulation, world: MapWorld, obj: Obj) -> tuple[EntityState, Look, Vec3] | None:
    """Return an object as an entity, what it looks like, and where it is; None for what is not."""
    kind = KINDS.get(obj.kind)
    if kind is None:
        return None
    place = world.point(obj.x, obj.y, obj.z)
    look = kind(sim, obj, place)
    if look is None:
        return None
    return EntityState.from_fields(look.fields), look, place
