"""Where guns point: a tank's turret, and the barrels that can be raised (specification 6: Firing).

Only the way there; who wants them where, and whether there is a shot, is `weapons.barrel`.
"""

from __future__ import annotations

from typing import Final

from ..kernel.headings import MASK, turn_towards
from ..keys import C_SHIFT, EXTRA_1, EXTRA_2, PRESS
from ..tables.vehicles import VehicleType
from ..vehiclestate import VehicleState

AIM_RATE: Final = 0x4CCC
"""Heading units a tick, of turret and barrel."""
_TANK: Final = VehicleType.TANK
_WITH_BARRELS: Final = (VehicleType.TANK, VehicleType.MSV)


def aim(state: VehicleState, dt: int) -> None:
    """Turn a tank's turret by its keys, and barrels to where the last fire button wants them."""
    step = AIM_RATE * dt
    if state.type == _TANK:
        _turn_turret(state, step)
    if state.elevation != state.elevation_target and state.type in _WITH_BARRELS:
        state.elevation = turn_towards(state.elevation, state.elevation_target, step)


def _turn_turret(state: VehicleState, step: int) -> None:
    """Turn a turret left or right; button C turns it back to the front, unless a key stops it."""
    if state.control & (EXTRA_1 | EXTRA_2):
        state.turret -= step if state.control & EXTRA_1 else 0
        state.turret += step if state.control & EXTRA_2 else 0
        state.turret &= MASK
        state.turret_target = state.turret
        return
    if state.control & PRESS << C_SHIFT:
        state.turret_target = 0
    if state.turret != state.turret_target:
        state.turret = turn_towards(state.turret, state.turret_target, step)
