"""What lies about: burnt hulks, dead men, settled debris (rules: Wreck; specification 6).

None of it is updated or met. It waits on the list of those that make room when the pool is full,
who was seen last at the end, and goes when somebody comes back to it after long enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..lifecycle import deactivate, mark_for_delete
from ..objects import List, Obj
from ..simulation import Simulation
from ..tables.effects import REMAINS, SETTLED_LIFE, SETTLED_LINGER
from ..targets import pictures
from .debris import DebrisState

EVERY: Final = 32
"""Ticks after which each is looked at again: there may be hundreds, and 64 drivers. Fewer than any
linger, so that what is in sight all the time never counts as out of it."""


@dataclass(slots=True)
class RemainsState:
    """The part of remains that no other object has: what they are, and two ticks."""

    what: int
    born: int
    seen: int
    """When a driver last saw them."""


def state_of(obj: Obj) -> RemainsState:
    """Return the own state of remains; raises TypeError for what is none."""
    if not isinstance(obj.data, RemainsState):
        raise TypeError(f"object {obj.id} is no remains")
    return obj.data


def init(sim: Simulation, obj: Obj, what: int) -> int:
    """Make a new object remains of a kind (`tables.effects.Remains`), in no cell."""
    obj.data = RemainsState(what, sim.state.tick, sim.state.tick)
    deactivate(sim, obj)
    return -1


def look_at_remains(sim: Simulation) -> None:
    """Let what drivers come back to be gone; note what they see. It runs once a frame."""
    pool, tick, dt = sim.state.pool, sim.state.tick, sim.state.dt
    due = [obj for obj in pool.on(List.USELESS) if (tick + obj.slot) % EVERY < dt]
    views = pictures(sim) if due else []
    for obj in due:
        data = obj.data
        if isinstance(data, RemainsState):
            (life, linger), born = REMAINS[data.what], data.born
        elif isinstance(data, DebrisState):
            life, linger, born = SETTLED_LIFE, SETTLED_LINGER, 0
        else:
            continue
        x, y = obj.x, obj.y
        if not any(west <= x < east and north <= y < south for west, north, east, south in views):
            continue
        if tick > born + life and tick > data.seen + linger:
            mark_for_delete(sim, obj)
        data.seen = tick
        pool.remove(obj)
        pool.append(obj, List.USELESS)
