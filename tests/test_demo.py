from __future__ import annotations

import struct
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from tests.level import BASELINES, CONFIGSTRINGS, Session, recording
from tests.pair import Pair
from uoproto.connection import SlotState
from uoproto.demo import (
    DemoPlayer,
    DemoReader,
    DemoRecord,
    DemoRecorder,
    DemoWriter,
    ServerRecorder,
    gamestate_record,
)
from uoproto.errors import DemoError, LocalProtocolError
from uoproto.follow import UnusableSnapshot
from uoproto.gamestate import Gamestate
from uoproto.huffman.fixed import compress, decompress
from uoproto.servermessage import ServerCommand
from uoproto.snapshot import Snapshot
from uoproto.states import EntityState

END = struct.pack("<ii", -1, -1)


def record(sequence: int, payload: bytes) -> bytes:
    return struct.pack("<ii", sequence, len(payload)) + payload


payloads = st.binary(min_size=4, max_size=40)
records = st.lists(st.builds(DemoRecord, st.integers(0, 2**31 - 1), payloads), max_size=5)


# -- records ------------------------------------------------------------------------------------


@given(records)
def test_reader_returns_what_the_writer_took(written: list[DemoRecord]) -> None:
    stream = BytesIO()
    writer = DemoWriter(stream)
    for item in written:
        writer.write(item)
    writer.close()
    stream.seek(0)
    reader = DemoReader(stream)
    assert list(reader) == written
    assert reader.complete
    assert not reader.truncated


def test_the_bytes_of_a_file() -> None:
    stream = BytesIO()
    writer = DemoWriter(stream)
    writer.write(DemoRecord(258, b"\x03\x00\x00\x00\xaa"))
    writer.close()
    assert stream.getvalue().hex(" ") == (
        "02 01 00 00 05 00 00 00 03 00 00 00 aa ff ff ff ff ff ff ff ff"
    )


@pytest.mark.parametrize(
    ("data", "count", "truncated"),
    [
        (b"", 0, False),
        (record(1, b"abcd"), 1, False),
        (record(1, b"abcd") + b"\x02\0\0", 1, True),
        (record(1, b"abcd") + record(2, b"abcdefgh")[:-1], 1, True),
        (record(1, b"abcd") + record(2, b"abcd")[:8], 1, True),
    ],
)
def test_a_file_may_simply_end(data: bytes, count: int, truncated: bool) -> None:
    reader = DemoReader(BytesIO(data))
    assert len(list(reader)) == count
    assert reader.truncated is truncated
    assert not reader.complete


def test_what_follows_the_end_marker_is_not_read() -> None:
    reader = DemoReader(BytesIO(record(1, b"abcd") + END + record(2, b"abcd")))
    assert [item.sequence for item in reader] == [1]


@pytest.mark.parametrize("head", [(-1, 4), (-2, -1), (1, -1), (1, 3), (1, 32769), (0, 2**31 - 1)])
def test_a_damaged_head_is_refused(head: tuple[int, int]) -> None:
    data = record(1, b"abcd") + struct.pack("<ii", *head) + bytes(40000)
    reader = iter(DemoReader(BytesIO(data)))
    next(reader)
    with pytest.raises(DemoError, match="record 1"):
        next(reader)


@pytest.mark.parametrize(
    "bad", [DemoRecord(-1, b"abcd"), DemoRecord(1, b"abc"), DemoRecord(1, bytes(32769))]
)
def test_the_writer_refuses_what_a_reader_would(bad: DemoRecord) -> None:
    stream = BytesIO()
    with pytest.raises(LocalProtocolError):
        DemoWriter(stream).write(bad)
    assert not stream.getvalue()


@given(st.binary(max_size=300))
def test_any_bytes_are_records_or_a_demo_error(data: bytes) -> None:
    try:
        for item in DemoReader(BytesIO(data)):
            assert 4 <= len(item.payload) <= 32768
    except DemoError:
        pass


# -- recording and playback ---------------------------------------------------------------------


def test_recording_needs_an_active_client() -> None:
    with pytest.raises(LocalProtocolError, match="DISCONNECTED"):
        DemoRecorder(Session(start=False).client, BytesIO())


