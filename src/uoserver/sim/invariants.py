"""What is true of every state between two frames: lists, chains, parents, ids, ranges.

The tests look after each step, and a save is looked through before it is used.
"""

from __future__ import annotations

from .grid import CELLS, JITTERS, cell_at
from .objects import POOL_SIZE, SLOT_MASK, UNLINKED, Kind, List, Obj, Pool
from .sides import Mode, Side
from .simulation import State
from .tables.statics import STATIC_COUNT


class InvariantError(ValueError):
    """A state that cannot be; the text says what is wrong."""


def _demand(condition: bool, problem: str) -> None:
    if not condition:
        raise InvariantError(problem)


def check_state(state: State) -> None:
    """Raise InvariantError unless a state is whole."""
    _check_grid(state)
    _check_pool(state.pool)
    _check_chains(state)
    _check_parents(state.pool)
    _check_drivers(state)


def _check_grid(state: State) -> None:
    grid = state.grid
    for name in ("terrain", "static", "side", "hits", "mined"):
        _demand(len(getattr(grid, name)) == CELLS, f"{name} has not a byte for every cell")
    _demand(len(grid.chain) == CELLS + 1, "a chain for every cell and one outside")
    _demand(len(grid.jitter) == JITTERS, "the jitter table has 256 entries")
    _demand(max(grid.static) < STATIC_COUNT, "static objects are known")


def _check_pool(pool: Pool) -> None:
    _demand(len(pool.slots) == POOL_SIZE and pool.slots[0] is None, "slots, the first unused")
    _demand(len(pool.heads) == len(pool.tails) == len(List), "a head and a tail for every list")
    _demand(not pool.updating and not pool.cursor, "no update is going on")
    used = [obj for obj in pool.slots if obj is not None]
    free = set(pool.free)
    _demand(len(free) == len(pool.free), "no slot is free twice")
    _demand(all(0 < slot < POOL_SIZE for slot in free), "free slots exist")
    _demand(all(pool.slots[slot] is None for slot in free), "free slots are empty")
    _demand(len(used) + len(free) == POOL_SIZE - 1, "every slot is used or free")
    for slot, obj in enumerate(pool.slots):
        if obj is not None:
            _demand(obj.slot == slot == obj.id & SLOT_MASK, f"object in slot {slot} has its number")
    seen: set[int] = set()
    for name in List:
        if name is not List.FREE:
            _check_list(pool, name, seen)
    _demand(len(seen) == len(used), "every object is on a list")
    for slot in pool.doomed:
        _demand(0 < slot < POOL_SIZE and pool.slots[slot] is not None, "the doomed exist")


def _object(pool: Pool, slot: int, where: str) -> Obj:
    obj = pool.slots[slot] if 0 < slot < POOL_SIZE else None
    if obj is None:
        raise InvariantError(f"{where} names slot {slot}, which is free")
    return obj


def _check_list(pool: Pool, name: List, seen: set[int]) -> None:
    before, slot = 0, pool.heads[name]
    while slot:
        obj = _object(pool, slot, name.name)
        _demand(slot not in seen, f"slot {slot} is on one list, once")
        seen.add(slot)
        _demand(obj.where is name and obj.prev == before, f"slot {slot} knows its list")
        before, slot = slot, obj.next
    _demand(pool.tails[name] == before, f"{name.name} ends at its tail")


def _check_chains(state: State) -> None:
    pool, grid = state.pool, state.grid
    seen: set[int] = set()
    for cell, head in enumerate(grid.chain):
        before, slot = 0, head
        while slot:
            obj = _object(pool, slot, f"cell {cell}")
            _demand(slot not in seen, f"slot {slot} is in one chain, once")
            seen.add(slot)
            _demand(obj.cell == cell and obj.chain_prev == before, f"slot {slot} knows its cell")
            _demand(cell_at(obj.x, obj.y) == cell, f"slot {slot} is in its cell")
            before, slot = slot, obj.chain_next
    linked = sum(obj is not None and obj.cell != UNLINKED for obj in pool.slots)
    _demand(linked == len(seen), "who has a cell is in its chain")


def _check_parents(pool: Pool) -> None:
    for obj in pool.slots:
        if obj is None:
            continue
        _demand(len(set(obj.children)) == len(obj.children), "no child twice")
        for slot in obj.children:
            child = _object(pool, slot, f"children of {obj.slot}")
            _demand(child.parent == obj.slot, f"slot {slot} knows its parent")
        if obj.parent:
            parent = _object(pool, obj.parent, f"parent of {obj.slot}")
            _demand(obj.slot in parent.children, f"slot {obj.slot} is a child of its parent")


def _check_drivers(state: State) -> None:
    for number, driver in enumerate(state.drivers):
        _demand(driver.number == number and driver.team in (0, 1), f"driver {number} is one")
        obj = state.pool.get(driver.vehicle) if driver.vehicle else None
        if obj is not None:
            _demand(obj.kind is Kind.VEHICLE, f"driver {number} drives a vehicle")
        if driver.view.mode is Mode.GONE:
            _demand(not driver.vehicle, f"driver {number} left no vehicle")
    _demand(len(state.sides) == 2, "there are two sides")
    for side in state.sides:
        _check_queue(state, side)


def _check_queue(state: State, side: Side) -> None:
    _demand(len(set(side.queue)) == len(side.queue), "nobody queues twice")
    for number in side.queue:
        _demand(0 <= number < len(state.drivers), f"driver {number} of a queue is one")
        driver = state.drivers[number]
        waits = driver.view.mode is Mode.LAUNCH and not driver.view.lift
        _demand(waits and driver.team == side.team, f"driver {number} waits for a lift")
