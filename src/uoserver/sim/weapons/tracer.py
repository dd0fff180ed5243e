"""Whether a gun would hit its own side (rules 7: TRACER)."""

from __future__ import annotations

from enum import IntEnum

from ..objects import Obj
from ..simulation import Simulation
from ..world import Place


class Line(IntEnum):
    """What a line of fire meets first."""

    CLEAR = 0
    """Nothing of its own side."""
    FRIEND = 1


def line_of_fire(
    sim: Simulation, at: Place, *, heading: int, pitch: int, team: int, owner: Obj | None
) -> Line:
    """Return what stands in a line of fire of up to 540 pixels from a muzzle."""
    raise NotImplementedError
