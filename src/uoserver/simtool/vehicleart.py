"""Drawing vehicles, as turned hulls in the colour of their side, their wrecks, and lifts."""

from __future__ import annotations

from typing import Final

from uoserver.sim.bunker.lift import DEPTH, Way
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.vehicles.wreck import Stage, WreckState
from uoserver.sim.vehiclestate import VehicleState

from . import palette as p
from .canvas import Canvas, around, corners_of

ROTOR: Final = 20.0
UNDER: Final = (0.33, 0.5)
"""How far aside the shadow of something high lies, for each pixel of height (rules: Shadow)."""


def paint_vehicle(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw a vehicle."""
    state = obj.data
    if not isinstance(state, VehicleState):
        return
    x, y = obj.x / ONE, obj.y / ONE
    colour = p.side(obj.team)
    height = obj.z / ONE
    if height < 0:  # it sinks
        colour = p.mix(colour, p.DEEP, min(0.8, -height / VEHICLES[state.type].sinks * 0.8))
    if state.type == VehicleType.HELICOPTER:
        _helicopter(canvas, obj, state, x, y, colour)
        return
    hull = VEHICLES[state.type].hull[0]
    if state.boat:
        share = state.boat / ONE
        rim = around(obj.heading, x, y, *((dx * (1 + 0.35 * share), dy) for dx, dy in _RIM))
        canvas.shape(rim, p.BOAT, p.darker(p.BOAT, 0.4))
    elif height >= 0:
        corners = corners_of(hull, x + 2, y + 2, obj.heading >> 16 & 63)
        canvas.shape(corners, p.darker(p.LAND, 0.45))
    corners = corners_of(hull, x, y, obj.heading >> 16 & 63)
    canvas.shape(corners, colour, p.darker(colour, 0.55))
    match VehicleType(state.type):
        case VehicleType.TANK:
            _tracks(canvas, obj.heading, x, y, colour, 7.5, 11.25)
            (end,) = around(obj.heading + state.turret, x, y, (0.0, -14.0))
            canvas.line([(x, y), end], p.INK, 2.2)
            canvas.disc(x, y, 4.6, p.lighter(colour, 0.25), p.darker(colour, 0.5))
        case VehicleType.MSV:
            _tracks(canvas, obj.heading, x, y, colour, 7.5, 11.25)
            pod = around(obj.heading, x, y, (-3.5, -7.0), (3.5, -7.0), (3.5, 3.0), (-3.5, 3.0))
            canvas.shape(pod, p.lighter(colour, 0.3), p.darker(colour, 0.5))
        case _:
            glass = around(obj.heading, x, y, (-3.4, -3.5), (3.4, -3.5), (3.4, -1), (-3.4, -1))
            canvas.shape(glass, p.INK)
            bonnet = around(obj.heading, x, y, (-3.4, -6.8), (3.4, -6.8), (3.4, -4), (-3.4, -4))
            canvas.shape(bonnet, p.lighter(colour, 0.4))


_RIM: Final = ((-5.5, -5.0), (0.0, -11.0), (5.5, -5.0), (5.5, 9.0), (-5.5, 9.0))


def _tracks(
    canvas: Canvas, heading: int, x: float, y: float, colour: p.Colour, wide: float, long: float
) -> None:
    for side in (-1, 1):
        outer, inner = side * wide, side * (wide - 2.6)
        track = around(heading, x, y, (outer, -long), (inner, -long), (inner, long), (outer, long))
        canvas.shape(track, p.darker(colour, 0.5))
    front = around(heading, x, y, (-3.0, -long + 1), (0, -long - 1.5), (3.0, -long + 1))
    canvas.shape(front, p.lighter(colour, 0.5))


def _helicopter(
    canvas: Canvas, obj: Obj, state: VehicleState, x: float, y: float, colour: p.Colour
) -> None:
    hull = VEHICLES[VehicleType.HELICOPTER].hull[0]
    step = obj.heading >> 16 & 63
    height = obj.z / ONE
    shadow = corners_of(hull, x + 2 + height * UNDER[0], y + 2 + height * UNDER[1], step)
    canvas.shape(shadow, p.darker(p.LAND, 0.45))
    boom = around(obj.heading, x, y, (-1.6, 10.0), (1.6, 10.0), (1.0, 30.0), (-1.0, 30.0))
    tail = around(obj.heading, x, y, (-6.0, 28.0), (6.0, 28.0), (6.0, 31.0), (-6.0, 31.0))
    canvas.shape(corners_of(hull, x, y, step), colour, p.darker(colour, 0.55))
    canvas.shape(boom, p.darker(colour, 0.3))
    canvas.shape(tail, p.darker(colour, 0.4))
    glass = around(obj.heading, x, y, (-5.5, -12.5), (5.5, -12.5), (7.0, -5.0), (-7.0, -5.0))
    canvas.shape(glass, p.INK)
    reach = ROTOR * state.rotor / ONE
    if state.rotor_speed >= ONE:
        canvas.oval(x - reach, y - reach, x + reach, y + reach, None, p.lighter(colour, 0.6))
    for quarter in range(0, 0x400000, 0x100000):
        (end,) = around(obj.heading + state.rotor_angle + quarter, x, y, (0.0, -reach))
        canvas.line([(x, y), end], p.INK, 1.4)
    canvas.disc(x, y, 2.4, p.INK)


def paint_wreck(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw what is left of a vehicle: it burns first."""
    if not isinstance(obj.data, WreckState):
        return
    x, y = obj.x / ONE, obj.y / ONE
    hull = VEHICLES[obj.data.type].hull[0]
    canvas.shape(corners_of(hull, x, y, obj.heading >> 16 & 63), p.WRECK, p.INK)
    if obj.think == Stage.BURST:
        for radius, colour in ((17, p.FIRE), (11, p.GLOW), (5, p.WHITE)):
            canvas.disc(x, y, radius, colour)


def paint_lift(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw a lift that moves, the larger the higher it is."""
    if obj.think not in (Way.UP, Way.DOWN):
        return
    x, y = obj.x / ONE, obj.y / ONE
    share = 1 - min(1.0, -obj.z / DEPTH)
    half = 9 + 6 * share
    colour = p.mix(p.PAD_OPEN, p.LIFT, 0.25 + 0.75 * share)
    canvas.box(x - half, y - half, x + half, y + half, colour)
    canvas.frame(x - half, y - half, x + half, y + half, p.darker(colour, 0.4), 1)
    mark = p.mix(colour, p.side(obj.team), 0.7)
    canvas.box(x - half / 2, y - half / 2, x + half / 2, y + half / 2, mark)
