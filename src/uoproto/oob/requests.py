"""What game servers, masters and the authorization host are sent (spec: Public server commands)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from uoproto.constants import MAX_CHALLENGE_ECHO, MAX_STRING_CHARS, OOB_MARKER, PROTOCOL_VERSION
from uoproto.errors import LimitExceededError, LocalProtocolError
from uoproto.text import clean_command, tokenize

from .connect import CONNECT_PREFIX, Connect
from .packet import (
    OobPacket,
    from_wire,
    one_line,
    open_oob,
    read_int,
    seal_oob,
    seal_text,
    to_wire,
    word,
)

_PUNKBUSTER_PREFIX: Final = b"pb_"
GAME_TAG: Final = "COD-1"
"""What a stock server calls its game in a heartbeat (server: Master)."""
_FLATLINE: Final = "flatline"


def _command_line(name: str, *words: str) -> str:
    return " ".join((name, *map(word, words)))


@dataclass(frozen=True, slots=True)
class GetInfo(OobPacket):
    """``getinfo [challenge]``; the challenge comes back in the `InfoResponse`."""

    challenge: str = ""

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return seal_text(_command_line("getinfo", *_optional(self.challenge)))


@dataclass(frozen=True, slots=True)
class GetStatus(OobPacket):
    """``getstatus [challenge]``; the challenge comes back in the `StatusResponse`."""

    challenge: str = ""

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return seal_text(_command_line("getstatus", *_optional(self.challenge)))


@dataclass(frozen=True, slots=True)
class GetChallenge(OobPacket):
    """``getchallenge``, first step of a connection."""

    def encode(self) -> bytes:
        """Return the datagram."""
        return seal_text("getchallenge")


@dataclass(frozen=True, slots=True)
class Rcon(OobPacket):
    """``rcon PASSWORD COMMAND``, with the final NUL that the stock client sends.

    The password may come bare or quoted. ``command`` is the words behind it joined by single
    blanks, so quotes inside are lost on the way, as in a stock server (server: rcon); but empty
    words stay as ``""``, or no cvar could be emptied.
    """

    password: str = field(repr=False)
    command: str

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`. The line is limited to 1,023 characters."""
        line = f"rcon {word(self.password)} {one_line(self.command)}"
        if len(line) >= MAX_STRING_CHARS:
            raise LocalProtocolError(f"rcon line of {len(line)} characters")
        return seal_oob(to_wire(line) + b"\0")


@dataclass(frozen=True, slots=True)
class Disconnect(OobPacket):
    """``disconnect``, in either direction.

    A server ignores it; a client obeys its server after 3 s without sequenced packets.
    """

    def encode(self) -> bytes:
        """Return the datagram."""
        return seal_text("disconnect")


@dataclass(frozen=True, slots=True)
class IpAuthorize(OobPacket):
    """``ipAuthorize CHALLENGE RESULT ...`` from the authorization host.

    ``result`` is ``accept``, ``deny``, ``demo`` or another word; ``arguments`` what follows it.
    """

    challenge: int
    result: str
    arguments: tuple[str, ...] = ()

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        words = (str(self.challenge), self.result, *self.arguments)
        return seal_text(_command_line("ipAuthorize", *words))


@dataclass(frozen=True, slots=True)
class GetIpAuthorize(OobPacket):
    """``getIpAuthorize CHALLENGE ADDRESS ...`` to the authorization host.

    ``address`` is the client's dotted IPv4 address; ``arguments`` what follows it.
    """

    challenge: int
    address: str
    arguments: tuple[str, ...] = ()

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        words = (str(self.challenge), self.address, *self.arguments)
        return seal_text(_command_line("getIpAuthorize", *words))


@dataclass(frozen=True, slots=True)
class PunkBuster(OobPacket):
    """A packet of the retired PunkBuster subsystem, kept as its raw payload."""

    payload: bytes

    def encode(self) -> bytes:
        """Return the datagram."""
        return seal_oob(self.payload)


@dataclass(frozen=True, slots=True)
class Heartbeat(OobPacket):
    """``heartbeat COD-1`` and a line feed, to a master (spec: Master heartbeat)."""

    tag: str = GAME_TAG

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return seal_text(_command_line("heartbeat", self.tag) + "\n")


