"""Drawing what is fired, thrown and laid: shells, rockets, missiles, grenades, mines."""

from __future__ import annotations

from typing import Final

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Obj
from uoserver.sim.shapetable import NO_SHAPE
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.weapons.mine import LIT
from uoserver.sim.weapons.missile import ShellState

from . import palette as p
from .canvas import Canvas, around
from .vehicleart import UNDER

_TRACERS: Final = (Shot.AIR_GUN, Shot.DRONE_GUN, Shot.TRACER)
_ROCKETS: Final = (Shot.TURRET, Shot.AIR_MISSILE, Shot.ROCKET, Shot.ROCKET_HIGH)
SHADE: Final = 0.35
"""How dark the shadows of small things are."""


def paint_missile(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw a shell as what it is: a streak of a gun, a rocket with its flame, a cannon's shell."""
    x, y = obj.x / ONE, obj.y / ONE
    shot = obj.data.shot if isinstance(obj.data, ShellState) else Shot.CANNON
    _shade(canvas, obj, 1.6)
    if shot in _TRACERS:
        canvas.line(around(obj.heading, x, y, (0, 5), (0, -1)), p.side(obj.team), 1.8)
        canvas.line(around(obj.heading, x, y, (0, 1), (0, -4)), p.GLOW, 1.8)
    elif shot in _ROCKETS:
        _flame(canvas, obj.heading, x, y, 4, 5)
        fins = around(obj.heading, x, y, (-3, 5), (0, 1), (3, 5))
        canvas.shape(fins, p.side(obj.team), p.INK)
        canvas.line(around(obj.heading, x, y, (0, 5), (0, -5)), p.WHITE, 2.6)
        canvas.disc(*around(obj.heading, x, y, (0, -5))[0], 1.3, p.INK)
    else:
        canvas.line(around(obj.heading, x, y, (0, 6), (0, 0)), p.side(obj.team), 2)
        canvas.disc(x, y, 2.4, p.GLOW, p.INK)


def paint_homing(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw the submarine's missile."""
    x, y = obj.x / ONE, obj.y / ONE
    _shade(canvas, obj, 3)
    _flame(canvas, obj.heading, x, y, 9, 10)
    fins = around(obj.heading, x, y, (-5, 10), (0, 3), (5, 10))
    canvas.shape(fins, p.STEEL, p.INK)
    canvas.line(around(obj.heading, x, y, (0, 9), (0, -7)), p.WHITE, 4.4)
    nose = around(obj.heading, x, y, (-2.4, -7), (0, -12), (2.4, -7))
    canvas.shape(nose, p.LAMP, p.INK)


def paint_grenade(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw a grenade above its shadow, the larger the higher."""
    x, y = obj.x / ONE, obj.y / ONE
    _shade(canvas, obj, 1.8)
    size = 2.2 + min(1.6, max(0.0, obj.z / ONE) / 24)
    canvas.disc(x, y, size, p.OLIVE, p.INK)
    canvas.line([(x, y - size), (x + 1.4, y - size - 1.6)], p.side(obj.team), 1.2)


def paint_mine(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw a mine: with a lamp that blinks until it is armed, then with its pressure plate."""
    x, y = obj.x / ONE, obj.y / ONE
    canvas.disc(x, y, 5.2, p.OLIVE, p.INK)
    if obj.shape != NO_SHAPE:
        canvas.disc(x, y, 2.6, p.STEEL, p.INK)
    else:
        canvas.disc(x, y, 2, p.LAMP if obj.team == LIT else p.INK)


def _flame(canvas: Canvas, heading: int, x: float, y: float, at: float, long: float) -> None:
    outer = around(heading, x, y, (-2.2, at), (0, at + long), (2.2, at))
    inner = around(heading, x, y, (-1.2, at), (0, at + long * 0.6), (1.2, at))
    canvas.shape(outer, p.FIRE)
    canvas.shape(inner, p.GLOW)


def _shade(canvas: Canvas, obj: Obj, radius: float) -> None:
    height = max(0.0, obj.z / ONE)
    x, y = obj.x / ONE + height * UNDER[0], obj.y / ONE + height * UNDER[1]
    canvas.cloud(x, y, radius, p.INK, SHADE)
