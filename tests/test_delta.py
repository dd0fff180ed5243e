from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reference import bits
from tests.reference import delta as reference
from tests.strategies import (
    attempt,
    entity_states,
    hud_elements,
    objectives,
    records,
    reference_state,
)
from uoproto import delta
from uoproto.errors import BadValueError, LocalProtocolError, TruncatedError
from uoproto.message import MessageReader, MessageWriter
from uoproto.states import (
    ArchivedEntityState,
    ClientState,
    EntityState,
    HudElement,
    Objective,
)
from uoproto.tables import ENTITY

NUMBERS = st.integers(0, 1022)
ENTITIES = entity_states().flatmap(lambda old: st.tuples(st.just(old), entity_states(old)))
CLIENTS = records(ClientState.ZERO).flatmap(lambda old: st.tuples(st.just(old), records(old)))
ARCHIVED = records(ArchivedEntityState.ZERO).flatmap(
    lambda old: st.tuples(st.just(old), records(old))
)


def written(call: Callable[[MessageWriter], object]) -> bytes:
    writer = MessageWriter()
    call(writer)
    assert not writer.overflowed
    return writer.to_bytes()


# -- by hand ------------------------------------------------------------------------------------


def test_entity_framing() -> None:
    zero, vehicle = EntityState.ZERO, EntityState.from_fields({"eType": 12})
    # 10 bits of number, table bit, removed bit, changed bit.
    assert written(lambda w: delta.write_entity(w, 5, zero, zero)) == b""
    assert written(lambda w: delta.write_entity(w, 5, zero, zero, force=True)).hex() == "0500"
    assert written(lambda w: delta.write_entity(w, 5, zero, None)).hex() == "0508"
    assert written(lambda w: delta.write_entity(w, 0x3FE, zero, None)).hex() == "fe0b"
    # lastChanged 17 counts in the vehicle table, where eType is the 17th field.
    assert written(lambda w: delta.write_entity(w, 5, zero, vehicle)).hex() == "05141100600c"
    assert written(lambda w: delta.write_entity(w, 5, vehicle, zero)).hex() == "05100c0001"


def test_client_framing() -> None:
    zero, named = ClientState.ZERO, ClientState.from_fields({"team": 3})
    # A leading one, 6 bits of number, removed bit, changed bit.
    assert written(lambda w: delta.write_client(w, 63, zero, zero)) == b""
    assert written(lambda w: delta.write_client(w, 63, zero, zero, force=True)).hex() == "7f00"
    assert written(lambda w: delta.write_client(w, 63, zero, None)).hex() == "ff"
    assert written(lambda w: delta.write_client(w, 63, zero, named)).hex() == "7f1f01"


def test_archived_entity_framing() -> None:
    zero = ArchivedEntityState.ZERO
    absmin = ArchivedEntityState.from_fields({"absmin[1]": 1})
    assert written(lambda w: delta.write_archived_entity(w, 5, zero, None)).hex() == "0504"
    assert written(lambda w: delta.write_archived_entity(w, 5, zero, zero, force=True)) == b"\5\0"
    # The first field of its own table; 4097 = 0x1001.
    assert written(lambda w: delta.write_archived_entity(w, 5, zero, absmin)).hex() == "05b8010080"


def test_hud_and_objective_framing() -> None:
    zero = HudElement.ZERO
    text = HudElement.from_fields({"type": 1})
    # 5 bits of index of the last changed field; 0 and one zero bit when nothing changed.
    assert written(lambda w: delta.write_hud_element(w, zero, zero)).hex() == "00"
    assert written(lambda w: delta.write_hud_element(w, zero, text)).hex() == "c101"
    # 3 bits of state, any-field bit, and then all six fields.
    current = Objective.from_fields({"state": 4})
    assert written(lambda w: delta.write_objective(w, Objective.ZERO, current)).hex() == "04"
    team = current.with_fields({"teamNum": 9})
    assert written(lambda w: delta.write_objective(w, current, team)).hex() == "0c4e"
    icon = current.with_fields({"icon": 1})
    writer = MessageWriter()
    delta.write_objective(writer, current, icon)
    writer.write_bit(1)
    # 0,0,0 | 1,1,0001 and its byte | 0,0 for the two fields behind it; then the bit put after.
    assert writer.to_bytes().hex() == "8c8300"


# -- against the reference codec ----------------------------------------------------------------


