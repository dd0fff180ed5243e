"""Maps that hold what the real ones lack, for the proof against the reference tracer."""

from __future__ import annotations

import math
import random
from functools import cache

from tests.collision.mapmaker import MapMaker, Plane, Point

SOLID, WATER, CLIP, SKY, DETAIL = 0x1, 0x20, 0x10000, 0x800, 0x8000001
STONE, GRASS, ICE = 17 << 20, 10 << 20, 12 << 20 | 2
HILL_CELLS = (60, 50)
CELL = 64.0
BLOCK = 10


def height(x: float, y: float) -> float:
    """Rolling ground of some 700 units of relief with one sharp ridge; free of overhangs."""
    rolling = 90 * math.sin(x / 310) * math.cos(y / 270) + 35 * math.sin(x / 97 + y / 131)
    ridge: float = max(0.0, 260 - abs(x - 0.4 * y - 300) * 0.9)
    return rolling + ridge - 0.02 * x


@cache
def hills() -> bytes:
    """6,000 triangles of ground, a ceiling that faces down, a mixed lip, water and houses."""
    maker = MapMaker()
    ground = maker.material("textures/ground", GRASS, SOLID)
    rock = maker.material("textures/rock", STONE, DETAIL)
    water = maker.material("textures/water", 20 << 20, WATER)
    wall = maker.material("textures/wall", STONE, SOLID)
    clip = maker.material("textures/clip", 0x80, CLIP)
    columns, rows = HILL_CELLS
    for x in range(0, columns, BLOCK):
        for y in range(0, rows, BLOCK):
            points = [
                (i * CELL - 1920, j * CELL - 1600, height(i * CELL - 1920, j * CELL - 1600))
                for j in range(y, y + BLOCK + 1)
                for i in range(x, x + BLOCK + 1)
            ]
            maker.terrain(points, sheet(BLOCK, BLOCK), ground)
    roof = [
        (i * 80.0 - 900, j * 80.0 - 700, 520 + 40 * math.sin(i) + 30 * math.cos(2 * j))
        for j in range(7)
        for i in range(7)
    ]
    maker.terrain(roof, flipped(sheet(6, 6)), rock)
    # A lip: the same strip faces up on top and down below, so the patch is not "down".
    lip = [(i * 60.0 + 700, j * 60.0 + 500, 480.0 + 15 * i) for j in range(4) for i in range(4)]
    lip += [(x, y, z - 70 - 0.05 * (x - 700)) for x, y, z in lip]
    under = [index + 16 for index in flipped(sheet(3, 3))]
    maker.terrain(lip, sheet(3, 3) + under, rock)
    rng = random.Random("spikes")
    spikes = [
        (i * 45.0 - 1800, j * 45.0 + 900, 330 + rng.uniform(0, 90))
        for j in range(9)
        for i in range(9)
    ]
    maker.terrain(spikes, sheet(8, 8), rock)
    maker.brush(((-1900, -1600, -400), (-900, 1600, -40)), [water])
    maker.brush(((-2000, -1700, -700), (2000, 1700, -600)), [wall])
    maker.brush(((-2000, -1700, 1400), (2000, 1700, 1450)), [wall])
    for k in range(12):
        east, north = -1500.0 + 260 * k, -1200.0 + 190 * (k * 5 % 13)
        z = height(east, north)
        box = ((east, north, z - 60), (east + 120, north + 90, z + 110))
        maker.brush(box, [wall, rock, clip])
    return maker.finish(depth=9)


def sheet(columns: int, rows: int) -> list[int]:
    """Return triangles over a grid of points so that they face up."""
    indexes = []
    for j in range(rows):
        for i in range(columns):
            a = j * (columns + 1) + i
            b, c, d = a + 1, a + columns + 2, a + columns + 1
            indexes += [a, d, c, c, b, a]
    return indexes


def flipped(indexes: list[int]) -> list[int]:
    """Return the same triangles with the other side in front."""
    return [index for at in range(0, len(indexes), 3) for index in reversed(indexes[at : at + 3])]


@cache
def works() -> bytes:
    """A yard of wedges with bevels, many-sided stones, columns, pools and curves, deep tree."""
    rng = random.Random("works")
    maker = MapMaker()
    stone = maker.material("textures/stone", STONE, SOLID)
    grass = maker.material("textures/grass", GRASS, SOLID)
    ice = maker.material("textures/ice", ICE, DETAIL)
    clip = maker.material("textures/clip", 0x80, CLIP)
    water = maker.material("textures/water", 20 << 20, WATER)
    sky = maker.material("textures/sky", 4, SKY)
    maker.brush(((-1100, -1100, -64), (1100, 1100, 0)), [grass, grass, grass, grass, stone, ice])
    maker.brush(((-1100, -1100, 900), (1100, 1100, 964)), [sky])
    for k in range(8):
        for j in range(8):
            x, y = -1000.0 + 250 * k + rng.uniform(0, 90), -1000.0 + 250 * j + rng.uniform(0, 90)
            kind = (k * 3 + j * 5) % 6
            if kind == 0:
                wedge(maker, (x, y, 0), rng, [stone, ice, clip])
            elif kind == 1:
                maker.convex(
                    stone_planes((x + 60, y + 60, rng.uniform(20, 160)), rng), [stone, ice]
                )
            elif kind == 2:
                maker.convex(column_planes((x + 60, y + 60), rng), [ice, stone, grass])
            elif kind == 3:
                maker.brush(((x, y, 0), (x + 110, y + 80, 90)), [water])
                maker.brush(((x + 20, y + 10, 0), (x + 60, y + 60, 30)), [stone])
            elif kind == 4:
                arch(maker, (x, y, 0), rng, ice)
            else:
                bowl(maker, (x, y, 8), rng, stone)
    return maker.finish(depth=12)


