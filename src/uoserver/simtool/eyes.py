"""Where pictures of a match look: at a fixed area, or after one driver."""

from __future__ import annotations

from typing import Final, Protocol

from uoserver.sim.grid import OUTSIDE, centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.sides import Driver
from uoserver.sim.simulation import Simulation

from .canvas import CELL, Dot, canvas_size
from .textmap import Area

FOLLOWED: Final = (640, 480)
"""Pixels of a picture that follows a driver."""


class Eye(Protocol):
    """Chooses what a picture shows."""

    @property
    def scale(self) -> float:
        """Picture pixels for each of the simulation."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, without the text round it."""

    @property
    def driver(self) -> int | None:
        """The only one who is told of; None: the first few."""

    def corner(self, sim: Simulation) -> Dot:
        """Return the place in the north-western corner."""


class Fixed:
    """Looks at one area all the time."""

    driver: int | None = None

    def __init__(self, area: Area, scale: float) -> None:
        self.scale = scale
        self.size = canvas_size(area, scale)
        self._corner = (float(area.column * CELL), float(area.row * CELL))

    def corner(self, _sim: Simulation) -> Dot:
        """Return the place in the north-western corner."""
        return self._corner


class Follow:
    """Keeps a driver's vehicle in the middle, or else what he lost last, or his pad."""

    size = FOLLOWED

    def __init__(self, driver: int, scale: float = 1.0) -> None:
        self.scale = scale
        self.driver: int | None = driver
        self._number = driver
        self._last: Dot | None = None

    def corner(self, sim: Simulation) -> Dot:
        """Return the place in the north-western corner."""
        x, y = self._middle(sim, sim.state.drivers[self._number])
        width, height = self.size
        return x - width / self.scale / 2, y - height / self.scale / 2

    def _middle(self, sim: Simulation, driver: Driver) -> Dot:
        for id_ in (driver.vehicle, driver.view.lift, driver.wreck):
            obj = sim.state.pool.get(id_) if id_ else None
            if obj is not None:
                self._last = (obj.x / ONE, obj.y / ONE)
                return self._last
        pad = sim.state.sides[driver.team].pad
        if self._last is None or (driver.view.fade and pad != OUTSIDE and not driver.wreck):
            x, y = centre(pad if pad != OUTSIDE else OUTSIDE // 2 + 64)
            return x / ONE, y / ONE
        return self._last
