"""What is true of every state between two frames: lists, chains, parents, ids, ranges.

The tests look after each step, and a save is looked through before it is used. What is true of one
object by its kind is in `kinds`, of a driver and what is his in `belongings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..bunker.lift import LiftState
from ..calls import Call
from ..defences import drone, submarine, turret
from ..effects.debris import DebrisState
from ..effects.explosion import ExplosionState
from ..effects.remains import RemainsState
from ..effects.ruins import SIDE_SHIFT
from ..grid import CELLS, JITTERS, Grid, cell_at
from ..match import MAX_DRIVERS
from ..objects import (
    ALIVE,
    DELETED,
    INACTIVE,
    POOL_SIZE,
    SLOT_MASK,
    UNLINKED,
    Kind,
    List,
    Obj,
    Pool,
)
from ..rules.carrying import FlagState
from ..rules.gate import GateState
from ..rules.manstate import ManState
from ..simulation import State
from ..statics import MAX_HITS
from ..tables.statics import STATICS
from ..tables.vehicles import VEHICLES
from ..timers import MAX_TIMERS
from ..vehicles.wreck import WreckState
from ..vehiclestate import VehicleState
from ..weapons.grenade import GrenadeState
from ..weapons.mine import MineState
from ..weapons.missile import ShellState
from .belongings import check_belongings
from .demands import InvariantError as InvariantError  # for those who ask here
from .demands import demand as _demand
from .kinds import check_kind
from .ranges import COUNTED, SIGNED, out_of_range
from .walkers import check_walkers

DATA_OF: Final[Mapping[Kind, type]] = {
    Kind.VEHICLE: VehicleState,
    Kind.LIFT: LiftState,
    Kind.WRECK: WreckState,
    Kind.MISSILE: ShellState,
    Kind.HOMING_MISSILE: ShellState,
    Kind.GRENADE: GrenadeState,
    Kind.MINE: MineState,
    Kind.EXPLOSION: ExplosionState,
    Kind.DEBRIS: DebrisState,
    Kind.REMAINS: RemainsState,
    Kind.TURRET: turret.TurretState,
    Kind.DRONE: drone.DroneState,
    Kind.SUBMARINE: submarine.SubmarineState,
    Kind.FLAG: FlagState,
    Kind.GATE: GateState,
    Kind.MAN: ManState,
}
"""The ``data`` of each kind that has any."""
MAX_SAVED_TIMERS: Final = MAX_TIMERS - MAX_DRIVERS
"""So many that each driver's loss of a vehicle finds room for its timer (`fate.lose`)."""
MOST_SIDE: Final = 3
"""Of a cell: that of a ruined fuel dump says which way it faces."""
_MOST_JITTER: Final = 12
_TEAMS: Final = (0, 1)


def check_state(state: State, *, saved: bool = False) -> None:
    """Raise InvariantError unless a state is whole.

    Whatever passes, passes after a frame, too, whatever the keys are and whoever comes or leaves.
    ``saved`` looks as `load` does: what counts has room for all times to come (`ranges.COUNTED`).
    """
    problem = next(out_of_range(state, saved=saved), "")
    _demand(not problem, problem)
    _demand(state.tower_pose is None, "no tower falls between two frames")
    _check_grid(state.grid)
    _check_pool(state.pool)
    _check_chains(state)
    _check_parents(state.pool)
    _check_sides(state)
    _check_calls(state)
    low, high = SIGNED
    came = state.moved_from or ()
    _demand(all(low <= each <= high for each in came), "who moved last came from a place")
    for number, driver in enumerate(state.drivers):
        _demand(driver.number == number, f"driver {number} is one")
    for obj in state.pool.slots:
        if obj is not None:
            known = type(obj.data) is DATA_OF.get(obj.kind, type(None))
            _demand(known, f"slot {obj.slot} has the data of its kind")
            check_kind(state, obj)
    check_belongings(state)
    check_walkers(state)


