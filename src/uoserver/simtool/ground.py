"""Drawing the land: terrain with its shores and roads, cell by cell."""

from __future__ import annotations

from typing import Final

from uoserver.sim.grid import Grid
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.tables import terrain as t
from uoserver.sim.tables.terrain import EAST, NORTH, SHALLOWS, SHORES, SOUTH, WEST

from . import palette as p
from .canvas import CELL, Canvas, corners_of

HALF: Final = CELL / 2
LANE: Final = 11.5
"""Half the width of a road."""
_ENDS: Final = ((NORTH, 0, -HALF), (SOUTH, 0, HALF), (EAST, HALF, 0), (WEST, -HALF, 0))
FIRST_UNDERLAY: Final = 93
FINE_ENOUGH: Final = 0.6
"""Pixels of the canvas for each of the simulation from which on grass and ripples are seen."""


def spots(cell: int, count: int) -> list[tuple[float, float, int]]:
    """Return places strewn over a cell, always the same: across, down, and a number to 255."""
    found, seed = [], cell * 2654435761 + 97
    for _ in range(count):
        seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
        found.append((seed % 29 - 14.0, (seed >> 9) % 29 - 14.0, seed >> 20 & 255))
    return found


def paint_cell(canvas: Canvas, grid: Grid, column: int, row: int, *, bare: bool = True) -> None:
    """Draw the terrain of a cell; where it is not ``bare`` there is a picture of the land below."""
    cell = row * 128 + column
    terrain = grid.terrain[cell]
    left, top = column * CELL, row * CELL
    x, y = left + HALF, top + HALF
    if bare:
        canvas.box(left, top, left + CELL, top + CELL, p.LAND)
    if terrain in (t.LAND, t.OTHER_LAND):
        if bare:
            _tufts(canvas, cell, x, y)
    elif terrain <= t.LAST_WET:
        _water(canvas, terrain, cell, x, y)
    else:
        if bare:
            _meadow(canvas, terrain, cell, x, y)
        if t.lanes(terrain) and terrain not in (t.GATE_ACROSS, t.GATE_UPRIGHT):
            if bare:
                _road(canvas, t.lanes(terrain), x, y)
            else:  # streets of real maps are wider than a lane
                canvas.box(left, top, left + CELL, top + CELL, p.ROAD)
        elif t.PAD <= terrain <= t.PAD_OPEN:
            _pad(canvas, terrain, x, y)
        elif terrain in (t.GATE_ACROSS, t.GATE_UPRIGHT):
            canvas.box(left, top, left + CELL, top + CELL, p.GATE_FLOOR)
        elif 105 <= terrain <= 108:
            _rubble(canvas, cell, x, y)


def _meadow(canvas: Canvas, terrain: int, cell: int, x: float, y: float) -> None:
    if terrain >= FIRST_UNDERLAY:
        canvas.box(x - HALF, y - HALF, x + HALF, y + HALF, p.mix(p.LAND, p.BARE, 0.5))
    elif 52 <= terrain <= 72:
        canvas.box(x - HALF, y - HALF, x + HALF, y + HALF, p.MEADOW)
    _tufts(canvas, cell, x, y)


def _tufts(canvas: Canvas, cell: int, x: float, y: float) -> None:
    if canvas.factor < FINE_ENOUGH:
        return
    for dx, dy, number in spots(cell, 4):
        if number & 3:
            canvas.line([(x + dx, y + dy), (x + dx + 2, y + dy - 1.5)], p.TUFT, 0.7)


def _water(canvas: Canvas, terrain: int, cell: int, x: float, y: float) -> None:
    whole = (x - HALF, y - HALF, x + HALF, y + HALF)
    if terrain == t.DEEP:
        canvas.box(*whole, p.DEEP)
        _ripples(canvas, cell, x, y, p.RIPPLE)
    elif terrain == t.SHALLOW or t.FIRST_SHALLOW <= terrain < t.FIRST_BORDER:
        canvas.box(*whole, p.SHALLOW)
        _ripples(canvas, cell, x, y, p.lighter(p.SHALLOW, 0.2))
    elif terrain >= t.FIRST_BORDER:
        canvas.box(*whole, p.DEEP)
        west, north, east, south = (side / ONE for side in SHALLOWS[terrain - t.FIRST_BORDER])
        canvas.box(x + west, y + north, x + east, y + south, p.SHALLOW)
    elif terrain >= t.FIRST_SHORE:
        shore = SHORES[terrain - t.FIRST_SHORE]
        corners = [
            (_to_edge(cx, x), _to_edge(cy, y))
            for cx, cy in corners_of(shore.part, x, y, shore.heading >> 16)
        ]
        if not shore.inverted:
            canvas.box(*whole, p.SHALLOW)
        canvas.shape(corners, p.SHALLOW if shore.inverted else p.LAND)
        canvas.line(_inner(corners, x, y), p.SAND, 2)


