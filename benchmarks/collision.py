"""Sweeps of walking players against a plain loop over all brushes, and what a map costs to load.

The players stand about the map's spawn points. Each takes the sweeps of one usercmd: the ground
below, the way ahead, a step up, over and down, and a probe further ahead. The library gathers
what lies around him first; that is in its figure.
"""

from __future__ import annotations

import os
import random
import time
import tracemalloc
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmarks import naive_collision
from benchmarks.timing import Figure, Row, best_us
from uoserver.bsp import read
from uoserver.bsp.angles import angle_vectors
from uoserver.bsp.spawn import read_points
from uoserver.collision import World, load_clip_model
from uoserver.collision.contents import PLAYER_MASK
from uoserver.files.searchpath import SearchPath
from uoserver.survey import survey

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uoserver.bsp.vectors import Vec3

HARBOR_TARGET: Final = 5
FOY_TARGET: Final = 1
"""The ground of mp_foy is terrain, which the plain loop does not have."""
LOAD_SECONDS: Final = 1.0
LOAD_MB: Final = 60.0
SURVEY_SECONDS: Final = 3.0
HARBOR_RATE: Final = 80_000.0
FOY_RATE: Final = 40_000.0

MINS: Final = (-15.0, -15.0, 0.0)
MAXS: Final = (15.0, 15.0, 70.0)
PLAYERS: Final = 100
SPREAD: Final = 300.0
REACH: Final = 40.0
RUN: Final = 190.0 * 0.05

Sweep = tuple["Vec3", "Vec3"]
Walk = tuple["Vec3", list[Sweep]]


def maps() -> Iterator[tuple[str, bytes, float, float]]:
    """Yield name, file, least ratio and least sweeps a second of the maps that are there."""
    shared = os.environ.get("UO_TEST_SHARED")
    if shared and (path := Path(shared, "maps", "pv_mini_harbor.bsp")).exists():
        yield "pv_mini_harbor", path.read_bytes(), HARBOR_TARGET, HARBOR_RATE
    yield "mp_foy", SearchPath().read("maps/mp/mp_foy.bsp"), FOY_TARGET, FOY_RATE


def _spots(world: World, points: list[Vec3]) -> list[Vec3]:
    """Return places on the ground about the spawn points."""
    source = random.Random(1)
    spots: list[Vec3] = []
    for _ in range(100 * PLAYERS):
        x, y, z = source.choice(points)
        high = (x + source.uniform(-SPREAD, SPREAD), y + source.uniform(-SPREAD, SPREAD), z + 30)
        low = (high[0], high[1], high[2] - 512)
        ground = world.trace(high, low, MINS, MAXS, PLAYER_MASK, capsule=True)
        if not ground.startsolid and ground.normal[2] > 0.7:
            spots.append(ground.endpos)
        if len(spots) == PLAYERS:
            break
    return spots


def _walks(spots: list[Vec3]) -> list[Walk]:
    """Return the sweeps of one usercmd at each spot."""
    source = random.Random(2)
    walks = []
    for x, y, z in spots:
        (fx, fy, _), _, _ = angle_vectors(0.0, source.uniform(0.0, 360.0))
        here, ahead, far = ((x + fx * run, y + fy * run) for run in (0.0, RUN, RUN + 8.0))
        walks.append(
            (
                (x, y, z),
                [
                    ((*here, z + 0.25), (*here, z - 0.25)),
                    ((*here, z), (*ahead, z)),
                    ((*here, z), (*here, z + 19.0)),
                    ((*here, z + 18.0), (*ahead, z + 18.0)),
                    ((*ahead, z + 18.0), (*ahead, z - 9.0)),
                    ((*ahead, z + 0.25), (*ahead, z - 0.25)),
                    ((*ahead, z + 8.0), (*far, z + 8.0)),
                ],
            )
        )
    return walks


def _library(world: World, walks: list[Walk]) -> list[float]:
    fractions = []
    for (x, y, z), sweeps in walks:
        near = world.around(
            (x - REACH, y - REACH, z - REACH), (x + REACH, y + REACH, z + REACH + 70), PLAYER_MASK
        )
        for start, end in sweeps:
            fractions.append(near.trace(start, end, MINS, MAXS, PLAYER_MASK, capsule=True)[0])
    return fractions


def _naive(brushes: list[naive_collision.Brush], walks: list[Walk]) -> list[float]:
    return [
        naive_collision.sweep(brushes, start, end, MINS, MAXS, PLAYER_MASK)
        for _, sweeps in walks
        for start, end in sweeps
    ]


def _load_figures(name: str, data: bytes) -> list[Figure]:
    """Measure the seconds of a load, and apart from that, as it slows things, the memory."""
    begin = time.perf_counter()
    load_clip_model(read(data))
    seconds = time.perf_counter() - begin
    tracemalloc.start()
    clip = load_clip_model(read(data))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert clip.models
    return [
        Figure(f"{name}: load", seconds, "s", most=LOAD_SECONDS),
        Figure(f"{name}: memory", peak / 1e6, "MB", most=LOAD_MB),
    ]


def _survey_figure(name: str, data: bytes) -> Figure:
    """Measure what a server does at the first start on a map, when no survey of it is kept."""
    source = read(data)
    clip = load_clip_model(source)
    begin = time.perf_counter()
    survey(source, clip)
    return Figure(f"{name}: survey", time.perf_counter() - begin, "s", most=SURVEY_SECONDS)


def run() -> list[Row | Figure]:
    rows: list[Row | Figure] = []
    for name, data, target, rate in maps():
        source = read(data)
        world = World(load_clip_model(source))
        points = [point.origin for kind in read_points(source.entities).values() for point in kind]
        walks = _walks(_spots(world, points))
        brushes = naive_collision.load(world.clip)
        ours, plain = _library(world, walks), _naive(brushes, walks)
        # Curves and terrain, which the loop does not know, only ever stop a sweep sooner.
        for fast, slow in zip(ours, plain, strict=True):
            assert fast <= slow + 1e-9
            assert world.clip.patches or abs(fast - slow) < 1e-9
        sweeps = len(ours)
        naive_us = best_us(partial(_naive, brushes, walks), repeats=3) / sweeps
        library_us = best_us(partial(_library, world, walks), repeats=5) / sweeps
        rows += [
            Row(f"sweep {name}", naive_us, library_us, target),
            Figure(f"{name}: sweeps", 1e6 / library_us, "/s", least=rate),
            *_load_figures(name, data),
        ]
        if name == "pv_mini_harbor":
            rows.append(_survey_figure(name, data))
    return rows
