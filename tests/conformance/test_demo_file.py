"""A demo that the server records is read by the rules of the page, and not if one is broken."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest

from tests.server.host import Host, active
from uoproto.connection.events import SnapshotReceived
from uoproto.demo import DemoPlayer, DemoReader, DemoRecord, ServerRecorder
from uoproto.errors import UoError
from uoproto.follow import UnusableSnapshot
from uoproto.gamestate import Gamestate
from uoproto.servermessage import ServerCommand
from uoproto.snapshot import Snapshot

HEAD = 8
END = b"\xff" * HEAD


@pytest.fixture(scope="module")
def recorded() -> tuple[Host, bytes]:
    """Two seconds of a client in play, with a command."""
    host = active(1, scr_match="0")
    host.run(1000)
    level, client = host.server.level, host.server.slots[0]
    assert level is not None
    assert client is not None
    stream = BytesIO()
    source = (level.configstrings.values, level.game.baselines)
    recorder = ServerRecorder(client, stream, lambda: source)
    host.run(1000)
    host.server.broadcast('e "hello"')
    host.run(1000)
    recorder.close()
    return host, stream.getvalue()


def _records(data: bytes) -> list[bytes]:
    """Return the records of a file by their lengths alone, without the end."""
    found = []
    while data != END:
        length = HEAD + int.from_bytes(data[4:8], "little")
        found.append(data[:length])
        data = data[length:]
    return found


def test_a_recording_keeps_the_rules(recorded: tuple[Host, bytes]) -> None:
    host, data = recorded
    player = DemoPlayer(BytesIO(data))
    first, second, *others = messages = list(player)
    assert player.reader.complete
    (gamestate,) = first.operations
    assert isinstance(gamestate, Gamestate)
    assert gamestate.configstrings[2] == "cod"
    (snapshot,) = [each for each in second.operations if isinstance(each, Snapshot)]
    assert snapshot.delta_distance == 0
    assert any(isinstance(op, ServerCommand) for each in others for op in each.operations)
    numbers = [message.sequence for message in messages[1:]]
    taken = [
        each.message_number for each in host.clients[0].events if isinstance(each, SnapshotReceived)
    ]
    assert numbers == taken[taken.index(numbers[0]) :]


def _renumbered(records: list[bytes]) -> list[bytes]:
    """Count from 500 from the fourth record on, as if deltas did not refer to numbers."""
    changed = [
        number.to_bytes(4, "little") + record[4:] for number, record in enumerate(records[3:], 500)
    ]
    return records[:3] + changed


@pytest.mark.parametrize(
    "spoil",
    [_renumbered, lambda records: records[:1] + records[-5:]],
    ids=["renumbered", "no full snapshot"],
)
def test_snapshots_without_a_base_are_no_snapshots(
    spoil: Callable[[list[bytes]], list[bytes]], recorded: tuple[Host, bytes]
) -> None:
    data = b"".join(spoil(_records(recorded[1]))) + END
    last = list(DemoPlayer(BytesIO(data)))[-1]
    assert any(isinstance(op, UnusableSnapshot) for op in last.operations)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda records: [records[0][:7] + b"\x80" + records[0][8:]],  # a negative length
        lambda records: [b"\xfe\xff\xff\xff" + records[0][4:]],  # a negative number
        lambda records: [records[0], records[1][:-1] + bytes([records[1][-1] ^ 0xFF])],
        lambda records: [records[0][:HEAD] + b"\0\0\0\0" + b"\xaa" * (len(records[0]) - 12)],
    ],
    ids=["length", "number", "last byte", "gamestate"],
)
def test_a_broken_file_is_refused(
    spoil: Callable[[list[bytes]], list[bytes]], recorded: tuple[Host, bytes]
) -> None:
    data = b"".join(spoil(_records(recorded[1]))) + END
    with pytest.raises(UoError):
        list(DemoPlayer(BytesIO(data)))


def test_a_file_may_simply_end(recorded: tuple[Host, bytes]) -> None:
    whole = list(DemoReader(BytesIO(recorded[1])))
    data = recorded[1].removesuffix(END)
    assert list(DemoReader(BytesIO(data))) == whole
    reader = DemoReader(BytesIO(data[:-1]))
    records: list[DemoRecord] = list(reader)
    assert records == whole[:-1]
    assert reader.truncated
