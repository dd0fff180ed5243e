"""Both sides of a download over a link that loses, doubles and delays blocks."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from uoproto.download import (
    DownloadAction,
    DownloadBlock,
    DownloadReceiver,
    DownloadSender,
    Finished,
    SendCommand,
    WriteData,
)

BLOCK = 2048
DATA = bytes(range(256)) * 8 * 21  # twenty-one blocks


@dataclass
class Link:
    """Carries blocks that may be lost, doubled or late, and reliable commands with a delay."""

    sender: DownloadSender
    receiver: DownloadReceiver
    delay: int
    """Ticks a command takes."""
    now: int = 0
    file: bytearray = field(default_factory=bytearray)
    finished: int = 0
    late: list[DownloadBlock] = field(default_factory=list)
    commands: deque[tuple[int, str]] = field(default_factory=deque)

    def tick(self, fate: str, blocks: int) -> None:
        """Let 50 ms pass: one message with up to so many blocks, and the commands due."""
        self.now += 50
        while self.commands and self.commands[0][0] <= self.now:
            self._command(self.commands.popleft()[1])
        sent = [] if self.sender.done else self.sender.blocks_to_send(self.now, blocks)
        if fate == "lost":
            return
        if fate == "late":
            self.late += sent
            return
        held, self.late = self.late, []
        for block in [*sent, *(sent if fate == "doubled" else []), *held]:
            for action in self.receiver.receive(block):
                self._act(action)

    def _act(self, action: DownloadAction) -> None:
        match action:
            case WriteData():
                self.file += action.data
            case SendCommand():
                self.commands.append((self.now + 50 * self.delay, action.text))
            case Finished():
                self.finished += 1
            case _:
                raise AssertionError(action)

    def _command(self, text: str) -> None:
        name, _, number = text.partition(" ")
        if name == "nextdl":
            self.sender.acknowledge(int(number), self.now)
        elif name == "retransdl":
            self.sender.retransmit(int(number))
        else:
            # Only a block that was still under way when the file was complete asks for this.
            assert name == "stopdl"
            assert self.finished


FATES = st.lists(
    st.tuples(st.sampled_from(["kept", "lost", "doubled", "late"]), st.integers(0, 9)),
    max_size=60,
)


@given(st.integers(0, 21 * BLOCK), FATES, st.integers(1, 30))
def test_a_file_arrives_over_a_lossy_link(
    size: int, fates: list[tuple[str, int]], delay: int
) -> None:
    data = DATA[:size]
    link = Link(DownloadSender("mp_x.pk3", data), DownloadReceiver(), delay)
    for fate, blocks in fates:
        link.tick(fate, blocks)
    ticks = 0
    while not link.sender.done:
        link.tick("kept", 3)
        ticks += 1
        assert ticks < 2000, "the transfer is stuck"
    assert link.file == data
    assert link.finished == 1
