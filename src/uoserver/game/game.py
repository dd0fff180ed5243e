"""The game module: players come, move, talk and go; each gets the frame he sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from uoproto.constants import MAX_NAME_CHARS, ConfigstringIndex
from uoproto.states import ClientState, EntityState, Frame, PlayerState, UserCmd
from uoproto.text import clean_command, info_get, strip_colors, tokenize_rest
from uoserver.bsp import MapInfo
from uoserver.bsp.vectors import Vec3
from uoserver.collision import Surroundings, World

from .crew import Crew
from .crowd import separate
from .match.arena import Arena
from .match.match import Match
from .match.seats import Side
from .movement import MoveRules
from .player import Player
from .publish import hud
from .publish.names import STOCK_NAMES, Names
from .sight import Sight
from .spaces import WorldView
from .spawning import SpawnChooser
from .stock import GAME_VERSION, WEAPONS

CHAT_CHARS: Final = 149
DEFAULT_NAME: Final = "Unknown Soldier"


@dataclass(frozen=True, slots=True)
class Message:
    """A server command for one client, or for all when ``to`` is None."""

    to: int | None
    text: str
    reliable: bool = True


def clean_name(name: str) -> str:
    """Return a name fit for logs, status lines and other clients.

    Control characters, quotes, backslashes and semicolons go: B3 and the status line give them
    other meanings (operators: Formats). An empty rest becomes the stock default.
    """
    kept = "".join(char for char in name if char >= " " and char not in '"\\;%' and char < "\x7f")
    kept = kept.strip()[:MAX_NAME_CHARS].rstrip()
    return kept if strip_colors(kept).strip() else DEFAULT_NAME


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _printable(text: str) -> str:
    """Return text that can stand in the quotes of a server command.

    Without control characters: 0x14 and 0x15 switch between literal text and localisation keys.
    """
    return "".join(char for char in text if char >= " ").replace('"', "'")


class Game:
    """One level. Times are server time in milliseconds.

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
        names: Names = STOCK_NAMES,
    ) -> None:
        self._world = world
        self._names = names
        self.rules = rules or MoveRules()
        self._spawns = SpawnChooser(
            world, map_info.spawns(gametype).points, map_info.bounds, self.rules
        )
        self._random = Random(seed)
        self._cheats = cheats
        self.players: dict[int, Player] = {}
        self.match = Match(arena, seed=seed) if arena else None
        self._crew = Crew(self.match, self.players, self._stand) if self.match else None
        self.sight = Sight(world, self.match, names)
        self.baselines: Mapping[int, EntityState] = {}
        self.messages: list[Message] = []
        self.now = 0
        self._clients: dict[int, ClientState] = {}

    def configstrings(self) -> dict[int, str]:
        """Return the configstrings that a level starts with, besides server- and systeminfo."""
        return {
            ConfigstringIndex.GAME_VERSION: GAME_VERSION,
            ConfigstringIndex.WEAPONS: " ".join(WEAPONS),
            **self._names.configstrings,
            **hud.configstrings(),
        }

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
        """Take a client in; return the text that refuses him, or None.

        ``password`` is g_password: empty or ``none`` lets everyone in (server: Game module).
        """
        needed = clean_command(password) if password.lower() != "none" else ""
        if needed and clean_command(info_get(userinfo, "password")) != needed:
            return "GAME_INVALIDPASSWORD"
        name = clean_name(info_get(userinfo, "name"))
        self.players[number] = Player(number, name, self.rules)
        return None

    def client_userinfo_changed(self, number: int, userinfo: str) -> None:
        """Take over a new name."""
        if player := self.players.get(number):
            player.name = clean_name(info_get(userinfo, "name"))

    def client_begin(self, number: int, command: UserCmd) -> None:
        """Spawn a client whose first usercmd came."""
        if player := self.players.get(number):
            if self._crew:
                player.spectator = True
                self._crew.arrive(player)
            self._spawn(player, command)

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

    def _space(self, player: Player, command: UserCmd) -> Surroundings:
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

    def client_disconnect(self, number: int) -> None:
        """Forget a client."""
        self.players.pop(number, None)
        if self._crew:
            self._crew.leave(number)
        self.sight.forget(number)
        self._world.unlink(number)

    def client_command(self, number: int, text: str) -> None:
        """Run a reliable command that is not the engine's; nobody speaks before he is in."""
        player = self.players.get(number)
        words = tokenize_rest(text, 2)
        if player is None or not player.in_world or not words:
            return
        match words[0]:
            case "say" | "say_team" | "say_squad" if len(words) > 1:
                said = _printable(_unquoted(words[1]))[:CHAT_CHARS]
                self.messages.append(
                    Message(
                        None, f'h "\x15{strip_colors(player.name)}^7: ^7{said}"', reliable=False
                    )
                )
            case "score":
                self.messages.append(Message(number, self._scores()))
            case "noclip" | "ufo" as way:
                self.messages.append(Message(number, self._fly(player, way), reliable=False))
            case "team" if self._crew and words[1:]:
                self._join(player, words[1].lower())
            case "mr" | "team" | "say" | "say_team" | "say_squad":
                pass
            case command:
                text = f'e "\x15unknown command {_printable(command)[:32]}"'
                self.messages.append(Message(number, text, reliable=False))

    def _join(self, player: Player, word: str) -> None:
        side = next((side for side in Side if side.word == word), None)
        if self._crew and (side is not None or word == "spectator"):
            self._crew.join(player, side)
            self._link(player)

    def _fly(self, player: Player, way: str) -> str:
        """Toggle a cheat; return its answer (spawn2: Scoreboard and command replies)."""
        if not self._cheats:
            return 'e "GAME_CHEATSNOTENABLED"'
        if way == "noclip":
            return f'e "GAME_NOCLIP{"ON" if player.toggle_noclip() else "OFF"}"'
        return f'e "GAME_UFO{"ON" if player.toggle_ufo() else "OFF"}"'

    def _scores(self) -> str:
        """Return the answer to ``score``; the ping of who is still connecting is -1."""
        rows = [
            f" {p.number} {p.score} {p.ping if p.in_world else -1} 0 0"
            for p in self.players.values()
        ]
        while rows and sum(map(len, rows)) > 1000:
            rows.pop()
        return f"b {len(rows)} 0 0" + "".join(rows)

    # -- frames ---------------------------------------------------------------------------------

    def run_frame(self, now: int) -> None:
        """Advance to server time ``now`` and make the states of this frame."""
        passed, self.now = now - self.now, now
        if self.match and self._crew:
            self._crew.tell()
            events = self.match.advance(passed)
            self._crew.settle()
            self.sight.publish(now, events)
        players = [self.players[number] for number in sorted(self.players)]
        for player in players:
            player.end_frame()
        for player in separate(players, self._random):
            self._link(player)
        self.sight.update(now, players)
        self._clients = {
            number: player.client_state() for number, player in sorted(self.players.items())
        }

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
