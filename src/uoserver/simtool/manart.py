"""Drawing men, what lies about of men and vehicles, and flags."""

from __future__ import annotations

from typing import Final

from uoserver.sim.effects.remains import RemainsState
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import HALF
from uoserver.sim.objects import Obj
from uoserver.sim.rules.manstate import ManState, Pose
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Remains
from uoserver.sim.tables.vehicles import VEHICLES

from . import palette as p
from .canvas import Canvas, Dot, around, corners_of

STRIDE: Final = 6
"""Pictures of a walk; half of them with the left foot ahead."""
POLE: Final = 15.0
_LIMBS: Final[dict[int, tuple[tuple[Dot, Dot], ...]]] = {
    Remains.MAN: (((-2, -1), (-5, -4)), ((2, -1), (5, -3)), ((-1, 3), (-3, 7)), ((1, 3), (2, 7))),
    Remains.MAN_2: (((-2, -1), (-4, 3)), ((2, -1), (3, -6)), ((-1, 3), (-4, 5)), ((1, 3), (1, 7))),
    Remains.MAN_3: (((-2, -1), (-6, 0)), ((2, -1), (6, 1)), ((-1, 3), (-2, 6)), ((1, 3), (4, 5))),
}
"""Arms and legs of the dead, from the middle of a body that lies with its head to the north."""


def paint_man(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw a soldier: shoulders in the colour of his side, head, and what he does."""
    x, y = obj.x / ONE, obj.y / ONE
    pose = obj.data.pose if isinstance(obj.data, ManState) else Pose.STAND
    frame = obj.data.frame // ONE if isinstance(obj.data, ManState) else 0
    if pose in (Pose.SWIM, Pose.TREAD):
        canvas.oval(x - 4.5, y - 3.5, x + 4.5, y + 3.5, p.FOAM)
    else:
        canvas.cloud(x + 1, y + 1.2, 3, p.INK, 0.35)
    step = 2.6 if frame % STRIDE < STRIDE // 2 else -2.6
    if pose == Pose.WALK:
        for side, way in ((-1.2, -step), (1.2, step)):
            canvas.line(around(obj.heading, x, y, (side, 0), (side, way)), p.BOOT, 1.6)
    elif pose == Pose.SWIM:
        for side, way in ((-3.4, step), (3.4, -step)):
            canvas.line(around(obj.heading, x, y, (side / 2, 0), (side, way)), p.SKIN, 1.2)
    elif pose == Pose.THROW:
        canvas.line(around(obj.heading, x, y, (2.4, 0), (3.6, -4.4)), p.SKIN, 1.4)
    colour = p.side(obj.team)
    shoulders = ((-3.2, -1.4), (3.2, -1.4), (3.2, 1.5), (-3.2, 1.5))
    canvas.shape(around(obj.heading, x, y, *shoulders), colour, p.darker(colour, 0.5))
    canvas.disc(x, y, 1.5, p.SKIN, p.BOOT)


def paint_remains(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw a burnt hulk by its type, or a dead man in his pose."""
    if not isinstance(obj.data, RemainsState):
        return
    x, y, what = obj.x / ONE, obj.y / ONE, obj.data.what
    if what in _LIMBS:
        _body(canvas, obj, what, x, y)
        return
    canvas.cloud(x, y, 15, p.SCORCH, 0.55)
    hull = VEHICLES[what % len(VEHICLES)].hull[0]
    canvas.shape(corners_of(hull, x, y, obj.heading >> 16 & 63), p.WRECK, p.INK)
    rust = p.mix(p.WRECK, p.FIRE, 0.3)
    for along in (-6, -1, 4):
        canvas.line(around(obj.heading, x, y, (-3.4, along), (3.4, along + 2)), rust, 1.4)


def _body(canvas: Canvas, obj: Obj, what: int, x: float, y: float) -> None:
    colour = p.side(obj.team)
    canvas.cloud(x + 0.6, y + 0.8, 4.5, p.INK, 0.3)
    for number, limb in enumerate(_LIMBS[what]):
        canvas.line(around(obj.heading, x, y, *limb), colour if number < 2 else p.BOOT, 1.6)
    torso = around(obj.heading, x, y, (-2.2, -2), (2.2, -2), (1.8, 3.4), (-1.8, 3.4))
    canvas.shape(torso, colour, p.darker(colour, 0.5))
    canvas.disc(*around(obj.heading, x, y, (0, -3.6))[0], 1.6, p.SKIN, p.BOOT)


def paint_flag(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw a flag: on a white plate where it lies, above the jeep that carries it."""
    x, y, colour = obj.x / ONE, obj.y / ONE - max(0.0, obj.z / ONE) / 4, p.side(obj.team)
    if not obj.parent:
        canvas.disc(x, y, 6, p.WHITE, colour)
    aside = -11.0 if obj.heading & HALF else 11.0
    canvas.line([(x, y), (x, y - POLE)], p.INK, 1.6)
    cloth = ((x, y - POLE), (x + aside, y - POLE + 1.5), (x + aside, y - POLE + 8), (x, y - 7))
    canvas.shape(cloth, colour, p.WHITE)
    canvas.disc(x, y - POLE, 1.3, p.GLOW)
