"""The game module: players come, move, talk and go; each gets the frame he sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Final

from uoproto.constants import MAX_NAME_CHARS, ConfigstringIndex
from uoproto.states import ClientState, EntityState, Frame, PlayerState, UserCmd
from uoproto.text import clean_command, info_get, strip_colors, tokenize_rest
from uoserver.bsp import MapInfo
from uoserver.bsp.vectors import Vec3
from uoserver.collision import World
from uoserver.sim.events import Event

from . import chat, gamelog
from .botplayers import BotPlayers, free_name
from .chat import Standing
from .crew import Crew
from .crowd import separate
from .gamelog import GameLog, Person
from .match.arena import Arena
from .match.match import Match
from .match.roundrules import RoundRules, gametype_of
from .match.rounds import Phase
from .messages import Message, literal, printable
from .movement import MoveRules, Space
from .named import NobodyError, find_player
from .player import Player
from .publish import hud
from .publish.names import STOCK_NAMES, Names
from .referee import Referee
from .scores import STATUS_ICONS, scoreboard
from .sight import Sight
from .spaces import WorldView
from .spawning import SpawnChooser
from .stock import GAME_VERSION, WEAPONS
from .teams import Teams, menu_answer, menus

DEFAULT_NAME: Final = "Unknown Soldier"
INVALID_PASSWORD: Final = "GAME_INVALIDPASSWORD"  # noqa: S105 (a text)
SCORES_MS: Final = 500
"""Between two scoreboards that a client asks for: flood protection lets ``score`` pass, and 64 of
them in a packet would have 64 KB made and sent."""
STEERS_BY_VIEW: Final = "view"
"""Value of the userinfo key ``steer``."""


def clean_name(name: str) -> str:
    """Return a name fit for logs, status lines and other clients.

    Control characters, quotes, backslashes and semicolons go: B3 and the status line give them
    other meanings (operators: Formats). An empty rest becomes the stock default.
    """
    kept = "".join(char for char in name if char >= " " and char not in '"\\;%' and char < "\x7f")
    kept = kept.strip()[:MAX_NAME_CHARS].rstrip()
    return kept if strip_colors(kept).strip() else DEFAULT_NAME


def refusal(userinfo: str, password: str) -> str | None:
    """Return the text that refuses a client, or None.

    ``password`` is g_password: empty or ``none`` lets everyone in (server: Game module).
    """
    needed = clean_command(password) if password.lower() != "none" else ""
    if needed and clean_command(info_get(userinfo, "password")) != needed:
        return INVALID_PASSWORD
    return None


class Game:
    """One level. Times are server time in milliseconds; it begins at ``now``.

    The ``world`` is the level's own: its players are linked into it.
    """

    def __init__(
        self,
        map_info: MapInfo,
        world: World,
        gametype: str,
        *,
        seed: int = 0,
        rules: MoveRules | None = None,
        cheats: bool = False,
        arena: Arena | None = None,
        rounds: RoundRules | None = None,
        server_id: int = 0,
        names: Names = STOCK_NAMES,
        now: int = 0,
    ) -> None:
        self._world = world
        self._names = names
        self.rules = rules or MoveRules()
        points = map_info.spawns(gametype)
        self._spawns = SpawnChooser(world, points.points, map_info.bounds, self.rules)
        self._intermission = points.intermissions[0]
        self._random = Random(seed)
        self._cheats = cheats
        self.players: dict[int, Player] = {}
        self.messages: list[Message] = []
        self.log = GameLog()
        self.round_rules = rounds or RoundRules(gametype_of(gametype))
        self.changed_configstrings: dict[int, str] = {}
        """What clients are still to be told; the server takes it."""
        self.over = False
        """Whether the next map is due."""
        self._gametype = gametype
        self._server_id = server_id
        by_kills = self.round_rules.gametype.by_kills
        self.match = (
            Match(arena, seed=seed, stock=self.round_rules.stock, by_kills=by_kills)
            if arena
            else None
        )
        self._crew = Crew(self.match, self.players, self._stand) if self.match else None
        self._referee: Referee | None = None
        self._teams: Teams | None = None
        if self.match and self._crew:
            send = self._send
            self._referee = Referee(self.match, self.players, self.round_rules, self.log, send)
            self._teams = Teams(self.match, self._referee.rounds, self._crew, self._random, send)
        self._bots = BotPlayers(self.match, seed) if self.match else None
        self.sight = Sight(world, self.match, names)
        self.sight.tell_deaths(self.round_rules.obituaries)
        self.baselines: Mapping[int, EntityState] = {}
        self.now = now
        self._clients: dict[int, ClientState] = {}
        self._untold: list[Event] = []
        """What happened in frames that were not shown."""

    def _send(self, message: Message) -> None:
        self.messages.append(message)

    def configstrings(self) -> dict[int, str]:
        """Return the configstrings that a level starts with, besides server- and systeminfo."""
        strings = {
            ConfigstringIndex.GAME_VERSION: GAME_VERSION,
            ConfigstringIndex.WEAPONS: " ".join(WEAPONS),
            **{ConfigstringIndex.STATUS_ICONS + n: name for n, name in enumerate(STATUS_ICONS)},
            **self._names.configstrings,
            **hud.configstrings(),
        }
        if self._referee:
            strings |= menus(self._gametype) | self._referee.configstrings()
        return strings

    @property
    def unusable_spawns(self) -> int:
        """Spawn points of the gametype that stand in solids."""
        return self._spawns.unusable

    @property
    def weapon_count(self) -> int:
        """Weapons in the list of configstring 7."""
        return len(WEAPONS)

    # -- clients --------------------------------------------------------------------------------

    def client_connect(self, number: int, userinfo: str, password: str) -> str | None:
        """Take a client in; return the text that refuses him (`refusal`), or None."""
        refused = refusal(userinfo, password)
        if refused is None:
            self.players[number] = Player(number, DEFAULT_NAME, self.rules)
            self.client_userinfo_changed(number, userinfo)
        return refused

    def bots(self) -> list[int]:
        """Return the numbers of the players whom the server drives."""
        return self._bots.numbers() if self._bots else []

    def newest_bot(self) -> list[int]:
        """Return the number of the bot that came last, if there is any."""
        return self._bots.newest() if self._bots else []

    def add_bot(self, number: int, side: str = "auto") -> bool:
        """Let a bot play under a number that no client has; return whether there is a match.

        ``side`` is one of the words of `Teams.wish`.
        """
        if self._bots is None or self._teams is None:
            return False
        name = free_name(player.name for player in self.players.values())
        self.client_connect(number, f"\\name\\{name}", "")
        self.client_begin(number, UserCmd())
        self._bots.add(number)
        if self._teams.wish(self.players[number], side):
            self._link(self.players[number])
        return True

    def client_userinfo_changed(self, number: int, userinfo: str) -> None:
        """Take over his name, and how he wants to steer."""
        if player := self.players.get(number):
            player.name = clean_name(info_get(userinfo, "name"))
            player.steers_by_view = info_get(userinfo, "steer") == STEERS_BY_VIEW

    def client_begin(self, number: int, command: UserCmd) -> None:
        """Spawn a client whose first usercmd came.

        One who asked for the gamestate again begins anew: with his side he would fly about freely
        and take his man along.
        """
        if player := self.players.get(number):
            if self._crew:
                self._crew.leave(number)
                player.spectator = True
                self._crew.arrive(player)
            self._spawn(player, command)
            self.log.write(self.now, gamelog.joins(self._person(player)))
            if self._referee and self._referee.rounds.over:
                self._freeze(player)
            elif self._teams:
                self._teams.arrive(player)

    def client_think(self, number: int, command: UserCmd) -> None:
        """Run one usercmd of a client; who falls to death comes back at once."""
        player = self.players.get(number)
        if player is None or not player.in_world:
            return
        if not player.may_run(command, self.now):  # nothing to gather or to link for it
            player.heard = self.now
            return
        player.think(command, self.now, self._space(player, command))
        if self._crew and not player.spectator:
            self._crew.obey(player, command)
            self._link(player)
        elif player.health > 0:
            self._link(player)
        else:
            self._spawn(player, command)

    def _spawn(self, player: Player, command: UserCmd) -> None:
        self._world.unlink(player.number)
        others = [other.origin for other in self.players.values() if other.solid]
        point = self._spawns.choose(self._random, others)
        self._stand(player, point.origin, point.angles, command)

    def _stand(self, player: Player, place: Vec3, angles: Vec3, command: UserCmd) -> None:
        self._world.unlink(player.number)
        space = WorldView(self._world, player.number)
        player.spawn(place, angles, command, self.now, space, spectator=player.spectator)
        self._link(player)

    def _freeze(self, player: Player) -> None:
        """Show a player the end of the match."""
        player.freeze(self._intermission.origin, self._intermission.angles)
        self._link(player)

    def _person(self, player: Player) -> Person:
        if self._referee:
            return self._referee.person(player)
        return Person(player.guid, player.number, "", player.name)

    def _standing(self, player: Player) -> Standing:
        if self._crew and not player.frozen:
            return self._crew.standing(player)
        return Standing.LOOKING_ON if player.spectator else Standing.PLAYING

    def _space(self, player: Player, command: UserCmd) -> Space:
        if player.rides:  # he goes nowhere by himself: there is little to ask
            return WorldView(self._world, player.number)
        mins, maxs = player.area(command, self.now)
        return self._world.around(mins, maxs, player.mask, pass_entity=player.number)

    def _link(self, player: Player) -> None:
        if body := player.body:
            self._world.link(player.number, body)
        else:
            self._world.unlink(player.number)

    def obey(self, rules: MoveRules) -> None:
        """Take over changed settings of movement."""
        self.rules = rules
        for player in self.players.values():
            player.obey(rules)

    def obey_rounds(self, rules: RoundRules) -> None:
        """Take over changed settings of the match; the gametype stays what the level began with."""
        self.round_rules = rules
        if self.match:
            self.match.stock = rules.stock
        self.sight.tell_deaths(rules.obituaries)
        if self._referee:
            gametype = self._referee.rounds.rules.gametype
            self._referee.rounds.rules = replace(rules, gametype=gametype)

    def client_disconnect(self, number: int) -> None:
        """Forget a client."""
        if player := self.players.pop(number, None):
            self.log.write(self.now, gamelog.quits(self._person(player)))
        if self._crew:
            self._crew.leave(number)
        if self._bots:
            self._bots.remove(number)
        self.sight.forget(number)
        self._world.unlink(number)

    def client_command(self, number: int, text: str) -> None:
        """Run a reliable command that is not the engine's; nobody speaks before he is in."""
        player = self.players.get(number)
        words = tokenize_rest(text, 2)
        if player is None or not player.in_world or not words:
            return
        match words[0]:
            case "say" | "say_team" | "say_squad" as command if len(words) > 1:
                self._say(player, command, chat.cut(words[1]))
            case "tell" if len(words) > 1:
                self._tell(player, tokenize_rest(words[1], 2))
            case "score":
                self._show_scores(player)
            case "mr" | "team" if self._teams:
                self._choose(player, text, words)
            case "mr" | "team" | "say" | "say_team" | "say_squad" | "tell":
                pass
            case "kill" if self.match and not player.frozen:
                if not self.match.kill(number):
                    text = 'e "GAME_MUSTBEALIVECOMMAND"'
                    self.messages.append(Message(number, text, reliable=False))
            case "noclip" | "ufo" as way if not player.frozen:
                self.messages.append(Message(number, self._fly(player, way), reliable=False))
            case command:
                text = literal("e", f"unknown command {printable(command)[:32]}")
                self.messages.append(Message(number, text, reliable=False))

    def _say(self, player: Player, command: str, text: str) -> None:
        team = chat.to_team(player, command)
        dead_chat = self.round_rules.dead_chat
        self.messages += chat.speak(
            player, text, self.players, self._standing, team=team, dead_chat=dead_chat
        )
        line = gamelog.says(command if team else "say", self._person(player), text)
        self.log.write(self.now, line)

    def _tell(self, player: Player, words: list[str]) -> None:
        """Carry a text to the player of a number or a name (server: Chat format)."""
        if len(words) < 2:
            return
        try:
            listener = find_player(self.players, words[0])
        except NobodyError as error:
            self.messages.append(Message(player.number, f'e "{error}"', reliable=False))
            return
        text, dead_chat = chat.cut(words[1]), self.round_rules.dead_chat
        self.messages += chat.tell(player, listener, text, self._standing, dead_chat=dead_chat)
        line = gamelog.tells(self._person(player), self._person(listener), text)
        self.log.write(self.now, line)

    def _choose(self, player: Player, text: str, words: list[str]) -> None:
        """Take an answer to a menu or a plain word for a side; not while the match is over."""
        if self._teams is None or player.frozen:
            return
        changed = False
        if words[0] == "team":
            changed = self._teams.wish(player, "".join(words[1:]))
        elif answer := menu_answer(text, self._server_id):
            changed = self._teams.respond(player, *answer)
        if changed:
            self._link(player)

    def _fly(self, player: Player, way: str) -> str:
        """Toggle a cheat; return its answer (spawn2: Scoreboard and command replies)."""
        if not self._cheats:
            return 'e "GAME_CHEATSNOTENABLED"'
        if way == "noclip":
            return f'e "GAME_NOCLIP{"ON" if player.toggle_noclip() else "OFF"}"'
        return f'e "GAME_UFO{"ON" if player.toggle_ufo() else "OFF"}"'

    def _show_scores(self, player: Player) -> None:
        """Answer a ``score``, unless the last answer is younger than `SCORES_MS`."""
        if player.scores_due > self.now:
            return
        player.scores_due = self.now + SCORES_MS
        text = self._referee.scoreboard() if self._referee else scoreboard(self.players)
        self.messages.append(Message(player.number, text))

    @property
    def ended(self) -> bool:
        """Whether the match is over, so that nobody moves or votes any more."""
        return self._referee is not None and self._referee.rounds.over

    # -- frames ---------------------------------------------------------------------------------

    def run_frame(self, now: int, *, shown: bool = True) -> None:
        """Advance to server time ``now`` and make the states of this frame.

        Where several frames are caught up with, only the last need be ``shown``: nobody is sent
        those before, and what happened in them is told with it.
        """
        passed, self.now = now - self.now, now
        if self.match and self._crew:
            self._crew.tell()
            for number in self.bots():
                self.players[number].heard = now
            events = self.match.advance(passed)
            self._referee_frame(events)
            self._crew.settle()
            self._untold += events
            if shown:
                self.sight.publish(now, self._untold)
                self._untold = []
        players = [self.players[number] for number in sorted(self.players)]
        for player in players:
            player.end_frame()
        for player in separate(players, self._random):
            self._link(player)
        if not shown:
            return
        self.sight.update(now, players)
        clients = {player.number: player.client_state() for player in players}
        if clients != self._clients:  # the same mapping while nothing changes: nothing to compare
            self._clients = clients

    def _referee_frame(self, events: list[Event]) -> None:
        if self._referee is None:
            return
        phase = self._referee.advance(self.now, events, self.bots())
        self.changed_configstrings |= self._referee.configstrings()
        if self.sight.cockpit:
            self.sight.cockpit.ends = self._referee.rounds.due
        if phase is Phase.INTERMISSION:
            for player in self.players.values():
                if player.in_world:
                    self._freeze(player)
        self.over = self._referee.rounds.phase is Phase.OVER

    def frame_for(self, number: int) -> Frame:
        """Return what a client may see: all but himself, who stands in the player state."""
        player = self.players.get(number)
        if player is None or not player.in_world:
            state = (
                player.player_state() if player else PlayerState.from_fields({"clientNum": number})
            )
            return Frame(state, {}, self._clients)
        entities = self.sight.entities(player)
        return Frame(self.sight.player_state(player), entities, self._clients)