def wedge(maker: MapMaker, at: Point, rng: random.Random, materials: list[int]) -> None:
    """Add a ramp on a box base, with the bevel over its top edge that a compiler adds."""
    x, y, z = at
    run, wide, rise = rng.uniform(60, 150), rng.uniform(40, 110), rng.uniform(20, 140)
    size = math.sqrt(run * run + rise * rise)
    slope: Point = (-rise / size, 0.0, run / size)
    planes: list[Plane] = [(slope, slope[0] * x + slope[2] * z)]
    tilt: Point = (0.0, 0.6, 0.8)
    planes.append((tilt, tilt[1] * (y + wide) + tilt[2] * (z + rise)))
    maker.brush(((x, y, z), (x + run, y + wide, z + rise)), materials, planes)


def stone_planes(centre: Point, rng: random.Random) -> list[Plane]:
    """Return some twenty planes about a centre, with the axial ones far enough to close it."""
    planes: list[Plane] = []
    for axis in (0, 1, 2):
        for sign in (1.0, -1.0):
            normal = [0.0, 0.0, 0.0]
            normal[axis] = sign
            planes.append(((normal[0], normal[1], normal[2]), sign * centre[axis] + 60))
    for _ in range(14):
        raw = [rng.gauss(0, 1) for _ in range(3)]
        size = math.sqrt(sum(part * part for part in raw))
        n: Point = (raw[0] / size, raw[1] / size, raw[2] / size)
        away = sum(part * place for part, place in zip(n, centre, strict=True))
        planes.append((n, away + rng.uniform(35, 60)))
    return planes


def column_planes(centre: tuple[float, float], rng: random.Random) -> list[Plane]:
    """Return a prism of seven sides that stands on the ground."""
    planes: list[Plane] = [((0.0, 0.0, 1.0), rng.uniform(80, 400)), ((0.0, 0.0, -1.0), 0.0)]
    for k in range(7):
        turn = 0.3 + k * math.tau / 7
        n: Point = (math.cos(turn), math.sin(turn), 0.0)
        planes.append((n, n[0] * centre[0] + n[1] * centre[1] + rng.uniform(25, 45)))
    return planes


def arch(maker: MapMaker, at: Point, rng: random.Random, material: int) -> None:
    """Add a curve bent one way, and above it one with the other side out."""
    x, y, z = at
    for lift, order in ((0.0, 1), (150.0, -1)):
        points = [
            (x + across * 40, y + along * 60, z + lift + bump * rng.uniform(90, 130))
            for along in (0, 1, 2)
            for across, bump in zip((0, 0, 1, 2, 2)[::order], (0, 1, 1, 1, 0), strict=True)
        ]
        maker.curve(points, 5, 3, rng.choice((8, 16)), material)


def bowl(maker: MapMaker, at: Point, rng: random.Random, material: int) -> None:
    """Add a closed ring of nine points whose last column lies on the first, wider on top."""
    x, y, z = at
    ring: tuple[tuple[int, int], ...] = (
        (1, 0),
        (1, 1),
        (0, 1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
        (1, 0),
    )
    ring = ring[:: rng.choice((1, -1))]
    points = [
        (x + 70 + radius * dx, y + 70 + radius * dy, z + up)
        for radius, up in ((25.0, 0.0), (60.0, 20.0), (65.0, 90.0))
        for dx, dy in ring
    ]
    maker.curve(points, 9, 3, 12, material)


@cache
def movers() -> bytes:
    """A plain room with five inline models: box, wedge, stone, curve and terrain."""
    rng = random.Random("movers")
    maker = MapMaker()
    stone = maker.material("textures/stone", STONE, SOLID)
    ice = maker.material("textures/ice", ICE, DETAIL)
    clip = maker.material("textures/clip", 0x80, CLIP)
    maker.brush(((-1024, -1024, -32), (1024, 1024, 0)), [stone])
    maker.brush(((-1024, -1024, 0), (-992, 1024, 512)), [stone])
    maker.brush(((992, -1024, 0), (1024, 1024, 512)), [ice])
    maker.begin_model()
    maker.brush(((-48, -24, -16), (48, 24, 40)), [stone, ice])
    maker.brush(((-20, -10, 40), (20, 10, 60)), [clip])
    maker.begin_model()
    wedge(maker, (-40, -30, 0), rng, [ice, stone])
    maker.begin_model()
    maker.convex(stone_planes((10, -5, 20), rng), [stone, clip, ice])
    maker.begin_model()
    maker.brush(((-8, -8, -8), (8, 8, 8)), [clip])
    bowl(maker, (-70, -70, 0), rng, ice)
    maker.begin_model()
    points = [
        (i * 30.0 - 60, j * 30.0 - 60, 10.0 * ((i * j) % 3)) for j in range(5) for i in range(5)
    ]
    maker.brush(((-60, -60, -60), (60, 60, -40)), [stone])
    maker.terrain(points, sheet(4, 4), stone)
    return maker.finish(depth=4)
