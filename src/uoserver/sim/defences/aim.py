"""How guns without a driver aim (specification 9)."""

from __future__ import annotations

from typing import Final

from ..kernel.fixmath import dist
from ..kernel.headings import MASK, Vector
from ..kernel.trig import atan2
from ..objects import Obj
from ..simulation import Simulation
from ..tables.projectiles import Shot
from ..targets import nearest_vehicle
from ..weapons.fire import from_muzzle, launch
from ..weapons.tracer import Line, line_of_fire

_FRIEND: Final = Line.FRIEND


def target_of(sim: Simulation, obj: Obj) -> Obj | None:
    """Return the enemy vehicle that is nearest to a gun."""
    return nearest_vehicle(sim, 1 - obj.team, obj.x, obj.y)


def distance_to(obj: Obj, target: Obj) -> int:
    """Return how far off a target is in the plane, in whole pixels (as 16.16)."""
    return dist(obj.x, obj.y, target.x, target.y)


def pitch_to(obj: Obj, muzzle: int, target: Obj) -> int:
    """Return the pitch, positive down, from a height above an object to its target.

    The land between them does not count: a shell goes up and down with it.
    """
    return atan2(distance_to(obj, target), obj.z + muzzle - target.z) >> 2 & MASK


def friend_in_line(sim: Simulation, obj: Obj, offset: Vector, pitch: int) -> bool:
    """Return whether a shot would hit something of the gun's own side."""
    met = line_of_fire(
        *(sim, from_muzzle((obj.x, obj.y, obj.z), offset, obj.heading)),
        heading=obj.heading,
        pitch=pitch,
        team=obj.team,
        owner=obj,
    )
    return met == _FRIEND


def shoot(sim: Simulation, obj: Obj, shot: Shot, offset: Vector, pitch: int) -> None:
    """Fire from an object's muzzle the way that it points."""
    launch(
        *(sim, shot, (obj.x, obj.y, obj.z)),
        offset=offset,
        heading=obj.heading,
        pitch=pitch,
        team=obj.team,
        owner=obj,
    )
