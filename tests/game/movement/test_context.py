"""The command in work: sweeps, the touch list, the event ring (pmove2: Single slice order)."""

from __future__ import annotations

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
