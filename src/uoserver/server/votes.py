"""Votes of players: who may call and cast them, what clients see, when they are carried out."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from uoproto.connection import ServerConnection, SlotState
from uoproto.constants import ConfigstringIndex
from uoproto.text import strip_colors, tokenize
from uoserver.console.cvars import Cvar
from uoserver.console.stock import VOTES
from uoserver.game.messages import literal, printable
from uoserver.game.movement.constants import EF_VOTED
from uoserver.game.player import Player
from uoserver.game.votes import Cause, Poll, Stage

from .observer import Observer
from .questions import Question, QuestionError, question

if TYPE_CHECKING:
    from .maprunner import MapRunner
    from .state import ServerState

log: Final = logging.getLogger("uoserver")

YES: Final = ("yes", "y", "1")
NO: Final = ("no", "n", "0")
_MIRROR: Final = "ui_"


class Votes(Observer):
    """The votes of one server, one at a time.

    What a vote decided is done in a frame, never while a client's packet is read, and never beside
    another change of the map: whichever comes first ends the other.
    """

    def __init__(self, server: ServerState, maps: MapRunner) -> None:
        self._server: Final = server
        self._maps: Final = maps
        self._poll: Final = Poll()
        self._question: Question | None = None
        self._called: dict[str, int] = {}
        """Votes on this map by address: who connects again does not begin anew."""
        self._shown: dict[int, str] = {}
        for row in VOTES:
            if row.name.startswith(_MIRROR):
                name = f"g_{row.name.removeprefix(_MIRROR)}"
                server.cvars.on_change(name, self._mirror)
                if cvar := server.cvars.find(name):
                    self._mirror(cvar)

    def _mirror(self, cvar: Cvar) -> None:
        """Show a setting to clients, whose menus offer by it."""
        name = f"{_MIRROR}{cvar.name.removeprefix('g_')}"
        self._server.cvars.set(name, cvar.shown, force=True)

    # -- what players do ---------------------------------------------------------------------------

    def command(self, client: ServerConnection, text: str) -> bool:
        """Run a reliable command of a client if it is one about votes; return whether it is."""
        words = tokenize(text)
        if not words or words[0] not in ("callvote", "vote"):
            return False
        player = self._player(client.client_num)
        if player is None or not player.in_world or player.frozen:
            return True
        answer = self._call(client, player, words[1:]) if words[0] == "callvote" else None
        if words[0] == "vote":
            answer = self._cast(player, words[1:])
        if answer is not None:
            client.send_command(answer, reliable=False)
        return True

    def _call(self, client: ServerConnection, player: Player, words: list[str]) -> str | None:
        """Open a vote; return the answer to who may not."""
        refused = self._refusal(client, player)
        if refused:
            return literal("e", refused)
        try:
            asked = question(self._server, self._maps, words)
        except QuestionError as error:
            return f'e "{error}"'
        self._called[client.address[0]] = self._called.get(client.address[0], 0) + 1
        self._question = asked
        self._poll.call(self._server.now, player.number)
        log.info("client %d calls a vote: %s", player.number, asked.text)
        name = strip_colors(player.name)
        self._server.broadcast(literal("e", f"{name} calls a vote: {asked.text}"), reliable=False)
        self._show()
        return None

    def _refusal(self, client: ServerConnection, player: Player) -> str:
        """Return why a player may call no vote now, or an empty text."""
        cvars = self._server.cvars
        limit, called = cvars.get_int("g_voteLimit"), self._called.get(client.address[0], 0)
        if not cvars.get_int("g_allowVote"):
            return "There are no votes on this server"
        if self._poll.stage is not Stage.NONE:
            return "There is a vote already"
        if player.spectator:
            return "Join a side to call a vote"
        if 0 < limit <= called:
            times = "once" if called == 1 else f"{called} times"
            return f"You have called a vote {times} on this map, and no more is allowed"
        return ""

    def _cast(self, player: Player, words: list[str]) -> str:
        """Take a player's vote; return the answer."""
        word = words[0].lower() if words else ""
        if self._poll.stage is not Stage.OPEN:
            return literal("e", "There is no vote")
        if word not in YES + NO:
            return literal("e", "vote yes|no")
        if player.spectator:
            return literal("e", "Join a side to vote")
        if not self._poll.cast(player.number, yes=word in YES):
            return literal("e", "You have voted already")
        self._show()
        return literal("e", f"You have voted {'yes' if word in YES else 'no'}")

    # -- the course of a vote ----------------------------------------------------------------------

    def frame(self, now: int) -> None:
        """Look whether a vote is over, or what it decided is due."""
        self._advance(now)

    def settle(self) -> None:
        """Do at once what was decided, as the match is over: it may be the next map."""
        self._advance(self._server.now, at_once=True)

    def _advance(self, now: int, *, at_once: bool = False) -> None:
        asked, stage, level = self._question, self._poll.stage, self._server.level
        if asked is None or level is None:
            return
        if not asked.stands():
            self.call_off("the player has left")
        elif not self._server.cvars.get_int("g_allowVote"):
            self.call_off("there are none on this server any more")
        elif stage is Stage.OPEN and level.game.ended:
            self.call_off("the match is over")
        else:
            self._end(self._poll.advance(now, self._voters(), at_once=at_once), stage, asked)

    def _end(self, cause: Cause | None, stage: Stage, asked: Question) -> None:
        """Tell of the result of a stage, and do what was decided."""
        self._show()
        if cause is None:
            return
        if stage is Stage.PASSED:
            self._question = None
            log.info("done by vote: %s", asked.text)
            asked.run()
        elif cause is Cause.ENOUGH:
            log.info("vote passed: %s", asked.text)
            self._server.broadcast('e "GAME_VOTEPASSED"', reliable=False)
        else:
            self._question = None
            log.info("vote failed: %s", asked.text)
            self._server.broadcast('e "GAME_VOTEFAILED"', reliable=False)

    def call_off(self, reason: str) -> bool:
        """End a vote without a result, and say so; return whether there was one."""
        if not self._poll.call_off(self._server.now):
            return False
        self._question = None
        log.info("vote called off: %s", reason)
        # reliable: a client on his way to another map is sent nothing else
        self._server.broadcast(literal("e", f"The vote is called off: {reason}"))
        self._show()
        return True

    def _voters(self) -> set[int]:
        """Return who may vote: the players on a side, without the bots."""
        if self._server.level is None:
            return set()
        players = self._server.level.game.players
        active = {client.client_num for client in self._server.clients(SlotState.ACTIVE)}
        return {
            number
            for number, player in players.items()
            if number in active and player.in_world and not player.spectator
        }

    # -- what clients see --------------------------------------------------------------------------

    def _show(self) -> None:
        """Bring clients up to the vote that is open, or take it off their screens."""
        is_open = self._poll.stage is Stage.OPEN and self._question is not None
        if self._server.level is not None:
            for number, player in self._server.level.game.players.items():
                player.state.entity_flags &= ~EF_VOTED
                if is_open and number in self._poll.voted:
                    player.state.entity_flags |= EF_VOTED
        if not is_open or self._question is None:
            if self._shown:
                self._shown = {}
                self._server.set_configstring(ConfigstringIndex.VOTE_TIME, "")
            return
        count = self._poll.count(self._voters())
        text = self._question.text
        for index, value in (
            (ConfigstringIndex.VOTE_TEXT, printable(text)),
            (ConfigstringIndex.VOTES_YES, str(count.yes)),
            (ConfigstringIndex.VOTES_NO, str(count.no)),
        ):
            if self._shown.get(index) != value:
                self._server.set_configstring(index, value)
                self._shown[index] = value
        if ConfigstringIndex.VOTE_TIME not in self._shown:
            self._show_time()

    def _show_time(self) -> None:
        """Tell how long there is to vote: from when it arrives, in ms (configstrings: 16)."""
        left = str(self._poll.left(self._server.now))
        self._shown[ConfigstringIndex.VOTE_TIME] = left
        self._server.set_configstring(ConfigstringIndex.VOTE_TIME, left)

    # -- what happens meanwhile --------------------------------------------------------------------

    def client_entered(self, client: ServerConnection, name: str) -> None:  # noqa: ARG002
        """Tell who comes what is left: his gamestate had what was left at the beginning."""
        if self._shown:
            self._show_time()

    def client_left(self, number: int) -> None:
        """Take back the vote of who left: his slot may soon be somebody else's."""
        self._poll.leave(number)

    def level_ends(self) -> None:
        """Let no vote go on over a change of the map that it did not decide."""
        self.call_off("the map changes")

    def level_began(self) -> None:
        """Let everybody call votes anew."""
        self._called.clear()

    def _player(self, number: int) -> Player | None:
        return self._server.level.game.players.get(number) if self._server.level else None
