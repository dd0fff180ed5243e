"""What is true of every object by its kind, whoever has it, also of one that is to go."""

from __future__ import annotations

from ..bunker.lift import DEPTH, SPEED, LiftState, Way
from ..defences.turret import TurretState
from ..effects.explosion import ExplosionState
from ..grid import CELLS
from ..kernel.fixmath import ONE
from ..objects import DELETED, UNLINKED, List, Obj
from ..rules.carrying import FlagState
from ..rules.gate import GATES, GateState
from ..rules.manstate import ManState, Think
from ..shapetable import FIRST_HULL, LIFT, NO_SHAPE
from ..simulation import State
from ..tables.vehicles import VEHICLES
from ..vehicles.controls import PHASES
from ..vehicles.wreck import Stage, WreckState
from ..vehiclestate import Phase, VehicleState
from .demands import demand

LOWEST = -2 * DEPTH
"""Twice as deep as lifts go: a frame of sinking more than vehicles do."""
HIGHEST = 256 * ONE
"""Five times as high as they fly."""
_TEAMS = (0, 1)
_WAYS = frozenset(map(int, Way))
_STAGES = frozenset(map(int, Stage))
_THOUGHTS = frozenset(map(int, Think))


def check_kind(state: State, obj: Obj) -> None:
    """Raise InvariantError unless an object is what those of its kind are; numbers are in range."""
    data = obj.data
    if isinstance(data, VehicleState):
        _check_vehicle(state, obj, data)
    elif isinstance(data, LiftState):
        _check_lift(state, obj, data)
    elif isinstance(data, WreckState):
        _check_wreck(state, obj, data)
    else:
        _check_rest(obj, data, f"slot {obj.slot}")


def _check_vehicle(state: State, obj: Obj, data: VehicleState) -> None:
    where, slots = f"slot {obj.slot}", len(VEHICLES[data.type].weapons)
    demand(data.driver < len(state.drivers), f"{where} has a driver")
    demand(obj.team in _TEAMS, f"{where} is of a side")
    demand(len(data.weapons) == slots, f"{where} has {slots} weapons")
    demand(obj.shape == FIRST_HULL + data.type, f"{where} has its hull")
    demand(LOWEST <= obj.z <= HIGHEST, f"{where} is where vehicles can be")
    demand(obj.cell != UNLINKED, f"{where} is somewhere")
    demand(obj.where is List.ACTIVE, f"{where} is updated")
    if obj.flags & DELETED:
        demand(data.phase is Phase.LOST, f"{where} goes as it is lost")
    else:
        demand(data.phase in PHASES[data.type], f"{where} is in a phase of its type")


def _check_lift(state: State, obj: Obj, data: LiftState) -> None:
    where = f"slot {obj.slot}"
    demand(data.driver < len(state.drivers), f"{where} has a driver")
    demand(obj.team in _TEAMS, f"{where} is of a side")
    demand(obj.think in _WAYS, f"{where} goes the way of a lift")
    demand(obj.shape == LIFT, f"{where} has a lift's shape")
    demand(0 <= obj.cell < CELLS, f"{where} is on a pad")
    demand(obj.where is List.ACTIVE, f"{where} is updated")
    if obj.think == Way.DOWN:
        demand(obj.z == -SPEED * data.ticks, f"{where} is as deep as its ticks say")
    demand(-DEPTH <= obj.z <= 0, f"{where} is between the ground and the bunker")


def _check_wreck(state: State, obj: Obj, data: WreckState) -> None:
    where = f"slot {obj.slot}"
    demand(obj.think in _STAGES, f"{where} is at a stage of wrecks")
    demand(obj.shape in (NO_SHAPE, FIRST_HULL + data.type), f"{where} has the hull of its type")
    demand(LOWEST <= obj.z <= HIGHEST, f"{where} is where wrecks can be")
    demand(data.born <= state.tick, f"{where} was made already")
    demand(obj.cell != UNLINKED, f"{where} is somewhere")


def _check_rest(obj: Obj, data: object, where: str) -> None:
    if isinstance(data, ExplosionState):
        demand(not obj.think, f"{where} hurts nobody between frames")
    elif isinstance(data, FlagState):
        demand(obj.team in _TEAMS, f"{where} is the flag of a side")
    elif isinstance(data, GateState):
        demand(data.static in GATES, f"{where} is a gate")
        demand(0 <= obj.cell < CELLS, f"{where} stands in a cell")
    elif isinstance(data, ManState):
        demand(obj.think in _THOUGHTS, f"{where} has something on his mind")
    elif isinstance(data, TurretState):
        demand(0 <= obj.cell < CELLS, f"{where} stands on a tower")
