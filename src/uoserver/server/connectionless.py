"""Answers to connectionless requests: queries, challenges, connects and rcon."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from uoproto.connection import Address, SlotState
from uoproto.errors import RemoteProtocolError
from uoproto.oob import (
    ChallengeResponse,
    Connect,
    ConnectResponse,
    Error,
    GetChallenge,
    GetInfo,
    GetStatus,
    InfoResponse,
    Rcon,
    ServerInfo,
    StatusPlayer,
    StatusResponse,
    parse_request,
    peek_request,
    status_info,
)
from uoserver.game.game import INVALID_PASSWORD
from uoserver.serving.buckets import RateLimit

from .counters import SILENCES
from .guesses import password_needed
from .handshake import Accepted, Refused, check_connect
from .rcon import Rcon as RconCommands
from .refusals import UNPROVEN, Silence

if TYPE_CHECKING:
    from .state import ServerState

log: Final = logging.getLogger("uoserver")


class Connectionless:
    """The connectionless side of one server. Every request is rate limited before it is read."""

    def __init__(self, server: ServerState) -> None:
        self._server = server
        self.rcon: Final = RconCommands(server)
        limits = server.limits
        self._limits: dict[str, RateLimit] = {
            "getinfo": limits.query,
            "getstatus": limits.query,
            "getchallenge": limits.challenge,
            "connect": limits.connect,
            "rcon": limits.rcon,
        }

    def receive(self, data: bytes, address: Address, now: int) -> None:
        """Take a connectionless datagram; what is unknown, damaged or too much is passed over."""
        try:
            limit = self._limits.get(peek_request(data))
            if limit is None:
                self._server.counters.unreadable += 1
                return
            if not limit.allow(address[0], now):
                return
            packet = parse_request(data)
        except RemoteProtocolError as error:
            log.debug("%s:%d: %s", *address, error)
            self._server.counters.unreadable += 1
            return
        match packet:
            case GetInfo():
                self._info(packet, address)
            case GetStatus():
                self._status(packet, address)
            case GetChallenge():
                self._challenge(address, now)
            case Connect():
                self._connect(packet, address, now)
            case Rcon():
                self.rcon.receive(packet, address, now)
            case _:
                pass

    # -- queries --------------------------------------------------------------------------------

    def _password_needed(self) -> bool:
        return bool(password_needed(self._server.cvars))

    def _info(self, packet: GetInfo, address: Address) -> None:
        server, cvars = self._server, self._server.cvars
        if server.level is None:
            return
        connected = server.clients(SlotState.CONNECTED)
        private = cvars.get_int("sv_privateClients")
        in_private = sum(1 for client in connected if client.client_num < private)
        info = ServerInfo(
            challenge=packet.challenge,
            hostname=cvars.get("sv_hostname"),
            mapname=server.level.name,
            clients=len(connected) + len(server.level.game.bots()),
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
        server.send(InfoResponse(info.to_info()).encode(), address)

    def _status(self, packet: GetStatus, address: Address) -> None:
        if self._server.level is not None:
            self._server.send(self.status(packet.challenge).encode(), address)

    def status(self, challenge: str = "") -> StatusResponse:
        """Return the settings and the players."""
        cvars = self._server.cvars
        info = status_info(
            cvars.serverinfo(),
            challenge=challenge,
            password=self._password_needed(),
            mod=True,
            con_disabled=bool(cvars.get_int("sv_disableClientConsole")),
        )
        return StatusResponse(info, self._players())

    def _players(self) -> tuple[StatusPlayer, ...]:
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

    # -- handshake ------------------------------------------------------------------------------

    def _challenge(self, address: Address, now: int) -> None:
        server = self._server
        challenge = server.challenges.issue(address, now)
        visible = server.cvars.get_int("sv_onlyVisibleClients")
        server.send(ChallengeResponse(challenge, visible).encode(), address)

    def _connect(self, packet: Connect, address: Address, now: int) -> None:
        server = self._server
        decision = check_connect(packet, address, server, now)
        if isinstance(decision, Accepted):
            refusal = server.add_client(
                decision.slot, address, packet.userinfo, packet.qport, packet.challenge, now
            )
            if refusal is None:
                server.send(ConnectResponse().encode(), address)
                return
            if refusal == INVALID_PASSWORD:
                server.guesses.count(address[0], now)
            decision = Refused(refusal)
        if isinstance(decision, Silence):
            server.counters.refused[SILENCES[decision]] += 1
        if isinstance(decision, Refused):
            server.counters.refuse(decision.text)
            # without a proven address, a line for each would let anybody fill the log
            level = logging.DEBUG
            if decision.text not in UNPROVEN:
                level = server.noise.level(logging.INFO, address[0], now)
            log.log(level, "refused %s:%d: %s", *address, decision.text.lstrip("\x15"))
            server.send(Error(decision.text).encode(), address)
