"""Vehicles in a frame: one's own by the screen and its entity, those of others by theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from uoproto.constants import MAX_CLIENTS, EntityType, Team
from uoserver.game.bots.sight import Other, Own
from uoserver.game.publish.objects import WIRE_TYPES
from uoserver.sim.grid import cell_at
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import CIRCLE, MASK, direction
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.survey.coordinates import fixed, heading_of, sim_x, sim_y
from uoserver.survey.mapworld import CRUISE

if TYPE_CHECKING:
    from uoproto.states import ClientState, EntityState, PlayerState
    from uoserver.survey import MapWorld

    from .screen import Screen

SIDES: Final = {int(Team.ALLIES): 0, int(Team.AXIS): 1}
HELD_TICKS: Final = 260
"""So long a vehicle may stand on its lift, start or take off before it obeys."""
STIRRED: Final = ONE
"""How far one has moved that obeys."""
STOPPED: Final = ONE // 8
"""Speed below which who pushes is blocked."""
STILL: Final = ONE // 64
"""Speed that is none: places are told in whole units and float numbers."""
_JEEP, _AIR = WIRE_TYPES[VehicleType.JEEP], WIRE_TYPES[VehicleType.HELICOPTER]
_TYPES: Final = {
    _JEEP: VehicleType.JEEP,
    WIRE_TYPES[VehicleType.TANK]: VehicleType.TANK,
    _AIR: VehicleType.HELICOPTER,
}


def type_of(wire: int, arms: tuple[str, ...] = ()) -> int:
    """Return the type of a vehicle by that on the wire; its arms tell an MSV from a tank."""
    if "Rockets" in arms and wire not in (_JEEP, _AIR):
        return int(VehicleType.MSV)
    return int(_TYPES.get(wire, VehicleType.TANK))


def side_of(client: ClientState | None) -> int | None:
    """Return the side of a client, None for who has none."""
    return None if client is None else SIDES.get(int(client["team"]))


def height_of(world: MapWorld, x: int, y: int, high: float) -> int:
    """Return the height above the ground of what flies ``high`` on the map (units)."""
    there = fixed(high)
    over = there - world.roof(x, y)
    return over if over >= CRUISE else max(0, min(CRUISE - 1, there - world.height(x, y)))


class Cab:
    """One's own vehicle, followed from frame to frame: speed is not told, but seen."""

    def __init__(self) -> None:
        self._ids = 0
        self._number = -1
        self._boarded = 0
        self._start = self._last = (0, 0, 0)
        self._tick = 0
        self._speed = 0
        self._obeys = False
        self.pushes = False
        """Whether the keys of the last thought drive."""

    def leave(self) -> None:
        """Note that there is none."""
        self._number = -1

    def read(
        self,
        player: PlayerState,
        entity: EntityState,
        number: int,
        screen: Screen,
        world: MapWorld,
        tick: int,
    ) -> Own:
        """Return the vehicle of an entity number that a player drives at a tick."""
        px, py, pz = player.origin
        x, y = sim_x(px), sim_y(py)
        type_ = type_of(int(player["vehType"]), screen.arms)
        z = height_of(world, x, y, pz) if type_ == VehicleType.HELICOPTER else 0
        heading = heading_of(entity.angles[1])
        at = (x, y, fixed(pz))
        if number != self._number:
            self._ids += 1
            self._number, self._boarded, self._obeys = number, tick, False
            self._start, self._speed = at, 0
        elif tick > self._tick:
            east, south = direction(heading)
            way = (x - self._last[0]) * east + (y - self._last[1]) * south
            speed = (way >> 16) // (tick - self._tick)
            self._speed = speed if abs(speed) > STILL else 0
        self._last, self._tick = at, tick
        moved = max(abs(now - then) for now, then in zip(at, self._start, strict=True))
        if moved > STIRRED or tick - self._boarded > HELD_TICKS:
            self._obeys = True
        weapons = VEHICLES[type_].weapons
        full = sum(weapon.ammunition for weapon in weapons)
        # A screen may say less than the vehicle: brains ask for each weapon that its type has.
        shots = (*screen.shots, *(0 for _ in weapons))[: len(weapons)]
        return Own(
            number + (self._ids << 10),
            *(type_, x, y, z, heading, self._speed, screen.fuel, screen.armour, shots),
            turret=-round(entity["angles2[1]"] * CIRCLE / 360.0) & MASK,
            weapon=screen.weapon,
            cell=cell_at(x, y),
            left=bool(full - sum(shots) & 1),
            blocked=self._obeys and self.pushes and abs(self._speed) < STOPPED,
            free=self._obeys,
        )


def drivers_of(entities: Mapping[int, EntityState]) -> dict[int, int]:
    """Return the drivers (clients) of the vehicles in a frame, by entity; empty ones are left out.

    A vehicle's owner is who drives it.
    """
    found = {}
    for number, entity in entities.items():
        if entity.e_type == EntityType.VEHICLE:
            driver = int(entity["otherEntityNum"])
            if driver < MAX_CLIENTS:
                found[number] = driver
    return found


def others_of(
    entities: Mapping[int, EntityState],
    drivers: Mapping[int, int],
    clients: Mapping[int, ClientState],
    own: int,
    world: MapWorld,
) -> tuple[Other, ...]:
    """Return the driven vehicles in a frame beside the entity ``own``."""
    others = []
    for number, driver in drivers.items():
        side = side_of(clients.get(driver))
        if number == own or side is None:
            continue
        entity = entities[number]
        px, py, pz = entity.origin
        x, y = sim_x(px), sim_y(py)
        type_ = type_of(int(entity["surfType"]))
        z = height_of(world, x, y, pz) if type_ == VehicleType.HELICOPTER else 0
        others.append(Other(number, driver, side, type_, x, y, z))
    return tuple(others)
