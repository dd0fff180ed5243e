from __future__ import annotations

import pytest

from tests.collision.maps import ICE, MapMaker
from uoserver.bsp.vectors import Vec3
from uoserver.collision import ClipModel, World
from uoserver.collision.contents import SOLID

MINS, MAXS = (-15.0, -15.0, 0.0), (15.0, 15.0, 70.0)
POINT = (0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def sheet() -> ClipModel:
    """A flat curve at z = 0, 128 units square, facing up."""
    maker = MapMaker()
    maker.curve([[(64.0 * x, 64.0 * y, 0.0) for x in range(3)] for y in range(3)], material=ICE)
    return maker.clip()


@pytest.fixture(scope="module")
def arch() -> ClipModel:
    """A vault over y, 128 wide and 64 high at its control points, facing up and out."""
    maker = MapMaker()
    row = [(0.0, 0.0), (64.0, 128.0), (128.0, 0.0)]
    maker.curve([[(x, 64.0 * y, z) for x, z in row] for y in range(3)])
    return maker.clip()


@pytest.mark.parametrize("capsule", [False, True])
def test_a_player_lands_on_a_curve(sheet: ClipModel, capsule: bool) -> None:
    trace = sheet.trace((64, 64, 64), (64, 64, -64), MINS, MAXS, SOLID, capsule=capsule)
    assert trace.fraction == (64 - 0.125) / 128
    assert trace.normal == (0, 0, 1)
    assert (trace.material, trace.surface_flags) == ("textures/test/ice", 12 << 20 | 2)
    assert trace.contents == SOLID


def test_a_line_hits_the_front_only(sheet: ClipModel) -> None:
    assert sheet.trace((70, 70, 10), (70, 70, -10), POINT, POINT, SOLID).fraction == 9.875 / 20
    assert sheet.trace((70, 70, -10), (70, 70, 10), POINT, POINT, SOLID).fraction == 1.0


def test_a_line_that_ends_in_front_is_free(sheet: ClipModel) -> None:
    # Unlike a brush: the surface itself must be crossed.
    assert sheet.trace((70, 70, 10), (70, 70, 0.0625), POINT, POINT, SOLID).fraction == 1.0
    trace = sheet.trace((70, 70, 10), (70, 70, 0), POINT, POINT, SOLID)
    assert trace.fraction == 9.875 / 10


def test_a_line_past_the_border_is_free(sheet: ClipModel) -> None:
    assert sheet.trace((128.5, 70, 10), (128.5, 70, -10), POINT, POINT, SOLID).fraction == 1.0
    assert sheet.trace((127.5, 70, 10), (127.5, 70, -10), POINT, POINT, SOLID).fraction < 1.0


def test_a_line_from_within_the_eighth_stops_at_zero(sheet: ClipModel) -> None:
    trace = sheet.trace((70, 70, 0.0625), (70, 70, -10), POINT, POINT, SOLID)
    assert (trace.fraction, trace.startsolid) == (0.0, False)


@pytest.mark.parametrize("capsule", [False, True])
def test_what_comes_from_behind_passes(sheet: ClipModel, capsule: bool) -> None:
    trace = sheet.trace((64, 64, -100), (64, 64, 60), MINS, MAXS, SOLID, capsule=capsule)
    assert (trace.fraction, trace.startsolid) == (1.0, False)


def test_a_slab_stops_a_player_from_the_side(sheet: ClipModel) -> None:
    # Feet 35 below the sheet, head above: the box meets the border plane x = 0.
    trace = sheet.trace((-64, 64, -35), (64, 64, -35), MINS, MAXS, SOLID)
    assert trace.fraction == (49 - 0.125) / 128
    assert trace.normal == (-1, 0, 0)


@pytest.mark.parametrize("capsule", [False, True])
def test_starting_across_a_sheet_does_not_stick(sheet: ClipModel, capsule: bool) -> None:
    trace = sheet.trace((64, 64, -35), (64, 64, 64), MINS, MAXS, SOLID, capsule=capsule)
    assert (trace.fraction, trace.startsolid, trace.allsolid) == (1.0, False, False)


@pytest.mark.parametrize("capsule", [False, True])
def test_standing_across_a_sheet_is_solid_without_contents(sheet: ClipModel, capsule: bool) -> None:
    spot = (64.0, 64.0, -35.0)
    trace = sheet.trace(spot, spot, MINS, MAXS, SOLID, capsule=capsule)
    assert (trace.fraction, trace.startsolid, trace.allsolid) == (0.0, True, True)
    assert (trace.contents, trace.surface_flags, trace.material) == (0, 0, "")


@pytest.mark.parametrize(("z", "solid"), [(0.0, True), (0.001, False), (-70.0, True)])
def test_standing_on_a_sheet_touches_it(sheet: ClipModel, z: float, solid: bool) -> None:
    spot = (64.0, 64.0, z)
    assert sheet.trace(spot, spot, MINS, MAXS, SOLID).allsolid is solid


def test_a_point_never_stands_in_a_curve(sheet: ClipModel) -> None:
    assert sheet.trace((64, 64, 0), (64, 64, 0), POINT, POINT, SOLID).fraction == 1.0


def test_masks_let_curves_pass(sheet: ClipModel) -> None:
    assert sheet.trace((64, 64, 64), (64, 64, -64), MINS, MAXS, 2).fraction == 1.0


@pytest.mark.parametrize(
    ("start", "end", "clear"),
    [
        ((64, 64, 10), (64, 64, -10), False),
        ((64, 64, -10), (64, 64, 10), True),
        ((64, 64, 10), (64, 64, 1), True),
        ((-64, 64, 10), (192, 64, 10), True),
    ],
)
def test_sight_is_blocked_by_fronts(sheet: ClipModel, start: Vec3, end: Vec3, clear: bool) -> None:
    assert sheet.sight(start, end, SOLID) is clear
    assert World(sheet).sight(start, end, SOLID) is clear


def test_sight_of_a_box(sheet: ClipModel) -> None:
    up, down = (64.0, 64.0, 10.0), (64.0, 64.0, -30.0)
    assert not sheet.sight(up, down, SOLID, (-4, -4, -4), (4, 4, 4))
    assert sheet.sight(down, up, SOLID, (-4, -4, -4), (4, 4, 4))


def test_a_vault_is_met_where_its_facets_are(arch: ClipModel) -> None:
    # The crown of the parabola is at half the control point's height.
    trace = arch.trace((64, 64, 164), (64, 64, -36), POINT, POINT, SOLID)
    assert trace.endpos[2] == pytest.approx(64.125, abs=0.01)
    trace = arch.trace((-50, 64, 20), (150, 64, 20), MINS, MAXS, SOLID, capsule=True)
    assert trace.fraction < 1.0
    assert trace.normal[0] < -0.5


def test_the_inside_of_a_vault_is_open_to_lines(arch: ClipModel) -> None:
    assert arch.trace((64, 64, 10), (64, 64, 200), POINT, POINT, SOLID).fraction == 1.0