@dataclass(frozen=True, slots=True)
class Flatline(OobPacket):
    """``heartbeat flatline`` and a line feed: the server shuts down."""

    def encode(self) -> bytes:
        """Return the datagram."""
        return seal_text(f"heartbeat {_FLATLINE}\n")


@dataclass(frozen=True, slots=True)
class GetServers(OobPacket):
    """``getservers PROTOCOL [keyword ...]``, to a master (spec: Global master query)."""

    protocol: int = PROTOCOL_VERSION
    keywords: tuple[str, ...] = ()

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return seal_text(_command_line("getservers", str(self.protocol), *self.keywords))


@dataclass(frozen=True, slots=True)
class UnknownRequest(OobPacket):
    """A request no receiver knows: its first word, possibly empty, and the raw payload."""

    name: str
    payload: bytes

    def encode(self) -> bytes:
        """Return the datagram."""
        return seal_oob(self.payload)


def is_punkbuster(payload: bytes) -> bool:
    """Whether the payload goes to PunkBuster before ordinary dispatch, in either direction."""
    return payload[: len(_PUNKBUSTER_PREFIX)].lower() == _PUNKBUSTER_PREFIX


def _optional(argument: str) -> tuple[str, ...]:
    return (argument,) if argument else ()


def _argument(words: list[str], index: int) -> str:
    return words[index] if index < len(words) else ""


def _challenge(words: list[str]) -> str:
    text = _argument(words, 1)
    if len(text) > MAX_CHALLENGE_ECHO:
        raise LimitExceededError(f"challenge of {len(text)} characters")
    return text


def _heartbeat(words: list[str]) -> OobPacket:
    tag = _argument(words, 1)
    return Flatline() if tag == _FLATLINE else Heartbeat(tag)


_PARSERS: Final[dict[str, Callable[[list[str]], OobPacket]]] = {
    "connect": lambda words: Connect.from_words(words[1:]),
    "getinfo": lambda words: GetInfo(_challenge(words)),
    "getstatus": lambda words: GetStatus(_challenge(words)),
    "getchallenge": lambda _: GetChallenge(),
    "rcon": lambda words: Rcon(_argument(words, 1), " ".join(word or '""' for word in words[2:])),
    "disconnect": lambda _: Disconnect(),
    "ipauthorize": lambda words: IpAuthorize(
        read_int(_argument(words, 1)), _argument(words, 2), tuple(words[3:])
    ),
    "getipauthorize": lambda words: GetIpAuthorize(
        read_int(_argument(words, 1)), _argument(words, 2), tuple(words[3:])
    ),
    "heartbeat": _heartbeat,
    "getservers": lambda words: GetServers(read_int(_argument(words, 1)), tuple(words[2:])),
}


def _first_line(payload: bytes) -> list[str]:
    return tokenize(clean_command(from_wire(payload).partition("\n")[0]))


def peek_request(datagram: bytes) -> str:
    """Return the command word of a connectionless datagram in lower case, without parsing it.

    For rate limits: unpacking a ``connect`` costs a server about 2 ms. PunkBuster packets give
    their own first word.
    """
    payload = datagram[len(OOB_MARKER) : len(OOB_MARKER) + MAX_STRING_CHARS]
    return _argument(_first_line(payload), 0).lower()


def parse_request(datagram: bytes) -> OobPacket:
    """Parse a datagram that a game server, a master or an authorization host receives.

    The order is the stock server's (server: Datagram entry): PunkBuster's prefix in any case,
    the compressed ``connect`` in lower case only, then the first line, cleaned and cut to 1,023
    characters, by its first word in any case. A ``connect`` that is not in lower case is plain
    text. Text may end in a line feed, a NUL or nothing.

    Raises `RemoteProtocolError`; a request that is merely unknown is an `UnknownRequest`.
    """
    payload = open_oob(datagram)
    if is_punkbuster(payload):
        return PunkBuster(payload)
    if payload.startswith(CONNECT_PREFIX):
        return Connect.from_tail(payload[len(CONNECT_PREFIX) :])
    words = _first_line(payload)
    name = _argument(words, 0)
    parser = _PARSERS.get(name.lower())
    return parser(words) if parser else UnknownRequest(name, payload)
