"""A player of a match without a screen: events of his connection in, usercmds and commands out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from uoproto.connection.events import (
    ConfigstringChanged,
    Event,
    GamestateReceived,
    MapRestarted,
    SnapshotReceived,
)
from uoproto.constants import ConfigstringIndex, SnapFlags
from uoproto.states import UserCmd
from uoproto.text import info_get
from uoserver.game.bots import Brain
from uoserver.game.bots.steering import NONE
from uoserver.game.referee import ALLIES_SCORE, AXIS_SCORE
from uoserver.sim.keys import DOWN, UP

from .country import Country
from .eyes import Eyes
from .hands import Hands, deltas_of
from .screen import read_screen

if TYPE_CHECKING:
    from uoproto.snapshot import Snapshot
    from uoserver.game.bots.sight import Sight
    from uoserver.game.match.arena import Arena

ASKS_EVERY_MS: Final = 2000
"""Between two wishes for a side, as long as none is granted."""
SIDES: Final = ("auto", "allies", "axis")


class Pilot:
    """One player. ``side`` is the word he joins by; the same seed and snapshots give the same keys.

    After each gamestate he waits to be told the map (`know`): files are the caller's.
    """

    def __init__(self, *, side: str = "auto", seed: int = 0) -> None:
        if side not in SIDES:
            raise ValueError(f"{side!r} is none of {', '.join(SIDES)}")
        self._wish: Final = side
        self._seed: Final = seed
        self._texts: dict[int, str] = {}
        self._arena: Arena | None = None
        self._eyes: Eyes | None = None
        self._brain: Brain | None = None
        self._hands = Hands()
        self._clock = 0
        self._newest: Snapshot | None = None
        self._thought: Snapshot | None = None
        self._command = UserCmd()
        self._asked = -ASKS_EVERY_MS
        self.sight: Sight | None = None
        """What he saw last; None as long as he has no side."""
        self.map_name = ""
        """The map of the level, by its short name."""
        self.launches = 0
        """Vehicles that he drove."""

    def know(self, arena: Arena | None) -> None:
        """Take over the map of the level; without one he only looks on."""
        self._arena = arena
        self._begin()

    @property
    def scores(self) -> tuple[int, int]:
        """Points of the allies and of the axis."""
        allies, axis = (self._texts.get(index, "") for index in (ALLIES_SCORE, AXIS_SCORE))
        return (_number(allies), _number(axis))

    # -- in ----------------------------------------------------------------------------------------

    def receive(self, events: Iterable[Event]) -> None:
        """Take over what happened on the connection."""
        for event in events:
            match event:
                case SnapshotReceived():
                    self._newest = event.snapshot
                case ConfigstringChanged():
                    self._texts[event.index] = event.value
                case GamestateReceived():
                    self._texts = dict(event.gamestate.configstrings)
                    info = self._texts.get(ConfigstringIndex.SERVERINFO, "")
                    self.map_name = info_get(info, "mapname")
                    self._newest = self._arena = None
                    self._begin()
                case MapRestarted():
                    self._begin()
                case _:
                    pass

    def _begin(self) -> None:
        """Begin a round: all stands as the map has it."""
        self._eyes = Eyes(Country(self._arena)) if self._arena is not None else None
        self._brain = self.sight = None
        self._hands = Hands()
        self._command = UserCmd()

    # -- out ---------------------------------------------------------------------------------------

    def wishes(self, now: int) -> list[str]:
        """Return the reliable commands that are to be sent at a time (ms)."""
        snapshot = self._newest
        if snapshot is None or self._eyes is None or snapshot.snap_flags & SnapFlags.NOT_ACTIVE:
            return []
        if self.sight is not None or now - self._asked < ASKS_EVERY_MS:
            return []
        self._asked = now
        return [f"team {self._wish}"]

    def command(self) -> UserCmd:
        """Return what his hands do now; he thinks once for each snapshot.

        Of one that holds places or angles that are no numbers he makes nothing, and does nothing.
        """
        snapshot, eyes = self._newest, self._eyes
        if snapshot is None or eyes is None or snapshot is self._thought:
            return self._command
        self._thought = snapshot
        driven = self.sight.own if self.sight else None
        try:
            self.sight = sight = self._look(snapshot, eyes)
        except (ValueError, OverflowError):  # a server may send places that are no numbers
            self.sight = sight = None
        eyes = self._eyes or eyes
        if sight is None:
            self._command = UserCmd()
            return self._command
        own = sight.own
        if own is not None and (driven is None or driven.id != own.id):
            self.launches += 1
        if self._brain is None:
            seed = self._seed * 64 + sight.number
            self._brain = Brain(sight.number, seed, eyes.country.atlas, seldom=True)
        keys = self._brain.decide(sight, eyes.country.atlas) or NONE
        eyes.cab.pushes = bool(keys.word & (UP | DOWN))
        deltas = deltas_of(snapshot.frame.player)
        self._command = self._hands.press(keys, self._brain.press, own, deltas)
        return self._command

    def _look(self, snapshot: Snapshot, eyes: Eyes) -> Sight | None:
        """Return what a snapshot says, in a round that may be new.

        Raises ValueError and OverflowError for a number that is none.
        """
        frame = snapshot.frame
        clock = read_screen(frame.player.hud_current, self._texts).clock
        if clock != self._clock:
            self._clock = clock
            self._begin()
            eyes = self._eyes or eyes
        return eyes.look(frame, snapshot.server_time, self._texts)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
