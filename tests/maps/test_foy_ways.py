from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import pytest

from tests.maps.foy import (
    ALLIED_PAD,
    AXIS_PAD,
    FLAT,
    HULL,
    MAN,
    PLAYER,
    STEP,
    VEHICLE,
    clip,
    down,
    find_way,
    foy,
    ground,
    hull_stride,
    man_stride,
    man_trace,
    shipped,
    stand,
)
from uoserver.bsp import load_map
from uoserver.bsp.records import AXIAL_SIDES
from uoserver.bsp.spawn import INTERMISSION_CLASSES, SpawnPoint, read_points
from uoserver.bsp.vectors import Vec3

LADDER = 0x8
ALONG_THE_ROAD = (
    *range(-4000, -3300, 200),
    *range(-3000, 600, 200),
    *range(1700, 3000, 200),
    *range(3400, 4001, 200),
)
"""Places x without the bridge and the sandbags of the yards."""
ASPHALT = 22


def on_ground(place: tuple[float, float], top: float = 400.0) -> Vec3:
    return (*place, ground(*place, top))


def test_a_man_walks_from_base_to_base_and_back() -> None:
    for a, b in ((ALLIED_PAD, AXIS_PAD), (AXIS_PAD, ALLIED_PAD)):
        start = stand(*a, ground(*a) + 8.0)
        route = find_way(start, on_ground(b), man_stride, cell=64.0)
        assert route.reached, route.nearest


@pytest.mark.parametrize("back", [False, True])
def test_a_hull_drives_from_base_to_base(back: bool) -> None:
    a, b = (AXIS_PAD, ALLIED_PAD) if back else (ALLIED_PAD, AXIS_PAD)
    route = find_way(on_ground(a), on_ground(b), hull_stride, cell=64.0)
    assert route.reached, route.nearest


def test_the_bridge_carries_a_hull_between_its_parapets() -> None:
    route = find_way(on_ground((500.0, 52.0)), on_ground((1580.0, 52.0)), hull_stride)
    assert route.reached, route.nearest
    deck = [(y, z) for x, y, z in route.way if 700 < x < 1400]
    assert len(deck) > 20
    assert all(z == pytest.approx(72.125, abs=0.01) for _, z in deck)
    # A hull of 184 has 352 units; it may keep to either side.
    for y in (-23.0, 143.0):
        assert find_way((660.0, y, 72.125), (1420.0, y, 72.125), hull_stride).reached
    assert hull_stride((1040.0, -23.0, 72.125), 0.0, -8.0) is None


@pytest.mark.parametrize(
    ("start", "goal"),
    [
        pytest.param((560.0, -1000.0), (1520.0, -1000.0), id="ford"),
        pytest.param((620.0, 2000.0), (1760.0, 2000.0), id="plank bridge"),
        pytest.param((640.0, 1200.0), (1720.0, 1200.0), id="ice"),
    ],
)
def test_a_man_crosses_the_stream_elsewhere_too(
    start: tuple[float, float], goal: tuple[float, float]
) -> None:
    route = find_way(stand(*start, ground(*start) + 8.0), on_ground(goal), man_stride)
    assert route.reached, route.nearest
    assert all(abs(y - start[1]) < 300 for _, y, _ in route.way)


def test_the_road_is_asphalt_without_a_step() -> None:
    """Along the middle and 92 to both sides, every 32 units (design: MapWorld)."""
    route = find_way((-3800.0, 320.0, 96.0), (3800.0, -320.0, 112.0), hull_stride, cell=64.0)
    assert route.reached
    road = [
        (-4100, 320), (-3840, 320), (-3200, 260), (-2500, -20), (-1900, -80), (-1300, 0),
        (400, 40), (1440, 60), (1700, 40), (2200, -120), (2700, -280), (3280, -320), (4100, -320),
    ]  # fmt: skip
    for offset in (-92.0, 0.0, 92.0):
        last = None
        for (ax, ay), (bx, by) in pairwise(road):
            parts = math.ceil(math.dist((ax, ay), (bx, by)) / 32.0)
            for part in range(parts):
                x, y = ax + (bx - ax) * part / parts, ay + (by - ay) * part / parts + offset
                hit = down(x, y, 400.0)
                assert hit.surface_flags >> 20 & 31 == ASPHALT, (x, y)
                assert last is None or abs(hit.endpos[2] - last) <= STEP, (x, y)
                last = hit.endpos[2]


