"""Holds a match together: rounds, points, announcements, the log (gametypes: Rules in short)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from uoproto.text import strip_colors
from uoserver.sim.rules.ending import end

from . import gamelog
from .gamelog import GameLog, Person
from .match.happenings import Blow, Deed, Happening, Narrator
from .match.roundrules import DRAW, Gametype
from .match.rounds import Facts, Phase, Rounds
from .match.seats import Side
from .messages import Message, literal
from .scores import count, scoreboard
from .teams import END_MENU, main_menu

if TYPE_CHECKING:
    from uoserver.sim.events import Event

    from .match.match import Match
    from .match.roundrules import RoundRules
    from .player import Player

AXIS_SCORE: Final = 5
ALLIES_SCORE: Final = 6
"""Configstrings of the sides' scores (configstrings)."""
_NAMES: Final = {Side.ALLIES: "Allies", Side.AXIS: "Axis"}


class Referee:
    """Of one match. ``send`` takes what clients are told."""

    def __init__(
        self,
        match: Match,
        players: Mapping[int, Player],
        rules: RoundRules,
        log: GameLog,
        send: Callable[[Message], None],
    ) -> None:
        self._match: Final = match
        self._players: Final = players
        self._log: Final = log
        self._send: Final = send
        self._narrator: Final = Narrator(match)
        self.rounds: Final = Rounds(rules)

    @property
    def _rules(self) -> RoundRules:
        return self.rounds.rules

    def configstrings(self) -> dict[int, str]:
        """Return the scores of the sides as clients hold them."""
        allies, axis = self.rounds.scores
        return {AXIS_SCORE: str(axis), ALLIES_SCORE: str(allies)}

    def person(self, player: Player) -> Person:
        """Return a player as the log names him."""
        seat = self._match.seats.get(player.number)
        side = None if seat is None else seat.side
        team = "spectator" if side is None else side.word
        return Person(player.guid, player.number, team, player.name)

    # -- a frame -------------------------------------------------------------------------------

    def advance(self, now: int, events: Iterable[Event], bots: Container[int] = ()) -> Phase | None:
        """Take over what happened up to server time ``now``; return the phase that begins."""
        for happening in self._narrator.tell(events):
            self._note(now, happening)
        state, counted = self._match.sim.state, self.rounds.scoring
        phase = self.rounds.advance(now, self._facts(bots))
        match phase:
            case Phase.WAITING:
                if not state.running:
                    self._begin_round()
                self._announce("Waiting for players of both sides")
            case Phase.STARTING:
                self._announce_start()
            case Phase.RUNNING:
                self._begin_round()
                self._clear_scores()
            case Phase.ENDED:
                winner = self.rounds.winner if counted else DRAW
                end(self._match.sim, winner)  # of no effect on a round that is over
                if counted:
                    self._announce_end(winner)
            case Phase.INTERMISSION:
                end(self._match.sim, DRAW)
                self._close(now)
            case None if self.rounds.phase is Phase.STARTING and not state.running:
                self._begin_round()  # it did not count, and all may drive about until it does
            case _:
                pass
        return phase

    def _facts(self, bots: Container[int]) -> Facts:
        state = self._match.sim.state
        allies, axis = ([seat.client for seat in self._match.of_side(side)] for side in Side)
        return Facts(
            (len(allies), len(axis)),
            None if state.running else state.winner,
            max((player.score for player in self._players.values()), default=0),
            (_people(allies, bots), _people(axis, bots)),
        )

    def _note(self, now: int, happening: Happening) -> None:
        """Log what happened, and count it while it counts."""
        if isinstance(happening, Blow):
            self._log_blow(now, happening)
        if not self.rounds.scoring:
            return
        if isinstance(happening, Deed) and (player := self._players.get(happening.client)):
            self._log.write(now, gamelog.acts(happening, self.person(player)))
        gametype = self._rules.gametype
        points = count(happening, self._players, self._match.seats, gametype)
        if gametype is Gametype.TDM and isinstance(happening, Blow):
            self._add_to_side(happening, points)

    def _add_to_side(self, blow: Blow, points: int) -> None:
        doer = blow.victim if blow.attacker is None else blow.attacker
        seat = self._match.seats.get(doer)
        if seat and seat.side is not None and (points > 0 or self._rules.score_penalty):
            self.rounds.scores[seat.side] += points

    def _log_blow(self, now: int, blow: Blow) -> None:
        victim = self._players.get(blow.victim)
        attacker = self._players.get(blow.attacker) if blow.attacker is not None else None
        if victim is None:
            return
        persons = [self.person(each) if each else None for each in (victim, attacker)]
        world = "world"
        if blow.killed and not self._rules.gametype.of_teams:  # K of dm names no teams, D does
            persons = [each._replace(team="") if each else None for each in persons]
            world = ""
        struck, striker = persons
        if struck is not None:
            self._log.write(now, gamelog.strikes(blow, struck, striker, world=world))

    # -- phases --------------------------------------------------------------------------------

    def _begin_round(self) -> None:
        self._match.new_round()
        self._narrator.begin_round()

    def _clear_scores(self) -> None:
        """Let players begin anew, where rounds are played for themselves."""
        if self._rules.clear_scores and not self._rules.gametype.by_kills:
            for player in self._players.values():
                player.score = player.deaths = 0

    def _announce(self, text: str) -> None:
        self._send(Message(None, literal("c", text)))

    def _announce_start(self) -> None:
        if not self._rules.gametype.by_kills:
            seconds = self._rules.start_delay // 1000
            unit = "second" if seconds == 1 else "seconds"
            self._announce(f"The match starts in {seconds} {unit}")

    def _announce_end(self, winner: int) -> None:
        if winner == DRAW:
            self._announce("The round is a draw")
            return
        text, loser = f"{_NAMES[Side(winner)]} win the round", Side(winner).other
        left = not self._match.of_side(loser)
        self._announce(f"The {loser.word} have left: {text}" if left else text)

    def _close(self, now: int) -> None:
        """Say who won the match, on the log too, and show the scores."""
        text = self._result(now)
        self._announce(text)
        self._send(Message(None, "u"))
        self._send(Message(None, main_menu(END_MENU)))
        self._send(Message(None, f'v cg_objectiveText "{text}"'))
        self._send(Message(None, self.scoreboard()))

    def _result(self, now: int) -> str:
        if not self._rules.gametype.of_teams:
            return self._best_player(now)
        allies, axis = self.rounds.scores
        if allies == axis:
            return "The match is a tie"
        winner = Side.ALLIES if allies > axis else Side.AXIS
        for letter, side in (("W", winner), ("L", winner.other)):
            members = [self._players.get(seat.client) for seat in self._match.of_side(side)]
            persons = [self.person(each) for each in members if each is not None]
            self._log.write(now, gamelog.ends(letter, side.word, persons))
        return f"{_NAMES[winner]} win the match"

    def _best_player(self, now: int) -> str:
        """Return the result of a dm; two who are equally good have not won."""
        playing = [
            player
            for number, player in sorted(self._players.items())
            if (seat := self._match.seats.get(number)) and seat.side is not None
        ]
        best = max((player.score for player in playing), default=0)
        first = [player for player in playing if player.score == best]
        if len(first) != 1:
            return "The match is a tie"
        self._log.write(now, gamelog.ends("W", "", [self.person(first[0])]))
        return f"{strip_colors(first[0].name)} wins the match"

    def scoreboard(self) -> str:
        """Return the answer to ``score``."""
        allies, axis = self.rounds.scores
        return scoreboard(self._players, (allies, axis))


def _people(clients: Iterable[int], bots: Container[int]) -> int:
    return sum(client not in bots for client in clients)
