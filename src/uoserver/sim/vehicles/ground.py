"""How tanks and MSVs move, and what all on wheels and tracks share (specification 5: Movement)."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..grid import OUTSIDE
from ..kernel.fixmath import ONE, mul
from ..kernel.headings import MASK, direction, turn_towards
from ..keys import BACK, FORWARD, IDLE, TURN, TURN_LEFT, TURN_RIGHT, along, share
from ..objects import Obj
from ..sides import NO_HEADING
from ..simulation import Simulation
from ..tables import terrain as t
from ..tables.statics import BRIDGE_ACROSS, BRIDGE_UPRIGHT
from ..tables.vehicles import Vehicle
from ..vehiclestate import VehicleState

ROAD: Final = 0x13333
"""1.2 times as fast on a road."""
IN_WATER: Final = 0xC000
AFLOAT: Final = 0x4000
STRANDED: Final = 0x028F
"""A boat on land: a hundredth."""


class Step(NamedTuple):
    """What a mover wants: ``moved`` is its speed, 0 for not at all, and the way of this tick."""

    moved: int
    dx: int = 0
    dy: int = 0


_STAND: Final = Step(0)


class Footing(NamedTuple):
    """The ground under a vehicle: factor of its speed (16.16), and where a road leads on."""

    factor: int
    lanes: int = 0


def _on(terrain: int) -> Footing:
    if t.ROAD_FIRST <= terrain <= t.ROAD_LAST:
        return Footing(ROAD, t.lanes(terrain))
    return Footing(ROAD) if terrain == t.PAVED else _LAND


_LAND: Final = Footing(ONE)
_IN_WATER: Final = Footing(IN_WATER)
_AFLOAT: Final = Footing(AFLOAT)
_STRANDED: Final = Footing(STRANDED)
_ON_BRIDGES: Final = {
    BRIDGE_ACROSS: Footing(ROAD, t.BRIDGE_ACROSS_LANES),
    BRIDGE_UPRIGHT: Footing(ROAD, t.BRIDGE_UPRIGHT_LANES),
}
_ON_TERRAIN: Final = tuple(map(_on, range(256)))


def footing(sim: Simulation, obj: Obj, state: VehicleState) -> Footing:
    """Return what the ground does to a vehicle's speed (specification 5: Terrain factor)."""
    if obj.z >= ONE:
        return _LAND
    floats = state.boat >= ONE
    if state.water:
        return _AFLOAT if floats else _IN_WATER
    if floats:
        return _STRANDED
    if obj.cell == OUTSIDE:
        return _LAND
    grid = sim.state.grid
    return _ON_BRIDGES.get(grid.static[obj.cell]) or _ON_TERRAIN[grid.terrain[obj.cell]]


def accelerate(obj: Obj, kind: Vehicle, control: int, factor: int, dt: int) -> None:
    """Change a vehicle's speed by its keys; ``factor`` holds ground and stick.

    Who is faster than he may be is slowed down at once as long as he pushes.
    """
    if control & FORWARD:
        obj.speed = min(obj.speed + kind.accel * dt, mul(kind.forward, factor))
    elif control & BACK:
        obj.speed = max(obj.speed - kind.accel * dt, mul(kind.backward, factor))


def slow_down(obj: Obj, friction: int) -> None:
    """Let friction stop a vehicle that nobody drives."""
    if obj.speed > 0:
        obj.speed = max(0, obj.speed - friction)
    elif obj.speed < 0:
        obj.speed = min(0, obj.speed + friction)


def turn(obj: Obj, control: int, steer: int, step: int) -> None:
    """Turn a vehicle by its keys, or towards where an analog stick points."""
    both = control & TURN
    if both == TURN:
        if steer != NO_HEADING:
            obj.heading = turn_towards(obj.heading, steer, step)
    elif both == TURN_RIGHT:
        obj.heading = obj.heading + step & MASK
    elif both == TURN_LEFT:
        obj.heading = obj.heading - step & MASK


def ahead(obj: Obj, dt: int) -> Step:
    """Return the way of a tick at a vehicle's speed and heading."""
    if not obj.speed:
        return _STAND
    dx, dy = direction(obj.heading)
    way = obj.speed * dt
    return Step(obj.speed, mul(dx, way), mul(dy, way))


def ground_move(sim: Simulation, obj: Obj, state: VehicleState, kind: Vehicle, steer: int) -> Step:
    """Move a tank or MSV: it turns on the spot, and rolls out when no key is pressed."""
    dt, control = sim.state.dt, state.control
    if control & IDLE:
        slow_down(obj, kind.friction * dt)
    else:
        factor = mul(footing(sim, obj, state).factor, share(along(control)))
        accelerate(obj, kind, control, factor, dt)
    turn(obj, control, steer, kind.turn * dt)
    return ahead(obj, dt)
