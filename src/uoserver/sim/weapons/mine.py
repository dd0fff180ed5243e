"""Mines (specification 6; rules 7: Mine)."""

from __future__ import annotations

from ..objects import Obj
from ..simulation import Simulation


def lay(sim: Simulation, x: int, y: int) -> Obj | None:
    """Lay a mine, which arms later; return it, None when the pool has no room."""
    raise NotImplementedError
