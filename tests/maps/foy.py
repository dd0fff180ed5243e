"""The stand-in map for its tests: loaded once, with ways to walk and drive on it by traces."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from uoserver.bsp import Map, read
from uoserver.bsp.build.pack import MAP_NAME
from uoserver.bsp.vectors import Vec3
from uoserver.collision import ZERO, ClipModel, Trace, load_clip_model
from uoserver.files.searchpath import SearchPath
from uoserver.survey import Survey, survey

STEP: Final = 18.0
FLAT: Final = 0.7
"""Ground whose normal rises less cannot be stood on (pmove2)."""
PLAYER: Final = 0x02810011
VEHICLE: Final = 0x211
MAN: Final[tuple[Vec3, Vec3]] = ((-15.0, -15.0, 0.0), (15.0, 15.0, 70.0))
HULL: Final[tuple[Vec3, Vec3]] = ((-92.0, -92.0, 0.0), (92.0, 92.0, 80.0))
EYE: Final = 60.0

ALLIED_PAD: Final = (-3840.0, -160.0)
AXIS_PAD: Final = (3840.0, 160.0)

Stride = Callable[[Vec3, float, float], Vec3 | None]


@cache
def shipped() -> bytes:
    """The map file of the built-in pack."""
    data = SearchPath().read(MAP_NAME)
    assert data is not None
    return data


@cache
def foy() -> Map:
    return read(shipped())


@cache
def clip() -> ClipModel:
    return load_clip_model(foy())


def down(x: float, y: float, top: float = 1300.0, bottom: float = -400.0) -> Trace:
    """A point trace straight down."""
    return clip().trace((x, y, top), (x, y, bottom), ZERO, ZERO, 1)


def ground(x: float, y: float, top: float = 1300.0) -> float:
    return down(x, y, top).endpos[2]


def man_trace(start: Vec3, end: Vec3) -> Trace:
    return clip().trace(start, end, *MAN, PLAYER, capsule=True)


def stand(x: float, y: float, z: float) -> Vec3:
    """Drop a man from a free place to the ground he stands on."""
    assert not man_trace((x, y, z), (x, y, z)).startsolid, (x, y, z)
    fall = man_trace((x, y, z), (x, y, z - 256.0))
    assert fall.fraction < 1.0, (x, y, z)
    assert fall.normal[2] >= FLAT, (x, y, z)
    return fall.endpos


def man_stride(at: Vec3, dx: float, dy: float) -> Vec3 | None:
    """Walk up to 16 units: up a step, ahead, down onto ground to stand on."""
    x, y, z = at
    up = man_trace(at, (x, y, z + STEP)).endpos
    ahead = man_trace(up, (x + dx, y + dy, up[2]))
    if ahead.fraction < 1.0:
        return None
    x, y, z = ahead.endpos
    fall = man_trace(ahead.endpos, (x, y, at[2] - STEP))
    if fall.fraction == 1.0 or fall.startsolid or fall.normal[2] < FLAT:
        return None
    return fall.endpos


def hull_stride(at: Vec3, dx: float, dy: float) -> Vec3 | None:
    """Drive up to 32 units: ground within a step, the raised box free all the way."""
    x, y, z = at[0] + dx, at[1] + dy, at[2]
    fall = clip().trace((x, y, z + STEP), (x, y, z - 2048.0), ZERO, ZERO, VEHICLE)
    if fall.startsolid or abs(fall.endpos[2] - z) > STEP:
        return None
    there = fall.endpos
    raised = clip().trace((at[0], at[1], z + STEP), (x, y, there[2] + STEP), *HULL, VEHICLE)
    return there if raised.fraction == 1.0 and not raised.startsolid else None


class Route(NamedTuple):
    """Whether the goal was reached, where the way came nearest, and the places it led over."""

    reached: bool
    nearest: Vec3
    way: list[Vec3]


def find_way(
    start: Vec3, goal: Vec3, stride: Stride, *, cell: float = 32.0, limit: int = 20_000
) -> Route:
    """Search a way on a lattice of cells from `start`, those nearest to the goal first.

    A flood fill that stops at the goal; `limit` places are looked at.
    """
    parts = math.ceil(cell / (16.0 if stride is man_stride else 32.0))
    came_from: dict[tuple[int, int, int], tuple[int, int, int] | None] = {}
    places: dict[tuple[int, int, int], Vec3] = {}

    def key(column: int, row: int, z: float) -> tuple[int, int, int]:
        return column, row, round(z / 32.0)

    first = key(0, 0, start[2])
    places[first], came_from[first] = start, None
    waiting = [(math.dist(start, goal), first)]
    nearest = first
    while waiting and len(places) < limit:
        far, here = heapq.heappop(waiting)
        if far < math.dist(places[nearest], goal):
            nearest = here
        if far <= cell:
            break
        for column, row in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            at: Vec3 | None = places[here]
            for _ in range(parts):
                if at is not None:
                    at = stride(at, column * cell / parts, row * cell / parts)
            if at is None:
                continue
            there = key(here[0] + column, here[1] + row, at[2])
            if there not in places:
                places[there], came_from[there] = at, here
                heapq.heappush(waiting, (math.dist(at, goal), there))
    way: list[Vec3] = []
    link: tuple[int, int, int] | None = nearest
    while link is not None:
        way.append(places[link])
        link = came_from[link]
    return Route(math.dist(places[nearest], goal) <= cell, places[nearest], way[::-1])


@cache
def surveyed() -> Survey:
    """What a match on it finds."""
    return survey(foy(), clip())
