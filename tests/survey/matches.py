"""Matches of several drivers on whole maps, for tests and for the processes that these start."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import NamedTuple

from tests.maps.foy import clip, foy, surveyed
from tests.shared import shared_path
from uoserver.bsp import read
from uoserver.bsp.mapinfo import describe_map
from uoserver.collision import ClipModel, load_clip_model
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A, FIRE_B, FIRE_C, LEFT, RIGHT, UP, stick
from uoserver.sim.lifecycle import create
from uoserver.sim.match import new_match, step
from uoserver.sim.objects import Kind
from uoserver.sim.registry import CLASSES
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.saves.saving import load, save, state_hash
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.helicopter import CRUISE
from uoserver.sim.vehiclestate import Phase, state_of
from uoserver.survey import MapWorld, Survey, make_match_state, survey
from uoserver.survey.coordinates import cell_middle
from uoserver.survey.ground import Ground
from uoserver.survey.pads import ROOMS, PadFinder

SHARED = ("empty", "bmw", "brmap2_a", "pv_mini_harbor")
MAPS = ("mp_foy", *SHARED)
DRIVERS = 8
TICKS = 2000
FIRES = (0, 0, FIRE_A, FIRE_A, FIRE_B, FIRE_C)
WAYS = (0, UP, UP, UP, UP | LEFT, UP | RIGHT, LEFT)


class Played(NamedTuple):
    clip: ClipModel
    survey: Survey
    starts: tuple[int, ...]
    """Cells with room, near the pads of one side and the other in turn."""

    def begin(self, teams: tuple[int, ...]) -> Simulation:
        """A match in which all drivers are in their bunkers."""
        state = make_match_state(self.survey)
        return new_match(state, teams, MapWorld(self.clip, self.survey, state.grid))

    def loaded(self, data: bytes) -> Simulation:
        """A match that was saved."""
        sim = load(data, CLASSES)
        return Simulation(CLASSES, sim.state, MapWorld(self.clip, self.survey, sim.state.grid))


@cache
def played(name: str) -> Played:
    """A map with its survey; skips the test where the map is not at hand."""
    if name == "mp_foy":
        source, model, found = foy(), clip(), surveyed()
    else:
        source = read(shared_path(f"maps/{name}.bsp").read_bytes())
        model = load_clip_model(source)
        found = survey(source, model)
    finder = PadFinder(
        model, Ground(model, found.lattice), found.lattice, describe_map(source).bounds
    )
    starts: list[int] = []
    used = {*found.flags[0], *found.flags[1], *(each.cell for each in found.buildings)}
    for number in range(DRIVERS):
        near = cell_middle(found.pads[number % 2][0])
        cell = finder.nearest(near, ROOMS, {*starts, *used})
        if cell is None:
            break
        starts.append(cell)
    return Played(model, found, tuple(starts))


def all_driving(map_: Played) -> Simulation:
    """A match in which everybody has a vehicle near a pad, all types in turn."""
    sim = map_.begin(tuple(number % 2 for number in range(len(map_.starts))))
    for driver, cell in zip(sim.state.drivers, map_.starts, strict=True):
        driver.view.type = VehicleType(driver.number // 2 % 4)
        driver.view.mode, driver.view.fade = Mode.PLAYING, ONE
        obj = create(sim, Kind.VEHICLE, driver.team, *centre(cell), 0, driver.number)
        assert obj is not None
        own = state_of(obj)
        own.phase = Phase.FREE
        if driver.view.type == VehicleType.HELICOPTER:
            obj.z, own.rotor, own.rotor_speed = CRUISE, ONE, 4 * ONE
    return sim


class Fight(NamedTuple):
    hash: str
    events: Counter[str]


def fight(name: str, *, ticks: int = TICKS, saved_at: int = -1) -> Fight:
    """Play a match in which all drive about and shoot, by chance but always the same way.

    The state is looked through every 100 ticks. Before the tick ``saved_at`` the match is saved,
    and what goes on is the save.
    """
    map_ = played(name)
    sim, source = all_driving(map_), random.Random(5)
    events: Counter[str] = Counter()
    keys = [0] * len(map_.starts)
    for tick in range(ticks):
        if tick % 100 == 0:
            check_state(sim.state)
        if tick == saved_at:
            sim = map_.loaded(save(sim))
        if tick % 15 == 0:
            keys = [stick(source.choice(WAYS) | source.choice(FIRES)) for _ in map_.starts]
        events.update(type(event).__name__ for event in step(sim, keys))
    check_state(sim.state)
    return Fight(state_hash(sim), events)
