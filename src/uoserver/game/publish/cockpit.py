"""What a player of a match is told of himself: his screen, his objectives, his armour, his hits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoserver.sim.onfoot import man_of
from uoserver.sim.rules.manstate import state_of
from uoserver.sim.sides import Mode
from uoserver.sim.vehiclestate import VehicleState

from . import hud
from .objectives import objectives

if TYPE_CHECKING:
    from uoproto.states import HudElement, Objective, PlayerState

    from ..match.match import Match
    from ..match.seats import Side
    from .publisher import Publisher

FROM_ALL_SIDES: Final = 255
"""Yaw and pitch of damage that came from nowhere in particular, as in engines of this family."""
_MENU: Final = (Mode.SELECT, Mode.LAUNCH)


class Cockpit:
    """Completes the player states of one match."""

    def __init__(self, match: Match, publisher: Publisher) -> None:
        self._match: Final = match
        self._publisher: Final = publisher
        self.ends: int | None = None
        """Server time at which the round ends, if that is known."""
        self._objectives: dict[Side | None, tuple[Objective, ...]] = {}
        self._of = -1

    def _objectives_of(self, side: Side | None) -> tuple[Objective, ...]:
        """Return the objectives of a side, which are the same for all in a frame."""
        publisher = self._publisher
        if self._of != publisher.frame:
            self._of = publisher.frame
            self._objectives.clear()
        found = self._objectives.get(side)
        if found is None:
            match = self._match
            found = objectives(match.sim.state, match.world, side, publisher.names)
            self._objectives[side] = found
        return found

    def complete(self, number: int, state: PlayerState) -> PlayerState:
        """Return a client's player state with what the match adds."""
        match, publisher = self._match, self._publisher
        seat = match.seats.get(number)
        if seat is None:
            return state
        sim = match.sim.state
        screen: tuple[HudElement, ...] = (hud.clock(publisher.began, self.ends),)
        driver, vehicle = match.driver_of(number), match.vehicle_of(number)
        stats = state.stats
        if driver is not None and driver.view.mode is Mode.ON_FOOT:
            if (man := man_of(match.sim, driver)) is not None:
                screen += hud.pockets(state_of(man).grenades)
        elif vehicle is not None and isinstance(vehicle.data, VehicleState):
            screen += hud.dashboard(vehicle.data)
            stats = (max(1, hud.armour(vehicle.data)), *stats[1:])
            if hit := publisher.hits.get(vehicle.id):
                state = state.with_fields(
                    {
                        "damageEvent": hit[0] & 0xFF,
                        "damageCount": hud.damage_count(hit[1]),
                        "damageYaw": FROM_ALL_SIDES,
                        "damagePitch": FROM_ALL_SIDES,
                    }
                )
        elif driver is not None and driver.view.mode in _MENU:
            screen += hud.menu(driver.view, sim.sides[driver.team])
        return state.replace(
            stats=stats,
            objectives=self._objectives_of(seat.side),
            hud_current=screen,
        )