def test_the_kerbs_of_the_road_trip_nobody() -> None:
    """A man walks off the road and on it again, wherever it runs over the ground."""
    for x in map(float, ALONG_THE_ROAD):
        middle = next(y for y in range(400, -500, -16) if is_asphalt(x, float(y))) - 190.0
        for sign in (16.0, -16.0):
            at = on_ground((x, middle))
            for direction in (sign, -sign):
                for _ in range(20):
                    there = man_stride(at, 0.0, direction)
                    if there is None:  # by a house, but not before the kerb
                        assert not is_asphalt(at[0], at[1]), (x, sign)
                        break
                    at = there


def is_asphalt(x: float, y: float) -> bool:
    return down(x, y, 400.0).surface_flags >> 20 & 31 == ASPHALT


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("y", [-160, 960])
def test_each_side_has_room_for_two_pads(sign: int, y: int) -> None:
    """Level 256 by 256 squares, more than 1,024 apart, where a wide box stands everywhere."""
    x0, y0 = sign * -3840.0, sign * float(y)
    heights = set()
    for dx in (-128.0, -64.0, 0.0, 64.0, 128.0):
        for dy in (-128.0, -64.0, 0.0, 64.0, 128.0):
            x, y1 = x0 + dx, y0 + dy
            z = ground(x, y1)
            heights.add(round(z))
            place = (x, y1, z + STEP)
            assert not clip().trace(place, place, *HULL, VEHICLE).startsolid, place
    assert max(heights) - min(heights) <= STEP


def spawn_points() -> list[SpawnPoint]:
    return [
        point
        for name, points in read_points(foy().entities).items()
        if name not in INTERMISSION_CLASSES
        for point in points
    ]


def test_everyone_appears_free_and_on_ground() -> None:
    points = spawn_points()
    assert len(points) == 120
    for point in points:
        x, y, z = point.origin
        standing = stand(x, y, z)
        assert z - standing[2] <= 40, point
        assert not man_trace(standing, standing).startsolid, point
        # Somewhere to go: one of four directions at least.
        ways = [man_stride(standing, *way) for way in ((16, 0), (-16, 0), (0, 16), (0, -16))]
        assert any(ways), point


def test_nobody_appears_in_another() -> None:
    for gametype in ("ctf", "bas", "tdm", "dm"):
        points = load_points(gametype)
        for i, a in enumerate(points):
            for b in points[:i]:
                assert max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]) / 2) > 32, (a, b)


def load_points(gametype: str) -> list[Vec3]:
    return [point.origin for point in load_map(shipped()).spawns(gametype).points]


def test_cameras_hang_in_free_air() -> None:
    points = read_points(foy().entities)
    for name in INTERMISSION_CLASSES:
        for point in points.get(name, ()):
            assert not clip().trace(point.origin, point.origin, *MAN, PLAYER).startsolid


def test_vehicles_stand_free() -> None:
    for entity in foy().entities:
        if entity.classname == "script_vehicle":
            assert entity.origin is not None
            x, y, z = entity.origin
            floor = ground(x, y)
            assert 0 <= z - floor <= 24, entity
            place = (x, y, floor + STEP)
            assert not clip().trace(place, place, *HULL, VEHICLE).startsolid, entity


class House(NamedTuple):
    """A place outside, one inside, and one upstairs if there is an upper floor with stairs."""

    outside: tuple[float, float]
    inside: tuple[float, float, float]
    upstairs: tuple[float, float, float] | None = None


