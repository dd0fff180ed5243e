from __future__ import annotations

import math
import random
import struct
import zipfile
from collections import deque
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from uoserver.bsp import load_map
from uoserver.bsp.build import build_map
from uoserver.bsp.build.pack import MAP_NAME, PACK, SOURCE, main
from uoserver.bsp.header import read_header
from uoserver.bsp.schema import LumpIndex
from uoserver.bsp.spawn import Side
from uoserver.bsp.write import write

WATER = 0x20
JEEP_HALF_WIDTH = 92
STEP = 18

# Record layouts as the format page has them, stated here once more on purpose.
FORMATS = {
    LumpIndex.MATERIALS: "<64sii",
    LumpIndex.PLANES: "<4f",
    LumpIndex.BRUSH_SIDES: "<fi",
    LumpIndex.BRUSHES: "<hh",
    LumpIndex.NODES: "<i2i3i3i",
    LumpIndex.LEAVES: "<9i",
    LumpIndex.LEAF_BRUSHES: "<i",
    LumpIndex.MODELS: "<6f6i",
}
Records = dict[LumpIndex, list[tuple[Any, ...]]]


class Box(NamedTuple):
    mins: tuple[float, ...]
    maxs: tuple[float, ...]
    contents: int


@pytest.fixture(scope="module")
def data() -> bytes:
    return write(build_map(SOURCE.read_text("ascii")).map)


@pytest.fixture(scope="module")
def records(data: bytes) -> Records:
    header = read_header(data)
    return {
        lump: list(struct.iter_unpack(form, header.lump(lump, data)))
        for lump, form in FORMATS.items()
    }


@pytest.fixture(scope="module")
def boxes(records: Records) -> list[Box]:
    sides = [side for side, _ in records[LumpIndex.BRUSH_SIDES]]
    contents = [material[2] for material in records[LumpIndex.MATERIALS]]
    return [
        Box(
            tuple(sides[6 * i : 6 * i + 6 : 2]),
            tuple(sides[6 * i + 1 : 6 * i + 6 : 2]),
            contents[material],
        )
        for i, (_, material) in enumerate(records[LumpIndex.BRUSHES])
    ]


def test_the_pack_in_the_tree_is_a_rebuild(tmp_path: Path, data: bytes) -> None:
    assert main([str(tmp_path / "new.pk3")]) == 0
    assert (tmp_path / "new.pk3").read_bytes() == PACK.read_bytes()
    with zipfile.ZipFile(PACK) as archive:
        assert archive.namelist() == [MAP_NAME]
        assert archive.read(MAP_NAME) == data
    assert len(data) < 500_000


def test_a_build_that_cannot_be_written_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["/no such folder/x.pk3"]) == 2
    assert "no such folder" in capsys.readouterr().err


def test_layout_of_the_file(data: bytes) -> None:
    end = 272
    for lump in read_header(data).lumps:
        assert lump.offset == end
        assert lump.offset % 4 == 0
        end += lump.length + -lump.length % 4
    assert end == len(data)
    header = read_header(data)
    assert header.lump(LumpIndex.ENTITIES, data).endswith(b"}\n\0")


def test_references_are_in_range(records: Records) -> None:
    materials = len(records[LumpIndex.MATERIALS])
    brushes = records[LumpIndex.BRUSHES]
    assert all(sides == 6 and 0 <= material < materials for sides, material in brushes)
    assert len(records[LumpIndex.BRUSH_SIDES]) == 6 * len(brushes)
    assert all(0 <= material < materials for _, material in records[LumpIndex.BRUSH_SIDES])
    assert all(0 <= brush < len(brushes) for (brush,) in records[LumpIndex.LEAF_BRUSHES])
    for leaf in records[LumpIndex.LEAVES]:
        assert 0 <= leaf[4] <= leaf[4] + leaf[5] <= len(records[LumpIndex.LEAF_BRUSHES])
    for x, y, z, _ in records[LumpIndex.PLANES]:
        assert sorted((x, y, z)) == [0.0, 0.0, 1.0]


