"""How guns without a driver aim (specification 9)."""

from __future__ import annotations

from typing import Final

from ..kernel.fixmath import dist
from ..kernel.headings import MASK, PITCH, STEP_SHIFT, STEPS, YAW, Vector, transform
from ..kernel.trig import atan2
from ..objects import Obj
from ..simulation import Simulation
from ..tables.projectiles import Shot
from ..targets import nearest_vehicle
from ..weapons.fire import launch
from ..weapons.tracer import Line, line_of_fire
from ..world import Place

_FRIEND: Final = Line.FRIEND
_STEP_MASK: Final = STEPS - 1


def target_of(sim: Simulation, obj: Obj) -> Obj | None:
    """Return the enemy vehicle that is nearest to a gun."""
    return nearest_vehicle(sim, 1 - obj.team, obj.x, obj.y)


def distance_to(obj: Obj, target: Obj) -> int:
    """Return how far off a target is in the plane, in whole pixels (as 16.16)."""
    return dist(obj.x, obj.y, target.x, target.y)


def pitch_to(sim: Simulation, obj: Obj, muzzle: int, target: Obj) -> int:
    """Return the pitch, positive down, from a height above an object to its target."""
    world = sim.world
    own = world.height(obj.x, obj.y) + obj.z + muzzle
    theirs = world.height(target.x, target.y) + target.z
    return atan2(distance_to(obj, target), own - theirs) >> 2 & MASK


def muzzle_of(obj: Obj, offset: Vector, pitch: int) -> Place:
    """Return where a muzzle is: its offset turned by the gun's pitch and its object's heading."""
    tilted = transform(offset, PITCH[pitch >> STEP_SHIFT & _STEP_MASK])
    x, y, z = transform(tilted, YAW[obj.heading >> STEP_SHIFT & _STEP_MASK])
    return (obj.x + x, obj.y + y, obj.z + z)


def friend_in_line(sim: Simulation, obj: Obj, offset: Vector, pitch: int) -> bool:
    """Return whether a shot would hit something of the gun's own side."""
    met = line_of_fire(
        *(sim, muzzle_of(obj, offset, pitch)),
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
