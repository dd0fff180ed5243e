"""Who sits where: a client, his side, and his number among the simulation's drivers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from uoproto.constants import Team

NOBODY: Final = -1


class Side(IntEnum):
    """The two sides by their numbers in the simulation."""

    ALLIES = 0
    AXIS = 1

    @property
    def team(self) -> Team:
        """The side's number on the wire."""
        return Team.ALLIES if self is Side.ALLIES else Team.AXIS

    @property
    def word(self) -> str:
        """The side's name in menus and logs."""
        return self.name.lower()

    @property
    def other(self) -> Side:
        """The enemy."""
        return Side(1 - self)


@dataclass(slots=True)
class Seat:
    """A client of a match. Without a side he looks on; with one he drives as ``driver``."""

    client: int
    side: Side | None = None
    driver: int = NOBODY
    word: int = 0
    """Input word of his last usercmd."""
    pressed: int = 0
    """Buttons pressed since the last tick."""
    steer: int = NOBODY
    """The heading his stick points to, where he steers by his view."""

    @property
    def team(self) -> Team:
        """His number on the wire."""
        return Team.SPECTATOR if self.side is None else self.side.team
