"""The netchan: sequences, qport, fragments (spec: Netchan transport; msg: netchan).

A netchan carries opaque payloads (clear header and obfuscated body). It never resends: what is
lost is repeated by the layers above, in later messages.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from struct import Struct
from typing import Final

from .constants import FRAGMENT_BIT, FRAGMENT_SIZE, MAX_DATAGRAM, MAX_MSGLEN, MAX_SEQUENCE
from .errors import (
    BadValueError,
    LimitExceededError,
    LocalProtocolError,
    TruncatedError,
    check_integer,
)

LAST_SEQUENCE: Final = MAX_SEQUENCE - 1
"""Highest sequence a netchan sends: a fragment of 0x7fffffff would read as 0xffffffff, the
connectionless marker (spec: Sequence-space caveat)."""

MAX_QPORT: Final = 0xFFFF

_SEQUENCE: Final = Struct("<I")
_QPORT: Final = Struct("<H")
_FRAGMENT: Final = Struct("<hh")


class Side(Enum):
    """Which end of the connection; only client-to-server datagrams carry a qport."""

    CLIENT = "client"
    SERVER = "server"

    @property
    def peer(self) -> Side:
        """The other end."""
        return Side.SERVER if self is Side.CLIENT else Side.CLIENT


class SequenceExhaustedError(LocalProtocolError):
    """The next sequence would collide with the fragment bit; the connection must be reopened."""


@dataclass(frozen=True, slots=True)
class Packet:
    """One sequenced datagram, taken apart.

    ``qport`` is None from a server; ``fragment_start`` is None for a whole message.
    """

    sequence: int
    qport: int | None
    fragment_start: int | None
    data: bytes

    @property
    def is_last(self) -> bool:
        """Whether the message ends with this datagram."""
        return self.fragment_start is None or len(self.data) < FRAGMENT_SIZE


def build_packet(packet: Packet) -> bytes:
    """Return the datagram of a packet.

    Raises `LocalProtocolError` for a sequence, qport or fragment its header cannot hold. (It is
    `build_datagrams` that keeps to `LAST_SEQUENCE`.)
    """
    check_integer("sequence", packet.sequence, 0, MAX_SEQUENCE)
    fragment = packet.fragment_start is not None
    parts = [_SEQUENCE.pack(packet.sequence | (FRAGMENT_BIT if fragment else 0))]
    if packet.qport is not None:
        check_integer("qport", packet.qport, 0, MAX_QPORT)
        parts.append(_QPORT.pack(packet.qport))
    if packet.fragment_start is not None:
        check_integer("fragment start", packet.fragment_start, 0, 0x7FFF)
        check_integer("fragment length", len(packet.data), 0, FRAGMENT_SIZE)
        parts.append(_FRAGMENT.pack(packet.fragment_start, len(packet.data)))
    parts.append(packet.data)
    return b"".join(parts)


def parse_packet(datagram: bytes, sender: Side) -> Packet:
    """Take a sequenced datagram of ``sender`` apart.

    Raises `TruncatedError` where it is shorter than its header, `BadValueError` for a fragment
    whose start or length is negative or whose length differs from the bytes that follow.
    """
    start = 4 if sender is Side.SERVER else 6
    if len(datagram) < start:
        raise TruncatedError(f"datagram of {len(datagram)} bytes, its header takes {start}")
    if len(datagram) > MAX_DATAGRAM:
        raise LimitExceededError(f"datagram of {len(datagram)} bytes, at most {MAX_DATAGRAM}")
    word: int = _SEQUENCE.unpack_from(datagram)[0]
    qport: int | None = None
    if sender is Side.CLIENT:
        qport = _QPORT.unpack_from(datagram, 4)[0]
    if not word & FRAGMENT_BIT:
        return Packet(word, qport, None, datagram[start:])
    if len(datagram) < start + 4:
        raise TruncatedError("datagram ends inside its fragment header")
    offset, length = _FRAGMENT.unpack_from(datagram, start)
    data = datagram[start + 4 :]
    if offset < 0 or not 0 <= length <= FRAGMENT_SIZE or length > len(data):
        raise BadValueError(f"fragment at {offset} of {length} bytes, {len(data)} follow")
    return Packet(word & MAX_SEQUENCE, qport, offset, data[:length])


def build_datagrams(payload: bytes, sequence: int, qport: int | None = None) -> list[bytes]:
    """Return every datagram of one message, in send order.

    A payload of 1,300 bytes or more is cut into fragments; one of an exact multiple ends with an
    empty fragment. ``qport`` is the client's, None for a server. Raises `LocalProtocolError` for
    a payload over 32,768 bytes, a negative sequence or a qport outside 0..65535, and
    `SequenceExhaustedError` past `LAST_SEQUENCE`.
    """
    if len(payload) > MAX_MSGLEN:
        raise LocalProtocolError(f"message of {len(payload)} bytes, at most {MAX_MSGLEN}")
    if sequence > LAST_SEQUENCE:
        raise SequenceExhaustedError(f"sequence {sequence:#x}, last is {LAST_SEQUENCE:#x}")
    if len(payload) < FRAGMENT_SIZE:
        return [build_packet(Packet(sequence, qport, None, payload))]
    return [
        build_packet(Packet(sequence, qport, start, payload[start : start + FRAGMENT_SIZE]))
        for start in range(0, len(payload) + 1, FRAGMENT_SIZE)
    ]


class Netchan:
    """One end of a sequenced channel.

    A client sends all fragments of a message at once with `send_all`; a server takes them one per
    due time with `send` and `next_fragment` (msg: Further facts).

    Raises `LocalProtocolError` for a qport outside 0..65535.
    """

    __slots__ = (
        "_fragment_sequence",
        "_fragments",
        "_unsent",
        "dropped",
        "incoming_sequence",
        "outgoing_sequence",
        "qport",
        "side",
        "total_dropped",
    )

    def __init__(self, side: Side, qport: int = 0) -> None:
        check_integer("qport", qport, 0, MAX_QPORT)
        self.side = side
        self.qport = qport
        self.outgoing_sequence = 1
        """Sequence of the next message; while fragments are unsent, of the current one."""
        self.incoming_sequence = 0
        """Sequence of the last message accepted."""
        self.dropped = 0
        """Messages missing directly before the last one accepted."""
        self.total_dropped = 0
        self._unsent: list[bytes] = []
        self._fragments = bytearray()
        self._fragment_sequence = 0

    # -- sending --------------------------------------------------------------------------------

    @property
    def unsent_fragments(self) -> int:
        """Datagrams of the current message still to be taken."""
        return len(self._unsent)

    @property
    def unsent_bytes(self) -> int:
        """Bytes of those datagrams."""
        return sum(map(len, self._unsent))

    @property
    def exhausted(self) -> bool:
        """Whether the sequence space of either direction is used up."""
        return self.outgoing_sequence > LAST_SEQUENCE or self.incoming_sequence >= LAST_SEQUENCE

    def send(self, payload: bytes) -> bytes:
        """Start a message and return its first datagram.

        Raises as `build_datagrams`, and `LocalProtocolError` while an earlier message still has
        fragments to send.
        """
        if self._unsent:
            raise LocalProtocolError("the last message still has unsent fragments")
        qport = self.qport if self.side is Side.CLIENT else None
        first, *self._unsent = build_datagrams(payload, self.outgoing_sequence, qport)
        if not self._unsent:
            self.outgoing_sequence += 1
        return first

    def next_fragment(self) -> bytes:
        """Return the next datagram of the current message; the last one ends it."""
        if not self._unsent:
            raise LocalProtocolError("no fragment is waiting")
        datagram = self._unsent.pop(0)
        if not self._unsent:
            self.outgoing_sequence += 1
        return datagram

    def send_all(self, payload: bytes) -> list[bytes]:
        """Send a message whole: all its datagrams, in order."""
        datagrams = [self.send(payload)]
        datagrams += self.flush()
        return datagrams

    def flush(self) -> list[bytes]:
        """Return all datagrams the current message still has."""
        return [self.next_fragment() for _ in range(len(self._unsent))]

    # -- receiving ------------------------------------------------------------------------------

    def receive(self, datagram: bytes) -> bytes | None:
        """Take a datagram; return the payload of the message it completes, else None.

        Stale and duplicate sequences and fragments that do not continue the message are passed
        over. Raises as `open`.
        """
        opened = self.open(datagram)
        if opened is None:
            return None
        self.accept(opened[0])
        return opened[1]

    def open(self, datagram: bytes) -> tuple[int, bytes] | None:
        """Take a datagram as `receive` does, but leave the sequence to `accept`.

        Returns (sequence, payload) of a complete message. Who can tell a true payload from a
        forged one calls `accept` for the true ones only, so that a stranger's datagram cannot
        make the peer's next ones look old. Raises as `parse_packet`, and `LimitExceededError`
        for a message that would pass 32,768 bytes; the message in assembly is given up then.
        """
        packet = parse_packet(datagram, self.side.peer)
        if packet.sequence <= self.incoming_sequence:
            return None
        if packet.fragment_start is None:
            return packet.sequence, packet.data
        if packet.sequence != self._fragment_sequence:
            self._fragment_sequence = packet.sequence
            self._fragments.clear()
        if packet.fragment_start != len(self._fragments):
            return None
        if len(self._fragments) + len(packet.data) > MAX_MSGLEN:
            self._fragments.clear()
            raise LimitExceededError(f"fragments join to more than {MAX_MSGLEN} bytes")
        self._fragments += packet.data
        if not packet.is_last:
            return None
        payload = bytes(self._fragments)
        self._fragments.clear()
        return packet.sequence, payload

    def accept(self, sequence: int) -> None:
        """Make an opened message the newest one; older ones are stale from now on."""
        self.dropped = sequence - self.incoming_sequence - 1
        self.total_dropped += self.dropped
        self.incoming_sequence = sequence
