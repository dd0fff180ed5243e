"""A match: its drivers, and the order of things in a frame (specification 1 and 11; rules 2).

sim = new_match(grid_state)
events = step(sim, [stick(UP)], dt=1)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from .bunker.lift import NOBODY
from .bunker.lift import state_of as lift_state
from .bunker.view import come_back, enter_select, run
from .calls import Call
from .defences.watch import watch_towers
from .effects.explosion import ExplosionState
from .effects.remains import look_at_remains
from .effects.ruins import put_ruin
from .events import Event
from .lifecycle import mark_for_delete, update_all
from .objects import Kind
from .onfoot import look_after, man_of
from .registry import CLASSES
from .rules.mines import lay_random
from .sides import NO_HEADING, Driver, Mode
from .simulation import Simulation, State
from .vehicles.docking import reset_glow
from .vehicles.fate import give_up
from .vehicles.stock import percent_for, present, scaled, vehicle_of
from .weapons.grenade import GrenadeState
from .weapons.mine import MineState
from .weapons.missile import ShellState
from .world import World

MAX_DT: Final = 12
MAX_DRIVERS: Final = 64
_WORD: Final = 0xFFFFFFFF
_MARKS: Final = (ShellState, GrenadeState, MineState, ExplosionState)
"""What outlives the driver who caused it."""


def new_match(
    state: State,
    teams: Sequence[int] = (0,),
    world: World | None = None,
    *,
    percent: int | None = None,
    mines: int = 0,
) -> Simulation:
    """Return a match on the cells and sides of a state, with a driver for each side named.

    One driver plays the rules of one player; with more, those of two players count. ``percent``
    is how much of the map's stock there is; by default all of it, and more in proportion for
    more than four drivers a side. So many ``mines`` are laid at random. Raises ValueError for more
    than `MAX_DRIVERS`, a side that is none, or a negative percentage.
    """
    if len(teams) > MAX_DRIVERS or any(team not in (0, 1) for team in teams):
        raise ValueError(f"drivers of sides {list(teams)}: at most {MAX_DRIVERS}, of sides 0 and 1")
    state.players = 1
    sim = Simulation(CLASSES, state, world)
    if mines:
        lay_random(sim, mines)
    share = percent_for(max(sum(team == each for each in teams) for team in (0, 1)))
    for side in state.sides:
        side.stock = scaled(side.stock, share if percent is None else percent)
        side.first_stock = list(side.stock)
    for team in teams:
        add_driver(sim, team)
    return sim


# -- drivers ---------------------------------------------------------------------------------------


def add_driver(sim: Simulation, team: int) -> Driver:
    """Add a driver to a side between two frames, also of a match that goes on.

    He is in his bunker, and has the lowest number that is free; numbers of others stay. With the
    second driver the rules of two players begin, and they stay. Raises ValueError for a side that
    is none, and when there are `MAX_DRIVERS`.
    """
    if team not in (0, 1):
        raise ValueError(f"there is no side {team}")
    drivers = sim.state.drivers
    number = next((d.number for d in drivers if d.view.mode is Mode.GONE), len(drivers))
    if number == MAX_DRIVERS:
        raise ValueError(f"there are {MAX_DRIVERS} drivers")
    if sim.state.players == 1 and any(present(sim, each) for each in (0, 1)):
        sim.state.players = 2
        for driver in drivers:  # their keys are looked at once more, after the next frame's objects
            driver.keys_before = driver.keys
    driver = Driver(number, int(team))
    drivers[number : number + 1] = [driver]
    enter_select(sim, driver)
    return driver


def remove_driver(sim: Simulation, number: int) -> list[Event]:
    """Let a driver leave, between two frames; return what happened.

    His vehicle goes back into the stock as if he had docked, without a wreck, and so does the one
    he waits for; one that an enemy hit lately is lost (`give_up`). Nobody is behind his shots and
    mines any more: the next one of his number is not. Nothing else changes its number. Raises
    LookupError where there is no such driver.
    """
    drivers = sim.state.drivers
    if not 0 <= number < len(drivers) or drivers[number].view.mode is Mode.GONE:
        raise LookupError(f"there is no driver {number}")
    driver, earlier, sim.events = drivers[number], sim.events, []
    obj, state = sim.state.pool.get(driver.vehicle), vehicle_of(sim, driver)
    if obj is not None and state is not None:
        give_up(sim, obj, state)
    for lift in sim.state.pool.on_kind(Kind.LIFT):
        if lift_state(lift).driver == number:
            lift_state(lift).driver = NOBODY
            if lift.id == driver.view.lift:
                mark_for_delete(sim, lift)
    if man := man_of(sim, driver):
        mark_for_delete(sim, man)
    for mark in sim.state.pool.slots:
        if mark is not None and isinstance(mark.data, _MARKS) and mark.data.by == number:
            mark.data.by = NOBODY
    queue = sim.state.sides[driver.team].queue
    if number in queue:
        queue.remove(number)
    sim.state.timers.drop(Call.COME_BACK, number)
    sim.state.tasks.drop(Call.COME_BACK, number)
    drivers[number] = Driver(number, driver.team)
    drivers[number].view.mode = Mode.GONE
    events, sim.events = sim.events, earlier
    return events


# -- frames ----------------------------------------------------------------------------------------


def step(sim: Simulation, keys: Sequence[int], dt: int = 1) -> list[Event]:
    """Let ``dt`` ticks pass in one frame, with an input word for each driver; return what happened.

    Words that are missing count as no key. Raises ValueError for a dt that is no whole number from
    1 to 12: what is not whole would be in every place and time of the state.
    """
    if type(dt) is not int or not 1 <= dt <= MAX_DT:
        raise ValueError(f"dt {dt} is not 1 to {MAX_DT}")
    state = sim.state
    sim.events, sim.sight = [], None
    if not state.running:
        return sim.events
    state.dt = dt
    state.tick += dt
    if state.players == 1:
        _poll(sim, keys)
    reset_glow(sim)
    state.timers.advance(dt, partial(_call, sim))
    update_all(sim)
    if state.players > 1:
        _poll(sim, keys)
    elif not state.running:
        return sim.events
    for driver in state.drivers:
        run(sim, driver)
    look_after(sim)
    state.tasks.run(partial(_call, sim))
    look_at_remains(sim)
    watch_towers(sim)
    return sim.events


def _poll(sim: Simulation, keys: Sequence[int]) -> None:
    for driver in sim.state.drivers:
        driver.keys_before = driver.keys
        walks = driver.view.mode is Mode.ON_FOOT
        word = keys[driver.number] if driver.number < len(keys) else 0
        driver.keys = 0 if walks else word & _WORD
        if not driver.analog:
            driver.steer = NO_HEADING


def _come_back(sim: Simulation, driver: int, destroyed: int) -> int:
    come_back(sim, sim.state.drivers[driver], bool(destroyed))
    return -1


_CALLS: Final[dict[int, Callable[[Simulation, int, int], int]]] = {
    Call.COME_BACK: _come_back,
    Call.RUIN: put_ruin,
}
"""What timers and tasks call. An answer below 0 ends a timer, and any but 0 a task."""


def _call(sim: Simulation, call: int, a: int, b: int) -> int:
    """Do what a timer or a task is for; one whose call means nothing ends."""
    what = _CALLS.get(call)
    return what(sim, a, b) if what else -1
