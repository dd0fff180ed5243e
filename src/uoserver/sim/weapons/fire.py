"""Firing a projectile (specification 6; rules 7)."""

from __future__ import annotations

from ..objects import Obj
from ..simulation import Simulation
from ..tables.projectiles import Shot
from ..world import Place

LEVEL: Place = (0, 0, 0)


def launch(
    sim: Simulation,
    shot: Shot,
    at: Place,
    *,
    offset: Place = LEVEL,
    heading: int,
    pitch: int = 0,
    team: int,
    owner: Obj | None = None,
) -> Obj | None:
    """Fire a projectile; return it, None when the pool has no room.

    ``at`` is where its owner is, ``offset`` the way from there to the muzzle before it is turned
    by ``pitch`` (heading units, positive points down) and ``heading``. Its owner, its parent from
    then on, is the only one that it does not hit.
    """
    raise NotImplementedError
