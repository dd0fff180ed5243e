"""Where players appear: points dropped to the floor, never inside anything (gametypes)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import cos, dist, sin, tau
from random import Random
from typing import Final

from uoserver.bsp.spawn import Bounds, SpawnPoint
from uoserver.bsp.vectors import Vec3
from uoserver.collision import Trace, World

from .movement import MoveRules
from .movement.constants import CONTENTS_BODY, CONTENTS_YIELDS, MASK_PLAYER

DROP: Final = 2048.0
"""How far below a point its floor may be, in units."""
LIFTS: Final = (1.0, 10.0, 18.0, 36.0)
"""Heights above a point to drop from: mappers set points into the floor."""
FLAT: Final = 1.0
"""Height of the box that looks for the floor below a point whose head is in the ceiling."""
MAX_POINTS: Final = 1024
"""Points of a map that are used: each costs sweeps when a level begins, and when all are taken."""
SEARCH_STEPS: Final = 8
"""Rings around the middle of a world that are searched for room when no point has any."""
RINGS: Final = (36.0, 72.0, 108.0, 144.0, 216.0, 288.0)
"""Distances from a taken point at which room beside it is looked for, in units."""
DIRECTIONS: Final = 8
"""In which places lie on the first ring; as many more on the second, and so on."""
CROWDED_POINTS: Final = 32
"""Taken points beside which room is looked for."""
MAX_PLACES: Final = 1536
"""Places that are looked at for one player beside points, and as many beside players, four sweeps
each at most: a crowd at many points in closets must not stop the server."""
CROWD_REACH: Final = 1024.0
"""How far from a taken point those may stand beside whom room is looked for, in units."""
STEPS: Final = (18.0, 0.0)
"""Heights above a point of the way to a place beside it: over a step, under a low roof."""
BESIDE_DROP: Final = 72.0
"""How far below its point a place beside it may lie: a man's height."""
MIN_NORMAL: Final = 0.7
_WORLD_MASK: Final = MASK_PLAYER & ~CONTENTS_BODY
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
        self._top: Final = bounds.maxs[2]
        self._mins: Final = (-half, -half, 0.0)
        self._maxs: Final = (half, half, rules.g_bounds_height_standing)
        dropped = [
            point._replace(origin=floor)
            for point in points[:MAX_POINTS]
            if (floor := self._floor(point.origin)) is not None
        ]
        self.unusable: Final = len(points) - len(dropped)
        """Points that stand in solids, above the world, or beyond `MAX_POINTS`."""
        self.points: Final = dropped or [points[0]._replace(origin=self._open_floor(bounds))]

    def choose(self, random: Random, standing: Sequence[Vec3] = ()) -> SpawnPoint:
        """Return a random point where nobody stands.

        When all are taken it is moved to free ground that can be walked to from it, as near as
        there is any in the directions looked at; then to such ground beside those who are
        ``standing`` about it. Where none is found it is a taken point: its players are pushed
        apart (`crowd`).
        """
        points = list(self.points)
        random.shuffle(points)
        for point in points:
            if self._is_free(point.origin):
                return point
        first = points[0]
        near = sorted((dist(place, first.origin), place) for place in standing)
        crowd = [first._replace(origin=place) for away, place in near if away < CROWD_REACH]
        for bases in (points[:CROWDED_POINTS], crowd):
            for base, angle, ring in islice(_places(bases, random.random()), MAX_PLACES):
                place = self._beside(base.origin, angle, ring)
                if place is not None and self._is_free(place):
                    return base._replace(origin=place)
        return first

    def _is_free(self, origin: Vec3) -> bool:
        mask = CONTENTS_BODY | CONTENTS_YIELDS
        trace = self._world.trace(origin, origin, self._mins, self._maxs, mask, capsule=True)
        return not trace.startsolid

    def _beside(self, origin: Vec3, angle: float, distance: float) -> Vec3 | None:
        """Return the ground at a place, None where a wall or an edge is between, or a slope."""
        x, y, z = origin
        there_x, there_y = x + distance * cos(angle), y + distance * sin(angle)
        for step in STEPS:
            beside = (there_x, there_y, z + step)
            way = self._sweep((x, y, z + step), beside)
            if way.startsolid or way.fraction < 1.0:
                continue
            down = self._sweep(beside, (there_x, there_y, z - BESIDE_DROP))
            if down.normal[2] >= MIN_NORMAL:  # zero where nothing was hit
                return down.endpos
        return None

    def _sweep(self, start: Vec3, end: Vec3) -> Trace:
        return self._world.trace(start, end, self._mins, self._maxs, _WORLD_MASK, capsule=True)

    def _floor(self, point: Vec3, drop: float = DROP) -> Vec3 | None:
        """Return where a player set down at a point stands, None for a point inside a solid.

        Below a point high in the air nothing may be reached: its player falls the rest. What lies
        on top of the world is none of its floors.
        """
        x, y, z = point
        low = (x, y, z - drop)
        for lift in LIFTS:
            trace = self._sweep((x, y, z + lift), low)
            if not trace.startsolid:
                floor = trace.endpos if trace.fraction < 1.0 else point
                return floor if floor[2] < self._top else None
            if lift == LIFTS[0] and (floor_below := self._floor_below(point, low)):
                return floor_below
        return None

    def _floor_below(self, point: Vec3, low: Vec3) -> Vec3 | None:
        """Return the floor below a point that is free itself, but too near to the ceiling."""
        flat = (self._maxs[0], self._maxs[1], FLAT)
        trace = self._world.trace(point, low, self._mins, flat, _WORLD_MASK)
        if trace.startsolid or trace.fraction == 1.0:
            return None
        floor = trace.endpos
        return None if self._sweep(floor, floor).startsolid else floor

    def _open_floor(self, bounds: Bounds) -> Vec3:
        low, high = bounds.mins[2], bounds.maxs[2]
        for x, y in _rings(bounds):
            for part in _HEIGHTS:
                z = low + (high - low) * part
                floor = self._floor((x, y, z), z - low)
                if floor is not None and floor[2] < z:
                    return floor
        return bounds.centre


def _places(points: Sequence[SpawnPoint], turn: float) -> Iterator[tuple[SpawnPoint, float, float]]:
    """Yield points with directions (radians) and distances, the nearest first.

    Rings lie as close as men stand, and so do the places on each; ``turn`` is where they begin.
    """
    for ring in RINGS:
        count = DIRECTIONS * round(ring / RINGS[0])
        for point, number in product(points, range(count)):
            yield point, tau * (turn + number / count), ring


def _rings(bounds: Bounds) -> Iterator[tuple[float, float]]:
    """Yield places on a grid over a world, from its middle outwards."""
    x, y, _ = bounds.centre
    dx = (bounds.maxs[0] - bounds.mins[0]) / (2 * SEARCH_STEPS + 2)
    dy = (bounds.maxs[1] - bounds.mins[1]) / (2 * SEARCH_STEPS + 2)
    steps = range(-SEARCH_STEPS, SEARCH_STEPS + 1)
    for i, j in sorted(((i, j) for i in steps for j in steps), key=lambda p: (max(map(abs, p)), p)):
        yield x + i * dx, y + j * dy
