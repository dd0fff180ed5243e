"""Drawing what moves: vehicles as turned hulls in the colour of their side, lifts, wrecks."""

from __future__ import annotations

from typing import Final

from uoserver.sim.bunker.lift import DEPTH, Way
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import YAW, transform
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.vehicles.wreck import Stage, WreckState
from uoserver.sim.vehiclestate import VehicleState

from . import palette as p
from .canvas import Canvas, Dot, corners_of

ROTOR: Final = 20.0
UNDER: Final = (0.33, 0.5)
"""How far aside the shadow of something high lies, for each pixel of height (rules: Shadow)."""


def paint_objects(canvas: Canvas, sim: Simulation) -> None:
    """Draw all objects, the highest last."""
    objects = [obj for obj in sim.state.pool.slots if obj is not None]
    for obj in sorted(objects, key=lambda obj: (obj.z, obj.id)):
        x, y = obj.x / ONE, obj.y / ONE
        match obj.kind:
            case Kind.VEHICLE:
                _vehicle(canvas, obj, x, y)
            case Kind.WRECK:
                _wreck(canvas, obj, x, y)
            case Kind.LIFT:
                _lift(canvas, obj, x, y)
            case _:
                canvas.disc(x, y, 3, p.SIDES[min(obj.team, 2)], p.INK)


def _turned(heading: int, x: float, y: float, *dots: Dot) -> list[Dot]:
    """Return places relative to an object that heads north as they are when it heads elsewhere."""
    matrix = YAW[heading >> 16 & 63]
    found = []
    for dx, dy in dots:
        tx, ty, _ = transform((round(dx * ONE), round(dy * ONE), 0), matrix)
        found.append((x + tx / ONE, y + ty / ONE))
    return found


def _vehicle(canvas: Canvas, obj: Obj, x: float, y: float) -> None:
    state = obj.data
    if not isinstance(state, VehicleState):
        return
    colour = p.SIDES[min(obj.team, 2)]
    height = obj.z / ONE
    if height < 0:  # it sinks
        colour = p.mix(colour, p.DEEP, min(0.8, -height / VEHICLES[state.type].sinks * 0.8))
    if state.type == VehicleType.HELICOPTER:
        _helicopter(canvas, obj, state, x, y, colour)
        return
    hull = VEHICLES[state.type].hull[0]
    if state.boat:
        share = state.boat / ONE
        rim = _turned(obj.heading, x, y, *((dx * (1 + 0.35 * share), dy) for dx, dy in _RIM))
        canvas.shape(rim, p.BOAT, p.darker(p.BOAT, 0.4))
    elif height >= 0:
        corners = corners_of(hull, x + 2, y + 2, obj.heading >> 16 & 63)
        canvas.shape(corners, p.darker(p.LAND, 0.45))
    corners = corners_of(hull, x, y, obj.heading >> 16 & 63)
    canvas.shape(corners, colour, p.darker(colour, 0.55))
    match VehicleType(state.type):
        case VehicleType.TANK:
            _tracks(canvas, obj.heading, x, y, colour, 7.5, 11.25)
            (end,) = _turned(obj.heading + state.turret, x, y, (0.0, -14.0))
            canvas.line([(x, y), end], p.INK, 2.2)
            canvas.disc(x, y, 4.6, p.lighter(colour, 0.25), p.darker(colour, 0.5))
        case VehicleType.MSV:
            _tracks(canvas, obj.heading, x, y, colour, 7.5, 11.25)
            pod = _turned(obj.heading, x, y, (-3.5, -7.0), (3.5, -7.0), (3.5, 3.0), (-3.5, 3.0))
            canvas.shape(pod, p.lighter(colour, 0.3), p.darker(colour, 0.5))
        case _:
            glass = _turned(obj.heading, x, y, (-3.4, -3.5), (3.4, -3.5), (3.4, -1), (-3.4, -1))
            canvas.shape(glass, p.INK)
            bonnet = _turned(obj.heading, x, y, (-3.4, -6.8), (3.4, -6.8), (3.4, -4), (-3.4, -4))
            canvas.shape(bonnet, p.lighter(colour, 0.4))