@given(ENTITIES, NUMBERS, st.booleans())
def test_entities_as_the_reference(
    pair: tuple[EntityState, EntityState], number: int, force: bool
) -> None:
    writer = bits.Writer()
    plain = (reference_state(state) for state in pair)
    reference.write_entity(writer, number, *plain, force=force)
    assert written(lambda w: delta.write_entity(w, number, *pair, force=force)) == bytes(
        writer.data
    )


@given(CLIENTS, st.integers(0, 63), st.booleans())
def test_clients_as_the_reference(
    pair: tuple[ClientState, ClientState], number: int, force: bool
) -> None:
    writer = bits.Writer()
    plain = (reference_state(state) for state in pair)
    reference.write_client(writer, number, *plain, force=force)
    assert written(lambda w: delta.write_client(w, number, *pair, force=force)) == bytes(
        writer.data
    )


# -- round trips --------------------------------------------------------------------------------


@given(ENTITIES, NUMBERS)
def test_entities_round_trip(pair: tuple[EntityState, EntityState], number: int) -> None:
    old, new = pair
    data = written(lambda w: delta.write_entity(w, number, old, new, force=True))
    for lenient in (False, True):
        reader = MessageReader(data, lenient=lenient)
        assert reader.read_bits(10) == number
        assert delta.read_entity(reader, number, old) == new
        assert not reader.remaining


@given(ARCHIVED, NUMBERS)
def test_archived_entities_round_trip(
    pair: tuple[ArchivedEntityState, ArchivedEntityState], number: int
) -> None:
    old, new = pair
    data = written(lambda w: delta.write_archived_entity(w, number, old, new, force=True))
    reader = MessageReader(data)
    assert reader.read_bits(10) == number
    assert delta.read_archived_entity(reader, number, old) == new


@given(CLIENTS, st.integers(0, 63))
def test_clients_round_trip(pair: tuple[ClientState, ClientState], number: int) -> None:
    old, new = pair
    data = written(lambda w: delta.write_client(w, number, old, new, force=True))
    reader = MessageReader(data)
    assert reader.read_bits(7) == 1 | number << 1
    assert delta.read_client(reader, number, old) == new


@given(hud_elements(), hud_elements())
def test_hud_elements_round_trip(old: HudElement, new: HudElement) -> None:
    data = written(lambda w: delta.write_hud_element(w, old, new))
    assert delta.read_hud_element(MessageReader(data), old) == new


@given(objectives(), objectives())
def test_objectives_round_trip(old: Objective, new: Objective) -> None:
    data = written(lambda w: delta.write_objective(w, old, new))
    assert delta.read_objective(MessageReader(data), old) == new


def test_removals_round_trip() -> None:
    codecs: list[tuple[Any, Any, Any, int]] = [
        (delta.write_entity, delta.read_entity, EntityState.ZERO, 10),
        (delta.write_archived_entity, delta.read_archived_entity, ArchivedEntityState.ZERO, 10),
        (delta.write_client, delta.read_client, ClientState.ZERO, 7),
    ]
    for write, read, zero, head in codecs:
        writer = MessageWriter()
        write(writer, 7, zero, None)
        reader = MessageReader(writer.to_bytes())
        reader.read_bits(head)
        assert read(reader, 7, zero) is None


# -- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [-1, 1023, 1024])
def test_no_such_entity(number: int) -> None:
    with pytest.raises(LocalProtocolError):
        delta.write_entity(MessageWriter(), number, EntityState.ZERO, None)
    with pytest.raises(LocalProtocolError):
        delta.write_archived_entity(MessageWriter(), number, ArchivedEntityState.ZERO, None)


@pytest.mark.parametrize("number", [-1, 64])
def test_no_such_client(number: int) -> None:
    with pytest.raises(LocalProtocolError):
        delta.write_client(MessageWriter(), number, ClientState.ZERO, None)


def record(head: int, head_bits: int, count: int) -> bytes:
    """Return a changed record that counts ``count`` fields, all of them unchanged."""
    writer = MessageWriter()
    writer.write_bits(head, head_bits)
    writer.write_byte(count)
    return writer.to_bytes() + bytes(12)


