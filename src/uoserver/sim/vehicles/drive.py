"""One update of a vehicle, step by step (specification 5: VehicleUpdate; rules 6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from ..collide import blocked
from ..events import Launched, Sound
from ..grid import OUTSIDE
from ..keys import FIRES, decode
from ..lifecycle import alive
from ..moving import move
from ..objects import Obj
from ..shapetable import FIRST_HULL
from ..simulation import Simulation
from ..tables.vehicles import MINE, VEHICLES, Vehicle
from ..vehiclestate import VehicleState, WeaponSlot, state_of
from .arrow import point_arrow
from .buttons import use_buttons
from .controls import FIRST_PHASES, not_free
from .docking import Asked, ask_to_dock
from .fate import Cause, lose
from .ground import Step, ground_move
from .helicopter import fly_move
from .idle import note_place
from .jeep import jeep_move
from .stock import take
from .supply import use_zone
from .water import wade

FUEL_WARNING_EVERY: Final = 120
_TURNED: Final = ~0xF
_decode: Final = lru_cache(maxsize=256)(decode)
"""Keys change seldom; the bound is for drivers who send other words in every frame."""

_Move = Callable[[Simulation, Obj, VehicleState, Vehicle, int], Step]
MOVES: Final[tuple[_Move, ...]] = (ground_move, jeep_move, ground_move, fly_move)


def init(sim: Simulation, obj: Obj, driver: int) -> int:
    """Make a new object the vehicle its driver selected: full, and out of his side's stock."""
    who = sim.state.drivers[driver]
    type_ = int(who.view.type)  # a number in every event, whoever chose it by name
    kind, side = VEHICLES[type_], sim.state.sides[who.team]
    take(side, type_)
    state = VehicleState(driver, type_, kind.fuel, kind.hits, FIRST_PHASES[type_])
    for weapon in kind.weapons:
        shots = weapon.ammunition
        if weapon.projectile == MINE:
            shots = min(side.mines, shots)
            side.mines -= shots
        state.weapons.append(WeaponSlot(0, shots))
    obj.data, obj.shape = state, FIRST_HULL + type_
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
    state.control = _decode(driver.keys, driver.keys_before, driver.analog)
    if not_free(sim, obj, state):
        state.cell_tick = sim.state.tick
        return
    if not sim.state.running:
        return
    before = obj.heading
    _go(sim, obj, state, MOVES[state.type](sim, obj, state, kind, driver.steer), before)
    if not alive(obj):
        return
    note_place(sim, obj, state)
    if state.fuel < kind.fuel >> 3:
        _warn_of_fuel(sim, obj, state)
    still = not obj.speed and not (obj.heading ^ before) & _TURNED
    if state.pickup_cell != OUTSIDE:
        use_zone(sim, obj, state, still)
    if driver.keys & FIRES == FIRES:
        lose(sim, obj, state, Cause.SELF)
        return
    if not still or (asked := ask_to_dock(sim, obj, state, kind)) is Asked.NO:
        use_buttons(sim, obj, state)
    elif asked is Asked.STOWED:
        return
    wade(sim, obj, state)
    if state.arrow_tick <= sim.state.tick:
        point_arrow(sim, obj, state)


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


def _warn_of_fuel(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    if state.fuel_warning <= sim.state.tick:
        state.fuel_warning = sim.state.tick + FUEL_WARNING_EVERY
        sim.events.append(Sound("FuelWarn", obj.x, obj.y, obj.z, obj.id))
