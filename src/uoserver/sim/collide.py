"""Whether an object can be where it is (rules: Collision; specification 4)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from .classes import BLOCK, BLOCK_OTHER, SKIP_STATIC, ObjectClass
from .fixmath import CELL, HALF_CELL, ONE
from .grid import CELL_SHIFT, OUTSIDE, SIZE, centre, jitter_of
from .objects import NO_COLLISION, Obj
from .shapes import Form, Overlap, Part, Placed, Reach, Shape, overlap, reach
from .shapetable import REACHES, SHAPES
from .simulation import Simulation
from .tables.statics import STATICS, Static
from .touch import touch
from .world import Place

NORTH_EDGE: Final = 0x200001
"""A place at the very edge of the second row counts as being in the first."""
_MOST_JITTER: Final = 12 * ONE
_NEVER: Final = Reach(0, 0, 0, 0, 1 << 40, -1 << 40)
"""Far from everything."""


def _around(static: Static) -> Reach:
    """Return the box round a static object wherever it stands in its cell."""
    if not static.shape:
        return _NEVER
    west, north, east, south, low, high = reach(static.shape)
    by = _MOST_JITTER if static.jitter else 0
    return Reach(west - by, north - by, east + by, south + by, low, high)


_AROUND: Final = tuple(_around(static) for static in STATICS)


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
    if shape[0].form is Form.SWEEP:
        shape = _swept(shape, obj, sim.state.moved_from)
    at = Placed(shape, obj.x, obj.y, obj.z, obj.heading)
    mover = _Mover(sim, obj, at, _here(shape, obj))
    return _grid_blocks(mover) or (not sim.world.flat and _land_blocks(mover, old))


def _here(shape: Shape, obj: Obj) -> Reach:
    """Return the box round a shape where its object is: what is apart from it cannot be met."""
    x, y, z = obj.x, obj.y, obj.z
    west, north, east, south, low, high = (
        REACHES[obj.shape] if shape is SHAPES[obj.shape] else reach(shape)
    )
    return Reach(west + x, north + y, east + x, south + y, low + z, high + z)


class _Mover(NamedTuple):
    """Who moves, his shape where he is, and the box round that."""

    sim: Simulation
    obj: Obj
    at: Placed
    here: Reach


@lru_cache(maxsize=1024)
def _cells(column: int, row: int, north: bool) -> tuple[tuple[tuple[int, int, int], ...], bool]:
    """Return the cells to look into with their middles, in order, and whether one is off the map.

    Without ``north`` those of the row above are off the map.
    """
    rows = (row, row - 1, row + 1)
    columns = (column, column - 1, column + 1)
    inside = [
        (y * SIZE + x, x * CELL + HALF_CELL, y * CELL + HALF_CELL)
        for y in rows
        for x in columns
        if 0 <= y < SIZE and 0 <= x < SIZE and (north or y >= row)
    ]
    return tuple(inside), len(inside) < len(rows) * len(columns)


def _grid_blocks(mover: _Mover) -> bool:
    sim, obj, _, (here_west, here_north, here_east, here_south, here_low, here_high) = mover
    statics, chains = sim.state.grid.static, sim.state.grid.chain
    cells, beyond = _cells(obj.x >> CELL_SHIFT, obj.y >> CELL_SHIFT, obj.y >= NORTH_EDGE)
    for cell, x, y in cells:
        west, north, east, south, low, high = _AROUND[statics[cell]]
        if (
            west + x <= here_east
            and east + x >= here_west
            and north + y <= here_south
            and south + y >= here_north
            and low <= here_high
            and high >= here_low
            and _static_blocks(mover, cell)
        ):
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


def _static_blocks(mover: _Mover, cell: int) -> bool:
    sim, obj, at, _ = mover
    x, y = place_of_static(sim, cell)
    met = overlap(at, Placed(STATICS[sim.state.grid.static[cell]].shape, x, y, 0))
    if met is None:
        return False
    answer = touch(sim, obj, cell, met.other)
    if answer & (BLOCK | SKIP_STATIC):
        return bool(answer & BLOCK)
    return _static_stops(sim, obj, cell, met.other)


def _static_stops(sim: Simulation, obj: Obj, cell: int, part: Part) -> bool:
    hook = sim.classes[obj.kind].hit_static
    return hook is None or bool(hook(sim, obj, cell, part) & BLOCK)


def _apart(a: Reach, b: Reach) -> bool:
    return (
        a.west > b.east
        or a.east < b.west
        or a.north > b.south
        or a.south < b.north
        or a.low > b.high
        or a.high < b.low
    )


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
        if not shape or _apart(here, _here(shape, other)):
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
