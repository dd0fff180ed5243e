from __future__ import annotations

from tests.simtool.drawn import world
from uoserver.sim.levels.scenariomap import BUILT_IN, read_map
from uoserver.sim.tables.statics import STATICS
from uoserver.simtool.textmap import Area, legend, sign_of, text_map, used_area


def test_only_what_is_used_is_shown() -> None:
    assert used_area(world("....\n..b.\n....")) == Area(2, 1, 3, 3)
    assert used_area(world("")) == Area(0, 0, 128, 128)
    assert used_area(world("....\n..b."), [5 * 128 + 9, 16384, -1]) == Area(2, 1, 9, 6)
    far = world("", '[[vehicles]]\ntype = "jeep"\ncell = [127, 64]')
    assert used_area(far) == Area(126, 63, 2, 3)


def test_the_first_cell_of_every_small_map_does_not_count() -> None:
    sim = world("....\n..b.")
    sim.state.grid.terrain[0] = 2
    assert used_area(sim) == Area(2, 1, 3, 3)
    sim.state.grid.terrain[0] = 1
    assert used_area(sim) == Area(0, 0, 5, 4)


def test_a_map_can_be_read_again_from_what_is_shown() -> None:
    signs = "".join(sign for sign in BUILT_IN if sign != " ")
    sim = world(signs)
    (_, row) = text_map(sim, Area(1, 1, len(signs), 1))
    shown = row[4:].replace("#", ">")  # the abutment's deck
    again = read_map(shown, (1, 1), BUILT_IN)
    for place in again.places:
        sign = signs[place.column - 1]
        if sign not in "<>":
            assert place.tile == BUILT_IN[sign], sign


def test_rows_and_columns_are_numbered() -> None:
    sim = world("~~~~~~~\n-=|", '[[vehicles]]\ntype = "jeep"\ncell = [4, 2]')
    assert text_map(sim, Area(1, 1, 7, 2)) == ["        5", "  1 ~~~~~~~", "  2 -=|@..."]
    assert text_map(sim, Area(0, 2, 12, 1)) == ["    0    5    10", "  2 .-=|@......."]
    assert text_map(sim, Area(98, 2, 9, 1)) == ["      100  105", "  2 ........."]
    assert text_map(sim, Area(6, 2, 4, 1)) == ["    6", "  2 ...."]


def test_what_has_no_character_of_its_own() -> None:
    more = 'legend.A = 6\nlegend.B = 74\nlegend.C = 45\nlegend.D = 30\nlegend.E = "DEST_BUSH_1"\n'
    more += 'legend.F = "LDMG_WALL_V"\nlegend.G = 60\nlegend.H = "DESTROYED_TOWER"'
    sim = world("ABCDEFGH<.>", more)
    cells = [sign_of(sim.state.grid, 128 + 1 + i) for i in range(11)]
    assert "".join(cells) == "s%~-,I.,<#>"


def test_every_static_object_has_a_character() -> None:
    grid = world("").state.grid
    for number, static in enumerate(STATICS):
        if static.placeable and static.name != "STORAGE_LIGHT":
            grid.static[5] = number
            assert sign_of(grid, 5) != "?", static.name


def test_the_legend_names_what_is_there() -> None:
    sim = world("0b~", '[[vehicles]]\ntype = "jeep"\ncell = [4, 1]')
    assert legend(sim, Area(1, 1, 4, 1)) == [
        ".  land",
        "0  pad of side 0",
        "@  vehicle of side 0",
        "b  bush",
        "~  deep water",
    ]
    for road in (74, 127):
        roads = world("=f", f'legend."=" = {road}')
        assert legend(roads, Area(1, 1, 2, 1)) == ["%  road", "f  flag of side 0"]


def test_what_means_the_same_has_one_line() -> None:
    sim = world("|=rLJ7HHTw")
    assert legend(sim, Area(1, 1, 10, 1)) == [
        "7 = J L r |  road",
        "H  house",
        "T  tower",
        "w  watchtower",
    ]


def test_vehicles_have_the_characters_of_their_sides() -> None:
    one, other = (
        f'[[vehicles]]\ndriver = {i}\ntype = "jeep"\ncell = [{3 + i}, 1]\n' for i in (0, 1)
    )
    sim = world("..", one + other, head="players = 2")
    assert text_map(sim, Area(1, 1, 5, 1))[1] == "  1 ..@&."
    assert legend(sim, Area(1, 1, 5, 1)) == [
        "&  vehicle of side 1",
        ".  land",
        "@  vehicle of side 0",
    ]
