"""What a static object does to a vehicle that touches it (rules: Touch handlers)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..answers import BLOCK, SKIP_STATIC
from ..kernel.fixmath import ONE
from ..objects import Obj
from ..rules.carrying import offer_in_cell
from ..shapes import Part
from ..simulation import Simulation
from ..statics import damage
from ..tables.effects import Effect
from ..tables.statics import STATICS, Touch
from ..tables.vehicles import VehicleType
from ..vehiclestate import VehicleState, state_of

CRUSH_SPEED: Final = 0x8000
"""Forward speed above which bushes and tents give way."""
CRUSH_DAMAGE: Final = 100 * ONE
FLATTENED: Final = 1
"""What the side of a cell says where a bush was driven over."""
ONLY_SHELLS: Final = 4
"""Mask of parts that vehicles pass."""


def _rock(_sim: Simulation, _obj: Obj, state: VehicleState, _cell: int, _part: Part) -> int:
    return 0 if state.type == VehicleType.JEEP else SKIP_STATIC


def _bush(sim: Simulation, obj: Obj, state: VehicleState, cell: int, part: Part) -> int:
    if part.mask == ONLY_SHELLS:
        return SKIP_STATIC
    if state.type == VehicleType.JEEP:
        return 0
    if obj.speed <= CRUSH_SPEED:
        return BLOCK
    sim.state.grid.side[cell] = FLATTENED
    damage(sim, cell, CRUSH_DAMAGE, obj, effect=Effect.CRUSHED)
    return SKIP_STATIC


def _tent(sim: Simulation, obj: Obj, _state: VehicleState, cell: int, _part: Part) -> int:
    if obj.speed <= CRUSH_SPEED:
        return BLOCK
    damage(sim, cell, CRUSH_DAMAGE, obj)
    return SKIP_STATIC


def _pickup(_sim: Simulation, _obj: Obj, state: VehicleState, cell: int, part: Part) -> int:
    if not part.pickup:
        return 0
    state.pickup_cell, state.pickup_zone = cell, part.zone
    return SKIP_STATIC


def _flag_rubble(sim: Simulation, obj: Obj, _state: VehicleState, cell: int, _part: Part) -> int:
    """Give a jeep the flag that lies in the rubble, which stops it all the same."""
    offer_in_cell(sim, cell, obj)
    return 0


_Handler = Callable[[Simulation, Obj, VehicleState, int, Part], int]
_HANDLERS: Final[dict[Touch, _Handler]] = {
    Touch.ROCK: _rock,
    Touch.BUSH: _bush,
    Touch.PICKUP: _pickup,
    Touch.TENT: _tent,
    Touch.FLAG_RUBBLE: _flag_rubble,
}


def touch(sim: Simulation, obj: Obj, cell: int, part: Part) -> int:
    """Return the bits with which a cell's static object answers to a vehicle that touches it.

    `BLOCK` stops it, `SKIP_STATIC` lets it pass, 0 leaves it to the vehicle. Raises TypeError for
    what is no vehicle: the page names no other that a static object treats in a special way.
    """
    handler = _HANDLERS.get(STATICS[sim.state.grid.static[cell]].touch)
    return handler(sim, obj, state_of(obj), cell, part) if handler else 0
