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
    Lost,
    ManKilled,
)
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.sides import Mode
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.weapons.credit import NOBODY, driver_of

from .seats import Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uoserver.sim.events import Event
    from uoserver.sim.sides import Driver

    from .match import Match

MAX_SHOTS: Final = 1024
"""Shots whose owner is kept in mind: those of whoever fires all the time would fill the memory."""
MAX_BODIES: Final = 256
"""Vehicles and men that are known, with those just gone: 64 drivers have two each."""
NO_WEAPON: Final = "none"
_ROCKETS: Final = ("bazooka_mp", "panzerschreck_mp")
_WEAPONS: Final[dict[int, tuple[tuple[str, str], str]]] = {
    VehicleType.TANK: (_ROCKETS, "MOD_PROJECTILE"),
    VehicleType.JEEP: (("fraggrenade_mp", "stielhandgranate_mp"), "MOD_GRENADE_SPLASH"),
    VehicleType.MSV: (("panzerfaust_mp", "panzerfaust_mp"), "MOD_PROJECTILE_SPLASH"),
    VehicleType.HELICOPTER: (("50cal_tank_mp", "50cal_tank_mp"), "MOD_PROJECTILE"),
}
"""Names for logs of what a vehicle of a type fights with, the allies' and the axis'."""
_CRUSHED: Final = {VehicleType.TANK: "MOD_CRUSH_TANK", VehicleType.JEEP: "MOD_CRUSH_JEEP"}
_ACCIDENTS: Final = {"fuel": "MOD_TRIGGER_HURT", "sunk": "MOD_WATER", "self": "MOD_SUICIDE"}
_DEFENCES: Final = "MOD_EXPLOSIVE"
"""What nobody is behind: towers, drones, mines that lay there."""


class Blow(NamedTuple):
    """A player was hit, in his vehicle or on foot, or lost it or his life (``killed``).

    ``damage`` is in percent of what a whole vehicle or man bears, 1 at least.
    """

    victim: int
    attacker: int | None
    """None for the world."""
    weapon: str
    means: str
    damage: int
    killed: bool = False
    own_fault: bool = False
    """He ran out of fuel, sank, fell, or blew himself up."""


class Deed(NamedTuple):
    """Somebody did something about a flag; ``action`` is its name in logs (log: Actions)."""

    client: int
    action: str
    side: Side
    """The side that the log names."""


Happening = Blow | Deed


class Body(NamedTuple):
    """A vehicle or a man by whom he is, and what he bears whole (16.16 hit points)."""

    driver: int
    whole: int


class _Hit(NamedTuple):
    """The last damage to somebody in a frame."""

    percent: int = 0
    source: int = 0


