"""Where the flags are, by the objectives that a player is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from uoproto.constants import ENTITYNUM_NONE, EntityType
from uoserver.game.bots.sight import NOBODY, Flag, Other
from uoserver.sim.grid import cell_at
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.survey.coordinates import sim_x, sim_y

if TYPE_CHECKING:
    from uoproto.record import Vector
    from uoproto.states import EntityState, Objective

SOMEBODY: Final = 64
"""The driver of what carries a flag out of sight: no client has that number."""
SIDES: Final = 2


class Seen(NamedTuple):
    """The flags that are out, and the carriers nobody sees: of them only the place is known."""

    flags: tuple[Flag, ...]
    carriers: tuple[Other, ...]


class FlagWatch:
    """Remembers what an entity is that carries a flag's objective, seen or not."""

    def __init__(self) -> None:
        self._lies: list[int] = [ENTITYNUM_NONE] * SIDES
        """The entity of each flag itself, which is the first that its objective names."""
        self._places: list[Vector | None] = [None] * SIDES

    def look(
        self,
        objectives: Sequence[Objective],
        entities: Mapping[int, EntityState],
        drivers: Mapping[int, int],
    ) -> Seen:
        """Return the flags that are out; ``drivers`` are those of the vehicles seen, by entity."""
        flags: list[Flag] = []
        carriers: list[Other] = []
        for team, objective in enumerate(objectives[:SIDES]):
            number = int(objective["entNum"])
            if not objective.state or number == ENTITYNUM_NONE:
                self._lies[team], self._places[team] = ENTITYNUM_NONE, None
                continue
            place = objective.vector("origin")
            x, y = sim_x(place[0]), sim_y(place[1])
            carrier = self._carrier(team, number, place, entities, drivers)
            self._places[team] = place
            flags.append(Flag(team, x, y, cell_at(x, y), carrier))
            if carrier == SOMEBODY:
                other = Other(number, SOMEBODY, 1 - team, int(VehicleType.JEEP), x, y, 0)
                carriers.append(other)
        return Seen(tuple(flags), tuple(carriers))

    def _carrier(
        self,
        team: int,
        number: int,
        place: Vector,
        entities: Mapping[int, EntityState],
        drivers: Mapping[int, int],
    ) -> int:
        if number in drivers:
            return drivers[number]
        seen = entities.get(number)
        if seen is not None:
            lies = seen.e_type != EntityType.VEHICLE
        else:
            known = self._lies[team] != ENTITYNUM_NONE
            lies = not known and self._places[team] in (None, place)
        if lies:
            self._lies[team] = number
        return NOBODY if self._lies[team] == number else SOMEBODY
