"""Guns that are raised and lowered: a tank's and an MSV's (specification 6: Firing).

Button A fires flat, B raised. A shot that is wanted while the barrel is elsewhere waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..blast import explode
from ..keys import B_SHIFT, HOLD, PRESS
from ..objects import Obj
from ..simulation import Simulation
from ..tables.effects import Effect
from ..vehiclestate import VehicleState
from ..world import Place

RAISED: Final = 0x3B8E39
"""25 degrees up: positive pitch points down."""
HIGH: Final = 0x38E38F
"""40 degrees up, the pitch of a shot from a raised barrel."""
HELD: Final = PRESS | HOLD

Fire = Callable[[Simulation, Obj, VehicleState, bool], None]
"""(sim, obj, state, raised)"""
Ready = Callable[[Simulation, Obj, VehicleState], bool]


def use_barrel(sim: Simulation, obj: Obj, state: VehicleState, ready: Ready, fire: Fire) -> None:
    """Fire as long as a button is held, when the barrel is where the button wants it."""
    if state.control & HELD << B_SHIFT:
        state.elevation_target = RAISED
    elif state.control & HELD:
        state.elevation_target = 0
    else:
        return
    if not ready(sim, obj, state):
        return
    if state.elevation == state.elevation_target:
        fire(sim, obj, state, state.elevation == RAISED)
    else:
        state.pending = True


def fire_pending(sim: Simulation, obj: Obj, state: VehicleState, ready: Ready, fire: Fire) -> None:
    """Fire the shot that waits, once the barrel has come to rest."""
    if state.pending and state.elevation == state.elevation_target:
        state.pending = False
        if ready(sim, obj, state):
            fire(sim, obj, state, state.elevation == RAISED)


def flash(sim: Simulation, obj: Obj, effect: Effect, at: Place) -> None:
    """Let a muzzle flash; the flash goes along with its vehicle."""
    explode(sim, effect, *at, parent=obj)
