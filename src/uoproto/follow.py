"""Follow one direction of a connection from outside: a demo, a capture, a proxy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .connection.frames import ReceivedFrames
from .constants import MAX_LEVEL_OPS
from .errors import LimitExceededError
from .gamestate import Gamestate
from .servermessage import ServerOp, iter_server_ops
from .snapshot import Snapshot
from .states import EntityState, Frame


@dataclass(frozen=True, slots=True)
class UnusableSnapshot:
    """A delta whose base is not held: its values mean nothing."""

    server_time: int
    delta_distance: int
    snap_flags: int


StreamOp = ServerOp | UnusableSnapshot


class ServerStream:
    """A server's messages as its client sees them, with the memory their deltas need.

    It is the context `uoproto.servermessage.iter_server_ops` asks for: baselines of the latest
    gamestate and the last 32 frames.
    """

    def __init__(self, *, lenient: bool = False) -> None:
        self.lenient = lenient
        self.gamestate: Gamestate | None = None
        self.frames = ReceivedFrames()
        self._sequence = 0

    @property
    def baselines(self) -> Mapping[int, EntityState]:
        """Baselines of the latest gamestate."""
        return self.gamestate.baselines if self.gamestate else {}

    @property
    def checksum_feed(self) -> int:
        """The latest gamestate's part of the usercmd key; 0 before one."""
        return self.gamestate.checksum_feed if self.gamestate else 0

    def base_frame(self, delta_distance: int) -> Frame | None:
        """Return the frame a snapshot of the current message is decoded against."""
        return self.frames.content(self._sequence - delta_distance)

    def read(self, sequence: int, body: bytes) -> Iterator[StreamOp]:
        """Read the operations of the message with that netchan sequence, one at a time.

        Raises `RemoteProtocolError` as `uoproto.servermessage.iter_server_ops`, and
        `LimitExceededError` for more gamestates and snapshots than a client takes; the operations
        before the fault have taken effect.
        """
        self._sequence = sequence
        level_ops = 0
        for op in iter_server_ops(body, self):
            level_ops += isinstance(op, (Gamestate, Snapshot))
            if level_ops > MAX_LEVEL_OPS:
                raise LimitExceededError(f"more than {MAX_LEVEL_OPS} gamestates and snapshots")
            if isinstance(op, Gamestate):
                self.gamestate = op
                self.frames = ReceivedFrames()
            yield self._accept(op) if isinstance(op, Snapshot) else op

    def _accept(self, snapshot: Snapshot) -> Snapshot | UnusableSnapshot:
        distance = snapshot.delta_distance
        base_number = self._sequence - distance
        start = self.frames.count(snapshot.frame)
        if distance and base_number > 0 and not self.frames.usable(base_number):
            return UnusableSnapshot(snapshot.server_time, distance, snapshot.snap_flags)
        self.frames.accept(self._sequence, snapshot, start)
        return snapshot
