"""The submarine: it waits for who leaves the map (specification 9; rules 10)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ..grid import EDGE, OUTSIDE
from ..kernel.fixmath import wrap
from ..lifecycle import create, mark_for_delete, relink
from ..objects import Kind, Obj
from ..simulation import Simulation
from ..tables import defences as table
from ..tables.projectiles import Shot
from ..targets import vehicles_of
from ..weapons.fire import launch


class Stage(IntEnum):
    """What it does."""

    IDLE = 0
    """Below, until somebody was off the map for long enough."""
    SURFACE = 1
    WAIT = 2
    """Up, before it fires."""
    FIRED = 3
    """Up, while its missile flies."""
    DIVE = 4


_IDLE, _SURFACE, _WAIT, _FIRED = map(int, (Stage.IDLE, Stage.SURFACE, Stage.WAIT, Stage.FIRED))
_UP: Final = (_SURFACE, _WAIT, _FIRED)


@dataclass(slots=True)
class SubmarineState:
    """The part of the submarine that no other object has."""

    target: int = 0
    """Id of the vehicle it is after, then of its missile."""
    ticks: int = 0
    picture: int = 0
    """16.16: 0 below, and up from there."""


def state_of(obj: Obj) -> SubmarineState:
    """Return the submarine's own state; raises TypeError for what is none."""
    if not isinstance(obj.data, SubmarineState):
        raise TypeError(f"object {obj.id} is no submarine")
    return obj.data


def call(sim: Simulation) -> None:
    """Let the submarine come, if it is not out already."""
    state = sim.state
    out = state.pool.get(state.submarine) if state.submarine else None
    if out is None and (obj := create(sim, Kind.SUBMARINE, 0, 0, 0, 0)):
        state.submarine = obj.id


def init(_sim: Simulation, obj: Obj, _arg: int) -> int:
    """Make a new object the submarine."""
    obj.data, obj.think = SubmarineState(), Stage.IDLE
    return 1


def update(sim: Simulation, obj: Obj) -> None:
    """Go on with the hunt, then with the pictures of coming up and diving."""
    state, stage, dt = state_of(obj), obj.think, sim.state.dt
    if stage == _IDLE:
        _idle(sim, obj, state, dt)
    elif stage == _FIRED:
        if sim.state.pool.get(state.target) is None:
            _dive(obj, state)
    elif stage in _UP:
        _hunt(sim, obj, state, dt)
    elif not state.picture:
        obj.think, state.ticks = Stage.IDLE, 0
    _animate(obj, state, dt)


def _idle(sim: Simulation, obj: Obj, state: SubmarineState, dt: int) -> None:
    """Wait, then come up beside who is farthest off the map; go when nobody is."""
    target = _farthest_out(sim)
    if target is None:
        mark_for_delete(sim, obj)
        return
    state.ticks += dt
    if state.ticks > table.DIVED:
        obj.x, obj.y, obj.z = wrap(target.x + table.SUB_BESIDE), target.y, 0
        relink(sim, obj)
        obj.think, state.target, state.ticks = Stage.SURFACE, target.id, 0


def _farthest_out(sim: Simulation) -> Obj | None:
    """Return the vehicle, of either side, that is farthest off the map."""
    outside = [each for team in (0, 1) for each in vehicles_of(sim, team) if each.cell == OUTSIDE]
    return max(
        outside,
        key=lambda each: max(-each.x, each.x - EDGE, -each.y, each.y - EDGE),
        default=None,
    )


def _hunt(sim: Simulation, obj: Obj, state: SubmarineState, dt: int) -> None:
    """Come up and fire, while the target stays where it is not allowed."""
    target = sim.state.pool.get(state.target)
    if target is None or target.kind is not Kind.VEHICLE or target.cell != OUTSIDE:
        _dive(obj, state)
    elif obj.think == _SURFACE:
        if state.picture >= table.SUB_UP:
            obj.think = Stage.WAIT
    else:
        state.ticks += dt
        if state.ticks > table.SUB_AIMS:
            _fire(sim, obj, state, target)


def _fire(sim: Simulation, obj: Obj, state: SubmarineState, target: Obj) -> None:
    """Fire a missile that is its target's own: it hunts that."""
    missile = launch(
        *(sim, Shot.HOMING, (obj.x, obj.y, obj.z)),
        offset=table.SUB_MUZZLE,
        heading=0,
        pitch=table.SUB_PITCH,
        team=0,
        owner=target,
    )
    if missile is None:
        _dive(obj, state)
    else:
        obj.think, state.target, state.ticks = Stage.FIRED, missile.id, 0


def _dive(obj: Obj, state: SubmarineState) -> None:
    obj.think, state.target, state.ticks = Stage.DIVE, 0, 0


def _animate(obj: Obj, state: SubmarineState, dt: int) -> None:
    """Show it coming up, then waves round it; on its way down those come first to be left out."""
    step = table.SUB_RISE * dt
    if obj.think in _UP:
        state.picture += step
        if state.picture >= table.SUB_WAVES:
            state.picture = table.SUB_UP + (state.picture - table.SUB_WAVES)
    else:
        state.picture = max(0, min(state.picture, table.SUB_UP) - step)
