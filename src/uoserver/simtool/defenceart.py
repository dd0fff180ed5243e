"""Drawing what defends: the guns of towers, doors of gates, drones, the submarine."""

from __future__ import annotations

from math import cos, pi
from typing import Final

from uoserver.sim.defences.drone import DroneState
from uoserver.sim.defences.submarine import SubmarineState
from uoserver.sim.defences.turret import TurretState, rest_pose
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import CIRCLE, MASK
from uoserver.sim.objects import Obj
from uoserver.sim.rules.gate import GateState, doors
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.defences import SUB_UP

from . import palette as p
from .canvas import Canvas, around, corners_of
from .vehicleart import UNDER

BARREL: Final = 15.0
TURN: Final = CIRCLE // 48
"""Of a drone's rotors, a tick."""


def paint_gun(
    canvas: Canvas, x: float, y: float, heading: int, pitch: int, colour: p.Colour
) -> None:
    """Draw the gun of a tower; a barrel that points up or down looks shorter."""
    long = max(6.0, BARREL * cos(2 * pi * (pitch & MASK) / CIRCLE))
    canvas.cloud(x + 2, y + 2.5, 7, p.INK, 0.35)
    canvas.line(around(heading, x, y, (0, 0), (0, -long)), p.INK, 3.4)
    (end,) = around(heading, x, y, (0, -long))
    canvas.disc(*end, 2.2, p.INK)
    canvas.disc(x, y, 6.5, colour, p.darker(colour, 0.55))
    canvas.disc(x, y, 2.6, p.lighter(colour, 0.35))


def paint_turret(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw the gun of a tower that is awake."""
    pitch = obj.data.pitch if isinstance(obj.data, TurretState) else 0
    paint_gun(canvas, obj.x / ONE, obj.y / ONE, obj.heading, pitch, p.side(obj.team))


def paint_resting_gun(canvas: Canvas, sim: Simulation, cell: int) -> None:
    """Draw the gun of a tower that sleeps, greyer than when it is awake."""
    heading, pitch = rest_pose(sim, cell)
    x, y = (value / ONE for value in centre(cell))
    colour = p.mix(p.side(sim.state.grid.side[cell]), p.TOWER, 0.4)
    paint_gun(canvas, x, y, heading, pitch, colour)


def paint_gate(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw the two doors of a gate where they are, with their ends in the colour of the side."""
    if not isinstance(obj.data, GateState):
        return
    x, y, colour = obj.x / ONE, obj.y / ONE, p.side(obj.team)
    for way, door in zip((1, -1), doors(obj.data.static, obj.data.opening), strict=True):
        corners = corners_of(door, x, y)
        canvas.veil([(cx + 2.5, cy + 2.5) for cx, cy in corners], p.INK, 0.3)
        canvas.shape(corners, p.lighter(p.WALL, 0.25), p.darker(p.WALL, 0.5))
        (x0, y0), (x1, y1) = corners[0], corners[2]
        if x1 - x0 > y1 - y0:
            end = x1 if way > 0 else x0
            canvas.box(min(end, end - 3 * way), y0, max(end, end - 3 * way), y1, colour)
        else:
            end = y1 if way > 0 else y0
            canvas.box(x0, min(end, end - 3 * way), x1, max(end, end - 3 * way), colour)


def paint_drone(canvas: Canvas, sim: Simulation, obj: Obj) -> None:
    """Draw a drone: four rotors round a body, two guns ahead, its shadow far below."""
    if not isinstance(obj.data, DroneState):
        return
    x, y, colour = obj.x / ONE, obj.y / ONE, p.side(obj.team)
    height = max(0.0, obj.z / ONE)
    canvas.cloud(x + height * UNDER[0], y + height * UNDER[1], 9, p.INK, 0.3)
    arms = around(obj.heading, x, y, (-8, -7), (8, -7), (8, 8), (-8, 8))
    for gun in (-5.5, 5.5):
        canvas.line(around(obj.heading, x, y, (gun, 0), (gun, -13)), p.INK, 1.6)
    for end in arms:
        canvas.line([(x, y), end], p.INK, 2)
    body = ((0, -9), (4, -3), (4, 6), (0, 9), (-4, 6), (-4, -3))
    canvas.shape(around(obj.heading, x, y, *body), colour, p.darker(colour, 0.55))
    canvas.disc(*around(obj.heading, x, y, (0, -4))[0], 1.8, p.INK)
    for end in arms:
        canvas.cloud(*end, 5, p.WHITE, 0.45)
        blades = around(sim.state.tick * TURN, *end, (0, -4.6), (0, 4.6))
        canvas.line(blades, p.INK, 1)


def paint_submarine(canvas: Canvas, _sim: Simulation, obj: Obj) -> None:
    """Draw the submarine as far as it has come up: its bow is to the west, where it fires."""
    if not isinstance(obj.data, SubmarineState) or obj.data.picture <= 0:
        return
    x, y, share = obj.x / ONE, obj.y / ONE, min(1.0, obj.data.picture / SUB_UP)
    if share == 1:
        wave = 2 + (obj.data.picture - SUB_UP) / ONE / 2
        canvas.oval(x - 38 - wave, y - 11 - wave, x + 36 + wave, y + 11 + wave, p.FOAM)
        canvas.oval(x - 37, y - 10, x + 35, y + 10, p.mix(p.DEEP, p.FOAM, 0.3))
    steel = p.mix(p.DEEP, p.STEEL, share)
    canvas.oval(x - 34, y - 7, x + 32, y + 7, steel, p.darker(steel, 0.5))
    canvas.line([(x + 24, y - 8), (x + 24, y + 8)], p.darker(steel, 0.5), 3)
    if share > 0.5:
        canvas.box(x - 8, y - 4, x + 8, y + 4, p.lighter(steel, 0.3))
        canvas.disc(x - 3, y, 2, p.INK)
    if share == 1:
        canvas.disc(x - 26, y, 3, p.INK, p.LAMP)
