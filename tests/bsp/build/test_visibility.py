from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bsp.build.sources import Point, box, entity, terrain, world
from tests.bsp.build.worlds import (
    FLOOR,
    GROUND,
    KEYS,
    LENGTH,
    ROOF,
    WALL,
    WIDTH,
    around,
    built,
    ground,
    hill,
    see,
    wall,
    wall_of,
)
from uoserver.bsp.build import build_map
from uoserver.bsp.build.field import PlanField
from uoserver.bsp.build.ground import Ground
from uoserver.bsp.build.vec import Box
from uoserver.bsp.build.visibility import visibility_rows
from uoserver.collision import ClipModel, load_clip_model
from uoserver.collision.contents import SOLID

WEST, EAST = (600.0, 1100.0, 40.0), (3500.0, 1100.0, 40.0)
FLAT = box((0, 0, FLOOR), (LENGTH, WIDTH, 0), WALL)
"""A floor of one brush, from the bottom of the world up to 0."""


def flat(_x: float, _y: float) -> float:
    return 0.0


@pytest.mark.parametrize("peak", [0.0, 512.0])
def test_a_hill_hides_the_valley_behind_it(peak: float) -> None:
    model = built(around(), ground(hill(peak)))
    assert see(model, WEST, EAST) == (peak == 0.0)
    assert model.sight(WEST, EAST, SOLID) == (peak == 0.0)
    # The hill's own slope and its top are seen from below.
    assert see(model, WEST, (1700.0, 1100.0, 200.0))
    assert see(model, WEST, (2040.0, 1100.0, 530.0))


def test_what_rises_over_the_hill_is_seen() -> None:
    """A tower's upper floors belong to the sky; so does a spectator that flies above its block."""
    model = built(around(), ground(hill(512.0)), box((3400, 1000, 0), (3600, 1200, 1200), WALL))
    sky = model.visibility.cluster_at((3500.0, 1100.0, 1300.0))
    assert sky == 0
    assert see(model, WEST, (3500.0, 1300.0, 1200.0))
    assert model.visibility.cluster_at((600.0, 1100.0, 900.0)) == sky
    count = model.visibility.clusters
    assert all(model.visibility.sees(0, other) for other in range(count))
    assert all(model.visibility.sees(other, 0) for other in range(count))


def test_an_eye_in_no_cluster_sees_everything() -> None:
    """Spectators without clipping fly in walls and outside of the world."""
    model = built(around(), ground(hill(512.0)))
    inside = model.visibility.cluster_at((-30.0, 1100.0, 0.0))
    assert inside == -1
    assert all(model.visibility.sees(inside, other) for other in range(model.visibility.clusters))


def test_a_wall_from_the_ground_up_hides() -> None:
    model = built(around(), ground(flat), wall(low=-16.0, high=512.0))
    assert not see(model, WEST, EAST)
    model = built(around(), FLAT, wall(low=0.0))
    assert not see(model, WEST, EAST)


@pytest.mark.parametrize(
    "parts",
    [
        (wall(y1=960.0), wall(y0=1216.0)),
        (wall(high=64.0),),
        (wall(low=1.0),),  # does not stand on the ground: one sees below it
        (wall(y1=960.0), wall(y0=1216.0), wall(high=24.0), wall(low=96.0)),
        (wall_of("textures/test/pane", 0.0, ROOF),),
        (wall_of("textures/test/pond", 0.0, ROOF),),
        (wall_of("textures/test/hedge", 0.0, ROOF),),
        (wall_of("textures/test/leaves", 0.0, ROOF),),
        (wall_of("textures/common/clip", 0.0, ROOF),),
        (wall_of("textures/common/trigger", 0.0, ROOF),),
    ],
    ids=[
        "gap",
        "low",
        "hovers",
        "window",
        "glass",
        "water",
        "foliage",
        "leaves",
        "clip",
        "trigger",
    ],
)
def test_what_one_sees_through_hides_nothing(parts: tuple[str, ...]) -> None:
    assert see(built(around(), FLAT, *parts), WEST, EAST)


def test_an_inline_model_hides_nothing() -> None:
    """It may move away. A group is a part of the world like any other."""
    parts = around(), FLAT
    mover = entity({"classname": "script_brushmodel"}, wall(low=0.0))
    group = entity({"classname": "func_group"}, wall(low=0.0))
    models = [
        load_clip_model(build_map(world(*parts, **KEYS) + last).map) for last in (mover, group)
    ]
    assert [see(model, WEST, EAST) for model in models] == [True, False]


