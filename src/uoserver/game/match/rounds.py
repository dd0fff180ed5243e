"""The course of a match: waiting, warm-up, rounds, intermission (gametypes: Rules in short).

`NEXT` is the whole of it. `Rounds` looks once a frame for the first cause that its phase has a row
for; what a new phase means for players is the referee's.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final, NamedTuple

from .roundrules import DRAW, Gametype, RoundRules

FORFEIT_AFTER: Final = 60_000
"""Milliseconds of a round from which on it is lost by who leaves it, so that nobody takes a victory
from the others by going. Before, it is nobody's: it has hardly begun."""


class Phase(Enum):
    """Where a match stands."""

    WAITING = auto()
    """Not enough players: all may drive about, nothing scores."""
    STARTING = auto()
    """The same, until the delay before the match is over."""
    RUNNING = auto()
    ENDED = auto()
    """A round is over and still to be seen."""
    INTERMISSION = auto()
    """The match is over: nobody moves, scores are shown."""
    OVER = auto()
    """The next map is due."""


class Cause(Enum):
    """Why a phase ends; of several the first counts."""

    FORFEITED = auto()
    """The last player of a side left a round that was going on for some time."""
    ROUND_OVER = auto()
    LIMIT = auto()
    """The limit of time, score or rounds is reached."""
    DESERTED = auto()
    """Not enough players."""
    MANNED = auto()
    DUE = auto()
    """The time of the phase is up."""


NEXT: Final[Mapping[Phase, Mapping[Cause, Phase]]] = {
    Phase.WAITING: {
        Cause.ROUND_OVER: Phase.ENDED,
        Cause.LIMIT: Phase.INTERMISSION,
        Cause.MANNED: Phase.STARTING,
    },
    Phase.STARTING: {
        Cause.LIMIT: Phase.INTERMISSION,
        Cause.DESERTED: Phase.WAITING,
        Cause.DUE: Phase.RUNNING,
    },
    Phase.RUNNING: {
        Cause.FORFEITED: Phase.ENDED,
        Cause.ROUND_OVER: Phase.ENDED,
        Cause.LIMIT: Phase.INTERMISSION,
        Cause.DESERTED: Phase.WAITING,
        Cause.DUE: Phase.ENDED,
    },
    Phase.ENDED: {
        Cause.LIMIT: Phase.INTERMISSION,
        Cause.DESERTED: Phase.WAITING,
        Cause.DUE: Phase.RUNNING,
    },
    Phase.INTERMISSION: {Cause.DUE: Phase.OVER},
    Phase.OVER: {},
}


class Facts(NamedTuple):
    """What `Rounds` has to know of a frame."""

    players: tuple[int, int] = (0, 0)
    """Of the allies and of the axis."""
    winner: int | None = None
    """The side that won the round, `DRAW`, or None while it goes on."""
    best: int = 0
    """Points of the best player."""
    people: tuple[int, int] = (0, 0)
    """Those of the players who are no bots: a host who takes his bots out forfeits nothing."""


class Rounds:
    """Phase, scores of the sides and rounds played of one match."""

    def __init__(self, rules: RoundRules) -> None:
        self.rules = rules
        self.phase = Phase.WAITING
        self.since = 0
        """When the phase began."""
        self.scores = [0, 0]
        """Of the allies and of the axis."""
        self.played = 0
        self.winner = DRAW
        """Of the last round."""
        self._began: int | None = None
        self._people = (0, 0)
        """Of the last frame."""

    @property
    def scoring(self) -> bool:
        """Whether what happens counts."""
        return self.phase is Phase.RUNNING

    @property
    def over(self) -> bool:
        """Whether the match has ended, so that nobody moves any more."""
        return self.phase in (Phase.INTERMISSION, Phase.OVER)

    @property
    def due(self) -> int | None:
        """When the phase ends by itself, None for one that does not."""
        rules = self.rules
        lasts = {
            Phase.STARTING: 0 if rules.gametype.by_kills else rules.start_delay,
            Phase.RUNNING: (0 if rules.gametype.by_kills else rules.round_length) or None,
            Phase.ENDED: rules.end_delay,
            Phase.INTERMISSION: rules.intermission,
        }.get(self.phase)
        return None if lasts is None else self.since + lasts

    def advance(self, now: int, facts: Facts) -> Phase | None:
        """Look at a frame of server time ``now``; return the phase that begins with it, if any.

        A round that a side wins while `scoring` gives it a point, but not where kills count. The
        side that stays wins one that the other forfeits.
        """
        if self._began is None:
            self._began = self.since = now
        if not any(facts.players) and not self.over:
            self.scores, self.played = [0, 0], 0  # whoever comes begins a match of his own
        table = NEXT[self.phase]
        causes = self._causes(now, facts)
        self._people = facts.people
        for cause in causes:
            if cause in table:
                break
        else:
            return None
        if self.phase is Phase.RUNNING and cause is Cause.FORFEITED:
            self._count(0 if facts.players[0] else 1)
        elif self.phase is Phase.RUNNING and cause in (Cause.ROUND_OVER, Cause.DUE):
            self._count(DRAW if facts.winner is None else facts.winner)
        self.phase, self.since = table[cause], now
        return self.phase

    def _count(self, winner: int) -> None:
        self.played += 1
        self.winner = winner
        if winner != DRAW and not self.rules.gametype.by_kills:
            self.scores[winner] += 1

    def _causes(self, now: int, facts: Facts) -> list[Cause]:
        """Return the causes of this moment in their order; a round that is over is seen first."""
        due = self.due
        if self.phase is Phase.ENDED and due is not None and now < due:
            return []
        manned = self._manned(facts.players)
        holds = {
            Cause.FORFEITED: self._forfeited(now, facts),
            Cause.ROUND_OVER: facts.winner is not None,
            Cause.LIMIT: self._limit_reached(now, facts),
            Cause.DESERTED: not manned,
            Cause.MANNED: manned,
            Cause.DUE: due is not None and now >= due,
        }
        return [cause for cause in Cause if holds[cause]]

    def _forfeited(self, now: int, facts: Facts) -> bool:
        """Whether a side was just left by its last player, and no side has won before."""
        if not self.scoring or self.rules.gametype.by_kills or now - self.since < FORFEIT_AFTER:
            return False
        deserted = [not each for each in facts.players]
        left = deserted[0] != deserted[1] and self._people[deserted.index(True)] > 0
        return left and facts.winner in (None, DRAW)

    def _manned(self, players: tuple[int, int]) -> bool:
        """Whether there are enough players: of both sides for flags, else anybody (as in stock)."""
        return any(players) if self.rules.gametype.by_kills else all(players)

    def _limit_reached(self, now: int, facts: Facts) -> bool:
        """Whether a limit is reached; where flags count no limit breaks a round."""
        rules = self.rules
        if not rules.gametype.by_kills and self.scoring:
            return False
        best = facts.best if rules.gametype is Gametype.DM else max(self.scores)
        began = now if self._began is None else self._began
        return (
            0 < rules.time_limit <= now - began
            or 0 < rules.score_limit <= best
            or 0 < rules.round_limit <= self.played
        )
