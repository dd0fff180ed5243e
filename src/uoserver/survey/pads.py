"""Where the bunkers' pads are: open areas near what a map says (design: From a stock map)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

from uoserver.bsp.spawn import Bounds
from uoserver.collision import ZERO, ClipModel
from uoserver.sim.grid import SIZE

from .coordinates import cell_middle
from .ground import HULL_MASK, STEP, Ground, is_sky
from .lattice import BOTH_WAYS, Lattice
from .roofs import cells_of
from .sides import apart


class Room(NamedTuple):
    """How much room a pad has: half of a box that stands free on it, and whether it has a roof."""

    across: float
    along: float
    roofed: bool
    remark: str


ROOMS: Final = (
    Room(92.0, 92.0, False, ""),
    Room(60.0, 92.0, False, "narrow: of all on wheels only a jeep turns on it"),
    Room(92.0, 92.0, True, "under a roof"),
    Room(60.0, 92.0, True, "narrow and under a roof"),
)
"""From the best down. The first holds every hull on wheels at every heading; from the second they
still drive off to the south, as they do."""
HEIGHT: Final = 96.0
"""Of the highest vehicle, the MSV."""
TAKE_OFF: Final = 512.0
"""Height up to which nothing but the sky is over a pad without a roof, units."""
APART: Final = 1024.0
"""Least distance of the pads of the two sides."""
SAMPLE: Final = 16.0
"""Distance of places on a pad whose heights are compared."""
MAX_TRIED: Final = 2048
"""Cells of which all heights are looked at: a world of steps must not keep a host waiting."""


class PadFinder:
    """Finds open cells on the ground of a map."""

    def __init__(self, clip: ClipModel, ground: Ground, lattice: Lattice, bounds: Bounds) -> None:
        self._clip: Final = clip
        self._ground: Final = ground
        self._lattice: Final = lattice
        self._cells: Final = [cell for cell in cells_of(bounds) if _has_neighbours(cell)]
        self._rooms: Final[dict[tuple[int, Room], bool]] = {}
        self._tried = 0

    def nearest(
        self,
        near: Sequence[float],
        rooms: Sequence[Room],
        taken: Container[int] = (),
        away: Sequence[int] = (),
    ) -> int | None:
        """Return the cell nearest to a place of the map that has one of some rooms, None for none.

        ``taken`` are cells that are none; it lies `APART` from the middles of all of ``away``.
        """
        for cell in self.by_distance(near):
            middle = cell_middle(cell)
            if cell in taken or any(
                apart(middle, cell_middle(other)) < APART * APART for other in away
            ):
                continue
            if any(self.has(cell, room) for room in rooms):
                return cell
        return None

    def by_distance(self, near: Sequence[float]) -> Iterator[int]:
        """Yield the cells of the world, the nearest first; of equal ones the most northern."""
        yield from sorted(self._cells, key=lambda cell: (apart(cell_middle(cell), near), cell))

    def room_of(self, cell: int) -> Room | None:
        """Return the best room a cell has."""
        return next((room for room in ROOMS if self.has(cell, room)), None)

    def has(self, cell: int, room: Room) -> bool:
        """Return whether a cell has so much room."""
        key = (cell, room)
        found = self._rooms.get(key)
        if found is None:
            found = self._rooms[key] = self._has(cell, room)
        return found

    def stands_on_ground(self, cell: int) -> bool:
        """Return whether the middle of a cell is dry ground, and one gets there and back."""
        x, y = cell_middle(cell)
        node = self._lattice.nearest(x, y)
        return (
            self._lattice.reached[node] == BOTH_WAYS
            and self._ground.at(x, y) is not None
            and not self._ground.depth(x, y)
        )

    def _has(self, cell: int, room: Room) -> bool:
        if not self.stands_on_ground(cell):
            return False
        x, y = cell_middle(cell)
        level = self._ground.level(x, y)
        mins, maxs = (-room.across, -room.along, STEP), (room.across, room.along, HEIGHT)
        here = (x, y, level)
        if self._clip.trace(here, here, mins, maxs, HULL_MASK).startsolid:
            return False
        if not room.roofed:
            high = (x, y, level + TAKE_OFF)
            above = self._clip.trace((x, y, level + STEP), high, ZERO, ZERO, HULL_MASK)
            if above.fraction < 1.0 and not is_sky(above):
                return False
        self._tried += 1
        return self._tried <= MAX_TRIED and self._is_even(x, y, room)

    def _is_even(self, x: float, y: float, room: Room) -> bool:
        """Return whether no two places beside each other differ by more than a step."""
        before: list[float] = []
        for down in _samples(room.along):
            row: list[float] = []
            for across in _samples(room.across):
                level = self._ground.at(x + across, y + down)
                if level is None or (row and abs(level - row[-1]) > STEP):
                    return False
                row.append(level)
            if any(abs(a - b) > STEP for a, b in zip(before, row, strict=False)):
                return False
            before = row
        return True


def _samples(half: float) -> list[float]:
    count = int(half // SAMPLE)
    return [SAMPLE * number for number in range(-count, count + 1)]


def _has_neighbours(cell: int) -> bool:
    row, column = divmod(cell, SIZE)
    return 0 < row < SIZE - 1 and 0 < column < SIZE - 1
