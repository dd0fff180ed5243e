"""A picture whose coordinates are the pixels of the simulation; needs Pillow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PIL import Image, ImageDraw

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import STEP_SHIFT, STEPS, YAW
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
    """A picture whose corner is a place, ``factor`` of its pixels for each of the simulation."""

    def __init__(
        self,
        image: Image.Image,
        corner: Dot,
        factor: float,
        draw: tuple[ImageDraw.ImageDraw, ImageDraw.ImageDraw] | None = None,
    ) -> None:
        self.image = image
        self.corner = corner
        self.factor = factor
        self._both = draw or (ImageDraw.Draw(image), ImageDraw.Draw(image, "RGBA"))
        self._draw, self._soft = self._both

    @classmethod
    def of(cls, area: Area, scale: float) -> Canvas:
        """Return an empty one for an area, ``scale`` pixels for each of the simulation."""
        width, height = canvas_size(area, scale)
        image = Image.new("RGB", (width * FINE, height * FINE))
        return cls(image, (area.column * CELL, area.row * CELL), scale * FINE)

    def enlarged(self, x: float, y: float, times: float) -> Canvas:
        """Return one on the same picture that draws what is round a place so many times larger."""
        corner = (x - (x - self.corner[0]) / times, y - (y - self.corner[1]) / times)
        return Canvas(self.image, corner, self.factor * times, self._both)

    def reduced(self) -> Image.Image:
        """Return the picture in its real size."""
        return self.image.reduce(FINE)

    def _at(self, x: float, y: float) -> Dot:
        left, top = self.corner
        return (x - left) * self.factor, (y - top) * self.factor

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Colour) -> None:
        """Fill a box."""
        (left, top), (right, bottom) = self._at(x0, y0), self._at(x1, y1)
        self._draw.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), fill=colour)

    def frame(
        self, x0: float, y0: float, x1: float, y1: float, colour: Colour, width: float = 1
    ) -> None:
        """Draw the outline of a box."""
        line = max(1, round(width * self.factor))
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
        line = max(1, round(self.factor * 0.8)) if edge else 0
        box = (*self._at(x0, y0), *self._at(x1, y1))
        self._draw.ellipse(box, fill=colour, outline=edge, width=line)

    def cloud(self, x: float, y: float, radius: float, colour: Colour, share: float) -> None:
        """Fill a circle through which things are seen; a ``share`` of 1 hides them."""
        (left, top), (right, bottom) = (
            self._at(x - radius, y - radius),
            self._at(x + radius, y + radius),
        )
        alpha = round(255 * max(0.0, min(1.0, share)))
        self._soft.ellipse((left, top, right, bottom), fill=(*colour, alpha))

    def veil(self, dots: Sequence[Dot], colour: Colour, share: float) -> None:
        """Fill a polygon through which things are seen."""
        alpha = round(255 * max(0.0, min(1.0, share)))
        self._soft.polygon([self._at(x, y) for x, y in dots], fill=(*colour, alpha))

    def shape(self, dots: Sequence[Dot], colour: Colour, edge: Colour | None = None) -> None:
        """Fill a polygon."""
        corners = [self._at(x, y) for x, y in dots]
        self._draw.polygon(corners, fill=colour)
        if edge:  # the polygon's own outline would make a mask as large as the picture
            line = max(1, round(self.factor * 0.8))
            self._draw.line([*corners, *corners[:2]], fill=edge, width=line)

    def line(self, dots: Iterable[Dot], colour: Colour, width: float = 1) -> None:
        """Draw a line through places."""
        corners = [self._at(x, y) for x, y in dots]
        self._draw.line(corners, fill=colour, width=max(1, round(width * self.factor)))


def corners_of(part: Part, x: float, y: float, step: int = 0) -> list[Dot]:
    """Return the corners of a part round a place, turned by a number of 64ths."""
    x, y = x + part.dx / ONE, y + part.dy / ONE
    if part.corners:
        dots = tuple((edge[0], edge[1]) for edge in turned(part.corners, step))
    else:
        west, north, east, south = part.box
        dots = ((west, north), (east, north), (east, south), (west, south))
    return [(x + cx / ONE, y + cy / ONE) for cx, cy in dots]


def around(heading: int, x: float, y: float, *dots: Dot) -> list[Dot]:
    """Return places relative to an object that heads north as they are when it heads elsewhere."""
    (ax, ay, _), (bx, by, _), _ = YAW[heading >> STEP_SHIFT & STEPS - 1]
    return [(x + (dx * ax + dy * bx) / ONE, y + (dx * ay + dy * by) / ONE) for dx, dy in dots]