def test_a_recording_starts_with_the_level_and_a_full_snapshot() -> None:
    session = Session()
    session.server.send_command("d 20 changed")
    session.run(4)
    sent_before = session.client.message_acknowledge
    messages = list(DemoPlayer(recording(session, 8)))
    first, second, third = messages[:3]

    (gamestate,) = first.operations
    assert isinstance(gamestate, Gamestate)
    assert gamestate.configstrings == {**CONFIGSTRINGS, 20: "changed"}
    assert gamestate.baselines == BASELINES
    assert gamestate.command_sequence == session.client.server_commands.sequence
    assert first.acknowledge == session.client.commands.sequence
    assert first.sequence >= sent_before

    assert second.sequence > first.sequence
    snapshots = [op for op in second.operations if isinstance(op, Snapshot)]
    assert [snapshot.delta_distance for snapshot in snapshots] == [0]
    later = [op for op in third.operations if isinstance(op, Snapshot)]
    assert later[0].delta_distance > 0


def test_playback_shows_what_the_client_saw() -> None:
    session = Session()
    stream = BytesIO()
    recorder = DemoRecorder(session.client, stream)
    session.snapshots.clear()
    session.run(10)
    session.server.send_command('e "hello"')
    session.run(10)
    recorder.close()
    stream.seek(0)
    player = DemoPlayer(stream)
    played = {
        message.sequence: op
        for message in player
        for op in message.operations
        if isinstance(op, Snapshot)
    }
    first = min(played)
    assert played == {n: seen for n, seen in session.snapshots.items() if n >= first}
    assert len(played) > 10
    assert player.reader.complete
    stream.seek(0)
    operations = [op for message in DemoPlayer(stream) for op in message.operations]
    assert ServerCommand(session.client.server_commands.sequence, 'e "hello"') in operations


def test_recording_asks_for_a_full_snapshot_only_until_it_comes() -> None:
    session = Session()
    recorder = DemoRecorder(session.client, BytesIO())
    assert recorder.waiting
    assert session.client.want_full_snapshot
    session.run(5)
    assert not recorder.waiting
    assert not session.client.want_full_snapshot


def test_what_changes_while_the_recorder_waits_is_in_the_first_record() -> None:
    session = Session()
    stream = BytesIO()
    recorder = DemoRecorder(session.client, stream)
    session.client.want_full_snapshot = False  # the server goes on with deltas
    session.server.send_command("d 21 late")
    session.run(5)
    assert recorder.waiting
    session.client.want_full_snapshot = True
    session.run(5)
    recorder.close()
    stream.seek(0)
    first = next(iter(DemoPlayer(stream)))
    (gamestate,) = first.operations
    assert isinstance(gamestate, Gamestate)
    assert gamestate.configstrings[21] == "late"


def test_every_message_is_kept_whole() -> None:
    session = Session()
    tapped: dict[int, bytes] = {}
    stream = BytesIO()
    recorder = DemoRecorder(session.client, stream)
    record_one = session.client.message_tap
    assert record_one is not None

    def tap(sequence: int, payload: bytes) -> None:
        tapped[sequence] = payload
        record_one(sequence, payload)

    session.client.message_tap = tap
    session.run(10)
    session.client.message_tap = record_one
    recorder.close()
    stream.seek(0)
    written = dict(list(DemoReader(stream))[1:])
    assert written == {number: tapped[number] for number in written}
    assert max(written) == max(tapped)


def test_closing_before_the_full_snapshot_leaves_nothing() -> None:
    stream = BytesIO()
    session = Session()
    recorder = DemoRecorder(session.client, stream)
    recorder.close()
    assert not stream.getvalue()
    assert session.client.message_tap is None
    assert not session.client.want_full_snapshot


class FullDisk(BytesIO):
    def write(self, _data: object, /) -> int:
        raise OSError(28, "No space left on device")


def test_a_full_disk_ends_the_recording_and_not_the_connection() -> None:
    session = Session()
    recorder = DemoRecorder(session.client, FullDisk())
    session.run(5)
    assert isinstance(recorder.failure, OSError)
    assert session.client.message_tap is None
    recorder.close()


