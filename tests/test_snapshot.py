from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import attempt, entity_states, frames, mutated
from uoproto.constants import MAX_ENTITIES
from uoproto.delta import write_client, write_entity
from uoproto.errors import (
    BadValueError,
    LimitExceededError,
    LocalProtocolError,
    TruncatedError,
)
from uoproto.message import MessageReader, MessageWriter
from uoproto.snapshot import Snapshot, read_snapshot, write_snapshot
from uoproto.states import ClientState, EntityState, Frame, PlayerState

FULL = Snapshot(0, 0, 0, Frame())
ITEM = EntityState.from_fields({"eType": 3})
PAIRS = frames().flatmap(lambda old: st.tuples(st.just(old), frames(old)))


def written(
    snapshot: Snapshot,
    base: Frame | None = None,
    baselines: dict[int, EntityState] | None = None,
) -> bytes:
    writer = MessageWriter()
    write_snapshot(writer, snapshot, base, baselines or {})
    return writer.to_bytes()


def read(
    data: bytes,
    base: Frame | None = None,
    baselines: dict[int, EntityState] | None = None,
    *,
    lenient: bool = False,
) -> Snapshot:
    return read_snapshot(MessageReader(data, lenient=lenient), lambda _: base, baselines or {})


def test_empty_by_hand() -> None:
    # Time, distance, flags; lastChanged 0; eight zero bits; 1023; no clients.
    assert written(replace(FULL, server_time=50, snap_flags=4)).hex() == "32000000000400" + "00ff03"


@given(PAIRS, st.integers(1, 28), st.integers(0, 7))
def test_delta_round_trip(pair: tuple[Frame, Frame], distance: int, flags: int) -> None:
    old, new = pair
    snapshot = Snapshot(123456, distance, flags, new)
    data = written(snapshot, old)
    asked: list[int] = []

    def base_for(delta_distance: int) -> Frame:
        asked.append(delta_distance)
        return old

    got = read_snapshot(MessageReader(data), base_for, {})
    assert got == snapshot
    assert asked == [distance]
    assert list(got.frame.entities) == sorted(new.entities)
    assert list(got.frame.clients) == sorted(new.clients)
    assert read(data, old, lenient=True) == snapshot


@given(frames(), st.dictionaries(st.integers(1, 1022), entity_states(), max_size=3))
def test_full_round_trip(frame: Frame, baselines: dict[int, EntityState]) -> None:
    some = dict(list(frame.entities.items())[:1])
    snapshot = replace(FULL, frame=frame)
    # Baselines of the entities shown are used, others do no harm.
    baselines = dict.fromkeys(some, ITEM) | baselines
    data = written(snapshot, None, baselines)
    got = read(data, None, baselines)
    assert list(got.frame.entities) == list(frame.entities)
    assert got.frame.clients == frame.clients
    assert got.frame.player == frame.player


def test_new_entities_come_from_their_baseline() -> None:
    frame = Frame(entities={5: ITEM})
    with_baseline = written(replace(FULL, frame=frame), None, {5: ITEM})
    without = written(replace(FULL, frame=frame))
    assert len(with_baseline) < len(without)
    assert read(with_baseline, None, {5: ITEM}).frame == frame
    assert read(with_baseline).frame == Frame(entities={5: EntityState.ZERO})


def test_unchanged_entities_take_no_room() -> None:
    frame = Frame(entities=dict.fromkeys(range(300), ITEM))
    data = written(Snapshot(0, 1, 0, frame), frame)
    assert len(data) == len(written(FULL))
    assert read(data, frame).frame == frame


def test_a_base_is_not_asked_for_a_full_snapshot() -> None:
    def base_for(_: int) -> Frame:
        raise AssertionError

    assert read_snapshot(MessageReader(written(FULL)), base_for, {}) == FULL


def test_a_missing_base_is_the_empty_frame() -> None:
    data = written(Snapshot(0, 3, 0, Frame(entities={5: ITEM})), Frame())
    assert read(data, None).frame == Frame(entities={5: ITEM})


