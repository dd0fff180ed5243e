"""Kinds of terrain: water, shores, roads (tables 4).

Shapes lie round the middle of a cell, in 16.16 pixels.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..shapes import Box, Form, Part, px

LAND: Final = 0
SHALLOW: Final = 1
DEEP: Final = 2
OTHER_LAND: Final = 3
FIRST_SHORE: Final = 4
FIRST_SHALLOW: Final = 24
FIRST_BORDER: Final = 40
LAST_WET: Final = 0x33
ROAD_FIRST: Final = 0x49
ROAD_LAST: Final = 0x59
"""Of terrain that is faster and whose lanes are followed; paved ends earlier, at `PAVED_LAST`."""
PAVED_LAST: Final = 0x53
BRIDGE_WEST: Final = 84
BRIDGE_EAST: Final = 85
BRIDGE_NORTH: Final = 86
BRIDGE_SOUTH: Final = 87
GATE_ACROSS: Final = 88
GATE_UPRIGHT: Final = 89
PAD: Final = 90
"""The home pad of side 0; that of side 1 is the next."""
PAD_OPEN: Final = 92
"""A pad while its lift moves."""
PAVED: Final = 127
"""Ours: the roads of maps. They are as fast, but run as they like: no lanes are followed."""

NORTH, SOUTH, EAST, WEST = 1, 2, 4, 8
_ROADS: Final = (3, 7, 14, 13, 7, 15, 12, 6, 10, 5, 9, 12, 12, 3, 3, 3, 12)
BRIDGE_ACROSS_LANES: Final = EAST | WEST
BRIDGE_UPRIGHT_LANES: Final = NORTH | SOUTH


def lanes(terrain: int) -> int:
    """Return the directions in which a road goes on, 0 off the roads."""
    if ROAD_FIRST <= terrain <= ROAD_LAST:
        return _ROADS[terrain - ROAD_FIRST]
    return 0


def is_paved(terrain: int) -> bool:
    """Return whether shells burst on it as on a road."""
    return ROAD_FIRST <= terrain <= PAVED_LAST or terrain == PAVED


class Shore(NamedTuple):
    """A piece of coast: land is inside of the part, or outside where it is inverted."""

    part: Part
    heading: int
    inverted: bool


def _polygon(*corners: tuple[int, int]) -> Part:
    points = tuple((x << 16, y << 16) for x, y in corners)
    reach = 16 << 16
    low, high = px(-64, 64)
    return Part(Form.POLYGON, 1, 0xFF, low, high, (-reach, -reach, reach, reach), points)


_A = _polygon((-16, -16), (15, -16), (15, 12), (8, 8), (-8, 8), (-16, 12))
_B = _polygon((15, 15), (-16, 15), (-16, 12), (12, -16), (15, -16))
_C = _polygon((-16, -16), (11, -16), (4, -8), (4, 4), (-16, 12))
_D = _polygon((15, 15), (-16, 16), (-12, -5), (-4, -12), (15, -15))
_SHORES: Final = (
    *((_A, 48, True), (_A, 0, True), (_A, 48, False), (_A, 0, False), (_B, 0, False)),
    *((_B, 16, False), (_A, 32, True), (_A, 16, True), (_A, 32, False), (_A, 16, False)),
    *((_B, 48, False), (_B, 32, False), (_C, 0, True), (_C, 16, True), (_D, 0, False)),
    *((_D, 16, False), (_C, 48, True), (_C, 32, True), (_D, 48, False), (_D, 32, False)),
)
SHORES: Final = tuple(Shore(part, step << 16, inverted) for part, step, inverted in _SHORES)
"""Terrain 4 to 23."""


def _boxes() -> tuple[Box, ...]:
    sides = (
        *((-16, -16, 8, 16), (-16, -16, 16, 8), (-16, -8, 16, 16), (-8, -16, 16, 16)),
        *((-8, -8, 16, 16), (-16, -8, 8, 16), (-8, -16, 16, 8), (-16, -16, 8, 8)),
    )
    boxes = [(x0 << 16, y0 << 16, x1 << 16, y1 << 16) for x0, y0, x1, y1 in sides]
    return tuple(boxes + boxes[4:])


SHALLOWS: Final = _boxes()
"""The shallow part of terrain 40 to 51; the rest is deep."""
