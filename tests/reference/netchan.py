"""Netchan headers, fragments and the XOR loop (spec: Netchan transport, XOR transform)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .bits import MAX_MESSAGE, Malformed, Reader, Writer

FRAGMENT: Final = 1300
FRAGMENT_BIT: Final = 0x80000000


@dataclass(frozen=True)
class Packet:
    """A reassembled message; ``qport`` is None from a server."""

    sequence: int
    qport: int | None
    payload: bytes


def split(packet: Packet) -> list[bytes]:
    """Return the datagrams of a message: one, or fragments of 1,300 ending in a shorter one."""

    def header(sequence: int) -> Writer:
        w = Writer()
        w.long(sequence)
        if packet.qport is not None:
            w.short(packet.qport)
        return w

    payload = packet.payload
    if len(payload) < FRAGMENT:
        w = header(packet.sequence)
        w.raw(payload)
        return [bytes(w.data)]
    datagrams = []
    # Up to and including the length, so that an exact multiple ends with an empty fragment.
    for start in range(0, len(payload) + 1, FRAGMENT):
        piece = payload[start : start + FRAGMENT]
        w = header(packet.sequence | FRAGMENT_BIT)
        w.short(start)
        w.short(len(piece))
        w.raw(piece)
        datagrams.append(bytes(w.data))
    return datagrams


def join(datagrams: Sequence[bytes], *, from_client: bool) -> Packet:
    """Reassemble the datagrams of one message; the last one must end it."""
    payload = b""
    first: tuple[int, int | None] | None = None
    for number, datagram in enumerate(datagrams):
        r = Reader(datagram)
        word = r.long() & 0xFFFFFFFF
        qport = r.short() & 0xFFFF if from_client else None
        sequence = word & ~FRAGMENT_BIT
        if first is None:
            first = sequence, qport
        last = number == len(datagrams) - 1
        if not word & FRAGMENT_BIT:
            if len(datagrams) != 1:
                raise Malformed("whole message among fragments")
            return Packet(sequence, qport, datagram[r.readcount :])
        start, length = r.short(), r.short()
        if first != (sequence, qport) or start != len(payload):
            raise Malformed("fragment does not follow")
        payload += r.raw(length)
        if r.readcount != len(datagram) or (length != FRAGMENT) != last:
            raise Malformed("fragment length")
        if len(payload) > MAX_MESSAGE:
            raise Malformed("message too long")
    if first is None:
        raise Malformed("no datagram")
    return Packet(*first, payload)


def xor(body: bytes, initial_key: int, command: str) -> bytes:
    """Run the key loop over ``body``; the text restarts at its NUL, an empty one adds nothing."""
    text = [ord(char) for char in command] + [0]
    key = initial_key & 0xFF
    index = 0
    out = bytearray()
    for i, byte in enumerate(body):
        if text[index] == 0:
            index = 0
        key ^= text[index] << (i & 1) & 0xFF
        if text[index] != 0:
            index += 1
        out.append(byte ^ key)
    return bytes(out)
