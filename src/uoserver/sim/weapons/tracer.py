"""Whether a gun would hit its own side (rules 7: TRACER)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from ..answers import BLOCK
from ..collide import blocked
from ..grid import cell_at
from ..kernel.fixmath import CELL, wrap
from ..kernel.headings import MASK, PITCH, STEP_SHIFT, STEPS, YAW, transform
from ..objects import Kind, Obj
from ..shapes import Overlap, Part
from ..shapetable import SHELL
from ..simulation import Simulation
from ..tables.projectiles import PROJECTILES, Shot
from ..world import Place

_KIND: Final = PROJECTILES[Shot.TRACER]
COUNT: Final = _KIND.life * _KIND.speed // CELL
"""Steps of a cell: 540 pixels are 16."""
_MET_FRIEND: Final = 1
_MET_OTHER: Final = 2
"""What ``think`` says of what was met."""


class Line(IntEnum):
    """What a line of fire meets first."""

    CLEAR = 0
    """Nothing of its own side."""
    FRIEND = 1


def line_of_fire(
    sim: Simulation, at: Place, *, heading: int, pitch: int, team: int, owner: Obj | None
) -> Line:
    """Return what stands in a line of fire of up to 540 pixels from a muzzle.

    It is looked along in steps of a cell, as a shell that flies that fast would. Its owner is not
    in the way.
    """
    level = transform((0, -CELL, 0), PITCH[pitch >> STEP_SHIFT & STEPS - 1])
    dx, dy, dz = transform(level, YAW[heading >> STEP_SHIFT & STEPS - 1])
    # Never in the pool: nobody meets it, and it needs no slot.
    probe = Obj(0, 0, Kind.TRACER, team, *at, shape=SHELL, heading=heading & MASK)
    probe.parent = owner.slot if owner else 0
    state = sim.state
    for _ in range(COUNT):
        old = state.moved_from = (probe.x, probe.y, probe.z)
        probe.x, probe.y, probe.z = wrap(probe.x + dx), wrap(probe.y + dy), wrap(probe.z + dz)
        probe.cell = cell_at(probe.x, probe.y)
        if blocked(sim, probe, old) or probe.z < 0:
            break
    state.moved_from = None
    return Line.FRIEND if probe.think == _MET_FRIEND else Line.CLEAR


def init(_sim: Simulation, _obj: Obj, _arg: int) -> int:
    """Refuse to be an object of the pool."""
    return 0


def hit_static(sim: Simulation, obj: Obj, cell: int, _part: Part) -> int:
    """Note whose static object is in the way."""
    obj.think = _MET_FRIEND if sim.state.grid.side[cell] == obj.team else _MET_OTHER
    return BLOCK


def hit_land(_sim: Simulation, obj: Obj) -> int:
    """Note that land is in the way."""
    obj.think = _MET_OTHER
    return BLOCK


def hit_object(_sim: Simulation, obj: Obj, other: Obj, _met: Overlap) -> int:
    """Note who is in the way; of its own side only vehicles matter."""
    if other.slot == obj.parent:
        return 0
    friend = other.kind is Kind.VEHICLE and other.team == obj.team
    obj.think = _MET_FRIEND if friend else _MET_OTHER
    return BLOCK
