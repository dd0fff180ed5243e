"""What a flag does by itself: it lies, drifts ashore, rides on a jeep (specification 10: Flag)."""

from __future__ import annotations

from typing import Final

from ..grid import OUTSIDE, centre
from ..kernel.fixmath import ONE, mul, wrap
from ..kernel.headings import (
    HALF,
    STEP_SHIFT,
    STEPS,
    YAW,
    angle_between,
    direction,
    transform,
    turn_towards,
)
from ..lifecycle import parent_of, relink
from ..objects import Obj
from ..shapes import Overlap
from ..shapetable import FLAG
from ..simulation import Simulation
from ..world import BRIDGES, DRY, cell_water
from .carrying import NO_DRIVER, FlagState, offer, put_down, state_of, touches

CARRIED_AT: Final = (15 * ONE // 4, 27 * ONE // 4, -2 * ONE)
"""From the middle of a jeep that heads north."""
TURN: Final = 0x4CCC
"""Of its cloth, a tick."""
EAST: Final = (0x471C7, 0x1B8E38)
WEST: Final = (0x2471C7, 0x3B8E39)
"""The headings it may have: none within 25 degrees of north or south."""
GRAVITY: Final = 0x51E
FASTEST_FALL: Final = -ONE
DRIFT_ACCEL: Final = 0x36
FASTEST_DRIFT: Final = 0x1999


def init(_sim: Simulation, obj: Obj, cell: int) -> int:
    """Make a new object the flag of its side, which comes out of the building in a cell."""
    obj.data, obj.shape = FlagState(*centre(cell)), FLAG
    return 1


def hit_object(sim: Simulation, obj: Obj, other: Obj, _met: Overlap) -> int:
    """Go with the jeep that drives into a flag; it stops nobody."""
    offer(sim, obj, other)
    return 0


def update(sim: Simulation, obj: Obj) -> None:
    """Let a flag ride or lie."""
    state, jeep = state_of(obj), parent_of(sim, obj)
    if jeep is not None:
        _ride(sim, obj, jeep)
    else:
        if state.carrier != NO_DRIVER:
            put_down(sim, obj)  # its jeep is gone
        _lie(sim, obj, state)
    if not in_wet_cell(sim, obj):
        state.home_x, state.home_y, state.drift = obj.x, obj.y, 0


def in_wet_cell(sim: Simulation, obj: Obj) -> bool:
    """Return whether there is water in an object's cell, wherever in it; bridges are dry."""
    grid = sim.state.grid
    if cell_water(grid, obj.cell) == DRY:
        return False
    return obj.cell == OUTSIDE or grid.static[obj.cell] not in BRIDGES


def _ride(sim: Simulation, obj: Obj, jeep: Obj) -> None:
    dx, dy, dz = transform(CARRIED_AT, YAW[jeep.heading >> STEP_SHIFT & STEPS - 1])
    obj.x, obj.y, obj.z = wrap(jeep.x + dx), wrap(jeep.y + dy), wrap(jeep.z + dz)
    relink(sim, obj)
    least, most = WEST if jeep.heading & HALF else EAST
    aside = max(least, min(jeep.heading, most))
    obj.heading = turn_towards(obj.heading, aside, TURN * sim.state.dt)


def _lie(sim: Simulation, obj: Obj, state: FlagState) -> None:
    dt = sim.state.dt
    obj.heading = 0
    if obj.z > 0:
        state.fall = max(state.fall - GRAVITY * dt, FASTEST_FALL)
        obj.z = max(0, obj.z + state.fall * dt)
    else:
        obj.z = state.fall = 0
    if in_wet_cell(sim, obj):
        _drift(sim, obj, state, dt)
    if state.dropper:
        jeep = sim.state.pool.get(state.dropper)
        if jeep is None or not touches(sim, obj, jeep):
            state.dropper = 0


def _drift(sim: Simulation, obj: Obj, state: FlagState, dt: int) -> None:
    """Swim to where it was dry last."""
    state.drift = min(state.drift + DRIFT_ACCEL * dt, FASTEST_DRIFT)
    x, y = direction(angle_between(obj.x, obj.y, state.home_x, state.home_y))
    obj.x, obj.y = wrap(obj.x + mul(x, state.drift * dt)), wrap(obj.y + mul(y, state.drift * dt))
    relink(sim, obj)
