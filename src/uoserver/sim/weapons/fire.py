"""Firing a projectile (specification 6; rules 7)."""

from __future__ import annotations

from typing import Final

from ..events import Fired, Sound
from ..kernel.fixmath import wrap
from ..kernel.headings import MASK, PITCH, STEP_SHIFT, STEPS, YAW, fine_pitch, transform
from ..lifecycle import create, set_parent
from ..objects import Kind, Obj
from ..simulation import Simulation
from ..tables.projectiles import PROJECTILES, Shot
from ..world import Place
from .credit import driver_of
from .missile import aim, state_of

LEVEL: Place = (0, 0, 0)
_STEPS: Final = STEPS - 1


def tip(barrel: Place, pivot: Place, pitch: int) -> Place:
    """Return where the end of a barrel is that is pitched round a pivot (tables 1: Muzzles)."""
    x, y, z = transform(barrel, fine_pitch(pitch << 2))
    return (x + pivot[0], y + pivot[1], z + pivot[2])


def from_muzzle(at: Place, offset: Place, heading: int) -> Place:
    """Return a place beside an object that is turned to a heading."""
    x, y, z = transform(offset, YAW[heading >> STEP_SHIFT & _STEPS])
    return (wrap(at[0] + x), wrap(at[1] + y), wrap(at[2] + z))


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
    push: int = 0,
) -> Obj | None:
    """Fire a projectile; return it, None when the pool has no room.

    ``at`` is where its owner is, ``offset`` the way from there to the muzzle before it is turned
    by ``heading``. By ``pitch`` (heading units, positive points down) it is turned only for types
    with a `level_offset`, without its height; for others turn it before (`tip`). Its owner, its
    parent from then on, is the only one that it does not hit; a homing missile's is its target.
    ``push`` is what its owner's speed gives it.
    """
    kind, way = PROJECTILES[shot], offset
    if kind.level_offset:
        x, y, z = transform((offset[0], offset[1], 0), PITCH[pitch >> STEP_SHIFT & _STEPS])
        way = (x, y, z + offset[2])
    start = from_muzzle(at, way, heading)
    class_ = Kind.HOMING_MISSILE if shot == Shot.HOMING else Kind.MISSILE
    obj = create(sim, class_, team, *start, shot)
    if obj is None:
        return None
    aim(obj, heading, pitch, push)
    set_parent(sim, obj, owner)
    if class_ is Kind.MISSILE:
        state_of(obj).by = driver_of(owner)
    owner_id = owner.id if owner else 0
    sim.events.append(Fired(obj.id, shot, owner_id, *start, heading & MASK))
    sim.events.append(Sound(kind.sound, *start, obj.id))
    return obj
