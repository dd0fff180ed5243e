"""What drivers do in the bunker, for the tests of it."""

from __future__ import annotations

from collections.abc import Callable

from tests.sim.play import run
from uoserver.sim.keys import DOWN, FIRE_A, LEFT, stick
from uoserver.sim.match import step
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.sides import Driver
from uoserver.sim.simulation import Simulation

TO = (0, DOWN, DOWN | LEFT, LEFT)
"""Keys that lead from the tank to each type, in one frame."""


def until(sim: Simulation, done: Callable[[], bool], *keys: int, most: int = 1500) -> int:
    """Run until something is so; return the ticks that took."""
    for ticks in range(1, most + 1):
        step(sim, [stick(word) for word in keys])
        if done():
            check_state(sim.state)
            return ticks
    raise TimeoutError(f"not within {most} ticks")


def choose(sim: Simulation, *types: int) -> None:
    """Wait for the picture, and let each driver go to a type (20 ticks)."""
    run(sim, 18)
    run(sim, 1, *(TO[type_] for type_ in types))
    run(sim, 1)


def launch(sim: Simulation, *types: int) -> list[Obj]:
    """Let each driver come up with a vehicle; return them."""
    choose(sim, *types)
    run(sim, 1, *([FIRE_A] * len(types)))
    until(sim, lambda: all(each.vehicle for each in sim.state.drivers[: len(types)]))
    return [vehicle(sim, each) for each in sim.state.drivers[: len(types)]]


def vehicle(sim: Simulation, driver: Driver) -> Obj:
    """The vehicle a driver has."""
    obj = sim.state.pool.get(driver.vehicle)
    assert obj is not None
    return obj


def lifts(sim: Simulation) -> list[Obj]:
    return list(sim.state.pool.on_kind(Kind.LIFT))
