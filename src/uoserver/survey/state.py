"""The state a match on a map begins with."""

from __future__ import annotations

from uoserver.sim.kernel.rand import Rand
from uoserver.sim.levels.level import add_flag_site, add_pad, fill_jitter, pick_flags
from uoserver.sim.simulation import State
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import FLAG_BUILDING
from uoserver.sim.tables.terrain import PAD
from uoserver.sim.tables.tiles import NOBODY

from .model import Survey


def make_match_state(survey: Survey, *, seed: int = 1) -> State:
    """Return the cells and sides of a map, with the flags hidden, for `sim.match.new_match`.

    The same survey and seed give the same state.
    """
    state = State(rand=Rand(seed))
    grid = state.grid
    grid.terrain[:] = survey.terrain
    grid.side[:] = bytes((NOBODY,)) * len(grid.side)
    for building in survey.buildings:
        place(grid, building.cell, building.static, building.side)
    for team, side in enumerate(state.sides):
        for cell in survey.pads[team]:
            grid.terrain[cell] = PAD + team
            add_pad(state, team, cell)
        for cell in survey.flags[team]:
            place(grid, cell, FLAG_BUILDING, team)
            add_flag_site(state, team, cell)
        side.stock = list(survey.stock[team])
        side.first_stock = list(survey.stock[team])
    state.men_carry = not survey.way
    fill_jitter(grid, survey.checksum)
    pick_flags(state)
    return state
