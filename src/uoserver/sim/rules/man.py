"""Soldiers: out of a building or a wreck, away from vehicles (rules 11; specification 10: MAN).

How they run stands in `running`.
"""

from __future__ import annotations

from typing import Final

from ..answers import BLOCK
from ..collide import blocked, water_below
from ..effects.remains import RemainsState
from ..events import Damaged, ManKilled, Sound
from ..grid import OUTSIDE, centre
from ..kernel.fixmath import ONE, approach, mul, wrap
from ..kernel.headings import direction
from ..lifecycle import alive, create, mark_for_delete, relink
from ..objects import Kind, Obj
from ..shapes import Overlap, Part
from ..shapetable import MAN
from ..simulation import Simulation
from ..tables.effects import Remains
from ..tables.statics import STATICS
from ..targets import seen
from ..weapons.credit import NOBODY, driver_of
from ..world import DRY
from .manstate import GRENADES, LEAVING, ManState, Pose, Think, state_of
from .running import flee, pick, stand, throw_now, wait

UNSEEN_TICKS: Final = 120
FRAME: Final = 0x3333
"""Of the pictures, a tick."""
READY: Final = 6 * ONE
"""The frame at which a grenade leaves the hand, and with which one begins."""
LOOPS: Final = {Pose.WALK: (0, 6), Pose.SWIM: (10, 8), Pose.TREAD: (18, 2)}
"""First frame and how many."""
ENDS: Final = {Pose.STAND: 9 * ONE, Pose.THROW: READY}
HEADINGS: Final = 8
"""Of 64: they come out to the north, 22 degrees to either side."""
STEP: Final = 4
MOST_STEPS: Final = 64
"""Of the way out of a building, against rows of them that nobody gets out of."""
BESIDE: Final = ((-4, 0), (4, 0), (-4, -3), (4, -3), (0, -3), (-4, 1), (4, 1), (0, 1))
"""Where there is room beside another man, in pixels."""
BODIES: Final = (Remains.MAN, Remains.MAN_2, Remains.MAN_3)
_MOST_THOUGHTS: Final = 4
_LED: Final = int(Think.LED)


