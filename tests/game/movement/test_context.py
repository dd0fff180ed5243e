"""The command in work: sweeps, the touch list, the event ring (pmove2: Single slice order)."""

from __future__ import annotations

from uoproto.states import UserCmd

from .runs import GROUND, standing
from .spaces import box, floor, player, solids
from .working import working

HERE = (0.0, 0.0, GROUND)
THERE = (100.0, 0.0, GROUND)


def test_a_sweep_out_of_a_player_ignores_players_from_then_on() -> None:
    space = solids(floor(), player(9, (5.0, 0.0, GROUND)), player(4, (70.0, 0.0, GROUND)))
    move = working(standing(), space=space)
    assert move.trace(HERE, THERE).fraction == 1.0
    assert move.touched == [9]
    assert not move.mask & 0x2000000
    assert space.traces == 2


def test_a_sweep_against_a_player_stops() -> None:
    move = working(standing(), space=solids(floor(), player(4, (70.0, 0.0, GROUND))))
    assert 0.3 < move.trace(HERE, THERE).fraction < 0.45
    assert move.mask & 0x2000000


def test_solid_walls_are_not_left_like_players() -> None:
    space = solids(box((-50, -50, -50), (50, 50, 50)))
    move = working(standing(), space=space)
    assert move.trace(HERE, HERE).allsolid
    assert space.traces == 1


def test_the_touch_list() -> None:
    move = working(standing())
    for number in (1022, 1023, 5, 5, *range(100, 140)):
        move.touch(number)
    assert move.touched == [5, *range(100, 131)]


def test_the_ring_holds_four_and_counts_in_a_byte() -> None:
    state = standing(event_sequence=254)
    move = working(state)
    for number in range(1, 6):
        move.event(number, number * 60)
    assert state.event_sequence == 3
    assert state.events == (3, 4, 5, 2)
    assert state.event_parms == (180, 240, 300 & 0xFF, 120)
    assert move.posted == [(number, number * 60) for number in range(1, 6)]


def test_an_event_comes_once_a_slice_and_none_is_nothing() -> None:
    move = working(standing())
    move.event(0)
    move.event(142)
    move.event(142)
    assert [number for number, _ in move.posted] == [142]
    move.post(145, 1)
    move.post(145, 1)
    assert [number for number, _ in move.posted] == [142, 145, 145]


def test_a_slice_begins_with_the_command_and_nothing_known() -> None:
    state = standing((1.0, 2.0, 3.0), velocity=(4.0, 5.0, 6.0))
    move = working(state, msec=5)
    fresh = {name: getattr(move, name) for name in move.__slots__ if name != "slice_events"}
    assert (move.msec, move.seconds) == (5, 0.005)
    assert (move.previous_origin, move.previous_velocity) == ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    assert (move.ground_normal, move.ground_surface) == ((0.0, 0.0, 0.0), 0)
    assert (move.water_level, move.water_level_before) == (0, 0)
    assert (move.slice_fits, move.command_fits) == (0, 0)
    assert move.forward == move.right == move.view == (0.0, 0.0, 0.0)
    move.event(7)
    move.ground_plane = move.walking = True
    move.ground_normal, move.ground_surface, move.slice_fits = (1.0, 1.0, 1.0), 9, 9
    move.water_level = move.water_level_before = 2
    move.forward_move = move.right_move = move.up_move = move.buttons = move.wbuttons = 1
    move.reset(UserCmd(), 0, 5)
    assert fresh == {name: getattr(move, name) for name in fresh}
    assert move.slice_events == []
    assert move.posted == [(7, 0)]
    move.reset(UserCmd(1, 2, 3, 4, (5, 6, 7), 8, 9, 10), 20, 5)
    assert (move.buttons, move.wbuttons) == (2, 3)
    assert (move.forward_move, move.right_move, move.up_move) == (8, 9, 20)


def test_numbers_and_parameters_in_the_ring_are_bytes() -> None:
    state = standing()
    move = working(state)
    move.post(0x1FF, 0x3FF)
    assert (state.events[0], state.event_parms[0]) == (0xFF, 0xFF)
    assert move.posted == [(0x1FF, 0x3FF)]
