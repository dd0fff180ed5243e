"""What the rounds of a match are played by (gametypes: Limits). Times are game time in ms."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from .arena import FULL_STOCK, Stock

DRAW: Final = -1
"""Instead of a side: nobody won."""


class Gametype(StrEnum):
    """The gametypes that a match knows."""

    CTF = "ctf"
    TDM = "tdm"
    DM = "dm"

    @property
    def by_kills(self) -> bool:
        """Whether kills score, without flags and with vehicles without end."""
        return self is not Gametype.CTF

    @property
    def of_teams(self) -> bool:
        """Whether the sides play against each other, not each for himself."""
        return self is not Gametype.DM


def gametype_of(name: str) -> Gametype:
    """Return what a match plays under a ``g_gametype``: any that it does not know as ctf."""
    known = {str(each): each for each in Gametype}
    return known.get(name.lower(), Gametype.CTF)


@dataclass(frozen=True, slots=True)
class RoundRules:
    """Settings of a match; a limit or a length of 0 is none."""

    gametype: Gametype = Gametype.CTF
    start_delay: int = 15_000
    end_delay: int = 10_000
    intermission: int = 10_000
    time_limit: int = 0
    score_limit: int = 5
    round_limit: int = 5
    round_length: int = 1_800_000
    clear_scores: bool = True
    """Points of players begin anew with each round."""
    score_penalty: bool = True
    """A side loses what its men lose by kills of their own (tdm)."""
    team_balance: int = 0
    """So many players may a side have more than the other; 0: as many as wish."""
    stock: Stock = FULL_STOCK
    """Counts from the next round on."""
    dead_chat: bool = False
    """The living hear those who are not."""
    obituaries: bool = True
    """Clients are told who died of whom."""
