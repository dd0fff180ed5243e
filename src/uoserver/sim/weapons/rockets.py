"""An MSV's three tubes, and the mines it lays (specification 6: Firing; tables 1: Muzzles)."""

from __future__ import annotations

from typing import Final

from ..events import Fired, Sound
from ..kernel.fixmath import ONE, mul
from ..kernel.headings import direction
from ..keys import C_SHIFT
from ..objects import Obj
from ..simulation import Simulation
from ..tables.effects import Effect
from ..tables.muzzles import BACK_BLAST, ROCKET, TUBES
from ..tables.projectiles import Shot
from ..tables.vehicles import MINE
from ..vehiclestate import VehicleState
from . import barrel, slots
from .fire import from_muzzle, launch, tip
from .mine import lay

ROCKETS: Final = 0
MINES: Final = 1
"""Slots."""
LEVEL: Final = 0x4F5C
"""1.74 degrees down."""
EMPTY: Final = -6 * ONE
RELOAD: Final = 0x2666
"""A tick, from `EMPTY` to 0."""
DROP: Final = 5 * ONE
"""How far ahead a mine is laid; only along north and south (rules 7: Mine quirk)."""


PITCHES: Final = (LEVEL, barrel.HIGH)
STARTS: Final = tuple([tip(ROCKET, tube, pitch) for tube in TUBES] for pitch in PITCHES)
BLASTS: Final = tuple([tip(BACK_BLAST, tube, pitch) for tube in TUBES] for pitch in PITCHES)
"""Level and raised, for each tube: where rockets begin, and where their flame comes out."""
SHOTS: Final = (Shot.ROCKET, Shot.ROCKET_HIGH)


def _ready(sim: Simulation, obj: Obj, state: VehicleState) -> bool:
    if state.tube < 0 and state.weapons[ROCKETS].ammunition:
        return False
    return slots.ready(sim, obj, state, ROCKETS)


def _fire(sim: Simulation, obj: Obj, state: VehicleState, raised: bool) -> None:
    at, tube = (obj.x, obj.y, obj.z), state.tube // ONE
    rocket = launch(
        *(sim, SHOTS[raised], at),
        offset=STARTS[raised][tube],
        heading=obj.heading,
        pitch=PITCHES[raised],
        team=obj.team,
        owner=obj,
    )
    if rocket is None:
        return
    slots.spend(sim, state, ROCKETS)
    state.tube += ONE
    if tube + 1 == len(TUBES) or not state.weapons[ROCKETS].ammunition:
        state.tube = EMPTY
    blast = from_muzzle(at, BLASTS[raised][tube], obj.heading)
    barrel.flash(sim, obj, Effect.ROCKET_FLASH, blast)


def use(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Fire rockets by buttons A and B, lay mines by C."""
    barrel.use_barrel(sim, obj, state, _ready, _fire)
    if state.control & barrel.HELD << C_SHIFT:
        _lay_mine(sim, obj, state)


def go_on(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Reload empty tubes while there are rockets, and fire a shot that waits for the barrel."""
    if state.tube < 0 and state.weapons[ROCKETS].ammunition:
        state.tube += RELOAD * sim.state.dt
        if state.tube >= 0:
            state.tube = 0
            sim.events.append(Sound("Reload", obj.x, obj.y, obj.z, obj.id))
    barrel.fire_pending(sim, obj, state, _ready, _fire)


def _lay_mine(sim: Simulation, obj: Obj, state: VehicleState) -> None:
    """Lay a mine; with one player there are none, and none in deep water."""
    if sim.state.players < 2 or not slots.ready(sim, obj, state, MINES):
        return
    _, y = direction(obj.heading)
    mine = lay(sim, obj.x, obj.y + mul(y, DROP), by=state.driver)
    if mine is not None:
        slots.spend(sim, state, MINES)
        place = (mine.x, mine.y, mine.z)
        sim.events.append(Fired(mine.id, MINE, obj.id, *place, obj.heading))
