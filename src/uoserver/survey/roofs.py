"""The highest ground over each cell, which helicopters follow (design: MapWorld)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uoserver.bsp.spawn import Bounds
from uoserver.collision import ZERO, ClipModel
from uoserver.sim.grid import CELLS, SIZE

from .coordinates import CELL_UNITS, cell_middle
from .flood import neighbours
from .ground import HULL_MASK, Ground, is_sky

FLIGHT: Final = 512
"""Room below the sky that a helicopter needs: it flies 400 units up, and is 80 high."""
MAX_SAMPLED_CELLS: Final = 4096
"""Cells looked at in four places each; on larger maps only the middle of a cell is looked at."""
_QUARTER: Final = CELL_UNITS / 4


def cells_of(bounds: Bounds) -> list[int]:
    """Return the cells whose middle is inside a world, in order."""
    (x0, y0, _), (x1, y1, _) = bounds
    columns = [column for column in range(SIZE) if x0 < cell_middle(column)[0] < x1]
    rows = [row for row in range(0, CELLS, SIZE) if y0 < cell_middle(row)[1] < y1]
    return [row + column for row in rows for column in columns]


def spread(values: Sequence[int | None]) -> list[int]:
    """Give each cell without a value that of a nearest one with a value; 0 if there is none."""
    found = list(values)
    front = [cell for cell, value in enumerate(found) if value is not None]
    while front:
        ahead: list[int] = []
        for cell in front:
            for there in neighbours(cell, SIZE, SIZE):
                if found[there] is None:
                    found[there] = found[cell]
                    ahead.append(there)
        front = ahead
    return [value or 0 for value in found]


def roofs(clip: ClipModel, ground: Ground, bounds: Bounds) -> tuple[int, ...]:
    """Return the height, in whole units, of the highest ground of each cell.

    Cells beyond the world have that of the nearest one inside. Where it is so close to the sky that
    nothing could fly between, the height is that from which something just can.
    """
    cells = cells_of(bounds)
    skies = _skies(clip, ground, bounds, cells)
    many = len(cells) <= MAX_SAMPLED_CELLS
    offsets = (-_QUARTER, _QUARTER) if many else (0.0,)
    tops: list[int | None] = [None] * CELLS
    for cell in cells:
        x, y = cell_middle(cell)
        sky = skies[cell]
        places = [(x + dx, y + dy) for dx in offsets for dy in offsets]
        highest = [_top(clip, ground, at, sky - 1.0, bounds) for at in places]
        tops[cell] = int(min(max(highest), sky - FLIGHT) // 1)
    return tuple(spread(tops))


def _top(
    clip: ClipModel, ground: Ground, at: tuple[float, float], high: float, bounds: Bounds
) -> float:
    (x, y), low = at, bounds.mins[2] - 1.0
    if low < high:
        trace = clip.trace((x, y, high), (x, y, low), ZERO, ZERO, HULL_MASK)
        if not trace.startsolid and trace.fraction < 1.0:
            return trace.endpos[2]
    return ground.level(x, y)


def _skies(clip: ClipModel, ground: Ground, bounds: Bounds, cells: list[int]) -> list[int]:
    """Return the height of the sky over each cell, over those without of the nearest with one.

    In a world without a sky it is the lowest thing above the ground.
    """
    top = bounds.maxs[2] + 1.0
    skies: list[int | None] = [None] * CELLS
    ceilings: list[int | None] = [None] * CELLS
    for cell in cells:
        x, y = cell_middle(cell)
        level = ground.at(x, y)
        if level is None or level + 1.0 >= top:
            continue
        trace = clip.trace((x, y, level + 1.0), (x, y, top), ZERO, ZERO, HULL_MASK)
        if trace.startsolid:
            continue
        ceilings[cell] = int(trace.endpos[2] // 1)
        if trace.fraction == 1.0 or is_sky(trace):
            skies[cell] = ceilings[cell]
    known = skies if any(sky is not None for sky in skies) else ceilings
    return spread(known) if any(each is not None for each in known) else [int(top)] * CELLS
