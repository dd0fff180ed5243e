"""What a trace answers, and the numbers that every trace shares."""

from __future__ import annotations

from typing import Final, NamedTuple

from uoserver.bsp.vectors import Vec3

ZERO: Final[Vec3] = (0.0, 0.0, 0.0)

ENTITY_WORLD: Final = 1022
ENTITY_NONE: Final = 1023

EPSILON: Final = 0.125
"""How far in front of a surface a sweep stops, in units (collision: Brush trace)."""


class Face(NamedTuple):
    """The part of an answer that a touched surface decides. Equal faces are one object."""

    normal: Vec3
    surface_flags: int
    contents: int
    material: str


NO_FACE: Final = Face(ZERO, 0, 0, "")


class Trace(NamedTuple):
    """The answer of a trace (collision: Trace result).

    `endpos` lies at `fraction`, 0 to 1, of the way from start to end. `normal` points out of
    what was hit and is zero where nothing was. `entity` is ENTITY_NONE for a free way,
    ENTITY_WORLD for the map, else the number of a linked body. `startsolid`: the box stood in
    something at the start; `allsolid`: also at the end, or the trace did not move.
    """

    fraction: float
    endpos: Vec3
    normal: Vec3
    surface_flags: int
    contents: int
    material: str
    entity: int
    allsolid: bool
    startsolid: bool
