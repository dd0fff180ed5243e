"""The flags as objectives of a player state: on the compass and the map (entity: Player state)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from uoproto.constants import ENTITYNUM_NONE, MAX_OBJECTIVES, Team
from uoproto.states import Objective
from uoserver.sim.grid import OUTSIDE, centre
from uoserver.sim.objects import Kind, Obj

from ..match.seats import Side
from .names import SIDES, Names
from .objects import entity_of
from .words import rounded

if TYPE_CHECKING:
    from uoserver.bsp.vectors import Vec3
    from uoserver.sim.simulation import State
    from uoserver.survey import MapWorld

ACTIVE, CURRENT = 1, 4
"""States of an objective: something to know of, and what to go for."""
NOTHING: Final = Objective.ZERO


@lru_cache(maxsize=256)
def _objective(state: int, place: Vec3, entity: int, team: int, icon: int) -> Objective:
    return Objective.ZERO.with_fields(
        {
            "state": state,
            "origin[0]": place[0],
            "origin[1]": place[1],
            "origin[2]": place[2],
            "entNum": entity,
            "teamNum": team,
            "icon": icon,
        }
    )


def objectives(
    state: State, land: MapWorld, side: Side | None, names: Names
) -> tuple[Objective, ...]:
    """Return the objectives of a player of a side, or of one who looks on.

    The first is the allies' flag, the second that of the axis. A hidden flag is known to its own
    side only. A carried one goes with what carries it. Who looks on sees what is out.
    """
    flags = {flag.team: flag for flag in state.pool.on_kind(Kind.FLAG)}
    found = []
    for each in Side:
        flag = flags.get(each)
        team = int(Team.FREE if side is None else side.team)
        icon = names.icons.get(f"flag_{SIDES[each]}", 0)
        goal = CURRENT if side is not None and side is not each else ACTIVE
        if flag is not None:
            place, entity = _where(state.pool.slots[flag.parent], flag, land)
            found.append(_objective(goal, place, entity, team, icon))
        elif side is each and state.sides[each].flag_cell != OUTSIDE:
            place = rounded(land.point(*centre(state.sides[each].flag_cell), 0))
            found.append(_objective(goal, place, ENTITYNUM_NONE, team, icon))
        else:
            found.append(NOTHING)
    return (*found, *(NOTHING,) * (MAX_OBJECTIVES - len(found)))


def _where(carrier: Obj | None, flag: Obj, land: MapWorld) -> tuple[Vec3, int]:
    """Return the place of a flag, and the entity that it goes with."""
    at = carrier or flag
    return rounded(land.point(at.x, at.y, at.z)), entity_of(at.slot)
