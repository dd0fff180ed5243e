"""How helicopters fly, take off and land (rules: Movement, Launch and landing)."""

from __future__ import annotations

from typing import Final

from ..defences.submarine import call as call_submarine
from ..grid import EDGE, centre
from ..kernel.fixmath import ONE, approach, mul, wrap
from ..kernel.headings import CIRCLE, MASK, QUARTER, direction, turn_towards
from ..keys import EXTRA_1, EXTRA_2, IDLE, TURN, TURN_LEFT, TURN_RIGHT, across, along, share
from ..lifecycle import relink
from ..objects import Obj
from ..sides import NO_HEADING
from ..simulation import Simulation
from ..tables.vehicles import Vehicle
from ..vehiclestate import Phase, VehicleState
from .ground import Step, accelerate, slow_down

CRUISE: Final = 50 * ONE
"""Height of flight."""
CLIMB: Final = 0x8000
BUILD_UP: Final = 0x7AE
SLOW_DOWN: Final = 0x1EB8
"""Of the yaw rate, a frame: not in proportion to its ticks."""
FOLLOW: Final = 0x7AE
"""How fast velocity follows what is commanded, a tick and axis."""
STRAFE: Final = 0xCCCC
DRIFT_STEP: Final = 0x28F
DRIFT_MIDDLE: Final = 0x147
DRIFT_MOST: Final = 0x7AE
BANK: Final = 0x30000
BANK_STEP: Final = 0x1000
SUBMARINE_AT: Final = 0x200000
"""How far off the map one flies before the submarine wakes."""

UNFOLD: Final = 0x49B
SPIN: Final = 0x666
FULL_SPIN: Final = 0x40000
IDLE_SPIN: Final = 0x8000
TAKE_OFF_DRIFT: Final = 0x1000
"""To the east, a tick; the original's figure is not known."""
TAKE_OFF_TURN: Final = 0x4000
"""A frame: not in proportion to its ticks; the way depends on the object's number."""
PER_PIXEL: Final = 0x51E
"""A fiftieth: a landing comes down 50 pixels."""
PARKED: Final = 0x180000
"""135 degrees."""
ROTOR_TURN: Final = 0x400000


def fly_move(sim: Simulation, obj: Obj, state: VehicleState, kind: Vehicle, steer: int) -> Step:
    """Fly: speed and yaw build up, and the way follows them slowly. It always moves."""
    dt, control = sim.state.dt, state.control
    if control & IDLE:
        slow_down(obj, kind.friction * dt)
    else:
        accelerate(obj, kind, control, share(along(control)), dt)
    before = obj.heading
    _yaw(obj, state, kind, control, steer, dt)
    x, y = direction(obj.heading)
    x, y = mul(x, obj.speed), mul(y, obj.speed)
    if control & (EXTRA_1 | EXTRA_2):
        aside = before - QUARTER if control & EXTRA_1 else before + QUARTER
        sx, sy = direction(aside & MASK)
        x, y = x + mul(sx, STRAFE), y + mul(sy, STRAFE)
    state.velocity_x = approach(state.velocity_x, x, FOLLOW * dt, FOLLOW * dt)
    state.velocity_y = approach(state.velocity_y, y, FOLLOW * dt, FOLLOW * dt)
    if x or y:
        state.drift_x = state.drift_y = 0
    else:
        state.drift_x = _drift(sim, state.drift_x)
        state.drift_y = _drift(sim, state.drift_y)
    if obj.z < CRUISE:
        obj.z = min(obj.z + CLIMB * dt, CRUISE)
    if _far_outside(obj):
        call_submarine(sim)
    return Step(1, (state.velocity_x + state.drift_x) * dt, (state.velocity_y + state.drift_y) * dt)


def _yaw(obj: Obj, state: VehicleState, kind: Vehicle, control: int, steer: int, dt: int) -> None:
    both = control & TURN
    if both == TURN:
        state.yaw_rate = 0
        if steer != NO_HEADING:
            obj.heading = turn_towards(obj.heading, steer, kind.turn * dt)
        return
    most = mul(kind.turn, share(across(control)))
    target = most if both == TURN_RIGHT else -most if both == TURN_LEFT else 0
    grows = target > 0 <= state.yaw_rate or target < 0 >= state.yaw_rate
    step = BUILD_UP if grows else SLOW_DOWN
    state.yaw_rate = approach(state.yaw_rate, target, step, step)
    obj.heading = obj.heading + state.yaw_rate * dt & MASK
    bank = BANK if target > 0 else -BANK if target < 0 else 0
    state.bank = approach(state.bank, bank, BANK_STEP * dt, BANK_STEP * dt)