def test_the_tree_reaches_every_leaf_but_the_dummy_once(records: Records) -> None:
    nodes, leaves = records[LumpIndex.NODES], records[LumpIndex.LEAVES]
    seen_nodes: list[int] = []
    seen_leaves: list[int] = []
    open_nodes = [0]
    while open_nodes:
        node = open_nodes.pop()
        seen_nodes.append(node)
        for child in nodes[node][1:3]:
            (open_nodes if child >= 0 else seen_leaves).append(child if child >= 0 else -1 - child)
    assert sorted(seen_nodes) == list(range(len(nodes)))
    assert sorted(seen_leaves) == list(range(1, len(leaves)))
    assert leaves[0] == (0,) * 9
    clusters = {leaf[0] for leaf in leaves[1:] if leaf[0] >= 0}
    assert clusters == set(range(len(clusters)))


def find_leaf(records: Records, point: tuple[float, ...]) -> tuple[Any, ...]:
    child = 0
    while child >= 0:
        plane, front, back, *bounds = records[LumpIndex.NODES][child]
        assert all(bounds[i] <= point[i] <= bounds[3 + i] for i in range(3))
        *normal, distance = records[LumpIndex.PLANES][plane]
        ahead = sum(a * b for a, b in zip(normal, point, strict=True)) >= distance
        child = front if ahead else back
    leaf: tuple[Any, ...] = records[LumpIndex.LEAVES][-1 - child]
    return leaf


def test_leaves_hold_every_brush_at_a_point(records: Records, boxes: list[Box]) -> None:
    """Compares the tree with a plain search through all boxes, at random and at tight places."""
    chance = random.Random(1)
    low, high = records[LumpIndex.MODELS][0][:3], records[LumpIndex.MODELS][0][3:6]
    points = [tuple(chance.uniform(low[i], high[i]) for i in range(3)) for _ in range(2000)]
    for box in boxes:
        points.append(tuple((box.mins[i] + box.maxs[i]) / 2 for i in range(3)))
        points.append(tuple(box.maxs[i] - 0.25 for i in range(3)))
        points.append(tuple(box.mins[i] + 0.25 for i in range(3)))
    for point in points:
        leaf = find_leaf(records, point)
        listed = {
            brush for (brush,) in records[LumpIndex.LEAF_BRUSHES][leaf[4] : leaf[4] + leaf[5]]
        }
        around = {
            number
            for number, box in enumerate(boxes)
            if all(box.mins[i] < point[i] < box.maxs[i] for i in range(3))
        }
        assert around <= listed
        if leaf[0] < 0:
            assert around, f"solid leaf at {point} where nothing is"
            assert leaf[1] == leaf[6] == -1


def test_world_model(records: Records, boxes: list[Box]) -> None:
    (model,) = records[LumpIndex.MODELS]
    assert model[:6] == (
        *(min(box.mins[i] for box in boxes) for i in range(3)),
        *(max(box.maxs[i] for box in boxes) for i in range(3)),
    )
    assert model[10:] == (0, len(boxes))


def solid(box: Box) -> bool:
    return not box.contents & WATER


def test_the_world_is_sealed(boxes: list[Box]) -> None:
    """The outermost 64 units are solid all around: nothing falls out of the world."""
    walls = [box for box in boxes if solid(box)]
    columns, rows, levels = range(-65, 65), range(-49, 49), range(-3, 25)
    for x in columns:
        for y in rows:
            for z in levels:
                if x in (-65, 64) or y in (-49, 48) or z in (-3, 24):
                    middle = (x * 64 + 32, y * 64 + 32, z * 64 + 32)
                    assert any(
                        all(box.mins[i] < middle[i] < box.maxs[i] for i in range(3))
                        for box in walls
                    ), middle


def blockers(boxes: list[Box]) -> list[Box]:
    """Boxes a vehicle on the ground bumps into."""
    return [box for box in boxes if solid(box) and box.maxs[2] > STEP and box.mins[2] < 80]


