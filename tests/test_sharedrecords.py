from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import entity_states
from uoproto.delta import write_entity
from uoproto.errors import LocalProtocolError
from uoproto.message import MessageWriter
from uoproto.sharedrecords import SharedRecords
from uoproto.states import EntityState

A = EntityState.from_fields({"eType": 3, "pos.trBase[0]": 100.5})
B = A.with_fields({"pos.trBase[0]": -7.0, "eFlags": 8})
RECORDS = st.lists(
    st.tuples(
        st.integers(0, 1022),
        st.integers(0, 3),
        st.integers(0, 3),
        st.booleans(),
        st.integers(0, 9),  # bits of something else between two records
        st.binary(max_size=3),
    ),
    max_size=12,
)


def write(
    records: SharedRecords | None,
    steps: list[tuple[int, int, int, bool, int, bytes]],
    states: list[EntityState],
) -> bytes:
    writer = MessageWriter()
    for number, old, new, force, bits, raw in steps:
        if records:
            records.write(writer, number, states[old], states[new], force=force)
        else:
            write_entity(writer, number, states[old], states[new], force=force)
        writer.write_bits(0x155, bits)
        writer.write_data(raw)
    return writer.to_bytes()


@given(st.lists(entity_states(), min_size=4, max_size=4), st.lists(RECORDS, max_size=6))
def test_messages_are_as_the_codec_writes_them(
    states: list[EntityState], messages: list[list[tuple[int, int, int, bool, int, bytes]]]
) -> None:
    records = SharedRecords()
    for steps in messages * 2:  # the second time all of them are known
        assert write(records, steps, states) == write(None, steps, states)


@pytest.mark.parametrize("taken", range(8))
def test_a_record_is_coded_once_for_each_state_of_the_open_byte(
    taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = SharedRecords()
    coded = []

    def code(*args: object, **kwargs: object) -> None:
        coded.append(args)
        write_entity(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr("uoproto.sharedrecords.write_entity", code)
    expected = MessageWriter()
    expected.write_bits(0x7F, taken)
    write_entity(expected, 5, A, B)
    for _ in range(3):
        writer = MessageWriter()
        writer.write_bits(0x7F, taken)
        records.write(writer, 5, A, B)
        assert (writer.to_bytes(), writer.cursors[1]) == (
            expected.to_bytes(),
            expected.cursors[1],
        )
    assert len(coded) == 1
    records.clear()
    records.write(MessageWriter(), 5, A, B)
    assert len(coded) == 2


def test_equal_states_write_nothing() -> None:
    writer = MessageWriter()
    writer.write_bits(1, 3)
    records, same = SharedRecords(), EntityState(tuple(A.words))
    for _ in range(2):
        records.write(writer, 5, A, same)
    assert (writer.to_bytes(), writer.cursors[1]) == (b"\x01", 3)


def test_states_with_an_identity_of_old_are_not_mistaken() -> None:
    # A state that is gone could leave its identity to the next one, were it not kept.
    records = SharedRecords()
    for step in range(50):
        new = B.with_fields({"eFlags": step + 1})
        writer, expected = MessageWriter(), MessageWriter()
        records.write(writer, 5, A, new)
        write_entity(expected, 5, A, new)
        assert writer.to_bytes() == expected.to_bytes()
        del new


def test_a_full_message_refuses_as_the_codec_does() -> None:
    records = SharedRecords()
    records.write(MessageWriter(), 5, A, B)
    writer, expected = MessageWriter(20), MessageWriter(20)
    for _ in range(3):
        records.write(writer, 5, A, B)
        write_entity(expected, 5, A, B)
    assert writer.overflowed
    assert writer.to_bytes() == expected.to_bytes()


def test_what_the_codec_refuses_is_refused_each_time() -> None:
    records = SharedRecords()
    for _ in range(2):
        with pytest.raises(LocalProtocolError, match="outside"):
            records.write(MessageWriter(), 1023, A, B)
