"""Pictures of a simulation, seen from above; needs Pillow."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from uoserver.sim.grid import SIZE
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.statics import DOOR_GLOW
from uoserver.sim.tables.vehicles import VEHICLES

from . import palette as p
from .canvas import CELL, Canvas, canvas_size
from .ground import HALF, paint_cell
from .movers import paint_objects
from .staticart import paint_static
from .textmap import Area
from .words import MODES, vehicle_of

MAX_SIDE: Final = 2048
"""Pixels of the longer side of a picture: memory grows with its square."""
WANTED_SIDE: Final = 1000
MAX_SCALE: Final = 4.0
MIN_WIDTH: Final = 420
LINE: Final = 17
HEAD: Final = LINE + 6
GAP: Final = 16
"""Pixels between the title and the time."""
MAX_LINES: Final = 5
"""Drivers that are named below the picture."""
TICK_MS: Final = 16


Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def fitting_scale(area: Area, wanted: float | None = None) -> float:
    """Return the picture pixels for each pixel of the simulation that keep a picture small."""
    longer = max(area.columns, area.rows) * CELL
    scale = wanted if wanted is not None else WANTED_SIDE / longer
    return min(scale, MAX_SCALE if wanted is not None else 2.0, MAX_SIDE / longer)


def picture_size(area: Area, scale: float, drivers: int) -> tuple[int, int]:
    """Return width and height of the pictures of an area, with the lines of text round it."""
    width, height = canvas_size(area, scale)
    return max(width, MIN_WIDTH), height + HEAD + LINE * min(drivers, MAX_LINES) + 8


def shortened(text: str, width: float, font: Font) -> str:
    """Return a text, with an ellipsis for its end if it is wider than so many pixels."""
    if font.getlength(text) <= width:
        return text
    most = bisect_left(range(len(text)), True, key=lambda n: font.getlength(text[:n] + "…") > width)
    return text[: max(0, most - 1)].rstrip() + "…"


class Scene:
    """Draws one simulation again and again; the land is drawn anew only where it has changed."""

    def __init__(self, sim: Simulation, area: Area, scale: float, title: str) -> None:
        self._sim = sim
        self._title = title
        self._land = Canvas(area, scale)
        self._seen: bytes = b""
        self._font = ImageFont.load_default(12)

    def picture(self) -> Image.Image:
        """Return the picture of this tick."""
        self._refresh()
        canvas = self._land.copy()
        for cell in self._sim.state.glow:
            x, y = cell % SIZE * CELL + HALF, cell // SIZE * CELL + HALF
            canvas.frame(x - HALF, y - HALF, x + HALF, y + HALF, p.GLOW, 2)
        paint_objects(canvas, self._sim)
        return self._framed(canvas.reduced())

    def _refresh(self) -> None:
        """Draw the land if a cell of it is not what it was."""
        grid, area = self._sim.state.grid, self._land.area
        statics = bytes(grid.static).replace(bytes((DOOR_GLOW,)), b"\0")
        seen = bytes(grid.terrain) + statics + bytes(grid.side)
        if seen == self._seen:
            return
        self._seen = seen
        rows = range(area.row, area.row + area.rows)
        columns = range(area.column, area.column + area.columns)
        for row in rows:
            for column in columns:
                paint_cell(self._land, grid, column, row)
        for row in rows:
            for cell in range(row * SIZE + columns.start, row * SIZE + columns.stop):
                if statics[cell]:
                    paint_static(self._land, grid, cell)

    def _framed(self, picture: Image.Image) -> Image.Image:
        """Put the picture between a line with title and tick and the lines of the drivers."""
        drivers = self._sim.state.drivers[:MAX_LINES]
        area, scale = self._land.area, self._land.scale
        width, height = picture_size(area, scale, len(drivers))
        sheet = Image.new("RGB", (width, height), p.PAPER)
        sheet.paste(picture, ((width - picture.width) // 2, HEAD))
        draw = ImageDraw.Draw(sheet)
        tick = self._sim.state.tick
        time = f"tick {tick}   {tick * TICK_MS / 1000:.1f} s"
        room = width - 8 - draw.textlength(time, self._font) - GAP - 8
        draw.text((8, 4), shortened(self._title, room, self._font), fill=p.TEXT, font=self._font)
        draw.text((width - 8, 4), time, fill=p.TEXT, font=self._font, anchor="ra")
        for i, driver in enumerate(drivers):
            y = HEAD + picture.height + 4 + i * LINE
            colour = p.lighter(p.SIDES[driver.team], 0.25)
            draw.rectangle((8, y + 3, 17, y + 12), fill=colour)
            draw.text((24, y), f"driver {driver.number}", fill=p.TEXT, font=self._font)
            draw.text((90, y), self._status(i), fill=p.FAINT, font=self._font)
        return sheet

    def _status(self, number: int) -> str:
        driver = self._sim.state.drivers[number]
        found = vehicle_of(self._sim, driver)
        if found is None:
            return MODES[driver.view.mode]
        _, state = found
        kind = VEHICLES[state.type]
        shots = "/".join(str(slot.ammunition) for slot in state.weapons)
        return (
            f"{kind.name}   fuel {state.fuel >> 16}/{kind.fuel >> 16}"
            f"   hit points {state.hits >> 16}/{kind.hits >> 16}   shots {shots}"
        )
