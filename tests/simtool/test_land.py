from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.simtool.drawn import colour_at, world
from uoserver.sim.grid import SIZE
from uoserver.sim.simulation import Simulation
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import DOOR_GLOW, TOWER
from uoserver.simtool import land as land_module
from uoserver.simtool import palette as p
from uoserver.simtool.canvas import FINE, Canvas
from uoserver.simtool.ground import paint_cell
from uoserver.simtool.land import BLOCK, Land
from uoserver.simtool.staticart import paint_static
from uoserver.simtool.textmap import Area


def counted(land: Land, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The blocks that are painted from now on."""
    found: list[tuple[int, int]] = []
    paint = land._paint

    def note(column: int, row: int) -> object:
        found.append((column, row))
        return paint(column, row)

    monkeypatch.setattr(land, "_paint", note)
    return found


def shown(sim: Simulation, land: Land, column: int, row: int) -> p.Colour:
    """The colour of a place in a cell that has neither grass nor ripples."""
    return colour_at(land.canvas(0, 0, (600, 600)), column * 32 + 2.5, row * 32 + 30)


def test_what_changes_is_drawn_anew() -> None:
    sim = world("b")
    land = Land(sim, 1.0)
    assert colour_at(land.canvas(0, 0, (600, 600)), 49, 49) == p.PLANT
    place(sim.state.grid, SIZE + 1, 0, 2)
    assert colour_at(land.canvas(0, 0, (600, 600)), 49, 49) == p.LAND
    sim.state.grid.terrain[SIZE + 1] = 2
    assert shown(sim, land, 1, 1) == p.DEEP


def test_only_blocks_that_changed_are_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sim = world("")
    land = Land(sim, 1.0)
    painted = counted(land, monkeypatch)
    land.canvas(0, 0, (512, 512))
    assert sorted(painted) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    painted.clear()
    land.canvas(10, 20, (400, 400))
    assert painted == []
    sim.state.grid.terrain[3 * SIZE + 3] = 2
    land.canvas(0, 0, (512, 512))
    assert painted == [(0, 0)]
    painted.clear()
    sim.state.grid.side[3 * SIZE + BLOCK] = 1  # its shadow may reach into the block to the west
    land.canvas(0, 0, (512, 512))
    assert sorted(painted) == [(0, 0), (1, 0)]
    painted.clear()
    sim.state.grid.static[9 * SIZE + BLOCK - 1] = 5
    land.canvas(0, 0, (512, 512))
    assert sorted(painted) == [(0, 1), (1, 1)]
    painted.clear()
    sim.state.grid.static[BLOCK * SIZE + 3] = 5
    land.canvas(0, 0, (512, 512))
    assert sorted(painted) == [(0, 0), (0, 1)]


def test_blocks_join_to_what_is_drawn_at_once() -> None:
    rows = "rr==b.t~-|.H.FcuG"
    sim = world("\n".join(rows[n % 7 :] + rows[: n % 7] for n in range(15)))
    whole = Canvas.of(Area(0, 0, 18, 17), 1.0)
    for cell in range(17 * SIZE):
        if cell % SIZE < 18:
            paint_cell(whole, sim.state.grid, cell % SIZE, cell // SIZE)
    for cell in range(17 * SIZE):
        if cell % SIZE < 18 and sim.state.grid.static[cell]:
            paint_static(whole, sim.state.grid, cell)
    for left, top in ((0, 0), (37, 101)):
        found = Land(sim, 1.0).canvas(left, top, (400, 350)).image
        box = (left * FINE, top * FINE, (left + 400) * FINE, (top + 350) * FINE)
        assert found.tobytes() == whole.image.crop(box).tobytes()


def test_glowing_doors_are_no_reason_to_draw_the_land(monkeypatch: pytest.MonkeyPatch) -> None:
    sim = world("0")
    land = Land(sim, 1.0)
    before = land.canvas(0, 0, (100, 100)).image.tobytes()
    painted = counted(land, monkeypatch)
    sim.state.grid.static[SIZE + 1] = DOOR_GLOW
    assert land.canvas(0, 0, (100, 100)).image.tobytes() == before
    assert painted == []


def test_blocks_out_of_sight_are_forgotten_the_oldest_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(land_module, "MAX_KEPT", 2 * (BLOCK * 32 * FINE) ** 2)
    land = Land(world(""), 1.0)
    painted = counted(land, monkeypatch)
    for column in (0, 1, 2, 3, 3, 2, 1):
        land.canvas(column * BLOCK * 32, 0, (256, 256))
    assert painted == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert len(land._blocks) == 3
    land.canvas(0, 0, (256, 256))
    assert painted[4:] == [(0, 0)]


@pytest.mark.parametrize("corner", [(-40, -40), (4096 - 60, 4096 - 60)])
def test_beyond_the_grid_is_deep_water(corner: tuple[float, float]) -> None:
    sim = world("")
    canvas = Land(sim, 1.0).canvas(*corner, (100, 100))
    assert colour_at(canvas, corner[0] + 2 + 95 * (corner[0] > 0), corner[1] + 50) == p.DEEP
    assert colour_at(canvas, corner[0] + 50, corner[1] + 2 + 95 * (corner[1] > 0)) == p.DEEP
    assert colour_at(canvas, corner[0] + 50, corner[1] + 50) != p.DEEP


def test_far_beyond_the_grid_there_is_nothing_but_water() -> None:
    canvas = Land(world(""), 1.0).canvas(-30000, 9999, (64, 48))
    assert canvas.image.getcolors() == [(64 * 48 * FINE * FINE, p.DEEP)]


@settings(max_examples=40, deadline=None)
@given(
    scale=st.sampled_from((0.1, 0.156, 0.5, 0.77, 1.3, 4.0)),
    left=st.floats(200, 2000),
    top=st.floats(200, 2000),
)
def test_a_part_is_the_same_wherever_one_looks_from(scale: float, left: float, top: float) -> None:
    """No seams, no gaps: a map all of water is all blue, ripples apart."""
    sim = world("")
    sim.state.grid.terrain[:] = bytes((2,)) * len(sim.state.grid.terrain)
    land = Land(sim, scale)
    canvas = land.canvas(left, top, (90, 70))
    assert canvas.image.size == (90 * FINE, 70 * FINE)
    assert abs(canvas.corner[0] - left) <= 0.51 / (scale * FINE)
    assert abs(canvas.corner[1] - top) <= 0.51 / (scale * FINE)
    colours = canvas.image.getcolors()
    assert colours is not None
    assert {colour for _, colour in colours} <= {p.DEEP, p.RIPPLE}


def test_towers_have_their_guns() -> None:
    sim = world("")
    place(sim.state.grid, 2 * SIZE + 2, TOWER, 1)
    canvas = Land(sim, 1.0).canvas(0, 0, (200, 200))
    assert colour_at(canvas, 84.5, 80) == p.mix(p.SIDES[1], p.TOWER, 0.4)
