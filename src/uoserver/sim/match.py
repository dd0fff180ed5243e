"""A match: its drivers, and the order of things in a frame (specification 1 and 11; rules 2).

sim = new_match(grid_state)
events = step(sim, [stick(UP)], dt=1)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .bunker.view import come_back, enter_select, run
from .calls import Call
from .events import Event
from .lifecycle import update_all
from .registry import CLASSES
from .sides import NO_HEADING, Driver
from .simulation import Simulation, State
from .vehicles.docking import reset_glow
from .world import World

MAX_DT: Final = 12
MAX_DRIVERS: Final = 64
_WORD: Final = 0xFFFFFFFF


def new_match(state: State, teams: Sequence[int] = (0,), world: World | None = None) -> Simulation:
    """Return a match on the cells and sides of a state, with a driver for each side named.

    One driver plays the rules of one player; with more, those of two players count. Raises
    ValueError for more than `MAX_DRIVERS`, or a side that is none.
    """
    if len(teams) > MAX_DRIVERS or any(team not in (0, 1) for team in teams):
        raise ValueError(f"drivers of sides {list(teams)}: at most {MAX_DRIVERS}, of sides 0 and 1")
    state.players = 1 if len(teams) < 2 else 2
    sim = Simulation(CLASSES, state, world)
    for team in teams:
        add_driver(sim, team)
    return sim


def add_driver(sim: Simulation, team: int) -> Driver:
    """Add a driver to a side; he is in his bunker."""
    driver = Driver(len(sim.state.drivers), team)
    sim.state.drivers.append(driver)
    enter_select(sim, driver)
    return driver


def step(sim: Simulation, keys: Sequence[int], dt: int = 1) -> list[Event]:
    """Let ``dt`` ticks pass in one frame, with an input word for each driver; return what happened.

    Words that are missing count as no key. Raises ValueError for a dt that is not 1 to 12.
    """
    if not 1 <= dt <= MAX_DT:
        raise ValueError(f"dt {dt} is not 1 to {MAX_DT}")
    state = sim.state
    sim.events = []
    if not state.running:
        return sim.events
    state.dt = dt
    state.tick += dt
    if state.players == 1:
        _poll(sim, keys)
    reset_glow(sim)
    state.timers.advance(dt, lambda call, a, b: _call(sim, call, a, b))
    update_all(sim)
    if state.players > 1:
        _poll(sim, keys)
    elif not state.running:
        return sim.events
    for driver in state.drivers:
        run(sim, driver)
    return sim.events


def _poll(sim: Simulation, keys: Sequence[int]) -> None:
    for driver in sim.state.drivers:
        driver.keys_before = driver.keys
        driver.keys = keys[driver.number] & _WORD if driver.number < len(keys) else 0
        if not driver.analog:
            driver.steer = NO_HEADING


def _call(sim: Simulation, call: int, a: int, b: int) -> int:
    """Do what a timer is for; it never goes on."""
    if call == Call.COME_BACK:
        come_back(sim, sim.state.drivers[a], bool(b))
    return -1
