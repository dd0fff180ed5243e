"""Flags and the jeeps that carry them: taken, dropped, brought home (specification 10: Flag)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..collide import placed
from ..events import FlagCaptured, FlagDropped, FlagReturned, FlagTaken, Sound
from ..grid import OUTSIDE, centre
from ..lifecycle import alive, mark_for_delete, relink, set_parent
from ..objects import Kind, Obj
from ..shapes import overlap
from ..shapetable import FLAG, NO_SHAPE
from ..simulation import Simulation
from ..statics import hide_flag
from ..tables.terrain import PAD
from ..tables.vehicles import VehicleType
from ..vehiclestate import VehicleState
from ..weapons.credit import driver_of
from .ending import end

NO_DRIVER: Final = -1
REST_TICKS: Final = 312
"""Five seconds: so long nobody takes a flag that was brought home to a ruin. Else a jeep at a ruin
beside a lift takes it in each tick, and the lift brings it home in each: hundreds of lines of the
log, words on the screen and points of a single launch.
"""


@dataclass(slots=True)
class FlagState:
    """The part of a flag that no other object has. Its parent is the jeep that carries it."""

    home_x: int
    home_y: int
    """Its last place on dry ground."""
    carrier: int = NO_DRIVER
    """Number of the driver who has it."""
    dropper: int = 0
    """Id of the jeep that put it down, as long as it stands there."""
    fall: int = 0
    """Its speed upwards."""
    drift: int = 0
    """How fast it swims home."""
    rest: int = 0
    """Tick before which nobody takes it."""


def state_of(obj: Obj) -> FlagState:
    """Return a flag's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, FlagState):
        raise TypeError(f"object {obj.id} is no flag")
    return obj.data


def is_jeep(obj: Obj) -> bool:
    """Return whether an object is a jeep that somebody drives."""
    state = obj.data
    return isinstance(state, VehicleState) and state.type == VehicleType.JEEP and alive(obj)


def carried_by(sim: Simulation, jeep: Obj) -> list[Obj]:
    """Return the flags on a jeep, that of its own side first."""
    flags = [sim.state.pool.at(slot) for slot in jeep.children]
    flags = [flag for flag in flags if flag.kind is Kind.FLAG]
    return sorted(flags, key=lambda flag: flag.team != jeep.team)


def touches(sim: Simulation, flag: Obj, jeep: Obj) -> bool:
    """Return whether a flag that lies is in the reach of a jeep."""
    return overlap(placed(sim, flag), placed(sim, jeep)) is not None


# -- taking and dropping ---------------------------------------------------------------------------


def offer(sim: Simulation, flag: Obj, other: Obj) -> None:
    """Let a jeep that runs into a flag take it, if nobody else has it and it did not just drop it.

    Jeeps of both sides do; each carries one.
    """
    if is_jeep(other) and state_of(flag).dropper != other.id:
        _take(sim, flag, other)


def _take(sim: Simulation, flag: Obj, jeep: Obj) -> bool:
    """Give a flag that is free to a jeep that has none; return whether it was."""
    if flag.parent or not alive(flag) or carried_by(sim, jeep):
        return False
    state, driver = state_of(flag), driver_of(jeep)
    if sim.state.tick < state.rest:
        return False
    sim.events.append(Sound("Ding", flag.x, flag.y, flag.z, flag.id))
    sim.events.append(FlagTaken(driver, flag.team))
    state.carrier, state.dropper = driver, 0
    flag.shape = NO_SHAPE
    set_parent(sim, flag, jeep)
    sim.state.pool.insert_after(jeep, flag)
    return True


def offer_in_cell(sim: Simulation, cell: int, jeep: Obj) -> None:
    """Let a jeep that drives against the rubble in a cell take the flag that lies there."""
    for flag in sim.state.pool.on_kind(Kind.FLAG):
        if flag.cell == cell:
            offer(sim, flag, jeep)


def put_down(sim: Simulation, flag: Obj) -> None:
    """Let a flag lie that nobody has any more."""
    state = state_of(flag)
    sim.events.append(FlagDropped(state.carrier, flag.team))
    state.carrier, state.fall, state.drift = NO_DRIVER, 0, 0
    flag.shape = FLAG


def toggle(sim: Simulation, jeep: Obj) -> None:
    """Drop the flag a jeep carries, or take one that it stands on."""
    for flag in carried_by(sim, jeep):
        set_parent(sim, flag, None)
        put_down(sim, flag)
        state_of(flag).dropper = jeep.id
        return
    for flag in sim.state.pool.on_kind(Kind.FLAG):
        if touches(sim, flag, jeep) and _take(sim, flag, jeep):
            return


# -- home ------------------------------------------------------------------------------------------


def return_flag(sim: Simulation, flag: Obj, driver: int) -> None:
    """Hide a flag in a building of its side again.

    Without an intact one it lies where a building was, without any at all where it is. One that
    lies there already is home.
    """
    side, state = sim.state.sides[flag.team], state_of(flag)
    hidden = hide_flag(sim, flag.team)
    home = not flag.parent and any((flag.x, flag.y) == centre(each) for each in side.flag_sites)
    if not hidden and (home or not side.flag_sites):
        return
    state.carrier = NO_DRIVER
    set_parent(sim, flag, None)
    sim.events.append(Sound("Ding", flag.x, flag.y, flag.z, flag.id))
    sim.events.append(FlagReturned(driver, flag.team))
    if hidden:
        mark_for_delete(sim, flag)
        return
    site = side.flag_sites[sim.state.rand.below_wide(len(side.flag_sites))]
    flag.x, flag.y = state.home_x, state.home_y = centre(site)
    flag.z, flag.shape, state.rest = 0, FLAG, sim.state.tick + REST_TICKS
    relink(sim, flag)


def bring_own_home(sim: Simulation, jeep: Obj) -> None:
    """Hide the flag of its own side that a jeep carries into its bunker."""
    for flag in carried_by(sim, jeep):
        if flag.team == jeep.team:
            return_flag(sim, flag, driver_of(jeep))


def offer_to_man(sim: Simulation, man: Obj) -> None:
    """Let a driver on foot take a flag that he stands at, and bring home what he carries.

    His own side's is hidden again when he comes to his pad, as by a jeep that docks.
    """
    check_home(sim, man)
    grid, cell = sim.state.grid, man.cell
    if cell != OUTSIDE and grid.terrain[cell] == PAD + man.team:
        bring_own_home(sim, man)
    for flag in list(sim.state.pool.on_kind(Kind.FLAG)):
        if not flag.parent and touches(sim, flag, man) and _take(sim, flag, man):
            return


def capture(sim: Simulation, flag: Obj, driver: int) -> None:
    """Let the other side win by a flag."""
    sim.events.append(FlagCaptured(driver, flag.team))
    end(sim, 1 - flag.team)


def check_home(sim: Simulation, jeep: Obj) -> None:
    """Let a jeep win that has the enemy's flag on a pad of its own."""
    cell = jeep.cell
    if not jeep.children or cell == OUTSIDE or sim.state.grid.terrain[cell] != PAD + jeep.team:
        return
    for flag in carried_by(sim, jeep):
        if flag.team != jeep.team:
            capture(sim, flag, driver_of(jeep))


def beside_lift(sim: Simulation, flag: Obj, team: int, driver: int) -> None:
    """Let a flag in one of the nine cells round a lift of a side go home, or win the match."""
    if flag.team == team:
        return_flag(sim, flag, driver)
    else:
        capture(sim, flag, driver)