def _drift(sim: Simulation, drift: int) -> int:
    drift += sim.state.rand.below(DRIFT_STEP) - DRIFT_MIDDLE
    return max(-DRIFT_MOST, min(DRIFT_MOST, drift))


def _far_outside(obj: Obj) -> bool:
    low, high = -SUBMARINE_AT, EDGE + SUBMARINE_AT
    return not (low <= obj.x < high and low <= obj.y < high)


# -- taking off ------------------------------------------------------------------------------------


def take_off(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    """Go on with a launch; return whether the controls are still the launch's."""
    dt = sim.state.dt
    match state.phase:
        case Phase.UNFOLD:
            state.rotor = min(state.rotor + UNFOLD * dt, ONE)
            if state.rotor == ONE:
                state.phase = Phase.SPIN_UP
        case Phase.SPIN_UP:
            state.rotor_speed = min(state.rotor_speed + SPIN * dt, FULL_SPIN)
            if state.rotor_speed == FULL_SPIN:
                state.phase = Phase.TAKE_OFF
        case Phase.TAKE_OFF:
            obj.z = min(obj.z + CLIMB * dt, CRUISE)
            obj.x = wrap(obj.x + TAKE_OFF_DRIFT * dt)
            turn = TAKE_OFF_TURN if obj.slot & 1 else -TAKE_OFF_TURN
            obj.heading = obj.heading + turn & MASK
            relink(sim, obj)
            if obj.z == CRUISE:
                state.phase = Phase.FREE
        case _:
            return False
    return True


def spin_rotor(state: VehicleState, dt: int) -> None:
    """Turn the rotor at its speed."""
    state.rotor_angle = (state.rotor_angle + state.rotor_speed * dt) % ROTOR_TURN


# -- landing ---------------------------------------------------------------------------------------


def begin_landing(state: VehicleState, cell: int) -> None:
    """Brake, to come down on the pad in a cell."""
    state.phase, state.land_cell = Phase.BRAKE, cell


def landing(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    """Go on with a landing; return whether it is done and the helicopter can be stowed away."""
    dt = sim.state.dt
    match state.phase:
        case Phase.DESCEND:
            obj.z = max(0, obj.z - CLIMB * dt)
            height = obj.z >> 16
            obj.x = wrap(state.land_x - state.slope_x * height)
            obj.y = wrap(state.land_y - state.slope_y * height)
            obj.heading = state.land_heading - state.slope_heading * height & MASK
            relink(sim, obj)
            if not obj.z:
                state.phase = Phase.SPIN_DOWN
        case Phase.SPIN_DOWN:
            state.rotor_speed = max(state.rotor_speed - SPIN * dt, IDLE_SPIN)
            if state.rotor_speed == IDLE_SPIN and state.rotor_angle < IDLE_SPIN * dt:
                state.rotor_angle = state.rotor_speed = 0
                state.phase = Phase.FOLD
        case Phase.FOLD:
            state.rotor = max(0, state.rotor - UNFOLD * dt)
            return not state.rotor
    return False


def aim_landing(obj: Obj, state: VehicleState) -> bool:
    """Begin to come down once a helicopter hangs still; return whether it does."""
    if state.velocity_x or state.velocity_y or obj.speed:
        return False
    state.land_x, state.land_y = centre(state.land_cell)
    state.land_heading = PARKED
    way = PARKED - obj.heading & MASK
    if way > CIRCLE // 2:
        way -= CIRCLE
    state.slope_x = mul(state.land_x - obj.x, PER_PIXEL)
    state.slope_y = mul(state.land_y - obj.y, PER_PIXEL)
    state.slope_heading = mul(way, PER_PIXEL)
    state.phase = Phase.DESCEND
    state.yaw_rate = state.drift_x = state.drift_y = 0
    return True
