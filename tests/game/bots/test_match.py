"""Matches among bots."""

from __future__ import annotations

from collections.abc import Sequence

from tests.shared import shared_path
from uoserver.bsp import read
from uoserver.collision import ClipModel, load_clip_model
from uoserver.files.searchpath import SearchPath
from uoserver.game.bots.match import play
from uoserver.pilot.maps import Maps
from uoserver.sim.events import Event, FlagCaptured
from uoserver.sim.match import new_match
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.saves.saving import state_hash
from uoserver.sim.simulation import NO_WINNER, Simulation
from uoserver.survey import MapWorld, Survey, make_match_state, survey

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
    result = play(on_map(arena.clip, arena.survey, 8, seed=8), 8, ticks=8000)
    assert result.winner in (0, 1)
    assert result.captures == 1
    assert result.lost


def test_six_do_not_stand_still_on_a_small_map() -> None:
    source = read(shared_path("maps/empty.bsp").read_bytes())
    clip = load_clip_model(source)
    result = play(on_map(clip, survey(source, clip), 6, seed=1), 1, ticks=5000)
    assert result.captures == 1
    assert result.lost


def on_map(clip: ClipModel, found: Survey, drivers: int, seed: int) -> Simulation:
    state = make_match_state(found, seed=seed)
    teams = [number % 2 for number in range(drivers)]
    return new_match(state, teams, MapWorld(clip, found, state.grid))


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
