"""Small worlds in which bots show what they do."""

from __future__ import annotations

from collections.abc import Callable

from uoserver.game.bots.match import Crew
from uoserver.game.bots.sight import Other, Own, Sight
from uoserver.sim.events import Event
from uoserver.sim.grid import cell_at
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.levels.scenario import load_scenario, start
from uoserver.sim.match import step
from uoserver.sim.objects import Obj
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import VehicleState, state_of

TANK, JEEP, MSV, HELICOPTER = map(int, VehicleType)
NORTH, EAST, SOUTH, WEST = 0, 0x100000, 0x200000, 0x300000


def scene(text: str) -> Simulation:
    """Begin the scenario of a text; its map's corner is at column and row 40."""
    return start(load_scenario("at = [40, 40]\n" + text))


def run(
    sim: Simulation,
    ticks: int,
    until: Callable[[], bool] = lambda: False,
    *,
    seed: int = 1,
    only: tuple[int, ...] = (),
) -> list[Event]:
    """Let bots drive, all or ``only`` some, for some ticks; return what happened."""
    crew, events = Crew(sim, seed), []
    for _ in range(ticks):
        words = list(crew.words())
        if only:
            words = [word if number in only else 0 for number, word in enumerate(words)]
        events += step(sim, words)
        if until() or not sim.state.running:
            break
    return events


def vehicle(sim: Simulation, driver: int = 0) -> Obj:
    """Return what a driver drives."""
    obj = sim.state.pool.get(sim.state.drivers[driver].vehicle)
    assert obj is not None
    return obj


def own_state(sim: Simulation, driver: int = 0) -> VehicleState:
    return state_of(vehicle(sim, driver))


def own(
    type_: int = TANK, x: int = 1600, y: int = 1600, heading: int = NORTH, **more: object
) -> Own:
    """Return a vehicle at a place in pixels, full of all."""
    shots = {TANK: (150,), JEEP: (16,), MSV: (100, 10), HELICOPTER: (100, 50)}[type_]
    made = Own(
        *(1, type_, x * ONE, y * ONE, 50 * ONE if type_ == HELICOPTER else 0, heading, 0),
        *(100, 100, shots),
        cell=cell_at(x * ONE, y * ONE),
    )
    return made._replace(**more)  # type: ignore[arg-type]


def other(team: int, x: int, y: int, type_: int = TANK, driver: int = 9, z: int = 0) -> Other:
    """Return somebody else's vehicle at a place in pixels."""
    return Other(100 + driver, driver, team, type_, x * ONE, y * ONE, z * ONE)


def sight(vehicle_: Own | None = None, **more: object) -> Sight:
    """Return what driver 0 of side 0 sees, with a stock of everything."""
    base = Sight(
        *(100, 0, 0, Mode.PLAYING if vehicle_ else Mode.SELECT, 0, (3, 8, 3, 3), (), (0,)),
        own=vehicle_,
    )
    return base._replace(**more)  # type: ignore[arg-type]
