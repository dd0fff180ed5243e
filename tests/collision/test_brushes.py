from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reference.tracer import brushes as tested
from tests.reference.tracer.hits import Hit
from tests.reference.tracer.sweep import Sweep, swept
from tests.reference.tracer.vectors import ZERO
from uoserver.bsp.vectors import Vec3
from uoserver.collision import brushes
from uoserver.collision.hull import Brush, BrushPlane, Expanded, Faces, Hull
from uoserver.collision.trace import EPSILON, Face

POINT = Hull((0, 0, 0), (0, 0, 0), capsule=False)
AXES = ((-1, 0, 0), (0, -1, 0), (0, 0, -1), (1, 0, 0), (0, 1, 0), (0, 0, 1))


def faces(name: str = "m") -> Faces:
    x0, y0, z0, x1, y1, z1 = (Face(normal, 0, 1, f"{name}{i}") for i, normal in enumerate(AXES))
    return x0, y0, z0, x1, y1, z1


def block(
    mins: Vec3 = (0, 0, 0),
    maxs: Vec3 = (64, 64, 64),
    number: int = 0,
    contents: int = 1,
    planes: tuple[BrushPlane, ...] = (),
    hull: Hull = POINT,
) -> list[Expanded]:
    return [hull.expand(Brush(number, contents, mins, maxs, faces(str(number)), planes))]


def sweep(
    things: list[Expanded],
    start: Vec3,
    end: Vec3,
    best: float = 1.0,
    seen: set[int] | None = None,
) -> brushes.BrushSweep:
    return brushes.sweep(things, 1, *start, *end, best, seen=seen)


def test_entering_stops_an_eighth_short_and_says_which_side() -> None:
    result = sweep(block(), (-100, 32, 32), (100, 32, 32))
    assert result.fraction == (100 - 0.125) / 200
    assert result.face is not None
    assert (result.face.normal, result.face.material) == ((-1, 0, 0), "00")
    assert (result.start, result.all, result.tie) == (False, False, False)


@pytest.mark.parametrize("side", range(6))
def test_each_axial_side_is_hit_from_outside(side: int) -> None:
    axis, low = side % 3, side < 3
    start, end = [32.0] * 3, [32.0] * 3
    start[axis], end[axis] = (-36.0, 32.0) if low else (100.0, 32.0)
    result = sweep(block(), tuple(start), tuple(end))  # type: ignore[arg-type]
    assert result.face is not None
    assert result.face.material == f"0{side}"
    assert result.fraction == (36 - 0.125) / 68


def test_ending_less_than_an_eighth_in_front_still_counts() -> None:
    assert sweep(block(), (-10, 32, 32), (-0.125, 32, 32)).face is None
    result = sweep(block(), (-10, 32, 32), (-0.0625, 32, 32))
    assert result.fraction == (10 - 0.125) / (10 - 0.0625)
    assert result.face is not None


def test_moving_along_or_away_from_a_side_within_the_eighth_is_free() -> None:
    assert sweep(block(), (-0.0625, 0, 32), (-0.0625, 64, 32)).face is None
    assert sweep(block(), (-0.0625, 32, 32), (-1, 32, 32)).face is None


def test_approaching_from_within_the_eighth_stops_at_once() -> None:
    result = sweep(block(), (-0.0625, 32, 32), (10, 32, 32))
    assert result.fraction == 0.0
    assert result.face is not None
    assert result.face.normal == (-1, 0, 0)
    assert not result.start


def test_the_side_entered_last_is_the_one_hit() -> None:
    # Crosses x = 0 at 0.5 and y = 0 later.
    result = sweep(block(), (-20, -30, 32), (20, 10, 32))
    assert result.face is not None
    assert result.face.normal == (0, -1, 0)
    assert result.fraction == (30 - 0.125) / 40


@pytest.mark.parametrize(
    ("start", "end", "first"),
    [
        ((-20, -20, 32), (20, 20, 32), 0),  # min x before min y
        ((84, -20, 32), (44, 20, 32), 1),  # min y before max x
        ((84, 84, 32), (44, 44, 32), 3),  # max x before max y
        ((84, 32, -20), (44, 32, 20), 2),  # min z before max x
        ((32, 84, -20), (32, 44, 20), 2),  # min z before max y
        ((84, -20, -20), (44, 20, 20), 1),
    ],
)
def test_of_sides_entered_together_the_first_in_order_is_hit(
    start: Vec3, end: Vec3, first: int
) -> None:
    result = sweep(block(), start, end)
    assert result.face is not None
    assert result.face.material == f"0{first}"
    assert result.fraction == (20 - 0.125) / 40


