from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from tests.simtool.drawn import AREA, colour_at
from uoserver.sim.grid import SIZE, Grid
from uoserver.simtool import palette as p
from uoserver.simtool.canvas import Canvas
from uoserver.simtool.ground import paint_cell, spots


def painted(terrain: int) -> Canvas:
    """The cell in the corner, whose middle is (48, 48)."""
    grid, canvas = Grid(), Canvas.of(AREA, 2.0)
    grid.terrain[SIZE + 1] = terrain
    paint_cell(canvas, grid, 1, 1)
    return canvas


def near(colour: p.Colour, *wanted: p.Colour) -> bool:
    return any(max(abs(a - b) for a, b in zip(colour, w, strict=True)) < 3 for w in wanted)


@pytest.mark.parametrize(
    ("terrain", "colour"),
    [
        (0, p.LAND),
        (1, p.SHALLOW),
        (2, p.DEEP),
        (30, p.SHALLOW),
        (55, p.MEADOW),
        (97, p.mix(p.LAND, p.BARE, 0.5)),
        (88, p.GATE_FLOOR),
        (90, p.PAD),
        (92, p.PAD_OPEN),
    ],
)
def test_what_a_cell_is_filled_with(terrain: int, colour: p.Colour) -> None:
    canvas = painted(terrain)
    assert colour_at(canvas, 34.2, 62.2) == colour or colour_at(canvas, 43, 48) == colour


def test_nothing_is_drawn_beyond_the_cell() -> None:
    for terrain in range(112):
        canvas = painted(terrain)
        # Edges of shores and roads may take half a pixel.
        assert colour_at(canvas, 66, 48) == (0, 0, 0), terrain
        assert colour_at(canvas, 48, 66) == (0, 0, 0), terrain


@pytest.mark.parametrize(
    ("terrain", "wet", "dry"),
    [
        (6, (63, 48), (36, 48)),
        (7, (48, 63), (48, 36)),
        (13, (33, 48), (60, 48)),
        (5, (48, 36), (48, 63)),
    ],
)
def test_shores_are_where_wheels_get_wet(
    terrain: int, wet: tuple[int, int], dry: tuple[int, int]
) -> None:
    canvas = painted(terrain)
    assert near(colour_at(canvas, *wet), p.SHALLOW)
    assert near(colour_at(canvas, *dry), p.LAND)


def test_shores_of_neighbours_have_no_gap() -> None:
    for terrain, dry in ((6, (36, 32.3)), (6, (36, 63.7)), (7, (63.7, 36)), (7, (32.3, 36))):
        assert near(colour_at(painted(terrain), *dry), p.LAND), terrain


def test_borders_of_deep_water() -> None:
    canvas = painted(41)  # shallow in the north
    assert colour_at(canvas, 48, 40) == p.SHALLOW
    assert colour_at(canvas, 48, 60) == p.DEEP


def test_roads_lead_where_their_lanes_do() -> None:
    ends = {"n": (42, 33), "s": (42, 62), "e": (62, 42), "w": (33, 42)}
    for terrain, ways in ((73, "ns"), (79, "ew"), (78, "nsew"), (80, "se"), (75, "sew")):
        canvas = painted(terrain)
        assert colour_at(canvas, 44, 44) == p.ROAD
        for way, place in ends.items():
            assert (colour_at(canvas, *place) == p.ROAD) == (way in ways), (terrain, way)


def test_pads_carry_the_colour_of_their_side() -> None:
    for side in (0, 1):
        assert colour_at(painted(90 + side), 48 - 10.2, 48) == p.lighter(p.SIDES[side], 0.2)


def test_spots_stay_in_their_cell() -> None:
    assert spots(77, 5) == spots(77, 5)
    assert spots(77, 5) != spots(78, 5)
    for cell in range(300):
        for dx, dy, number in spots(cell, 9):
            assert abs(dx) <= 14
            assert abs(dy) <= 14
            assert 0 <= number <= 255


BELOW: p.Colour = (1, 2, 3)


@pytest.mark.parametrize("terrain", [0, 3, 55, 97])
def test_land_of_a_map_is_the_picture_below(terrain: int) -> None:
    grid, canvas = Grid(), Canvas.of(AREA, 2.0)
    grid.terrain[SIZE + 1] = terrain
    canvas.box(32, 32, 160, 128, BELOW)
    before = canvas.image.tobytes()
    paint_cell(canvas, grid, 1, 1, bare=False)
    assert canvas.image.tobytes() == before


@pytest.mark.parametrize(
    ("terrain", "colour"),
    [(1, p.SHALLOW), (2, p.DEEP), (75, p.ROAD), (88, p.GATE_FLOOR), (92, p.PAD_OPEN)],
)
def test_water_roads_and_pads_of_a_map_are_drawn(terrain: int, colour: p.Colour) -> None:
    grid, canvas = Grid(), Canvas.of(AREA, 2.0)
    grid.terrain[SIZE + 1] = terrain
    canvas.box(32, 32, 160, 128, BELOW)
    paint_cell(canvas, grid, 1, 1, bare=False)
    assert colour_at(canvas, 40, 42) == colour


@pytest.mark.parametrize(("terrain", "details"), [(0, p.TUFT), (2, p.RIPPLE), (75, p.ROAD_LINE)])
def test_small_pictures_have_no_grass_ripples_and_lines(terrain: int, details: p.Colour) -> None:
    grid = Grid()
    grid.terrain[:] = bytes((terrain,)) * len(grid.terrain)
    for scale, seen in ((0.31, True), (0.29, False)):
        canvas = Canvas.of(AREA, scale)
        for cell in range(12):
            paint_cell(canvas, grid, 1 + cell % 4, 1 + cell // 4)
        colours = canvas.image.getcolors()
        assert colours is not None
        assert (details in {colour for _, colour in colours}) is seen
