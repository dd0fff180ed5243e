"""Hypothesis strategies for states, usercmds and messages.

Canonical ones come back from the wire as they went: no -0.0, angles on the 16-bit grid, integers
unsigned within their width. The others hold anything a server may be given to send.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import strategies as st

from uoproto.constants import MAX_CLIENTS, MAX_ENTITIES
from uoproto.errors import RemoteProtocolError
from uoproto.gamestate import Gamestate
from uoproto.message import short_to_angle
from uoproto.record import Record, float_to_word
from uoproto.states import (
    ArchivedEntityState,
    ClientState,
    EntityState,
    Frame,
    HudElement,
    Objective,
    PlayerState,
    UserCmd,
)
from uoproto.tables import ANGLE16, FLOAT, PLAYER, Field, Table

T = TypeVar("T")
R = TypeVar("R", ClientState, ArchivedEntityState)

WORDS = st.integers(0, 2**32 - 1)
INTS = st.integers(-(2**31), 2**31 - 1)
BYTES = st.integers(0, 255)
SHORTS = st.integers(-(2**15), 2**15 - 1)
ENTITY_TYPES = st.sampled_from([0, 1, 2, 3, 4, 8, 10, 12, 12, 12, 13, 40])
NEGATIVE_ZERO = 0x80000000
MASKS = {
    # What a client insists on, so that the states of a strict reader are all accepted.
    "clientNum": 0x3F,
    "viewlocked_entNum": 0x3FF,
    "vehPos": 0x3,
    "weaponslots[0]": 0x7F7F7F7F,
    "weaponslots[4]": 0x7F7F7F7F,
}


def texts(max_size: int = 40) -> st.SearchStrategy[str]:
    return st.text(st.characters(min_codepoint=1, max_codepoint=255), max_size=max_size)


def ascii_texts(max_size: int = 40) -> st.SearchStrategy[str]:
    """Return texts that cleaning leaves alone."""
    return st.text(
        st.characters(min_codepoint=1, max_codepoint=127, exclude_characters="%"),
        max_size=max_size,
    )


# -- words and records --------------------------------------------------------------------------


def field_words(field: Field, *, canonical: bool) -> st.SearchStrategy[int]:
    if field.bits == ANGLE16:
        angles = st.floats(-720, 720, width=32)
        if canonical:
            angles = st.integers(0, 0xFFFF).map(short_to_angle)
        return angles.map(float_to_word)
    if field.bits == FLOAT:
        values = st.integers(-5000, 5000).map(float_to_word) | WORDS
        return values.filter(lambda word: word != NEGATIVE_ZERO) if canonical else values
    width = abs(field.bits)
    mask = MASKS.get(field.name, (1 << width) - 1)
    if canonical or field.name in MASKS:
        return st.integers(0, (1 << width) - 1).map(lambda word: word & mask)
    return st.integers(-(1 << width - 1), (1 << width) - 1).map(lambda value: value % 2**32)


@st.composite
def changed_words(
    draw: st.DrawFn, order: Table, types: Table, base: tuple[int, ...], *, canonical: bool = True
) -> tuple[int, ...]:
    """Change up to a dozen words of ``base``, some of them to zero."""
    words = list(base)
    for name in draw(st.lists(st.sampled_from(types.names), unique=True, max_size=12)):
        field = types.fields[types.index[name]]
        value = st.just(0) | field_words(field, canonical=canonical)
        words[order.index[name]] = draw(value)
    return tuple(words)


@st.composite
def entity_states(
    draw: st.DrawFn, base: EntityState = EntityState.ZERO, *, canonical: bool = True
) -> EntityState:
    e_type = draw(ENTITY_TYPES)
    state = base.with_fields({"eType": e_type})
    if not canonical or state.table is base.table:
        words = changed_words(state.ORDER, state.table, state.words, canonical=canonical)
        state = EntityState(draw(words))
    else:  # words kept from the other table would not be canonical in this one
        zero = EntityState.from_fields({"eType": e_type})
        state = EntityState(draw(changed_words(zero.ORDER, zero.table, zero.words)))
    return state.with_fields({"eType": e_type})


@st.composite
def records(draw: st.DrawFn, base: R, *, canonical: bool = True) -> R:
    words = changed_words(base.ORDER, base.ORDER, base.words, canonical=canonical)
    return type(base)(draw(words))


@st.composite
def hud_elements(draw: st.DrawFn, *, canonical: bool = True) -> HudElement:
    zero = HudElement.ZERO
    words = draw(changed_words(zero.ORDER, zero.ORDER, zero.words, canonical=canonical))
    return HudElement(words).with_fields({"type": draw(st.integers(1, 15))})


@st.composite
def objectives(draw: st.DrawFn, *, canonical: bool = True) -> Objective:
    zero = Objective.ZERO
    words = draw(changed_words(zero.ORDER, zero.ORDER, zero.words, canonical=canonical))
    return Objective(words, draw(st.integers(0, 7)))


def sparse(size: int, values: st.SearchStrategy[T], zero: T) -> st.SearchStrategy[tuple[T, ...]]:
    """Return rows that are mostly zero."""
    changes = st.dictionaries(st.integers(0, size - 1), values, max_size=5)
    return changes.map(lambda row: tuple(row.get(place, zero) for place in range(size)))


@st.composite
def player_states(
    draw: st.DrawFn, base: PlayerState = PlayerState.ZERO, *, canonical: bool = True
) -> PlayerState:
    hud = st.lists(hud_elements(canonical=canonical), max_size=4).map(tuple)
    signed = draw(st.tuples(SHORTS, SHORTS, SHORTS, SHORTS))
    return PlayerState(
        draw(changed_words(PLAYER, PLAYER, base.words, canonical=canonical)),
        (*signed[:3], draw(st.integers(0, 63)), signed[3], draw(BYTES)),
        draw(sparse(64, SHORTS, 0)),
        draw(sparse(64, SHORTS, 0)),
        draw(sparse(16, objectives(canonical=canonical), Objective.ZERO)),
        draw(hud),
        draw(hud),
    )


# -- frames, gamestates, usercmds ---------------------------------------------------------------


@st.composite
def frames(draw: st.DrawFn, base: Frame | None = None) -> Frame:
    """Return a frame; after ``base`` some of its states are gone, changed or kept."""
    old = base or Frame()
    entities = _kept(draw, dict(old.entities))
    clients = _kept(draw, dict(old.clients))
    numbers = st.integers(0, MAX_ENTITIES - 2)
    for number in draw(st.lists(numbers, max_size=4, unique=True)):
        entities[number] = draw(entity_states(entities.get(number, EntityState.ZERO)))
    for number in draw(st.lists(st.integers(0, MAX_CLIENTS - 1), max_size=3, unique=True)):
        clients[number] = draw(records(clients.get(number, ClientState.ZERO)))
    player = draw(player_states(old.player))
    return Frame(player, dict(sorted(entities.items())), dict(sorted(clients.items())))


def _kept(draw: st.DrawFn, states: dict[int, T]) -> dict[int, T]:
    return {number: state for number, state in states.items() if draw(st.booleans())}


@st.composite
def gamestates(draw: st.DrawFn) -> Gamestate:
    configstrings = st.dictionaries(st.integers(0, 2047), ascii_texts().filter(bool), max_size=5)
    baselines = st.dictionaries(st.integers(1, MAX_ENTITIES - 2), entity_states(), max_size=4)
    return Gamestate(
        draw(INTS),
        draw(configstrings),
        draw(baselines),
        draw(st.integers(0, MAX_CLIENTS - 1)),
        draw(INTS),
    )


def usercmds() -> st.SearchStrategy[UserCmd]:
    angle = st.integers(0, 0xFFFF)
    move = st.integers(-128, 127)
    return st.builds(
        UserCmd,
        command_time=INTS,
        buttons=BYTES,
        wbuttons=BYTES,
        weapon=st.integers(0, 127),
        angles=st.tuples(angle, angle, angle),
        forwardmove=move,
        rightmove=move,
        upmove=move,
    )


# -- hostile bytes ------------------------------------------------------------------------------


@st.composite
def mutated(draw: st.DrawFn, valid: st.SearchStrategy[bytes]) -> bytes:
    """Return valid bytes cut short, with some bytes changed, or with a tail of other bytes."""
    data = bytearray(draw(valid))
    for _ in range(draw(st.integers(0, 4))):
        if data:
            data[draw(st.integers(0, len(data) - 1))] = draw(BYTES)
    if draw(st.booleans()):
        del data[draw(st.integers(0, len(data))) :]
    return bytes(data) + draw(st.binary(max_size=20))


def attempt(call: Callable[[], Any]) -> Any:
    """Return what ``call`` gives; None when it blames the peer. Other exceptions pass."""
    try:
        return call()
    except RemoteProtocolError:
        return None


def reference_state(state: Record) -> dict[str, int]:
    """Return a state as the reference codec has it: raw words by name, zeros left out."""
    return {name: word for name, word in zip(state.ORDER.names, state.words, strict=True) if word}
