"""Drawing explosions by what explodes, smoke, splashes, and the pieces that fly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uoserver.sim.effects.debris import DebrisState
from uoserver.sim.effects.explosion import ExplosionState
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import CIRCLE
from uoserver.sim.objects import Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import TIMELINES, Debris, Effect

from . import palette as p
from .canvas import Canvas, around
from .ground import spots
from .vehicleart import UNDER

PUFFS: Final = 6
SPIN: Final = CIRCLE // 40
"""How far a piece turns in a frame of its own."""

_Draw = Callable[[Canvas, Obj, float, float], None]
"""(canvas, explosion, how large it is in pixels, how far it is, 0 to 1)."""


def _puffs(
    canvas: Canvas, obj: Obj, size: float, done: float, colour: p.Colour, thick: float = 0.8
) -> None:
    """Draw a cloud that grows and clears."""
    x, y = obj.x / ONE, obj.y / ONE
    share = thick * (1 - done)
    for dx, dy, number in spots(obj.id, PUFFS):
        away = size / 22 * (0.35 + 0.65 * done)
        radius = size * (0.3 + 0.35 * done) * (0.7 + number / 640)
        shade = p.lighter(colour, number / 1600)
        canvas.cloud(x + dx * away, y + dy * away, radius, shade, share)
    canvas.cloud(x, y, size * (0.4 + 0.3 * done), colour, share)


def _dust(canvas: Canvas, obj: Obj, size: float, done: float) -> None:
    _puffs(canvas, obj, size, done, p.DUST)


def _road_dust(canvas: Canvas, obj: Obj, size: float, done: float) -> None:
    _puffs(canvas, obj, size, done, p.lighter(p.ROAD, 0.2))


def _smoke(canvas: Canvas, obj: Obj, size: float, done: float) -> None:
    _puffs(canvas, obj, size, done, p.SMOKE, 0.7)


def _leaves(canvas: Canvas, obj: Obj, size: float, done: float) -> None:
    _puffs(canvas, obj, size, done, p.DUST, 0.4)
    x, y = obj.x / ONE, obj.y / ONE
    for dx, dy, number in spots(obj.id + 1, 9):
        away = (0.4 + done) * size / 14
        at = (x + dx * away, y + dy * away)
        canvas.line([at, (at[0] + 2.5, at[1] + (number & 3) - 1.5)], p.PLANT, 1.8)


def _splash(canvas: Canvas, obj: Obj, size: float, done: float) -> None:
    x, y = obj.x / ONE, obj.y / ONE
    reach = size * (0.35 + 0.65 * done)
    canvas.cloud(x, y, reach, p.FOAM, 0.75 * (1 - done))
    canvas.oval(x - reach, y - reach, x + reach, y + reach, None, p.FOAM)
    if done < 0.5:
        canvas.disc(x, y, size * (0.5 - done), p.WHITE)
    for dx, dy, number in spots(obj.id, 7):
        away = reach / 12
        canvas.disc(x + dx * away, y + dy * away, 0.8 + (number & 1) * 0.6, p.WHITE)


def _spark(canvas: Canvas, obj: Obj, size: float, done: float) -> None:
    x, y = obj.x / ONE, obj.y / ONE
    if done < 0.4:
        reach = size * (0.5 + done)
        for step in range(0, CIRCLE, CIRCLE // 8):
            near, far = around(step, x, y, (0, -reach * 0.3), (0, -reach))
            canvas.line([near, far], p.GLOW if step & CIRCLE // 8 else p.FIRE, 1.4)
        canvas.disc(x, y, size * 0.4, p.GLOW)
    else:
        _puffs(canvas, obj, size * 0.7, done, p.SMOKE, 0.6)


def _flash(canvas: Canvas, obj: Obj, size: float, done: float) -> None:
    x, y = obj.x / ONE, obj.y / ONE
    if done < 0.2:
        canvas.disc(x, y, size * 0.6, p.FIRE)
        canvas.disc(x, y, size * 0.4, p.GLOW)
    else:
        _puffs(canvas, obj, size * 0.8, done, p.FAINT, 0.5)


def _fire(canvas: Canvas, obj: Obj, size: float, done: float) -> None:
    x, y = obj.x / ONE, obj.y / ONE
    _puffs(canvas, obj, size * 1.15, done, p.SMOKE, 1)
    ball = size * (0.6 + 0.8 * min(0.5, done)) * (1 if done < 0.3 else max(0.0, 1.3 - done))
    share = min(1.0, 1.6 - 1.6 * done)
    for radius, colour in ((ball, p.FIRE), (ball * 0.66, p.GLOW), (ball * 0.33, p.WHITE)):
        canvas.cloud(x, y, radius, colour, share)
    if done < 0.4:
        for dx, dy, _ in spots(obj.id + 7, 6):
            away = ball / 11
            canvas.disc(x + dx * away, y + dy * away, size * 0.1, p.FIRE)


def _collapse(canvas: Canvas, obj: Obj, size: float, done: float) -> None:
    _puffs(canvas, obj, size * 1.2, done, p.DUST, 0.95)
    if done < 0.45:
        _fire(canvas, obj, size * 0.6, done)


def _mine(canvas: Canvas, obj: Obj, size: float, done: float) -> None:
    _fire(canvas, obj, size, done)
    x, y, reach = obj.x / ONE, obj.y / ONE, size * (0.5 + done)
    canvas.oval(x - reach, y - reach, x + reach, y + reach, None, p.GLOW)


def _sinking(canvas: Canvas, obj: Obj, size: float, done: float) -> None:
    _splash(canvas, obj, size, done)
    x, y = obj.x / ONE, obj.y / ONE
    for dx, dy, number in spots(obj.id + 3, 8):
        canvas.disc(x + dx * 0.6, y + dy * 0.6, 1 + (number & 1), p.FOAM, p.DEEP)


EXPLOSIONS: Final[dict[Effect, tuple[_Draw, float]]] = {
    Effect.FOLIAGE: (_leaves, 11),
    Effect.WALL: (_collapse, 15),
    Effect.FLAG_BUILDING: (_collapse, 18),
    Effect.WATCHTOWER: (_collapse, 14),
    Effect.PRISON: (_collapse, 18),
    Effect.HOSPITAL: (_collapse, 18),
    Effect.FUEL: (_fire, 24),
    Effect.BUILDING: (_collapse, 18),
    Effect.FACTORY: (_collapse, 19),
    Effect.BRIDGE: (_collapse, 16),
    Effect.TENT: (_dust, 11),
    Effect.CRUSHED: (_dust, 8),
    Effect.AMMUNITION: (_fire, 20),
    Effect.MINE: (_mine, 18),
    Effect.DUST: (_dust, 6),
    Effect.BIG_DUST: (_dust, 10),
    Effect.ROAD_DUST: (_road_dust, 6),
    Effect.BIG_ROAD_DUST: (_road_dust, 10),
    Effect.SPLASH: (_splash, 6),
    Effect.BIG_SPLASH: (_splash, 10),
    Effect.HUGE_SPLASH: (_splash, 15),
    Effect.OBJECT_SPARK: (_spark, 8),
    Effect.STATIC_SPARK: (_spark, 7),
    Effect.TANK_FLASH: (_flash, 8),
    Effect.ROCKET_FLASH: (_flash, 7),
    Effect.AIR_FLASH: (_flash, 6),
    Effect.SMOKE: (_smoke, 9),
    Effect.TANK_DEATH: (_fire, 20),
    Effect.JEEP_DEATH: (_fire, 15),
    Effect.MSV_DEATH: (_fire, 20),
    Effect.SINKING: (_sinking, 14),
}
"""How each explosion looks, and how large it is."""


def paint_explosion(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw an explosion as far as it has come."""
    if not isinstance(obj.data, ExplosionState):
        return
    draw, size = EXPLOSIONS[Effect(obj.data.effect)]
    end = TIMELINES[obj.data.effect].end
    done = (obj.data.progress - ONE) / max(ONE, end - ONE)
    draw(canvas, obj, size, max(0.0, min(1.0, done)))


