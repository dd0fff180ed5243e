from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reference import bits
from tests.reference import player as reference
from tests.strategies import attempt, mutated, player_states, reference_state
from uoproto.delta import write_hud_element
from uoproto.errors import BadValueError, LocalProtocolError
from uoproto.message import MessageReader, MessageWriter
from uoproto.player import read_player, write_player
from uoproto.states import HudElement, Objective, PlayerState

ZERO = PlayerState.ZERO
TEXT = HudElement.from_fields({"type": 1})
PAIRS = player_states().flatmap(lambda old: st.tuples(st.just(old), player_states(old)))


def written(old: PlayerState, new: PlayerState) -> bytes:
    writer = MessageWriter()
    write_player(writer, old, new)
    assert not writer.overflowed
    return writer.to_bytes()


def plain(state: PlayerState) -> reference.Player:
    return reference.Player(
        {name: word for name, word in zip(state.ORDER.names, state.words, strict=True) if word},
        state.stats,
        state.ammo,
        state.clips,
        [objective.state for objective in state.objectives],
        [reference_state(objective) for objective in state.objectives],
        [reference_state(element) for element in state.hud_archival],
        [reference_state(element) for element in state.hud_current],
    )


def test_nothing_changed() -> None:
    # lastChanged 0, no stats, no ammo, four clip groups, no objectives, no HUD.
    assert written(ZERO, ZERO).hex() == "0000"


def test_groups_by_hand() -> None:
    def changed(**groups: object) -> str:
        return written(ZERO, ZERO.replace(**groups)).hex()  # type: ignore[arg-type]

    # 1, mask 001001, short, then six bits of stat 3 (0b000101).
    assert changed(stats=(-1, 0, 0, 5, 0, 0)) == "0093ffff0200"
    # 0 stats | 1 ammo, 0 0 0 1 | mask 0x8000, short -2 | no clips, objectives, HUD.
    assert changed(ammo=(0,) * 63 + (-2,)) == "00220080feff00"
    # Clips have no bit over the four groups.
    assert changed(clips=(0,) * 63 + (-2,)) == "00200080feff"


@given(PAIRS)
def test_as_the_reference(pair: tuple[PlayerState, PlayerState]) -> None:
    writer = bits.Writer()
    reference.write_player(writer, *map(plain, pair))
    assert written(*pair) == bytes(writer.data)


@given(player_states(canonical=False), player_states(canonical=False))
def test_as_the_reference_for_anything(old: PlayerState, new: PlayerState) -> None:
    writer = bits.Writer()
    reference.write_player(writer, plain(old), plain(new))
    assert written(old, new) == bytes(writer.data)


@given(PAIRS)
def test_round_trip(pair: tuple[PlayerState, PlayerState]) -> None:
    old, new = pair
    data = written(old, new)
    for lenient in (False, True):
        reader = MessageReader(data, lenient=lenient)
        assert read_player(reader, old) == new
        assert not reader.remaining
        assert not reader.overflowed


def test_hud_lists_shrink() -> None:
    old = ZERO.replace(hud_archival=(TEXT,) * 3, hud_current=(TEXT,))
    new = ZERO.replace(hud_archival=(TEXT,), hud_current=())
    assert read_player(MessageReader(written(old, new)), old) == new


def test_unused_hud_slots_are_not_sent() -> None:
    new = ZERO.replace(hud_current=(TEXT, HudElement.ZERO, HudElement.ZERO))
    assert written(ZERO, new) == written(ZERO, ZERO.replace(hud_current=(TEXT,)))
    for empty in (HudElement.ZERO, HudElement.from_fields({"x": 5})):
        hidden = ZERO.replace(hud_current=(TEXT, empty, TEXT))
        assert written(ZERO, hidden) == written(ZERO, ZERO.replace(hud_current=(TEXT,)))