def init(sim: Simulation, obj: Obj, arg: int) -> int:
    """Make a new object a man: out of the building in cell ``arg`` - 1, or with 0 where he is."""
    rand = sim.state.rand
    if arg:
        _enter(sim, obj, arg - 1)
    state = ManState(GRENADES[rand.below(len(GRENADES))], sim.state.tick, READY)
    obj.data, obj.shape, obj.think = state, MAN, Think.LEAVE
    obj.heading = (rand.below(HEADINGS) - HEADINGS // 2 & 63) << 16
    return 1


def _enter(sim: Simulation, obj: Obj, cell: int) -> None:
    """Put a man into the western half of a building, on the line through its middle."""
    rand, shape = sim.state.rand, STATICS[sim.state.grid.static[cell]].shape
    obj.x, obj.y = centre(cell)
    if shape:
        west, north, east, _ = shape[0].box
        obj.x += shape[0].dx + west + (rand.below(east - west >> 17) << 16)
        obj.y += shape[0].dy - (rand.below(-north) & ~0xFFFF)


def update(sim: Simulation, obj: Obj) -> None:
    """Let a man do what he is about, as long as somebody sees him."""
    state, tick = state_of(obj), sim.state.tick
    if obj.think == _LED:
        return
    for _ in range(_MOST_THOUGHTS):
        if not _THOUGHTS[obj.think](sim, obj, state):
            break
    if not alive(obj):
        return
    if seen(sim, obj):
        state.seen = tick
    elif state.seen + UNSEEN_TICKS < tick:
        mark_for_delete(sim, obj)
    _animate(state, FRAME * sim.state.dt)


def _animate(state: ManState, step: int) -> None:
    if state.pose in ENDS:
        state.frame = approach(state.frame, ENDS[state.pose], step, step)
        return
    first, count = LOOPS[state.pose]
    state.frame = first * ONE + (state.frame - first * ONE + step) % (count * ONE)


# -- out of the building ---------------------------------------------------------------------------


def _leave(sim: Simulation, obj: Obj, state: ManState) -> bool:
    """Walk until no static object is in the way, at once; make room beside another man."""
    dx, dy = direction(obj.heading)
    obj.flags |= LEAVING
    for _ in range(MOST_STEPS):
        if _free_of_statics(sim, obj, state):
            break
        _put(sim, obj, obj.x + mul(dx, STEP * ONE), obj.y + mul(dy, STEP * ONE))
    out = state.met_cell == OUTSIDE and (not state.met_object or _beside(sim, obj, state))
    obj.flags &= ~LEAVING
    if not out:
        mark_for_delete(sim, obj)
        return False
    obj.think = Think.PICK
    return alive(obj)


def _free_of_statics(sim: Simulation, obj: Obj, state: ManState) -> bool:
    state.met_cell, state.met_object = OUTSIDE, 0
    blocked(sim, obj)
    return state.met_cell == OUTSIDE


def _put(sim: Simulation, obj: Obj, x: int, y: int) -> None:
    obj.x, obj.y = wrap(x), wrap(y)
    relink(sim, obj)


def _beside(sim: Simulation, obj: Obj, state: ManState) -> bool:
    """Find room beside the man one came out into; return whether there is any."""
    other = sim.state.pool.get(state.met_object)
    x, y = obj.x, obj.y
    if other is not None and other.kind is Kind.MAN:
        for dx, dy in BESIDE:
            _put(sim, obj, x + dx * ONE, y + dy * ONE)
            if _free_of_statics(sim, obj, state) and not state.met_object:
                return True
    return False


_THOUGHTS: Final = (_leave, pick, flee, stand, throw_now, wait)
"""By `Think`: each answers whether the next is to be thought in the same frame."""


# -- what happens to him ---------------------------------------------------------------------------


def hit_static(sim: Simulation, obj: Obj, cell: int, part: Part) -> int:
    """Note what a man walks into; it stops him, but on his way out."""
    state = state_of(obj)
    state.met_cell = cell
    state.met_part = STATICS[sim.state.grid.static[cell]].shape.index(part)
    return 0 if obj.flags & LEAVING else BLOCK


def hit_object(sim: Simulation, obj: Obj, other: Obj, _met: Overlap) -> int:
    """Die under a vehicle; note everything else, which stops him and is not stopped by him."""
    if other.kind is Kind.VEHICLE:
        _kill(sim, obj, other)
        return 0
    state_of(obj).met_object = other.id
    return 0 if obj.flags & LEAVING else BLOCK


def damage(sim: Simulation, obj: Obj, amount: int, source: Obj | None) -> None:
    """Die of any hit, but for a driver on foot, who dies of hits of one hit point together."""
    state = state_of(obj)
    if amount <= 0:
        return
    if state.by != NOBODY:
        sim.events.append(Damaged(obj.id, amount, source.id if source else 0))
        state.hits -= amount
        if state.hits > 0:
            return
    _kill(sim, obj, source)


def is_body(remains: Obj) -> bool:
    """Return whether remains are those of a man."""
    return isinstance(remains.data, RemainsState) and remains.data.what in BODIES


def _kill(sim: Simulation, obj: Obj, source: Obj | None) -> None:
    """Let a man die; his body lies where it is dry."""
    if not alive(obj):
        return
    mark_for_delete(sim, obj)
    sim.events.append(ManKilled(obj.id, obj.team, driver_of(source), state_of(obj).by))
    sim.events.append(Sound("ManCrush", obj.x, obj.y, obj.z, obj.id))
    if water_below(sim, obj) == DRY:
        what = BODIES[sim.state.rand.below(len(BODIES))]
        create(sim, Kind.REMAINS, obj.team, obj.x, obj.y, 0, what)
