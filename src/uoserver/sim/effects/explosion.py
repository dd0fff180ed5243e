"""Explosions (specification 6; rules 8; tables 5)."""

from __future__ import annotations

from ..events import Exploded
from ..grid import OUTSIDE
from ..lifecycle import create
from ..objects import Kind, Obj
from ..simulation import Simulation
from ..tables.effects import Effect

NEUTRAL = 2
CELL_SHIFT = 8


def explode(
    sim: Simulation, effect: Effect, x: int, y: int, z: int, *, cell: int = OUTSIDE
) -> Obj | None:
    """Begin an explosion; return its object, None when the pool has no room.

    ``cell`` is that of the static object it destroys.
    """
    sim.events.append(Exploded(effect, x, y, z))
    return create(sim, Kind.EXPLOSION, NEUTRAL, x, y, z, effect | cell << CELL_SHIFT)
