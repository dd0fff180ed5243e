"""A helicopter's guns and missiles (specification 6: Firing; tables 1: Muzzles).

Button A fires at the ground and does not aim well, B fires level; C changes the weapon.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..events import Sound
from ..kernel.headings import MASK
from ..keys import B_SHIFT, C_SHIFT, PRESS
from ..objects import Obj
from ..simulation import Simulation
from ..tables.effects import Effect
from ..tables.muzzles import GUN_FLASHES, GUNS
from ..tables.projectiles import Shot
from ..vehiclestate import VehicleState
from . import barrel, slots
from .fire import from_muzzle, launch


class Gun(NamedTuple):
    """What a weapon fires, and the pitch of button A."""

    shot: Shot
    down: int


ARMS: Final = (Gun(Shot.AIR_GUN, 0x71C71), Gun(Shot.AIR_MISSILE, 0x3FFFFF))
"""39 degrees down; missiles fall by themselves."""
SPREAD: Final = 0x4000
"""Numbers drawn, each `SPREAD_UNIT` heading units: 0x20000 to either side."""
SPREAD_UNIT: Final = 16


def use(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Change the weapon by button C, fire as long as A or B is held."""
    if state.control & PRESS << C_SHIFT:
        state.weapon = (state.weapon + 1) % len(ARMS)
        sim.events.append(Sound("Weapon", obj.x, obj.y, obj.z, obj.id))
    if state.control & barrel.HELD:
        _fire(sim, obj, state, down=True)
    elif state.control & barrel.HELD << B_SHIFT:
        _fire(sim, obj, state, down=False)


def _fire(sim: Simulation, obj: Obj, state: VehicleState, *, down: bool) -> None:
    if not slots.ready(sim, obj, state, state.weapon):
        return
    gun, at, heading, pitch = ARMS[state.weapon], (obj.x, obj.y, obj.z), obj.heading, 0
    if down:
        heading += (sim.state.rand.below(SPREAD) - SPREAD // 2) * SPREAD_UNIT
        heading, pitch = heading & MASK, gun.down
    shell = launch(
        *(sim, gun.shot, at),
        offset=GUNS[state.left],
        heading=heading,
        pitch=pitch,
        team=obj.team,
        owner=obj,
        push=max(0, obj.speed),
    )
    if shell is None:
        return
    slots.spend(sim, state, state.weapon)
    if gun.shot is Shot.AIR_MISSILE:
        flash_at = from_muzzle(at, GUN_FLASHES[state.left], obj.heading)
        barrel.flash(sim, obj, Effect.AIR_FLASH, flash_at)
    state.left = not state.left
