"""How far the things of a match can hit, in units: what is that near is never left out of a frame.

Bounds from the tables of the simulation: what flies longest, at its highest speed.
"""

from __future__ import annotations

from math import inf
from typing import Final

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.rules.running import FARTHEST_THROW
from uoserver.sim.tables.defences import DRONE_RANGE, TURRET_RANGE
from uoserver.sim.tables.muzzles import GRENADE_REACH
from uoserver.sim.tables.projectiles import PROJECTILES
from uoserver.sim.tables.vehicles import GRENADE, MINE, VEHICLES, Vehicle, VehicleType
from uoserver.sim.vehiclestate import VehicleState
from uoserver.sim.weapons.missile import ShellState
from uoserver.survey.coordinates import units

MARGIN: Final = units(40 * ONE)
"""What is added to every reach: the longest hull, and how far two come nearer within a frame."""
HARMLESS: Final = 0.0
BLAST: Final = units(25 * ONE)
"""The largest damage box of a mine (tables: Damage boxes)."""
THROW: Final = units(FARTHEST_THROW)
"""Of soldiers, and of players on foot."""
_OF_KIND: Final = {
    Kind.TURRET: units(TURRET_RANGE),
    Kind.DRONE: units(DRONE_RANGE[1]),
    Kind.MAN: THROW,
    Kind.MINE: BLAST,
    Kind.GRENADE: THROW,
    Kind.HOMING_MISSILE: inf,
    Kind.SUBMARINE: inf,
}


def _of_weapons(type_: VehicleType, vehicle: Vehicle) -> float:
    """Return how far the farthest of a vehicle's weapons carries."""
    farthest = BLAST
    for weapon in vehicle.weapons:
        if weapon.projectile == GRENADE:
            farthest = max(farthest, units(GRENADE_REACH))
        elif weapon.projectile != MINE:
            shot = PROJECTILES[weapon.projectile]
            push = vehicle.forward if type_ is VehicleType.HELICOPTER else 0
            farthest = max(farthest, units((shot.speed + push) * shot.life))
    return farthest


OF_VEHICLES: Final = tuple(_of_weapons(type_, VEHICLES[type_]) for type_ in VehicleType)
"""By type."""


def reach_of(obj: Obj) -> float:
    """Return how far away an object may be from what it can still hit, `HARMLESS` for most."""
    data = obj.data
    if isinstance(data, VehicleState):
        return OF_VEHICLES[data.type]
    if isinstance(data, ShellState) and obj.kind is Kind.MISSILE:
        return units(obj.speed * data.life)
    return _OF_KIND.get(obj.kind, HARMLESS)
