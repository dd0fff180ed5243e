from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from tests.simtool.drawn import AREA, colour_at, world
from uoserver.sim.grid import SIZE
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import NUMBER_OF, STATICS
from uoserver.simtool import palette as p
from uoserver.simtool.canvas import Canvas
from uoserver.simtool.staticart import paint_static

CELL = 2 * SIZE + 2
"""Its middle is (80, 80)."""


def painted(name: str, side: int = 2, jitter: tuple[int, int] = (0, 0)) -> Canvas:
    grid, canvas = world("").state.grid, Canvas.of(AREA, 2.0)
    place(grid, CELL, NUMBER_OF[name], side)
    grid.jitter = [(*jitter, 0, 0)] * 256
    canvas.box(32, 32, 160, 128, p.LAND)
    paint_static(canvas, grid, CELL)
    return canvas


@pytest.mark.parametrize("static", [s.name for s in STATICS if s.placeable])
def test_everything_can_be_drawn(static: str) -> None:
    canvas = painted(static, 1)
    colours = canvas.image.getcolors(1000)
    assert colours is not None
    assert len(colours) > 1 or static in ("DEST_BRIDGE", "STORAGE_LIGHT")


def test_plants_are_round_and_moved_by_their_jitter() -> None:
    assert colour_at(painted("BUSH_1S"), 81, 81) == p.PLANT
    moved = painted("BUSH_1S", jitter=(10, -5))
    assert colour_at(moved, 91, 76) == p.PLANT
    assert colour_at(moved, 79, 82) == p.LAND
    assert colour_at(painted("TREE_S", jitter=(10, 0)), 83, 83) == p.TREE  # trees stand still
    assert colour_at(painted("ROCK_1S"), 80, 80) == p.ROCK


def test_buildings_are_their_boxes_and_say_whose_they_are() -> None:
    canvas = painted("BLDG_S", 1)
    roof = p.lighter(p.HOUSE, 15 / 70)
    assert colour_at(canvas, 66, 66) == roof
    assert colour_at(canvas, 80, 80) == p.SIDES[1]
    assert colour_at(painted("BLDG_S", 0), 80, 80) == p.SIDES[0]
    assert colour_at(painted("BLDG_S"), 80, 80) == roof
    assert colour_at(canvas, 62, 80) == p.LAND


def test_the_higher_the_longer_is_the_shadow() -> None:
    shade = p.darker(p.LAND, 0.35)
    low, high = painted("BLDG_S"), painted("TOWER")
    assert colour_at(low, 97, 97) == colour_at(high, 97, 97) == shade
    assert colour_at(low, 100.5, 100.5) == p.LAND
    assert colour_at(high, 100.5, 100.5) == shade


def test_zones_are_marked() -> None:
    fuel = painted("FUEL_S")
    assert colour_at(fuel, 80, 92) == p.mix(p.BARE, p.FUEL_ZONE, 0.45)
    store = painted("AMMO")
    assert colour_at(store, 80, 90) == p.mix(p.BARE, p.AMMUNITION_ZONE, 0.45)


def test_flags_have_the_colour_of_their_side() -> None:
    for side in (0, 1):
        assert colour_at(painted("FLAG", side), 79, 71) == p.SIDES[side]


def test_bridges_lead_from_bank_to_bank() -> None:
    across, upright = painted("BRIDGE_H"), painted("BRIDGE_V")
    assert colour_at(across, 64.5, 79) == p.BRIDGE
    assert colour_at(across, 79, 64.5) == p.LAND
    assert colour_at(upright, 79, 64.5) == p.BRIDGE
    assert colour_at(upright, 64.5, 79) == p.LAND
