from __future__ import annotations

import random
import zipfile
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from tests.maps.foy import clip, down, foy, ground, shipped
from uoserver.bsp import check, load_map, read
from uoserver.bsp.build import build_map, pack
from uoserver.bsp.build.pack import PACK, SOURCE
from uoserver.bsp.spawn import Side
from uoserver.bsp.write import write

ICE, SNOW, ASPHALT = 12, 19, 22
WATER = 0x20


def test_the_pack_in_the_tree_is_a_rebuild() -> None:
    result = build_map(SOURCE.read_text("ascii"))
    assert result.warnings == []
    data = write(result.map)
    assert data == shipped()
    assert pack.make_pack(pack.MAP_NAME, data) == PACK.read_bytes()


def test_the_command_that_builds_the_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "small.map"
    planes = (
        ("( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 )", "( 64 0 1 ) ( 64 1 0 ) ( 64 0 0 )"),
        ("( 0 0 1 ) ( 1 0 0 ) ( 0 0 0 )", "( 0 64 0 ) ( 1 64 0 ) ( 0 64 1 )"),
        ("( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 )", "( 0 1 64 ) ( 1 0 64 ) ( 0 0 64 )"),
    )
    faces = "\n".join(f"{points} textures/common/caulk" for pair in planes for points in pair)
    source.write_text(f'{{\n"classname" "worldspawn"\n{{\n{faces}\n}}\n}}\n', "ascii")
    monkeypatch.setattr(pack, "SOURCE", source)
    assert pack.main([str(tmp_path / "new.pk3")]) == 0
    with zipfile.ZipFile(tmp_path / "new.pk3") as archive:
        assert archive.namelist() == ["maps/mp/mp_foy.bsp"]
        assert len(read(archive.read("maps/mp/mp_foy.bsp")).brushes) == 1
    assert pack.main(["/no such folder/x.pk3"]) == 2
    assert "no such folder" in capsys.readouterr().err


def test_check_finds_nothing() -> None:
    assert check(shipped()) == []


def test_it_is_as_large_as_promised() -> None:
    (x0, y0, _), (x1, y1, _) = clip().bounds
    assert (x1 - x0, y1 - y0) == (10_240 + 2 * 65, 8_000 + 2 * 65)
    world = foy().models[0]
    curves = [patch for patch in foy().patches if not patch.is_terrain]
    terrain = [patch for patch in foy().patches if patch.is_terrain]
    assert world.brush_count >= 150
    assert len(curves) >= 10
    assert sum(patch.index_count for patch in terrain) // 3 >= 2000
    assert max(leaf.leaf_brush_count for leaf in foy().leaves) <= 48
    assert len(SOURCE.read_bytes()) < 560_000
    assert len(shipped()) < 2_500_000


def test_the_ground_is_closed_and_rises_by_400() -> None:
    """No trace from the sky comes past the ground to the caulk of the hull below it."""
    chance = random.Random(3)
    places = [(chance.uniform(-5119, 5119), chance.uniform(-3999, 3999)) for _ in range(1500)]
    places += [(x, y) for x in (-5119.5, 0.0, 5119.5) for y in range(-3999, 4000, 400)]
    places += [(x, y) for x in range(-5119, 5120, 400) for y in (-3999.5, 3999.5)]
    # The places where four patches meet.
    places += [(x, y) for x in range(-4480, 4481, 640) for y in range(-3200, 3201, 800)]
    heights = []
    for x, y in places:
        hit = down(x, y)
        assert hit.material.startswith("textures/foy/"), (x, y, hit)
        heights.append(hit.endpos[2])
    assert max(heights) - min(heights) >= 400
    inner = [
        z for (x, y), z in zip(places, heights, strict=True) if abs(x) < 4200 and abs(y) < 3200
    ]
    assert max(inner) - min(inner) >= 400


