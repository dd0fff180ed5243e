"""Joining: menus and their answers, plain commands, auto-assign, balance (gametypes: Joining)."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from random import Random
from typing import TYPE_CHECKING, Final

from uoproto.constants import ConfigstringIndex, Team
from uoproto.text import tokenize

from .match.roundrules import Gametype, gametype_of
from .match.seats import Side
from .messages import Message, literal

if TYPE_CHECKING:
    from .crew import Crew
    from .match.match import Match
    from .match.rounds import Rounds
    from .player import Player

MAX_MENUS: Final = 32
SPECTATOR: Final = "spectator"
AUTO: Final = ("autoassign", "auto")


class Menu(IntEnum):
    """Menus by their place in the stock order of precaching."""

    SERVERINFO = 0
    TEAM = 1
    ALLIES_WEAPONS = 2
    AXIS_WEAPONS = 3
    VIEWMAP = 4
    CALLVOTE = 5


TEAM_MENU: Final = "team_americangerman"
END_MENU: Final = "main"
"""What the escape key opens when a match is over."""
_NAMES: Final = (
    TEAM_MENU,
    *("weapon_american", "weapon_german", "viewmap", "callvote"),
    *("quickcommands", "quickstatements", "quickresponses", "quickvehicles", "quickrequests"),
)


def menus(gametype: str) -> dict[int, str]:
    """Return the configstrings of the menus; a gametype that is not known has those of ctf."""
    names = (f"serverinfo_{gametype_of(gametype)}", *_NAMES)
    return {ConfigstringIndex.MENUS + place: name for place, name in enumerate(names)}


def main_menu(name: str) -> str:
    """Return the server command that names the menu of the escape key."""
    return f"v g_scriptMainMenu {name}"


def menu_answer(text: str, server_id: int) -> tuple[int, str] | None:
    """Return the menu and the response of an ``mr`` command; None for one that does not count.

    That is an answer to another level's menu, or one without a menu. A wrong number of arguments
    gives the response ``bad``, as in stock.
    """
    words = tokenize(text)
    numbers = [_whole(word) for word in words[1:3]]
    if len(numbers) < 2 or numbers[0] != server_id:
        return None
    index = numbers[1]
    if index is None or not 0 <= index < MAX_MENUS:
        return None
    return index, words[3] if len(words) == 4 else "bad"


def _whole(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


class Teams:
    """Puts the players of a match on its sides."""

    def __init__(
        self,
        match: Match,
        rounds: Rounds,
        crew: Crew,
        random: Random,
        send: Callable[[Message], None],
    ) -> None:
        self._match: Final = match
        self._rounds: Final = rounds
        self._crew: Final = crew
        self._random: Final = random
        self._send: Final = send

    def arrive(self, player: Player) -> None:
        """Greet a new player: he looks on, and his menus open."""
        self._send(Message(player.number, main_menu(TEAM_MENU)))
        self._send(Message(player.number, "v ui_weapontab 0"))
        self._open(player, Menu.SERVERINFO)

    def respond(self, player: Player, menu: int, response: str) -> bool:
        """Do what an answer to a menu asks for; return whether the player changed sides."""
        match menu, response:
            case Menu.SERVERINFO, "close":
                self._open(player, Menu.TEAM)
            case _, ("open" | "close"):
                pass
            case ((Menu.TEAM | Menu.CALLVOTE | Menu.ALLIES_WEAPONS | Menu.AXIS_WEAPONS), "viewmap"):
                self._open(player, Menu.VIEWMAP)
            case ((Menu.TEAM | Menu.VIEWMAP | Menu.ALLIES_WEAPONS | Menu.AXIS_WEAPONS), "callvote"):
                self._open(player, Menu.CALLVOTE)
            case ((Menu.VIEWMAP | Menu.CALLVOTE | Menu.ALLIES_WEAPONS | Menu.AXIS_WEAPONS), "team"):
                self._open(player, Menu.TEAM)
            case Menu.TEAM, word:
                return self.wish(player, word)
            case _:
                pass
        return False

    def wish(self, player: Player, word: str) -> bool:
        """Take the word of a player for a side; return whether he changed it."""
        word = word.lower()
        if word in AUTO:
            return self._join(player, self._auto(player.number))
        if word == SPECTATOR:
            return self._join(player, None)
        side = next((side for side in Side if side.word == word), None)
        if side is None or self._match.arrive(player.number).side is side:
            return False
        if self._unbalances(player.number, side):
            text = f"The {side.word} have enough players, join the {side.other.word}"
            self._send(Message(player.number, literal("c", text)))
            return False
        return self._join(player, side)

    def _open(self, player: Player, menu: Menu) -> None:
        self._send(Message(player.number, f"t {int(menu)}"))

    def _join(self, player: Player, side: Side | None) -> bool:
        if self._match.arrive(player.number).side is side:
            return False
        self._crew.join(player, side)
        if side is not None and not self._rounds.rules.gametype.of_teams:
            player.team = Team.FREE
        return True

    def _others(self, number: int, side: Side) -> int:
        """Return how many players a side has beside this one."""
        return sum(seat.client != number for seat in self._match.of_side(side))

    def _unbalances(self, number: int, side: Side) -> bool:
        most = self._rounds.rules.team_balance
        more = self._others(number, side) + 1 - self._others(number, side.other)
        return 0 < most < more

    def _auto(self, number: int) -> Side:
        """Return the smaller side, of equal ones that with fewer points, else one by chance."""
        if self._rounds.rules.gametype is not Gametype.DM:
            counts = [self._others(number, side) for side in Side]
            for allies, axis in (counts, self._rounds.scores):
                if allies != axis:
                    return Side.ALLIES if allies < axis else Side.AXIS
        return self._random.choice(tuple(Side))
