"""What each player is shown: the entities of a level, who may see which, and his own state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .interest import Interest
from .publish.cockpit import Cockpit
from .publish.objects import NO_BOX, Rank
from .publish.publisher import Publisher
from .publish.reach import OF_VEHICLES, THROW
from .publish.selection import Selection, Stage, Viewer
from .publish.shown import Shown
from .whereabouts import Whereabouts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uoproto.states import EntityState, PlayerState
    from uoserver.collision import Link, World
    from uoserver.sim.events import Event

    from .match.match import Match
    from .player import Player
    from .publish.names import Names

UNARMED: Final = -1.0
"""Reach of who neither hits nor can be hit."""


class Sight:
    """The views of all players of one level, by what was at the last `update`."""

    def __init__(self, world: World, match: Match | None, names: Names) -> None:
        self._world: Final = world
        self._match: Final = match
        self._places: Final = Whereabouts(world)
        self._interest: Final = Interest(world.clip.visibility, world.areas)
        self._selection: Final = Selection()
        self.publisher: Final = Publisher(match, world, self._places, names) if match else None
        self.cockpit: Final = Cockpit(match, self.publisher) if match and self.publisher else None
        self._now = 0
        self._stage = Stage({})

    def tell_deaths(self, told: bool) -> None:
        """Tell clients who died of whom, or keep it from them."""
        if self.publisher:
            self.publisher.events.obituaries = told

    def publish(self, now: int, events: Sequence[Event]) -> None:
        """Take over the state of the match, and what happened in it since the last frame."""
        if self.publisher:
            self.publisher.update(now, events)

    def update(self, now: int, players: Iterable[Player]) -> None:
        """Take over the players, after all have moved."""
        self._now = now
        shown: dict[int, Shown] = {}
        links: dict[int, Link | None] = {}
        for player in players:
            if player.in_world and not player.waits:
                shown[player.number] = self._player(player, now)
                links[player.number] = self._link(player)
        if self.publisher:
            shown |= self.publisher.shown
            links |= self.publisher.links
        self._interest.update(links)
        self._stage = Stage(shown)

    def _player(self, player: Player, now: int) -> Shown:
        rank = Rank.PICTURE if player.rides or player.spectator else Rank.MET
        return Shown(player.entity_state(now), player.origin, NO_BOX, rank, THROW)

    def _link(self, player: Player) -> Link | None:
        if player.rides:
            return self._places.at(player.origin)
        return self._world.placed(player.number)

    def entities(self, player: Player) -> dict[int, EntityState]:
        """Return what a player in the world is sent, by rising number: all but himself."""
        reach = UNARMED
        if self._match:
            if player.seat.position:
                reach = OF_VEHICLES[self._match.type_of(player.number)]
            elif player.solid:
                reach = THROW
        viewer = Viewer(player.number, player.eye, reach)
        seen = self._interest.seen_from(player.eye)
        chosen = self._selection.choose(viewer, seen, self._stage)
        if self.publisher:
            self.publisher.saw(chosen, self._now)
        return chosen

    def player_state(self, player: Player) -> PlayerState:
        """Return what a player in the world is sent of himself."""
        state = player.player_state()
        return self.cockpit.complete(player.number, state) if self.cockpit else state

    def forget(self, number: int) -> None:
        """Forget a client who left."""
        self._selection.forget(number)
