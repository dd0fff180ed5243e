from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from math import sqrt

import pytest

from tests.reference.tracer import terrain as rules
from tests.reference.tracer.hits import Hit
from tests.reference.tracer.triangles import Triangle as RuleTriangle
from tests.reference.tracer.triangles import make_terrain
from tests.reference.tracer.vectors import sub
from uoserver.bsp.vectors import Vec3
from uoserver.collision.patch import PatchHit
from uoserver.collision.terrainmesh import Triangle, build_mesh
from uoserver.collision.terrainsweep import PULL_BACK, sweep_cap, sweep_line, touches

# One triangle facing up: (0, 0), (0, 64), (64, 0) at z = 0.
VERTICES: list[Vec3] = [(0.0, 0.0, 0.0), (0.0, 64.0, 0.0), (64.0, 0.0, 0.0)]
FLAT = build_mesh(VERTICES, [0, 1, 2]).triangles
REACH = 15.125


def cap(start: Vec3, end: Vec3, best: float = 1.0, span: float = 40.0) -> PatchHit | None:
    return sweep_cap(FLAT, *start, *end, REACH, span, best)


def line(start: Vec3, end: Vec3, best: float = 1.0) -> PatchHit | None:
    return sweep_line(FLAT, start, end, best)


def test_a_line_stops_an_eighth_short() -> None:
    assert line((8, 8, 10), (8, 8, -10)) == (9.875 / 20, (0, 0, 1), False)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((8, 8, -10), (8, 8, 10)),  # from behind
        ((8, 8, 10), (8, 8, 0)),  # ends on the plane
        ((8, 8, 0), (8, 8, -10)),  # starts on the plane
        ((40, 40, 10), (40, 40, -10)),  # beside it
    ],
)
def test_a_line_must_cross_from_front_to_back(start: Vec3, end: Vec3) -> None:
    assert line(start, end) is None


def test_a_line_may_miss_by_a_thousandth_of_the_triangle() -> None:
    assert line((-0.0625, 8, 10), (-0.0625, 8, -10)) is not None
    assert line((-0.066, 8, 10), (-0.066, 8, -10)) is None


def test_a_line_from_within_the_eighth_has_a_negative_fraction() -> None:
    hit = line((8, 8, 0.0625), (8, 8, -9.9375))
    assert hit is not None
    assert hit.fraction == -0.0625 / 10


def test_a_line_needs_a_smaller_fraction() -> None:
    assert line((8, 8, 10), (8, 8, -10), best=9.875 / 20) is None


def test_a_sphere_lands_a_little_sooner_than_it_touches() -> None:
    hit = cap((8, 8, 65.125), (8, 8, -34.875))
    assert hit == (0.5 - PULL_BACK, (0, 0, 1), False)


def test_a_face_hit_at_the_very_start_is_a_start_inside() -> None:
    assert cap((8, 8, 15.125), (8, 8, 5)) == (0.0, (0, 0, 1), True)
    assert cap((8, 8, 15.0), (8, 8, 5)) == (0.0, (0, 0, 1), True)
    hit = cap((8, 8, 15.225), (8, 8, -84.775))
    assert hit is not None
    assert not hit.start


def test_moving_away_or_along_is_free() -> None:
    assert cap((8, 8, 10), (8, 8, 20)) is None
    assert cap((8, 8, 10), (20, 8, 10)) is None


def test_what_ends_out_of_reach_is_free() -> None:
    assert cap((8, 8, 65), (8, 8, 15.125)) is None
    assert cap((8, 8, 65), (8, 8, 15.124)) is not None


def test_an_edge_is_met_beside_the_face() -> None:
    # The edge x = 0, y from 0 to 64: the sphere's centre is 9 beyond it.
    height = sqrt(REACH**2 - 81)
    hit = cap((-9, 32, 50), (-9, 32, -50))
    assert hit is not None
    assert hit.fraction == pytest.approx((50 - height) / 100 - PULL_BACK, abs=1e-12)
    assert hit.normal == pytest.approx((-9 / REACH, 0, height / REACH), abs=1e-9)


