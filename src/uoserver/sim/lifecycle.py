"""Creating and destroying objects, and the update of them all (rules: Object pool)."""

from __future__ import annotations

from .events import Created, Destroyed
from .grid import OUTSIDE, cell_at
from .objects import ALIVE, DELETED, INACTIVE, UNLINKED, Kind, List, Obj
from .simulation import Simulation


def link(sim: Simulation, obj: Obj) -> None:
    """Put an object at the head of its cell's chain."""
    chain, pool = sim.state.grid.chain, sim.state.pool
    cell = cell_at(obj.x, obj.y)
    head = chain[cell]
    obj.cell, obj.chain_prev, obj.chain_next = cell, 0, head
    if head:
        pool.at(head).chain_prev = obj.slot
    chain[cell] = obj.slot


def unlink(sim: Simulation, obj: Obj) -> None:
    """Take an object out of its cell's chain."""
    if obj.cell == UNLINKED:
        return
    pool = sim.state.pool
    if obj.chain_prev:
        pool.at(obj.chain_prev).chain_next = obj.chain_next
    else:
        sim.state.grid.chain[obj.cell] = obj.chain_next
    if obj.chain_next:
        pool.at(obj.chain_next).chain_prev = obj.chain_prev
    obj.cell, obj.chain_next, obj.chain_prev = UNLINKED, 0, 0


def relink(sim: Simulation, obj: Obj) -> None:
    """Bring an object's cell up to date after its place was set.

    Who is off the map comes to the head of that chain each time.
    """
    cell, before = cell_at(obj.x, obj.y), obj.cell
    if (cell != before or cell == OUTSIDE) and before != UNLINKED:
        unlink(sim, obj)
        link(sim, obj)


def create(
    sim: Simulation, kind: Kind, team: int, x: int, y: int, z: int, arg: int = 0
) -> Obj | None:
    """Return a new object, or None when the pool is full or its class does not want it.

    A kind that the simulation has no class for is never made. A new object is updated in the frame
    that is going on. When the pool is full, the object longest on the list of the useless makes
    room.
    """
    pool = sim.state.pool
    if kind not in sim.classes:
        return None
    obj = pool.take(kind, team, x, y, z)
    if obj is None and (old := pool.heads[List.USELESS]):
        destroy_now(sim, pool.at(old))
        obj = pool.take(kind, team, x, y, z)
    if obj is None:
        return None
    result = sim.classes[kind].init(sim, obj, arg)
    if not result:
        pool.give_back(obj)
        return None
    if result > 0:
        link(sim, obj)
    sim.events.append(Created(obj.id, kind, team))
    return obj


def mark_for_delete(sim: Simulation, obj: Obj) -> None:
    """Let an object go at the next reaping; to mark it twice is harmless."""
    if not obj.flags & DELETED:
        obj.flags |= DELETED
        sim.state.pool.doomed.append(obj.slot)


def destroy_now(sim: Simulation, obj: Obj) -> bool:
    """Destroy an object at once unless its class objects; while all are updated only oneself."""
    pool = sim.state.pool
    if obj.flags & DELETED:
        obj.flags &= ~DELETED
        pool.doomed.remove(obj.slot)
    if not sim.classes[obj.kind].destroy(sim, obj):
        return False
    set_parent(sim, obj, None)
    for slot in list(obj.children):
        set_parent(sim, pool.at(slot), None)
    unlink(sim, obj)
    sim.events.append(Destroyed(obj.id, obj.kind, obj.team))
    pool.give_back(obj)
    return True


def reap(sim: Simulation) -> None:
    """Destroy all that is marked, the last marked first."""
    pool = sim.state.pool
    while pool.doomed:
        destroy_now(sim, pool.at(pool.doomed[-1]))


def deactivate(sim: Simulation, obj: Obj) -> None:
    """Update an object no more; it stays in its cell."""
    pool = sim.state.pool
    pool.remove(obj)
    obj.flags |= INACTIVE
    if sim.classes[obj.kind].recyclable:
        pool.append(obj, List.USELESS)
    else:
        pool.prepend(obj, List.INACTIVE)


def set_parent(sim: Simulation, obj: Obj, parent: Obj | None) -> None:
    """Give an object a parent, as its newest child, or none."""
    pool = sim.state.pool
    slot = parent.slot if parent else 0
    if obj.parent == slot:
        return
    if obj.parent:
        old = pool.at(obj.parent)
        old.children.remove(obj.slot)
        obj.parent = 0
        if hook := sim.classes[obj.kind].detached:
            hook(sim, obj, old)
    if parent is not None:
        obj.parent = slot
        parent.children.insert(0, obj.slot)


def parent_of(sim: Simulation, obj: Obj) -> Obj | None:
    """Return an object's parent."""
    return sim.state.pool.at(obj.parent) if obj.parent else None


def update_all(sim: Simulation) -> None:
    """Update every active object, in the order of the list, while the match runs.

    Who is created meanwhile has his turn, too. What is marked is reaped before, and after each.
    """
    state, pool, classes = sim.state, sim.state.pool, sim.classes
    reap(sim)
    pool.updating = True
    slots, updates = pool.slots, {kind: each.update for kind, each in classes.items()}
    slot = pool.heads[List.ACTIVE]
    while slot and state.running:
        obj = slots[slot] or pool.at(slot)
        pool.cursor = obj.next
        updates[obj.kind](sim, obj)
        if pool.doomed:
            reap(sim)
        slot = pool.cursor
    pool.updating = False
    pool.cursor = 0


def alive(obj: Obj) -> bool:
    """Return whether an object exists and is not about to go."""
    return bool(obj.flags & ALIVE) and not obj.flags & DELETED
