"""The pool: slots, ids and lists (rules 1)."""

from __future__ import annotations

import pytest

from uoserver.sim.objects import (
    ALIVE,
    CRUSHED,
    DELETED,
    INACTIVE,
    NO_COLLISION,
    POOL_SIZE,
    Kind,
    List,
    Obj,
    Pool,
)


def take(pool: Pool) -> Obj:
    obj = pool.take(Kind.MISSILE, 0, 1, 2, 3)
    assert obj is not None
    return obj


def order(pool: Pool, name: List = List.ACTIVE) -> list[int]:
    forwards = [obj.slot for obj in pool.on(name)]
    backwards, slot = [], pool.tails[name]
    while slot:
        backwards.append(slot)
        slot = pool.at(slot).prev
    assert backwards == forwards[::-1]
    return forwards


def test_slots_are_given_out_from_1_in_order_and_0_never() -> None:
    pool = Pool()
    slots = [take(pool).slot for _ in range(POOL_SIZE - 1)]
    assert slots == list(range(1, POOL_SIZE))
    assert pool.take(Kind.MISSILE, 0, 0, 0, 0) is None
    assert pool.slots[0] is None


def test_the_slot_that_was_freed_last_is_given_out_next() -> None:
    pool = Pool()
    one, two, _ = take(pool), take(pool), take(pool)
    pool.give_back(one)
    pool.give_back(two)
    assert [take(pool).slot for _ in range(3)] == [two.slot, one.slot, 4]


def test_an_id_is_a_slot_and_a_serial_that_grows_with_every_object() -> None:
    pool = Pool()
    one = take(pool)
    assert one.id == 1 | 0x200
    pool.give_back(one)
    assert take(pool).id == 1 | 0x400
    assert take(pool).id == 2 | 0x600


def test_serials_begin_again_after_32_bits() -> None:
    pool = Pool(serial=0xFFFFFE00)
    assert take(pool).id == 1


def test_an_id_of_an_object_that_is_gone_finds_nothing() -> None:
    pool = Pool()
    one = take(pool)
    assert pool.get(one.id) is one
    pool.give_back(one)
    assert pool.get(one.id) is None
    other = take(pool)
    assert other.slot == one.slot
    assert pool.get(one.id) is None
    assert pool.get(0) is None


def test_a_new_object_has_its_place_and_nothing_else() -> None:
    obj = take(Pool())
    assert (obj.kind, obj.team, obj.x, obj.y, obj.z) == (Kind.MISSILE, 0, 1, 2, 3)
    assert (obj.flags, obj.heading, obj.speed, obj.parent, obj.children) == (0x40, 0, 0, 0, [])


def test_a_free_slot_has_no_object() -> None:
    with pytest.raises(LookupError, match="slot 5 is free"):
        Pool().at(5)


def test_objects_go_to_the_tail_or_the_head_of_a_list() -> None:
    pool = Pool()
    one, two, three = take(pool), take(pool), take(pool)
    assert order(pool) == [1, 2, 3]
    for obj in (one, two):
        pool.remove(obj)
        pool.prepend(obj, List.INACTIVE)
    assert order(pool, List.INACTIVE) == [2, 1]
    assert order(pool) == [3]
    assert one.where is List.INACTIVE
    pool.remove(three)
    assert order(pool) == []
    assert three.where is List.FREE


@pytest.mark.parametrize("slot", [1, 2, 3])
def test_an_object_is_taken_from_any_place_in_a_list(slot: int) -> None:
    pool = Pool()
    for _ in range(3):
        take(pool)
    pool.remove(pool.at(slot))
    assert order(pool) == [each for each in (1, 2, 3) if each != slot]
    pool.remove(pool.at(slot))  # who is on no list stays there
    assert len(order(pool)) == 2


@pytest.mark.parametrize(
    ("after", "moved", "result"),
    [(1, 3, [1, 3, 2]), (3, 1, [2, 3, 1]), (1, 2, [1, 2, 3]), (2, 2, [1, 2, 3])],
)
def test_an_object_is_put_behind_another(after: int, moved: int, result: list[int]) -> None:
    pool = Pool()
    for _ in range(3):
        take(pool)
    pool.insert_after(pool.at(after), pool.at(moved))
    assert order(pool) == result


def test_an_object_is_put_behind_one_on_another_list() -> None:
    pool = Pool()
    one, two = take(pool), take(pool)
    pool.remove(one)
    pool.append(one, List.USELESS)
    pool.insert_after(one, two)
    assert order(pool, List.USELESS) == [1, 2]
    assert two.where is List.USELESS


def test_the_cursor_goes_on_when_its_object_leaves_the_list() -> None:
    pool = Pool()
    for _ in range(3):
        take(pool)
    pool.updating, pool.cursor = True, 2
    pool.remove(pool.at(2))
    assert pool.cursor == 3
    pool.remove(pool.at(3))
    assert pool.cursor == 0


def test_a_new_object_has_a_turn_also_behind_the_last() -> None:
    pool = Pool()
    take(pool)
    pool.updating = True
    assert pool.cursor == 0
    assert take(pool).slot == pool.cursor == 2
    take(pool)
    assert pool.cursor == 2


def test_outside_of_an_update_nobody_has_a_turn() -> None:
    pool = Pool()
    take(pool)
    assert pool.cursor == 0
    pool.updating = True
    pool.append(Obj(9, 9, Kind.MISSILE, 0, 0, 0, 0), List.INACTIVE)
    assert pool.cursor == 0


def test_who_is_put_behind_another_neither_gets_a_turn_nor_loses_one() -> None:
    pool = Pool()
    flag, jeep = take(pool), take(pool)
    pool.updating = True  # the jeep has its turn, it is the last
    pool.insert_after(jeep, flag)
    assert pool.cursor == 0  # the flag had its turn before
    shadow = take(pool)
    pool.insert_after(jeep, shadow)
    assert order(pool) == [jeep.slot, shadow.slot, flag.slot]
    assert pool.cursor == shadow.slot


def test_objects_of_a_kind_come_by_their_slots() -> None:
    pool = Pool()
    take(pool)
    mine = pool.take(Kind.MINE, 0, 0, 0, 0)
    take(pool)
    assert list(pool.on_kind(Kind.MINE)) == [mine]
    assert [obj.slot for obj in pool.on_kind(Kind.MISSILE)] == [1, 3]


def test_numbers_of_kinds_and_bits_of_flags_are_those_of_the_page() -> None:
    names = (
        "MISSILE VEHICLE TURRET DEBRIS SHADOW LIFT WRECK TRACER - DRONE MINE EXPLOSION FLAG GATE "
        "MAN SUBMARINE HOMING_MISSILE REMAINS GRENADE"
    )
    numbers = {name: number for number, name in enumerate(names.split()) if name != "-"}
    assert {kind.name: int(kind) for kind in Kind} == numbers
    assert (INACTIVE, ALIVE, DELETED, NO_COLLISION, CRUSHED) == (0x20, 0x40, 0x80, 0x100, 0x200)
