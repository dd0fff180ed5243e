"""A picture whose coordinates are the pixels of the simulation; needs Pillow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PIL import Image, ImageDraw

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.lines import turned
from uoserver.sim.shapes import Part

from .palette import Colour
from .textmap import Area

CELL: Final = 32
FINE: Final = 2
"""Everything is drawn so many times larger, and made smaller in the end: smooth edges."""

Dot = tuple[float, float]


def canvas_size(area: Area, scale: float) -> tuple[int, int]:
    """Return width and height of the picture of an area."""
    return round(area.columns * CELL * scale), round(area.rows * CELL * scale)


class Canvas:
    """An area of the grid at a scale, picture pixels for each pixel of the simulation."""

    def __init__(self, area: Area, scale: float, image: Image.Image | None = None) -> None:
        self.area = area
        self.scale = scale
        self._factor = scale * FINE
        self.size = size = canvas_size(area, scale)
        if image is None:
            image = Image.new("RGB", (size[0] * FINE, size[1] * FINE))
        self.image = image
        self._draw = ImageDraw.Draw(image)

    def copy(self) -> Canvas:
        """Return another canvas with the same picture on it."""
        return Canvas(self.area, self.scale, self.image.copy())

    def reduced(self) -> Image.Image:
        """Return the picture in its real size."""
        return self.image.resize(self.size, Image.Resampling.BOX)

    def _at(self, x: float, y: float) -> Dot:
        left, top = self.area.column * CELL, self.area.row * CELL
        return (x - left) * self._factor, (y - top) * self._factor

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Colour) -> None:
        """Fill a box."""
        (left, top), (right, bottom) = self._at(x0, y0), self._at(x1, y1)
        self._draw.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), fill=colour)

    def frame(
        self, x0: float, y0: float, x1: float, y1: float, colour: Colour, width: float = 1
    ) -> None:
        """Draw the outline of a box."""
        line = max(1, round(width * self._factor))
        self._draw.rectangle((*self._at(x0, y0), *self._at(x1, y1)), outline=colour, width=line)

    def disc(
        self, x: float, y: float, radius: float, colour: Colour, edge: Colour | None = None
    ) -> None:
        """Fill a circle."""
        self.oval(x - radius, y - radius, x + radius, y + radius, colour, edge)

    def oval(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        colour: Colour | None,
        edge: Colour | None = None,
    ) -> None:
        """Fill an ellipse in a box."""
        line = max(1, round(self._factor * 0.8)) if edge else 0
        box = (*self._at(x0, y0), *self._at(x1, y1))
        self._draw.ellipse(box, fill=colour, outline=edge, width=line)

    def shape(self, dots: Sequence[Dot], colour: Colour, edge: Colour | None = None) -> None:
        """Fill a polygon."""
        corners = [self._at(x, y) for x, y in dots]
        line = max(1, round(self._factor * 0.8)) if edge else 0
        self._draw.polygon(corners, fill=colour, outline=edge, width=max(1, line))

    def line(self, dots: Iterable[Dot], colour: Colour, width: float = 1) -> None:
        """Draw a line through places."""
        corners = [self._at(x, y) for x, y in dots]
        self._draw.line(corners, fill=colour, width=max(1, round(width * self._factor)))


def corners_of(part: Part, x: float, y: float, step: int = 0) -> list[Dot]:
    """Return the corners of a part round a place, turned by a number of 64ths."""
    x, y = x + part.dx / ONE, y + part.dy / ONE
    if part.corners:
        dots = tuple((edge[0], edge[1]) for edge in turned(part.corners, step))
    else:
        west, north, east, south = part.box
        dots = ((west, north), (east, north), (east, south), (west, south))
    return [(x + cx / ONE, y + cy / ONE) for cx, cy in dots]