HOUSES = {
    "inn": House((-1440.0, 232.0), (-1440.0, 320.0, 100.0), (-1464.0, 432.0, 244.0)),
    "house 2": House((-1016.0, 232.0), (-1016.0, 320.0, 100.0)),
    "town hall": House((-328.0, 232.0), (-328.0, 320.0, 100.0), (-344.0, 432.0, 244.0)),
    "house 4": House((120.0, 240.0), (120.0, 328.0, 100.0)),
    "house 5": House((-1440.0, -232.0), (-1440.0, -320.0, 100.0)),
    "bakery": House((-1000.0, -232.0), (-1000.0, -320.0, 100.0)),
    "house 7": House((-380.0, -232.0), (-380.0, -320.0, 100.0)),
    "barn": House((112.0, -248.0), (112.0, -336.0, 100.0)),
    "church": House((-700.0, 800.0), (-700.0, 1100.0, 100.0)),
    "farmhouse": House((-2320.0, -1092.0), (-2320.0, -1180.0, 140.0)),
    "farm barn": House((-2160.0, -972.0), (-2072.0, -972.0, 140.0)),
    "mill": House((2176.0, 960.0), (2176.0, 1048.0, 132.0), (2176.0, 1160.0, 276.0)),
    "mill shed": House((2144.0, 848.0), (2056.0, 848.0, 132.0)),
    "allied barracks": House((-4396.0, 420.0), (-4396.0, 508.0, 108.0)),
    "allied store": House((-3460.0, 1172.0), (-3372.0, 1172.0, 108.0)),
    "allied bunker": House((-4256.0, -500.0), (-4368.0, -500.0, 104.0)),
    "axis barracks": House((4396.0, -420.0), (4396.0, -508.0, 124.0)),
    "axis store": House((3460.0, -1172.0), (3372.0, -1172.0, 124.0)),
    "axis bunker": House((4256.0, 500.0), (4368.0, 500.0, 120.0)),
    "forester's hut": House((-2600.0, 2560.0), (-2600.0, 2648.0, 420.0)),
    "chapel": House((2752.0, 2520.0), (2840.0, 2520.0, 340.0)),
}


@pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)
def test_every_house_can_be_entered(house: House) -> None:
    outside = stand(*house.outside, ground(*house.outside) + 4.0)
    inside = stand(*house.inside)
    assert abs(inside[2] - house.inside[2]) < 12
    covered = clip().trace(inside, (*inside[:2], 1300.0), (0.0,) * 3, (0.0,) * 3, 1)
    assert covered.fraction < 1, "there is a roof over it"
    assert not covered.surface_flags & 4
    route = find_way(outside, inside, man_stride, cell=16.0, limit=4000)
    assert route.reached, route.nearest
    if house.upstairs is not None:
        route = find_way(inside, stand(*house.upstairs), man_stride, cell=16.0, limit=12_000)
        assert route.reached, route.nearest


class Ladder(NamedTuple):
    mins: Vec3
    maxs: Vec3


def ladders() -> list[Ladder]:
    found, first = [], 0
    flags = [material.surface_flags for material in foy().materials]
    for brush in foy().brushes:
        sides = foy().brush_sides[first : first + AXIAL_SIDES]
        first += brush.side_count
        if any(flags[side.material] & LADDER for side in sides):
            x0, x1, y0, y1, z0, z1 = (side.distance for side in sides)
            found.append(Ladder((x0, y0, z0), (x1, y1, z1)))
    return found


def test_ladders_lead_somewhere() -> None:
    """A man fits before each, climbs to its top and walks on over it."""
    assert len(ladders()) >= 5
    for (x0, y0, z0), (x1, y1, z1) in ladders():
        assert x1 - x0 < y1 - y0, "all of them are flat along x"
        y = (y0 + y1) / 2
        sides = [(x0 - 16.0, x1 + 40.0), (x1 + 16.0, x0 - 40.0)]
        climbs = []
        for before, beyond in sides:
            foot, top = (before, y, z0 + 16.0), (before, y, z1 + 2.0)
            climb = man_trace(foot, top)
            if climb.startsolid or climb.fraction < 1.0:
                continue
            ahead = man_trace(top, (beyond, y, z1 + 2.0))
            floor = man_trace(ahead.endpos, (beyond, y, z1 - 64.0))
            if ahead.fraction == 1.0 and floor.normal[2] >= FLAT:
                climbs.append(abs(floor.endpos[2] - z1))
                # What he climbs is the ladder's face, and it says so.
                face = man_trace((before, y, z1 - 40.0), (beyond, y, z1 - 40.0))
                assert face.surface_flags & LADDER
        assert any(rise < 4 for rise in climbs), (x0, y0, z1)
