"""The table of static objects (tables 3)."""

from __future__ import annotations

import pytest

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.shapes import Form, Part, Zone
from uoserver.sim.tables.statics import NUMBER_OF, STATICS, Fall, Touch

ROWS = """
1-2 1 keep 87 bush
3-4 1 keep 84 -
5 1 keep 86 -
6 1 keep 84= bush
7-10 0 keep 0= rock
11 1 94 83 bush
12 1 95 83 bush
13 1 96 83 bush
14 2 104 65 pickup
15-17 5 103 73= -
18-21 0 0 0= -
22 6 109 62 -
23-34 5 0 51= -
35 2 0 82 -
36-38 3 100 53= -
39 1 0 77 pickup
40 1 101 77 pickup
41-42 1 0 77= pickup
43 5 88 66 pickup
44 5 89 67 pickup
45 5 98 105+ -
46 5 99 107+ -
47-48 1 0 64= tent
49-50 5 97 60= -
51-53 0 0 0= -
54-56 5 99 107+ -
57-59 5 98 105+ -
60 5 97 61 -
61 0 0 0 -
62 6 110 63 -
63 0 111 63 flag
64-65 0 0 0= -
66 0 88 0 -
67 0 89 0 -
68 5 97 60 -
69-72 2 0 78 -
73 0 0 0 -
74-75 5 keep 76= -
76 0 keep 0 -
77-82 0 0 0= -
83-89 0 keep 0= -
90 5 97 60 -
"""
"""The page's table, a line for numbers that are alike: hit points, terrain, what it becomes (the
numbers after it for those that follow, `=`: for all the same; `+`: nothing, and that terrain or
the next), and its touch handler."""

TOUCHES = {
    "-": Touch.NONE,
    "rock": Touch.ROCK,
    "bush": Touch.BUSH,
    "pickup": Touch.PICKUP,
    "tent": Touch.TENT,
    "flag": Touch.FLAG_RUBBLE,
}


def expected_rows() -> dict[int, tuple[int, int, int, int, int, Touch]]:
    """Hit points, terrain, becomes, rubble, variants and touch handler of each number."""
    rows = {}
    for line in ROWS.split("\n")[1:-1]:
        numbers, hits, terrain, after, touch = line.split()
        first, _, last = numbers.partition("-")
        for i, number in enumerate(range(int(first), int(last or first) + 1)):
            rubble, becomes = 0, int(after.rstrip("=+"))
            if after.endswith("+"):
                rubble, becomes = becomes, 0
            elif not after.endswith("="):
                becomes += i
            ground = -1 if terrain == "keep" else int(terrain)
            variants = 2 if rubble else 1
            rows[number] = (int(hits), ground, becomes, rubble, variants, TOUCHES[touch])
    return rows


NAMES = """NOTHING BUSH_1S BUSH_2S PALM_1S PALM_2S TREE_S CACTUS ROCK_1S ROCK_2S ROCK_1T ROCK_2T
PLANTER_BUSH PLANTER_BERRY PLANTER_STONE AMMO PRISON_S PRISON_E PRISON_W WATCHTOWER_1 WATCHTOWER_2
WATCHTOWER_3 WATCHTOWER_4 FLAG BLDG_N BLDG_S BLDG_E BLDG_W FACT_N FACT_S FACT_E FACT_W BNKR_N BNKR_S
BNKR_E BNKR_W OUTPOST HOSP_S HOSP_E HOSP_W FUEL_N FUEL_S FUEL_E FUEL_W GATE_H GATE_V WALL_V WALL_H
TENT_V TENT_H TOWER LARGE_TOWER STD_DEST DEST_JAIL DEST_HOSP LDMG_WALL_H RDMG_WALL_H BDMG_WALL_H
LDMG_WALL_V RDMG_WALL_V BDMG_WALL_V DMG_TOWER DESTROYED_TOWER DMG_FLAG DEST_FLAG DEST_TENT DEST_AMMO
DEST_GATE_H DEST_GATE_V READY_TOWER WTOWER_NE WTOWER_NW WTOWER_SE WTOWER_SW DEST_PRISON BRIDGE_H
BRIDGE_V DEST_BRIDGE DEST_FUEL DEST_WTOWER_NE DEST_WTOWER_NW DEST_WTOWER_SE DEST_WTOWER_SW
DEST_OUTPOST DEST_PLANTER DEST_TREE_S DEST_TREE_D DEST_TREE DEST_BUSH_1 DEST_BUSH_2 STORAGE_LIGHT
ACTIVE_TOWER"""


def test_there_are_91() -> None:
    assert len(STATICS) == 91


def test_names() -> None:
    assert [static.name for static in STATICS] == NAMES.split()
    assert [NUMBER_OF[name] for name in NAMES.split()] == list(range(91))


