"""Small worlds for tests of the simulation, and vehicles that are driven about in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from uoserver.sim.events import Event
from uoserver.sim.grid import SIZE, cell_number, centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import stick
from uoserver.sim.lifecycle import create
from uoserver.sim.match import new_match, step
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation, State
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import NUMBER_OF
from uoserver.sim.tables.terrain import PAD
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import Phase, VehicleState

PAD_0 = (67, 67)
PAD_1 = (30, 30)
"""Column and row of each side's pad."""
NORTH, EAST, SOUTH, WEST = 0, 0x100000, 0x200000, 0x300000


def cell(column: int, row: int) -> int:
    return cell_number(column, row)


def new_state() -> State:
    """Plain land with a pad for each side."""
    state = State()
    for team, (column, row) in enumerate((PAD_0, PAD_1)):
        pad = cell(column, row)
        state.grid.terrain[pad] = PAD + team
        state.grid.side[pad] = 2
        state.sides[team].pads.append(pad)
        state.sides[team].pad = pad
    return state


def new_sim(teams: Sequence[int] = (0,)) -> Simulation:
    """A match on plain land; its drivers are in their bunkers."""
    return new_match(new_state(), teams)


def put(sim: Simulation, column: int, row: int, name: str, side: int = 2) -> int:
    """Place a static object by its name; return its cell."""
    at = cell(column, row)
    place(sim.state.grid, at, NUMBER_OF[name], side)
    return at


def pave(sim: Simulation, cells: Iterable[tuple[int, int]], terrain: int) -> None:
    """Give cells a terrain."""
    for column, row in cells:
        sim.state.grid.terrain[row * SIZE + column] = terrain


def spawn(
    sim: Simulation,
    type_: VehicleType,
    column: int,
    row: int,
    heading: int = NORTH,
    *,
    driver: int = 0,
    phase: Phase = Phase.FREE,
) -> Obj:
    """Put a driver's vehicle into the middle of a cell, ready to go (a helicopter in the air)."""
    who = sim.state.drivers[driver]
    who.view.type, who.view.mode, who.view.fade = type_, Mode.PLAYING, ONE
    x, y = centre(cell(column, row))
    obj = create(sim, Kind.VEHICLE, who.team, x, y, 0, driver)
    assert obj is not None
    obj.heading = heading
    state = data(obj)
    state.phase = phase
    if type_ is VehicleType.HELICOPTER and phase is Phase.FREE:
        obj.z, state.rotor, state.rotor_speed = 50 * ONE, ONE, 4 * ONE
    return obj


def data(obj: Obj) -> VehicleState:
    """A vehicle's own state."""
    assert isinstance(obj.data, VehicleState)
    return obj.data


def run(sim: Simulation, ticks: int, *keys: int, dt: int = 1) -> list[Event]:
    """Hold keys, one word for each driver, pushed all the way; check the state after each."""
    events: list[Event] = []
    for _ in range(ticks):
        events += step(sim, [stick(word) for word in keys], dt)
        check_state(sim.state)
    return events


def px(value: int) -> float:
    """16.16 as pixels."""
    return value / ONE