class Narrator:
    """Follows the vehicles, men, shots and flags of a match."""

    def __init__(self, match: Match) -> None:
        self._match: Final = match
        self._bodies: dict[int, Body] = {}
        self._shots: dict[int, int] = {}
        self._carriers: dict[int, int] = {}
        self._lying: set[int] = set()
        self._drivers: list[Driver] = []

    def begin_round(self) -> None:
        """Forget what was in the world before."""
        for memory in (self._bodies, self._shots, self._carriers, self._lying):
            memory.clear()

    def tell(self, events: Iterable[Event]) -> list[Happening]:
        """Return what the events of a frame mean to players, blows that did not kill last."""
        self._forget_those_gone()
        self._note_bodies()
        happenings: list[Happening] = []
        hits: dict[tuple[int, int], int] = {}
        last: dict[int, _Hit] = {}
        dead: set[int] = set()
        for event in events:
            match event:
                case Fired():
                    self._note_shot(event)
                case Damaged() if event.id in self._bodies:
                    body = self._bodies[event.id]
                    percent = event.amount * 100 // body.whole
                    by = self._behind(event.source)
                    hits[body.driver, by] = hits.get((body.driver, by), 0) + percent
                    last[body.driver] = _Hit(percent, event.source)
                case Lost():
                    dead.add(event.driver)
                    happenings += self._loss(event, last.get(event.driver, _Hit()))
                case ManKilled() if event.driver != NOBODY:
                    dead.add(event.driver)
                    happenings += self._death(event, last.get(event.driver))
                case FlagTaken() | FlagDropped() | FlagReturned() | FlagCaptured():
                    happenings += self._flag(event)
                case _:
                    pass
        for (driver, by), percent in hits.items():
            if driver not in dead:
                happenings += self._struck(driver, by, percent)
        return happenings

    # -- vehicles and men ----------------------------------------------------------------------

    def _forget_those_gone(self) -> None:
        """Forget what drivers did whose numbers are others' now, or nobody's."""
        drivers = self._match.sim.state.drivers
        gone = {
            old.number for old, new in zip(self._drivers, drivers, strict=False) if old is not new
        }
        self._drivers = list(drivers)
        if gone:
            self._bodies = {n: body for n, body in self._bodies.items() if body.driver not in gone}
            self._shots = {n: by for n, by in self._shots.items() if by not in gone}

    def _note_bodies(self) -> None:
        """Note who drives and walks now; those lost since the last frame are known from then."""
        for driver in self._match.sim.state.drivers:
            whole = VEHICLES[driver.type].hits
            for number, body in (
                (driver.vehicle, Body(driver.number, whole)),
                (driver.man, Body(driver.number, ONE)),
            ):
                if number:
                    self._bodies.pop(number, None)  # so that the first are those long gone
                    self._bodies[number] = body
        while len(self._bodies) > MAX_BODIES:
            del self._bodies[next(iter(self._bodies))]

    def _note_shot(self, event: Fired) -> None:
        body = self._bodies.get(event.owner)
        if body is None:
            return
        if len(self._shots) >= MAX_SHOTS:
            del self._shots[next(iter(self._shots))]
        self._shots[event.id] = body.driver

    def _behind(self, source: int) -> int:
        """Return the driver behind an object that may be gone already."""
        obj = self._match.sim.state.pool.get(source) if source else None
        by = driver_of(obj)
        if by != NOBODY:
            return by
        if source in self._bodies:
            return self._bodies[source].driver
        return self._shots.get(source, NOBODY)

    def _type(self, driver: int) -> int:
        drivers = self._match.sim.state.drivers
        return drivers[driver].type if 0 <= driver < len(drivers) else 0

    def _walks(self, driver: int) -> bool:
        drivers = self._match.sim.state.drivers
        return 0 <= driver < len(drivers) and drivers[driver].view.mode is Mode.ON_FOOT

    def _struck(self, victim: int, by: int, percent: int, *, killed: bool = False) -> list[Blow]:
        client, attacker = self._match.client_of(victim), self._match.client_of(by)
        if client is None:
            return []
        if attacker is None:
            return [Blow(client, None, NO_WEAPON, _DEFENCES, max(1, percent), killed)]
        type_ = VehicleType.JEEP if self._walks(by) else self._type(by)  # men throw grenades, too
        names, means = _WEAPONS[type_]
        side = self._match.seats[attacker].side or Side.ALLIES
        return [Blow(client, attacker, names[side], means, max(1, percent), killed)]

    def _loss(self, event: Lost, hit: _Hit) -> list[Happening]:
        """Return the loss of a vehicle; that of an empty one harms nobody."""
        client = self._match.client_of(event.driver)
        if client is None or self._walks(event.driver):
            return []
        if event.cause not in _ACCIDENTS:
            blows = self._struck(event.driver, event.by, hit.percent, killed=True)
            return [*blows, *self._defence(event.driver, blows)]
        attacker = client if event.cause == "self" else None
        means = _ACCIDENTS[event.cause]
        return [Blow(client, attacker, NO_WEAPON, means, 100, killed=True, own_fault=True)]

    def _death(self, event: ManKilled, hit: _Hit | None) -> list[Happening]:
        """Return the death of a man: run over if nothing hit him, fallen if nobody did.

        Who is hit by himself ended it.
        """
        percent = hit.percent if hit else 100
        blows = self._struck(event.driver, event.by, percent, killed=True)
        if hit is None:
            means = _CRUSHED.get(VehicleType(self._type(event.by)), "MOD_CRUSH")
            blows = [blow._replace(weapon=NO_WEAPON, means=means) for blow in blows]
        elif hit.source == event.id:
            blows = [
                blow._replace(weapon=NO_WEAPON, means=_ACCIDENTS["self"], own_fault=True)
                for blow in blows
            ]
        elif not hit.source:
            blows = [blow._replace(means="MOD_FALLING", own_fault=True) for blow in blows]
        return [*blows, *self._defence(event.driver, blows)]

    def _defence(self, victim: int, blows: list[Blow]) -> list[Deed]:
        """Return the deed of who destroyed a vehicle that carried the flag of his side."""
        for blow in blows:
            seat = self._match.seats.get(blow.attacker) if blow.attacker is not None else None
            if seat and seat.side is not None and self._carriers.get(seat.side) == victim:
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
