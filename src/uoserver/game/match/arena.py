"""A map that matches are played on, and the simulation each round begins with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from uoserver.sim.grid import OUTSIDE
from uoserver.sim.match import new_match
from uoserver.sim.sides import ENDLESS
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.stock import percent_for
from uoserver.survey import MapWorld, Survey, make_match_state

if TYPE_CHECKING:
    from uoserver.collision import ClipModel
    from uoserver.sim.simulation import Simulation


class Stock(NamedTuple):
    """What a host lets of a map's vehicles take part: scr_stock_scale, scr_allow_tanks."""

    scale: float = 1.0
    tanks: bool = True


FULL_STOCK: Final = Stock()


@dataclass(frozen=True)
class Arena:
    """The clip model of a map and what a survey says of it. Levels of the same map share it."""

    clip: ClipModel
    survey: Survey

    def new_round(
        self,
        seed: int,
        stock: Stock = FULL_STOCK,
        drivers: int = 0,
        *,
        by_kills: bool = False,
    ) -> tuple[Simulation, MapWorld]:
        """Return a simulation without drivers, and its world.

        ``stock`` is how much of the map's vehicles there are, and more in proportion for more than
        four ``drivers`` a side. Where kills count no flag is hidden, and vehicles of the types
        that a side has do not run out.
        """
        state = make_match_state(self.survey, seed=seed)
        if by_kills:
            for side in state.sides:
                side.flag_cell = OUTSIDE
                side.stock = [ENDLESS if each else 0 for each in side.stock]
        if not stock.tanks:
            for side in state.sides:
                side.stock[VehicleType.TANK] = 0
        world = MapWorld(self.clip, self.survey, state.grid)
        percent = round(stock.scale * percent_for(drivers))
        return new_match(state, (), world, percent=percent), world
