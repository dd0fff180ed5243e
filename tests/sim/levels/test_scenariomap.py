from __future__ import annotations

import pytest

from uoserver.sim.levels.scenariofields import ScenarioError
from uoserver.sim.levels.scenariomap import BUILT_IN, MAX_LEGEND, TERRAINS, read_legend, read_map
from uoserver.sim.tables.statics import NUMBER_OF, STATICS
from uoserver.sim.tables.terrain import EAST, NORTH, SOUTH, WEST, lanes
from uoserver.sim.tables.tiles import Special, Tile


def test_names_of_roads_say_where_they_lead() -> None:
    ways = {"n": NORTH, "s": SOUTH, "e": EAST, "w": WEST}
    long = {"road_v": "ns", "road_h": "ew", "road_cross": "nsew"}
    for name, terrain in TERRAINS.items():
        if name.startswith("road"):
            letters = long.get(name, name.removeprefix("road_"))
            assert lanes(terrain) == sum(ways[letter] for letter in letters), name


def test_built_in_characters() -> None:
    assert BUILT_IN["~"] == Tile(2)
    assert BUILT_IN["b"] == Tile(0, NUMBER_OF["BUSH_1S"])
    assert BUILT_IN["H"] == Tile(0, NUMBER_OF["BLDG_S"], 1)
    assert BUILT_IN["F"] == Tile(0, 22, 1, Special.FLAG_SITE)
    assert BUILT_IN["f"] == Tile(0, 22, 0, Special.FLAG_SITE)
    assert BUILT_IN["0"] == Tile(90, 0, 0, Special.PAD)
    assert BUILT_IN["1"] == Tile(91, 0, 1, Special.PAD)
    assert [BUILT_IN[sign].terrain for sign in "<>^v"] == [84, 85, 86, 87]
    for tile in BUILT_IN.values():
        assert not tile.static or STATICS[tile.static].placeable


def test_meanings_of_a_legend() -> None:
    legend = read_legend(
        {
            "A": "road_v",
            "B": 6,
            "C": "CACTUS",
            "D": {"static": "FLAG", "side": 0},
            "E": {"pad": 1},
            "G": {"static": "BUSH_1S", "terrain": "shallow"},
            "H": {"terrain": 127},
            "I": {"static": "FLAG"},
            "~": "land",
        }
    )
    assert legend["A"] == Tile(73)
    assert legend["B"] == Tile(6)
    assert legend["C"] == Tile(0, 6)
    assert legend["D"] == BUILT_IN["f"]
    assert legend["E"] == BUILT_IN["1"]
    assert legend["G"] == Tile(1, 1)
    assert legend["H"] == Tile(127)
    assert legend["I"].special is Special.NONE  # nobody's flag is no site
    assert legend["~"] == Tile(0)
    assert legend["-"] == BUILT_IN["-"]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([], "no table"),
        ({"ab": "land"}, "one character"),
        ({"": "land"}, "one character"),
        ({"\n": "land"}, "one character"),
        ({"a": "sea"}, "'sea' is no terrain and no static"),
        ({"a": "NOTHING"}, "no static"),
        ({"a": "DEST_JAIL"}, "no static"),
        ({"a": 128}, "0 to 127"),
        ({"a": -1}, "0 to 127"),
        ({"a": True}, "whole number"),
        ({"a": {"static": "FLAG", "side": 3}}, r"side: 3"),
        ({"a": {"pad": 2}}, "pad: 2"),
        ({"a": {"pad": 0, "side": 1}}, "^legend.'a': pad and side: one of them is enough"),
        ({"a": {"pad": 0, "terrain": 2}}, "pad and terrain: one"),
        ({"a": {"pad": 0, "static": "FLAG"}}, "pad and static: one"),
        ({"a": {"terrain": "sea"}}, "no terrain"),
        ({"a": {"static": ["FLAG"]}}, "no static"),
        ({chr(300 + i): "land" for i in range(MAX_LEGEND + 1)}, "257 characters"),
    ],
)
def test_wrong_legends(value: object, reason: str) -> None:
    with pytest.raises(ScenarioError, match=reason):
        read_legend(value)


def test_a_map_lies_in_the_middle_or_where_it_is_told() -> None:
    found = read_map("\n\n.~\n=\n\n", None, BUILT_IN)
    assert (found.column, found.row, found.columns, found.rows) == (63, 63, 2, 2)
    assert [(p.column, p.row, p.tile.terrain) for p in found.places] == [
        *((63, 63, 0), (64, 63, 2), (63, 64, 79)),
    ]
    there = read_map(".~", (126, 127), BUILT_IN)
    assert [(p.column, p.row) for p in there.places] == [(126, 127), (127, 127)]
    nothing = read_map("", None, BUILT_IN)
    assert (nothing.columns, nothing.rows, nothing.places) == (0, 0, ())


def test_spaces_are_land_but_not_at_the_end() -> None:
    found = read_map(" ~  \r\n", (0, 0), BUILT_IN)
    assert [(p.column, p.tile.terrain) for p in found.places] == [(0, 0), (1, 2)]


@pytest.mark.parametrize(
    ("text", "at", "reason"),
    [
        ("." * 129, None, "129 x 1 cells"),
        ("\n".join("." * 129), None, "1 x 129 cells"),
        ("..", (127, 0), "do not fit"),
        (".\n.", (0, 127), "do not fit"),
        ("..\n.X", None, "row 1, column 1: 'X' is not in the legend"),
        ("\n" * 20000, None, "20000 characters"),
    ],
)
def test_wrong_maps(text: str, at: tuple[int, int] | None, reason: str) -> None:
    with pytest.raises(ScenarioError, match=reason):
        read_map(text, at, BUILT_IN)
