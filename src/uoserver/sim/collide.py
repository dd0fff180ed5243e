"""Whether an object can be where it is (rules: Collision; specification 4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from .classes import BLOCK, BLOCK_OTHER, SKIP_STATIC, ObjectClass
from .fixmath import ONE
from .grid import CELL_SHIFT, OUTSIDE, SIZE, centre, jitter_of
from .objects import NO_COLLISION, Obj
from .shapes import Form, Overlap, Part, Placed, Reach, Shape, overlap, reach
from .shapetable import SHAPES
from .simulation import Simulation
from .tables.statics import STATICS
from .touch import touch
from .world import Place

NORTH_EDGE: Final = 0x200001
"""A place at the very edge of the second row counts as being in the first."""
_REACHES: Final = tuple(reach(each.shape) for each in STATICS)
"""The box round each static object."""


def shape_of(sim: Simulation, obj: Obj) -> Shape:
    """Return an object's shape; none for what stops nothing."""
    special = sim.classes[obj.kind].shape
    return special(sim, obj) if special else SHAPES[obj.shape]


def placed(sim: Simulation, obj: Obj) -> Placed:
    """Return an object's shape where it is."""
    return Placed(shape_of(sim, obj), obj.x, obj.y, obj.z, obj.heading)


def place_of_static(sim: Simulation, cell: int) -> tuple[int, int]:
    """Return where a cell's static object stands: its middle, and for some a little beside it."""
    x, y = centre(cell)
    if STATICS[sim.state.grid.static[cell]].jitter:
        dx, dy, _, _ = jitter_of(sim.state.grid, cell)
        return x + dx * ONE, y + dy * ONE
    return x, y


def _swept(shape: Shape, obj: Obj, old: Place | None) -> Shape:
    """Return a shell's shape on the way it just went; a point where that is not known."""
    part = shape[0]
    if old is None:
        point = part._replace(form=Form.POINT, box=(0, 0, 0, 0), corners=(), low=0, high=0)
        return (point, *shape[1:])
    dx, dy, dz = old[0] - obj.x, old[1] - obj.y, obj.z - old[2]
    box = (min(dx, 0), min(dy, 0), max(dx, 0), max(dy, 0))
    low, high = min(-dz, 0), max(-dz, 0)
    return (part._replace(box=box, corners=((dx, dy),), low=low, high=high), *shape[1:])


def blocked(sim: Simulation, obj: Obj, old: Place | None = None) -> bool:
    """Return whether something stops an object where it is; tells all that it touches.

    Looks into its cell and the eight around, then at what is off the map when one of them is,
    and at the land. ``old`` is where it came from; None for one that only turned.
    """
    shape = shape_of(sim, obj)
    if not shape or obj.flags & NO_COLLISION:
        return False
    if shape[0].form is Form.SWEEP:
        shape = _swept(shape, obj, sim.state.moved_from)
    x, y, z = obj.x, obj.y, obj.z
    west, north, east, south, low, high = reach(shape)
    here = Reach(west + x, north + y, east + x, south + y, low + z, high + z)
    mover = _Mover(sim, obj, Placed(shape, x, y, z, obj.heading), here)
    return _grid_blocks(mover) or (not sim.world.flat and _land_blocks(mover, old))


class _Mover(NamedTuple):
    """Who moves, his shape where he is, and the box round that."""

    sim: Simulation
    obj: Obj
    at: Placed
    here: Reach


def _grid_blocks(mover: _Mover) -> bool:
    obj, grid = mover.obj, mover.sim.state.grid
    statics, chains = grid.static, grid.chain
    column, row = obj.x >> CELL_SHIFT, obj.y >> CELL_SHIFT
    beyond = False
    for y in (row, row - 1, row + 1):
        if not 0 <= y < SIZE or (y < row and obj.y < NORTH_EDGE):
            beyond = True
            continue
        for x in (column, column - 1, column + 1):
            if not 0 <= x < SIZE:
                beyond = True
                continue
            cell = y * SIZE + x
            static = statics[cell]
            if static and STATICS[static].shape and _static_blocks(mover, cell, static):
                return True
            if chains[cell] and _chain_blocks(mover, cell):
                return True
    return beyond and _chain_blocks(mover, OUTSIDE)


def _land_blocks(mover: _Mover, old: Place | None) -> bool:
    sim, obj, at, _ = mover
    start = old or (obj.x, obj.y, obj.z)
    shot = at.shape[0].form in (Form.SWEEP, Form.POINT)
    ask = sim.world.shot_stopped if shot else sim.world.hull_stopped
    if not ask(start, at):
        return False
    hook = sim.classes[obj.kind].hit_land
    return hook is None or bool(hook(sim, obj) & BLOCK)


def _far(here: Reach, other: Reach, x: int, y: int, z: int) -> bool:
    """Return whether boxes round two shapes are apart: then no parts of them can meet."""
    west, north, east, south, low, high = other
    return (
        west + x > here.east
        or east + x < here.west
        or north + y > here.south
        or south + y < here.north
        or low + z > here.high
        or high + z < here.low
    )


def _static_blocks(mover: _Mover, cell: int, static: int) -> bool:
    sim, obj, at, here = mover
    x, y = place_of_static(sim, cell)
    if _far(here, _REACHES[static], x, y, 0):
        return False
    met = overlap(at, Placed(STATICS[static].shape, x, y, 0))
    if met is None:
        return False
    answer = touch(sim, obj, cell, met.other)
    if answer & (BLOCK | SKIP_STATIC):
        return bool(answer & BLOCK)
    return _static_stops(sim, obj, cell, met.other)


def _static_stops(sim: Simulation, obj: Obj, cell: int, part: Part) -> bool:
    hook = sim.classes[obj.kind].hit_static
    return hook is None or bool(hook(sim, obj, cell, part) & BLOCK)


def _chain_blocks(mover: _Mover, cell: int) -> bool:
    sim, obj, at, here = mover
    pool = sim.state.pool
    own = sim.classes[obj.kind]
    slot = sim.state.grid.chain[cell]
    while slot:
        other = pool.at(slot)
        slot = other.chain_next
        if other is obj:
            continue
        shape = shape_of(sim, other)
        if not shape or _far(here, reach(shape), other.x, other.y, other.z):
            continue
        met = overlap(at, Placed(shape, other.x, other.y, other.z, other.heading))
        if met and _object_stops(sim, obj, own, other, met):
            return True
    return False


def _object_stops(sim: Simulation, obj: Obj, own: ObjectClass, other: Obj, met: Overlap) -> bool:
    """Ask the side with the lower priority's opponent (rules: Collision).

    The greater priority decides: as the mover with a bit, as the other with one exact answer.
    """
    theirs = sim.classes[other.kind]
    first_own = own.priority >= theirs.priority
    for ask_own in (first_own, not first_own):
        if ask_own and own.hit_object:
            return bool(own.hit_object(sim, obj, other, met) & BLOCK)
        if not ask_own and theirs.hit_object:
            return theirs.hit_object(sim, other, obj, met) == BLOCK_OTHER
    return True
