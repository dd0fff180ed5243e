"""Draws pads, flag buildings and static objects of a match over a plan, with Pillow.

Imported only when a picture is made: Pillow is an optional extra.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from uoserver.bsp.spawn import Side
from uoserver.maptool.planmarks import INK, PAPER, SIDE_COLORS, LegendEntry, Sheet
from uoserver.maptool.planmatch import Family, Sign
from uoserver.survey.coordinates import CELL_UNITS

if TYPE_CHECKING:
    from PIL import ImageDraw

    from uoserver.maptool.planpaint import Color

COLORS: Final[tuple[Color, ...]] = (
    SIDE_COLORS[Side.ALLIES],
    SIDE_COLORS[Side.AXIS],
    (120, 116, 108),
)
"""By side; the last is nobody's."""
LEAF: Final[Color] = (70, 120, 60)
PLANK: Final[Color] = (140, 96, 52)
LEAST: Final = 5.0
"""Half of a sign at least, pixels: on plans of great maps cells are smaller."""

Box = tuple[float, float, float, float]


class ObjectPen:
    """Draws signs; ``half`` is half of a cell in pixels."""

    def __init__(self, draw: ImageDraw.ImageDraw, half: float, width: int) -> None:
        self._draw: Final = draw
        self._half: Final = half
        self._width: Final = width
        self._pens: Final[dict[Family, Callable[[float, float, Color], None]]] = {
            Family.PAD: self._pad,
            Family.FLAG: self._flag,
            Family.TOWER: self._tower,
            Family.SUPPLY: self._supply,
            Family.HOUSE: self._house,
            Family.PLANT: self._plant,
            Family.OTHER: self._house,
        }

    def sign(self, at: tuple[float, float], sign: Sign) -> None:
        """Draw a sign with its middle at a place of the picture."""
        color = COLORS[sign.side]
        if sign.family in (Family.WALL, Family.GATE, Family.BRIDGE):
            self._bar(*at, sign, color)
        else:
            self._pens[sign.family](*at, color)

    def _around(self, x: float, y: float, part: float) -> Box:
        r = self._half * part
        return (x - r, y - r, x + r, y + r)

    def _pad(self, x: float, y: float, color: Color) -> None:
        self._draw.rectangle(self._around(x, y, 1.0), (90, 90, 92), INK)
        self._draw.ellipse(self._around(x, y, 0.75), None, color, 2 * self._width)

    def _flag(self, x: float, y: float, color: Color) -> None:
        r = self._half
        self._draw.rectangle((x - 0.8 * r, y, x + 0.8 * r, y + 0.8 * r), PAPER, INK)
        self._draw.line((x - 0.4 * r, y + 0.4 * r, x - 0.4 * r, y - r), INK, self._width)
        cloth = ((x - 0.4 * r, y - r), (x + 0.8 * r, y - 0.6 * r), (x - 0.4 * r, y - 0.2 * r))
        self._draw.polygon(cloth, color, INK)

    def _tower(self, x: float, y: float, color: Color) -> None:
        self._draw.ellipse(self._around(x, y, 0.7), color, INK, self._width)
        self._draw.line((x, y, x + self._half, y - self._half), INK, 2 * self._width)

    def _supply(self, x: float, y: float, color: Color) -> None:
        r = 0.85 * self._half
        self._draw.polygon(((x, y - r), (x + r, y), (x, y + r), (x - r, y)), color, INK)
        self._draw.ellipse(self._around(x, y, 0.3), PAPER)

    def _house(self, x: float, y: float, color: Color) -> None:
        self._draw.rectangle(self._around(x, y, 0.6), color, INK)

    def _plant(self, x: float, y: float, _color: Color) -> None:
        self._draw.ellipse(self._around(x, y, 0.4), LEAF, INK)

    def _bar(self, x: float, y: float, sign: Sign, color: Color) -> None:
        along, aside = self._half, 0.3 * self._half
        if sign.family is Family.BRIDGE:
            aside, color = 0.6 * self._half, PLANK
        across = (x - along, y - aside, x + along, y + aside)
        upright = (x - aside, y - along, x + aside, y + along)
        self._draw.rectangle(upright if sign.upright else across, color, INK)
        if sign.family is Family.GATE:
            self._draw.rectangle(self._around(x, y, 0.3), PAPER)


def draw_objects(sheet: Sheet, signs: Sequence[Sign]) -> None:
    """Draw what a match has where it stands; the first signs are the last drawn."""
    half = max(CELL_UNITS / sheet.scale / 2, LEAST * sheet.unit)
    pen = ObjectPen(sheet.draw, half, max(1, round(sheet.unit)))
    for sign in reversed(signs):
        pen.sign(sheet.place((sign.x, sign.y)), sign)


def legend_of(sheet: Sheet, signs: Sequence[Sign]) -> list[LegendEntry]:
    """Return what the legend says: each family with how many the allies, the axis, others have."""
    pen = ObjectPen(sheet.draw, 0.55 * sheet.size, max(1, round(sheet.unit)))
    counts = Counter((sign.family, sign.side) for sign in signs)
    entries: list[LegendEntry] = []
    for family in Family:
        allies, axis, others = (counts[family, side] for side in (0, 1, 2))
        if allies + axis + others:
            numbers = f"{others}" if not allies + axis else f"{allies} + {axis}"
            if others and allies + axis:
                numbers += f" + {others}"
            shown = Sign(family, 0.0, 0.0, 0 if allies else 1 if axis else 2)
            sign = partial(pen.sign, sign=shown)
            entries.append((sign, f"{family.value} ({numbers})"))
    return entries