def ground_height(boxes: list[Box], x: float, y: float) -> float:
    tops = [
        box.maxs[2]
        for box in boxes
        if solid(box)
        and box.maxs[2] <= STEP
        and box.mins[0] <= x <= box.maxs[0]
        and box.mins[1] <= y <= box.maxs[1]
    ]
    return max(tops, default=-math.inf)


def test_everyone_appears_free_and_just_above_the_ground(data: bytes, boxes: list[Box]) -> None:
    info = load_map(data)
    places = [
        point
        for points in info.spawn_points.values()
        for point in points
        if "intermission" not in point.classname
    ]
    assert len(places) == 56
    for point in places:
        x, y, z = point.origin
        assert 0 < z - ground_height(boxes, x, y) <= 16
        for box in boxes:
            if solid(box) and box.maxs[2] > STEP:
                touches = box.mins[0] < x + 16 and box.maxs[0] > x - 16
                touches &= box.mins[1] < y + 16 and box.maxs[1] > y - 16
                assert not (touches and box.mins[2] < z + 72), (point, box)


@pytest.mark.parametrize("gametype", ["ctf", "dom", "tdm", "dm", "sd"])
def test_every_gametype_finds_points(data: bytes, gametype: str) -> None:
    spawns = load_map(data).spawns(gametype)
    assert len(spawns.points) >= 12
    assert spawns.intermissions[0].classname


def test_vehicles_and_flags(data: bytes) -> None:
    entities = load_map(data).entities
    vehicles = [entity.get("vehicletype") for entity in entities if "vehicletype" in entity]
    assert sorted(vehicles) == sorted(
        ["willyjeep_mp"] * 2 + ["shermantank_mp"] + ["horch_mp"] * 2 + ["panzeriv_mp"]
    )
    targets = {entity.get("targetname") for entity in entities}
    assert {"ctf_flag_allies", "ctf_flag_axis"} <= targets
    assert all(entity.get("target") in targets for entity in entities if "target" in entity)


def pad(data: bytes, boxes: list[Box], side: Side) -> tuple[int, int]:
    """The middle of a side's spawn points, where its vehicles will be lifted."""
    points = [p for p in load_map(data).spawns("ctf").points if p.side is side and not p.secondary]
    x = round(sum(point.origin[0] for point in points) / len(points))
    y = round(sum(point.origin[1] for point in points) / len(points))
    assert free(blockers(boxes), x, y, 128 + JEEP_HALF_WIDTH)
    return x, y


def free(walls: list[Box], x: float, y: float, half: float) -> bool:
    return not any(
        box.mins[0] < x + half
        and box.maxs[0] > x - half
        and box.mins[1] < y + half
        and box.maxs[1] > y - half
        for box in walls
    )


def test_a_jeep_gets_from_pad_to_pad(data: bytes, boxes: list[Box]) -> None:
    walls = blockers(boxes)
    start, goal = pad(data, boxes, Side.ALLIES), pad(data, boxes, Side.AXIS)
    assert math.dist(start, goal) > 1024
    cell = 64
    reached, waiting = {(0, 0)}, deque([(0, 0)])
    arrived = False
    while waiting and not arrived:
        column, row = waiting.popleft()
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            place = (column + step[0], row + step[1])
            x, y = start[0] + place[0] * cell, start[1] + place[1] * cell
            if place in reached or not free(walls, x, y, JEEP_HALF_WIDTH):
                continue
            reached.add(place)
            waiting.append(place)
            arrived |= math.dist((x, y), goal) < cell
    assert arrived


def test_the_pond_is_shallow_and_has_no_high_step(boxes: list[Box]) -> None:
    (water,) = (box for box in boxes if not solid(box))
    depths = []
    for x in range(int(water.mins[0]) - 8, int(water.maxs[0]) + 9, 16):
        height = ground_height(boxes, x, (water.mins[1] + water.maxs[1]) / 2)
        depths.append(height)
    assert max(abs(a - b) for a, b in pairwise(depths)) <= STEP
    assert 0 < water.maxs[2] - min(depths) <= 64
