"""The 32 snapshots both sides remember, and which of them may be a delta base."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..constants import (
    CLIENT_RING,
    CLIENT_RING_SLACK,
    MAX_DELTA_DISTANCE,
    PACKET_BACKUP,
)
from ..snapshot import Snapshot
from ..states import Frame

_MASK: Final = PACKET_BACKUP - 1
NO_PING: Final = 999
"""Ping shown while nothing was measured, and the largest one shown."""
RING_REACH: Final = CLIENT_RING - CLIENT_RING_SLACK
"""Records a base may lie back in the client's entity ring or its client ring."""


class RingCounter:
    """How many entity and client records have gone into a retail client's two rings."""

    __slots__ = ("clients", "entities")

    def __init__(self) -> None:
        self.entities = 0
        self.clients = 0

    def position(self) -> tuple[int, int]:
        """Return both counters: where the next frame's records start."""
        return self.entities, self.clients

    def add(self, frame: Frame) -> None:
        """Count the records of a frame."""
        self.entities += len(frame.entities)
        self.clients += len(frame.clients)


def within_rings(base: tuple[int, int], frame: tuple[int, int]) -> bool:
    """Whether a base is still in both rings for a frame; each given by where its records start."""
    return frame[0] - base[0] <= RING_REACH and frame[1] - base[1] <= RING_REACH


@dataclass(slots=True)
class _Sent:
    message_number: int
    frame: Frame
    ring_start: tuple[int, int]
    sent_ms: int
    acknowledged_ms: int = -1


class SentFrames:
    """The server's history of one client: delta bases and ping (server: Frame loop)."""

    __slots__ = ("_ring", "_slots")

    def __init__(self) -> None:
        self._slots: list[_Sent | None] = [None] * PACKET_BACKUP
        self._ring = RingCounter()

    def store(self, message_number: int, frame: Frame, now: int) -> None:
        """Remember the frame that goes out in a message."""
        start = self._ring.position()
        self._ring.add(frame)
        self._slots[message_number & _MASK] = _Sent(message_number, frame, start, now)

    def forget(self) -> None:
        """Forget every frame: after a gamestate the client holds none of them."""
        self._slots = [None] * PACKET_BACKUP

    def shown(self, message_number: int) -> Frame | None:
        """Return the newest frame held that a client with this newest message can have seen."""
        newest = self._slots[message_number & _MASK]
        if newest and newest.message_number == message_number:  # nearly always
            return newest.frame
        seen = [slot for slot in self._slots if slot and slot.message_number <= message_number]
        return max(seen, key=lambda slot: slot.message_number).frame if seen else None

    def acknowledge(self, message_number: int, now: int) -> None:
        """Note when the client first acknowledged a message."""
        slot = self._slots[message_number & _MASK]
        if slot and slot.message_number == message_number and slot.acknowledged_ms < 0:
            slot.acknowledged_ms = now

    def base(self, delta_message: int, outgoing: int) -> tuple[int, Frame] | None:
        """Return (delta distance, frame) for a snapshot in message ``outgoing``.

        None means a full snapshot: the client has no base (``delta_message`` <= 0), or it lies
        over 28 messages back, or a retail client's rings have run past it.
        """
        distance = outgoing - delta_message
        if delta_message <= 0 or not 0 < distance <= MAX_DELTA_DISTANCE:
            return None
        slot = self._slots[delta_message & _MASK]
        if slot is None or slot.message_number != delta_message:
            return None
        if not within_rings(slot.ring_start, self._ring.position()):
            return None
        return distance, slot.frame

    def ping(self) -> int:
        """Return the mean milliseconds from sending to acknowledgement, at most 999."""
        trips = [
            slot.acknowledged_ms - slot.sent_ms
            for slot in self._slots
            if slot and slot.acknowledged_ms >= 0
        ]
        return min(NO_PING, sum(trips) // len(trips)) if trips else NO_PING


@dataclass(slots=True)
class _Received:
    message_number: int
    frame: Frame
    ring_start: tuple[int, int]
    valid: bool


class ReceivedFrames:
    """The client's history: what a delta refers to, and whether it may be used (parsing)."""

    __slots__ = ("_ring", "_slots", "_start", "newest", "newest_number")

    def __init__(self) -> None:
        self._slots: list[_Received | None] = [None] * PACKET_BACKUP
        self._ring = RingCounter()
        self._start = self._ring.position()
        self.newest: Snapshot | None = None
        self.newest_number = 0

    def content(self, message_number: int) -> Frame | None:
        """Return what stands in the slot of a message, fit or not.

        An unusable delta is still decoded against it, to find its end. There is no message 0 or
        before: a snapshot that refers to one is a full one (parsing: Snapshot acceptance).
        """
        slot = self._slots[message_number & _MASK] if message_number > 0 else None
        return slot.frame if slot else None

    def usable(self, message_number: int) -> bool:
        """Whether a delta against that message gives a true snapshot.

        The frame asked about is the one counted last; its own records do not age the base, which
        a client looks at before it reads them.
        """
        slot = self._slots[message_number & _MASK]
        return (
            slot is not None
            and slot.valid
            and slot.message_number == message_number
            and within_rings(slot.ring_start, self._start)
        )

    def count(self, frame: Frame) -> tuple[int, int]:
        """Count a decoded frame into the rings, accepted or not; return where it starts."""
        self._start = self._ring.position()
        self._ring.add(frame)
        return self._start

    def accept(self, number: int, snapshot: Snapshot, ring_start: tuple[int, int]) -> None:
        """Make a snapshot the newest; slots of messages skipped since the last one are void."""
        for skipped in range(max(self.newest_number + 1, number - PACKET_BACKUP + 1), number):
            slot = self._slots[skipped & _MASK]
            if slot is not None:
                slot.valid = False
        self._slots[number & _MASK] = _Received(number, snapshot.frame, ring_start, valid=True)
        self.newest, self.newest_number = snapshot, number
