"""One update of a vehicle, step by step (specification 5: VehicleUpdate; rules 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..collide import blocked
from ..events import Launched, Sound
from ..fixmath import ONE, approach
from ..keys import B_SHIFT, FIRES, FORWARD, FULL, IDLE, PRESS, TURN, decode
from ..lifecycle import alive
from ..moving import move
from ..objects import Obj
from ..simulation import Simulation
from ..stock import take
from ..tables.vehicles import MINE, VEHICLES, Vehicle, VehicleType
from ..world import DRY
from .docking import dock_if_asked, landed
from .fate import Cause, lose
from .ground import Step, ground_move
from .helicopter import fly_move, take_off
from .hull import state_of
from .idle import note_place
from .jeep import jeep_move
from .state import Phase, VehicleState, WeaponSlot
from .supply import resupply
from .water import wade

ROLL_OFF_TICKS: Final = 15
WARM_UP_TICKS: Final = 98
MORPH: Final = 0x444
"""How fast a jeep becomes a boat, a tick."""
FUEL_WARNING_EVERY: Final = 120
_TURNED: Final = ~0xF

_Move = Callable[[Simulation, Obj, VehicleState, Vehicle, int], Step]
MOVES: Final[tuple[_Move, ...]] = (ground_move, jeep_move, ground_move, fly_move)
FIRST_PHASES: Final = (Phase.ROLL_OFF, Phase.WARM_UP, Phase.ROLL_OFF, Phase.UNFOLD)


def init(sim: Simulation, obj: Obj, driver: int) -> int:
    """Make a new object the vehicle its driver selected: full, and out of his side's stock."""
    who = sim.state.drivers[driver]
    type_ = VehicleType(who.view.type)
    kind, side = VEHICLES[type_], sim.state.sides[who.team]
    take(side, type_)
    state = VehicleState(driver, type_, kind.fuel, kind.hits, FIRST_PHASES[type_])
    for weapon in kind.weapons:
        shots = weapon.ammunition
        if weapon.projectile == MINE:
            shots = min(side.mines, shots)
            side.mines -= shots
        state.weapons.append(WeaponSlot(0, shots))
    obj.data, obj.shape = state, 1 + type_
    who.vehicle, who.type = obj.id, type_
    sim.events.append(Launched(driver, obj.id, type_))
    return 1


def update(sim: Simulation, obj: Obj) -> None:
    """Let a vehicle do what its driver's keys say, for the ticks of this frame."""
    state = state_of(obj)
    driver, kind = sim.state.drivers[state.driver], VEHICLES[state.type]
    if state.fresh:
        state.fresh = False
        state.cell_tick = sim.state.tick
        sim.events.append(Sound(kind.engine, obj.x, obj.y, obj.z, obj.id))
    state.control = decode(driver.keys, driver.keys_before, driver.analog)
    if _not_free(sim, obj, state):
        state.cell_tick = sim.state.tick
        return
    before = obj.heading
    _go(sim, obj, state, MOVES[state.type](sim, obj, state, kind, driver.steer), before)
    if not alive(obj):
        return
    note_place(sim, obj, state)
    _warn_of_fuel(sim, obj, state, kind)
    still = not obj.speed and not (obj.heading ^ before) & _TURNED
    if still:
        resupply(sim, obj, state)
    if driver.keys & FIRES == FIRES:
        lose(sim, obj, state, Cause.SELF)
    elif not (still and dock_if_asked(sim, obj, state, kind)):
        wade(sim, obj, state)


# -- what comes before -----------------------------------------------------------------------------


def _not_free(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    """Go on with what takes the controls away; return whether the rest of the update is skipped.

    Some of it only replaces the control word.
    """
    if state.phase is Phase.FREE and state.type != VehicleType.JEEP:
        return False
    match VehicleType(state.type):
        case VehicleType.HELICOPTER:
            return take_off(sim, obj, state) or landed(sim, obj, state)
        case VehicleType.JEEP:
            return _warm_up(sim, obj, state)
        case _:
            _roll_off(sim, state)
            return False


def _roll_off(sim: Simulation, state: VehicleState) -> None:
    if state.phase_ticks >= ROLL_OFF_TICKS:
        state.phase = Phase.FREE
        return
    state.phase_ticks += sim.state.dt
    state.control = FORWARD | FULL


def _warm_up(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    if state.phase is Phase.WARM_UP:
        state.phase_ticks += sim.state.dt
        if state.phase_ticks < WARM_UP_TICKS:
            return True
        state.phase = Phase.FREE
        obj.speed = VEHICLES[state.type].forward // 2
    _morph(sim, state)
    return False


def _morph(sim: Simulation, state: VehicleState) -> None:
    """Let tires out in water, and in again, by button B; nobody drives meanwhile."""
    if state.boat == state.boat_target and state.control & PRESS << B_SHIFT:
        if state.boat_target:
            state.boat_target = 0
        elif state.water != DRY:
            state.boat_target = ONE
    if state.boat != state.boat_target:
        step = MORPH * sim.state.dt
        state.boat = approach(state.boat, state.boat_target, step, step)
        state.control = state.control & ~(FORWARD | TURN) | IDLE


# -- moving ----------------------------------------------------------------------------------------


def _go(sim: Simulation, obj: Obj, state: VehicleState, step: Step, before: int) -> None:
    """Move a vehicle by its step, and turn it back where it cannot turn.

    Who is stopped while he turns tries the same way with his old heading; who is stopped on a
    straight way bounces off with a quarter of his speed.
    """
    state.blocked = False
    turned = obj.heading != before
    if not step.moved:
        if turned and blocked(sim, obj):
            obj.heading = before
            state.blocked = True
        return
    _burn(sim, obj, state)
    if not alive(obj) or not move(sim, obj, step.dx, step.dy, 0):
        return
    if turned:
        obj.heading = before
        if not move(sim, obj, step.dx, step.dy, 0):
            return
    obj.speed = -obj.speed >> 2
    state.blocked = True


def _burn(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Use up fuel for a way, also for one that will be stopped; the last drop ends the drive."""
    spent = abs(obj.speed) * sim.state.dt >> 5
    if not spent:
        return
    state.fuel = max(0, state.fuel - spent)
    if not state.fuel:
        lose(sim, obj, state, Cause.FUEL)


def _warn_of_fuel(sim: Simulation, obj: Obj, state: VehicleState, kind: Vehicle) -> None:
    if state.fuel < kind.fuel >> 3 and state.fuel_warning <= sim.state.tick:
        state.fuel_warning = sim.state.tick + FUEL_WARNING_EVERY
        sim.events.append(Sound("FuelWarn", obj.x, obj.y, obj.z, obj.id))
