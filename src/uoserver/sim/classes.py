"""What a class of objects does, as a table of functions (specification 2: Classes)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .objects import Obj
from .shapes import Overlap, Part, Shape

if TYPE_CHECKING:
    from .simulation import Simulation

BLOCK = 1
"""Bit of an answer to a touch: whoever moves is stopped."""
BLOCK_OTHER = 4
"""The whole answer with which an object that is moved into stops the mover."""
SKIP_STATIC = 8
"""Bit of a static object's answer: the mover's class is not asked."""


def _keep(_sim: Simulation, _obj: Obj, _arg: int) -> int:
    return 1


def _yes(_sim: Simulation, _obj: Obj) -> bool:
    return True


def _nothing(_sim: Simulation, _obj: Obj) -> None:
    return None


HitStatic = Callable[["Simulation", Obj, int, Part], int]
"""(sim, obj, cell, part hit) -> bits."""
HitLand = Callable[["Simulation", Obj], int]
"""(sim, obj) -> bits; only in worlds that are not flat."""
HitObject = Callable[["Simulation", Obj, Obj, Overlap], int]
"""(sim, obj, other, overlap) -> bits; the overlap's own part is the mover's."""
Damage = Callable[["Simulation", Obj, int, Obj | None], None]
"""(sim, obj, amount as 16.16, what did it)."""
Relative = Callable[["Simulation", Obj, Obj], None]


@dataclass(frozen=True, slots=True)
class ObjectClass:
    """The behaviour of one kind; what is None is decided by the other side of a meeting.

    ``init`` answers 0 (it cannot be), 1 (into its cell) or -1 (into no cell); ``destroy`` answers
    whether it may go.
    """

    name: str
    priority: int = 0
    init: Callable[[Simulation, Obj, int], int] = _keep
    update: Callable[[Simulation, Obj], None] = _nothing
    destroy: Callable[[Simulation, Obj], bool] = _yes
    shape: Callable[[Simulation, Obj], Shape] | None = None
    """For shapes that change; else the object's own number counts."""
    hit_static: HitStatic | None = None
    hit_land: HitLand | None = None
    hit_object: HitObject | None = None
    damage: Damage | None = None
    detached: Relative | None = None
    """(sim, child, former parent)"""
    recyclable: bool = False
    """Goes to the list whose objects make room when the pool is full, once it is inactive."""