def test_a_vertex_is_met_beyond_both_edges() -> None:
    height = sqrt(REACH**2 - 2 * 64)
    hit = cap((-8, -8, 50), (-8, -8, -50))
    assert hit is not None
    assert hit.fraction == pytest.approx((50 - height) / 100 - PULL_BACK, abs=1e-12)
    assert hit.normal == pytest.approx((-8 / REACH, -8 / REACH, height / REACH), abs=1e-9)


def test_too_far_beside_is_free() -> None:
    assert cap((-15.2, 32, 50), (-15.2, 32, -50)) is None
    assert cap((-11, -11, 50), (-11, -11, -50)) is None


def test_starting_at_an_edge_or_vertex_is_solid_with_the_triangles_normal() -> None:
    assert cap((-9, 32, 5), (-9, 32, -5)) == (0.0, (0, 0, 1), True)
    assert cap((-8, -8, 5), (-8, -8, -5)) == (0.0, (0, 0, 1), True)


def test_the_other_cap_reaches_through_from_behind() -> None:
    # The lower cap is 20 below, the other one 40 above it: the axis goes through the face.
    assert cap((8, 8, -20), (8, 8, -21)) == (0.0, (0, 0, 1), True)
    assert cap((8, 8, -20), (8, 8, -21), span=4.0) is None
    assert cap((-8, 8, -20), (-8, 8, -21)) is None


def test_the_last_thing_hit_is_returned() -> None:
    lower = build_mesh([(x, y, -10.0) for x, y, _ in VERTICES], [0, 1, 2]).triangles
    both = [*lower, *FLAT]
    hit = sweep_cap(both, 8, 8, 65.125, 8, 8, -34.875, REACH, 40.0, 1.0)
    assert hit is not None
    assert hit.fraction == 0.5 - PULL_BACK


def test_an_edge_that_two_triangles_share_is_tested_once() -> None:
    square = [*VERTICES, (64.0, 64.0, 0.0)]
    triangles = build_mesh(square, [0, 1, 2, 2, 1, 3]).triangles
    hit = sweep_cap(triangles, 32, 32, 65.125, 32, 32, -34.875, REACH, 40.0, 1.0)
    assert hit == (0.5 - PULL_BACK, (0, 0, 1), False)


def solid(triangles: list[Triangle], spot: Vec3, span: float = 40.0) -> bool:
    return any(touches(triangle, spot, 15.0, span) for triangle in triangles)


@pytest.mark.parametrize(
    ("spot", "inside"),
    [
        ((8, 8, 15.0), False),  # no eighth here, and touching is free
        ((8, 8, 14.999), True),
        ((8, 8, -14.999), True),
        ((8, 8, -20), True),  # the other cap is above
        ((8, 8, -55.1), False),
        ((-14.9, 32, 0), True),  # the edge
        ((-15.0, 32, 0), False),
        ((-14.9, 70, 0), False),
        ((-10, -10, 0), True),  # the vertex
        ((-11, -11, 0), False),
    ],
)
def test_standing_in_a_triangle(spot: Vec3, inside: bool) -> None:
    assert solid(FLAT, spot) is inside


# A triangle of 1,000 units, so that a thousandth is a unit: s runs along y and t along x.
WIDE = build_mesh([(0.0, 0.0, 0.0), (0.0, 1000.0, 0.0), (1000.0, 0.0, 0.0)], [0, 1, 2]).triangles


@pytest.mark.parametrize(
    ("x", "y", "met"),
    [
        ((-1.0), 500.0, True),
        ((-1.01), 500.0, False),
        (500.0, -1.0, True),
        (500.0, -1.01, False),
        (100.0, 900.9, True),
        (100.0, 901.1, False),
        (-0.9, 1000.9, True),
        (-0.9, 1001.1, False),  # s alone is beyond
        (10.0, 900.0, True),
    ],
)
def test_a_line_past_each_border_by_a_thousandth(x: float, y: float, met: bool) -> None:
    hit = sweep_line(WIDE, (x, y, 10.0), (x, y, -10.0), 1.0)
    assert (hit is not None) is met