_RIM: Final = ((-5.5, -5.0), (0.0, -11.0), (5.5, -5.0), (5.5, 9.0), (-5.5, 9.0))


def _tracks(
    canvas: Canvas, heading: int, x: float, y: float, colour: p.Colour, wide: float, long: float
) -> None:
    for side in (-1, 1):
        outer, inner = side * wide, side * (wide - 2.6)
        track = _turned(heading, x, y, (outer, -long), (inner, -long), (inner, long), (outer, long))
        canvas.shape(track, p.darker(colour, 0.5))
    front = _turned(heading, x, y, (-3.0, -long + 1), (0, -long - 1.5), (3.0, -long + 1))
    canvas.shape(front, p.lighter(colour, 0.5))


def _helicopter(
    canvas: Canvas, obj: Obj, state: VehicleState, x: float, y: float, colour: p.Colour
) -> None:
    hull = VEHICLES[VehicleType.HELICOPTER].hull[0]
    step = obj.heading >> 16 & 63
    height = obj.z / ONE
    shadow = corners_of(hull, x + 2 + height * UNDER[0], y + 2 + height * UNDER[1], step)
    canvas.shape(shadow, p.darker(p.LAND, 0.45))
    boom = _turned(obj.heading, x, y, (-1.6, 10.0), (1.6, 10.0), (1.0, 30.0), (-1.0, 30.0))
    tail = _turned(obj.heading, x, y, (-6.0, 28.0), (6.0, 28.0), (6.0, 31.0), (-6.0, 31.0))
    canvas.shape(corners_of(hull, x, y, step), colour, p.darker(colour, 0.55))
    canvas.shape(boom, p.darker(colour, 0.3))
    canvas.shape(tail, p.darker(colour, 0.4))
    glass = _turned(obj.heading, x, y, (-5.5, -12.5), (5.5, -12.5), (7.0, -5.0), (-7.0, -5.0))
    canvas.shape(glass, p.INK)
    reach = ROTOR * state.rotor / ONE
    if state.rotor_speed >= ONE:
        canvas.oval(x - reach, y - reach, x + reach, y + reach, None, p.lighter(colour, 0.6))
    for quarter in range(0, 0x400000, 0x100000):
        (end,) = _turned(obj.heading + state.rotor_angle + quarter, x, y, (0.0, -reach))
        canvas.line([(x, y), end], p.INK, 1.4)
    canvas.disc(x, y, 2.4, p.INK)


def _wreck(canvas: Canvas, obj: Obj, x: float, y: float) -> None:
    if not isinstance(obj.data, WreckState):
        return
    hull = VEHICLES[obj.data.type].hull[0]
    canvas.shape(corners_of(hull, x, y, obj.heading >> 16 & 63), p.WRECK, p.INK)
    if obj.think == Stage.BURST:
        for radius, colour in ((17, p.FIRE), (11, p.GLOW), (5, p.WHITE)):
            canvas.disc(x, y, radius, colour)


def _lift(canvas: Canvas, obj: Obj, x: float, y: float) -> None:
    if obj.think not in (Way.UP, Way.DOWN):
        return
    share = 1 - min(1.0, -obj.z / DEPTH)
    half = 9 + 6 * share
    colour = p.mix(p.PAD_OPEN, p.LIFT, 0.25 + 0.75 * share)
    canvas.box(x - half, y - half, x + half, y + half, colour)
    canvas.frame(x - half, y - half, x + half, y + half, p.darker(colour, 0.4), 1)
    mark = p.mix(colour, p.SIDES[min(obj.team, 2)], 0.7)
    canvas.box(x - half / 2, y - half / 2, x + half / 2, y + half / 2, mark)
