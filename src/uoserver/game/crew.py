"""Players in a match: the seats that they have, and how a match moves who sits in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoserver.sim.grid import centre
from uoserver.sim.sides import Mode
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import VehicleState

from .chat import Standing
from .match.match import Match
from .player import VehicleSeat
from .publish.objects import DRIVER, WIRE_TYPES, entity_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uoproto.states import UserCmd
    from uoserver.bsp.vectors import Vec3
    from uoserver.sim.objects import Obj

    from .match.seats import Side
    from .player import Player

LOOKOUT: Final = 256.0
"""How high above his pad one waits, in units."""
WAITING: Final = VehicleSeat()
_RETURNING: Final = (Mode.LEAVING, Mode.HOLD, Mode.FLY_BACK, Mode.SPECTATE)


class Crew:
    """The players of one match."""

    def __init__(self, match: Match, players: Mapping[int, Player]) -> None:
        self._match: Final = match
        self._players: Final = players

    def arrive(self, player: Player) -> None:
        """Give a player a seat from which he looks on."""
        seat = self._match.arrive(player.number)
        player.team = seat.team

    def join(self, player: Player, side: Side | None) -> None:
        """Put a player on a side, or among those who look on, where he flies about freely."""
        self._match.join(player.number, side)
        player.team = self._match.seats[player.number].team
        player.spectator = side is None
        if side is None:
            player.stand_up()
        else:
            self._seat(player)

    def leave(self, number: int) -> None:
        """Take a player out of the match."""
        self._match.leave(number)

    def steer(self, player: Player, command: UserCmd) -> None:
        """Take over what a usercmd of who sits says."""
        self._match.steer(player.number, command)

    def settle(self) -> None:
        """Move all who sit in something along with it."""
        for player in self._players.values():
            if player.in_world and not (player.spectator or player.frozen):
                self._seat(player)

    def standing(self, player: Player) -> Standing:
        """Return whether a player plays, waits for his bunker, or looks on."""
        driver = self._match.driver_of(player.number)
        if driver is None:
            return Standing.LOOKING_ON
        return Standing.DEAD if driver.view.mode in _RETURNING else Standing.PLAYING

    def _seat(self, player: Player) -> None:
        driver = self._match.driver_of(player.number)
        if driver is None:
            return
        vehicle = self._match.vehicle_of(player.number)
        if vehicle is not None and isinstance(vehicle.data, VehicleState):
            player.sit(self._place(vehicle), _seat_in(vehicle, vehicle.data))
        elif driver.view.mode in (Mode.SELECT, Mode.LAUNCH) or not player.rides:
            player.sit(self._lookout(driver.team), WAITING)
        else:  # he stays where he lost it
            player.sit(player.origin, WAITING)

    def _place(self, obj: Obj) -> Vec3:
        return self._match.world.point(obj.x, obj.y, obj.z)

    def _lookout(self, team: int) -> Vec3:
        x, y, z = self._match.world.point(*centre(self._match.sim.state.sides[team].pad), 0)
        return (x, y, z + LOOKOUT)


def _seat_in(vehicle: Obj, state: VehicleState) -> VehicleSeat:
    return VehicleSeat(entity_of(vehicle.slot), WIRE_TYPES[VehicleType(state.type)], DRIVER)