def test_the_thousandth_itself_belongs_to_the_triangle() -> None:
    tall = build_mesh([(0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)], [0, 1, 2]).triangles
    for x, y in ((0.5, 0.5 + (1.001 - 1.0)), (-0.001 / 2, 1.001)):
        assert x + y <= 1.001
        assert sweep_line(tall, (x, y, 10.0), (x, y, -10.0), 1.0) is not None


def test_a_line_may_end_just_behind_and_start_just_before() -> None:
    assert line((8, 8, 10), (8, 8, -0.0005)) is not None
    hit = line((8, 8, 0.0005), (8, 8, -10))
    assert hit is not None
    assert hit.fraction == (0.0005 - 0.125) / (10 + 0.0005)


HAIR = 1 / 16384
"""So little that squares of distances of 5 differ by less than a thousandth."""
NOTCH = 1 / 256
"""Less than a thousandth of a side of 8 units: so much do barycentrics forgive nobody here."""
BESIDE: tuple[float, ...] = (
    *(base + d for base in (-5.0, 0.0, 5.0, 8.0) for d in (-HAIR, 0.0, HAIR)),
    *(-4.0, -3.0, -NOTCH, NOTCH, 8.0 - NOTCH, 2.0, 4.0, 6.0, 11.0, 12.0),
)
HEIGHTS: tuple[float, ...] = (*BESIDE, -6.0, -5.5, 10.0, 5.0 + NOTCH)
PLACES: tuple[Vec3, ...] = ((0.0, 0.0, 0.0), (32.0, -16.0, 64.0))


def corners(turn: int, at: Vec3) -> list[Vec3]:
    """Return a right triangle of 8 units, facing one of the axes, either way."""
    first, second = ((1, 0), (2, 1), (0, 2))[turn % 3]
    points: list[Vec3] = []
    for k in range(3):
        point = list(at)
        if k:
            point[first if (k == 1) == (turn < 3) else second] += 8.0
        points.append((point[0], point[1], point[2]))
    return points


@cache
def both(turn: int, at: Vec3) -> tuple[Triangle, RuleTriangle]:
    """Return such a triangle as it is swept, and as the rules know it."""
    points = corners(turn, at)
    return build_mesh(points, [0, 1, 2]).triangles[0], make_terrain(points, [0, 1, 2]).triangles[0]


def ways(seed: str, count: int) -> Iterator[tuple[Triangle, RuleTriangle, Vec3, Vec3, float]]:
    """Yield a triangle, and a way with a span, on or next to what the rules draw a line at."""
    rng = random.Random(seed)
    for _ in range(count):
        turn, at = rng.randrange(6), rng.choice(PLACES)
        facing = (2, 0, 1)[turn % 3]
        start = [rng.choice(HEIGHTS if k == facing else BESIDE) for k in range(3)]
        end = list(start)
        if turn >= 3:
            start[facing] = -start[facing]
        if rng.random() < 0.5:
            end = [rng.choice(BESIDE) for _ in range(3)]
        end[facing] = start[facing] - (1 if turn < 3 else -1) * rng.choice((HAIR, 1, 6, 20))
        span = rng.choice((1.0, 5.0, 10.0, -1.0, -10.0, 40.0))
        a, b = ((x + at[0], y + at[1], z + at[2]) for x, y, z in (start, end))
        yield *both(turn, at), a, b, span


def in_turn(hits: Iterable[Hit], normal: Vec3) -> PatchHit | None:
    """Return what the triangle's hits make when each counts only before the last one.

    (collision2: Per triangle, 5 and 6; edges and vertices compare the fraction so far.)
    """
    best = 1.0
    found: PatchHit | None = None
    for hit in hits:
        face = hit.kind == "triangle face"
        if hit.startsolid:
            return PatchHit(0.0, normal, True)
        if hit.gate > best or (hit.gate == best and not face):
            continue
        if best <= PULL_BACK and not face:
            return PatchHit(0.0, normal, True)
        best = hit.fraction
        found = PatchHit(best, hit.normal, False)
    return found


