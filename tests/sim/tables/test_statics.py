"""The table of static objects (tables 3)."""

from __future__ import annotations

import pytest

from uoserver.sim.fixmath import ONE
from uoserver.sim.shapes import Form, Part, Zone
from uoserver.sim.tables.statics import NUMBER_OF, STATICS, Fall, Touch

ROWS = {
    # id: name, hits, terrain (-1 keeps), becomes, rubble, variants, touch
    1: ("BUSH_1S", 1, -1, 87, 0, 1, Touch.BUSH),
    2: ("BUSH_2S", 1, -1, 88, 0, 1, Touch.BUSH),
    3: ("PALM_1S", 1, -1, 84, 0, 1, Touch.NONE),
    4: ("PALM_2S", 1, -1, 85, 0, 1, Touch.NONE),
    5: ("TREE_S", 1, -1, 86, 0, 1, Touch.NONE),
    6: ("CACTUS", 1, -1, 84, 0, 1, Touch.BUSH),
    7: ("ROCK_1S", 0, -1, 0, 0, 1, Touch.ROCK),
    10: ("ROCK_2T", 0, -1, 0, 0, 1, Touch.ROCK),
    11: ("PLANTER_BUSH", 1, 94, 83, 0, 1, Touch.BUSH),
    12: ("PLANTER_BERRY", 1, 95, 83, 0, 1, Touch.BUSH),
    13: ("PLANTER_STONE", 1, 96, 83, 0, 1, Touch.BUSH),
    14: ("AMMO", 2, 104, 65, 0, 1, Touch.PICKUP),
    15: ("PRISON_S", 5, 103, 73, 0, 1, Touch.NONE),
    22: ("FLAG", 6, 109, 62, 0, 1, Touch.NONE),
    23: ("BLDG_N", 5, 0, 51, 0, 1, Touch.NONE),
    30: ("FACT_W", 5, 0, 51, 0, 1, Touch.NONE),
    33: ("BNKR_E", 5, 0, 51, 0, 1, Touch.NONE),
    35: ("OUTPOST", 2, 0, 82, 0, 1, Touch.NONE),
    37: ("HOSP_E", 3, 100, 53, 0, 1, Touch.NONE),
    39: ("FUEL_N", 1, 0, 77, 0, 1, Touch.PICKUP),
    40: ("FUEL_S", 1, 101, 77, 0, 1, Touch.PICKUP),
    42: ("FUEL_W", 1, 0, 77, 0, 1, Touch.PICKUP),
    43: ("GATE_H", 5, 88, 66, 0, 1, Touch.PICKUP),
    44: ("GATE_V", 5, 89, 67, 0, 1, Touch.PICKUP),
    45: ("WALL_V", 5, 98, 0, 105, 2, Touch.NONE),
    46: ("WALL_H", 5, 99, 0, 107, 2, Touch.NONE),
    47: ("TENT_V", 1, 0, 64, 0, 1, Touch.TENT),
    48: ("TENT_H", 1, 0, 64, 0, 1, Touch.TENT),
    49: ("TOWER", 5, 97, 60, 0, 1, Touch.NONE),
    50: ("LARGE_TOWER", 5, 97, 60, 0, 1, Touch.NONE),
    54: ("LDMG_WALL_H", 5, 99, 0, 107, 2, Touch.NONE),
    56: ("BDMG_WALL_H", 5, 99, 0, 107, 2, Touch.NONE),
    58: ("RDMG_WALL_V", 5, 98, 0, 105, 2, Touch.NONE),
    60: ("DMG_TOWER", 5, 97, 61, 0, 1, Touch.NONE),
    62: ("DMG_FLAG", 6, 110, 63, 0, 1, Touch.NONE),
    63: ("DEST_FLAG", 0, 111, 63, 0, 1, Touch.FLAG_RUBBLE),
    66: ("DEST_GATE_H", 0, 88, 0, 0, 1, Touch.NONE),
    68: ("READY_TOWER", 5, 97, 60, 0, 1, Touch.NONE),
    70: ("WTOWER_NW", 2, 0, 79, 0, 1, Touch.NONE),
    74: ("BRIDGE_H", 5, -1, 76, 0, 1, Touch.NONE),
    76: ("DEST_BRIDGE", 0, -1, 0, 0, 1, Touch.NONE),
    89: ("STORAGE_LIGHT", 0, -1, 0, 0, 1, Touch.NONE),
    90: ("ACTIVE_TOWER", 5, 97, 60, 0, 1, Touch.NONE),
}


def test_there_are_91() -> None:
    assert len(STATICS) == 91


@pytest.mark.parametrize("number", ROWS)
def test_rows_of_the_table(number: int) -> None:
    row = STATICS[number]
    found = (row.name, row.hits, row.terrain, row.becomes, row.rubble, row.variants, row.touch)
    assert found == ROWS[number]
    assert NUMBER_OF[row.name] == number


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
        (range(15, 18), (4, 8)),
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
        ("WTOWER_SW", [(3, 3, 16, 16, 0, 31)]),
        ("BRIDGE_V", [(-16, -16, 16, 16, -50, 0.5)]),
        ("STD_DEST", []),
        ("DEST_BRIDGE", []),
        ("ACTIVE_TOWER", []),
    ],
)
def test_shapes(name: str, parts: list[tuple[float, ...]]) -> None:
    assert [spread(part) for part in STATICS[NUMBER_OF[name]].shape] == parts


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
