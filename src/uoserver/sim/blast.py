"""Beginning an explosion, and throwing debris.

Both are created by number, so that what is destroyed stands below the classes that play it
(`effects`).
"""

from __future__ import annotations

from typing import Final

from .events import Exploded
from .grid import OUTSIDE
from .kernel.fixmath import wrap
from .kernel.headings import CIRCLE, MASK
from .lifecycle import create, set_parent
from .objects import Kind, Obj
from .simulation import Simulation
from .tables.effects import DEBRIS, Debris, Effect

NEUTRAL: Final = 2
ARG_SHIFT: Final = 8
"""An explosion's argument is its effect and, above, its cell; that of debris its set and number."""


def explode(
    sim: Simulation,
    effect: Effect,
    x: int,
    y: int,
    z: int,
    *,
    cell: int = OUTSIDE,
    parent: Obj | None = None,
) -> Obj | None:
    """Begin an explosion; return its object, None when the pool has no room.

    ``cell`` is that of the static object it destroys. With a parent it goes where that goes and
    turns, until it is at its fifth frame.
    """
    sim.events.append(Exploded(effect, x, y, z))
    obj = create(sim, Kind.EXPLOSION, NEUTRAL, x, y, z, effect | cell << ARG_SHIFT)
    if obj is not None and parent is not None:
        set_parent(sim, obj, parent)
    return obj


def burst(
    sim: Simulation,
    debris: Debris,
    x: int,
    y: int,
    z: int,
    *,
    team: int = NEUTRAL,
    heading: int = 0,
    pieces: int = 0,
) -> int:
    """Throw pieces of a set of debris all around, as many as it has unless said; return how many.

    There are fewer when the pool has no room. The first flies where the heading says.
    """
    count = pieces or DEBRIS[debris].pieces
    z = wrap(z + DEBRIS[debris].height)
    for number in range(count):
        piece = create(sim, Kind.DEBRIS, team, x, y, z, debris | number << ARG_SHIFT)
        if piece is None:
            return number
        piece.heading = heading + CIRCLE * number // count & MASK
    return count