_PIECES: Final = {
    Debris.HIGH: (5.0, 3.0, p.WRECK),
    Debris.LOW: (5.0, 3.0, p.WRECK),
    Debris.COLLAPSE: (4.5, 4.0, p.RUBBLE),
    Debris.FOLIAGE: (5.0, 1.6, p.PLANT),
    Debris.CRUSHED: (5.0, 3.5, p.CANVAS),
    Debris.TURRET: (7.0, 6.0, p.TOWER),
    Debris.PLANK: (9.0, 2.4, p.PLANK),
}
"""How long and wide a piece of each set is, and its colour."""


def paint_debris(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw a piece of what was destroyed; those of a vehicle have some of its side's colour."""
    if not isinstance(obj.data, DebrisState):
        return
    x, y, height = obj.x / ONE, obj.y / ONE, max(0.0, obj.z / ONE)
    long, wide, colour = _PIECES[Debris(obj.data.set)]
    if obj.team in (0, 1):
        colour = p.mix(colour, p.side(obj.team), 0.5)
    canvas.cloud(x + height * UNDER[0], y + height * UNDER[1], wide / 2, p.INK, 0.3)
    turned = obj.heading + obj.data.frame // ONE * SPIN
    half, end = wide / 2, long / 2
    corners = around(turned, x, y, (-half, -end), (half, -end * 0.7), (half, end), (-half, end))
    canvas.shape(corners, colour, p.darker(colour, 0.5))
