"""The course of a vote: called, open, decided, done (spawn2: vote result).

`NEXT` is the whole of it. What is voted on is nothing to this module; times are real time in ms,
as in stock, so that a vote ends where ``timescale`` is 0, too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum, auto
from typing import Final, NamedTuple

VOTE_MS: Final = 30_000
DELAY_MS: Final = 3000
"""From the end of a vote to what it decided."""


class Stage(Enum):
    """Where a vote stands."""

    NONE = auto()
    OPEN = auto()
    PASSED = auto()
    """What was decided is due in a moment."""


class Cause(Enum):
    """Why a stage ends; of several the first counts."""

    CALLED = auto()
    CALLED_OFF = auto()
    ENOUGH = auto()
    """More than half of those who may vote are for it."""
    HOPELESS = auto()
    """That cannot come about any more."""
    DUE = auto()
    """The time of the stage is up."""


NEXT: Final[Mapping[Stage, Mapping[Cause, Stage]]] = {
    Stage.NONE: {Cause.CALLED: Stage.OPEN},
    Stage.OPEN: {
        Cause.CALLED_OFF: Stage.NONE,
        Cause.ENOUGH: Stage.PASSED,
        Cause.HOPELESS: Stage.NONE,
        Cause.DUE: Stage.NONE,
    },
    Stage.PASSED: {Cause.CALLED_OFF: Stage.NONE, Cause.DUE: Stage.NONE},
}
_LASTS: Final = {Stage.OPEN: VOTE_MS, Stage.PASSED: DELAY_MS}


class Count(NamedTuple):
    """The votes of those who still may vote."""

    yes: int = 0
    no: int = 0


class Poll:
    """At most one vote at a time."""

    def __init__(self) -> None:
        self.stage = Stage.NONE
        self._since = 0
        self._votes: dict[int, bool] = {}

    @property
    def voted(self) -> Collection[int]:
        """The numbers of those who have voted."""
        return self._votes.keys()

    def left(self, now: int) -> int:
        """Return how many ms the stage still lasts, 0 without one."""
        if self.stage is Stage.NONE:
            return 0
        return max(0, self._since + _LASTS[self.stage] - now)

    def call(self, now: int, caller: int) -> bool:
        """Open a vote, its caller being for it; return False while there is one."""
        if not self._move(Cause.CALLED, now):
            return False
        self._votes = {caller: True}
        return True

    def cast(self, number: int, *, yes: bool) -> bool:
        """Take a player's vote; return False for a second one, or without an open vote."""
        if self.stage is not Stage.OPEN or number in self._votes:
            return False
        self._votes[number] = yes
        return True

    def leave(self, number: int) -> None:
        """Forget the vote of a player who left: his number may soon be somebody else's."""
        self._votes.pop(number, None)

    def count(self, voters: Collection[int]) -> Count:
        """Count the votes of those who may vote: one who looks on by now has none."""
        votes = [yes for number, yes in self._votes.items() if number in voters]
        return Count(votes.count(True), votes.count(False))

    def call_off(self, now: int) -> bool:
        """End a vote, and what it decided, without a result; return whether there was one."""
        return self._move(Cause.CALLED_OFF, now)

    def advance(self, now: int, voters: Collection[int], *, at_once: bool = False) -> Cause | None:
        """Look at a moment; return why the stage has ended, if it has.

        ``at_once`` ends the time between a decision and what it decided.
        """
        needed = len(voters) // 2 + 1
        count = self.count(voters)
        due = self.stage is not Stage.NONE and now - self._since >= _LASTS[self.stage]
        holds = {
            Cause.ENOUGH: count.yes >= needed,
            Cause.HOPELESS: count.no > len(voters) - needed,
            Cause.DUE: due or (at_once and self.stage is Stage.PASSED),
        }
        return next(
            (cause for cause, true in holds.items() if true and self._move(cause, now)), None
        )

    def _move(self, cause: Cause, now: int) -> bool:
        """Go where the table leads; return whether it leads anywhere."""
        following = NEXT[self.stage].get(cause)
        if following is None:
            return False
        self.stage, self._since = following, now
        if following is Stage.NONE:
            self._votes = {}
        return True
