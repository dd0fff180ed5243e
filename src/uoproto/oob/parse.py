"""Dispatch of connectionless datagrams by their command word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from uoproto.errors import BadValueError
from uoproto.text import tokenize

from .master import SERVER_LIST_COMMAND, GetServersResponse
from .packet import OobPacket, from_wire, open_oob, read_int
from .requests import Disconnect, PunkBuster, is_punkbuster, parse_request
from .responses import (
    ChallengeResponse,
    ConnectResponse,
    Echo,
    Error,
    InfoResponse,
    KeyAuthorize,
    LoadingNewMap,
    Motd,
    NeedCdKey,
    Print,
    UnknownResponse,
    UpdateResponse,
)
from .status import GameCompleteStatus, StatusResponse


class _Text(NamedTuple):
    """A response taken apart: words of the first line, the text behind it."""

    words: list[str]
    rest: str
    lenient: bool

    def word(self, index: int) -> str:
        """Return a word of the first line, empty when missing."""
        return self.words[index] if index < len(self.words) else ""

    def integer(self, index: int) -> int:
        """Return a word as integer; `BadValueError` when it is none, unless lenient."""
        return read_int(self.word(index), lenient=self.lenient)

    def lines(self) -> list[str]:
        """Return the lines behind the first."""
        return self.rest.split("\n")


def _challenge_response(text: _Text) -> OobPacket:
    policy = text.integer(2) if len(text.words) > 2 else 0
    return ChallengeResponse(text.integer(1), policy)


def _loading_new_map(text: _Text) -> OobPacket:
    lines = text.lines()
    if len(lines) < 2 and not text.lenient:
        raise BadValueError("loadingnewmap without map or game type")
    return LoadingNewMap(lines[0], lines[1] if len(lines) > 1 else "")


_PARSERS: Final[dict[str, Callable[[_Text], OobPacket]]] = {
    "challengeresponse": _challenge_response,
    "connectresponse": lambda _: ConnectResponse(),
    "inforesponse": lambda text: InfoResponse(text.lines()[0]),
    "statusresponse": lambda text: StatusResponse.from_lines(text.lines(), lenient=text.lenient),
    "gamecompletestatus": lambda text: GameCompleteStatus.from_lines(
        text.lines(), lenient=text.lenient
    ),
    "disconnect": lambda _: Disconnect(),
    "echo": lambda text: Echo(text.word(1)),
    "print": lambda text: Print(text.rest),
    "error": lambda text: Error(text.rest),
    "motd": lambda text: Motd(text.word(1)),
    "needcdkey": lambda _: NeedCdKey(),
    "loadingnewmap": _loading_new_map,
    "updateresponse": lambda text: UpdateResponse(text.integer(1), text.word(2), text.word(3)),
    "keyauthorize": lambda text: KeyAuthorize(tuple(text.words[1:])),
}


def parse_response(datagram: bytes, *, lenient: bool = False) -> OobPacket:
    """Parse a datagram that a client receives, or a status that a master receives.

    Commands match in any case. Text is given as sent, up to a NUL. With ``lenient`` numbers are
    read as the stock client does and malformed player lines are passed over; a tool that asks
    servers of all makes wants that.

    Raises `RemoteProtocolError`; a response that is merely unknown is an `UnknownResponse`.
    """
    payload = open_oob(datagram)
    if is_punkbuster(payload):
        return PunkBuster(payload)
    if payload[: len(SERVER_LIST_COMMAND)].lower() == SERVER_LIST_COMMAND.lower():
        return GetServersResponse.from_payload(payload)
    line, _, rest = from_wire(payload).partition("\n")
    text = _Text(tokenize(line), rest, lenient)
    parser = _PARSERS.get(text.word(0).lower())
    return parser(text) if parser else UnknownResponse(text.word(0), payload)


def parse_oob(datagram: bytes, *, lenient: bool = False) -> OobPacket:
    """Parse a datagram of either direction: no command word but ``disconnect`` has two meanings.

    Raises `RemoteProtocolError`; a packet unknown in both directions is an `UnknownRequest`.
    """
    response = parse_response(datagram, lenient=lenient)
    return parse_request(datagram) if isinstance(response, UnknownResponse) else response
