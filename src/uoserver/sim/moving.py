"""Moving objects where nothing stops them (rules: Object pool, move)."""

from __future__ import annotations

from .collide import blocked
from .kernel.fixmath import wrap
from .lifecycle import relink
from .objects import Obj
from .simulation import Simulation


def move(sim: Simulation, obj: Obj, dx: int, dy: int, dz: int) -> bool:
    """Move an object unless something stops it; return whether it was stopped.

    Its old place stays known (`State.moved_from`) until a move is stopped.
    """
    state = sim.state
    x, y, z = old = (obj.x, obj.y, obj.z)
    state.moved_from = old
    obj.x, obj.y, obj.z = wrap(x + dx), wrap(y + dy), wrap(z + dz) if dz else z
    relink(sim, obj)
    if not blocked(sim, obj, old):
        return False
    obj.x, obj.y, obj.z = old
    relink(sim, obj)
    state.moved_from = None
    return True
