"""Pictures of a simulation, seen from above; needs Pillow."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from uoserver.sim.grid import SIZE
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.sides import Driver, Mode
from uoserver.sim.simulation import Simulation

from . import palette as p
from .canvas import CELL, FINE
from .eyes import Eye
from .ground import HALF
from .land import Land
from .movers import paint_objects
from .relief import Relief
from .textmap import Area
from .words import side_line, status_line, vehicle_of, winner_words

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
SIDES: Final = 2
"""Lines of the sides, above those of the drivers."""
TICK_MS: Final = 16
SMALLEST: Final = 0.7
"""Picture pixels for each of what moves: at smaller scales it is drawn larger than it is."""

NUMBERED: Final = 1.0
"""Below this scale vehicles have the number of their driver beside them."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def fitting_scale(area: Area, wanted: float | None = None) -> float:
    """Return the picture pixels for each pixel of the simulation that keep a picture small."""
    longer = max(area.columns, area.rows) * CELL
    scale = wanted if wanted is not None else WANTED_SIDE / longer
    return min(scale, MAX_SCALE if wanted is not None else 2.0, MAX_SIDE / longer)


def picture_size(eye: Eye, drivers: int) -> tuple[int, int]:
    """Return width and height of the pictures of an eye, with the lines of text round it."""
    width, height = eye.size
    lines = SIDES + (1 if eye.driver is not None else min(drivers, MAX_LINES))
    return max(width, MIN_WIDTH), height + HEAD + LINE * lines + 8


def shortened(text: str, width: float, font: Font) -> str:
    """Return a text, with an ellipsis for its end if it is wider than so many pixels."""
    if font.getlength(text) <= width:
        return text
    most = bisect_left(range(len(text)), True, key=lambda n: font.getlength(text[:n] + "…") > width)
    return text[: max(0, most - 1)].rstrip() + "…"


class Scene:
    """Draws one simulation again and again."""

    def __init__(self, sim: Simulation, eye: Eye, title: str, relief: Relief | None = None) -> None:
        self.sim = sim
        self._eye = eye
        self._title = title
        self._land = Land(sim, eye.scale, relief)
        self._font = ImageFont.load_default(12)
        self.size = picture_size(eye, len(sim.state.drivers))
        """Of its pictures."""
        self._lines: list[tuple[int, str, str]] = []
        self._drawn = Image.new("RGB", (1, 1))

    def picture(self) -> Image.Image:
        """Return the picture of this tick."""
        sim, eye = self.sim, self._eye
        corner = eye.corner(sim)
        canvas = self._land.canvas(*corner, eye.size)
        for cell in sim.state.glow:
            x, y = cell % SIZE * CELL + HALF, cell // SIZE * CELL + HALF
            canvas.frame(x - HALF, y - HALF, x + HALF, y + HALF, p.GLOW, 2)
        times = max(1.0, SMALLEST / eye.scale)
        paint_objects(canvas, sim, times)
        picture = canvas.reduced()
        if eye.driver is None and eye.scale < NUMBERED:
            self._number(picture, canvas.corner, canvas.factor / FINE)
        return self._framed(picture)

    def _number(self, picture: Image.Image, corner: tuple[float, float], scale: float) -> None:
        """Write the drivers' numbers beside their vehicles, which are small here."""
        draw = ImageDraw.Draw(picture)
        for driver in self.sim.state.drivers:
            if found := vehicle_of(self.sim, driver):
                x = (found[0].x / ONE - corner[0]) * scale + 9
                y = (found[0].y / ONE - corner[1]) * scale - 15
                draw.text((x + 1, y + 1), str(driver.number), fill=p.INK, font=self._font)
                draw.text((x, y), str(driver.number), fill=p.WHITE, font=self._font)

    def _framed(self, picture: Image.Image) -> Image.Image:
        """Put the picture between a line with title and tick and those of sides and drivers."""
        sim = self.sim
        width, height = self.size
        sheet = Image.new("RGB", (width, height), p.PAPER)
        sheet.paste(picture, ((width - picture.width) // 2, HEAD))
        draw = ImageDraw.Draw(sheet)
        time = f"tick {sim.state.tick}   {sim.state.tick * TICK_MS / 1000:.1f} s"
        if words := winner_words(sim):
            time = f"{words}   {time}"
        room = width - 8 - draw.textlength(time, self._font) - GAP - 8
        draw.text((8, 4), shortened(self._title, room, self._font), fill=p.TEXT, font=self._font)
        draw.text((width - 8, 4), time, fill=p.TEXT, font=self._font, anchor="ra")
        sheet.paste(self._foot(), (0, HEAD + picture.height))
        return sheet

    def _foot(self) -> Image.Image:
        """Return the lines of sides and drivers, drawn anew only when they say something else."""
        sim = self.sim
        lines = [(team, f"side {team}", side_line(sim, team)) for team in range(SIDES)]
        lines += [(d.team, f"driver {d.number}", status_line(sim, d)) for d in self._told()]
        if lines != self._lines:
            self._lines = lines
            width, height = self.size
            self._drawn = Image.new("RGB", (width, height - HEAD - self._eye.size[1]), p.PAPER)
            draw = ImageDraw.Draw(self._drawn)
            for number, line in enumerate(lines):
                self._line(draw, 4 + number * LINE, *line)
        return self._drawn

    def _told(self) -> list[Driver]:
        """Return the drivers that have a line: those who left have an empty one."""
        drivers = self.sim.state.drivers
        if self._eye.driver is not None:
            return [drivers[self._eye.driver]]
        most = (self.size[1] - HEAD - self._eye.size[1] - 8) // LINE - SIDES
        return [each for each in drivers if each.view.mode is not Mode.GONE][:most]

    def _line(self, draw: ImageDraw.ImageDraw, y: int, team: int, name: str, words: str) -> None:
        draw.rectangle((8, y + 3, 17, y + 12), fill=p.lighter(p.side(team), 0.25))
        draw.text((24, y), name, fill=p.TEXT, font=self._font)
        words = shortened(words, self.size[0] - 98, self._font)
        draw.text((90, y), words, fill=p.FAINT, font=self._font)
