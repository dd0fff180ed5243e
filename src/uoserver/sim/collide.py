"""Whether an object can be where it is (rules: Collision; specification 4)."""

from __future__ import annotations

from .classes import BLOCK, BLOCK_OTHER, SKIP_STATIC, ObjectClass
from .fixmath import ONE
from .grid import OUTSIDE, cell_number, centre, jitter_of
from .objects import NO_COLLISION, Obj
from .shapes import Form, Overlap, Part, Placed, Shape, overlap
from .shapetable import SHAPES
from .simulation import Simulation
from .tables.statics import STATICS
from .touch import touch

NORTH_EDGE = 0x200001
"""A place at the very edge of the second row counts as being in the first."""


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


def _swept(shape: Shape, obj: Obj, old: tuple[int, int, int] | None) -> Shape:
    """Return a shell's shape on the way it just went; a point where that is not known."""
    part = shape[0]
    if old is None:
        point = part._replace(form=Form.POINT, box=(0, 0, 0, 0), corners=(), low=0, high=0)
        return (point, *shape[1:])
    dx, dy, dz = old[0] - obj.x, old[1] - obj.y, obj.z - old[2]
    box = (min(dx, 0), min(dy, 0), max(dx, 0), max(dy, 0))
    low, high = min(-dz, 0), max(-dz, 0)
    return (part._replace(box=box, corners=((dx, dy),), low=low, high=high), *shape[1:])


def blocked(sim: Simulation, obj: Obj) -> bool:
    """Return whether something stops an object where it is; tells all that it touches.

    Looks into its cell and the eight around, then at what is off the map when one of them is.
    """
    shape = shape_of(sim, obj)
    if not shape or obj.flags & NO_COLLISION:
        return False
    if shape[0].form is Form.SWEEP:
        shape = _swept(shape, obj, sim.state.moved_from)
    at = Placed(shape, obj.x, obj.y, obj.z, obj.heading)
    column, row = obj.x >> 21, obj.y >> 21
    beyond = False
    for dy in (0, -1, 1):
        if dy == -1 and obj.y < NORTH_EDGE:
            beyond = True
            continue
        for dx in (0, -1, 1):
            cell = cell_number(column + dx, row + dy)
            if cell == OUTSIDE:
                beyond = True
            elif _cell_blocks(sim, obj, at, cell):
                return True
    return beyond and _chain_blocks(sim, obj, at, OUTSIDE)


def _cell_blocks(sim: Simulation, obj: Obj, at: Placed, cell: int) -> bool:
    grid = sim.state.grid
    static = grid.static[cell]
    if static and (shape := STATICS[static].shape):
        x, y = place_of_static(sim, cell)
        if met := overlap(at, Placed(shape, x, y, 0)):
            answer = touch(sim, obj, cell, met.other)
            if answer & BLOCK:
                return True
            if not answer & SKIP_STATIC and _static_stops(sim, obj, cell, met.other):
                return True
    return bool(grid.chain[cell]) and _chain_blocks(sim, obj, at, cell)


def _static_stops(sim: Simulation, obj: Obj, cell: int, part: Part) -> bool:
    hook = sim.classes[obj.kind].hit_static
    return hook is None or bool(hook(sim, obj, cell, part) & BLOCK)


def _chain_blocks(sim: Simulation, obj: Obj, at: Placed, cell: int) -> bool:
    pool = sim.state.pool
    own = sim.classes[obj.kind]
    slot = sim.state.grid.chain[cell]
    while slot:
        other = pool.at(slot)
        slot = other.chain_next
        if other is obj:
            continue
        met = overlap(at, placed(sim, other))
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
