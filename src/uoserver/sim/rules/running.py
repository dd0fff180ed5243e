"""How soldiers run from vehicles, round what is in the way, and throw grenades (rules 11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..collide import place_of_static, water_below
from ..grid import OUTSIDE
from ..kernel.fixmath import ONE, dist, mul
from ..kernel.headings import HALF, MASK, QUARTER, angle_between, direction
from ..lifecycle import alive, parent_of, set_parent
from ..moving import move
from ..objects import Kind, Obj
from ..simulation import Simulation
from ..tables.statics import STATICS
from ..weapons import grenade
from ..world import DRY
from .manstate import ManState, Pose, Think

SPEED: Final = 0x3333
FEARED: Final = 0x1000001
"""Distance below which a vehicle is run from: 256 pixels and no more."""
NEAREST_THROW: Final = 64 * ONE
FARTHEST_THROW: Final = 96 * ONE
ONE_IN: Final = 3
STOOD: Final = 9 * ONE
HANDS_UP: Final = 6 * ONE
"""Frames: of one that stands still, and of one that lets a grenade go."""
ASTRAY: Final = 5
"""Headings of 64, two to either side."""
_STEP: Final = 0x10000


def _mark(obj: Obj, state: ManState, think: Think, until: int = 0) -> None:
    obj.think, state.until = think, until


def pick(sim: Simulation, obj: Obj, state: ManState) -> bool:
    """Look for the nearest vehicle or last wreck of any driver; run from it if it is near."""
    threats = [(dist(obj.x, obj.y, each.x, each.y), each) for each in _threats(sim)]
    far, threat = min(threats, key=lambda each: each[0], default=(FEARED, None))
    set_parent(sim, obj, threat)
    rand = sim.state.rand
    until = sim.state.tick + 30 + rand.below(90)
    state.astray = (rand.below(ASTRAY) - ASTRAY // 2) * _STEP
    _mark(obj, state, Think.FLEE if far < FEARED else Think.STAND, until)
    return True


def _threats(sim: Simulation) -> Iterator[Obj]:
    """Yield what each driver has on the map: his vehicle, or else what he lost last."""
    pool = sim.state.pool
    for team in (0, 1):
        for driver in sim.state.drivers:
            if driver.team == team:
                vehicle = pool.get(driver.vehicle) if driver.vehicle else None
                vehicle = vehicle or (pool.get(driver.wreck) if driver.wreck else None)
                if vehicle is not None and vehicle.kind in (Kind.VEHICLE, Kind.WRECK):
                    yield vehicle


def stand(sim: Simulation, obj: Obj, state: ManState) -> bool:
    """Stand about until it is time to look again."""
    _stop(sim, obj, state)
    if sim.state.tick < state.until:
        return False
    _mark(obj, state, Think.PICK)
    return True


def wait(sim: Simulation, obj: Obj, state: ManState) -> bool:
    """Stand about after a throw."""
    return stand(sim, obj, state)


def _stop(sim: Simulation, obj: Obj, state: ManState) -> None:
    state.pose = Pose.STAND if water_below(sim, obj) == DRY else Pose.TREAD


def flee(sim: Simulation, obj: Obj, state: ManState) -> bool:
    """Run from a vehicle until it is time to look again, or to throw a grenade."""
    threat = parent_of(sim, obj)
    if threat is None:
        _mark(obj, state, Think.PICK)
        return True
    if sim.state.tick >= state.until:
        throws = _can_throw(sim, obj, state, threat, NEAREST_THROW)
        throws = throws and not sim.state.rand.below(ONE_IN)
        _mark(obj, state, Think.THROW if throws else Think.PICK)
        return True
    heading = angle_between(threat.x, threat.y, obj.x, obj.y) + state.astray & MASK
    state.astray = 0
    if _run(sim, obj, state, heading):
        dry = water_below(sim, obj) == DRY
        state.pose = Pose.WALK if dry else Pose.SWIM
        return False
    if not alive(obj):
        return False
    _stop(sim, obj, state)
    if state.frame == STOOD and _can_throw(sim, obj, state, threat, -ONE):
        _mark(obj, state, Think.THROW)
        return True
    return False


# -- on the run ------------------------------------------------------------------------------------


def _run(sim: Simulation, obj: Obj, state: ManState, heading: int) -> bool:
    """Go a step, or else round what is in the way; return whether he moved."""
    if _step(sim, obj, state, heading):
        return True
    if not alive(obj):
        return False
    if state.met_cell != OUTSIDE:
        ways = _along_static(sim, obj, state, heading)
    else:
        ways = _round_object(sim, obj, state, heading)
    for way in ways:
        if _step(sim, obj, state, way):
            return True
        if not alive(obj):
            break
    return False


def _step(sim: Simulation, obj: Obj, state: ManState, heading: int) -> bool:
    state.met_cell, state.met_object = OUTSIDE, 0
    dx, dy = direction(heading)
    way = SPEED * sim.state.dt
    if move(sim, obj, mul(dx, way), mul(dy, way), 0) or not alive(obj):
        return False
    obj.heading = heading
    return True


def _round_object(sim: Simulation, obj: Obj, state: ManState, heading: int) -> list[int]:
    """Return the ways back from an object and to either side that still lead away."""
    other = sim.state.pool.get(state.met_object)
    towards = heading if other is None else angle_between(obj.x, obj.y, other.x, other.y)
    ways = [towards + turn & MASK for turn in (HALF, HALF + QUARTER, QUARTER)]
    return [way for way in ways if min(way - heading & MASK, heading - way & MASK) <= QUARTER]


def _along_static(sim: Simulation, obj: Obj, state: ManState, heading: int) -> list[int]:
    """Return the ways along the sides of a static object's part that lead away."""
    part = STATICS[sim.state.grid.static[state.met_cell]].shape[state.met_part]
    x, y = place_of_static(sim, state.met_cell)
    x, y = obj.x - x - part.dx, obj.y - y - part.dy
    west, north, east, south = part.box
    dx, dy = direction(heading)
    ways = []
    if not west <= x <= east:
        ways.append(0 if dy <= 0 else HALF)
    if not north <= y <= south:
        ways.append(QUARTER if dx >= 0 else HALF + QUARTER)
    return ways


# -- grenades --------------------------------------------------------------------------------------


def _can_throw(sim: Simulation, obj: Obj, state: ManState, threat: Obj, least: int) -> bool:
    """Return whether a man has a grenade, firm ground, and an enemy at the right distance."""
    if not state.grenades or threat.team == obj.team:
        return False
    far = dist(obj.x, obj.y, threat.x, threat.y)
    return least < far < FARTHEST_THROW and water_below(sim, obj) == DRY


def throw_now(sim: Simulation, obj: Obj, state: ManState) -> bool:
    """Lift the arm, then throw a grenade near the vehicle, the nearer the better he aims."""
    threat = parent_of(sim, obj)
    if threat is None:
        _mark(obj, state, Think.PICK)
        return False
    state.pose = Pose.THROW
    if state.frame != HANDS_UP:
        return False
    rand = sim.state.rand
    spread = dist(obj.x, obj.y, threat.x, threat.y) >> 18
    x = threat.x + (rand.below(spread) - rand.below(spread)) * ONE
    y = threat.y + (rand.below(spread) - rand.below(spread)) * ONE
    state.grenades -= 1
    grenade.throw(sim, obj.team, (obj.x, obj.y, obj.z), (x, y), obj)
    _mark(obj, state, Think.WAIT, sim.state.tick + 120 + rand.below(60))
    return False
