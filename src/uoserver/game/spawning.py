"""Where players appear: points dropped to the floor, never inside anything (gametypes)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from uoserver.bsp.spawn import Bounds, SpawnPoint
from uoserver.bsp.vectors import Vec3
from uoserver.collision import World

from .movement import MoveRules
from .movement.constants import CONTENTS_BODY, MASK_PLAYER

DROP: Final = 2048.0
"""How far below a point its floor may be, in units."""
LIFTS: Final = (1.0, 10.0, 18.0, 36.0)
"""Heights above a point to drop from: mappers set points into the floor."""
SEARCH_STEPS: Final = 8
"""Rings around the middle of a world that are searched for room when no point has any."""
_HEIGHTS: Final = (0.75, 0.9, 0.6, 0.5, 0.4, 0.25, 0.1)


class SpawnChooser:
    """The usable points of a level.

    Points in solids are left out. A map whose points are all unusable gets the first open floor
    around its middle; where there is none either, players appear in the middle of the world.
    """

    def __init__(
        self, world: World, points: Sequence[SpawnPoint], bounds: Bounds, rules: MoveRules
    ) -> None:
        self._world: Final = world
        half = rules.g_bounds_width / 2.0
        self._mins: Final = (-half, -half, 0.0)
        self._maxs: Final = (half, half, rules.g_bounds_height_standing)
        dropped = [
            point._replace(origin=floor)
            for point in points
            if (floor := self._floor(point.origin)) is not None
        ]
        self.unusable: Final = len(points) - len(dropped)
        """Points that stand in solids."""
        self.points: Final = dropped or [points[0]._replace(origin=self._open_floor(bounds))]

    def choose(self, random: Random) -> SpawnPoint:
        """Return a random point where nobody stands; any point when all are taken."""
        points = list(self.points)
        random.shuffle(points)
        return next((point for point in points if self._is_free(point.origin)), points[0])

    def _is_free(self, origin: Vec3) -> bool:
        trace = self._world.trace(
            origin, origin, self._mins, self._maxs, CONTENTS_BODY, capsule=True
        )
        return not trace.startsolid

    def _floor(self, point: Vec3, drop: float = DROP) -> Vec3 | None:
        """Return where a player set down at a point stands, None for a point inside a solid.

        Below a point high in the air nothing may be reached: its player falls the rest.
        """
        x, y, z = point
        for lift in LIFTS:
            top = (x, y, z + lift)
            down = (x, y, z - drop)
            trace = self._world.trace(
                top, down, self._mins, self._maxs, MASK_PLAYER & ~CONTENTS_BODY, capsule=True
            )
            if not trace.startsolid:
                return trace.endpos if trace.fraction < 1.0 else point
        return None

    def _open_floor(self, bounds: Bounds) -> Vec3:
        low, high = bounds.mins[2], bounds.maxs[2]
        for x, y in _rings(bounds):
            for part in _HEIGHTS:
                z = low + (high - low) * part
                floor = self._floor((x, y, z), z - low)
                if floor is not None and floor[2] < z:
                    return floor
        return bounds.centre


def _rings(bounds: Bounds) -> Iterator[tuple[float, float]]:
    """Yield places on a grid over a world, from its middle outwards."""
    x, y, _ = bounds.centre
    dx = (bounds.maxs[0] - bounds.mins[0]) / (2 * SEARCH_STEPS + 2)
    dy = (bounds.maxs[1] - bounds.mins[1]) / (2 * SEARCH_STEPS + 2)
    steps = range(-SEARCH_STEPS, SEARCH_STEPS + 1)
    for i, j in sorted(((i, j) for i in steps for j in steps), key=lambda p: (max(map(abs, p)), p)):
        yield x + i * dx, y + j * dy