def _to_edge(place: float, middle: float) -> float:
    """Return a place, on the edge of the cell if it is a pixel short of it: no gaps are seen."""
    away = place - middle
    return middle + (HALF if away > 0 else -HALF) if abs(away) > HALF - 2 else place


def _inner(corners: list[tuple[float, float]], x: float, y: float) -> list[tuple[float, float]]:
    """Return the corners of a coast's line: the longest run that is not along the cell's edge."""

    def along(one: tuple[float, float], other: tuple[float, float]) -> bool:
        return any(
            abs(one[axis] - middle) > HALF - 2
            and abs(other[axis] - middle) > HALF - 2
            and abs(one[axis] - other[axis]) < 4
            for axis, middle in ((0, x), (1, y))
        )

    count = len(corners)
    inside = [not along(corners[i], corners[(i + 1) % count]) for i in range(count)]
    first = next((i for i in range(count) if inside[i] and not inside[i - 1]), 0)
    line = [corners[first]]
    for i in range(first, first + count):
        if not inside[i % count]:
            break
        line.append(corners[(i + 1) % count])
    return line


def _ripples(canvas: Canvas, cell: int, x: float, y: float, colour: p.Colour) -> None:
    if canvas.factor < FINE_ENOUGH:
        return
    for dx, dy, number in spots(cell, 3):
        if number & 1:
            dx = max(-12.0, min(8.0, dx))
            canvas.line(
                [(x + dx, y + dy), (x + dx + 3, y + dy - 1), (x + dx + 6, y + dy)], colour, 0.8
            )


def _road(canvas: Canvas, lanes: int, x: float, y: float) -> None:
    ends = [(dx, dy) for lane, dx, dy in _ENDS if lanes & lane]
    for wide, colour in ((LANE + 1.5, p.ROAD_EDGE), (LANE, p.ROAD)):
        canvas.disc(x, y, wide, colour)
        for dx, dy in ends:
            west, east, north, south = x - wide, x + wide, y - wide, y + wide
            if dx:
                west, east = min(x, x + dx), max(x, x + dx)
            if dy:
                north, south = min(y, y + dy), max(y, y + dy)
            canvas.box(west, north, east, south, colour)
    for dx, dy in ends if canvas.factor >= FINE_ENOUGH else ():
        canvas.line([(x + dx * 0.3, y + dy * 0.3), (x + dx * 0.75, y + dy * 0.75)], p.ROAD_LINE, 1)


def _pad(canvas: Canvas, terrain: int, x: float, y: float) -> None:
    canvas.box(x - HALF, y - HALF, x + HALF, y + HALF, p.PAD)
    if terrain == t.PAD_OPEN:
        canvas.box(x - HALF + 2, y - HALF + 2, x + HALF - 2, y + HALF - 2, p.PAD_OPEN)
        return
    colour = p.SIDES[terrain - t.PAD]
    canvas.frame(x - HALF + 1, y - HALF + 1, x + HALF - 1, y + HALF - 1, p.FAINT, 1)
    canvas.disc(x, y, 11.5, p.lighter(colour, 0.2))
    canvas.disc(x, y, 9, p.PAD)
    canvas.line([(x, y - HALF), (x, y + HALF)], p.darker(p.PAD, 0.35), 0.8)


def _rubble(canvas: Canvas, cell: int, x: float, y: float) -> None:
    for dx, dy, number in spots(cell, 9):
        size = 1 + (number & 3)
        canvas.box(x + dx, y + dy, x + dx + size, y + dy + size, p.RUBBLE)
