"""Drawing static objects: their parts as boxes with a shadow that says how high they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uoserver.sim.grid import Grid, centre, jitter_of
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.shapes import Part, Zone
from uoserver.sim.tables.statics import (
    ACTIVE_TOWER,
    BRIDGE_ACROSS,
    BRIDGE_UPRIGHT,
    STATICS,
    TOWER,
    Static,
)

from . import palette as p
from .canvas import Canvas, Dot, corners_of
from .ground import spots

SHADOW: Final = 0.28
"""Pixels of shadow for each of height, to the south-east."""
_BUILDINGS: Final = (
    *(("FLAG", p.HOUSE), ("BLDG", p.HOUSE), ("FACT", p.TOWER), ("BNKR", p.TOWER)),
    *(("HOSP", p.WHITE), ("PRISON", p.WALL), ("OUTPOST", p.STORE), ("FUEL", p.TANK)),
    *(("WALL", p.WALL), ("TENT", p.CANVAS), ("TOWER", p.TOWER), ("AMMO", p.STORE)),
    *(("GATE", p.WALL), ("ROCK", p.ROCK), ("CACTUS", p.PLANT), ("PLANTER", p.PLANT)),
)


def paint_static(canvas: Canvas, grid: Grid, cell: int) -> None:
    """Draw the static object of a cell."""
    number = grid.static[cell]
    what = STATICS[TOWER if number == ACTIVE_TOWER else number]
    x, y = (value / ONE for value in centre(cell))
    if what.jitter:
        dx, dy, _, _ = jitter_of(grid, cell)
        x, y = x + dx, y + dy
    if number in (BRIDGE_ACROSS, BRIDGE_UPRIGHT):
        _bridge(canvas, x, y, across=number == BRIDGE_ACROSS)
    elif "DEST" in what.name:
        _ruin(canvas, what.name, cell, x, y)
    elif paint := next((paint for name, paint in _PLANTS.items() if name in what.name), None):
        paint(canvas, what, x, y)
    else:
        _building(canvas, what, grid.side[cell], x, y)


def _shadow(canvas: Canvas, corners: list[Dot], height: float, under: p.Colour) -> None:
    aside = height * SHADOW
    moved = [(x + aside, y + aside) for x, y in corners]
    canvas.shape(moved, under)
    for i, (x, y) in enumerate(corners):
        other = corners[i - 1]
        canvas.shape([(x, y), other, moved[i - 1], moved[i]], under)


def _building(canvas: Canvas, what: Static, side: int, x: float, y: float) -> None:
    colour = next((c for name, c in _BUILDINGS if name in what.name), p.TOWER)
    solid = [part for part in what.shape if not part.pickup]
    for part in what.shape:
        if part.pickup:
            _zone(canvas, part, x, y)
    for part in solid:
        if part.mask == 0xFF:
            _shadow(canvas, corners_of(part, x, y), part.high / ONE, p.darker(p.LAND, 0.35))
    for part in sorted(solid, key=lambda part: part.high):
        if part.mask != 0xFF:
            continue
        corners = corners_of(part, x, y)
        lit = p.lighter(colour, min(0.35, part.high / ONE / 70))
        canvas.shape(corners, lit, p.darker(colour, 0.45))
    if "FLAG" in what.name or "DMG" in what.name:
        _flag(canvas, what, side, x, y)
    elif side < 2 and solid and "ROCK" not in what.name:
        part = solid[0]
        mx, my = x + part.dx / ONE, y + part.dy / ONE
        canvas.disc(mx, my, 2.2, p.SIDES[side], p.darker(p.SIDES[side], 0.4))


def _flag(canvas: Canvas, what: Static, side: int, x: float, y: float) -> None:
    colour = p.SIDES[min(side, 2)]
    if "DMG" in what.name:
        canvas.line([(x - 8, y - 12), (x + 9, y + 4)], p.INK, 1.5)
        canvas.line([(x - 5, y + 5), (x + 6, y - 10)], p.INK, 1.5)
    if "FLAG" in what.name:
        canvas.line([(x - 4, y + 5), (x - 4, y - 13)], p.INK, 1.2)
        canvas.shape(
            [(x - 4, y - 13), (x + 8, y - 9), (x - 4, y - 4)], colour, p.darker(colour, 0.4)
        )


def _zone(canvas: Canvas, part: Part, x: float, y: float) -> None:
    if part.zone is Zone.GATE:
        return
    colour = p.FUEL_ZONE if part.zone is Zone.FUEL else p.AMMUNITION_ZONE
    (x0, y0), _, (x1, y1), _ = corners_of(part, x, y)
    canvas.box(x0, y0, x1, y1, p.mix(p.BARE, colour, 0.45))
    canvas.frame(x0, y0, x1, y1, colour, 1)


def _bush(canvas: Canvas, what: Static, x: float, y: float) -> None:
    radius = what.shape[0].box[2] / ONE + 1
    canvas.disc(x + 1.5, y + 1.5, radius, p.darker(p.LAND, 0.3))
    canvas.disc(x, y, radius, p.PLANT, p.darker(p.PLANT, 0.3))
    canvas.disc(x - radius * 0.3, y - radius * 0.3, radius * 0.45, p.lighter(p.PLANT, 0.18))


def _tree(canvas: Canvas, what: Static, x: float, y: float) -> None:
    canopy = what.shape[-1]
    radius, height = canopy.box[2] / ONE, canopy.high / ONE
    aside = height * SHADOW
    canvas.disc(x + aside, y + aside, radius, p.darker(p.LAND, 0.3))
    canvas.disc(x, y, radius, p.TREE, p.darker(p.TREE, 0.3))
    canvas.disc(x - 2, y - 2, radius * 0.55, p.lighter(p.TREE, 0.14))


def _palm(canvas: Canvas, what: Static, x: float, y: float) -> None:
    canopy = what.shape[-1]
    reach, height = canopy.box[2] / ONE + 1, canopy.high / ONE
    aside = height * SHADOW
    leaves = ((1, 0), (0.3, 0.95), (-0.8, 0.6), (-0.8, -0.6), (0.3, -0.95))
    for away, colour in ((aside, p.darker(p.LAND, 0.3)), (0, p.PLANT)):
        for dx, dy in leaves:
            end = (x + away + dx * reach, y + away + dy * reach)
            canvas.line([(x + away, y + away), end], colour, 2.6)
    canvas.disc(x, y, 1.8, p.TRUNK)


def _rock(canvas: Canvas, what: Static, x: float, y: float) -> None:
    for part in what.shape:
        (x0, y0), _, (x1, y1), _ = corners_of(part, x, y)
        canvas.oval(x0 + 1, y0 + 1, x1 + 1.5, y1 + 1.5, p.darker(p.LAND, 0.35))
        canvas.oval(x0, y0, x1, y1, p.ROCK, p.darker(p.ROCK, 0.4))


_Paint = Callable[[Canvas, Static, float, float], None]
_PLANTS: Final[dict[str, _Paint]] = {
    "BUSH": _bush,
    "PALM": _palm,
    "TREE": _tree,
    "ROCK": _rock,
}


def _bridge(canvas: Canvas, x: float, y: float, *, across: bool) -> None:
    for wide, long, colour in ((13, 16, p.PLANK), (11, 16, p.BRIDGE)):
        dx, dy = (long, wide) if across else (wide, long)
        canvas.box(x - dx, y - dy, x + dx, y + dy, colour)
    for step in range(-14, 16, 4):
        one, other = ((step, -11), (step, 11)) if across else ((-11, step), (11, step))
        canvas.line([(x + one[0], y + one[1]), (x + other[0], y + other[1])], p.PLANK, 0.7)


def _ruin(canvas: Canvas, name: str, cell: int, x: float, y: float) -> None:
    if "BUSH" in name or "TREE" in name:
        canvas.disc(x, y, 5, p.mix(p.LAND, p.SCORCH, 0.7))
        for dx, dy, _ in spots(cell, 6):
            canvas.line([(x + dx / 3, y + dy / 3), (x + dx / 2, y + dy / 2)], p.PLANT, 1.2)
        return
    if name == "DEST_BRIDGE":
        return
    canvas.oval(x - 14, y - 13, x + 14, y + 13, p.mix(p.LAND, p.SCORCH, 0.8))
    for dx, dy, number in spots(cell, 12):
        size = 1.5 + (number & 3)
        canvas.box(x + dx * 0.8, y + dy * 0.8, x + dx * 0.8 + size, y + dy * 0.8 + size, p.RUBBLE)
