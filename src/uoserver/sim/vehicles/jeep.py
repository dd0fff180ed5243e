"""How jeeps move: never on the spot, and by themselves along a road (rules: Movement).

What the stick says sideways counts as being pushed forward, too.
"""

from __future__ import annotations

from typing import Final

from ..kernel.fixmath import HALF_CELL, mul
from ..kernel.headings import MASK, turn_towards
from ..keys import FORWARD, IDLE, TURN, across, along, share
from ..objects import Obj
from ..sides import NO_HEADING
from ..simulation import Simulation
from ..tables import terrain as t
from ..tables.vehicles import Vehicle
from ..vehiclestate import VehicleState
from .ground import Step, accelerate, ahead, footing, slow_down, turn

WEAK: Final = 0x8000
"""A stick pushed less than half does not turn a jeep."""
_LANE: Final = 0x1FFFFC
_NORTH, _EAST, _SOUTH, _WEST = 0, 0x100000, 0x200000, 0x300000
_EIGHTH: Final = 0x80000


def jeep_move(sim: Simulation, obj: Obj, state: VehicleState, kind: Vehicle, steer: int) -> Step:
    """Move a jeep: it turns only when it drives, and keeps to its lane on a road by itself."""
    dt, control = sim.state.dt, state.control
    if share(across(control)) < WEAK:
        control &= ~TURN
    pushed = max(along(control), across(control))
    if control & TURN and control & IDLE:
        control = control & ~IDLE | FORWARD
    if not control & IDLE:
        under = footing(sim, obj, state)
        sim.state.lanes = under.lanes
        accelerate(obj, kind, control, mul(under.factor, share(pushed)), dt)
    if control & IDLE or not control & TURN:
        slow_down(obj, kind.friction * dt)
    if control & TURN:
        turn(obj, control, steer, kind.turn * dt)
    elif sim.state.lanes and obj.speed:
        target = lane_heading(obj, sim.state.lanes)
        if target != NO_HEADING:
            obj.heading = turn_towards(obj.heading, target, mul(share(pushed), kind.turn) * dt)
    return ahead(obj, dt)


def lane_heading(obj: Obj, lanes: int) -> int:
    """Return where a road leads who follows it: along its lane, and towards the lane's middle."""
    x = (obj.x & _LANE) - HALF_CELL
    y = (obj.y & _LANE) - HALF_CELL
    for lane, way, aside in (
        (t.NORTH, _NORTH, -x),
        (t.SOUTH, _SOUTH, x),
        (t.EAST, _EAST, -y),
        (t.WEST, _WEST, y),
    ):
        off = obj.heading - way & MASK
        if lanes & lane and (off <= _EIGHTH or off >= MASK + 1 - _EIGHTH):
            return way + (aside >> 2) & MASK
    return NO_HEADING
