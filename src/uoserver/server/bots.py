"""Bots of a server: how many there are, which slots they have, and that they give way to players.

A bot has a client's number but no connection. Players take the lowest free slot and bots the
highest, so that they seldom meet; where they do, the bot leaves.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from uoproto.connection import SlotState
from uoproto.text import strip_colors
from uoserver.console.commands import Invocation
from uoserver.console.errors import CommandError

from .observer import Observer

if TYPE_CHECKING:
    from uoserver.game.game import Game

    from .state import ServerState

LOOK_EVERY_MS: Final = 500
"""Between two looks at how many bots there should be."""
SIDES: Final = ("allies", "axis", "auto")


class BotManager(Observer):
    """Keeps as many bots as ``addbot``, ``removebot`` and the cvar ``bot_fill`` ask for."""

    def __init__(self, server: ServerState) -> None:
        self._server: Final = server
        self._wanted: list[str] = []
        """The side of each bot that was asked for by ``addbot``."""
        self._game: Game | None = None
        self._sides: dict[int, str] = {}
        """Who of the running level's bots was asked for, and for which side."""
        self._looked = 0
        register = server.commands.register
        register("addbot", self._add, "addbot [allies|axis]: let a bot play")
        register("removebot", self._remove, "removebot [NUM|NAME|all]: take a bot out")

    # -- commands ------------------------------------------------------------------------------

    def _add(self, call: Invocation) -> None:
        side = call.arg(1).lower() or "auto"
        if side not in SIDES or len(call.words) > 2:
            raise CommandError("usage: addbot [allies|axis]")
        game = self._running()
        number = self._free_number(game)
        if number is None:
            raise CommandError("all slots are taken")
        self._wanted.append(side)
        self._place(game, number, side, asked=True)
        call.print(f"{game.players[number].name} plays in slot {number}")

    def _remove(self, call: Invocation) -> None:
        game = self._running()
        wanted, bots = call.rest().strip().lower(), game.bots()
        if wanted == "all":
            chosen = bots
        elif wanted:
            chosen = [n for n in bots if wanted in (str(n), _plain(game, n))]
        else:
            chosen = game.newest_bot()
        if not chosen:
            raise CommandError(f"no bot {wanted[:32]!r}" if wanted else "there are no bots")
        for number in chosen:
            self._take(game, number)
        fill = self._server.cvars.get_int("bot_fill")
        if fill and len(self._others(game)) < fill:
            call.print("bot_fill brings bots back; set it to 0 to be without them")

    def send_away(self, number: int) -> None:
        """Take out the bot of a slot; `bot_fill` may bring another."""
        game = self._running()
        if number in game.bots():
            self._take(game, number)

    def _running(self) -> Game:
        level = self._server.level
        if level is None or level.game.match is None:
            raise CommandError("no match is running")
        self._look_at(level.game)
        return level.game

    # -- how many ------------------------------------------------------------------------------

    def game_frame(self, now: int) -> None:
        """Look now and then whether there are as many bots as there should be."""
        level = self._server.level
        if level is None or level.game.match is None:
            return
        fresh = self._look_at(level.game)
        if not fresh and now - self._looked < LOOK_EVERY_MS:
            return
        self._looked = now
        self._fill(level.game)

    def _look_at(self, game: Game) -> bool:
        """Take over a level that is new, where there are no bots yet; return whether it is."""
        if game is self._game:
            return False
        self._game, self._sides = game, {}
        return True

    def _fill(self, game: Game) -> None:
        """Bring in who was asked for and is not there, and as many as `bot_fill` says."""
        here = Counter(self._sides.values())
        for side in (Counter(self._wanted) - here).elements():
            number = self._free_number(game)
            if number is not None:
                self._place(game, number, side, asked=True)
        wanted = self._server.cvars.get_int("bot_fill")
        filling = [number for number in game.bots() if number not in self._sides]
        more = wanted - len(self._others(game)) - len(filling)
        for number in filling[: max(0, -more)]:
            game.client_disconnect(number)
        for _ in range(more):
            number = self._free_number(game)
            if number is None:
                break
            self._place(game, number, "auto", asked=False)

    def _others(self, game: Game) -> list[int]:
        """Return who plays without being there to fill up."""
        clients = [each.client_num for each in self._server.clients(SlotState.CONNECTED)]
        return clients + [number for number in game.bots() if number in self._sides]

    def _free_number(self, game: Game) -> int | None:
        slots = self._server.slots
        most = min(len(slots), self._server.cvars.get_int("sv_maxclients"))
        free = (n for n in range(most - 1, -1, -1) if slots[n] is None and n not in game.players)
        return next(free, None)

    def _place(self, game: Game, number: int, side: str, *, asked: bool) -> None:
        game.add_bot(number, side)
        if asked:
            self._sides[number] = side

    def _take(self, game: Game, number: int) -> None:
        side = self._sides.pop(number, None)
        if side is not None:
            self._wanted.remove(side)
        game.client_disconnect(number)

    def client_comes(self, number: int) -> None:
        """Let the bot of a slot leave, if there is one: a player comes."""
        level = self._server.level
        if level is not None and number in level.game.bots():
            self._sides.pop(number, None)
            level.game.client_disconnect(number)
            self._looked = 0


def _plain(game: Game, number: int) -> str:
    return strip_colors(game.players[number].name).lower()
