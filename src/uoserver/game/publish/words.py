"""Quick changes of entity states: rows of floats put into the words of a state.

`EntityState.with_fields` looks up each field by name; the states of all that moves are made anew in
every frame.
"""

from __future__ import annotations

from operator import itemgetter
from struct import Struct
from typing import Final

from uoproto.states import EntityState
from uoproto.tables import ENTITY
from uoserver.bsp.vectors import Vec3


class FloatRow:
    """Some float fields of entity states, by their names."""

    __slots__ = ("_floats", "_take", "_words")

    def __init__(self, *names: str) -> None:
        order = list(range(len(ENTITY)))
        for number, name in enumerate(names):
            order[ENTITY.index[name]] = len(ENTITY) + number
        self._take: Final = itemgetter(*order)
        self._floats: Final = Struct(f"<{len(names)}f")
        self._words: Final = Struct(f"<{len(names)}I")

    def into(self, base: EntityState, *values: float) -> EntityState:
        """Return a state with these fields changed, in the order of their names."""
        return EntityState(self._take(base.words + self._words.unpack(self._floats.pack(*values))))


def rounded(place: Vec3) -> Vec3:
    """Return the whole numbers that are sent of a place: they take a third of the bits."""
    return (float(round(place[0])), float(round(place[1])), float(round(place[2])))