def test_a_hill_of_leaves_hides_nothing() -> None:
    assert see(
        built(around(), FLAT, ground(hill(512.0), material="textures/test/leaves")), WEST, EAST
    )


def test_a_hill_that_faces_down_hides_nothing() -> None:
    turned = re.sub(
        r"\( (\d+) (\d+) (\d+) \)$", r"( \1 \3 \2 )", ground(hill(512.0)), flags=re.MULTILINE
    )
    assert turned != ground(hill(512.0))
    assert see(built(around(), FLAT, turned), WEST, EAST)


def test_ground_with_an_open_edge_hides_nothing() -> None:
    """A line gets below it there: the whole of it may be hollow."""
    xs, ys = [float(x) for x in range(0, 3329, 128)], [float(y) for y in range(0, WIDTH + 1, 128)]
    part = terrain(xs, ys, lambda x, y: hill(512.0)(x, y) + 8.0, GROUND)
    result = build_map(world(around(), FLAT, part, **KEYS))
    model = load_clip_model(result.map)
    assert see(model, WEST, EAST)
    (warning,) = result.warnings
    assert "32 edges of terrain are open" in warning.message  # in pieces of 64
    assert "3328" in warning.message
    assert (
        "indexedTerrain" in world(around(), FLAT, part, **KEYS).splitlines()[warning.line - 2 :][:2]
    )


def test_an_edge_on_a_solid_is_sealed() -> None:
    xs, ys = [float(x) for x in range(0, 3329, 128)], [float(y) for y in range(0, WIDTH + 1, 128)]
    result = build_map(
        world(
            around(),
            terrain(xs, ys, hill(512.0), GROUND),
            box((3328, 0, FLOOR), (LENGTH, WIDTH, 0), WALL),
            **KEYS,
        )
    )
    assert result.warnings == []
    assert not see(load_clip_model(result.map), WEST, EAST)


def test_tunnels_under_the_ground_are_not_hidden() -> None:
    """Both ends of a passage that a hole leads to; the hill above is of terrain that covers it."""
    xs, ys = [float(x) for x in range(0, LENGTH + 1, 128)], [0.0, 512.0]
    south = terrain(xs, ys, flat, GROUND)
    north = terrain(xs, [640.0, float(WIDTH)], flat, GROUND)
    model = built(around(-1024), south, north, box((0, 0, -1024), (LENGTH, WIDTH, -900), WALL))
    a, b = (200.0, 1500.0, -500.0), (3900.0, 1500.0, -500.0)
    assert model.sight(a, b, SOLID)
    assert see(model, a, b)


def test_clusters_see_themselves_and_what_is_beside_them() -> None:
    model = built(around(), ground(hill(512.0)), wall(low=0.0))
    vis = model.visibility
    for cluster in range(vis.clusters):
        assert vis.sees(cluster, cluster)
    for x in range(256, LENGTH - 512, 512):
        assert see(model, (float(x), 100.0, 560.0), (x + 512.0, 100.0, 560.0))


def test_without_visibility_the_lump_is_absent() -> None:
    source = world(around(), ground(hill(512.0)), **KEYS)
    assert build_map(source, visibility=False).map.visibility is None
    assert build_map(source).map.visibility is not None


def test_rows_are_padded_to_32_bits_and_symmetric() -> None:
    rows = build_map(world(around(), ground(hill(512.0)), **KEYS)).map.visibility
    assert rows is not None
    assert rows.row_bytes == (rows.cluster_count + 31) // 32 * 4
    bits = [
        int.from_bytes(rows.rows[i * rows.row_bytes : (i + 1) * rows.row_bytes], "little")
        for i in range(rows.cluster_count)
    ]
    assert all(row < 1 << rows.cluster_count for row in bits)
    for i, row in enumerate(bits):
        for j, other in enumerate(bits):
            assert row >> j & 1 == other >> i & 1


def test_the_sky_alone_is_one_row() -> None:
    field = PlanField(Box((0.0, 0.0, 0.0), (64.0, 64.0, 64.0)), Ground([], [], []), [])
    assert visibility_rows([None], field) == (1, 4, b"\1\0\0\0")


# -- sight traces never reach what is hidden -----------------------------------------------------


def floor_at(model: ClipModel, x: float, y: float) -> float:
    """Height of the first solid thing below the roof."""
    trace = model.trace((x, y, ROOF - 1.0), (x, y, -2000.0), (0, 0, 0), (0, 0, 0), SOLID)
    return trace.endpos[2]