def test_a_delta_without_its_base_is_named() -> None:
    stream = recording(Session(), 8)
    head, *rest = list(DemoReader(stream))
    cut = BytesIO()
    writer = DemoWriter(cut)
    for item in (head, *rest[2:]):
        writer.write(item)
    cut.seek(0)
    operations = [op for message in DemoPlayer(cut) for op in message.operations]
    assert any(isinstance(op, UnusableSnapshot) for op in operations)


def test_a_damaged_message_is_named() -> None:
    head = gamestate_record(3, 0, Gamestate(0, CONFIGSTRINGS, {}, 0, 0))
    bad = DemoRecord(9, bytes(4) + compress(b"\x04\x08"))
    player = iter(DemoPlayer(BytesIO(record(*head) + record(*bad))))
    next(player)
    with pytest.raises(DemoError, match="record 1, message 9: operation 4"):
        next(player)


def test_gamestate_record_is_acknowledge_and_packed_body() -> None:
    made = gamestate_record(7, 5, Gamestate(2, {2: "cod"}, {}, 1, 99))
    assert made.sequence == 7
    assert made.payload[:4] == b"\x05\0\0\0"
    body = decompress(made.payload[4:])
    assert body.startswith(b"\x02" + b"\x02\0\0\0" + b"\x03\x02\0cod\0" + b"\x08")


def test_a_level_too_large_for_a_record_is_refused() -> None:
    strings = dict.fromkeys(range(5), "x" * 8000)
    with pytest.raises(LocalProtocolError):
        gamestate_record(1, 0, Gamestate(0, strings, {}, 0, 0))


@given(st.lists(st.tuples(st.integers(0, 100), st.binary(max_size=120)), max_size=4))
def test_any_bodies_play_or_raise_a_demo_error(bodies: list[tuple[int, bytes]]) -> None:
    data = b"".join(record(number, bytes(4) + compress(body)) for number, body in bodies)
    try:
        for _ in DemoPlayer(BytesIO(data)):
            pass
    except DemoError:
        pass


# -- recording on the server --------------------------------------------------------------------


def level() -> tuple[dict[int, str], dict[int, EntityState]]:
    return CONFIGSTRINGS, BASELINES


def server_recording(session: Session, steps: int) -> BytesIO:
    stream = BytesIO()
    recorder = ServerRecorder(session.server, stream, level)
    session.run(steps)
    recorder.close()
    assert recorder.failure is None
    stream.seek(0)
    return stream


def connecting() -> Session:
    """Return a session whose client has a slot and no gamestate yet."""
    session = Session(start=False)
    session.client.connect(0)
    while not hasattr(session, "server"):
        session.run(1)
    assert session.server.state == SlotState.CONNECTED
    return session


def test_a_client_that_was_sent_away_is_not_recorded() -> None:
    session = Session()
    session.server.drop("EXE_PLAYERKICKED", session.now)
    with pytest.raises(LocalProtocolError, match="ZOMBIE"):
        ServerRecorder(session.server, BytesIO(), level)


def test_the_server_records_what_the_client_takes_from_the_gamestate_on() -> None:
    session = connecting()
    taken: list[tuple[int, bytes]] = []
    session.client.message_tap = lambda sequence, data: taken.append((sequence, data))
    stream = server_recording(session, 12)
    reader = DemoReader(stream)
    written = list(reader)
    assert written == [item for item in taken if item[0] >= written[0].sequence]
    assert len(written) > 5
    assert reader.complete
    stream.seek(0)
    first = next(iter(DemoPlayer(stream)))
    assert [type(op) for op in first.operations] == [Gamestate]
    assert first.sequence == session.server.gamestate_message


