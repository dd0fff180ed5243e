"""Drones: sent at who stays too long in one cell (specification 9; rules 10)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from math import isqrt
from typing import Final

from ..blast import burst, explode
from ..events import Damaged, Sound
from ..kernel.fixmath import ONE, approach, dist, mul, wrap
from ..kernel.headings import (
    CIRCLE,
    HALF,
    MASK,
    QUARTER,
    Vector,
    angle_between,
    direction,
    turn_towards,
)
from ..lifecycle import alive, create, mark_for_delete
from ..moving import move
from ..objects import Kind, Obj
from ..shapes import Overlap
from ..shapetable import DRONE
from ..simulation import Simulation
from ..tables import defences as table
from ..tables.effects import Debris, Effect
from ..tables.projectiles import Shot
from ..tables.vehicles import VEHICLES
from ..targets import seen, vehicles_of
from ..vehiclestate import state_of as vehicle_state
from .aim import distance_to, friend_in_line, pitch_to, shoot, target_of

STOPS: Final = 5
"""Answer to who meets its body: it blocks, but not those who ask for exactly 4."""
LEAST_DAMAGE: Final = ONE
"""Less than that is not felt, such as shots of other drones."""
_SIDES: Final = 4


class Stage(IntEnum):
    """What a drone does."""

    ATTACK = 0
    LEAVE = 1
    """It has no target any more."""


_ATTACK: Final = int(Stage.ATTACK)


@dataclass(slots=True)
class DroneState:
    """The part of a drone that no other object has. Numbers are 16.16 unless said."""

    target: int
    """Id of the vehicle that it attacks."""
    seen: int
    """Tick at which a driver saw it last."""
    velocity_x: int = 0
    velocity_y: int = 0
    roll: int = 0
    """How it leans: heading units, positive pitch is nose down."""
    pitch: int = 0
    gun: int = 0
    """Pitch of its guns from its body's."""
    muzzle: int = 0
    """Which fires next: 0 the left one, 1 the right one."""
    next_shot: int = 0
    bumped: int = 0
    """Id of a drone that it touched in its last move."""
    shot_down: bool = False


