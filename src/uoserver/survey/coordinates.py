"""Between the places of a map and those of the simulation (design: Coordinates).

A map has units: x to the east, y to the north, yaw in degrees, 0 east, growing to the left. The
simulation has 16.16 pixels of 8 units: x to the east, y to the south, headings from north to the
right. Its 128 x 128 cells of 256 units cover a map from -16384 to 16384. What goes to the
simulation is rounded down; what comes from it is exact.
"""

from __future__ import annotations

from math import floor
from typing import Final

from uoserver.bsp.vectors import Vec3
from uoserver.sim.grid import SIZE, cell_at
from uoserver.sim.kernel.headings import CIRCLE, MASK

FIXED: Final = 8192
"""1/65,536 pixels of a unit."""
REACH: Final = 16384
"""How far the cells reach from the middle of a map, units."""
CELL_UNITS: Final = 2 * REACH // SIZE


def map_x(x: int) -> float:
    """Return the map's x of the simulation's."""
    return x / FIXED - REACH


def map_y(y: int) -> float:
    """Return the map's y of the simulation's."""
    return REACH - y / FIXED


def sim_x(x: float) -> int:
    """Return the simulation's x (16.16 pixels) of the map's."""
    return floor((x + REACH) * FIXED)


def sim_y(y: float) -> int:
    """Return the simulation's y (16.16 pixels) of the map's."""
    return floor((REACH - y) * FIXED)


def units(length: int) -> float:
    """Return a length or height of the simulation in units."""
    return length / FIXED


def fixed(length: float) -> int:
    """Return a length or height in units as 16.16 pixels."""
    return floor(length * FIXED)


def yaw_of(heading: int) -> float:
    """Return the yaw, above -270 and up to 90 degrees, of a heading."""
    return 90.0 - (heading & MASK) * 360.0 / CIRCLE


def heading_of(yaw: float) -> int:
    """Return the heading of a yaw in degrees; raises ValueError for what is not finite."""
    try:
        # 360 / CIRCLE is 45 / 2 ** 19: multiplying first keeps what came from a heading exact.
        return floor((90.0 - yaw) * (CIRCLE // 8) / 45.0) & MASK
    except OverflowError as error:
        raise ValueError(f"yaw {yaw}") from error


def cell_under(place: Vec3) -> int:
    """Return the cell that a place of the map is in, `grid.OUTSIDE` beyond all."""
    return cell_at(sim_x(place[0]), sim_y(place[1]))


def cell_middle(cell: int) -> tuple[float, float]:
    """Return the map's x and y of the middle of a cell."""
    half = CELL_UNITS // 2
    return (
        float(cell % SIZE * CELL_UNITS + half - REACH),
        float(REACH - cell // SIZE * CELL_UNITS - half),
    )