@pytest.mark.parametrize(("start", "first"), [((64.1, -0.1, 32), 1), ((64.1, 64.1, 32), 3)])
def test_sides_touched_at_once_also_go_by_their_order(start: Vec3, first: int) -> None:
    result = sweep(block(), start, (32, 32, 32))
    assert result.fraction == 0.0
    assert result.face is not None
    assert result.face.material == f"0{first}"


def test_starting_inside_and_leaving_is_startsolid_only() -> None:
    result = sweep(block(), (32, 32, 32), (200, 32, 32))
    assert (result.fraction, result.face, result.start, result.all) == (1.0, None, True, False)


def test_never_outside_is_allsolid_with_the_brush_contents() -> None:
    result = sweep(block(contents=0x31), (32, 32, 32), (33, 32, 32))
    assert (result.fraction, result.start, result.all) == (0.0, True, True)
    assert result.face is not None
    assert result.face.contents == 0x31


def test_leaving_from_the_surface_itself_is_free() -> None:
    result = sweep(block(), (64, 32, 32), (80, 32, 32))
    assert (result.fraction, result.start) == (1.0, False)


def test_passing_a_corner_is_free() -> None:
    # Past x = 0 at 0.5, but out of the slab y <= 64 before that.
    assert sweep(block(), (-20, 60, 32), (20, 140, 32)).face is None


def test_a_slanted_plane_cuts() -> None:
    s = math.sqrt(0.5)
    slope = Face((s, 0, s), 0, 1, "slope")
    cut = ((s, 0.0, s, 64 * s, slope),)
    result = sweep(block(planes=cut), (32, 32, 100), (32, 32, 20))
    d1, d2 = 32 * s + 100 * s - 64 * s, 32 * s + 20 * s - 64 * s
    assert result.face is slope
    assert result.fraction == (d1 - 0.125) / (d1 - d2)
    assert sweep(block(planes=cut), (60, 32, 100), (60, 32, 4.125)).face is slope
    assert sweep(block(planes=cut), (63, 32, 100), (63, 32, 2)).face is None


def test_the_mask_lets_brushes_pass() -> None:
    assert sweep(block(contents=0x20), (-100, 32, 32), (100, 32, 32)).face is None


def test_only_hits_before_the_best_count() -> None:
    assert sweep(block(), (-100, 32, 32), (100, 32, 32), best=0.25).fraction == 0.25


def test_equal_hits_keep_the_first_and_tell() -> None:
    two = block() + block((0, 64, 0), (64, 128, 64), number=1)
    result = sweep(two, (-100, 64, 32), (100, 64, 32))
    assert result.face is not None
    assert result.face.material == "00"
    assert result.tie
    one_face = block()[0]
    assert not sweep([one_face, one_face], (-100, 64, 32), (100, 64, 32)).tie


def test_a_leaf_stops_at_fraction_zero() -> None:
    touching = block((0, 0, 0), (64, 64, 64))
    holding = block((-64, 0, 0), (32, 64, 64), number=1)
    start, end = (-0.0625, 32, 32), (100, 32, 32)
    seen: set[int] = set()
    assert not sweep(touching + holding, start, end, seen=seen).start
    assert seen == {0}
    assert sweep(touching + holding, start, end).start
    assert sweep(holding + touching, start, end, seen=set()).start


def test_a_leaf_leaves_out_what_was_seen() -> None:
    assert sweep(block(), (-100, 32, 32), (100, 32, 32), seen={0}).face is None


def test_a_capsule_is_a_box_against_axial_sides() -> None:
    hull = Hull((-15, -15, 0), (15, 15, 70), capsule=True)
    # Past the rounded corner a sphere would be free: 14 beside the block, 14 along.
    start, end = (-30.0, 78.0, 32.0), (-13.0, 78.0, 32.0)
    result = sweep(block(hull=hull), start, end)
    assert result.fraction == (15 - 0.125) / 17


