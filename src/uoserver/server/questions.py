"""What players may vote on: ``callvote TYPE ARGUMENT``, checked before anybody is asked.

Nothing that a player typed is ever run as console text: words become names of maps, gametypes and
players that are there, or the vote is refused.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from uoproto.connection import ServerConnection, SlotState
from uoserver.files.errors import FileError
from uoserver.game.match.roundrules import Gametype
from uoserver.game.messages import printable
from uoserver.game.named import NobodyError, find_player

from .level import MapError, map_name
from .nextmap import rotate

if TYPE_CHECKING:
    from .maprunner import MapRunner
    from .state import ServerState

log: Final = logging.getLogger("uoserver")

MAX_ARGUMENT: Final = 64
"""Characters of an argument; none that means something is longer."""
GAMETYPES: Final = "|".join(Gametype)
SWITCH: Final = "0|1"
FRIENDLY_FIRE: Final = "0|1|2|3"


class QuestionError(Exception):
    """A vote that cannot be called; the text is the answer in quotes, with its keys."""


@dataclass(frozen=True, slots=True)
class Question:
    """One that is well put."""

    text: str
    """What clients show."""
    run: Callable[[], None]
    """Does it; never raises."""
    stands: Callable[[], bool] = lambda: True
    """Whether it still has a meaning."""


Asker = Callable[["ServerState", "MapRunner", str], Question]
"""Makes a question of the words behind the type of a vote; raises `QuestionError`."""


class Kind(NamedTuple):
    """One type of vote, by all its names; the first is shown."""

    names: tuple[str, ...]
    cvar: str
    usage: str
    ask: Asker


def question(server: ServerState, maps: MapRunner, words: list[str]) -> Question:
    """Return what is to be voted on; ``words`` are those behind ``callvote``.

    Raises `QuestionError`.
    """
    wanted = words[0].lower() if words else ""
    kind = next((kind for kind in KINDS if wanted in kind.names), None)
    if kind is None:
        raise QuestionError(f"\x15callvote {_allowed(server)}")
    if not server.cvars.get_int(kind.cvar):
        raise QuestionError(f"\x15There are no votes of {kind.names[0]} here: {_allowed(server)}")
    argument = " ".join(words[1:])
    if not argument and kind.usage:
        raise QuestionError(f"\x15callvote {kind.names[0]} {kind.usage}")
    if len(argument) > MAX_ARGUMENT:
        raise QuestionError(f"\x15More than {MAX_ARGUMENT} characters")
    return kind.ask(server, maps, argument)


def _allowed(server: ServerState) -> str:
    kinds = [kind for kind in KINDS if server.cvars.get_int(kind.cvar)]
    usages = [f"{kind.names[0]} {kind.usage}".rstrip() for kind in kinds]
    return ", ".join(usages) or "nothing may be voted on"


# -- maps ------------------------------------------------------------------------------------------


def _restart(server: ServerState, maps: MapRunner, argument: str) -> Question:  # noqa: ARG001
    return Question("Start the map over", maps.restart)


def _rotate(server: ServerState, maps: MapRunner, argument: str) -> Question:  # noqa: ARG001
    if not server.cvars.get("sv_mapRotation").strip():
        raise QuestionError("\x15This server has no rotation of maps")

    def run() -> None:
        if not rotate(server, maps, lambda line: log.warning("%s", line)):
            log.warning("no map of sv_mapRotation can be run")

    return Question("Next map of the rotation", run)


def _map(server: ServerState, maps: MapRunner, argument: str) -> Question:
    name = _map_name(server, argument)
    return Question(f"Map {name}", lambda: _load(server, maps, name))


def _typemap(server: ServerState, maps: MapRunner, argument: str) -> Question:
    gametype, _, rest = argument.partition(" ")
    gametype, name = _gametype_name(gametype), _map_name(server, rest)

    def run() -> None:
        server.cvars.set("g_gametype", gametype)
        _load(server, maps, name)

    return Question(f"Gametype {gametype} on map {name}", run)


def _gametype(server: ServerState, maps: MapRunner, argument: str) -> Question:
    gametype = _gametype_name(argument)

    def run() -> None:
        server.cvars.set("g_gametype", gametype)
        maps.restart()

    return Question(f"Gametype {gametype}", run)


def _map_name(server: ServerState, text: str) -> str:
    """Return the short name of a map that is there."""
    try:
        name = map_name(text)
        if server.files.find(f"maps/mp/{name}.bsp") is not None:
            return name
    except (MapError, FileError):
        pass
    raise QuestionError(f"\x15There is no map {printable(text)[:48]} on this server")


def _gametype_name(text: str) -> str:
    if text.lower() not in set(Gametype):
        raise QuestionError(f"\x15There is no gametype {printable(text)[:16]}: {GAMETYPES}")
    return text.lower()


def _setting(name: str, values: str) -> Asker:
    """Return what asks for another value of a cvar, one of those with a | between."""

    def ask(server: ServerState, maps: MapRunner, argument: str) -> Question:  # noqa: ARG001
        if argument not in values.split("|"):
            raise QuestionError(f"\x15{name} is {values}")

        def run() -> None:
            server.cvars.set(name, argument)

        return Question(f"{name} {argument}", run)

    return ask


def _load(server: ServerState, maps: MapRunner, name: str) -> None:
    """Change to a map; one that has become unusable is reported, and nothing changes."""
    try:
        maps.load(name)
    except MapError as error:
        log.warning("%s", error)
        server.broadcast(f'e "\x15The map {name} cannot be run"', reliable=False)


# -- players ---------------------------------------------------------------------------------------


def _kick(server: ServerState, maps: MapRunner, argument: str) -> Question:  # noqa: ARG001
    client, name = _client(server, argument)

    def run() -> None:
        client.drop("EXE_PLAYERKICKED", server.now)

    return Question(f"Kick {name}", run, lambda: _there(server, client))


def _ban(server: ServerState, maps: MapRunner, argument: str) -> Question:  # noqa: ARG001
    client, name = _client(server, argument)

    def run() -> None:
        server.commands.execute(f"tempBanClient {client.client_num} by vote")

    return Question(f"Ban {name} for a while", run, lambda: _there(server, client))


def _client(server: ServerState, text: str) -> tuple[ServerConnection, str]:
    """Return the client of a name or a slot number, and what he is called."""
    try:
        player = find_player(server.level.game.players if server.level else {}, text)
    except NobodyError as error:
        raise QuestionError(str(error)) from error
    client = server.slots[player.number]
    if client is None:
        raise QuestionError("\x15Bots stay: only the host takes them out")
    return client, player.name


def _there(server: ServerState, client: ServerConnection) -> bool:
    """Whether a client is the one in his slot: nobody else is thrown out in his place."""
    same = server.slots[client.client_num] is client
    return same and client.state >= SlotState.CONNECTED


KINDS: Final = (
    Kind(("map",), "g_allowVoteMap", "NAME", _map),
    Kind(("gametype", "g_gametype"), "g_allowVoteGameType", GAMETYPES, _gametype),
    Kind(("typemap",), "g_allowVoteTypeMap", f"{GAMETYPES} NAME", _typemap),
    Kind(("restart", "map_restart"), "g_allowVoteMapRestart", "", _restart),
    Kind(("rotate", "map_rotate"), "g_allowVoteMapRotate", "", _rotate),
    Kind(("kick",), "g_allowVoteKick", "NAME|NUM", _kick),
    Kind(("clientkick",), "g_allowVoteClientKick", "NUM", _kick),
    Kind(("tempbanuser",), "g_allowVoteTempBanUser", "NAME|NUM", _ban),
    Kind(("tempbanclient",), "g_allowVoteTempBanClient", "NUM", _ban),
    Kind(
        *(("drawfriend", "setdrawfriend"), "g_allowVoteDrawFriend", SWITCH),
        _setting("scr_drawfriend", SWITCH),
    ),
    Kind(
        *(("killcam", "setkillcam"), "g_allowVoteKillCam", SWITCH),
        _setting("scr_killcam", SWITCH),
    ),
    Kind(
        *(("friendlyfire", "setfriendlyfire"), "g_allowVoteFriendlyFire", FRIENDLY_FIRE),
        _setting("scr_friendlyfire", FRIENDLY_FIRE),
    ),
)
