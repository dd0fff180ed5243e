"""The movement state and the player state on the wire."""

from __future__ import annotations

from dataclasses import fields, replace

from hypothesis import given
from hypothesis import strategies as st

from uoproto.record import float_to_word, word_to_float
from uoproto.states import PlayerState
from uoproto.tables import PLAYER
from uoserver.game.movement import MoveState, wire

from .runs import standing
from .strategies import PLAYER_STATES

NAN, INFINITY = 0x7FC00000, 0x7F800000


def test_every_attribute_travels() -> None:
    """All of the state but dead_yaw, which is a stat, is in the tables once."""
    names = [field.attribute for field in (*wire.FLOATS, *wire.INTS)]
    assert sorted([*names, "dead_yaw"]) == sorted(field.name for field in fields(MoveState))


def test_modes_and_widths_are_those_of_the_protocol() -> None:
    for row in wire.FLOATS:
        name = row.stem if row.size == 1 else f"{row.stem}[{row.size - 1}]"
        assert not PLAYER.fields[PLAYER.index[name]].is_integer
    for whole in wire.INTS:
        name = whole.stem if whole.size == 1 else f"{whole.stem}[{whole.size - 1}]"
        assert abs(PLAYER.fields[PLAYER.index[name]].bits) == whole.bits


def test_a_state_comes_back_as_it_was() -> None:
    state = standing(
        (12.5, -8.25, 100.125),
        command_time=-5,
        velocity=(1.5, 2.5, -3.5),
        pm_flags=0x2101,
        pm_time=1234,
        angles=(0.0054931640625, -90.0, 0.0),
        delta_angles=(65535, 1, 2),
        lean=-0.25,
        jump_time=-7,
        events=(1, 2, 3, 4),
        event_parms=(5, 6, 7, 8),
        event_sequence=255,
        ladder_normal=(0.0, -1.0, 0.0),
        dead_yaw=-170,
    )
    assert MoveState.from_player_state(state.player_state()) == state


def test_the_names_on_the_wire() -> None:
    named = standing((1.0, 2.0, 3.0)).to_fields()
    assert named["origin[2]"] == 3.0
    assert named["standViewHeight"] == 60
    assert named["sprintSpeedScale"] == word_to_float(float_to_word(1.6))
    player = standing((1.0, 2.0, 3.0)).player_state()
    assert player.origin == (1.0, 2.0, 3.0)
    for name, value in named.items():
        assert player[name] == value


def test_what_is_not_movement_is_the_bases() -> None:
    base = PlayerState.from_fields({"clientNum": 7, "viewmodelIndex": 3}).replace(
        stats=(90, 0, 100, 0, 0, 4)
    )
    player = standing(dead_yaw=12).player_state(base)
    assert player["clientNum"] == 7
    assert player["viewmodelIndex"] == 3
    assert player.stats == (90, 12, 100, 0, 0, 4)


def test_numbers_no_server_means_are_bounded() -> None:
    words = list(standing().player_state().words)
    for name, word in {
        "origin[0]": NAN,
        "origin[1]": INFINITY,
        "velocity[2]": float_to_word(-1e30),
        "leanf": INFINITY | 0x80000000,
        "runSpeedScale": float_to_word(1e9),
        "mins[2]": float_to_word(40.0),
        "maxs[0]": float_to_word(-5.0),
        "viewHeightCurrent": NAN,
    }.items():
        words[PLAYER.index[name]] = word
    state = MoveState.from_player_state(PlayerState(tuple(words)))
    assert state.origin[:2] == (0.0, 0.0)
    assert state.velocity[2] == -65536.0
    assert state.lean == 0.0
    assert state.run_scale == 16.0
    assert state.mins[2] == 0.0
    assert state.maxs[0] == 0.0
    assert state.view_height == 0.0


@given(PLAYER_STATES)
def test_taking_a_state_twice_changes_nothing_more(decoded: PlayerState) -> None:
    state = MoveState.from_player_state(decoded)
    again = MoveState.from_player_state(state.player_state())
    assert again == state


@given(st.tuples(*[st.floats(-70000, 70000)] * 6))
def test_settled_numbers_are_those_of_the_wire(numbers: tuple[float, ...]) -> None:
    state = standing()
    state.origin, state.velocity = numbers[:3], numbers[3:]  # type: ignore[assignment]
    state.settle()
    for value in (*state.origin, *state.velocity):
        assert word_to_float(float_to_word(value)) == value
        assert str(value) != "-0.0"
        assert abs(value) <= 65536
    before = replace(state)
    state.settle()
    assert state == before


def test_a_copy_is_independent() -> None:
    state = standing()
    other = state.copy()
    other.origin = (1.0, 1.0, 1.0)
    assert state.origin == standing().origin
    assert other != state
