"""What queries are answered: built a few times a second at most, however many ask."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from uoproto.connection import SlotState
from uoproto.constants import MAX_INFO_STRING, PROTOCOL_VERSION
from uoproto.oob import InfoResponse, ServerInfo, StatusPlayer, StatusResponse, status_info
from uoproto.text import info_build, info_remove

from .guesses import password_needed

if TYPE_CHECKING:
    from .level import Level
    from .state import ServerState

KEPT_MS: Final = 250
"""How old an answer may be."""
MAX_BRIEF_HOSTNAME: Final = 48
MAX_BRIEF_GAMETYPE: Final = 16
"""A short answer stays short, whatever the host called his server."""


class Answers:
    """Answers to queries of one server; there are none without a map."""

    def __init__(self, server: ServerState) -> None:
        self._server: Final = server
        self._level: Level | None = None
        self._built = 0
        self._info = ServerInfo()
        self._bare_info = self._bare_brief = ""
        self._serverinfo = self._bare_status = ""
        self._extras_at = 0
        self._players: tuple[StatusPlayer, ...] = ()

    def info(self, challenge: str) -> InfoResponse | None:
        """Return the answer to ``getinfo``."""
        if not self._refresh():
            return None
        pair = _pair(challenge)
        if len(pair) + len(self._bare_info) < MAX_INFO_STRING:
            return InfoResponse(pair + self._bare_info)
        return InfoResponse(replace(self._info, challenge=challenge).to_info())

    def brief(self, challenge: str) -> InfoResponse | None:
        """Return what a list of servers needs of that answer; None where there is no room."""
        if not self._refresh():
            return None
        info = _pair(challenge) + self._bare_brief
        return InfoResponse(info) if len(info) < MAX_INFO_STRING else None

    def status(self, challenge: str) -> StatusResponse | None:
        """Return the answer to ``getstatus``."""
        if not self._refresh():
            return None
        pair, bare = _pair(challenge), self._bare_status
        if len(pair) + len(bare) < MAX_INFO_STRING:
            info = bare[: self._extras_at] + pair + bare[self._extras_at :]
        else:
            info = self._status_info(self._serverinfo, challenge)
        return StatusResponse(info, self._players)

    def status_now(self) -> StatusResponse:
        """Return the settings and the players as they are."""
        info = self._status_info(self._server.cvars.serverinfo(), "")
        return StatusResponse(info, self._find_players())

    # -- building -------------------------------------------------------------------------------

    def _refresh(self) -> bool:
        """Build what is too old; return whether there is a map."""
        server, level = self._server, self._server.level
        if level is None:
            return False
        if level is self._level and 0 <= server.now - self._built < KEPT_MS:
            return True
        self._level, self._built = level, server.now
        self._info = self._find_info(level)
        self._bare_info = self._info.to_info()
        self._bare_brief = self._brief()
        self._serverinfo = info_remove(server.cvars.serverinfo(), "challenge")
        self._bare_status = self._status_info(self._serverinfo, "")
        self._extras_at = len(self._serverinfo)
        self._players = self._find_players()
        return True

    def _password_needed(self) -> bool:
        return bool(password_needed(self._server.cvars))

    def _find_info(self, level: Level) -> ServerInfo:
        server, cvars = self._server, self._server.cvars
        connected = server.clients(SlotState.CONNECTED)
        private = cvars.get_int("sv_privateClients")
        in_private = sum(1 for client in connected if client.client_num < private)
        return ServerInfo(
            hostname=cvars.get("sv_hostname"),
            mapname=level.name,
            clients=len(connected) + len(level.game.bots()),
            max_clients=max(0, cvars.get_int("sv_maxclients") - private + in_private),
            gametype=cvars.get("g_gametype"),
            pure=cvars.get_int("sv_pure"),
            min_ping=cvars.get_int("sv_minPing"),
            max_ping=cvars.get_int("sv_maxPing"),
            game=cvars.get("fs_game"),
            allow_anonymous=cvars.get_int("sv_allowAnonymous"),
            pswrd=int(self._password_needed()),
            ff=cvars.get_int("scr_friendlyfire"),
            kc=cvars.get_int("scr_killcam"),
            timeouts_allowed=cvars.get_int("g_timeoutsallowed"),
            jps=cvars.get_int("scr_allow_jeeps"),
            tnk=cvars.get_int("scr_allow_tanks"),
            pb=cvars.get_int("sv_punkbuster"),
            mod=1,  # as stock says of every server that is not pure
        )

    def _brief(self) -> str:
        info = self._info
        hostname = info.hostname[:MAX_BRIEF_HOSTNAME]
        numbers = {"clients": info.clients, "sv_maxclients": info.max_clients}
        return info_build(
            [
                ("protocol", str(PROTOCOL_VERSION)),
                ("hostname", hostname),
                ("mapname", info.mapname),
                *((key, str(number)) for key, number in numbers.items() if number),
                ("gametype", info.gametype[:MAX_BRIEF_GAMETYPE]),
            ]
        )

    def _status_info(self, serverinfo: str, challenge: str) -> str:
        return status_info(
            serverinfo,
            challenge=challenge,
            password=self._password_needed(),
            mod=True,
            con_disabled=bool(self._server.cvars.get_int("sv_disableClientConsole")),
        )

    def _find_players(self) -> tuple[StatusPlayer, ...]:
        level = self._server.level
        if level is None:
            return ()
        players = level.game.players
        pings = {each.client_num: each.ping for each in self._server.clients(SlotState.CONNECTED)}
        pings |= dict.fromkeys(level.game.bots(), 0)
        return tuple(
            StatusPlayer(player.score, ping, player.name)
            for number, ping in sorted(pings.items())
            if (player := players.get(number)) is not None
        )


def _pair(challenge: str) -> str:
    r"""Return ``\challenge\...`` as an info string holds it, or nothing for an empty one."""
    return info_build([("challenge", challenge)])
