"""Whole matches of bots on the stand-in mp_foy or a scenario: who wins, and when.

``python -m benchmarks.bots [SEEDS] [DRIVERS] [SCENARIO]``: a line for each seed; exit code 1 when
fewer than 8 in 10 are won by a capture.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from uoserver.bsp import read
from uoserver.bsp.build.pack import MAP_NAME
from uoserver.collision import load_clip_model
from uoserver.files.searchpath import SearchPath
from uoserver.game.bots.match import MOST_TICKS, play
from uoserver.sim.levels.scenario import load_scenario, start
from uoserver.sim.match import new_match
from uoserver.sim.simulation import Simulation
from uoserver.survey import MapWorld, make_match_state, survey

SEEDS: Final = 10
DRIVERS: Final = 8
NEEDED: Final = 8
"""Matches in ten that must be won by a capture."""

Begin = Callable[[int], Simulation]


def on_foy(drivers: int) -> Begin:
    """Return what begins a match on the stand-in map with a seed. Raises LookupError without it."""
    data = SearchPath().read(MAP_NAME)
    if data is None:
        raise LookupError(MAP_NAME)
    source = read(data)
    clip = load_clip_model(source)
    found = survey(source, clip)

    def begin(seed: int) -> Simulation:
        state = make_match_state(found, seed=seed)
        teams = [number % 2 for number in range(drivers)]
        return new_match(state, teams, MapWorld(clip, found, state.grid))

    return begin


def of_scenario(path: Path) -> Begin:
    """Return what begins a match of a scenario: only the bots' seeds are different."""
    scenario = load_scenario(path.read_text(encoding="utf-8"))
    return lambda _seed: start(scenario)


def main(arguments: Sequence[str]) -> int:
    """Play the matches and print a line for each."""
    seeds = int(arguments[0]) if arguments else SEEDS
    drivers = int(arguments[1]) if len(arguments) > 1 else DRIVERS
    begin = of_scenario(Path(arguments[2])) if len(arguments) > 2 else on_foy(drivers)
    won = 0
    for seed in range(1, seeds + 1):
        begun = time.perf_counter()
        result = play(begin(seed), seed)
        won += result.captures > 0
        print(
            f"seed {seed}: winner {result.winner}, tick {result.tick}, "
            f"{result.tick * 16 / 1000:.0f} s of the game, captures {result.captures}, "
            f"flags taken {result.taken}, vehicles lost {result.lost}, "
            f"{time.perf_counter() - begun:.0f} s",
            flush=True,
        )
    print(f"won by a capture: {won} of {seeds}, at most {MOST_TICKS} ticks each")
    return int(won * 10 < NEEDED * seeds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
