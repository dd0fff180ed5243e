"""Creating, destroying, parents, cells and the update of all (rules 1)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from uoserver.sim.events import Created, Destroyed
from uoserver.sim.grid import OUTSIDE
from uoserver.sim.kernel.fixmath import CELL
from uoserver.sim.lifecycle import (
    alive,
    create,
    deactivate,
    destroy_now,
    mark_for_delete,
    parent_of,
    reap,
    relink,
    set_parent,
    update_all,
)
from uoserver.sim.objects import DELETED, INACTIVE, POOL_SIZE, UNLINKED, Kind, List, Obj
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.simulation import ObjectClass, Simulation

HERE = 5 * CELL


class Stage:
    """A simulation of shadows, and what was done to them in order."""

    def __init__(self, *, recyclable: bool = False) -> None:
        self.log: list[tuple[str, int]] = []
        self.on_update: dict[int, Callable[[Obj], None]] = {}
        self.keeps: set[int] = set()
        self.init_answer = 1
        each = ObjectClass(
            "Shadow",
            init=self._init,
            update=self._update,
            destroy=self._destroy,
            detached=self._detached,
            recyclable=recyclable,
        )
        self.sim = Simulation({Kind.SHADOW: each})

    def _init(self, _sim: Simulation, obj: Obj, arg: int) -> int:
        self.log.append((f"init {arg}", obj.slot))
        return self.init_answer

    def _update(self, _sim: Simulation, obj: Obj) -> None:
        self.log.append(("update", obj.slot))
        if hook := self.on_update.get(obj.slot):
            hook(obj)

    def _destroy(self, _sim: Simulation, obj: Obj) -> bool:
        self.log.append(("destroy", obj.slot))
        return obj.slot not in self.keeps

    def _detached(self, _sim: Simulation, obj: Obj, parent: Obj) -> None:
        self.log.append((f"detached from {parent.slot}", obj.slot))

    def make(self, count: int = 1, arg: int = 0) -> list[Obj]:
        made = [create(self.sim, Kind.SHADOW, 0, HERE, HERE, 0, arg) for _ in range(count)]
        assert None not in made
        self.log.clear()
        return [obj for obj in made if obj]

    def shoot(self, _obj: Obj) -> None:
        """Create one more in an update."""
        assert create(self.sim, Kind.SHADOW, 0, HERE, HERE, 0)

    def pass_(self) -> list[int]:
        """Update all; return whose turns came."""
        self.log.clear()
        update_all(self.sim)
        return [slot for what, slot in self.log if what == "update"]

    def chain(self, cell: int) -> list[int]:
        slots, slot = [], self.sim.state.grid.chain[cell]
        while slot:
            slots.append(slot)
            slot = self.sim.state.pool.at(slot).chain_next
        return slots


CELL_HERE = 5 * 128 + 5


def test_a_new_object_is_linked_and_told() -> None:
    stage = Stage()
    obj = create(stage.sim, Kind.SHADOW, 1, HERE, HERE, 7, 42)
    assert obj is not None
    assert stage.log == [("init 42", 1)]
    assert obj.cell == CELL_HERE
    assert stage.sim.events == [Created(obj.id, Kind.SHADOW, 1)]
    assert isinstance(stage.sim.events[0], Created)


def test_init_may_refuse_or_keep_out_of_the_cells() -> None:
    stage = Stage()
    stage.init_answer = 0
    assert create(stage.sim, Kind.SHADOW, 0, HERE, HERE, 0) is None
    assert stage.sim.state.pool.free[-1] == 1
    assert stage.sim.events == []
    stage.init_answer = -1
    (obj,) = stage.make()
    assert obj.slot == 1
    assert obj.cell == UNLINKED
    assert stage.chain(CELL_HERE) == []
    relink(stage.sim, obj)
    assert obj.cell == UNLINKED
    check_like(stage)


def check_like(stage: Stage) -> None:
    """Look at all but the data, of which these shadows have none."""
    check_state(stage.sim.state)


def test_a_kind_without_a_class_is_never_made() -> None:
    assert create(Stage().sim, Kind.DRONE, 0, 0, 0, 0) is None


def test_what_is_created_in_an_update_has_its_turn_in_it() -> None:
    stage = Stage()
    stage.make(2)
    stage.on_update[1] = stage.shoot
    assert stage.pass_() == [1, 2, 3]


def test_also_what_the_last_object_creates_has_its_turn() -> None:
    stage = Stage()
    stage.make(2)
    stage.on_update[2] = stage.shoot
    assert stage.pass_() == [1, 2, 3]


def test_a_full_pool_gives_nothing_or_what_was_useless_longest() -> None:
    stage = Stage(recyclable=True)
    all_ = stage.make(POOL_SIZE - 1)
    assert create(stage.sim, Kind.SHADOW, 0, HERE, HERE, 0) is None
    deactivate(stage.sim, all_[6])
    deactivate(stage.sim, all_[3])
    new = create(stage.sim, Kind.SHADOW, 0, HERE, HERE, 0)
    assert new is not None
    assert new.slot == all_[6].slot
    assert new.id != all_[6].id
    stage.keeps.add(all_[3].slot)
    assert create(stage.sim, Kind.SHADOW, 0, HERE, HERE, 0) is None  # vetoed


@pytest.mark.parametrize("recyclable", [False, True])
def test_who_is_inactive_has_no_turn_but_keeps_his_cell(recyclable: bool) -> None:
    stage = Stage(recyclable=recyclable)
    one, two, _ = stage.make(3)
    deactivate(stage.sim, one)
    deactivate(stage.sim, two)
    assert stage.pass_() == [3]
    assert one.flags & INACTIVE
    assert one.slot in stage.chain(CELL_HERE)
    name = List.USELESS if recyclable else List.INACTIVE
    slots = [obj.slot for obj in stage.sim.state.pool.on(name)]
    assert slots == ([1, 2] if recyclable else [2, 1])
    check_like(stage)


def test_who_is_marked_goes_at_the_next_reaping_the_last_marked_first() -> None:
    stage = Stage()
    one, two, three = stage.make(3)
    for obj in (one, three, one, two):
        mark_for_delete(stage.sim, obj)
    assert not alive(one)
    reap(stage.sim)
    assert stage.log == [("destroy", 2), ("destroy", 3), ("destroy", 1)]
    assert one.flags == 0
    assert not alive(one)
    assert stage.sim.state.pool.free[-3:] == [2, 3, 1]


def test_a_veto_keeps_an_object_and_takes_the_mark_off() -> None:
    stage = Stage()
    (obj,) = stage.make()
    stage.keeps.add(obj.slot)
    mark_for_delete(stage.sim, obj)
    reap(stage.sim)
    assert not obj.flags & DELETED
    assert alive(obj)
    assert stage.pass_() == [1]
    assert not destroy_now(stage.sim, obj)
    mark_for_delete(stage.sim, obj)
    assert stage.sim.state.pool.doomed == [1]


def test_reaping_comes_before_the_update_and_after_each_object() -> None:
    stage = Stage()
    one, two, three, four = stage.make(4)
    mark_for_delete(stage.sim, one)
    stage.on_update[two.slot] = lambda _obj: mark_for_delete(stage.sim, three)
    stage.pass_()
    assert stage.log == [
        ("destroy", 1),
        ("update", 2),
        ("destroy", 3),
        ("update", four.slot),
    ]


def test_an_object_may_destroy_itself_in_its_turn() -> None:
    stage = Stage()
    one, two = stage.make(2)

    def go(obj: Obj) -> None:
        assert destroy_now(stage.sim, obj)

    stage.on_update[one.slot] = go
    assert stage.pass_() == [one.slot, two.slot]
    assert stage.sim.state.pool.slots[one.slot] is None


def test_an_object_destroyed_at_once_leaves_the_delete_queue() -> None:
    stage = Stage()
    (obj,) = stage.make()
    mark_for_delete(stage.sim, obj)
    assert destroy_now(stage.sim, obj)
    assert stage.sim.state.pool.doomed == []
    assert stage.sim.events[-1] == Destroyed(obj.id, Kind.SHADOW, 0)
    assert isinstance(stage.sim.events[-1], Destroyed)


def test_the_update_stops_at_once_when_the_match_does() -> None:
    stage = Stage()
    stage.make(3)

    def stop(_obj: Obj) -> None:
        stage.sim.state.running = False

    stage.on_update[2] = stop
    assert stage.pass_() == [1, 2]
    check_like(stage)


def test_parents_have_their_newest_child_first_and_hooks_are_called() -> None:
    stage = Stage()
    parent, one, two = stage.make(3)
    set_parent(stage.sim, one, parent)
    set_parent(stage.sim, two, parent)
    set_parent(stage.sim, one, parent)  # the same: nothing happens
    assert parent.children == [two.slot, one.slot]
    assert parent_of(stage.sim, one) is parent
    assert stage.log == []
    set_parent(stage.sim, two, one)
    assert stage.log == [(f"detached from {parent.slot}", two.slot)]
    assert (parent.children, one.children) == ([one.slot], [two.slot])
    set_parent(stage.sim, one, None)
    assert parent_of(stage.sim, one) is None
    check_like(stage)


def test_who_is_destroyed_leaves_his_parent_first_and_then_his_children() -> None:
    stage = Stage()
    parent, obj, child, last = stage.make(4)
    set_parent(stage.sim, obj, parent)
    set_parent(stage.sim, child, obj)
    set_parent(stage.sim, last, obj)
    destroy_now(stage.sim, obj)
    assert stage.log == [
        ("destroy", obj.slot),
        (f"detached from {parent.slot}", obj.slot),
        (f"detached from {obj.slot}", last.slot),
        (f"detached from {obj.slot}", child.slot),
    ]
    assert (parent.children, child.parent, last.parent) == ([], 0, 0)
    check_like(stage)


def test_the_newest_in_a_cell_is_the_first_of_its_chain() -> None:
    stage = Stage()
    one, two, three = stage.make(3)
    assert stage.chain(CELL_HERE) == [3, 2, 1]
    destroy_now(stage.sim, two)
    assert stage.chain(CELL_HERE) == [3, 1]
    destroy_now(stage.sim, three)
    assert stage.chain(CELL_HERE) == [1]
    destroy_now(stage.sim, one)
    assert stage.chain(CELL_HERE) == []


def test_who_comes_into_another_cell_is_the_first_there_who_stays_keeps_his_place() -> None:
    stage = Stage()
    one, two = stage.make(2)
    one.x += CELL - 1
    relink(stage.sim, one)
    assert stage.chain(CELL_HERE) == [2, 1]
    one.x += 1
    relink(stage.sim, one)
    two.x += CELL
    relink(stage.sim, two)
    assert stage.chain(CELL_HERE) == []
    assert stage.chain(CELL_HERE + 1) == [2, 1]
    check_like(stage)


def test_all_off_the_map_are_in_one_chain_the_last_moved_first() -> None:
    stage = Stage()
    one, two = stage.make(2)
    one.x = -1
    relink(stage.sim, one)
    two.y = 128 * CELL
    relink(stage.sim, two)
    assert one.cell == two.cell == OUTSIDE
    assert stage.chain(OUTSIDE) == [2, 1]
    one.x = -5 * CELL
    relink(stage.sim, one)
    assert stage.chain(OUTSIDE) == [1, 2]
    check_like(stage)