def test_a_later_recording_of_the_server_begins_as_that_of_a_client() -> None:
    session = Session()
    stream = BytesIO()
    recorder = DemoRecorder(session.client, stream)
    messages = list(DemoPlayer(server_recording(session, 8)))
    recorder.close()
    first, second = messages[:2]
    (gamestate,) = first.operations
    assert isinstance(gamestate, Gamestate)
    assert gamestate.configstrings == CONFIGSTRINGS
    assert gamestate.baselines == BASELINES
    assert gamestate.client_num == 3
    assert gamestate.checksum_feed == session.config.checksum_feed
    assert first.acknowledge == session.server.client_commands.last_sequence
    assert second.sequence == first.sequence + 1
    shown = {
        message.sequence: op
        for message in messages
        for op in message.operations
        if isinstance(op, Snapshot)
    }
    assert shown[second.sequence].delta_distance == 0
    assert shown[messages[-1].sequence].delta_distance > 0
    assert shown == {n: seen for n, seen in session.snapshots.items() if n >= second.sequence}


def test_snapshots_stay_full_until_the_client_has_one_of_the_recording() -> None:
    session = Session()
    session.run(3)
    begun = session.server.netchan.outgoing_sequence
    recorder = ServerRecorder(session.server, stream := BytesIO(), level)
    for _ in range(3):  # the client goes on to ask for a delta from before
        frame = session.frame()
        assert 0 < session.server.delta_message < begun
        session.server.send_snapshot(session.now + 1000, frame, BASELINES, session.now)
    session.run(4)
    recorder.close()
    stream.seek(0)
    operations = [op for message in DemoPlayer(stream) for op in message.operations]
    distances = [op.delta_distance for op in operations if isinstance(op, Snapshot)]
    assert distances[:3] == [0, 0, 0]
    assert distances[-1] > 0
    assert not any(isinstance(op, UnusableSnapshot) for op in operations)


def test_a_message_whose_fragments_are_under_way_is_not_in_the_recording() -> None:
    session = Session()
    session.server.lan = False
    for number in range(30):
        session.server.send_command(f"d {number + 30} " + f"{number:03d}" * 300)
    session.server.pacer.next_ms = session.now
    session.run(1)
    assert session.server.netchan.unsent_fragments
    stream = server_recording(session, 60)
    messages = list(DemoPlayer(stream))
    operations = [op for message in messages for op in message.operations]
    assert not any(isinstance(op, UnusableSnapshot) for op in operations)
    assert sum(isinstance(op, Snapshot) for op in operations) > 3
    assert all(message.sequence in session.snapshots for message in messages[1:-1])


def test_commands_the_client_may_lack_are_run_by_the_player() -> None:
    session = Session()
    session.server.send_command("x 20 one")
    session.run(2)
    known = session.server.commands.acknowledged
    for text in ("y 20 two", "z 20 three", 'e "hello"'):
        session.server.send_command(text)
    first, second = list(DemoPlayer(server_recording(session, 3)))[:2]
    (gamestate,) = first.operations
    assert isinstance(gamestate, Gamestate)
    assert gamestate.command_sequence == known + 2  # the rest of a text is none without its x
    assert ServerCommand(known + 3, 'e "hello"') in second.operations


def test_nothing_is_recorded_before_the_gamestate() -> None:
    session = connecting()
    stream = BytesIO()
    recorder = ServerRecorder(session.server, stream, level)
    session.server.send_snapshot(1000, session.frame(), BASELINES, session.now)  # has none in it
    assert recorder.waiting
    recorder.close()
    assert not stream.getvalue()
    assert session.server.message_tap is None


@pytest.mark.parametrize("strings", [CONFIGSTRINGS, dict.fromkeys(range(5), "x" * 8000)])
def test_a_failure_ends_the_recording_and_not_the_client(strings: dict[int, str]) -> None:
    session = Session()
    stream = FullDisk() if strings is CONFIGSTRINGS else BytesIO()
    recorder = ServerRecorder(session.server, stream, lambda: (strings, BASELINES))
    newest = max(session.snapshots)
    session.run(5)
    expected = OSError if strings is CONFIGSTRINGS else LocalProtocolError
    assert isinstance(recorder.failure, expected)
    assert session.server.message_tap is None
    assert max(session.snapshots) == newest + 5
    recorder.close()
    assert not stream.getvalue()


def test_a_disk_that_is_full_at_the_end_is_told() -> None:
    session = Session()
    stream = FullAtEnd()
    recorder = ServerRecorder(session.server, stream, level)
    session.run(3)
    assert recorder.failure is None
    recorder.close()
    assert isinstance(recorder.failure, OSError)


