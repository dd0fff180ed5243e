"""What a client is sent without a connection (spec: Client-side connectionless responses).

Status reports have a module of their own, `uoproto.oob.status`, and server lists
`uoproto.oob.master`.
"""

from __future__ import annotations

from dataclasses import dataclass

from uoproto.errors import check_long

from .packet import OobPacket, one_line, quoted, seal_oob, seal_text, word


@dataclass(frozen=True, slots=True)
class ChallengeResponse(OobPacket):
    """``challengeResponse N [V]``: the challenge, signed 32-bit, and the visibility policy.

    ``only_visible_clients`` is sent when it is not 0 (server: getchallenge).
    """

    challenge: int
    only_visible_clients: int = 0

    def encode(self) -> bytes:
        """Return the datagram.

        Raises `LocalProtocolError` for numbers that are no signed 32-bit integers.
        """
        check_long("challenge", self.challenge)
        check_long("visibility policy", self.only_visible_clients)
        policy = f" {self.only_visible_clients}" if self.only_visible_clients else ""
        return seal_text(f"challengeResponse {self.challenge}{policy}")


@dataclass(frozen=True, slots=True)
class ConnectResponse(OobPacket):
    """``connectResponse``: the server has a slot for the client."""

    def encode(self) -> bytes:
        """Return the datagram."""
        return seal_text("connectResponse")


@dataclass(frozen=True, slots=True)
class InfoResponse(OobPacket):
    """``infoResponse`` and a line with an info string; `uoproto.oob.info` gives it types."""

    info: str

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return seal_text(f"infoResponse\n{one_line(self.info)}")


@dataclass(frozen=True, slots=True)
class Print(OobPacket):
    """``print`` and text of any number of lines: rcon output and messages."""

    text: str

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return seal_text(f"print\n{self.text}")


@dataclass(frozen=True, slots=True)
class Error(OobPacket):
    r"""``error`` and a localisation key, or ``\x15`` and literal text (server: connect)."""

    text: str

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return seal_text(f"error\n{self.text}")


@dataclass(frozen=True, slots=True)
class Echo(OobPacket):
    """``echo TOKEN``: the client is to send the token back as a datagram of its own."""

    token: str

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return seal_text(f"echo {word(self.token)}")

    def answer(self) -> bytes:
        """Return the datagram that the client sends back."""
        return seal_text(self.token)


@dataclass(frozen=True, slots=True)
class Motd(OobPacket):
    """``motd`` and a quoted info string with the outstanding ``challenge`` and ``motd``."""

    info: str

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return seal_text(f"motd {quoted(self.info)}")


@dataclass(frozen=True, slots=True)
class NeedCdKey(OobPacket):
    """``needcdkey``: the client is to ask the authorization host once more."""

    def encode(self) -> bytes:
        """Return the datagram."""
        return seal_text("needcdkey")


@dataclass(frozen=True, slots=True)
class LoadingNewMap(OobPacket):
    """``loadingnewmap``, then a line each for the map and the game type (server: Map change)."""

    map_name: str
    gametype: str

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return seal_text(f"loadingnewmap\n{one_line(self.map_name)}\n{one_line(self.gametype)}")


@dataclass(frozen=True, slots=True)
class UpdateResponse(OobPacket):
    """``updateResponse AVAILABLE URL VERSION`` of the retired update service."""

    available: int
    url: str
    version: str

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return seal_text(f"updateResponse {self.available} {quoted(self.url)} {word(self.version)}")


@dataclass(frozen=True, slots=True)
class KeyAuthorize(OobPacket):
    """``keyAuthorize ...``, which clients recognise and ignore."""

    arguments: tuple[str, ...] = ()

    def encode(self) -> bytes:
        """Return the datagram; see `OobPacket.encode`."""
        return seal_text(" ".join(("keyAuthorize", *map(word, self.arguments))))


@dataclass(frozen=True, slots=True)
class UnknownResponse(OobPacket):
    """A response no client knows: its first word, possibly empty, and the raw payload."""

    name: str
    payload: bytes

    def encode(self) -> bytes:
        """Return the datagram."""
        return seal_oob(self.payload)