def places(model: ClipModel, chance: random.Random, count: int) -> list[Point]:
    """Places above the ground, many on or by borders of clusters; none inside of solids."""
    found: list[Point] = []
    while len(found) < count:
        x, y = chance.uniform(1.0, LENGTH - 1.0), chance.uniform(1.0, WIDTH - 1.0)
        if chance.random() < 0.4:
            x = min(LENGTH - 1.0, max(1.0, round(x / 512) * 512 + chance.choice((-1e-3, 0, 1e-3))))
        if chance.random() < 0.4:
            y = min(WIDTH - 1.0, max(1.0, round(y / 512) * 512 + chance.choice((-1e-3, 0, 1e-3))))
        z = floor_at(model, x, y) + chance.choice((0.25, 8.0, 60.0, 72.0, chance.uniform(1, 300)))
        if z < ROOF and not model.point_contents((x, y, z)) & SOLID:
            found.append((x, y, z))
    return found


def check_sights(model: ClipModel, chance: random.Random, count: int = 64) -> int:
    """Look from every place to every other; return how many pairs the rows hide."""
    vis = model.visibility
    points = places(model, chance, count)
    clusters = [vis.cluster_at(point) for point in points]
    hidden = 0
    for i, (a, seer) in enumerate(zip(points, clusters, strict=True)):
        for b, seen in zip(points[:i], clusters[:i], strict=True):
            if not vis.sees(seer, seen):
                hidden += 1
                assert not model.sight(a, b, SOLID), (a, b)
                assert not model.sight(b, a, SOLID), (b, a)
    return hidden


def rough(chance: random.Random, height: float, step: int) -> dict[tuple[float, float], float]:
    return {
        (float(x), float(y)): chance.choice((0.0, chance.uniform(-0.2, 1.0))) * height
        for x in range(0, LENGTH + 1, step)
        for y in range(0, WIDTH + 1, step)
    }


def random_world(seed: int) -> ClipModel:
    """Rough ground with ridges, walls with gaps and hovering parts, houses and panes."""
    chance = random.Random(seed)
    step = chance.choice((128, 256))
    heights = rough(chance, chance.choice((60.0, 150.0, 500.0)), step)
    ridge = chance.randrange(4, 12) * 256
    peak = chance.uniform(400.0, 1000.0)
    dip = chance.randrange(0, WIDTH, step)

    def height(x: float, y: float) -> float:
        up = max(0.0, peak * (1.0 - abs(x - ridge) / 512.0))
        return heights[x, y] + (up if abs(y - dip) > step else up / 3.0)

    parts = [around(), ground(height, step)]
    for _ in range(chance.randrange(12)):
        x, y = chance.randrange(0, LENGTH - 300, 32), chance.randrange(0, WIDTH - 700, 32)
        low = chance.choice((FLOOR, FLOOR, chance.uniform(0.0, 400.0)))
        material = chance.choice((WALL, WALL, WALL, "textures/test/pane", "textures/test/hedge"))
        size = chance.choice(((64, 700), (300, 64), (256, 256), (192, 640)))
        top = low + chance.uniform(200.0, 900.0)
        parts.append(box((x, y, low), (x + size[0], y + size[1], top), material))
    return built(*parts)


def test_no_sight_trace_reaches_what_is_hidden_in_random_worlds() -> None:
    hidden = [check_sights(random_world(seed), random.Random(seed)) for seed in range(12)]
    assert sum(hidden) > 500
    assert sum(1 for count in hidden if count) >= 6


def test_lines_that_graze_a_ridge_are_not_hidden() -> None:
    """Tops of clusters right and left of a ridge that is just high enough, or just not."""
    for peak in range(96, 320, 16):
        model = built(around(), ground(hill(float(peak))))
        check_sights(model, random.Random(peak), 40)
        vis = model.visibility
        for west, east in ((1000.0, 3000.0), (500.0, 3000.0), (500.0, 3600.0)):
            for a_high in (20.0, 127.9):
                for b_high in (20.0, 127.9):
                    a, b = (west, 700.0, a_high), (east, 1400.0, b_high)
                    if model.sight(a, b, SOLID):
                        assert vis.sees(vis.cluster_at(a), vis.cluster_at(b))


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 1 << 32))
def test_no_sight_trace_reaches_what_is_hidden(seed: int) -> None:
    check_sights(random_world(seed), random.Random(seed), 48)
