"""Cells whose static object is another than at the round's start (design: On the wire).

What stood there at the start belongs to the map, but for things that a model is named for, such as
the guns of towers: those are shown from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from uoproto.constants import EntityType
from uoserver.bsp.vectors import Vec3
from uoserver.sim.events import CellChanged, Event
from uoserver.sim.grid import Grid, centre, jitter_of
from uoserver.sim.kernel.headings import STEP_SHIFT, STEPS
from uoserver.sim.tables.statics import LARGE_TOWER, NOTHING, STATICS
from uoserver.sim.tables.statics import TOWER as GUN_TOWER

from .events import FIRST_EVENT
from .names import Names
from .objects import NO_BOX, TELEPORT, TOWER, Rank, base_state, placed
from .shown import Shown

FIRST_STATIC: Final = 584
STATICS_SHOWN: Final = FIRST_EVENT - FIRST_STATIC
_MOUNTS: Final = (GUN_TOWER, LARGE_TOWER)
NEVER: Final = -1


class Statics:
    """The entities of changed cells, by number."""

    def __init__(self, grid: Grid, names: Names, to_map: Callable[[int, int, int], Vec3]) -> None:
        self._grid: Final = grid
        self._names: Final = names
        self._to_map: Final = to_map
        self._start: Final = bytes(grid.static)
        self._free = list(range(FIRST_EVENT - 1, FIRST_STATIC - 1, -1))
        self._numbers: dict[int, int] = {}
        """By cell."""
        self._cells: dict[int, int] = {}
        """And back."""
        self._seen: dict[int, int] = {}
        """When each number was in somebody's frame last."""
        self._flags: dict[int, int] = {}
        self.shown: dict[int, Shown] = {}
        for cell, static in enumerate(self._start):
            if static != NOTHING and self._model(static) and self._free:
                self._show(cell, 0)

    def update(self, events: Iterable[Event], now: int) -> list[int]:
        """Take over what changed; return the numbers whose entity is another, or gone."""
        changed = dict.fromkeys(event.cell for event in events if isinstance(event, CellChanged))
        numbers: list[int] = []
        for cell in changed:
            static = self._grid.static[cell]
            plain = static == self._start[cell] and not self._model(static)
            if not plain:
                numbers.append(self._show(cell, now))
            elif cell in self._numbers:
                numbers.append(self._hide(cell))
        return numbers

    def saw(self, numbers: Iterable[int], now: int) -> None:
        """Note that entities are in somebody's frame."""
        self._seen.update(dict.fromkeys(numbers, now))

    def _model(self, static: int) -> int:
        return self._names.models.get(f"static_{STATICS[static].name.lower()}", 0)

    def _show(self, cell: int, now: int) -> int:
        number = self._numbers.get(cell)
        if number is None:
            if not self._free:
                # The one longest out of everyone's sight makes room.
                oldest = min(self._cells, key=lambda each: self._seen.get(each, NEVER))
                self._hide(self._cells[oldest])
            number = self._free.pop()
            self._numbers[cell], self._cells[number] = number, cell
            self._flags[number] = self._flags.get(number, TELEPORT) ^ TELEPORT
            self._seen[number] = now
        static = self._grid.static[cell]
        box = TOWER if static in _MOUNTS else NO_BOX
        flags = self._flags[number]
        base = base_state(EntityType.GENERAL, self._model(static), box, flags, static)
        heading = (jitter_of(self._grid, cell)[3] & STEPS - 1) << STEP_SHIFT
        place = self._to_map(*centre(cell), 0)
        rank = Rank.MET if STATICS[static].shape else Rank.PICTURE
        self.shown[number] = Shown(placed(base, place, heading), place, box, rank)
        return number

    def _hide(self, cell: int) -> int:
        number = self._numbers.pop(cell)
        del self._cells[number], self.shown[number]
        self._free.append(number)
        return number
