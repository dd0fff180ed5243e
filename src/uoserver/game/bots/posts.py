"""Where bots stand that wait or guard: near a place, but in nobody's way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uoserver.sim.grid import SIZE

from .atlas import Atlas
from .land import IN_SHALLOWS, Wheels
from .routes import UNREACHED

NEAREST: Final = 2
FARTHEST: Final = 4
"""Cells from a place to those who stand by it."""
OFF_PADS: Final = 3
"""Cells from a pad within which nobody stands: lifts crush, and others want to get off."""


def post(
    atlas: Atlas,
    place: int,
    pads: Sequence[int],
    front: int,
    wheels: Wheels,
    team: int,
    tick: int,
    *,
    behind: bool,
    number: int = 0,
) -> int:
    """Return a cell by a place to stand in, the place itself where there is none.

    It is on the side of ``front``, a cell, or with ``behind`` on the other. Posts of different
    ``number`` are different as far as there are so many.
    """
    field = atlas.field(place, wheels, team, tick)
    costs, found = atlas.costs(wheels, team), []
    for cell in _ring(place):
        if any(_apart(cell, pad) < OFF_PADS for pad in pads):
            continue
        if not 0 < costs[cell] <= IN_SHALLOWS:
            continue
        far = field.far(cell)
        if far < UNREACHED:
            away = _apart(cell, front)
            found.append((-away if behind else away, far, cell))
    found.sort()
    return found[number % len(found)][2] if found else place


def _ring(place: int) -> list[int]:
    column, row = place % SIZE, place // SIZE
    return [
        y * SIZE + x
        for y in range(max(0, row - FARTHEST), min(SIZE, row + FARTHEST + 1))
        for x in range(max(0, column - FARTHEST), min(SIZE, column + FARTHEST + 1))
        if max(abs(x - column), abs(y - row)) >= NEAREST
    ]


def _apart(cell: int, other: int) -> int:
    """Return how many cells two are apart, along the longer side and half of the shorter."""
    across, down = abs(cell % SIZE - other % SIZE), abs(cell // SIZE - other // SIZE)
    return max(across, down) + min(across, down) // 2