@pytest.mark.parametrize(
    ("read", "zero", "head", "head_bits", "size"),
    [
        (delta.read_entity, EntityState.ZERO, 4, 3, 60),
        (delta.read_entity, EntityState.ZERO, 5, 3, 60),
        (delta.read_archived_entity, ArchivedEntityState.ZERO, 2, 2, 68),
        (delta.read_client, ClientState.ZERO, 2, 2, 22),
    ],
)
def test_counts_beyond_the_table(
    read: Callable[..., object], zero: Any, head: int, head_bits: int, size: int
) -> None:
    assert read(MessageReader(record(head, head_bits, size)), 1, zero) == zero
    for count in (size + 1, 255):
        data = record(head, head_bits, count)
        with pytest.raises(BadValueError):
            read(MessageReader(data), 1, zero)
        reader = MessageReader(data, lenient=True)
        assert read(reader, 1, zero) == zero
        assert not reader.overflowed


def test_hud_index_beyond_the_table() -> None:
    for index in (30, 31):
        data = bytes([index]) + bytes(8)
        with pytest.raises(BadValueError):
            delta.read_hud_element(MessageReader(data), HudElement.ZERO)
        reader = MessageReader(data, lenient=True)
        assert delta.read_hud_element(reader, HudElement.ZERO) == HudElement.ZERO
        assert reader.cursors[1] == 5 + 30  # cut to the thirty fields there are


@pytest.mark.parametrize(
    ("e_type", "refused"), [(0, False), (1, True), (2, True), (3, False), (12, False)]
)
def test_players_and_corpses_belong_to_clients(e_type: int, refused: bool) -> None:
    state = EntityState.from_fields({"eType": e_type, "clientNum": 64})
    data = written(lambda w: delta.write_entity(w, 1, EntityState.ZERO, state))
    strict, lenient = MessageReader(data), MessageReader(data, lenient=True)
    strict.read_bits(10)
    lenient.read_bits(10)
    assert delta.read_entity(lenient, 1, EntityState.ZERO) == state
    if refused:
        with pytest.raises(BadValueError):
            delta.read_entity(strict, 1, EntityState.ZERO)
    else:
        assert delta.read_entity(strict, 1, EntityState.ZERO) == state


@given(ENTITIES, st.data())
def test_truncated_entities(pair: tuple[EntityState, EntityState], data: st.DataObject) -> None:
    old, new = pair
    whole = written(lambda w: delta.write_entity(w, 9, old, new, force=True))
    cut = whole[: data.draw(st.integers(2, max(2, len(whole) - 1)))]
    reader = MessageReader(cut)
    reader.read_bits(10)
    if len(cut) < len(whole):
        with pytest.raises(TruncatedError):
            delta.read_entity(reader, 9, old)


@given(st.binary(max_size=80), st.booleans(), entity_states())
def test_any_bytes(data: bytes, lenient: bool, old: EntityState) -> None:
    calls: list[tuple[Callable[..., Any], Any]] = [
        (delta.read_entity, old),
        (delta.read_client, ClientState.ZERO),
        (delta.read_archived_entity, ArchivedEntityState.ZERO),
    ]
    for read, base in calls:
        state = attempt(partial(read, MessageReader(data, lenient=lenient), 1, base))
        assert state is None or all(0 <= word < 2**32 for word in state.words)
    attempt(lambda: delta.read_hud_element(MessageReader(data, lenient=lenient), HudElement.ZERO))
    attempt(lambda: delta.read_objective(MessageReader(data, lenient=lenient), Objective.ZERO))


@pytest.mark.parametrize("length", [0, len(ENTITY) - 1, len(ENTITY) + 1])
@pytest.mark.parametrize("e_type", [0, 12])
def test_states_with_the_wrong_number_of_words(length: int, e_type: int) -> None:
    words = list(EntityState.from_fields({"eType": e_type, "solid": 5}).words)
    wrong = EntityState((*words, 7)[:length])
    for pair in ((EntityState.ZERO, wrong), (wrong, EntityState.ZERO)):
        with pytest.raises(LocalProtocolError):
            delta.write_entity(MessageWriter(), 1, *pair)
    with pytest.raises(LocalProtocolError):
        delta.write_client(MessageWriter(), 1, ClientState.ZERO, ClientState((1,) * length))


@pytest.mark.parametrize("word", [-1, 0.5])
def test_words_that_are_none(word: int) -> None:
    for place in range(len(ENTITY)):
        words = [0] * len(ENTITY)
        words[place] = word
        with pytest.raises(LocalProtocolError):
            delta.write_entity(MessageWriter(), 1, EntityState.ZERO, EntityState(tuple(words)))
