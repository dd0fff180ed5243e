"""Answers to connectionless requests: queries, challenges, connects and rcon."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from uoproto.connection import Address
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
    StatusResponse,
    parse_request,
    peek_request,
)
from uoserver.game.game import INVALID_PASSWORD
from uoserver.serving.buckets import RateLimit

from .answers import Answers
from .counters import SILENCES
from .handshake import Accepted, Refused, check_connect
from .rcon import Rcon as RconCommands
from .refusals import UNPROVEN, Silence

if TYPE_CHECKING:
    from .state import ServerState

log: Final = logging.getLogger("uoserver")


MIN_BRIEF: Final = 64
"""Bytes that no short answer is below: an address with fewer to its credit costs no parsing."""


class Connectionless:
    """The connectionless side of one server. Every request is rate limited before it is read."""

    def __init__(self, server: ServerState) -> None:
        self._server = server
        self.rcon: Final = RconCommands(server)
        self.answers: Final = Answers(server)
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
            name = peek_request(data)
            limit = self._limits.get(name)
            if limit is None:
                self._server.counters.unreadable += 1
                return
            if not limit.allow(address[0], now):
                if name == "getinfo":
                    self._brief(data, address, now)
                return
            packet = parse_request(data)
        except RemoteProtocolError as error:
            log.debug("%s:%d: %s", *address, error)
            self._server.counters.unreadable += 1
            return
        match packet:
            case GetInfo():
                self._answer(self.answers.info(packet.challenge), address)
            case GetStatus():
                self._answer(self.answers.status(packet.challenge), address)
            case GetChallenge():
                self._challenge(address, now)
            case Connect():
                self._connect(packet, address, now)
            case Rcon():
                self.rcon.receive(packet, address, now)
            case _:
                pass

    # -- queries --------------------------------------------------------------------------------

    def _answer(self, answer: InfoResponse | StatusResponse | None, address: Address) -> None:
        if answer is not None:
            self._server.send(answer.encode(), address)

    def _brief(self, data: bytes, address: Address, now: int) -> None:
        """Answer a ``getinfo`` beyond the limit in short, once its address has paid for it.

        The bytes of what was refused are what it may be sent: nothing is reflected (operators,
        rows 3 and 5).
        """
        limit, host = self._server.limits.query, address[0]
        if limit.earn(host, len(data)) < MIN_BRIEF:
            return
        packet = parse_request(data)
        answer = self.answers.brief(packet.challenge) if isinstance(packet, GetInfo) else None
        if answer is not None and limit.spend(host, len(reply := answer.encode()), now):
            self._server.counters.brief_answers += 1
            self._server.send(reply, address)

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