def test_standing_on_a_side_is_inside() -> None:
    assert brushes.inside(block(contents=0x11), 1, 64, 0, 0, set()) == 0x11
    assert brushes.inside(block(), 1, 64.001, 0, 0, set()) is None
    assert brushes.inside(block(), 2, 32, 32, 32, set()) is None
    assert brushes.inside(block(), 1, 32, 32, 32, {0}) is None
    cut = ((0.6, 0.0, 0.8, 50.0, Face((0.6, 0.0, 0.8), 0, 1, "")),)
    assert brushes.inside(block(planes=cut), 1, 30, 32, 40, set()) == 1
    assert brushes.inside(block(planes=cut), 1, 30, 32, 40.001, set()) is None


@pytest.mark.parametrize(
    ("start", "end", "blocked"),
    [
        ((-10, 32, 32), (10, 32, 32), True),
        ((-10, 32, 32), (-0.0625, 32, 32), False),  # no epsilon
        ((-10, 32, 32), (0, 32, 32), False),  # just touching
        ((-10, 32, 32), (0.0625, 32, 32), True),
        ((32, 32, 32), (33, 32, 32), True),
        ((32, 32, 32), (100, 32, 32), True),
        ((-20, 60, 32), (20, 140, 32), False),
        ((-10, 64, 32), (80, 64, 32), True),
        ((-10, 64.01, 32), (80, 64.01, 32), False),
    ],
)
def test_sight_has_no_epsilon(start: Vec3, end: Vec3, blocked: bool) -> None:
    assert brushes.blocks(block()[0], *start, *end) is blocked
    assert brushes.blocks(block()[0], *end, *start) is blocked


coordinates = st.floats(-200, 200).map(lambda x: round(x * 16) / 16)
points = st.tuples(coordinates, coordinates, coordinates)


@given(points, points, st.lists(st.tuples(points, points), min_size=1, max_size=4))
def test_a_sweep_ends_outside_every_brush(
    start: Vec3, end: Vec3, boxes: list[tuple[Vec3, Vec3]]
) -> None:
    things = []
    for number, (a, b) in enumerate(boxes):
        mins, maxs = zip(*((min(p), max(p)) for p in zip(a, b, strict=True)), strict=True)
        things += block(mins, maxs, number)
    result = sweep(things, start, end)
    assert 0.0 <= result.fraction <= 1.0
    x, y, z = (s + (e - s) * result.fraction for s, e in zip(start, end, strict=True))
    if not result.start:
        within = [t for t in things if brushes.inside([t], 1, x, y, z, set()) is not None]
        # What only touches a brush moves on along it or away from it.
        for grown in within:
            sides = zip((x, y, z) * 2, grown[:6], strict=True)
            assert any(abs(p - side) < 1e-9 for p, side in sides)
    elif result.all:
        assert result.fraction == 0.0


TICK = 1 / 2048
"""Small enough to lie well within the eighth; like all numbers here it adds up without rounding."""
HAIR = TICK / 2
LOW = (-4.0, -0.125 - HAIR, -0.125, HAIR - 0.125, -0.0625, -TICK, 0.0, TICK, 4.0, 4.0 + TICK)
PLACES = (*LOW, *(8.0 - place for place in LOW))
SLANTS: tuple[tuple[Vec3, float], ...] = (
    ((0.5, 0.5, 0.0), 4.0),
    ((-0.5, 0.0, 1.0), 2.0),
    ((0.25, -0.5, 0.5), 1.0),
    ((0.0, -1.0, 0.0), -4.0),
)


def borders(seed: str) -> Iterator[tuple[Brush, tested.Brush, Vec3, Vec3]]:
    """Yield ways between places on, or next to, the borders of every rule, past a brush."""
    rng = random.Random(seed)
    for _ in range(8_000):
        planes = rng.sample(SLANTS, rng.choice((0, 0, 1, 2)))
        names = [*(f"m{side}" for side in range(6)), *(f"p{at}" for at in range(len(planes)))]
        ours = tuple((*n, d, Face(n, 0, 1, f"p{at}")) for at, (n, d) in enumerate(planes))
        start = [rng.choice(PLACES) for _ in range(3)]
        end = [rng.choice(PLACES) if rng.random() < 0.7 else place for place in start]
        if rng.random() < 0.5:  # sides met together
            axis, other = rng.sample(range(3), 2)
            start[other], end[other] = start[axis], end[axis]
            if rng.random() < 0.5:
                start[other], end[other] = 8.0 - start[axis], 8.0 - end[axis]
        box = (0.0, 0.0, 0.0), (8.0, 8.0, 8.0)
        yield (
            Brush(0, 1, *box, faces("m"), ours),
            tested.Brush(0, *box, planes, [0] * len(names), names, 1),
            (start[0], start[1], start[2]),
            (end[0], end[1], end[2]),
        )


