"""Players in a match: the seats that they have, and how a match moves who sits in one.

A player of a side is in his bunker, in a vehicle, on foot, or dead and waiting; what he is follows
from his driver in the simulation, and is looked at anew in every frame (`settle`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoproto.constants import Button
from uoserver.collision import ZERO
from uoserver.sim.grid import centre
from uoserver.sim.onfoot import man_of, step_in, step_out
from uoserver.sim.sides import Mode
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import VehicleState
from uoserver.survey.coordinates import yaw_of
from uoserver.survey.ground import HULL_MASK, STEP

from . import onfoot
from .chat import Standing
from .match.match import Match
from .player import VehicleSeat
from .publish.objects import DRIVER, WIRE_TYPES, entity_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from uoproto.states import UserCmd
    from uoserver.bsp.vectors import Vec3
    from uoserver.sim.objects import Obj
    from uoserver.sim.sides import Driver

    from .match.seats import Side
    from .player import Player

    Stand = Callable[[Player, Vec3, Vec3, UserCmd], None]
    """(player, place, angles, usercmd): puts a player on his feet."""

LOOKOUT: Final = 256.0
"""How high above his pad one waits, in units, unless there is a roof or the sky over it."""
HEADROOM: Final = 72.0
"""Between him and what is over him: eyes in a solid would be sent all that there is."""
WAITING: Final = VehicleSeat()
_RETURNING: Final = (Mode.LEAVING, Mode.HOLD, Mode.FLY_BACK, Mode.SPECTATE)


class Crew:
    """The players of one match; ``stand`` is how the game puts one on his feet."""

    def __init__(self, match: Match, players: Mapping[int, Player], stand: Stand) -> None:
        self._match: Final = match
        self._players: Final = players
        self._stand: Final = stand
        self._buttons: dict[int, int] = {}
        self._lookouts: dict[int, Vec3] = {}
        """By the pad's cell."""

    # -- coming and going ------------------------------------------------------------------------

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
            player.rides = True
            self._seat(player)

    def leave(self, number: int) -> None:
        """Take a player out of the match."""
        self._match.leave(number)
        self._buttons.pop(number, None)

    # -- usercmds --------------------------------------------------------------------------------

    def obey(self, player: Player, command: UserCmd) -> None:
        """Do what a usercmd of a player of a side says beside walking."""
        driver = self._match.driver_of(player.number)
        if driver is None:
            return
        pressed = command.buttons & ~self._buttons.get(player.number, 0)
        self._buttons[player.number] = command.buttons
        if driver.view.mode is not Mode.ON_FOOT:
            deltas = player.state.delta_angles if player.steers_by_view else None
            self._match.steer(player.number, command, deltas)
            if pressed & Button.USE and self._match.sim.state.running:
                self._step_out(player, driver, command)
        elif not self._match.sim.state.running:
            pass  # in the pause; men would come to be, and none of them go
        elif pressed & Button.USE:
            if step_in(self._match.sim, driver):
                self._seat(player)
        elif pressed & Button.FIRE:
            onfoot.throw(self._match, driver, player)

    def _step_out(self, player: Player, driver: Driver, command: UserCmd) -> None:
        man = step_out(self._match.sim, driver)
        if man is not None:
            self._match.press(player.number, 0)
            angles = (0.0, yaw_of(man.heading), 0.0)
            self._stand(player, onfoot.place_of(self._match, man), angles, command)
            player.health = onfoot.health_of(man)

    # -- frames ----------------------------------------------------------------------------------

    def tell(self) -> None:
        """Tell the simulation where those on foot have gone, before its time passes."""
        for player in self._players.values():
            driver = self._match.driver_of(player.number)
            if driver is None or player.rides or player.frozen:
                continue
            if driver.view.mode is Mode.ON_FOOT:
                onfoot.tell(self._match, driver, player)

    def settle(self) -> None:
        """Move all who sit in something along with it; let those on foot feel what hit them."""
        for player in self._players.values():
            if player.in_world and not (player.spectator or player.frozen):
                self._seat(player)

    def standing(self, player: Player) -> Standing:
        """Return whether a player plays, waits for his bunker, or looks on."""
        driver = self._match.driver_of(player.number)
        if driver is None:
            return Standing.LOOKING_ON
        fell = driver.view.mode is Mode.ON_FOOT and man_of(self._match.sim, driver) is None
        return Standing.DEAD if fell or driver.view.mode in _RETURNING else Standing.PLAYING

    def _seat(self, player: Player) -> None:
        driver = self._match.driver_of(player.number)
        if driver is None:
            return
        vehicle = self._match.vehicle_of(player.number)
        if driver.view.mode is Mode.ON_FOOT:
            self._walk(player, driver)
        elif vehicle is not None and isinstance(vehicle.data, VehicleState):
            player.sit(self._place(vehicle), _seat_in(vehicle, vehicle.data))
        elif driver.view.mode in (Mode.SELECT, Mode.LAUNCH):
            player.sit(self._lookout(driver.team), WAITING)
        else:  # he stays where he lost it
            player.sit(player.origin, WAITING)

    def _walk(self, player: Player, driver: Driver) -> None:
        man = man_of(self._match.sim, driver)
        if man is not None:
            player.health = onfoot.health_of(man)
        else:  # dead: he lies where he fell
            player.health = 0
            player.sit(player.origin, WAITING)

    def _place(self, obj: Obj) -> Vec3:
        return self._match.world.point(obj.x, obj.y, obj.z)

    def _lookout(self, team: int) -> Vec3:
        pad = self._match.sim.state.sides[team].pad
        if pad not in self._lookouts:
            self._lookouts[pad] = self._above(self._match.world.point(*centre(pad), 0))
        return self._lookouts[pad]

    def _above(self, ground: Vec3) -> Vec3:
        x, y, z = ground
        low, high = (x, y, z + STEP), (x, y, z + LOOKOUT + HEADROOM)
        free = self._match.arena.clip.trace(low, high, ZERO, ZERO, HULL_MASK).endpos[2]
        return (x, y, max(z, free - HEADROOM))


def _seat_in(vehicle: Obj, state: VehicleState) -> VehicleSeat:
    return VehicleSeat(entity_of(vehicle.slot), WIRE_TYPES[VehicleType(state.type)], DRIVER)