def test_rows_of_the_table() -> None:
    rows = expected_rows()
    assert sorted(rows) == list(range(1, 91))
    for number, expected in rows.items():
        row = STATICS[number]
        found = (row.hits, row.terrain, row.becomes, row.rubble, row.variants, row.touch)
        assert found == expected, row.name


@pytest.mark.parametrize("number", [0, 18, 19, 20, 21, 52])
def test_what_has_no_picture_cannot_be_placed(number: int) -> None:
    assert not STATICS[number].placeable


def test_all_else_can_be() -> None:
    assert sum(not static.placeable for static in STATICS) == 6


def test_only_some_are_moved_about_in_their_cells() -> None:
    moved = {number for number, static in enumerate(STATICS) if static.jitter}
    assert moved == {1, 2, 3, 4, 6, 7, 8, 9, 10, 84, 85, 87, 88}


@pytest.mark.parametrize(
    ("numbers", "men"),
    [
        (range(15), (0, 0)),
        (range(15, 18), (4, 8)),
        (range(18, 22), (0, 1)),
        (range(22, 23), (0, 0)),
        (range(23, 31), (1, 3)),
        (range(31, 35), (3, 7)),
        (range(35, 36), (2, 5)),
        (range(36, 39), (1, 6)),
        (range(47, 49), (0, 1)),
        (range(49, 91), (0, 0)),
    ],
)
def test_how_many_men_leave(numbers: range, men: tuple[int, int]) -> None:
    assert {STATICS[number].men for number in numbers} == {men}


def test_only_prisoners_are_freed() -> None:
    assert [n for n, static in enumerate(STATICS) if static.freed] == [15, 16, 17]


def test_what_is_special_about_their_fall() -> None:
    special = {n: static.fall for n, static in enumerate(STATICS) if static.fall}
    assert special == {
        22: Fall.FLAG,
        49: Fall.TOWER,
        50: Fall.TOWER,
        74: Fall.BRIDGE,
        75: Fall.BRIDGE,
    }
    assert [n for n, static in enumerate(STATICS) if static.corner] == [69, 70, 71, 72]


def test_what_something_becomes_exists_and_is_not_better() -> None:
    for static in STATICS:
        if static.becomes:
            assert STATICS[static.becomes].placeable
        assert not static.hits or static.becomes or static.rubble


def spread(part: Part) -> tuple[float, ...]:
    """A part's box round the middle of the cell, and its heights, in pixels."""
    west, north, east, south = part.box
    box = (west + part.dx, north + part.dy, east + part.dx, south + part.dy)
    return tuple(value / ONE for value in (*box, part.low, part.high))


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("BUSH_1S", [(-6, -6, 6, 6, 0, 7)]),
        ("BUSH_2S", [(-3.75, -3.75, 3.75, 3.75, 0, 4.5)]),
        ("PALM_1S", [(-2, -2, 2, 2, 0, 18), (-8, -8, 8, 8, 18, 21)]),
        ("TREE_S", [(-2, -2, 2, 2, 0, 15), (-8, -8, 8, 8, 15, 18)]),
        ("CACTUS", [(-8, -4, 8, 4, 0, 15)]),
        ("ROCK_1T", [(-4, -4, 4, 4, 0, 5)]),
        ("ROCK_2S", [(-9, 1, -3, 7, 0, 5), (-4, -4, 4, 4, 0, 5)]),
        ("ROCK_2T", [(-8, -10, -2, -4, 0, 5), (-4, -4, 4, 4, 0, 5)]),
        ("PLANTER_BUSH", [(-6, -6, 6, 6, 0, 5), (-16, -16, 16, 16, 0, 1)]),
        ("PLANTER_STONE", [(-2, -2, 2, 2, 0, 5), (-16, -16, 16, 16, 0, 1)]),
        ("PLANTER_BERRY", [(-9, -9, 9, 9, 0, 5), (-16, -16, 16, 16, 0, 1)]),
        ("AMMO", [(-15, -10, 15, 0, 0, 15), (-16, 3, 16, 15, 0, 15)]),
        (
            "PRISON_S",
            [(-15.5, -14.5, 0.5, 5.5, 0, 15), (3, -16, 16, -3, 0, 31), (-16, 3, 16, 15, 0, 31)],
        ),
        ("FLAG", [(-13, -16, 15, 9, 0, 30)]),
        ("BLDG_S", [(-16, -16, 15, 15, 0, 15)]),
        ("FACT_S", [(-16, -16, 15, 15, 0, 20)]),
        ("BNKR_S", [(-16, -16, 15, 15, 0, 18)]),
        ("OUTPOST", [(-8, -8, 8, 8, 0, 20)]),
        ("HOSP_S", [(-15, -15.5, 15, 0.5, 0, 16)]),
        ("HOSP_E", [(-15.5, -15, 0.5, 15, 0, 16)]),
        ("HOSP_W", [(-0.5, -15, 15.5, 15, 0, 16)]),
        ("FUEL_N", [(-10, -5, 10, 15, 0, 16), (-3, -15, 3, -9, 0, 3)]),
        ("FUEL_S", [(-10, -15, 10, 5, 0, 16), (-3, 9, 3, 15, 0, 3)]),
        ("FUEL_E", [(-15, -10, 5, 10, 0, 16), (9, -3, 15, 3, 0, 3)]),
        ("FUEL_W", [(-5, -10, 15, 10, 0, 16), (-15, -3, -9, 3, 0, 3)]),
        ("GATE_H", [(-16, -1, 16, 1, 0, 16), (-32, -32, 32, 32, 0, 24)]),
        ("GATE_V", [(-1, -16, 1, 16, 0, 16), (-32, -32, 32, 32, 0, 24)]),
        ("WALL_V", [(-10, -16, 10, 15, 0, 19)]),
        ("WALL_H", [(-16, -10, 15, 10, 0, 19)]),
        ("TENT_V", [(-8, -6, 8, 6, 0, 10)]),
        ("TENT_H", [(-6, -8, 6, 8, 0, 10)]),
        ("TOWER", [(-16, -16, 15, 15, 0, 24)]),
        ("DMG_TOWER", [(-16, -16, 15, 15, 0, 22)]),
        ("WTOWER_NE", [(-16, -16, -3, -3, 0, 31)]),
        ("WTOWER_NW", [(3, -16, 16, -3, 0, 31)]),
        ("WTOWER_SE", [(-16, 3, -3, 16, 0, 31)]),
        ("WTOWER_SW", [(3, 3, 16, 16, 0, 31)]),
        ("BRIDGE_V", [(-16, -16, 16, 16, -50, 0.5)]),
        ("STD_DEST", []),
        ("DEST_BRIDGE", []),
        ("ACTIVE_TOWER", []),
    ],
)
def test_shapes(name: str, parts: list[tuple[float, ...]]) -> None:
    assert [spread(part) for part in STATICS[NUMBER_OF[name]].shape] == parts


