"""The land as all bots of a match know it: what it costs, ways to goals, and what was learnt.

One atlas serves many brains, so that a way is looked for once for all who have the same goal.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from uoserver.sim.grid import CELLS, SIZE, Grid
from uoserver.sim.tables.statics import ACTIVE_TOWER, TOWER
from uoserver.sim.tables.terrain import PAD, PAD_OPEN
from uoserver.sim.world import World
from uoserver.survey import MapWorld
from uoserver.survey.passage import WAYS, Passage

from .land import CLOSED, Wheels, cost
from .routes import Field

MOST_FIELDS: Final = 24
"""Ways to so many goals are kept, for goals that move all the time must cost no memory."""
FRESH: Final = 2000
"""Ticks after which a field is begun anew when anything changed: a wall that fell is no hurry, and
who meets a new one goes round it."""
CHANGES_EVERY: Final = 32
"""Ticks between two looks at what stands on the cells."""
GRUDGE: Final = 1500
"""Ticks for which a way that somebody got stuck on is shunned."""
MOST_GRUDGES: Final = 256
OVER_PAD: Final = 60
"""More for a pad: whoever crosses one may be crushed by a lift."""
TOWER_REACH: Final = 5
TOWER_FEAR: Final = 30
"""Cells within which a jeep shuns a tower of the enemy, and what each costs it."""
_STEPS: Final = frozenset(down * SIZE + across for across, down in WAYS)


class Atlas:
    """Costs and ways of one match. ``grid`` and ``world`` are those of its simulation."""

    def __init__(self, grid: Grid, world: World) -> None:
        self._grid: Final = grid
        self._passage: Final = Passage(world) if isinstance(world, MapWorld) else None
        self._statics = bytes(grid.static)
        self._looked = -CHANGES_EVERY
        self._changed = 0
        self._costs: dict[tuple[Wheels, int], list[int]] = {}
        self._towers = (self._near_towers(0), self._near_towers(1))
        self._pads: Final = frozenset(
            cell for cell in range(CELLS) if PAD <= grid.terrain[cell] <= PAD_OPEN
        )
        self._fields: Final[OrderedDict[tuple[int, Wheels, int], Field]] = OrderedDict()
        self._shunned: Final[dict[tuple[int, int], int]] = {}
        self._walls: Final[set[tuple[int, int]]] = set()

    @property
    def grid(self) -> Grid:
        """The cells."""
        return self._grid

    # -- what changes ----------------------------------------------------------------------------

    def watch(self, tick: int) -> None:
        """Look now and then whether static objects came or went."""
        if 0 <= tick - self._looked < CHANGES_EVERY:
            return
        self._looked = tick
        statics = bytes(self._grid.static)
        if statics != self._statics:
            before, self._statics = self._statics, statics
            self._changed = tick
            self._towers = (self._near_towers(0), self._near_towers(1))
            changed = [cell for cell in range(CELLS) if before[cell] != statics[cell]]
            afraid = sorted({near for cell in changed for near in _around(cell, TOWER_REACH)})
            for (wheels, team), costs in self._costs.items():
                for cell in afraid if wheels is Wheels.JEEP else changed:
                    costs[cell] = self._cost(wheels, team, cell)
        for key in [key for key, until in self._shunned.items() if until <= tick]:
            del self._shunned[key]
            self._changed = tick

    def _near_towers(self, team: int) -> frozenset[int]:
        """Return the cells that towers of a side reach."""
        near: set[int] = set()
        for static in (TOWER, ACTIVE_TOWER):
            cell = self._statics.find(static)
            while cell >= 0:
                if self._grid.side[cell] == team and self._grid.hits[cell]:
                    near.update(_around(cell, TOWER_REACH))
                cell = self._statics.find(static, cell + 1)
        return frozenset(near)

    def shun(self, cell: int, there: int, tick: int) -> None:
        """Keep everybody off a way on which a vehicle got stuck, for a while."""
        if len(self._shunned) >= MOST_GRUDGES:
            self._shunned.pop(next(iter(self._shunned)))
        self._shunned[cell, there] = tick + GRUDGE

    # -- ways ------------------------------------------------------------------------------------

    def costs(self, wheels: Wheels, team: int) -> list[int]:
        """Return what it costs a vehicle of a side to cross each cell, `CLOSED` for some."""
        known = self._costs.get((wheels, team))
        if known is None:
            known = [self._cost(wheels, team, cell) for cell in range(CELLS)]
            self._costs[wheels, team] = known
        return known

    def _cost(self, wheels: Wheels, team: int, cell: int) -> int:
        found = cost(self._grid, cell, wheels, team)
        if found and wheels is Wheels.JEEP and cell in self._towers[1 - team]:
            found += TOWER_FEAR
        return found + OVER_PAD if found and cell in self._pads else found

    def leads(self, cell: int, way: int, there: int) -> bool:
        """Return whether one gets from a cell over one of the `WAYS`, as far as is known."""
        if self._passage is not None and not self._passage.likely(cell) >> way & 1:
            return False
        return (cell, there) not in self._shunned and (cell, there) not in self._walls

    def field(self, goal: int, wheels: Wheels, team: int, tick: int) -> Field:
        """Return the field of the ways to a goal."""
        key = (goal, wheels, team)
        found = self._fields.get(key)
        if found is not None and (found.born >= self._changed or 0 <= tick - found.born < FRESH):
            self._fields.move_to_end(key)
            return found
        field = Field(goal, self.costs(wheels, team), self.leads, born=tick)
        self._fields[key] = field
        self._fields.move_to_end(key)
        if len(self._fields) > MOST_FIELDS:
            self._fields.popitem(last=False)
        return field

    def known(self, cell: int, there: int) -> bool:
        """Return whether `holds` has its answer without a sweep."""
        return self._passage is None or self._passage.swept(cell, there)

    def holds(self, cell: int, there: int) -> bool:
        """Return whether the ground lets a vehicle from a cell to its neighbour; swept once.

        What does not hold is known from then on, and fields avoid it (`avoid`).
        """
        if (cell, there) in self._shunned:
            return False
        passage = self._passage
        if passage is None or there - cell not in _STEPS or passage.sure(cell, there):
            return True
        self._walls.add((cell, there))
        return False

    def avoid(self, goal: int, wheels: Wheels, team: int, cell: int) -> None:
        """Lead the ways to a goal from a cell elsewhere; begin anew where that is no step aside."""
        key = (goal, wheels, team)
        field = self._fields.get(key)
        if field is not None and not field.detour(cell):
            del self._fields[key]

    def crossable(self, wheels: Wheels, team: int, cell: int) -> bool:
        """Return whether a vehicle can cross a cell at all."""
        return 0 <= cell < CELLS and self.costs(wheels, team)[cell] != CLOSED


def _around(cell: int, reach: int) -> list[int]:
    column, row = cell % SIZE, cell // SIZE
    return [
        y * SIZE + x
        for y in range(max(0, row - reach), min(SIZE, row + reach + 1))
        for x in range(max(0, column - reach), min(SIZE, column + reach + 1))
        if (x - column) ** 2 + (y - row) ** 2 <= reach * reach
    ]
