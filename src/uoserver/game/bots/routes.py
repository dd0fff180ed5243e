"""Ways over the cells: a field of distances that grows from a goal until it meets who asks."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from typing import Final

from uoserver.sim.grid import SIZE
from uoserver.survey.passage import WAYS

DIAGONAL: Final = 7
"""Fifths of a straight way that a diagonal one is long."""
MOST_STEPS: Final = 2 * SIZE
"""Cells of a way that a detour may lead to: for longer ones the field is begun anew."""
UNREACHED: Final = 1 << 30

Leads = Callable[[int, int, int], bool]
"""Whether one gets from a cell over one of the `WAYS`, by its number, to another cell."""
_INNER: Final = tuple(
    (number, down * SIZE + across, across, down * SIZE if across and down else 0)
    for number, (across, down) in enumerate(WAYS)
)
"""For each way its number, its step in cells, and for diagonal ones the steps to both sides."""


class Field:
    """What the way to a goal costs from each cell that the search came to.

    ``costs`` say what it costs to cross each cell of the grid, 0 where nobody can. The field grows
    only as far as it must for those who asked (Dijkstra, from the goal back), so that a way over a
    small part of the map costs little. The goal itself may be a cell nobody crosses, as a building
    that is to be shot. No way squeezes between two cells that touch at a corner.
    """

    __slots__ = ("_costs", "_done", "_far", "_leads", "_next", "_waiting", "born", "goal")

    def __init__(self, goal: int, costs: Sequence[int], leads: Leads, born: int = 0) -> None:
        self.goal: Final = goal
        self.born: Final = born
        """When it was begun; a field knows nothing of what changed since."""
        self._costs: Final = costs
        self._leads: Final = leads
        self._far: Final[dict[int, int]] = {goal: 0}
        self._next: Final[dict[int, int]] = {}
        self._done: Final[set[int]] = set()
        self._waiting: Final = [(0, goal)]

    def far(self, cell: int) -> int:
        """Return the cost of the way from a cell to the goal, `UNREACHED` where there is none."""
        done, waiting = self._done, self._waiting
        while cell not in done and waiting:
            away, here = heapq.heappop(waiting)
            if here not in done:
                done.add(here)
                self._spread(here, away)
        return self._far[cell] if cell in done else UNREACHED

    def _spread(self, here: int, away: int) -> None:
        """Look at all cells from which one comes here: the way back of each of the `WAYS`."""
        far, costs, done, leads = self._far, self._costs, self._done, self._leads
        own = costs[here] or 1
        column, row = here % SIZE, here // SIZE
        edge = not (0 < column < SIZE - 1 and 0 < row < SIZE - 1)
        for number, stride, across, down in _INNER:
            if edge and _beyond(column, row, number):
                continue
            there = here - stride
            other = costs[there]
            if not other or there in done:
                continue
            step = own + other
            if down:
                beside, besides = costs[there + across], costs[there + down]
                if not beside or not besides or beside > step or besides > step:
                    continue
                step = step * DIAGONAL // 5
            reached = away + step
            if reached < far.get(there, UNREACHED) and leads(there, number, here):
                far[there], self._next[there] = reached, here
                heapq.heappush(self._waiting, (reached, there))

    def way(self, cell: int, length: int) -> list[int]:
        """Return the next cells of the way from a cell, so many at most; none without a way."""
        if self.far(cell) >= UNREACHED:
            return []
        found: list[int] = []
        while cell != self.goal and len(found) < length:
            cell = self._next[cell]
            found.append(cell)
        return found

    def detour(self, cell: int) -> bool:
        """Lead a cell's way over another neighbour, as the next cell turned out to be no way.

        Return whether there is one from which the way does not come back to it. What others know
        of how far it is from here stays as it was: this is for a step aside, and costs little.
        """
        far, done, costs = self._far, self._done, self._costs
        column, row = cell % SIZE, cell // SIZE
        found: list[tuple[int, int]] = []
        for number, (across, down) in enumerate(WAYS):
            if not (0 <= column + across < SIZE and 0 <= row + down < SIZE):
                continue
            there = cell + down * SIZE + across
            if there not in done or not self._leads(cell, number, there):
                continue
            step = (costs[cell] or 1) + (costs[there] or 1)
            if across and down:
                beside, besides = costs[cell + across], costs[cell + down * SIZE]
                if not beside or not besides or beside > step or besides > step:
                    continue
            found.append((far[there] + step, there))
        for _, there in sorted(found):
            if not self._comes_back(there, cell):
                self._next[cell] = there
                return True
        return False

    def _comes_back(self, cell: int, to: int) -> bool:
        for _ in range(MOST_STEPS):
            if cell == self.goal:
                return False
            if cell == to:
                return True
            cell = self._next[cell]
        return True


def _beyond(column: int, row: int, number: int) -> bool:
    """Return whether the way back leads off the grid."""
    across, down = WAYS[number]
    return not (0 <= column - across < SIZE and 0 <= row - down < SIZE)
