"""Colours of a plan: tints by surface type, hill shading, shadows, contour lines, water."""

from __future__ import annotations

from array import array
from math import sqrt
from typing import Final

from uoserver.maptool.plan import PATCH, Plan
from uoserver.maptool.planraster import NO_FACE, NOTHING, Grid

Color = tuple[int, int, int]

VOID: Final[Color] = (38, 41, 47)
"""Outside of the world."""
ROOF: Final[Color] = (146, 88, 74)
SHALLOW: Final[Color] = (118, 168, 196)
DEEP: Final[Color] = (28, 66, 112)
DEEP_WATER: Final = 128.0

TINTS: Final[dict[int, Color]] = {
    0: (158, 152, 142),  # default
    1: (92, 72, 54),  # bark
    2: (172, 108, 90),  # brick
    3: (140, 70, 76),  # carpet
    4: (150, 140, 120),  # cloth
    5: (164, 164, 160),  # concrete
    6: (140, 118, 88),  # dirt
    7: (190, 130, 120),  # flesh
    8: (82, 110, 68),  # foliage
    9: (160, 196, 206),  # glass
    10: (124, 148, 90),  # grass
    11: (170, 158, 140),  # gravel
    12: (172, 210, 230),  # ice
    13: (126, 134, 144),  # metal
    14: (122, 102, 80),  # mud
    15: (214, 208, 190),  # paper
    16: (210, 196, 168),  # plaster
    17: (146, 142, 136),  # rock
    18: (216, 198, 154),  # sand
    19: (236, 240, 245),  # snow
    20: SHALLOW,  # water
    21: (150, 116, 78),  # wood
    22: (104, 104, 110),  # asphalt
}
"""By surface type (collision: Surface bits)."""

ROAD_TYPES: Final = frozenset({11, 21, 22})
"""A bridge of these is drawn as the way it is, not as a roof."""

# Light from the north-west, as on any printed map.
_LIGHT: Final = (-0.5, 0.5, 0.7071067811865476)
_SHADOW_SLOPE: Final = 1.1
_WALL: Final = 24.0
"""A difference of height between neighbours that is drawn as an edge."""


def contour_interval(low: float, high: float) -> int:
    """Return the height between contour lines: ten to twenty on any hilly map."""
    interval = 16
    while (high - low) / interval > 20:
        interval *= 2
    return interval


def paint(plan: Plan, grid: Grid) -> bytes:
    """Return the picture as rows of red, green and blue bytes."""
    tints = [_tint(face.surface) for face in plan.tops] + [VOID]
    ground = bytearray([*(face.solid == PATCH for face in plan.tops), 0])
    roads = bytearray([*(face.surface in ROAD_TYPES for face in plan.tops), 0])
    shadows = _shadows(grid)
    low, high = plan.mins[2], plan.maxs[2]
    spread = max(high - low, 1.0)
    interval = contour_interval(low, high)
    picture = bytearray()
    width, heights, owners = grid.width, grid.heights, grid.owners
    for pixel, owner in enumerate(owners):
        if owner == NO_FACE:
            wet = grid.water[pixel] != NOTHING
            picture += bytes(DEEP if wet else VOID)
            continue
        column, row = pixel % width, pixel // width
        z = heights[pixel]
        east = heights[pixel + 1] if column + 1 < width else z
        south = heights[pixel + width] if row + 1 < grid.height else z
        west = heights[pixel - 1] if column else z
        north = heights[pixel - width] if row else z
        light = _light(west, east, north, south, z, grid.scale)
        light *= 0.86 + 0.2 * (z - low) / spread
        red, green, blue = tints[owner]
        if grid.roofs[pixel] and not roads[owner]:
            red, green, blue = _mixed((red, green, blue), ROOF, 0.55)
            if (column + row) % 6 == 0:
                light *= 0.9
        if shadows[pixel]:
            light *= 0.72
        if abs(east - z) > _WALL or abs(south - z) > _WALL:
            light *= 0.62
        elif ground[owner] and interval:
            level = z // interval
            if south // interval != level or east // interval != level:
                light *= 0.88
        color = (red * light, green * light, blue * light)
        depth = grid.water[pixel] - z
        if depth > 0.0:
            color = _under_water(color, depth)
        picture += bytes(min(255, int(value)) for value in color)
    return bytes(picture)


def _tint(surface: int) -> Color:
    return TINTS.get(surface, TINTS[0])


def _mixed(
    a: tuple[float, float, float], b: tuple[float, float, float], share: float
) -> tuple[int, int, int]:
    """Return `a` with a share of `b` in it."""
    red, green, blue = (int(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def _under_water(color: tuple[float, float, float], depth: float) -> tuple[float, float, float]:
    share = min(depth / DEEP_WATER, 1.0)
    return _mixed(color, _mixed(SHALLOW, DEEP, share), 0.6 + 0.35 * share)


def _light(west: float, east: float, north: float, south: float, z: float, scale: float) -> float:
    """Return the light on the slope at a pixel: 0.93 on level ground."""
    # The smaller step of two neighbours keeps walls and the void from tilting what they border.
    dx = _gentle(west, z, east) / scale
    dy = _gentle(south, z, north) / scale
    shine = (-dx * _LIGHT[0] - dy * _LIGHT[1] + _LIGHT[2]) / sqrt(1.0 + dx * dx + dy * dy)
    return 0.36 + 0.8 * max(shine, 0.0)


def _gentle(a: float, b: float, c: float) -> float:
    before, after = b - a, c - b
    if abs(before) > _WALL or abs(after) > _WALL:
        gentle = before if abs(before) < abs(after) else after
        return gentle if abs(gentle) <= _WALL else 0.0
    return (before + after) / 2


def _shadows(grid: Grid) -> bytearray:
    """Return 1 for each pixel from which something stands before the light."""
    width = grid.width
    drop = grid.scale * sqrt(2.0) * _SHADOW_SLOPE
    shades = array("d", grid.heights)
    """Height that the shadow of what stands to the north-west reaches at each pixel."""
    shadows = bytearray(len(shades))
    for pixel in range(width + 1, len(shades)):
        if pixel % width:
            shade = shades[pixel - width - 1] - drop
            if shade > shades[pixel]:
                shadows[pixel] = shade > grid.heights[pixel] + 4.0 and shades[pixel] != NOTHING
                shades[pixel] = shade
    return shadows
