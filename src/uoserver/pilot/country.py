"""The land that a pilot plays on, as far as he knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoserver.game.bots import Atlas
from uoserver.sim.grid import CELLS
from uoserver.sim.statics import NOBODY, place
from uoserver.sim.tables.statics import STATICS

if TYPE_CHECKING:
    from uoserver.game.match.arena import Arena

SEED: Final = 1
"""Where flags are hidden differs from the server's round, and is not looked at."""


class Country:
    """The cells, the ground and the ways of one round on a map, from the map's file.

    Cells are as they were at the round's start until a snapshot shows another static object.
    """

    def __init__(self, arena: Arena) -> None:
        sim, self.world = arena.new_round(SEED)
        self.arena: Final = arena
        self.grid: Final = sim.state.grid
        self.atlas: Final = Atlas(self.grid, self.world)

    def pads(self, team: int) -> tuple[int, ...]:
        """Return the cells of a side's pads."""
        return self.arena.survey.pads[team]

    def put(self, cell: int, static: int) -> None:
        """Take over which static object stands in a cell; it keeps its side.

        A number or a cell that there is none of is passed over: it comes from a server.
        """
        if not (0 <= cell < CELLS and 0 <= static < len(STATICS)):
            return
        grid = self.grid
        if grid.static[cell] == static:
            return
        side = grid.side[cell]
        if static and STATICS[static].placeable:
            place(grid, cell, static, side)
        else:
            grid.static[cell], grid.hits[cell] = static, 0
            grid.side[cell] = side if static else NOBODY
