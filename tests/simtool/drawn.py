"""Small worlds for tests of drawings, and the colours of places in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uoserver.sim.levels.scenario import load_scenario, start
from uoserver.sim.simulation import Simulation
from uoserver.simtool.palette import Colour
from uoserver.simtool.textmap import Area

if TYPE_CHECKING:
    from uoserver.simtool.canvas import Canvas


def world(rows: str, more: str = "", head: str = "") -> Simulation:
    """A map whose corner is cell (1, 1)."""
    return start(load_scenario(f'{head}\nat = [1, 1]\nmap = """\n{rows}\n"""\n{more}'))


AREA = Area(1, 1, 4, 3)


def colour_at(canvas: Canvas, x: float, y: float) -> Colour:
    """The colour of a place, in pixels of the simulation."""
    left, top = canvas.area.column * 32, canvas.area.row * 32
    fine = canvas.image.width / (canvas.area.columns * 32)
    found = canvas.image.getpixel((int((x - left) * fine), int((y - top) * fine)))
    assert isinstance(found, tuple)
    red, green, blue = found
    return red, green, blue