def test_sweeps_to_the_borders_of_every_rule_agree_with_the_rule_itself() -> None:
    kinds: Counter[str] = Counter()
    for ours, rule, start, end, span in ways("caps", 8_000):
        cap = rules.Cap(start, end, sub(end, start), 5.0, span)
        hits = list(rules.cap_hits(rule, cap))
        expected = in_turn(hits, rule.normal)
        kinds.update({hit.kind for hit in hits})
        found = sweep_cap([ours], *start, *end, 5.0, span, 1.0)
        if expected is None or found is None:
            assert found is expected, (rule, start, end, span)
            continue
        assert found.start is expected.start, (rule, start, end, span)
        assert found.fraction == pytest.approx(expected.fraction, abs=1e-9)
        assert found.normal == pytest.approx(expected.normal, abs=1e-9)
    assert len(kinds) == 4
    assert min(kinds.values()) > 100


def test_stands_at_the_borders_of_every_rule_agree_with_the_rule_itself() -> None:
    held = 0
    for ours, rule, start, _, span in ways("stands", 6_000):
        cap = rules.Cap(start, start, (0.0, 0.0, 0.0), 5.0, span)
        expected = rules.rests_in_triangle(rule, cap)
        assert touches(ours, start, 5.0, span) is expected, (rule, start, span)
        held += expected
    assert held > 1000


def test_a_way_that_just_touches_an_edge_passes_it_and_a_vertex_is_hit() -> None:
    # At right angles to the way from the edge x = 0 or its end, 5 away where the way is half done.
    triangles = build_mesh([(0.0, 0.0, 0.0), (0.0, 8.0, 0.0), (8.0, 0.0, 0.0)], [0, 1, 2]).triangles
    assert sweep_cap(triangles, -7, 4, 1, -1, 4, -7, 5.0, 40.0, 1.0) is None
    hit = sweep_cap(triangles, -7, 0, 1, -1, 0, -7, 5.0, 40.0, 1.0)
    assert hit == (0.5 - PULL_BACK, (-0.8, 0, -0.6), False)
    for nearer, met in ((1e-5, True), (-1e-5, False)):
        # A step of one unit: what decides is below a thousandth.
        x, z = -4.0 + 0.8 * nearer, -3.0 + 0.6 * nearer
        way = (x - 0.3, 4.0, z + 0.4, x + 0.3, 4.0, z - 0.4)
        assert (sweep_cap(triangles, *way, 5.0, 40.0, 1.0) is not None) is met
        # Past the vertex (0, 8, 0), along the diagonal that is the vertex's alone.
        y = 8.0 + 4.0 - 0.8 * nearer
        way = (-NOTCH, y + 0.3, z + 0.4, -NOTCH, y - 0.3, z - 0.4)
        assert (sweep_cap(triangles, *way, 5.0, 40.0, 1.0) is not None) is met


def test_a_face_met_at_the_best_counts_an_edge_and_a_vertex_do_not() -> None:
    assert cap((8, 8, 65.125), (8, 8, -34.875), best=0.5) == (0.5 - PULL_BACK, (0, 0, 1), False)
    assert cap((8, 8, 65.125), (8, 8, -34.875), best=0.4999) is None
    for start, end in (((-9, 32, 50), (-9, 32, -50)), ((-8, -8, 50), (-8, -8, -50))):
        hit = cap(start, end)
        assert hit is not None
        met = hit.fraction + PULL_BACK
        assert cap(start, end, best=met - 1e-12) is None
        assert cap(start, end, best=met + 1e-12) is not None


