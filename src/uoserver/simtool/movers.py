"""Drawing what is in a simulation beside its cells: a drawer for each kind of object."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation

from . import palette as p
from .blastart import paint_debris, paint_explosion
from .canvas import Canvas
from .defenceart import paint_drone, paint_gate, paint_submarine, paint_turret
from .manart import paint_flag, paint_man, paint_remains
from .shotart import paint_grenade, paint_homing, paint_mine, paint_missile
from .vehicleart import paint_lift, paint_vehicle, paint_wreck

Drawer = Callable[[Canvas, Simulation, Obj], None]
DRAWERS: Final[Mapping[Kind, Drawer]] = {
    Kind.MISSILE: paint_missile,
    Kind.VEHICLE: paint_vehicle,
    Kind.TURRET: paint_turret,
    Kind.DEBRIS: paint_debris,
    Kind.LIFT: paint_lift,
    Kind.WRECK: paint_wreck,
    Kind.DRONE: paint_drone,
    Kind.MINE: paint_mine,
    Kind.EXPLOSION: paint_explosion,
    Kind.FLAG: paint_flag,
    Kind.GATE: paint_gate,
    Kind.MAN: paint_man,
    Kind.SUBMARINE: paint_submarine,
    Kind.HOMING_MISSILE: paint_homing,
    Kind.REMAINS: paint_remains,
    Kind.GRENADE: paint_grenade,
}
"""All kinds but two: shadows belong to who throws them, and lines of fire are never objects."""
ABOVE: Final = {
    Kind.REMAINS: -4,
    Kind.SUBMARINE: -4,
    Kind.MINE: -3,
    Kind.LIFT: -2,
    Kind.TURRET: 20,
    Kind.FLAG: 12,
    Kind.EXPLOSION: 8,
}
"""Pixels by which a kind is drawn as if it were higher: a flag over its jeep, fire over all."""
IN_CELLS: Final = (Kind.LIFT, Kind.GATE, Kind.TURRET)
"""Kinds that are a part of what is in their cell, and never larger than that."""


def paint_objects(canvas: Canvas, sim: Simulation, times: float = 1.0) -> None:
    """Draw all objects that a picture can hold, the highest last, so many times their size."""
    left, top = canvas.corner
    right, bottom = (side / canvas.factor for side in canvas.image.size)
    reach = 64 * times
    found = []
    for obj in sim.state.pool.slots:
        if obj is not None:
            x, y = obj.x / ONE - left, obj.y / ONE - top
            if -reach < x < right + reach and -reach < y < bottom + reach:
                found.append((obj.z + ABOVE.get(obj.kind, 0) * ONE, obj.id, obj))
    for _, _, obj in sorted(found):
        paint_object(canvas, sim, obj, times)


def paint_object(canvas: Canvas, sim: Simulation, obj: Obj, times: float = 1.0) -> None:
    """Draw one object; what has no drawer is a dot."""
    if times != 1 and obj.kind not in IN_CELLS:
        canvas = canvas.enlarged(obj.x / ONE, obj.y / ONE, times)
    draw = DRAWERS.get(obj.kind)
    if draw is None:
        canvas.disc(obj.x / ONE, obj.y / ONE, 3, p.side(obj.team), p.INK)
    else:
        draw(canvas, sim, obj)
