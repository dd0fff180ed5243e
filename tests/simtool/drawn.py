"""Small worlds for tests of drawings, and the colours of places in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.levels.scenario import load_scenario, start
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.simtool import palette
from uoserver.simtool.textmap import Area

if TYPE_CHECKING:
    from uoserver.simtool.canvas import Canvas

OFF_THE_MAP = 128 * 128


def world(rows: str, more: str = "", head: str = "") -> Simulation:
    """A map whose corner is cell (1, 1)."""
    return start(load_scenario(f'{head}\nat = [1, 1]\nmap = """\n{rows}\n"""\n{more}'))


AREA = Area(1, 1, 4, 3)


def colour_at(canvas: Canvas, x: float, y: float) -> palette.Colour:
    """The colour of a place, in pixels of the simulation."""
    left, top = canvas.corner
    at = (int((x - left) * canvas.factor), int((y - top) * canvas.factor))
    found = canvas.image.getpixel(at)
    assert isinstance(found, tuple)
    red, green, blue = found
    return red, green, blue


def close(one: palette.Colour, other: palette.Colour, by: int = 2) -> bool:
    """Whether two colours are the same but for rounding."""
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def put(
    sim: Simulation,
    kind: Kind,
    team: int = 0,
    *,
    arg: int = 0,
    x: int = 80,
    y: int = 80,
    z: int = 0,
) -> Obj:
    """A new object, at first in the middle of cell (2, 2)."""
    obj = create(sim, kind, team, x * ONE, y * ONE, z * ONE, arg)
    assert obj is not None
    return obj


def with_vehicle(type_: str, heading: int = 0, driver: int = 0) -> tuple[Simulation, Obj]:
    """A vehicle whose middle is (80, 80)."""
    sim = world(
        "",
        f'[[vehicles]]\ntype = "{type_}"\ncell = [2, 2]\nheading = {heading}\ndriver = {driver}',
        head="players = 2",
    )
    obj = sim.state.pool.get(sim.state.drivers[driver].vehicle)
    assert obj is not None
    return sim, obj


def painted(sim: Simulation, times: float = 1.0) -> Canvas:
    """All objects on plain land, at twice their size in twice as many pixels."""
    from uoserver.simtool.canvas import Canvas
    from uoserver.simtool.movers import paint_objects

    canvas = Canvas.of(AREA, 2.0)
    canvas.box(32, 32, 160, 128, palette.LAND)
    paint_objects(canvas, sim, times)
    return canvas


def colours_in(
    canvas: Canvas, x0: float, y0: float, x1: float, y1: float
) -> dict[palette.Colour, int]:
    """How often each colour is in a box."""
    left, top = canvas.corner
    box = [int((x - side) * canvas.factor) for x, side in ((x0, left), (y0, top))]
    box += [int((x - side) * canvas.factor) for x, side in ((x1, left), (y1, top))]
    part = canvas.image.crop((box[0], box[1], box[2], box[3]))
    found = part.getcolors(1 << 20)
    assert found is not None
    return {colour: count for count, colour in found if isinstance(colour, tuple)}  # type: ignore[misc]