def _check_grid(grid: Grid) -> None:
    for name, most in (
        ("terrain", 0xFF),
        ("static", len(STATICS) - 1),
        ("side", MOST_SIDE),
        ("hits", MAX_HITS),
        ("mined", 1),
    ):
        cells: bytearray = getattr(grid, name)
        _demand(len(cells) == CELLS, f"{name} has not a byte for every cell")
        _demand(not cells.translate(None, bytes(range(most + 1))), f"{name} is at most {most}")
    _demand(len(grid.chain) == CELLS + 1, "a chain for every cell and one outside")
    _demand(len(grid.jitter) == JITTERS, "the jitter table has 256 entries")
    most = _MOST_JITTER
    _demand(
        all(-most <= x <= most and -most <= y <= most for x, y, _, _ in grid.jitter),
        f"what stands in a cell is moved by {most} pixels at most",
    )


def _check_pool(pool: Pool) -> None:
    _demand(len(pool.slots) == POOL_SIZE and pool.slots[0] is None, "slots, the first unused")
    _demand(len(pool.heads) == len(pool.tails) == len(List), "a head and a tail for every list")
    _demand(not pool.updating and not pool.cursor, "no update is going on")
    _demand(not pool.heads[List.FREE] and not pool.tails[List.FREE], "nobody is on the list FREE")
    _demand(not pool.serial & SLOT_MASK, "serials leave room for slots")
    used = [obj for obj in pool.slots if obj is not None]
    free = set(pool.free)
    _demand(len(free) == len(pool.free), "no slot is free twice")
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
    doomed = {obj.slot for obj in used if obj.flags & DELETED}
    _demand(sorted(doomed) == sorted(pool.doomed), "the doomed exist, and are marked, once")
    for obj in used:
        _demand(bool(obj.flags & ALIVE), f"slot {obj.slot} is alive")
        still = obj.where in (List.INACTIVE, List.USELESS)
        _demand(bool(obj.flags & INACTIVE) is still, f"slot {obj.slot} is active or not")


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
    linked = [obj for obj in pool.slots if obj is not None and obj.cell != UNLINKED]
    cells = {obj.cell for obj in linked}
    used = len(grid.chain) - grid.chain.count(0)
    _demand(used == len(cells), "who has a cell is in its chain")
    for cell in sorted(cells):
        before, slot = 0, grid.chain[cell]
        while slot:
            obj = _object(pool, slot, f"cell {cell}")
            _demand(slot not in seen, f"slot {slot} is in one chain, once")
            seen.add(slot)
            _demand(obj.cell == cell and obj.chain_prev == before, f"slot {slot} knows its cell")
            _demand(cell_at(obj.x, obj.y) == cell, f"slot {slot} is in its cell")
            before, slot = slot, obj.chain_next
    _demand(len(linked) == len(seen), "who has a cell is in its chain")


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
            _demand(not _is_own_ancestor(pool, obj), f"slot {obj.slot} is not its own ancestor")


def _is_own_ancestor(pool: Pool, obj: Obj) -> bool:
    slot = obj.parent
    for _ in range(POOL_SIZE):
        if slot in (0, obj.slot):
            break
        slot = _object(pool, slot, f"parent of {obj.slot}").parent
    return slot != 0


def _check_sides(state: State) -> None:
    _demand(len(state.sides) == len(_TEAMS), "there are two sides")
    for team, side in enumerate(state.sides):
        _demand(side.team == team, f"side {team} is one")
        for stock in (side.stock, side.first_stock):
            _demand(len(stock) == len(VEHICLES), "a stock of every type")


def _check_calls(state: State) -> None:
    timers = state.timers.entries
    _demand(len(timers) <= MAX_SAVED_TIMERS, f"there are {MAX_SAVED_TIMERS} timers at most")
    for timer in timers:
        _check_call(state, "timers", timer.call, timer.a, timer.b)
    _demand(sum(timer.remaining for timer in timers) <= COUNTED, "timers fire some day")
    for task in state.tasks.entries:
        _check_call(state, "tasks", task.call, task.a, task.b)


def _check_call(state: State, who: str, call: int, a: int, b: int) -> None:
    if call == Call.COME_BACK:
        _demand(0 <= a < len(state.drivers), f"{who} are for drivers")
    elif call == Call.RUIN:
        static, side = b & (1 << SIDE_SHIFT) - 1, b >> SIDE_SHIFT
        whole = static < len(STATICS) and 0 <= side <= MOST_SIDE
        _demand(0 <= a < CELLS and whole, f"{who} put ruins into cells")
    else:
        raise InvariantError(f"{who} do not call {call}")