class FullAtEnd(BytesIO):
    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        if data == END:
            raise OSError(28, "No space left on device")
        return super().write(data)


class RecordedLink(RuleBasedStateMachine):
    """One client on a bad link, whatever the level does, recorded now and then on the server.

    Each demo is played as a client plays it: every snapshot has its base and is what was sent,
    commands come without a gap, and configstrings end as those of the server.
    """

    def __init__(self) -> None:
        super().__init__()
        self.pair = Pair(delay=(10, 90), duplicate=0.1, seed=3)
        self.recorder: ServerRecorder | None = None
        self.stream = BytesIO()
        self.begun = 0

    @rule(milliseconds=st.integers(10, 600))
    def time(self, milliseconds: int) -> None:
        self.pair.run(milliseconds)

    @rule(up=st.sampled_from([0.0, 0.3, 0.9]), down=st.sampled_from([0.0, 0.3, 0.9]))
    def weather(self, up: float, down: float) -> None:
        peer = self.pair.peers[0]
        peer.up.loss, peer.down.loss = up, down

    @rule(
        index=st.integers(20, 22),
        size=st.sampled_from([3, 30, 2500]),
        letter=st.sampled_from("abc"),
    )
    def configstring(self, index: int, size: int, letter: str) -> None:
        if self.pair.host.slots:
            self.pair.host.set_configstring(index, letter * size)

    @precondition(lambda self: self.pair.host.slots)
    @rule()
    def map_change(self) -> None:
        self.pair.host.map_change()

    @precondition(lambda self: self.pair.host.slots)
    @rule()
    def map_restart(self) -> None:
        self.pair.host.map_restart()

    @precondition(lambda self: self.recorder is None and self.pair.host.slots)
    @rule()
    def record(self) -> None:
        if self.pair.server.state >= SlotState.CONNECTED:
            self.stream = BytesIO()
            self.begun = self.pair.server.netchan.outgoing_sequence
            world = self.pair.host
            self.recorder = ServerRecorder(
                self.pair.server,
                self.stream,
                lambda: (world.world.configstrings, world.world.baselines),
            )

    @precondition(lambda self: self.recorder is not None)
    @rule()
    def stop(self) -> None:
        assert self.recorder is not None
        self.recorder.close()
        assert self.recorder.failure is None
        self.recorder = None
        self.stream.seek(0)
        self.play()

    def teardown(self) -> None:
        if self.recorder is not None:
            self.stop()

    def play(self) -> None:
        server, sent = self.pair.server, self.pair.slot.frames
        player = DemoPlayer(self.stream)
        numbers: list[int] = []
        newest, strings, big = 0, dict[int, str](), ""
        for message in player:
            numbers.append(message.sequence)
            for op in message.operations:
                assert not isinstance(op, UnusableSnapshot)
                if isinstance(op, Snapshot):
                    assert op.frame == sent[message.sequence]
                elif isinstance(op, Gamestate):
                    newest, strings, big = op.command_sequence, dict(op.configstrings), ""
                elif isinstance(op, ServerCommand) and strings and op.sequence > newest:
                    assert op.sequence == newest + 1
                    newest = op.sequence
                    letter, *words = op.text.split(" ", 2)
                    if letter in "dx":
                        big = words[1]
                    elif letter in "yz":
                        assert big
                        big += words[1]
                    if letter in "dz":
                        strings[int(words[0])] = big
                        big = ""
        assert player.reader.complete or not numbers
        if numbers:
            assert numbers[0] >= self.begun - 1
            under_way = bool(server.netchan.unsent_fragments)
            newest_sent = server.netchan.outgoing_sequence - 1 + under_way
            assert numbers == list(range(numbers[0], newest_sent + 1))
        if numbers and server.state >= SlotState.PRIMED and newest == server.commands.sequence:
            assert strings == self.pair.host.world.configstrings


TestRecordedLink = RecordedLink.TestCase
TestRecordedLink.settings = settings(max_examples=100, stateful_step_count=30, deadline=None)
