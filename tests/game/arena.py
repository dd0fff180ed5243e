"""A small built map in which whoever runs about meets everything: water, ladders, steps, walls."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.bsp.build.sources import box, entity, face, hull, world
from uoserver.bsp import write
from uoserver.bsp.build import build_map
from uoserver.files.searchpath import SearchPath

STONE = "textures/arena/stone"
LADDER = "textures/arena/ladder"
WATER = "textures/arena/water"
KEYS = {
    "material_1": f"{STONE} rock solid|detail",
    "material_2": f"{LADDER} wood|ladder solid|detail",
    "material_3": f"{WATER} water|nonsolid water|detail|translucent",
}
NAME = "arena"
HALF = 320
SHALLOW, DEEP = -40, -80
"""Heights of the pool's floor: to the knees, and over the head."""
PLACES = (
    (157.0, -100.0, 0.0),
    (280.0, -100.0, 144.0),
    (-280.0, -200.0, -80.0),
    (-280.0, 200.0, -40.0),
)
"""The ladder, what it leads to, the deep pool and the shallow one."""


def _wedge(x: int, high: int, low: int) -> str:
    """A slope down to the east from height 0, from ``x`` on, in the north."""
    return (
        "{\n"
        + "\n".join(
            [
                face((x, 0, 0), (x, 0, 1), (x, -1, 1), STONE),
                face((0, 160, 0), (1, 160, 0), (1, 160, -1), STONE),
                face((0, HALF, 0), (0, HALF, 1), (-1, HALF, 1), STONE),
                face((0, 0, low), (0, 1, low), (-1, 1, low), STONE),
                face((x, 0, high), (x, 1, high), (x + 200, 0, low), STONE),
            ]
        )
        + "\n}\n"
    )


def source() -> str:
    """The text of the map: a pool in the west, a platform with a ladder along it in the east."""
    steps = [
        box((-160 - 32 * n, -HALF, -128), (-128 - 32 * n, HALF, -16 - 16 * n), STONE)
        for n in range(3)
    ]
    return world(
        hull((-HALF, -HALF, -128), (HALF, HALF, 512)),
        box((-128, -HALF, -128), (HALF, HALF, 0), STONE),
        *steps,
        box((-HALF, 0, -128), (-224, HALF, SHALLOW), STONE),
        box((-HALF, -HALF, -128), (-224, 0, DEEP), STONE),
        box((-HALF, -HALF, DEEP), (-128, HALF, -4), WATER),
        box((160, -HALF, 0), (HALF, 64, 144), STONE),
        box((158, -HALF, 0), (160, 64, 144), LADDER),
        box((-64, -200, 0), (-32, -168, 64), STONE),
        box((0, 200, 0), (64, 232, 16), STONE),
        box((0, 232, 0), (64, 264, 32), STONE),
        _wedge(96, 48, 0),
        **KEYS,
    ) + "".join(
        entity({"classname": "mp_deathmatch_spawn", "origin": f"{x} {y} 8", "angles": "0 90 0"})
        for x, y in ((0, 0), (48, 64), (-48, 96), (64, -64))
    )


@cache
def _built() -> bytes:
    return write(build_map(source(), visibility=False).map)


def files(folder: Path) -> SearchPath:
    """Return a search path whose only map is the arena."""
    maps = folder / "uo" / "maps" / "mp"
    maps.mkdir(parents=True)
    (maps / f"{NAME}.bsp").write_bytes(_built())
    return SearchPath.open(str(folder))
