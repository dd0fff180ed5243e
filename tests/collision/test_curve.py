from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.collision.maps import ICE, MapMaker
from tests.reference.tracer import curves as rules
from tests.reference.tracer.facets import Border, Facet
from tests.reference.tracer.planes import Plane as RulePlane
from tests.reference.tracer.sweep import swept
from uoserver.bsp.vectors import Vec3
from uoserver.collision import ClipModel, World
from uoserver.collision.contents import SOLID
from uoserver.collision.curve import Curve, Slab
from uoserver.collision.hull import Hull
from uoserver.collision.patch import PatchRecord

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


HAIR = 1 / 4096
"""Well within the eighth; like all numbers below it adds up without rounding."""
LOW = (-4.0, -0.125 - HAIR, -0.125, HAIR - 0.125, -0.0625, -HAIR, 0.0, HAIR, 4.0, 4.0 + HAIR)
PLACES = (*LOW, *(8.0 - place for place in LOW))
INNER = (0.0, HAIR, 4.0 - HAIR, 4.0, 4.0 + HAIR, 8.0 - HAIR, 8.0)
ABOVE = tuple(
    surface + more
    for surface in (4.0, 8.0)
    for more in (0.0, HAIR, 0.0625, 0.125, 0.125 + HAIR, 4.0)
)
SURFACES: tuple[tuple[Vec3, float], ...] = (
    ((0.0, 0.0, 1.0), 4.0),
    ((0.0, 0.0, 1.0), 8.0),
    ((-0.5, 0.0, 1.0), 2.0),
    ((0.25, -0.5, 0.5), 1.0),
)
SLANTS: tuple[tuple[Vec3, float], ...] = (
    ((0.5, 0.5, 0.0), 4.0),
    ((0.0, -1.0, 0.5), 0.0),
    ((0.5, 0.0, -0.25), 3.0),
)
SHAPES = [(POINT, False), ((1.0, 2.0, 1.5), False), ((1.0, 2.0, 1.5), True)]


def facets(seed: str, count: int) -> Iterator[tuple[Curve, Facet]]:
    """Yield curves of one facet about a cube of 8 units, as they are traced and as a rule."""
    rng = random.Random(seed)
    for _ in range(count):
        surface, distance = rng.choice(SURFACES)
        borders = [((-1.0, 0.0, 0.0), 0.0, False), ((1.0, 0.0, 0.0), 8.0, False)]
        borders += [((0.0, 1.0, 0.0), 0.0, True), ((0.0, -1.0, 0.0), -8.0, True)]
        borders += [(n, d, rng.random() < 0.5) for n, d in rng.sample(SLANTS, rng.randrange(3))]
        rng.shuffle(borders)
        borders.append((surface, distance, True))
        slab = Slab(
            *(0, (-64.0,) * 3, (64.0,) * 3, (*surface, distance)),
            tuple(((*normal, away), inward) for normal, away, inward in borders),
        )
        rule = Facet(
            RulePlane(surface, distance),
            [Border(RulePlane(normal, away), inward) for normal, away, inward in borders],
        )
        yield Curve(PatchRecord(0, (-99,) * 3, (99,) * 3, 1, 0, ""), [slab]), rule


def test_facets_are_met_as_the_rule_has_it_to_the_borders_of_every_comparison() -> None:
    """Every number is exact: the answers must be equal, not close."""
    rng = random.Random("ways")
    kinds: Counter[str] = Counter()
    for curve, rule in facets("facets", 5_000):
        half, capsule = rng.choice(SHAPES)
        hull = Hull((-half[0], -half[1], -half[2]), half, capsule)
        start = [rng.choice(PLACES) + rng.choice((-h, 0.0, h)) for h in half]
        end = [rng.choice(PLACES) + rng.choice((-h, 0.0, h)) for h in half]
        for axis in range(3):
            if rng.random() < 0.4:
                end[axis] = start[axis] + rng.choice((0.0, 0.0, HAIR, -HAIR))
        if rng.random() < 0.5:  # down past the middle, on a border or next to it
            start = [rng.choice(INNER), rng.choice(INNER), rng.choice(ABOVE)]
            end = [*start[:2], start[2] - rng.choice((HAIR, 0.125, 4.0, 16.0))]
        a, b = (start[0], start[1], start[2]), (end[0], end[1], end[2])
        spot = swept(a, a, hull.mins, half, capsule=capsule)
        assert curve.holds(hull, a) is (rules.rest_in_facet(rule, spot) is not None)
        if a == b:
            continue
        hit = rules.sweep_facet(rule, swept(a, b, hull.mins, half, capsule=capsule))
        expected = None if hit is None else (hit.fraction, hit.normal, False)
        kinds["miss" if hit is None else hit.kind] += 1
        assert curve.sweep(hull, a, b, 1.0) == expected, (rule, hull.half, a, b)
        assert curve.blocks(hull, a, b) is (hit is not None and hit.fraction < 1.0)
        if hit is not None:
            assert (curve.sweep(hull, a, b, hit.gate) is None) is (hit.kind != "curve point")
    assert set(kinds) == {"miss", "curve point", "curve surface", "curve border"}
    assert min(kinds.values()) > 100


def test_a_part_of_a_curve_has_the_facets_that_touch_its_box() -> None:
    record = PatchRecord(0, (-99,) * 3, (99,) * 3, 1, 0, "")
    box = ((0.0, 10.0, 20.0), (1.0, 12.0, 24.0))
    slabs = [Slab(at, *box, (0.0, 0.0, 1.0, 0.0), ()) for at in range(2)]
    slabs.append(Slab(2, (500,) * 3, (501,) * 3, (0.0, 0.0, 1.0, 0.0), ()))
    curve = Curve(record, slabs)
    assert curve.within((-999,) * 3, (999,) * 3) is curve
    for axis in range(3):
        for near, sign in ((box[0][axis], 1.0), (box[1][axis], -1.0)):
            for gap, found in ((0.0, 2), (0.125, 2), (1.0, 0)):
                low, high = list(box[0]), list(box[1])
                low[axis] = high[axis] = near - sign * gap
                part = curve.within((low[0], low[1], low[2]), (high[0], high[1], high[2]))
                assert len(part._slabs) == found


def test_a_line_from_the_surface_itself_passes(sheet: ClipModel) -> None:
    for z in (0.0, -0.0005):
        assert sheet.trace((70, 70, z), (70, 70, -10), POINT, POINT, SOLID).fraction == 1.0


def test_a_part_of_a_curve_answers_as_the_whole(arch: ClipModel) -> None:
    whole = arch.patches[0]
    part = whole.within((60, 20, 40), (70, 100, 90))
    assert part is not whole
    hull = Hull((-4.0, -4.0, -4.0), (4.0, 4.0, 4.0), True)
    for _ in range(2):  # grown, then from what was kept
        hit = part.sweep(hull, (64, 64, 100), (66, 64, 40), 1.0)
        assert hit is not None
        assert hit == whole.sweep(hull, (64, 64, 100), (66, 64, 40), 1.0)
