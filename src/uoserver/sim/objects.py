"""The pool of objects: slots, ids, lists and parents (rules: Object pool).

Nothing here knows what an object does: `lifecycle` calls the classes. Lists and chains are held
by slot numbers, so that all of it is plain numbers that can be saved and compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

POOL_SIZE: Final = 512
"""Slots; the first is never used, so that 0 is no object."""
SLOT_MASK: Final = POOL_SIZE - 1
SERIAL_STEP: Final = POOL_SIZE
_WORD: Final = 0xFFFFFFFF

UNLINKED: Final = -1
"""The cell of an object that is in no chain."""

# -- flags -----------------------------------------------------------------------------------------
INACTIVE: Final = 0x20
"""Not updated any more; still in its cell and still in the way."""
ALIVE: Final = 0x40
DELETED: Final = 0x80
"""Waits in the delete queue."""
NO_COLLISION: Final = 0x100
CRUSHED: Final = 0x200
"""By a lift."""


class Kind(IntEnum):
    """Classes of objects, by their number in the original."""

    MISSILE = 0
    VEHICLE = 1
    TURRET = 2
    DEBRIS = 3
    SHADOW = 4
    LIFT = 5
    WRECK = 6
    TRACER = 7
    DRONE = 9
    MINE = 10
    EXPLOSION = 11
    FLAG = 12
    GATE = 13
    MAN = 14
    SUBMARINE = 15
    HOMING_MISSILE = 16
    REMAINS = 17
    GRENADE = 18


class List(IntEnum):
    """The lists an object can be on."""

    FREE = 0
    ACTIVE = 1
    INACTIVE = 2
    USELESS = 3
    """Whose head is taken when the pool is full."""


@dataclass(slots=True)
class Obj:
    """One object. Places are 16.16 pixels, y grows to the south; ``team`` is 0, 1, or 2 for none.

    ``think`` is a state of its class, ``shape`` a number of `shapes.SHAPES` (0: none), ``data``
    what only its class has.
    """

    slot: int
    id: int
    kind: Kind
    team: int
    x: int
    y: int
    z: int
    flags: int = ALIVE
    think: int = 0
    shape: int = 0
    heading: int = 0
    speed: int = 0
    cell: int = UNLINKED
    chain_next: int = 0
    chain_prev: int = 0
    parent: int = 0
    children: list[int] = field(default_factory=list)
    """Slots, the newest first."""
    where: List = List.FREE
    next: int = 0
    prev: int = 0
    data: object = None


@dataclass(slots=True)
class Pool:
    """All objects of a simulation."""

    slots: list[Obj | None] = field(default_factory=lambda: [None] * POOL_SIZE)
    free: list[int] = field(default_factory=lambda: list(range(POOL_SIZE - 1, 0, -1)))
    """Free slots; the last is the next to be given out."""
    heads: list[int] = field(default_factory=lambda: [0] * len(List))
    tails: list[int] = field(default_factory=lambda: [0] * len(List))
    serial: int = 0
    doomed: list[int] = field(default_factory=list)
    """The delete queue: the last is the first to go."""
    cursor: int = 0
    """While all are updated: the slot whose turn is next."""
    updating: bool = False

    def get(self, id_: int) -> Obj | None:
        """Return the object of an id, None when it is gone."""
        obj = self.slots[id_ & SLOT_MASK]
        return obj if obj is not None and obj.id == id_ else None

    def at(self, slot: int) -> Obj:
        """Return the object in a slot that must have one; raises LookupError for a free slot."""
        obj = self.slots[slot]
        if obj is None:
            raise LookupError(f"slot {slot} is free")
        return obj

    def on(self, name: List) -> Iterator[Obj]:
        """Yield the objects of a list, from its head."""
        slot = self.heads[name]
        while slot:
            obj = self.at(slot)
            slot = obj.next
            yield obj

    def on_kind(self, kind: Kind) -> Iterator[Obj]:
        """Yield all objects of a kind, by their slots."""
        return (obj for obj in self.slots if obj is not None and obj.kind is kind)

    def take(self, kind: Kind, team: int, x: int, y: int, z: int) -> Obj | None:
        """Return a new object at the tail of the active list, None when no slot is free."""
        if not self.free:
            return None
        slot = self.free.pop()
        self.serial = self.serial + SERIAL_STEP & _WORD
        obj = Obj(slot, slot | self.serial, kind, team, x, y, z)
        self.slots[slot] = obj
        self.append(obj, List.ACTIVE)
        return obj

    def give_back(self, obj: Obj) -> None:
        """Free the slot of an object that is in no cell, has no relatives and is not doomed."""
        self.remove(obj)
        obj.flags = 0
        self.slots[obj.slot] = None
        self.free.append(obj.slot)

    # -- lists ----------------------------------------------------------------------------------

    def append(self, obj: Obj, name: List) -> None:
        """Put an object that is on no list at the tail of one.

        It has its turn in the update that is going on, also when the last object made it.
        """
        tail = self.tails[name]
        obj.where, obj.prev, obj.next = name, tail, 0
        if tail:
            self.at(tail).next = obj.slot
        else:
            self.heads[name] = obj.slot
        self.tails[name] = obj.slot
        if name is List.ACTIVE and self.updating and not self.cursor:
            self.cursor = obj.slot

    def prepend(self, obj: Obj, name: List) -> None:
        """Put an object that is on no list at the head of one."""
        head = self.heads[name]
        obj.where, obj.prev, obj.next = name, 0, head
        if head:
            self.at(head).prev = obj.slot
        else:
            self.tails[name] = obj.slot
        self.heads[name] = obj.slot

    def insert_after(self, after: Obj, obj: Obj) -> None:
        """Move an object behind another, onto its list: it is updated with fresh data of that.

        This gives it no turn in the update that is going on, and takes none away.
        """
        if obj is after:
            return
        cursor = self.cursor
        self.remove(obj)
        obj.where, obj.prev, obj.next = after.where, after.slot, after.next
        if after.next:
            self.at(after.next).prev = obj.slot
        else:
            self.tails[after.where] = obj.slot
        after.next = obj.slot
        self.cursor = cursor

    def remove(self, obj: Obj) -> None:
        """Take an object off its list."""
        if obj.where is List.FREE:
            return
        if self.cursor == obj.slot:
            self.cursor = obj.next
        if obj.prev:
            self.at(obj.prev).next = obj.next
        else:
            self.heads[obj.where] = obj.next
        if obj.next:
            self.at(obj.next).prev = obj.prev
        else:
            self.tails[obj.where] = obj.prev
        obj.where, obj.prev, obj.next = List.FREE, 0, 0