@pytest.mark.parametrize(
    ("snapshot", "base"),
    [
        (Snapshot(0, 256, 0, Frame()), Frame()),
        (Snapshot(0, -1, 0, Frame()), Frame()),
        (Snapshot(0, 0, 256, Frame()), None),
        (Snapshot(0, 1, 0, Frame()), None),
        (Snapshot(0, 0, 0, Frame()), Frame()),
        (Snapshot(0, 0, 0, Frame(entities={1023: ITEM})), None),
        (Snapshot(0, 0, 0, Frame(clients={64: ClientState.ZERO})), None),
    ],
)
def test_what_cannot_be_sent(snapshot: Snapshot, base: Frame | None) -> None:
    with pytest.raises(LocalProtocolError):
        written(snapshot, base)


# -- hostile lists ------------------------------------------------------------------------------


def lists(entities: list[int], clients: list[int], *, ended: bool = True) -> bytes:
    """Return a full snapshot with any numbers in its lists."""
    writer = MessageWriter()
    writer.write_data(bytes(6))  # time, distance, flags
    writer.write_byte(0)  # the player, unchanged
    writer.write_bits(0, 8)
    for number in entities:
        write_entity(writer, number, EntityState.ZERO, ITEM)
    if ended:
        writer.write_bits(1023, 10)
        for number in clients:
            write_client(writer, number, ClientState.ZERO, ClientState.ZERO, force=True)
        writer.write_bit(0)
    return writer.to_bytes()


@pytest.mark.parametrize("numbers", [[5, 5], [5, 4], [0, 1022, 1021]])
def test_entity_numbers_must_rise(numbers: list[int]) -> None:
    data = lists(numbers, [])
    with pytest.raises(BadValueError):
        read(data)
    got = read(data, lenient=True)
    assert list(got.frame.entities) == sorted(set(numbers))


@pytest.mark.parametrize("numbers", [[5, 5], [63, 0]])
def test_client_numbers_must_rise(numbers: list[int]) -> None:
    data = lists([], numbers)
    with pytest.raises(BadValueError):
        read(data)
    assert list(read(data, lenient=True).frame.clients) == sorted(set(numbers))


def test_a_lower_number_is_new_from_its_baseline() -> None:
    moved = EntityState.from_fields({"eType": 3, "time": 7})
    base = Frame(entities={4: EntityState.from_fields({"eType": 3, "solid": 9})})
    data = bytearray(lists([5, 4], []))
    data[4] = 1  # a delta
    got = read(bytes(data), base, {4: moved}, lenient=True)
    assert got.frame.entities[4] == moved


def test_every_number_at_once() -> None:
    got = read(lists(list(range(1023)), list(range(64))))
    assert len(got.frame.entities) == 1023
    assert len(got.frame.clients) == 64


def test_lists_without_an_end() -> None:
    for lenient in (False, True):
        with pytest.raises(TruncatedError):
            read(lists([1, 2], [], ended=False), lenient=lenient)
    many = MAX_ENTITIES + 1
    with pytest.raises(LimitExceededError):
        read(lists([1] * many, []), lenient=True)
    with pytest.raises(LimitExceededError):
        read(lists([], [1] * many), lenient=True)


def test_removing_what_is_not_there() -> None:
    writer = MessageWriter()
    writer.write_data(bytes(7))
    writer.write_bits(0, 8)
    write_entity(writer, 7, EntityState.ZERO, None)
    writer.write_bits(1023, 10)
    writer.write_bit(0)
    assert read(writer.to_bytes()).frame == Frame()


def test_truncation() -> None:
    frame = Frame(PlayerState.from_fields({"weapon": 3}), {5: ITEM}, {7: ClientState.ZERO})
    data = written(replace(FULL, frame=frame))
    for end in range(len(data)):
        with pytest.raises(TruncatedError):
            read(data[:end])


@given(
    mutated(PAIRS.map(lambda pair: written(Snapshot(1, 1, 0, pair[1]), pair[0]))),
    frames(),
    st.booleans(),
)
def test_any_bytes(data: bytes, base: Frame, lenient: bool) -> None:
    snapshot = attempt(lambda: read(data, base, {9: ITEM}, lenient=lenient))
    if snapshot is not None:
        assert len(snapshot.frame.entities) <= 1023
        assert len(snapshot.frame.clients) <= 64
