"""The gun of a tower: wakes, aims, fires, and is the static tower again (specification 9; rules 9).

While it is awake its cell holds `ACTIVE_TOWER`, which stops nothing, with the tower's hit points:
what shoots at it meets the object.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ..grid import OUTSIDE, cell_at, centre, jitter_of
from ..kernel.headings import CIRCLE, HALF, STEP_SHIFT, STEPS, angle_between, turn_towards
from ..lifecycle import create, destroy_now, mark_for_delete
from ..objects import Kind, Obj
from ..shapetable import TURRET
from ..simulation import Simulation
from ..statics import changed, wear
from ..statics import damage as damage_static
from ..tables import defences as table
from ..tables.projectiles import Shot
from ..tables.statics import ACTIVE_TOWER
from .aim import distance_to, friend_in_line, pitch_to, shoot, target_of

TOWERS: Final = tuple(table.MUZZLES)
"""The static objects whose guns wake."""
RUIN: Final = 0xFF0000
"""More than any tower can take."""


class Stage(IntEnum):
    """What a turret does; done, it is the static tower again."""

    DONE = 0
    WAIT = 1
    AIM = 2
    FIRE = 3
    REST = 4


_DONE, _WAIT, _AIM, _FIRE = map(int, (Stage.DONE, Stage.WAIT, Stage.AIM, Stage.FIRE))


@dataclass(slots=True)
class TurretState:
    """The part of a turret that no other object has; its yaw is the object's heading."""

    static: int
    """The tower it is."""
    wake: int
    """Tick from which it aims."""
    rest: int
    """Yaw of the static tower, which it goes back to."""
    pitch: int
    """Of the barrel: heading units, positive points down."""
    target: int
    """Id of the vehicle that it aims at."""
    unseen: int = 0
    """Ticks since a driver saw it."""
    next_shot: int = 0


def state_of(obj: Obj) -> TurretState:
    """Return a turret's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, TurretState):
        raise TypeError(f"object {obj.id} is no turret")
    return obj.data


def rest_pose(sim: Simulation, cell: int) -> tuple[int, int]:
    """Return yaw and pitch of a static tower's gun, which are another in each cell."""
    dx, _, _, turn = jitter_of(sim.state.grid, cell)
    return (turn & STEPS - 1) << STEP_SHIFT, (dx & 0xFF) << 14


# -- coming and going ------------------------------------------------------------------------------


def wake(sim: Simulation, cell: int, enemy: Obj) -> Obj | None:
    """Wake the tower of a cell for an enemy vehicle; None when the pool has no room."""
    return create(sim, Kind.TURRET, sim.state.grid.side[cell], *centre(cell), 0, enemy.id)


def init(sim: Simulation, obj: Obj, target: int) -> int:
    """Make a new object the gun of the tower it stands on; it cannot be where there is none."""
    grid = sim.state.grid
    cell = cell_at(obj.x, obj.y)
    if cell == OUTSIDE or grid.static[cell] not in TOWERS:
        return 0
    yaw, pitch = rest_pose(sim, cell)
    wait = sim.state.rand.below(table.REACTION) & table.REACTION_MASK
    obj.data = TurretState(grid.static[cell], sim.state.tick + wait, yaw, pitch, target)
    obj.heading, obj.shape, obj.think = yaw, TURRET, Stage.WAIT
    grid.static[cell] = ACTIVE_TOWER
    changed(sim, cell)
    return 1


def destroy(sim: Simulation, obj: Obj) -> bool:
    """Put the static tower back; one without hit points falls in the pose of its gun."""
    state, grid, cell = state_of(obj), sim.state.grid, obj.cell
    if grid.static[cell] != ACTIVE_TOWER:
        return True
    grid.static[cell] = state.static
    if grid.hits[cell]:
        changed(sim, cell)
        return True
    grid.hits[cell] = 1
    sim.state.tower_pose = (obj.heading, state.pitch)
    damage_static(sim, cell, RUIN)
    sim.state.tower_pose = None
    return True


def damage(sim: Simulation, obj: Obj, amount: int, source: Obj | None) -> None:
    """Take hit points off the tower; without any it is destroyed when its turret goes."""
    if wear(sim, obj.cell, amount, source):
        mark_for_delete(sim, obj)


# -- what it does ----------------------------------------------------------------------------------


def update(sim: Simulation, obj: Obj) -> None:
    """Let a turret do its part of a frame, or be static again when nobody saw it for long."""
    state, dt = state_of(obj), sim.state.dt
    state.unseen += dt
    stage = obj.think
    if stage == _DONE or not sim.state.grid.hits[obj.cell] or state.unseen > table.LONGEST_UNSEEN:
        destroy_now(sim, obj)
    elif stage == _WAIT:
        if sim.state.tick >= state.wake:
            obj.think = Stage.AIM
    elif stage == _AIM:
        _aim(sim, obj, state, dt)
    elif stage == _FIRE:
        _fire(sim, obj, state)
    else:
        _rest(obj, state, dt)


def _aim(sim: Simulation, obj: Obj, state: TurretState, dt: int) -> None:
    """Turn to the nearest enemy, and once there tilt the barrel."""
    target = target_of(sim, obj)
    if target is None:
        obj.think, state.target = Stage.REST, 0
        return
    state.target = target.id
    way = angle_between(obj.x, obj.y, target.x, target.y)
    obj.heading = turn_towards(obj.heading, way, table.TURRET_TURN * dt)
    in_range = obj.heading == way and distance_to(obj, target) < table.TURRET_RANGE
    pitch = 0
    if in_range:
        pitch = _limited(pitch_to(obj, table.MUZZLES[state.static][2], target))
    state.pitch = turn_towards(state.pitch, pitch, table.TURRET_TILT * dt)
    if in_range and state.next_shot < sim.state.tick:
        obj.think = Stage.FIRE


def _limited(pitch: int) -> int:
    """Return the pitch nearest to a wanted one that a barrel can have."""
    most = table.TURRET_PITCH
    if most < pitch < CIRCLE - most:
        return most if pitch <= HALF else CIRCLE - most
    return pitch


def _fire(sim: Simulation, obj: Obj, state: TurretState) -> None:
    """Fire unless one of its own stands in the line; then look again later."""
    muzzle = table.MUZZLES[state.static]
    if friend_in_line(sim, obj, muzzle, state.pitch):
        state.next_shot = sim.state.tick + table.TURRET_HOLD
    else:
        shoot(sim, obj, Shot.TURRET, muzzle, state.pitch)
        state.next_shot = sim.state.tick + table.TURRET_RELOAD
    obj.think = Stage.AIM


def _rest(obj: Obj, state: TurretState, dt: int) -> None:
    """Turn back, then level the barrel, then be done."""
    obj.heading = turn_towards(obj.heading, state.rest, table.TURRET_TURN * dt)
    if obj.heading == state.rest:
        state.pitch = turn_towards(state.pitch, 0, table.TURRET_TILT * dt)
        if not state.pitch:
            obj.think = Stage.DONE