def test_the_hull_is_closed() -> None:
    chance = random.Random(4)
    for _ in range(500):
        start = (chance.uniform(-5000, 5000), chance.uniform(-3900, 3900), 1300.0)
        axis = chance.randrange(3)
        end = tuple(
            (chance.choice((-9000, 9000)) if axis < 2 else 9000) if i == axis else start[i]
            for i in range(3)
        )
        hit = clip().trace(start, (end[0], end[1], end[2]), (0.0,) * 3, (0.0,) * 3, 1)
        assert hit.fraction < 1
        assert not hit.startsolid
        assert hit.surface_flags & 4 or hit.material.startswith("textures/foy/")


def test_surfaces() -> None:
    def surface(x: float, y: float, top: float = 1300.0) -> int:
        return down(x, y, top).surface_flags >> 20 & 31

    assert surface(-2200.0, -60.0) == ASPHALT
    assert surface(1040.0, 60.0) == ASPHALT
    assert surface(1180.0, 1500.0) == ICE
    assert surface(0.0, 2500.0) == SNOW
    assert ground(1180.0, 1500.0) == pytest.approx(-7.875)


def depth(x: float, y: float) -> float:
    """How deep the water is at a place, 0 on dry land."""
    bed = ground(x, y)
    surface = bed
    while clip().point_contents((x, y, surface + 1.0)) & WATER:
        surface += 1.0
    return surface - bed


def test_the_stream_has_a_ford_and_a_deep_pool() -> None:
    ford = [depth(float(x), -1000.0) for x in range(500, 1500, 40)]
    pool = [depth(float(x), -2600.0) for x in range(400, 1700, 40)]
    assert 16 < max(ford) <= 64
    assert max(pool) > 100
    assert ford[0] == ford[-1] == pool[0] == pool[-1] == 0
    assert depth(1040.0, 60.0) == 0, "nobody gets wet on the bridge"


@pytest.mark.parametrize(
    ("gametype", "family", "each"),
    [("ctf", "uo", 12), ("dom", "uo", 12), ("bas", "bas", 12), ("tdm", "tdm", 0), ("dm", "dm", 0)],
)
def test_every_gametype_finds_its_own_points(gametype: str, family: str, each: int) -> None:
    spawns = load_map(shipped()).spawns(gametype)
    assert spawns.family == family
    assert spawns.intermissions[0].classname.endswith("_intermission")
    sides = Counter((point.side, point.secondary) for point in spawns.points)
    if each:
        assert sides[Side.ALLIES, False] >= each
        assert sides[Side.AXIS, False] >= each
        assert sides[Side.ALLIES, True] >= 6
        assert sides[Side.AXIS, True] >= 6
    else:
        assert sides[Side.ANY, False] >= 16


def test_both_sides_of_a_team_game_have_as_many_points() -> None:
    points = load_map(shipped()).spawns("tdm").points
    assert len(points) >= 24
    assert sum(point.origin[0] < 0 for point in points) * 2 == len(points)


def test_vehicles() -> None:
    vehicles = [e for e in foy().entities if e.classname == "script_vehicle"]
    kinds = Counter((e.get("vehicletype"), (e.origin or (0, 0, 0))[0] < 0) for e in vehicles)
    assert kinds == {
        ("shermantank_mp", True): 2,
        ("panzeriv_mp", False): 2,
        ("willyjeep_mp", True): 4,
        ("horch_mp", False): 4,
    }
    assert len({e.get("targetname") for e in vehicles}) == len(vehicles)
    shapes = {e.get("targetname") for e in foy().entities if "collmap" in e.classname}
    assert {e.get("model") for e in vehicles} == shapes


def test_flags_and_their_targets() -> None:
    names = Counter(e.get("targetname") for e in foy().entities if "targetname" in e)
    assert {"ctf_flag_allies", "ctf_flag_axis", "flag1", "flag5_neutral"} <= set(names)
    for entity in foy().entities:
        assert "target" not in entity or entity.get("target") in names


def test_every_brush_of_the_source_says_what_it_is() -> None:
    lines = SOURCE.read_text("ascii").split("\n")
    depth = 0
    for before, line in pairwise(lines):
        if line == "{":
            assert before.startswith("// ") or depth == 2, before
            depth += 1
        elif line == "}":
            depth -= 1
    assert depth == 0
