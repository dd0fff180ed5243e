"""Who gets a lift next (design: Sides and drivers).

The original has one driver a side, and one lift. Here the drivers of a side queue for its pads,
first come, first served; the order is part of the state.
"""

from __future__ import annotations

from typing import Final

from ..collide import placed
from ..grid import OUTSIDE, centre
from ..lifecycle import create
from ..objects import Kind
from ..shapes import Placed, overlap
from ..shapetable import LIFT, SHAPES
from ..sides import Driver, Side
from ..simulation import Simulation
from ..vehicles.stock import present, vehicle_of
from ..vehiclestate import Phase
from .lift import DEPTH

PATIENCE: Final = 600
"""Ticks that the first in the queue waits for a friend who merely stands on the pad.

After that the lift comes, and crushes him: nobody can keep his side from coming up.
"""


def ask(sim: Simulation, driver: Driver) -> None:
    """Put a driver into his side's queue, unless he is in it, and serve it."""
    side = sim.state.sides[driver.team]
    if driver.number not in side.queue:
        driver.view.lift = driver.view.timer = 0
        side.queue.append(driver.number)
        serve(sim, side)


def wait(sim: Simulation, driver: Driver) -> None:
    """Let a driver in the queue wait for a frame; the first in it looks whether it is his turn."""
    side = sim.state.sides[driver.team]
    if side.queue and side.queue[0] == driver.number:
        driver.view.timer += sim.state.dt
        serve(sim, side)


def serve(sim: Simulation, side: Side) -> None:
    """Send lifts to the first in the queue while there are pads for them."""
    while side.queue:
        driver = sim.state.drivers[side.queue[0]]
        pad = _clear_pad(sim, side, driver)
        if pad == OUTSIDE:
            return
        x, y = centre(pad)
        lift = create(sim, Kind.LIFT, side.team, x, y, -DEPTH, driver.number << 1)
        if lift is None:
            return
        driver.view.lift = lift.id
        side.queue.pop(0)


def _clear_pad(sim: Simulation, side: Side, driver: Driver) -> int:
    """Return a pad on which a lift may come, `OUTSIDE` for none.

    Who is alone on his side always comes up on the pad in use, as in the original.
    """
    pads = [side.pad]
    if len(present(sim, side.team)) > 1:
        pads += [pad for pad in side.pads if pad != side.pad]
    busy = [lift.cell for lift in sim.state.pool.on_kind(Kind.LIFT)]
    for pad in pads:
        if pad != OUTSIDE and pad not in busy and not _taken(sim, side, pad, driver.view.timer):
            return pad
    return OUTSIDE


def _taken(sim: Simulation, side: Side, pad: int, waited: int) -> bool:
    """Return whether a vehicle of the side is in the way of a lift.

    One that starts or lands is always waited for: it will not be long.
    """
    x, y = centre(pad)
    lift = Placed(SHAPES[LIFT], x, y, -DEPTH)
    for driver in present(sim, side.team):
        obj, state = sim.state.pool.get(driver.vehicle), vehicle_of(sim, driver)
        if obj is None or state is None or (state.phase is Phase.FREE and waited >= PATIENCE):
            continue
        if overlap(lift, placed(sim, obj)):
            return True
    return False
