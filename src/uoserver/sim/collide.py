"""Whether an object can be where it is (rules: Collision; specification 4)."""

from __future__ import annotations

from typing import Final

from .answers import BLOCK, BLOCK_OTHER, SKIP_STATIC
from .grid import CELL_SHIFT, OUTSIDE, centre, jitter_of
from .kernel.fixmath import ONE
from .near import CELL_PX, HEIGHTS, PIXEL, cells_around, near
from .objects import NO_COLLISION, Obj
from .shapes import Form, Overlap, Part, Placed, Shape, overlap, reach
from .shapetable import REACHES, SHAPES, SOLIDS
from .simulation import ObjectClass, Simulation
from .tables.statics import STATICS
from .world import DEEP, DRY, Place

NORTH_EDGE: Final = 0x200001
"""A place at the very edge of the second row counts as being in the first."""
_SWEEP: Final = Form.SWEEP
"""In Python 3.11 it takes as long as a call to look a member up in its enum."""
_Here = tuple[int, int, int, int, int, int]
"""A `Reach` at its place."""


def shape_of(sim: Simulation, obj: Obj) -> Shape:
    """Return an object's shape; none for what stops nothing."""
    special = sim.classes[obj.kind].shape
    return special(sim, obj) if special else SHAPES[obj.shape]


def placed(sim: Simulation, obj: Obj) -> Placed:
    """Return an object's shape where it is."""
    return Placed(shape_of(sim, obj), obj.x, obj.y, obj.z, obj.heading)


def water_below(sim: Simulation, obj: Obj) -> int:
    """Return the water at the foot of an object, whatever its height; off the map it is deep."""
    cell, world = obj.cell, sim.world
    if cell == OUTSIDE:
        return DEEP
    return DRY if world.dry(cell) else world.water(cell, placed(sim, obj))


def place_of_static(sim: Simulation, cell: int) -> tuple[int, int]:
    """Return where a cell's static object stands: its middle, and for some a little beside it."""
    x, y = centre(cell)
    if STATICS[sim.state.grid.static[cell]].jitter:
        dx, dy, _, _ = jitter_of(sim.state.grid, cell)
        return x + dx * ONE, y + dy * ONE
    return x, y


def _swept(shape: Shape, obj: Obj, old: Place | None) -> Shape:
    """Return a shell's shape on the way it just went; a place as high where that is not known."""
    part = shape[0]
    if old is None:
        point = part._replace(form=Form.POINT, box=(0, 0, 0, 0), corners=())
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
    if shape[0].form is _SWEEP:
        shape = _swept(shape, obj, sim.state.moved_from)
    at = Placed(shape, obj.x, obj.y, obj.z, obj.heading)
    return _grid_blocks(sim, obj, at) or (not sim.world.flat and _land_blocks(sim, obj, at, old))


def _grid_blocks(sim: Simulation, obj: Obj, at: Placed) -> bool:
    shape, x, y, z, _ = at
    number = obj.shape
    around = REACHES[number] if shape is SHAPES[number] else reach(shape)
    west, north, east, south = around[0] + x, around[1] + y, around[2] + x, around[3] + y
    low, high = around[4] + z, around[5] + z
    here = (west, north, east, south, low, high)
    column, row = x >> CELL_SHIFT, y >> CELL_SHIFT
    left, top = column * CELL_PX, row * CELL_PX
    columns = near(0, (west >> PIXEL) - left, (east >> PIXEL) - left)
    rows = near(1, (north >> PIXEL) - top, (south >> PIXEL) - top)
    statics, chains, own = sim.state.grid.static, sim.state.grid.chain, obj.slot
    cells, beyond = cells_around(column, row, y >= NORTH_EDGE)
    for cell, column_bit, row_bit in cells:
        static = statics[cell]
        if columns[static] & column_bit and rows[static] & row_bit:
            lowest, highest = HEIGHTS[static]
            if lowest <= high and highest >= low and _static_blocks(sim, obj, at, cell):
                return True
        slot = chains[cell]
        if slot:
            if slot == own:  # mostly alone in its cell
                slot = obj.chain_next
            if slot and _chain_blocks(sim, obj, at, here, slot):
                return True
    return beyond and _chain_blocks(sim, obj, at, here, chains[OUTSIDE])


def _land_blocks(sim: Simulation, obj: Obj, at: Placed, old: Place | None) -> bool:
    start = old or (obj.x, obj.y, obj.z)
    shot = at.shape[0].form in (Form.SWEEP, Form.POINT)
    ask = sim.world.shot_stopped if shot else sim.world.hull_stopped
    if not ask(start, at):
        return False
    hook = sim.classes[obj.kind].hit_land
    return hook is None or bool(hook(sim, obj) & BLOCK)


def _static_blocks(sim: Simulation, obj: Obj, at: Placed, cell: int) -> bool:
    x, y = place_of_static(sim, cell)
    met = overlap(at, Placed(STATICS[sim.state.grid.static[cell]].shape, x, y, 0))
    if met is None:
        return False
    hook = sim.classes[obj.kind].touch
    answer = hook(sim, obj, cell, met.other) if hook else 0
    if answer & (BLOCK | SKIP_STATIC):
        return bool(answer & BLOCK)
    return _static_stops(sim, obj, cell, met.other)


def _static_stops(sim: Simulation, obj: Obj, cell: int, part: Part) -> bool:
    hook = sim.classes[obj.kind].hit_static
    return hook is None or bool(hook(sim, obj, cell, part) & BLOCK)


def _chain_blocks(sim: Simulation, obj: Obj, at: Placed, here: _Here, slot: int) -> bool:
    """Return whether an object of a chain, from a slot on, stops the mover.

    Most of them are ruled out by what they are or by the box round them, without a call.
    """
    slots = sim.state.pool.slots
    own, mask = sim.classes[obj.kind], at.shape[0].mask
    west, north, east, south, low, high = here
    while slot:
        other = slots[slot] or sim.state.pool.at(slot)
        slot = other.chain_next
        number = other.shape
        if number:
            if not SOLIDS[number] & mask:
                continue  # 500 shells in one place: 100 ms a frame instead of 720
            shape, around = SHAPES[number], REACHES[number]
        else:
            shape = shape_of(sim, other)
            if not shape:
                continue
            around = reach(shape)
        x, y, z = other.x, other.y, other.z
        if (
            west > x + around[2]
            or east < x + around[0]
            or north > y + around[3]
            or south < y + around[1]
            or low > z + around[5]
            or high < z + around[4]
            or other is obj
        ):
            continue
        met = overlap(at, Placed(shape, x, y, z, other.heading))
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
