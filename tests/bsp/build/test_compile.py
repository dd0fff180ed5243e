from __future__ import annotations

import hashlib
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bsp.build.solids import WEDGE, random_brush
from tests.bsp.build.sources import box, entity, grid, hull, terrain, world
from tests.bsp.build.test_source import PIECES
from uoserver.bsp import check, read, write
from uoserver.bsp.build import BuildError, build_map
from uoserver.collision import load_clip_model
from uoserver.collision.contents import WATER

ROOM = hull((-1024, -1024, 0), (1024, 1024, 1024))
CURVE = grid(
    "patchDef2",
    "3 3",
    [[f"{64 * x} {64 * y} {8 * x * y} {x} {y}" for y in range(3)] for x in range(3)],
)
DOOR = entity(
    {"classname": "script_brushmodel", "targetname": "door"},
    box((96, 96, 96), (104, 104, 104), "textures/common/origin"),
    box((100, 100, 0), (200, 108, 128), "textures/test/a"),
)
FULL = (
    world(
        ROOM,
        WEDGE,
        CURVE,
        box((-500, -500, 0), (-300, -300, 64), "textures/common/water"),
        terrain([-1000.0, -700.0, -400.0], [0.0, 300.0, 600.0], lambda x, y: 40 + x / 50 + y / 60),
        material_1="textures/test/a wood solid",
    )
    + DOOR
    + entity({"classname": "mp_deathmatch_spawn", "origin": "0 0 200"})
)


def random_source(seed: int) -> str:
    chance = random.Random(seed)
    parts = [ROOM]
    for _ in range(chance.randrange(40)):
        x, y = chance.randrange(-960, 800, 16), chance.randrange(-960, 800, 16)
        z, size = chance.randrange(0, 512, 8), chance.randrange(8, 160, 8)
        detail = chance.choice(("0 0 0 1 1 0 0 0", "0 0 0 1 1 134217728 0 0"))
        parts.append(box((x, y, z), (x + size, y + size, z + size), tail=detail))
    for _ in range(chance.randrange(8)):
        middle = chance.uniform(-700, 700), chance.uniform(-700, 700), chance.uniform(100, 700)
        text = random_brush(chance, middle, 64.0)
        try:
            build_map(world(text), visibility=False)
        except BuildError:
            continue  # a face that the others cut away
        parts.append(text)
    return world(*parts)


def test_built_maps_read_as_written_and_have_no_findings() -> None:
    data = write(build_map(FULL).map)
    assert check(data) == []
    assert write(read(data)) == data
    # Changed values force a layout of its own, which must be the same.
    again = read(data)
    again.planes = list(again.planes)
    assert write(again) == data


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 1 << 32))
def test_random_maps_have_no_findings(seed: int) -> None:
    data = write(build_map(random_source(seed)).map)
    assert check(data) == []
    assert write(read(data)) == data


def test_entities_and_models() -> None:
    built = build_map(FULL).map
    first, door, spawn = built.entities
    assert first.pairs == (("classname", "worldspawn"),)  # no material keys
    assert door.get("model") == "*1"
    assert door.get("origin") == "100 100 100"
    assert spawn.pairs == (("classname", "mp_deathmatch_spawn"), ("origin", "0 0 200"))
    model = built.models[1]
    assert (model.mins, model.maxs) == ((0.0, 0.0, -100.0), (100.0, 8.0, 28.0))
    assert model.brush_count == 1
    assert built.models[0].brush_count == model.first_brush == 8


def test_the_clip_model_of_a_build() -> None:
    model = load_clip_model(build_map(FULL).map)
    assert model.models == 2
    # On the wedge's roof at x 64 stands a point 32 high, kept 0.125 off the slope.
    trace = model.trace((64, 0, 300), (64, 0, 0), (0, 0, 0), (0, 0, 0), 1)
    assert trace.endpos[2] == pytest.approx(32 + 0.125 * 5**0.5 / 2, abs=1e-3)
    assert model.point_contents((-400, -400, 32)) & WATER
    hit = model.trace((50, 300, 0), (50, -300, 0), (0, 0, 0), (0, 0, 0), 1, model=1)
    assert (hit.material, hit.endpos[1]) == ("textures/test/a", 8.125)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 1 << 32))
