"""The lift that brings a vehicle up on a pad, or takes it down (rules: Lift, dock, death)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ..collide import blocked
from ..events import Sound
from ..fixmath import ONE
from ..grid import OUTSIDE, centre
from ..lifecycle import create, mark_for_delete
from ..objects import CRUSHED, Kind, Obj
from ..shapes import Overlap, Part
from ..shapetable import LIFT
from ..sides import Driver, Mode
from ..simulation import Simulation
from ..statics import set_terrain
from ..tables.terrain import PAD, PAD_OPEN
from ..tables.vehicles import VehicleType
from ..vehicles.docking import LOWER
from ..vehicles.helicopter import PARKED

DEPTH: Final = 32 * ONE
SPEED: Final = 0x4CCC
LOWER_TICKS: Final = 70
FADE_DEPTH: Final = -16 * ONE
CRUSH_DAMAGE: Final = 0x40000
SOUTH: Final = 0x200000


class Way(IntEnum):
    """What a lift does."""

    CAMERA = 1
    CLEAR = 2
    """Waits until nothing stands on it."""
    HELD = 3
    """Waits for the picture."""
    UP = 4
    DOWN = 5


@dataclass(slots=True)
class LiftState:
    """The part of a lift that no other object has; ``cell`` is its pad."""

    driver: int
    cell: int
    type: int
    ticks: int = 0
    held: bool = True
    blocked: bool = False


def init(sim: Simulation, obj: Obj, arg: int) -> int:
    """Make a new object the lift of a driver: twice his number, and `LOWER` for the way down."""
    driver = sim.state.drivers[arg >> 1]
    obj.data = LiftState(driver.number, obj.cell, driver.view.type)
    obj.shape = LIFT
    if arg & LOWER:
        obj.think = Way.DOWN
    else:
        obj.think, obj.z = Way.CAMERA, -DEPTH
        obj.heading = PARKED if driver.view.type == VehicleType.HELICOPTER else SOUTH
    return 1


def launch(sim: Simulation, driver: Driver) -> Obj | None:
    """Send for a lift; None while every pad of the side has one."""
    side = sim.state.sides[driver.team]
    busy = {lift.cell for lift in sim.state.pool.on_kind(Kind.LIFT)}
    pads = [side.pad, *(pad for pad in side.pads if pad != side.pad)]
    for pad in pads:
        if pad != OUTSIDE and pad not in busy:
            x, y = centre(pad)
            return create(sim, Kind.LIFT, driver.team, x, y, -DEPTH, driver.number << 1)
    return None


def state_of(obj: Obj) -> LiftState:
    """Return a lift's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, LiftState):
        raise TypeError(f"object {obj.id} is no lift")
    return obj.data


def update(sim: Simulation, obj: Obj) -> None:
    """Move a lift, and throw off or crush what stands on it."""
    state = state_of(obj)
    driver = sim.state.drivers[state.driver]
    state.blocked = False
    blocked(sim, obj)
    match Way(obj.think):
        case Way.CAMERA:
            obj.think = Way.CLEAR
        case Way.CLEAR if not state.blocked:
            obj.think = Way.HELD
        case Way.HELD if not state.held:
            obj.think = Way.UP
            set_terrain(sim, obj.cell, PAD_OPEN)
            _sound(sim, obj)
            _up(sim, obj, state)
        case Way.UP:
            _up(sim, obj, state)
        case Way.DOWN:
            _down(sim, obj, state, driver)
        case _:
            pass


def _sound(sim: Simulation, obj: Obj) -> None:
    sim.events.append(Sound("Raise", obj.x, obj.y, obj.z, obj.id))


def _up(sim: Simulation, obj: Obj, state: LiftState) -> None:
    obj.z += SPEED * sim.state.dt
    if obj.z < 0:
        return
    obj.z = 0
    set_terrain(sim, obj.cell, PAD + obj.team)
    driver = sim.state.drivers[state.driver]
    vehicle = create(sim, Kind.VEHICLE, obj.team, obj.x, obj.y, 0, state.driver)
    if vehicle is not None:
        vehicle.heading = obj.heading
        driver.view.mode = Mode.PLAYING
    driver.view.lift = 0
    mark_for_delete(sim, obj)


def _down(sim: Simulation, obj: Obj, state: LiftState, driver: Driver) -> None:
    if not state.ticks:
        _sound(sim, obj)
        set_terrain(sim, obj.cell, PAD_OPEN)
    state.ticks += sim.state.dt
    obj.z -= SPEED * sim.state.dt
    if obj.z < FADE_DEPTH and driver.view.mode is Mode.PLAYING and not driver.vehicle:
        driver.view.mode = Mode.LEAVING
    if obj.z <= -DEPTH and state.ticks >= LOWER_TICKS:
        set_terrain(sim, obj.cell, PAD + obj.team)
        mark_for_delete(sim, obj)


def destroy(sim: Simulation, obj: Obj) -> bool:
    """Close the pad of a lift that goes."""
    if sim.state.grid.terrain[obj.cell] == PAD_OPEN:
        set_terrain(sim, obj.cell, PAD + obj.team)
    return True


def hit_static(_sim: Simulation, _obj: Obj, _cell: int, _part: Part) -> int:
    """Let no static object stop a lift."""
    return 0


def hit_object(sim: Simulation, obj: Obj, other: Obj, _met: Overlap) -> int:
    """Hurt what is on a lift, or take it away, and keep the lift waiting."""
    state_of(obj).blocked = True
    if hook := sim.classes[other.kind].damage:
        hook(sim, other, CRUSH_DAMAGE, obj)
    else:
        other.flags |= CRUSHED
        mark_for_delete(sim, other)
    return 0
