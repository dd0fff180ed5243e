"""Grenades (specification 6; rules 7: Grenade)."""

from __future__ import annotations

from ..objects import Obj
from ..simulation import Simulation
from ..world import Place


def throw(
    sim: Simulation, team: int, at: Place, to: tuple[int, int], owner: Obj | None
) -> Obj | None:
    """Throw a grenade to a place on the ground; return it, None when the pool has no room."""
    raise NotImplementedError
