"""Maps of the game that matches are played on: found, read, surveyed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final
from zlib import crc32

from uoserver.bsp import read
from uoserver.bsp.errors import BspError
from uoserver.bsp.header import MAX_MAP_SIZE
from uoserver.collision import ClipModel, load_clip_model
from uoserver.commandline import CommandError, progress
from uoserver.files.errors import FileError
from uoserver.files.searchpath import SearchPath
from uoserver.sim.grid import CELL_SHIFT
from uoserver.sim.kernel.fixmath import HALF_CELL
from uoserver.sim.levels.scenario import Scenario, begin
from uoserver.sim.simulation import Simulation
from uoserver.survey import MapWorld, Survey, make_match_state, survey
from uoserver.survey.shipped import find_shipped

from .source import read_limited
from .textmap import Area

SUFFIX: Final = ".bsp"


@dataclass(frozen=True, slots=True)
class PlayedMap:
    """A map with its clip model and survey."""

    name: str
    clip: ClipModel
    survey: Survey

    def start(self, scenario: Scenario) -> Simulation:
        """Return a match on it with the drivers, vehicles and stock of a scenario.

        Stock that the scenario does not name is the map's. Raises ScenarioError.
        """
        state = make_match_state(self.survey, seed=scenario.seed)
        return begin(scenario, state, MapWorld(self.clip, self.survey, state.grid))

    def area(self) -> Area:
        """Return the cells whose middles are on the map."""
        west, north, east, south = self.survey.edges
        left, top = (west + HALF_CELL) >> CELL_SHIFT, (north + HALF_CELL) >> CELL_SHIFT
        right, bottom = (east - HALF_CELL) >> CELL_SHIFT, (south - HALF_CELL) >> CELL_SHIFT
        return Area(left, top, max(1, right - left + 1), max(1, bottom - top + 1))


def load_map(name: str) -> PlayedMap:
    """Return a map by the name of its file, or by its own as the built-in pack has it.

    Raises CommandError, which names it, for one that is nowhere, damaged or not to be played on,
    and OSError.
    """
    path = Path(name)
    if path.suffix.lower() == SUFFIX:
        data = read_limited(path, MAX_MAP_SIZE, "a map")
    else:
        try:
            with SearchPath() as found:
                data = found.read(f"maps/mp/{name}{SUFFIX}")
        except FileError as error:
            raise CommandError(f"{name}: {error}; other maps are named by their files") from error
    try:
        source = read(data)
        clip = load_clip_model(source)
        known = find_shipped(crc32(data))
        if known is None:
            progress(f"{name}: its survey takes some seconds")
            known = survey(source, clip)
        return PlayedMap(path.stem, clip, known)
    except BspError as error:
        raise CommandError(f"{name}: {error}") from error