def test_hidden_hud_slots_are_no_base() -> None:
    """The peer never saw what stands behind an element without a type."""
    hidden = ZERO.replace(hud_archival=(TEXT, HudElement.ZERO, TEXT))
    seen = ZERO.replace(hud_archival=(TEXT,))
    new = ZERO.replace(hud_archival=(TEXT,) * 3)
    assert written(hidden, new) == written(seen, new)
    assert written(hidden, seen) == written(seen, hidden) == written(ZERO, ZERO)


def test_a_hud_list_ends_before_an_element_without_a_type() -> None:
    typeless = HudElement.from_fields({"x": 5})
    writer = MessageWriter()
    writer.write_byte(0)
    writer.write_zero_bits(7)
    writer.write_bit(1)
    writer.write_bits(3, 6)
    for element in (TEXT, typeless, TEXT):
        write_hud_element(writer, HudElement.ZERO, element)
    writer.write_bits(1, 6)
    write_hud_element(writer, HudElement.ZERO, TEXT)
    data = writer.to_bytes()
    state = read_player(MessageReader(data), ZERO)
    assert (state.hud_archival, state.hud_current) == ((TEXT,), (TEXT,))  # all were decoded
    assert read_player(MessageReader(written(ZERO, state)), ZERO) == state
    kept = read_player(MessageReader(data, lenient=True), ZERO)
    assert kept.hud_archival == (TEXT, typeless, TEXT)
    assert written(ZERO, kept) == written(ZERO, state)


def test_full_hud() -> None:
    new = ZERO.replace(hud_archival=(TEXT,) * 63, hud_current=(TEXT,) * 63)
    assert read_player(MessageReader(written(ZERO, new)), ZERO) == new


@pytest.mark.parametrize(
    "new",
    [
        ZERO.replace(stats=(0x10000, 0, 0, 0, 0, 0)),
        ZERO.replace(stats=(0, 0, 0, 64, 0, 0)),
        ZERO.replace(stats=(0, 0, 0, 0, 0, 256)),
        ZERO.replace(ammo=(-0x8001, *(0,) * 63)),
        ZERO.replace(clips=(0x10000, *(0,) * 63)),
        PlayerState.from_fields({"weapon": 128}),
        ZERO.replace(objectives=(Objective.from_fields({"icon": 1 << 12}),) * 16),
    ],
)
def test_values_the_wire_cannot_carry(new: PlayerState) -> None:
    with pytest.raises(LocalProtocolError):
        written(ZERO, new)


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("clientNum", 63, 64),
        ("viewlocked_entNum", 1023, 1024),
        ("vehPos", 6, 7),
        ("weaponslots[0]", 0x7F7F7F7F, 0x80),
        ("weaponslots[4]", 0x7F7F7F7F, 0x80000000),
    ],
)
def test_what_a_client_refuses(field: str, good: int, bad: int) -> None:
    fine, wrong = (PlayerState.from_fields({field: value}) for value in (good, bad))
    assert read_player(MessageReader(written(ZERO, fine)), ZERO) == fine
    with pytest.raises(BadValueError):
        read_player(MessageReader(written(ZERO, wrong)), ZERO)
    assert read_player(MessageReader(written(ZERO, wrong), lenient=True), ZERO) == wrong


def test_count_beyond_the_table() -> None:
    data = bytes([115]) + bytes(20)
    with pytest.raises(BadValueError):
        read_player(MessageReader(data), ZERO)
    reader = MessageReader(data, lenient=True)
    assert read_player(reader, ZERO) == ZERO
    assert reader.cursors[1] == 8 + 114 + 8
    assert read_player(MessageReader(bytes([114]) + bytes(20)), ZERO) == ZERO


@given(mutated(player_states().map(lambda state: written(ZERO, state))), st.booleans())
def test_any_bytes(data: bytes, lenient: bool) -> None:
    state = attempt(lambda: read_player(MessageReader(data, lenient=lenient), ZERO))
    if lenient:
        assert state is not None


@pytest.mark.parametrize("count", [0, 113, 115])
def test_a_player_has_all_its_words(count: int) -> None:
    with pytest.raises(LocalProtocolError):
        PlayerState((0,) * count)