def test_a_face_met_at_the_pull_back_itself_is_a_start_inside() -> None:
    # Without a reach the fraction is the pull back to the bit.
    way = (8.0, 8.0, PULL_BACK, 8.0, 8.0, PULL_BACK - 1.0)
    assert PULL_BACK - (PULL_BACK - 1.0) == 1.0
    assert sweep_cap(FLAT, *way, 0.0, 40.0, 1.0) == (0.0, (0, 0, 1), True)
    way = (8.0, 8.0, 2.0 * PULL_BACK, 8.0, 8.0, 2.0 * PULL_BACK - 1.0)
    hit = sweep_cap(FLAT, *way, 0.0, 40.0, 1.0)
    assert hit is not None
    assert not hit.start


@pytest.mark.parametrize("beside", [(-9.0, 32.0), (-8.0, -8.0)])
def test_an_edge_or_vertex_met_with_no_more_than_the_pull_back_left_is_a_start_inside(
    beside: tuple[float, float],
) -> None:
    # Met four millionths of the way down: only the fraction held before that decides.
    x, y = beside
    height = sqrt(REACH**2 - x * x - min(y, 0.0) ** 2) + 4e-4
    way = ((x, y, height), (x, y, height - 100.0))
    assert cap(*way, best=PULL_BACK) == (0.0, (0, 0, 1), True)
    hit = cap(*way, best=1.01 * PULL_BACK)
    assert hit is not None
    assert not hit.start
    assert hit.fraction == pytest.approx(4e-6 - PULL_BACK, abs=1e-9)


@pytest.mark.parametrize("step", [1e-5, 1e-300])
def test_the_slowest_creep_meets_what_it_squeezes_through(step: float) -> None:
    # Edge and vertex at the origin of the axis; so small a step is lost at any other place.
    for low, aside in ((-4.0, 0.0), (3.0, 3.0)):
        away = sqrt(25.0 - aside * aside) + 1e-6
        points = [(away, low, 0.0), (away, low + 8.0, 0.0), (away + 8.0, low, 0.0)]
        (triangle,) = build_mesh(points, [0, 1, 2]).triangles
        for sign in (1.0, -1.0):
            hit = sweep_cap(
                *([triangle], 0.0, 0.0, 0.0, sign * step, 0.0, -step),
                *(5.0, 40.0, 1.0),
            )
            assert (hit is not None) is (sign > 0.0 and step > 1e-200)


def test_standing_just_within_a_border_is_the_faces_and_just_beyond_it_the_edges() -> None:
    triangles = build_mesh([(0.0, 0.0, 0.0), (0.0, 8.0, 0.0), (8.0, 0.0, 0.0)], [0, 1, 2]).triangles
    height = 5.0 - 1e-6  # nearer than the radius to the plane, but not to the edge as well
    for inside in (True, False):
        aside = NOTCH if inside else -NOTCH
        for spot in ((aside, 4.0, height), (4.0, aside, height)):
            assert touches(triangles[0], spot, 5.0, 1.0) is inside
        # The end of an edge: nearer than the radius to its line, but not to the vertex as well.
        along = 0.0005 if inside else -0.0005
        for spot in ((2e-8 - 5.0, along, 0.0), (along, 2e-8 - 5.0, 0.0)):
            assert touches(triangles[0], spot, 5.0, 1.0) is inside


@pytest.mark.parametrize("share", [0.0, 0.0005])
def test_beyond_one_border_and_next_to_another_the_far_vertex_is_still_met(share: float) -> None:
    # Passes along a side of 1 unit, 5 beside it, and nears it only beyond the side's end.
    (triangle,) = build_mesh([(0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)], [0, 1, 2])[0]
    for way in (
        (-5.2, share, 0.1, -4.6, 4.0, 0.0),
        (share, -5.2, 0.1, 4.0, -4.6, 0.0),
    ):
        hit = sweep_cap([triangle], *way, 5.0, 40.0, 1.0)
        assert hit is not None
        assert not hit.start
        assert 0.35 < hit.fraction < 0.4