def state_of(obj: Obj) -> DroneState:
    """Return a drone's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, DroneState):
        raise TypeError(f"object {obj.id} is no drone")
    return obj.data


# -- coming and going ------------------------------------------------------------------------------


def send(sim: Simulation, target: Obj) -> Obj | None:
    """Send a drone of the other side at a vehicle; None when the side has no more, or no room."""
    team = 1 - target.team
    drones = sum(each.team == team for each in sim.state.pool.on_kind(Kind.DRONE))
    if drones >= sim.state.sides[team].drones:
        return None
    place = _place_for(sim, target, team)
    return place and create(sim, Kind.DRONE, team, *place, table.DRONE_HEIGHT, target.id)


def _place_for(sim: Simulation, target: Obj, team: int) -> tuple[int, int] | None:
    """Return a place on the edge of the box round a target, out of the boxes of its own side."""
    half, rand = _box_of(target), sim.state.rand
    side = rand.below(_SIDES)
    for _ in range(_SIDES):
        along = (rand.below(2 * half >> 16) << 16) - half
        x, y = ((along, -half), (half, along), (along, half), (-half, along))[side]
        x, y = wrap(target.x + x), wrap(target.y + y)
        if not any(_in_box(each, x, y) for each in vehicles_of(sim, team)):
            return x, y
        side = (side + 1) % _SIDES
    return None


def _box_of(vehicle: Obj) -> int:
    return VEHICLES[vehicle_state(vehicle).type].drone_box


def _in_box(vehicle: Obj, x: int, y: int) -> bool:
    half = _box_of(vehicle)
    return abs(x - vehicle.x) <= half and abs(y - vehicle.y) <= half


def init(sim: Simulation, obj: Obj, target: int) -> int:
    """Make a new object a drone that flies at a vehicle, by its id."""
    obj.data, obj.shape, obj.think = DroneState(target, sim.state.tick), DRONE, Stage.ATTACK
    vehicle = sim.state.pool.get(target)
    if vehicle is not None:
        obj.heading = angle_between(obj.x, obj.y, vehicle.x, vehicle.y)
    sim.events.append(Sound("Drone", obj.x, obj.y, obj.z, obj.id))
    return 1


def destroy(sim: Simulation, obj: Obj) -> bool:
    """Let one that was shot down explode, and its pieces fly."""
    if state_of(obj).shot_down:
        explode(sim, Effect.TANK_DEATH, obj.x, obj.y, obj.z)
        burst(sim, Debris.HIGH, obj.x, obj.y, obj.z, team=obj.team, heading=obj.heading)
    return True


def hit_object(_sim: Simulation, obj: Obj, other: Obj, met: Overlap) -> int:
    """Remember another drone; be stopped by what meets the body."""
    if other.kind is Kind.DRONE:
        state_of(obj).bumped = other.id
    return 0 if met.solid & table.NEIGHBOUR else STOPS


def damage(sim: Simulation, obj: Obj, amount: int, source: Obj | None) -> None:
    """Shoot a drone down."""
    state = state_of(obj)
    if amount < LEAST_DAMAGE:
        return
    sim.events.append(Damaged(obj.id, amount, source.id if source else 0))
    state.shot_down = True
    mark_for_delete(sim, obj)


# -- what it does ----------------------------------------------------------------------------------


def update(sim: Simulation, obj: Obj) -> None:
    """Let a drone attack the nearest enemy, or leave when there is none, and fly on."""
    state, dt = state_of(obj), sim.state.dt
    if seen(sim, obj):
        state.seen = sim.state.tick - dt  # before anything moved: in the frame before
    if obj.think == _ATTACK:
        _attack(sim, obj, state, dt)
    elif state.seen + table.DRONE_STAYS < sim.state.tick:
        mark_for_delete(sim, obj)
        return
    _fly(sim, obj, state, dt)


def _attack(sim: Simulation, obj: Obj, state: DroneState, dt: int) -> None:
    target = target_of(sim, obj)
    if target is None:
        obj.think, state.target = Stage.LEAVE, 0
        return
    state.target = target.id
    way, far = angle_between(obj.x, obj.y, target.x, target.y), distance_to(obj, target)
    obj.heading = turn_towards(obj.heading, way, _turn(_apart(way, obj.heading), far) * dt)
    gun = _gun_pitch(pitch_to(obj, 0, target) - state.pitch & MASK)
    state.gun = approach(state.gun, gun, table.GUN_TILT * dt, table.GUN_TILT * dt)
    near, range_ = table.DRONE_RANGE
    if (
        near < far < range_
        and state.gun == gun
        and state.next_shot <= sim.state.tick
        and _apart(way, obj.heading) <= table.DRONE_AIM
    ):
        _fire(sim, obj, state, target)


def _apart(way: int, heading: int) -> int:
    """Return how far a heading is from another, either way round."""
    turn = way - heading & MASK
    return min(turn, CIRCLE - turn)


def _turn(off: int, far: int) -> int:
    """Return how fast it turns to a target that is so far off its nose and away."""
    if off <= QUARTER:
        return table.DRONE_TURN
    return table.DRONE_TURN_NEAR if far <= table.DRONE_NEAR else table.DRONE_TURN_FAR


def _gun_pitch(pitch: int) -> int:
    """Return the pitch from the body that is nearest to a wanted one; guns cannot point upwards."""
    return 0 if pitch > HALF else min(pitch, table.GUN_LOWEST)


def _fire(sim: Simulation, obj: Obj, state: DroneState, target: Obj) -> None:
    state.next_shot = sim.state.tick + table.DRONE_RELOAD
    muzzle: Vector = table.DRONE_MUZZLES[state.muzzle]
    pitch = state.pitch + state.gun & MASK
    if target.z > table.AIRBORNE and friend_in_line(sim, obj, muzzle, pitch):
        return
    state.muzzle ^= 1
    shoot(sim, obj, Shot.DRONE_GUN, muzzle, pitch)


def _fly(sim: Simulation, obj: Obj, state: DroneState, dt: int) -> None:
    """Fly where the nose points, a little late, and away from a drone that was touched."""
    obj.speed = min(obj.speed + table.DRONE_ACCEL * dt, table.DRONE_TOP)
    x, y = direction(obj.heading)
    step = table.DRONE_FOLLOW * dt
    state.velocity_x = approach(state.velocity_x, mul(x, obj.speed), step, step)
    state.velocity_y = approach(state.velocity_y, mul(y, obj.speed), step, step)
    push_x, push_y = _push(sim, obj, state)
    dx, dy = (state.velocity_x + push_x) * dt, (state.velocity_y + push_y) * dt
    rise = table.DRONE_RISE * dt
    dz = approach(obj.z, table.DRONE_HEIGHT, rise, rise) - obj.z
    if move(sim, obj, dx, dy, dz) and dz and alive(obj):
        move(sim, obj, dx, dy, 0)
    _lean(obj, state, dt)


def _push(sim: Simulation, obj: Obj, state: DroneState) -> tuple[int, int]:
    """Return the speed at which a drone gets away from one that it touched."""
    other = sim.state.pool.get(state.bumped) if state.bumped else None
    state.bumped = 0
    if other is None or other.kind is not Kind.DRONE:
        return 0, 0
    push = max(0, table.PUSH - (dist(obj.x, obj.y, other.x, other.y) >> table.PUSH_SHIFT))
    x, y = direction(angle_between(other.x, other.y, obj.x, obj.y))
    return mul(x, push), mul(y, push)


def _lean(obj: Obj, state: DroneState, dt: int) -> None:
    """Lean into the way it flies."""
    speed = isqrt(state.velocity_x**2 + state.velocity_y**2)
    way = angle_between(0, 0, state.velocity_x, state.velocity_y)
    x, y = direction(obj.heading - way & MASK)
    step = table.DRONE_LEAN * dt
    roll, pitch = (
        mul(mul(speed, table.ROLL_PER_SPEED), x),
        mul(mul(speed, table.PITCH_PER_SPEED), y),
    )
    state.roll = turn_towards(state.roll, roll & MASK, step)
    state.pitch = turn_towards(state.pitch, pitch & MASK, step)
