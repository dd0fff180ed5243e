"""Matches among bots."""

from __future__ import annotations

from collections.abc import Sequence

from uoserver.files.searchpath import SearchPath
from uoserver.game.bots.match import play
from uoserver.pilot.maps import Maps
from uoserver.sim.events import Event, FlagCaptured
from uoserver.sim.match import new_match
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.saves.saving import state_hash
from uoserver.sim.simulation import NO_WINNER
from uoserver.survey import MapWorld, make_match_state

from .scenes import scene

FIELD = """
drivers = [0, 1, 0, 1, 0, 1, 0, 1]
map = '''
..............................
..f..b....W.........b.....F...
..........W...................
0.........W....T..............1
..............................
..f....b.......W....b.....F...
...............W..............
'''
"""


def test_a_match_of_eight_is_won_by_a_capture() -> None:
    sim, seen = scene(FIELD), list[Event]()

    def watch(events: Sequence[Event]) -> None:
        seen.extend(events)
        if sim.state.tick % 100 == 0:
            check_state(sim.state)

    result = play(sim, 1, watch=watch)
    assert result.winner in (0, 1)
    assert result.captures == sum(isinstance(each, FlagCaptured) for each in seen) == 1
    assert result.taken >= 1
    assert result.tick == sim.state.tick < 12_000


def test_a_match_on_the_stand_in_map_is_won_by_a_capture() -> None:
    arena = Maps(SearchPath()).load("mp_foy")
    assert arena is not None
    state = make_match_state(arena.survey, seed=8)
    world = MapWorld(arena.clip, arena.survey, state.grid)
    result = play(new_match(state, [number % 2 for number in range(8)], world), 8, ticks=8000)
    assert (result.winner in (0, 1), result.captures) == (True, 1)
    assert result.lost


def test_the_same_seed_plays_the_same_match() -> None:
    hashes = []
    for seed in (1, 1, 2):
        sim = scene(FIELD)
        play(sim, seed, ticks=1500)
        hashes.append(state_hash(sim))
    assert hashes[0] == hashes[1] != hashes[2]


def test_time_runs_out() -> None:
    result = play(scene(FIELD), 1, ticks=50)
    assert (result.winner, result.tick, result.captures) == (NO_WINNER, 50, 0)
