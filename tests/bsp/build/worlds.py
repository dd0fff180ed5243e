"""Built worlds for tests of what sees what."""

from __future__ import annotations

from collections.abc import Callable

from tests.bsp.build.sources import Point, box, hull, terrain, world
from uoserver.bsp.build import build_map
from uoserver.collision import ClipModel, load_clip_model

WALL = "textures/test/wall"
KEYS = {
    "material_1": "textures/test/wall brick solid",
    "material_2": "textures/test/pane glass solid|glass",
    "material_3": "textures/test/pond water water",
    "material_4": "textures/test/hedge foliage foliage",
    "material_5": "textures/test/ground snow solid",
    "material_6": "textures/test/leaves foliage solid|foliage",
}
GROUND = "textures/test/ground"

LENGTH, WIDTH, ROOF, FLOOR = 4096, 2048, 1536, -256


def around(floor: int = FLOOR) -> str:
    """Sky and caulk around a world of LENGTH x WIDTH."""
    return hull((0, 0, floor), (LENGTH, WIDTH, ROOF))


def ground(height: Callable[[float, float], float], step: int = 128, **kept: str) -> str:
    """Terrain over the whole world, its border against the sky's walls."""
    xs = [float(x) for x in range(0, LENGTH + 1, step)]
    ys = [float(y) for y in range(0, WIDTH + 1, step)]
    return terrain(xs, ys, height, kept.get("material", GROUND))


def hill(peak: float) -> Callable[[float, float], float]:
    """A ridge across the world, from x 1536 to 2560, `peak` high in the middle."""

    def height(x: float, _y: float) -> float:
        return max(0.0, peak * (1.0 - abs(x - LENGTH / 2) / 512.0))

    return height


def wall(low: float = FLOOR, high: float = ROOF, y0: float = 0.0, y1: float = WIDTH) -> str:
    return wall_of(WALL, low, high, y0, y1)


def wall_of(material: str, low: float, high: float, y0: float = 0.0, y1: float = WIDTH) -> str:
    """A wall across the middle of the world, two cells thick."""
    return box((1984, y0, low), (2112, y1, high), material)


def built(*parts: str) -> ClipModel:
    return load_clip_model(build_map(world(*parts, **KEYS)).map)


def see(model: ClipModel, a: Point, b: Point) -> bool:
    """Whether the rows let two places see each other; the rows must agree both ways."""
    vis = model.visibility
    cluster_a, cluster_b = vis.cluster_at(a), vis.cluster_at(b)
    assert cluster_a >= 0
    assert cluster_b >= 0
    answer = vis.sees(cluster_a, cluster_b)
    assert vis.sees(cluster_b, cluster_a) == answer
    return answer