def test_which_have_the_same_shape() -> None:
    """With the shapes above these are all that the page lists; the rest has none."""
    groups = (
        *((4, 5), (7, 9), (15, 16, 17), (23, 24, 25, 26), (27, 28, 29, 30), (31, 32, 33, 34)),
        *((45, 57, 58, 59), (46, 54, 55, 56), (49, 50, 68), (74, 75)),
    )
    for first, *others in groups:
        for number in others:
            assert STATICS[number].shape == STATICS[first].shape, number
    none = {0, *range(18, 22), 51, 52, 53, 61, *range(64, 68), 73, *range(76, 91)}
    assert {number for number, static in enumerate(STATICS) if not static.shape} == none


def test_the_posts_of_flag_rubble_and_the_height_of_its_ruin() -> None:
    posts = [spread(part)[:2] for part in STATICS[63].shape]
    assert posts == [(-13, -16), (9, -16), (-13, 2), (9, 2)]
    assert STATICS[62].shape[0].high == int(13.86 * ONE)


def test_parts_are_solid_and_meet_all_but_for_the_known_ones() -> None:
    odd = {
        (number, part.solid, part.mask)
        for number, static in enumerate(STATICS)
        for part in static.shape
        if (part.solid, part.mask) != (1, 0xFF)
    }
    assert odd == {
        *((number, 1, 4) for number in (11, 12, 13)),
        *((number, 1, 2) for number in (14, 39, 40, 41, 42)),
        *((number, 0x20, 0x22) for number in (43, 44)),
        *((number, 0x40, 4) for number in (74, 75)),
    }


def test_zones() -> None:
    zones = {
        number: part.zone
        for number, static in enumerate(STATICS)
        for part in static.shape
        if part.pickup
    }
    assert zones == {
        **dict.fromkeys((14, 15, 16, 17), Zone.AMMUNITION),
        **dict.fromkeys((39, 40, 41, 42), Zone.FUEL),
        **dict.fromkeys((43, 44), Zone.GATE),
    }


def test_parts_of_a_shape_run_from_the_bottom_up() -> None:
    for static in STATICS:
        lows = [part.low for part in static.shape]
        assert lows == sorted(lows)


def test_fuel_tanks_are_octagons() -> None:
    tank = STATICS[39].shape[0]
    assert tank.form is Form.POLYGON
    corners = [(x // ONE, y // ONE) for x, y in tank.corners]
    assert corners == [(0, -10), (7, -7), (10, 0), (7, 7), (0, 10), (-7, 7), (-10, 0), (-7, -7)]