def test_contents_in_leaves_are_those_of_all_brushes(seed: int) -> None:
    """The tree must not lose a brush: leaf's brushes against all brushes."""
    model = load_clip_model(build_map(random_source(seed)).map)
    chance = random.Random(seed)
    for _ in range(300):
        x, y, z = (
            chance.choice((value, round(value / 8) * 8.0))
            for value in (
                chance.uniform(-1080, 1080),
                chance.uniform(-1080, 1080),
                chance.uniform(-60, 1080),
            )
        )
        expected = 0
        for brush in model.brushes:
            if brush.holds(x, y, z):
                expected |= brush.contents
        assert model.point_contents((x, y, z)) == expected


PROGRAM = """
import hashlib, sys
from uoserver.bsp import write
from uoserver.bsp.build import build_map
sys.stdout.write(hashlib.sha256(write(build_map(sys.stdin.read()).map)).hexdigest())
"""


def test_the_same_source_gives_the_same_bytes_in_any_process() -> None:
    source = FULL.replace(ROOM, random_source(5).partition("\n{\n")[2].join(("{\n", ""))[:-2])
    expected = hashlib.sha256(write(build_map(source).map)).hexdigest()
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=source,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout == expected


def test_the_order_of_work_is_told() -> None:
    told: list[str] = []
    build_map(world(ROOM), progress=told.append)
    assert [line.split()[0] for line in told] == ["reading", "building", "proving"]
    build_map(world(ROOM), visibility=False, progress=(more := list[str]()).append)
    assert len(more) == 2


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the first entity must be worldspawn"),
        (entity({"classname": "info_null"}), 1, "the first entity must be worldspawn"),
        (world(), 1, "the world has no brushes"),
        (world(box((0, 0, 0), (8, 8, 8), "common/hint")), 1, "the world has no brushes"),
        (world(ROOM, material_1="a b"), 3, "defined as NAME"),
        (world(ROOM) + entity({"classname": "x", "model": "*3"}), 52, "model *3 without"),
        (
            world(ROOM) + entity({"classname": "x"}, box((0, 0, 0), (8, 8, 8), "common/hint")),
            52,
            "x has no solid brush",
        ),
        (world(ROOM, box((0, 0, 0), (8, 8, 8), "common/origin")), 51, "moves nothing"),
    ],
)
def test_sources_that_make_no_map(text: str, line: int, message: str) -> None:
    with pytest.raises(BuildError) as error:
        build_map(text)
    (problem,) = error.value.problems
    assert (problem.line, message in problem.message) == (line, True), problem


def test_problems_of_all_stages_come_together() -> None:
    flat = box((0, 0, 0), (8, 8, 0))
    text = world(ROOM, "{\nwhat\n{\n}\n}\n", flat, material_1="x")
    with pytest.raises(BuildError) as error:
        build_map(text)
    assert len(error.value.problems) >= 2
    assert sorted(error.value.problems) == error.value.problems


def test_texture_numbers_without_measure_fit_the_file() -> None:
    for tail in ("1e9 -1e9 0 1e-9 0 0", "0 0 45 0.000001 -0.000001 0"):
        source = world(box((0, 0, 0), (131072, 8, 8), tail=tail))
        assert check(write(build_map(source).map)) == []


def test_the_largest_world_is_built() -> None:
    side = 131072 - 64
    source = world(hull((-side, -side, 0), (side, side, 512)))
    assert check(write(build_map(source, visibility=False).map)) == []


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_text_gives_a_map_or_build_error(data: st.DataObject) -> None:
    """A good source with words replaced, dropped and doubled."""
    words = FULL.split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(words) - 1))
        new = data.draw(
            st.sampled_from([*PIECES, "1e9", "-1e-9", "64", "0.001"]) | st.text(max_size=5)
        )
        words[at : at + data.draw(st.integers(0, 2))] = [new]
    try:
        result = build_map(" ".join(words))
    except BuildError as error:
        problems = error.problems
    else:
        problems = []
        found = [finding for finding in check(write(result.map)) if finding.severity == "error"]
        assert found == []
    assert all(problem.line >= 1 for problem in problems)
