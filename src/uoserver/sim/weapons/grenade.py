"""Grenades (specification 6; rules 7: Grenade)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..events import Fired, Sound
from ..kernel.fixmath import ONE, dist, div, mul, sqrt
from ..kernel.headings import angle_between, direction
from ..lifecycle import create, set_parent
from ..objects import Kind, Obj
from ..shapes import Overlap, Part
from ..shapetable import SHELL
from ..simulation import Simulation
from ..tables.effects import HEAVY, Hit
from ..tables.vehicles import GRENADE
from ..world import Place
from .credit import NOBODY, driver_of
from .impact import MISSED, advance, burst, harm, harm_static, strike

DAMAGE: Final = 3 * ONE // 2
FAR: Final = 3276
DIVISOR: Final = 0xB504
"""The speed of a throw is the root of its length times the one by the other."""
ALONG: Final = 0x61F7
UP: Final = 0xEC83
"""Cosine and sine of its angle, 67.5 degrees."""
FALL: Final = 0x666
"""Half of gravity: what its way loses in a tick, times the ticks."""


@dataclass(slots=True)
class GrenadeState:
    """The part of a grenade that no other object has: where, how fast, how long ago it began."""

    x: int
    y: int
    z: int
    speed: int = 0
    ticks: int = 0
    hit: int = MISSED
    """A number of `tables.effects.Hit`."""
    by: int = NOBODY
    """Driver who threw it."""


def state_of(obj: Obj) -> GrenadeState:
    """Return a grenade's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, GrenadeState):
        raise TypeError(f"object {obj.id} is no grenade")
    return obj.data


def init(_sim: Simulation, obj: Obj, _arg: int) -> int:
    """Make a new object a grenade that falls to the ground where it is."""
    obj.data, obj.shape = GrenadeState(obj.x, obj.y, obj.z), SHELL
    return 1


def throw(
    sim: Simulation, team: int, at: Place, to: tuple[int, int], owner: Obj | None
) -> Obj | None:
    """Throw a grenade to a place on the ground; return it, None when the pool has no room.

    ``at`` is where it leaves the hand. It does not hit its owner.
    """
    obj = create(sim, Kind.GRENADE, team, *at)
    if obj is None:
        return None
    state = state_of(obj)
    state.speed = sqrt(div(mul(FAR, dist(at[0], at[1], *to)), DIVISOR))
    state.by = driver_of(owner)
    obj.heading = angle_between(at[0], at[1], *to)
    set_parent(sim, obj, owner)
    owner_id = owner.id if owner else 0
    sim.events.append(Fired(obj.id, GRENADE, owner_id, *at, obj.heading))
    sim.events.append(Sound("Throw", *at, obj.id))
    return obj


def update(sim: Simulation, obj: Obj) -> None:
    """Move a grenade to where its arc has it by now."""
    state = state_of(obj)
    state.ticks += sim.state.dt
    t = state.ticks
    east, south = direction(obj.heading)
    far = mul(state.speed, t * ALONG)
    x, y = state.x + mul(east, far), state.y + mul(south, far)
    z = state.z + (mul(state.speed, UP) - FALL * t) * t
    advance(sim, obj, state, x - obj.x, y - obj.y, z - obj.z)


def hit_static(sim: Simulation, obj: Obj, cell: int, _part: Part) -> int:
    """Damage a static object."""
    harm_static(sim, obj, state_of(obj), cell, DAMAGE)
    return 0


def hit_land(sim: Simulation, obj: Obj) -> int:
    """End on land that is in the way."""
    strike(sim, obj, state_of(obj), Hit.GROUND)
    return 0


def hit_object(sim: Simulation, obj: Obj, other: Obj, _met: Overlap) -> int:
    """Damage an object, unless it threw the grenade."""
    if other.slot != obj.parent:
        harm(sim, obj, state_of(obj), other, DAMAGE)
    return 0


def destroy(sim: Simulation, obj: Obj) -> bool:
    """Let a grenade explode by what it hit."""
    burst(sim, obj, state_of(obj), HEAVY)
    return True
