"""What a pilot knows of a match by a snapshot: the `Sight` that a brain decides by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from uoproto.constants import EntityType
from uoserver.game.bots.sight import Mate, Own, Sight
from uoserver.game.match.match import TICK_MS
from uoserver.game.publish.events import FIRST_EVENT
from uoserver.game.publish.statics import FIRST_STATIC
from uoserver.sim.sides import DEFAULT_STOCK, Mode
from uoserver.survey.coordinates import cell_under

from .flags import FlagWatch
from .screen import Screen, read_screen
from .vehicles import Cab, drivers_of, others_of, side_of

if TYPE_CHECKING:
    from uoproto.states import EntityState, Frame
    from uoserver.game.bots.sight import Other

    from .country import Country

REMEMBERED: Final = 1000
"""Ticks for which one remembers what a mate drives whom one sees no more."""


class Eyes:
    """The eyes of one player in one round."""

    def __init__(self, country: Country) -> None:
        self.country: Final = country
        self.cab: Final = Cab()
        self._flags: Final = FlagWatch()
        self._stock: tuple[int, ...] = DEFAULT_STOCK
        self._driven: Final[dict[int, tuple[int, int]]] = {}
        """By client: the type that he drove when he was seen last, and the tick of it."""
        self._shown: Mapping[int, EntityState] = {}

    def look(self, frame: Frame, time: int, texts: Mapping[int, str]) -> Sight | None:
        """Return what a frame of a server time says; None for who belongs to no side.

        ``texts`` are the configstrings.
        """
        player, number = frame.player, int(frame.player["clientNum"])
        team = side_of(frame.clients.get(number))
        if team is None:
            return None
        tick = time // TICK_MS
        self._see_statics(frame.entities)
        screen = read_screen(player.hud_current, texts)
        if screen.stock is not None:
            self._stock = screen.stock
        own, vehicle = self._own(frame, screen, tick)
        drivers = drivers_of(frame.entities)
        others = others_of(frame.entities, drivers, frame.clients, vehicle, self.country.world)
        if own is not None:
            drivers[vehicle] = number
        flags, hidden = self._flags.look(player.objectives, frame.entities, drivers)
        return Sight(
            *(tick, number, team, _mode(screen, own), screen.selected, self._stock),
            self._mates(frame, team, number, own, screen, others, tick),
            self.country.pads(team),
            own=own,
            others=(*others, *hidden),
            flags=flags,
        )

    def _own(self, frame: Frame, screen: Screen, tick: int) -> tuple[Own | None, int]:
        player = frame.player
        vehicle = int(player["viewlocked_entNum"]) if player["vehPos"] else -1
        entity = frame.entities.get(vehicle)
        if entity is None or entity.e_type != EntityType.VEHICLE:
            self.cab.leave()
            return None, -1
        return self.cab.read(player, entity, vehicle, screen, self.country.world, tick), vehicle

    def _see_statics(self, entities: Mapping[int, EntityState]) -> None:
        """Take over what stands in cells that have changed (`publish.statics`)."""
        before, self._shown = self._shown, entities
        for number, entity in entities.items():
            if not FIRST_STATIC <= number < FIRST_EVENT or before.get(number) is entity:
                continue
            if entity.e_type == EntityType.GENERAL:
                self.country.put(cell_under(entity.origin), int(entity["surfType"]))

    def _mates(
        self,
        frame: Frame,
        team: int,
        number: int,
        own: Own | None,
        screen: Screen,
        others: tuple[Other, ...],
        tick: int,
    ) -> tuple[Mate, ...]:
        driven = self._driven
        driven.update({other.driver: (other.type, tick) for other in others if other.team == team})
        if own is not None:
            driven[number] = (own.type, tick)
        elif screen.waits:
            driven[number] = (screen.selected, tick)
        else:
            driven.pop(number, None)
        mates = []
        for client, state in sorted(frame.clients.items()):
            if side_of(state) != team:
                continue
            type_, seen = driven.get(client, (-1, tick))
            mates.append(Mate(client, type_ if 0 <= tick - seen < REMEMBERED else -1))
        return tuple(mates)


def _mode(screen: Screen, own: Own | None) -> Mode:
    if own is not None:
        return Mode.PLAYING
    if screen.stock is not None:
        return Mode.LAUNCH if screen.waits else Mode.SELECT
    return Mode.HOLD
