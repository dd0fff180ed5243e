"""Whose a spawn point is, and the middle of a side's (design: From a stock map)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from uoserver.bsp.spawn import Side, SpawnPoint, SpawnSet
from uoserver.bsp.vectors import Vec3

MAX_POINTS: Final = 512
"""Points that are looked at: the farthest pair is found by trying all."""

TEAM_OF: Final = {"allies": 0, "axis": 1}
"""Sides of the simulation by the names that maps have for them."""

Points = tuple[list[Vec3], list[Vec3]]


def points_by_side(spawns: SpawnSet) -> Points:
    """Return the points of the allies and of the axis; one list is empty where there is one place.

    Points that are anybody's are split by their farthest pair; so are all where a side has none.
    Secondary points are left out, as they lie between the sides.
    """
    points = [point for point in spawns.points if not point.secondary][:MAX_POINTS]
    own = tuple(_of(points, side) for side in (Side.ALLIES, Side.AXIS))
    if own[0] and own[1]:
        return own[0], own[1]
    return split([point.origin for point in points or spawns.points[:MAX_POINTS]])


def _of(points: Sequence[SpawnPoint], side: Side) -> list[Vec3]:
    return [point.origin for point in points if point.side is side]


def split(places: Sequence[Vec3]) -> Points:
    """Split places by the two farthest apart; what is as near to both is the allies'.

    The end with the lower x, then the lower y, is the allies' end. Of pairs equally far apart the
    first counts. Heights count for nothing.
    """
    ends = max(combinations(places, 2), key=lambda pair: apart(*pair), default=None)
    if ends is None or not apart(*ends):
        return list(places), []
    allies, axis = sorted(ends)
    near = [apart(place, allies) <= apart(place, axis) for place in places]
    return (
        [place for place, own in zip(places, near, strict=True) if own],
        [place for place, own in zip(places, near, strict=True) if not own],
    )


def apart(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the square of the distance of two places, seen from above."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return dx * dx + dy * dy


def middle(places: Sequence[Vec3]) -> tuple[float, float]:
    """Return the mean of the places, seen from above."""
    count = len(places)
    return sum(place[0] for place in places) / count, sum(place[1] for place in places) / count
