"""What takes a vehicle's controls away: start, morph, landing (rules: Launch and landing)."""

from __future__ import annotations

from typing import Final

from ..kernel.fixmath import approach
from ..keys import FORWARD, FULL, IDLE
from ..objects import Obj
from ..rules.carrying import check_home
from ..simulation import Simulation
from ..tables.vehicles import VEHICLES, VehicleType
from ..vehiclestate import FREE, Phase, VehicleState
from ..weapons import cannon, rockets
from .aiming import aim
from .docking import landed
from .helicopter import spin_rotor, take_off

ROLL_OFF_TICKS: Final = 15
WARM_UP_TICKS: Final = 98
MORPH: Final = 0x444
"""How fast a jeep becomes a boat, a tick."""
FIRST_PHASES: Final = (Phase.ROLL_OFF, Phase.WARM_UP, Phase.ROLL_OFF, Phase.UNFOLD)
PHASES: Final = (
    (Phase.FREE, Phase.ROLL_OFF),
    (Phase.FREE, Phase.WARM_UP),
    (Phase.FREE, Phase.ROLL_OFF),
    (Phase.FREE, *(each for each in Phase if Phase.UNFOLD <= each <= Phase.FOLD)),
)
"""What a type that is not lost goes through."""


def not_free(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    """Go on with what goes before driving; return whether the rest of the update is skipped.

    Some of it only replaces the control word.
    """
    return _BEFORE[state.type](sim, obj, state)


def _fly_first(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    spin_rotor(state, sim.state.dt)
    return state.phase is not FREE and (take_off(sim, obj, state) or landed(sim, obj, state))


def _roll_off(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    """Drive a tank or MSV off the lift; then its gun can be aimed."""
    if state.phase is FREE:
        aim(state, sim.state.dt)
        _GUNS[state.type](sim, obj, state)
    elif state.phase_ticks >= ROLL_OFF_TICKS:
        state.phase = Phase.FREE
    else:
        state.phase_ticks += sim.state.dt
        state.control = FORWARD | FULL
    return False


def _warm_up(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    """Look whether a jeep has won; let its engine start, and its tires be changed."""
    check_home(sim, obj)
    if state.phase is not FREE and state.phase is Phase.WARM_UP:
        state.phase_ticks += sim.state.dt
        if state.phase_ticks < WARM_UP_TICKS:
            return True
        state.phase = Phase.FREE
        obj.speed = VEHICLES[state.type].forward // 2
    if state.boat != state.boat_target:
        _morph(sim, state)
    return False


def _morph(sim: Simulation, state: VehicleState) -> None:
    """Let tires come out or go in; nobody drives meanwhile."""
    step = MORPH * sim.state.dt
    state.boat = approach(state.boat, state.boat_target, step, step)
    state.control = IDLE


_GUNS: Final = {int(VehicleType.TANK): cannon.go_on, int(VehicleType.MSV): rockets.go_on}
_BEFORE: Final = (_roll_off, _warm_up, _roll_off, _fly_first)
"""By type."""