def entered(rule: tested.Brush, way: Sweep, hit: Hit) -> set[str]:
    """Return the sides that may be the one hit: one, but for quotients that were rounded.

    Of sides entered together the first is hit, as the others are not entered later. Whether they
    are is asked by a product, which a rounded quotient may leave a last bit too small.
    """
    found = {hit.material}
    for d1, d2, side, _ in tested.spans(rule, way):
        if d1 > EPSILON and d1 > d2 and (d1 - EPSILON) / (d1 - d2) == hit.fraction:
            if hit.fraction * (d1 - d2) == d1 - EPSILON:
                return {hit.material}
            found.add(rule.materials[side])
    return found


def test_sweeps_to_the_borders_of_every_rule_agree_with_the_rule_itself() -> None:
    """Every number is exact: the answers must be equal, not close."""
    kinds: Counter[str] = Counter()
    for brush, rule, start, end in borders("sweeps"):
        if start == end:
            continue
        way = swept(start, end, ZERO, ZERO, capsule=False)
        hit = tested.sweep_brush(rule, way)
        kinds[hit.kind if hit else "miss"] += 1
        for seen in (None, set[int]()):
            result = sweep([POINT.expand(brush)], start, end, seen=seen)
            if hit is None:
                assert result == (1.0, None, False, False, False), (start, end)
                continue
            assert result[0] == hit.fraction, (start, end, hit)
            assert result[2:4] == (hit.startsolid, hit.allsolid), (start, end, hit)
            met = result.face.material if result.face is not None else ""
            assert met in entered(rule, way, hit), (start, end, hit)
    assert min(kinds[kind] for kind in ("brush axial side", "brush plane", "brush inside")) > 100


def test_sights_stands_and_points_at_the_borders_agree_with_the_rule_itself() -> None:
    blocked = held = 0
    for brush, rule, start, end in borders("sights"):
        way = swept(start, end, ZERO, ZERO, capsule=False)
        grown = POINT.expand(brush)
        if start != end:
            assert brushes.blocks(grown, *start, *end) is tested.blocks_sight(rule, way)
            blocked += brushes.blocks(grown, *start, *end)
        stands = tested.rest_in_brush(rule, swept(start, start, ZERO, ZERO, capsule=False))
        assert (brushes.inside([grown], 1, *start, set()) is None) is (stands is None)
        assert brush.holds(*start) is (tested.point_depth(rule, start) >= 0.0)
        held += brush.holds(*start)
    assert min(blocked, held) > 500


def test_a_slant_touched_second_needs_to_be_met_later() -> None:
    # The plane is the side z = 8 once more: entered at the same fraction, it is not better.
    again = ((0.0, 0.0, 1.0, 8.0, Face((0, 0, 1), 0, 1, "again")),)
    result = sweep(block(maxs=(8, 8, 8), planes=again), (4, 4, 12), (4, 4, 4))
    assert result.face is not None
    assert result.face.material == "05"


def test_a_leaf_goes_on_after_a_start_inside_that_leaves() -> None:
    around, ahead = block(maxs=(8, 8, 8)), block((16, 0, 0), (24, 8, 8), number=1)
    result = sweep(around + ahead, (4, 4, 4), (20, 4, 4), seen=set())
    assert (result.fraction, result.start) == ((12 - 0.125) / 16, True)


def test_a_leaf_ends_with_what_is_never_left() -> None:
    holding, other = block(contents=0x11), block(number=1, contents=0x21)
    seen: set[int] = set()
    result = sweep(holding + other, (32, 32, 32), (33, 32, 32), seen=seen)
    assert result.face is not None
    assert (result.all, result.face.contents, seen) == (True, 0x11, {0})
    result = sweep(holding + other, (32, 32, 32), (33, 32, 32))
    assert result.face is not None
    assert result.face.contents == 0x21


def test_a_way_that_ends_an_eighth_before_a_slant_is_free_and_no_tie() -> None:
    top = ((0.0, 0.0, 1.0, 4.0, Face((0, 0, 1), 0, 1, "top")),)
    cut = block(maxs=(8, 8, 8), planes=top)
    assert sweep(cut, (4, 4, 12), (4, 4, 4.125)) == (1.0, None, False, False, False)
    assert sweep(cut, (4, 4, 12), (4, 4, 4.0625)).face is top[0][4]
