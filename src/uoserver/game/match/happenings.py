"""What players did to each other in a frame, told from the simulation's events.

Clients are named by their numbers here, not by those of drivers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from uoserver.sim.events import (
    Damaged,
    Fired,
    FlagCaptured,
    FlagDropped,
    FlagReturned,
    FlagTaken,
    Launched,
    Lost,
)
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.weapons.credit import NOBODY, driver_of

from .seats import Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uoserver.sim.events import Event

    from .match import Match

MAX_SHOTS: Final = 1024
"""Shots whose owner is kept in mind: those of whoever fires all the time would fill the memory."""
NO_WEAPON: Final = "none"
_ROCKETS: Final = ("bazooka_mp", "panzerschreck_mp")
_WEAPONS: Final[dict[int, tuple[tuple[str, str], str]]] = {
    VehicleType.TANK: (_ROCKETS, "MOD_PROJECTILE"),
    VehicleType.JEEP: (("fraggrenade_mp", "stielhandgranate_mp"), "MOD_GRENADE_SPLASH"),
    VehicleType.MSV: (("panzerfaust_mp", "panzerfaust_mp"), "MOD_PROJECTILE_SPLASH"),
    VehicleType.HELICOPTER: (("50cal_tank_mp", "50cal_tank_mp"), "MOD_PROJECTILE"),
}
"""Names for logs of what a vehicle of a type fights with, the allies' and the axis'."""
_ACCIDENTS: Final = {"fuel": "MOD_TRIGGER_HURT", "sunk": "MOD_WATER", "self": "MOD_SUICIDE"}
_DEFENCES: Final = "MOD_EXPLOSIVE"
"""What nobody is behind: towers, drones, mines that lay there."""


class Blow(NamedTuple):
    """A vehicle was hit, or lost (``killed``).

    ``damage`` is in percent of what a whole one bears, 1 at least.
    """

    victim: int
    attacker: int | None
    """None for the world."""
    weapon: str
    means: str
    damage: int
    killed: bool = False
    own_fault: bool = False
    """He ran out of fuel, sank, or blew himself up."""


class Deed(NamedTuple):
    """Somebody did something about a flag; ``action`` is its name in logs (log: Actions)."""

    client: int
    action: str
    side: Side
    """The side that the log names."""


Happening = Blow | Deed


class Narrator:
    """Follows the vehicles, shots and flags of a match."""

    def __init__(self, match: Match) -> None:
        self._match: Final = match
        self._vehicles: dict[int, int] = {}
        self._shots: dict[int, int] = {}
        self._carriers: dict[int, int] = {}
        self._lying: set[int] = set()

    def begin_round(self) -> None:
        """Forget what was in the world before."""
        for memory in (self._vehicles, self._shots, self._carriers, self._lying):
            memory.clear()

    def tell(self, events: Iterable[Event]) -> list[Happening]:
        """Return what the events of a frame mean to players, blows that did not kill last."""
        happenings: list[Happening] = []
        hits: dict[tuple[int, int], int] = {}
        last: dict[int, int] = {}
        lost: set[int] = set()
        for event in events:
            match event:
                case Launched():
                    self._vehicles[event.id] = event.driver
                case Fired():
                    self._note_shot(event)
                case Damaged() if (driver := self._vehicles.get(event.id)) is not None:
                    by = self._behind(event.source)
                    hits[driver, by] = hits.get((driver, by), 0) + event.amount
                    last[driver] = event.amount
                case Lost():
                    lost.add(event.driver)
                    happenings += self._loss(event, last.get(event.driver, 0))
                case FlagTaken() | FlagDropped() | FlagReturned() | FlagCaptured():
                    happenings += self._flag(event)
                case _:
                    pass
        for (driver, by), amount in hits.items():
            if driver not in lost:
                happenings += self._blow(driver, by, amount)
        return happenings

    # -- vehicles ------------------------------------------------------------------------------

    def _note_shot(self, event: Fired) -> None:
        driver = self._vehicles.get(event.owner)
        if driver is None:
            return
        if len(self._shots) >= MAX_SHOTS:
            del self._shots[next(iter(self._shots))]
        self._shots[event.id] = driver

    def _behind(self, source: int) -> int:
        """Return the driver behind an object that may be gone already."""
        obj = self._match.sim.state.pool.get(source) if source else None
        by = driver_of(obj)
        if by != NOBODY:
            return by
        return self._vehicles.get(source, self._shots.get(source, NOBODY))

    def _type(self, driver: int) -> int:
        drivers = self._match.sim.state.drivers
        return drivers[driver].type if 0 <= driver < len(drivers) else 0

    def _blow(self, victim: int, by: int, amount: int) -> list[Blow]:
        return self._struck(victim, by, self._type(victim), amount)

    def _struck(
        self, victim: int, by: int, type_: int, amount: int, *, killed: bool = False
    ) -> list[Blow]:
        client, attacker = self._match.client_of(victim), self._match.client_of(by)
        if client is None:
            return []
        percent = max(1, amount * 100 // VEHICLES[type_].hits)
        if attacker is None:
            return [Blow(client, None, NO_WEAPON, _DEFENCES, percent, killed)]
        names, means = _WEAPONS[self._type(by)]
        side = self._match.seats[attacker].side or Side.ALLIES
        return [Blow(client, attacker, names[side], means, percent, killed)]

    def _loss(self, event: Lost, amount: int) -> list[Happening]:
        client = self._match.client_of(event.driver)
        if client is None:
            return []
        if event.cause not in _ACCIDENTS:
            blows = self._struck(event.driver, event.by, event.type, amount, killed=True)
            return [*blows, *self._defence(event, blows)]
        attacker = client if event.cause == "self" else None
        means = _ACCIDENTS[event.cause]
        return [Blow(client, attacker, NO_WEAPON, means, 100, killed=True, own_fault=True)]

    def _defence(self, event: Lost, blows: list[Blow]) -> list[Deed]:
        """Return the deed of who destroyed a vehicle that carried the flag of his side."""
        for blow in blows:
            seat = self._match.seats.get(blow.attacker) if blow.attacker is not None else None
            if seat and seat.side is not None and self._carriers.get(seat.side) == event.driver:
                return [Deed(seat.client, "ctf_defended", seat.side)]
        return []

    # -- flags ---------------------------------------------------------------------------------

    def _flag(self, event: FlagTaken | FlagDropped | FlagReturned | FlagCaptured) -> list[Deed]:
        flag, client = Side(event.team), self._match.client_of(event.driver)
        lay = flag in self._lying
        self._carriers.pop(flag, None)
        self._lying.discard(flag)
        seat = self._match.seats.get(client) if client is not None else None
        match event:
            case FlagTaken():
                self._carriers[flag] = event.driver
                action = "ctf_pickup" if lay else "ctf_take"
            case FlagDropped():
                self._lying.add(flag)
                return []
            case FlagReturned():
                action = "ctf_returned"
            case FlagCaptured():
                action = "ctf_captured"
        if seat is None or seat.side is None:
            return []
        return [Deed(seat.client, action, flag if action == "ctf_pickup" else seat.side)]
