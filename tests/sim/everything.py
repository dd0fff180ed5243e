"""A match in which every class of objects occurs, played by a script: always the same way."""

from __future__ import annotations

from typing import NamedTuple

from tests.sim.play import EAST, NORTH, SOUTH, WEST, new_state, put, spawn
from uoserver.sim.events import Created
from uoserver.sim.keys import DOWN, FIRE_A, FIRE_C, FIRES, LEFT, RIGHT, UP, stick
from uoserver.sim.match import new_match, step
from uoserver.sim.objects import Kind
from uoserver.sim.registry import CLASSES
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.saves.saving import load, save
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType

TANK, JEEP, MSV, HELICOPTER = VehicleType
TEAMS = (0, 1, 0, 1, 0, 1, 0, 1)
TICKS = 800
LOOKED = 50
"""Every so many ticks the state is looked through."""


class Everything(NamedTuple):
    """The match after its ticks, and which kinds of objects were made in it."""

    sim: Simulation
    kinds: set[Kind]


def scene() -> Simulation:
    """Two sides of four with what they need to meet everything, in one picture mostly."""
    state = new_state()
    sim = new_match(state, TEAMS)
    state.rand.state = 5
    for side in state.sides:
        side.drones = 3
    # a site whose flag comes out at once before tank 0, a house with two hit points before tank 4
    site = put(sim, 51, 46, "FLAG", 1)
    state.sides[1].flag_sites.append(site)
    state.sides[1].flag_cell, state.sides[1].flag_left = site, 0
    state.grid.hits[put(sim, 50, 44, "BLDG_S", 1)] = 2
    put(sim, 54, 42, "TOWER", 1)
    put(sim, 44, 42, "LARGE_TOWER", 1)
    for column in (60, 62):
        put(sim, column, 40, "WALL_H", 1)
    put(sim, 61, 40, "GATE_H", 1)
    put(sim, 57, 44, "BUSH_1S")
    spawn(sim, TANK, 47, 46, EAST, driver=0)
    spawn(sim, HELICOPTER, 2, 64, WEST, driver=1)
    spawn(sim, JEEP, 46, 51, NORTH, driver=2)
    spawn(sim, TANK, 61, 43, NORTH, driver=3)
    spawn(sim, TANK, 50, 49, NORTH, driver=4)
    spawn(sim, MSV, 56, 48, SOUTH, driver=5)
    spawn(sim, JEEP, 40, 49, SOUTH, driver=7)
    return sim


def _keys(tick: int) -> list[int]:
    """What each driver presses: he shoots the site and stays where he is, flies off, throws,
    drives through the gate, shoots the house, lays mines and drives over them, comes up, blows
    himself up."""
    turn = tick // 40
    return [
        FIRE_A,
        UP,
        (UP, LEFT | UP, FIRE_A * (tick & 1), RIGHT | UP, DOWN)[turn % 5],
        UP,
        FIRE_A,
        (FIRE_C, FIRE_A, UP, DOWN)[turn % 4],
        FIRE_A * (tick & 1) if tick < 60 else UP * (tick > 400),
        FIRES if tick == 100 else UP,
    ]


def everything(ticks: int = TICKS, *, saved_at: int = -1) -> Everything:
    """Play so many ticks. Before the tick ``saved_at`` the match is saved, and what goes on is the
    save."""
    sim, kinds = scene(), set[Kind]()
    for tick in range(ticks):
        if tick % LOOKED == 0:
            check_state(sim.state)
        if tick == saved_at:
            sim = load(save(sim), CLASSES)
        events = step(sim, [stick(word) for word in _keys(tick)])
        kinds |= {event.kind for event in events if isinstance(event, Created)}
    check_state(sim.state)
    return Everything(sim, kinds)
