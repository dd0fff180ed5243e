"""The reference tracer against figures worked out by hand from the two collision pages."""

from __future__ import annotations

import ast
import math
from fractions import Fraction
from pathlib import Path

import pytest

from tests.reference import tracer
from tests.reference.tracer import Hit, Obstacle, Vec
from tests.reference.tracer.bodies import body_hits
from tests.reference.tracer.brushes import (
    Brush,
    blocks_sight,
    point_depth,
    rest_in_brush,
    sweep_brush,
)
from tests.reference.tracer.curves import rest_in_facet, sweep_facet
from tests.reference.tracer.exact import Exact
from tests.reference.tracer.facets import Facet, make_facets
from tests.reference.tracer.grid import refined
from tests.reference.tracer.sweep import Sweep, into_model, matrix, swept, turned_back
from tests.reference.tracer.terrain import rests_in_terrain, sweep_terrain
from tests.reference.tracer.triangles import make_terrain
from tests.reference.tracer.vectors import ZERO, length, root, sub
from tests.reference.tracer.windings import chop, whole_plane

SIXTEEN = Brush(0, (0, 0, 0), (16, 16, 16), [], [1, 2, 3, 4, 5, 6], list("abcdef"), 1)
SLOPE = Brush(
    0, (-99, -99, -99), (99, 99, 99), [((0.6, 0.0, 0.8), 0.0)], [0] * 6 + [9], [""] * 6 + ["s"], 1
)
STAND = ((-15.0, -15.0, 0.0), (15.0, 15.0, 70.0))


def moving(
    start: Vec, end: Vec, mins: Vec = ZERO, maxs: Vec = ZERO, *, capsule: bool = False
) -> Sweep:
    return swept(start, end, mins, maxs, capsule=capsule)


def cube(half: float) -> tuple[Vec, Vec]:
    return (-half, -half, -half), (half, half, half)


def hit_of(hit: Hit | None) -> Hit:
    assert hit is not None
    return hit


def test_it_shares_no_code_with_what_it_checks() -> None:
    for path in Path(tracer.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.split(".")[0] in ("uoserver", "uoproto") for name in names)


# Brushes


def test_a_point_stops_an_eighth_before_a_side() -> None:
    hit = hit_of(sweep_brush(SIXTEEN, moving((-10, 8, 8), (10, 8, 8))))
    assert hit.fraction == (10 - 0.125) / 20
    assert (hit.normal, hit.surface_flags, hit.material) == ((-1, 0, 0), 1, "a")


def test_sides_are_named_mins_then_maxs() -> None:
    hit = hit_of(sweep_brush(SIXTEEN, moving((8, 8, 20), (8, 8, 10))))
    assert hit.fraction == (4 - 0.125) / 10
    assert (hit.normal, hit.surface_flags, hit.material) == ((0, 0, 1), 6, "f")


def test_a_box_is_centred_before_it_moves() -> None:
    even = hit_of(sweep_brush(SIXTEEN, moving((-20, 8, 8), (20, 8, 8), *cube(4))))
    assert even.fraction == (16 - 0.125) / 40
    shifted = moving((-24, 4, 4), (16, 4, 4), (0, 0, 0), (8, 8, 8))
    assert hit_of(sweep_brush(SIXTEEN, shifted)).fraction == even.fraction


def test_ending_less_than_an_eighth_before_a_side_counts() -> None:
    hit = hit_of(sweep_brush(SIXTEEN, moving((-10, 8, 8), (-0.0625, 8, 8))))
    assert hit.fraction == (10 - 0.125) / (10 - 0.0625)
    assert sweep_brush(SIXTEEN, moving((-10, 8, 8), (-0.125, 8, 8))) is None


def test_a_start_within_the_eighth_is_stopped_at_once_or_slides_by() -> None:
    hit = hit_of(sweep_brush(SIXTEEN, moving((-0.0625, 8, 8), (5, 8, 8))))
    assert (hit.fraction, hit.startsolid, hit.normal) == (0, False, (-1, 0, 0))
    assert sweep_brush(SIXTEEN, moving((-0.0625, 8, 8), (-0.0625, 12, 8))) is None


def test_a_start_inside_raises_flags_only() -> None:
    leaving = hit_of(sweep_brush(SIXTEEN, moving((8, 8, 8), (30, 8, 8))))
    assert (leaving.fraction, leaving.startsolid, leaving.allsolid) == (1, True, False)
    staying = hit_of(sweep_brush(SIXTEEN, moving((8, 8, 8), (9, 8, 8))))
    assert (staying.fraction, staying.startsolid, staying.allsolid) == (0, True, True)
    assert sweep_brush(SIXTEEN, moving((0, 8, 8), (-5, 8, 8))) is None  # leave 0 <= enter 0


def test_the_later_of_two_entries_wins() -> None:
    # The low y side is met at (8 - .125) / 24, the low x side at (4 - .125) / 24.
    hit = hit_of(sweep_brush(SIXTEEN, moving((-4, -8, 8), (20, 16, 8))))
    assert (hit.fraction, hit.normal) == ((8 - 0.125) / 24, (0, -1, 0))


def test_planes_are_moved_out_by_the_corner_or_the_cap() -> None:
    box = hit_of(sweep_brush(SLOPE, moving((0, 0, 50), (0, 0, -50), *cube(5))))
    assert box.fraction == pytest.approx((0.8 * 50 - 7 - 0.125) / 80, abs=1e-15)
    tall = moving((0, 0, 50), (0, 0, -50), (-5, -5, -10), (5, 5, 10), capsule=True)
    capsule = hit_of(sweep_brush(SLOPE, tall))
    assert capsule.fraction == pytest.approx((0.8 * 50 - 9 - 0.125) / 80, abs=1e-15)
    assert (capsule.normal, capsule.surface_flags, capsule.material) == ((0.6, 0, 0.8), 9, "s")


def test_a_capsule_meets_axial_sides_as_a_box_of_its_extents() -> None:
    # Radius min(x, z) = 6 though y is 40; half height 9.
    capsule = moving((8, -30, 8), (8, 10, 8), (-6, -40, -9), (6, 40, 9), capsule=True)
    assert capsule.extents == (6, 6, 9)
    assert hit_of(sweep_brush(SIXTEEN, capsule)).fraction == (24 - 0.125) / 40


def test_resting_boxes_that_touch_are_inside() -> None:
    touching = moving((-4, 8, 8), (-4, 8, 8), *cube(4))
    assert hit_of(rest_in_brush(SIXTEEN, touching)).allsolid
    assert rest_in_brush(SIXTEEN, moving((-4.01, 8, 8), (-4.01, 8, 8), *cube(4))) is None
    over = moving((0, 0, 9), (0, 0, 9), *cube(5))  # 7.2 from the slope, reaching 7
    assert rest_in_brush(SLOPE, over) is None
    assert rest_in_brush(SLOPE, moving((0, 0, 8), (0, 0, 8), *cube(5))) is not None


def test_sight_has_no_epsilon() -> None:
    assert not blocks_sight(SIXTEEN, moving((-10, 8, 8), (-0.0625, 8, 8)))
    assert blocks_sight(SIXTEEN, moving((-10, 8, 8), (0.0625, 8, 8)))
    assert blocks_sight(SIXTEEN, moving((8, 8, 8), (30, 8, 8)))


def test_a_point_on_a_side_is_inside() -> None:
    assert point_depth(SIXTEEN, (0, 8, 8)) == 0
    assert point_depth(SIXTEEN, (3, 8, 8)) == 3
    assert point_depth(SLOPE, (10, 0, 10)) == pytest.approx(-14)


# Curves


def flat_facets() -> list[Facet]:
    points = [(x * 32.0, y * 32.0, 0.0) for y in range(3) for x in range(3)]
    return make_facets(refined(points, 3, 3, 8))


def facet_hits(sweep: Sweep) -> list[Hit]:
    found = [sweep_facet(facet, sweep) for facet in flat_facets()]
    return [hit for hit in found if hit is not None]


def test_a_bend_is_split_until_it_is_fine_enough() -> None:
    # The middle stands 0.25 * 128 = 32 off its chord, each half 8 off its own.
    row = [(0.0, 0.0, 0.0), (32.0, 0.0, 64.0), (64.0, 0.0, 0.0)]
    points = [(x, y * 32.0, z) for y in range(3) for x, _, z in row]
    grid = refined(points, 3, 3, 8)
    assert (grid.width, grid.height) == (3, 5)  # transposed
    assert [column[2] for column in grid.columns] == [(32, 0, 32), (32, 32, 32), (32, 64, 32)]
    assert [point[0] for point in grid.columns[0]] == [0, 16, 32, 48, 64]
    assert refined(points, 3, 3, 7).height == 9


def test_doubled_columns_go_and_a_ring_wraps() -> None:
    ring = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0)]
    points = [(x * 8.0, y * 8.0, z * 40.0) for z in range(3) for x, y in ring]
    grid = refined(points, 9, 3, 99)
    assert (grid.wraps_x, grid.wraps_y) == (False, True)
    doubled = [
        (x * 32.0 + (-31.95 if x == 1 else 0), y * 32.0, 0.0) for y in range(3) for x in range(3)
    ]
    assert refined(doubled, 3, 3, 99).height == 2


def test_a_flat_grid_is_one_slab_with_a_front() -> None:
    facets = flat_facets()
    assert len(facets) == 4
    assert {facet.surface.normal for facet in facets} == {(0, 0, 1)}
    assert all(facet.borders[-1].plane is facet.surface for facet in facets)
    assert facet_hits(moving((16, 16, -10), (16, 16, 10))) == []
    (hit,) = facet_hits(moving((16, 16, 10), (16, 16, -10)))
    assert (hit.fraction, hit.gate, hit.normal) == ((10 - 0.125) / 20, 0.5, (0, 0, 1))


def test_a_point_passes_beside_a_facet_without_epsilon() -> None:
    assert facet_hits(moving((-0.01, 16, 10), (-0.01, 16, -10))) == []
    assert len(facet_hits(moving((0.01, 16, 10), (0.01, 16, -10)))) == 1


def test_a_box_meets_the_slab_and_its_rim_but_not_its_back() -> None:
    (top,) = {hit[:3] for hit in facet_hits(moving((32, 32, 20), (32, 32, -20), *cube(8)))}
    assert top == ("curve surface", (12 - 0.125) / 40, (0, 0, 1))
    assert facet_hits(moving((32, 32, -20), (32, 32, 20), *cube(8))) == []
    rim = min(facet_hits(moving((-40, 16, 0), (40, 16, 0), *cube(8))), key=lambda hit: hit.fraction)
    assert rim[:3] == ("curve border", (32 - 0.125) / 80, (-1, 0, 0))


def test_a_start_in_the_slab_is_free_to_move_but_not_at_rest() -> None:
    assert facet_hits(moving((16, 16, 4), (16, 16, -40), *cube(8))) == []
    still = moving((16, 16, 4), (16, 16, 4), *cube(8))
    assert any(rest_in_facet(facet, still) for facet in flat_facets())
    assert not any(rest_in_facet(f, moving((16, 16, 4), (16, 16, 4))) for f in flat_facets())
    above = moving((16, 16, 8.01), (16, 16, 8.01), *cube(8))
    assert not any(rest_in_facet(facet, above) for facet in flat_facets())


def test_a_winding_is_cut_to_the_front() -> None:
    square = whole_plane((0.0, 0.0, 1.0), 5.0)
    for normal in ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0)):
        square = chop(square, normal, -2.0)
    assert {(round(x, 6), round(y, 6), z) for x, y, z in square} == {
        (x, y, 5) for x in (-2, 2) for y in (-2, 2)
    }
    assert chop(square, (0.0, 1.0, 0.0), 2.0) == []


# Terrain

GROUND = make_terrain([(0, 0, 0), (0, 64, 0), (64, 0, 0)], [0, 1, 2])
CEILING = make_terrain([(0, 0, 0), (0, 64, 0), (64, 0, 0)], [0, 2, 1])


def test_triangles_know_their_front_and_their_corners() -> None:
    (triangle,) = GROUND.triangles
    assert triangle.normal == (0, 0, 1)
    assert [triangle.mask(at) for at in ((10, 10, 0), (40, 40, 0), (10, -1, 0), (-1, 10, 0))] == [
        *(0, 1, 2, 4)
    ]
    assert (GROUND.faces_down, CEILING.faces_down) == (False, True)


def test_a_point_falls_on_a_triangle_from_its_front_only() -> None:
    (hit,) = sweep_terrain(GROUND, moving((10, 10, 10), (10, 10, -10)))
    assert (hit.fraction, hit.normal) == ((10 - 0.125) / 20, (0, 0, 1))
    assert not list(sweep_terrain(GROUND, moving((10, 10, -10), (10, 10, 10))))
    (near,) = sweep_terrain(GROUND, moving((10, 10, 0.0625), (10, 10, -0.9375)))
    assert near.fraction == -0.0625
    assert list(sweep_terrain(GROUND, moving((-0.05, 10, 1), (-0.05, 10, -1))))  # 0.001 of 64
    assert not list(sweep_terrain(GROUND, moving((-0.07, 10, 1), (-0.07, 10, -1))))


def test_the_lower_cap_is_swept_and_pulled_back() -> None:
    # Half height 35, radius 15: the cap's centre is 20 below the middle, 15 above the feet.
    (hit,) = sweep_terrain(GROUND, moving((10, 10, 65), (10, 10, -35), *STAND, capsule=True))
    assert hit.kind == "triangle face"
    assert hit.fraction == pytest.approx((80 - 15.125) / 100 - 1e-5, abs=1e-15)
    (box,) = sweep_terrain(GROUND, moving((10, 10, 65), (10, 10, -35), *STAND))
    assert box.fraction == hit.fraction


def test_under_a_ceiling_the_upper_cap_is_swept() -> None:
    rising = moving((10, 10, -120), (10, 10, -20), *STAND, capsule=True)
    (hit,) = sweep_terrain(CEILING, rising)
    assert hit.normal == (0, 0, -1)
    assert hit.fraction == pytest.approx((65 - 15.125) / 100 - 1e-5, abs=1e-15)


def test_feet_nearer_than_an_eighth_are_stuck() -> None:
    (hit,) = sweep_terrain(GROUND, moving((10, 10, 0.1), (10, 10, -5), *STAND, capsule=True))
    assert (hit.fraction, hit.startsolid, hit.allsolid) == (0, True, False)
    assert not list(
        sweep_terrain(GROUND, moving((10, 10, 0.1), (20, 10, 0.1), *STAND, capsule=True))
    )


def test_a_man_through_whom_the_ground_passes_is_stuck() -> None:
    # Cap centre 18 below the plane, the other cap 22 above it.
    (hit,) = sweep_terrain(GROUND, moving((10, 10, -33), (10, 10, -40), *STAND, capsule=True))
    assert hit.startsolid
    assert not list(
        sweep_terrain(GROUND, moving((10, 10, -99), (10, 10, -140), *STAND, capsule=True))
    )


def test_an_edge_is_met_by_the_side_of_the_ball() -> None:
    # Radius 12.875 + 0.125 = 13, five units off the edge: contact with the centre 12 above.
    ball = moving((-5, 32, 112), (-5, 32, -88), *cube(12.875), capsule=True)
    (hit,) = sweep_terrain(GROUND, ball)
    assert hit.kind == "triangle edge"
    assert hit.fraction == pytest.approx(0.5 - 1e-5, abs=1e-12)
    assert hit.normal == pytest.approx((-5 / 13, 0, 12 / 13), abs=1e-12)


def test_a_vertex_is_met_by_the_ball() -> None:
    ball = moving((-3, -4, 112), (-3, -4, -88), *cube(12.875), capsule=True)
    hits = {hit.kind: hit for hit in sweep_terrain(GROUND, ball)}
    assert set(hits) == {"triangle vertex"}
    assert hits["triangle vertex"].fraction == pytest.approx(0.5 - 1e-5, abs=1e-12)
    assert hits["triangle vertex"].normal == pytest.approx((-3 / 13, -4 / 13, 12 / 13), abs=1e-12)


def test_a_resting_ball_touches_face_edge_and_vertex_without_epsilon() -> None:
    def rests(x: float, y: float, z: float) -> bool:
        return rests_in_terrain(GROUND, moving((x, y, z), (x, y, z), *cube(13), capsule=True))

    assert rests(10, 10, 12.99)
    assert not rests(10, 10, 13)
    assert rests(-5, 32, 11.99)
    assert not rests(-5, 32, 12.01)
    assert rests(-3, -4, 11.99)
    assert not rests(-3, -4, 12.01)
    assert not rests_in_terrain(GROUND, moving((10, 10, 0), (10, 10, 0)))


# Bodies and models

MAN = Obstacle(5, (0, 0, 0), mins=STAND[0], maxs=STAND[1], contents=0x2000000, capsule=True)


def test_a_box_body_is_a_brush_at_its_origin() -> None:
    body = Obstacle(7, (100, 0, 0), mins=(-8, -8, 0), maxs=(8, 8, 50), contents=4)
    (hit,) = body_hits(body, moving((0, 0, 10), (200, 0, 10)))
    assert (hit.fraction, hit.normal, hit.contents, hit.entity) == (
        *((92 - 0.125) / 200, (-1, 0, 0), 4, 7),
    )


def test_capsules_meet_at_the_sum_of_their_radii() -> None:
    (hit,) = body_hits(MAN, moving((-100, 0, 0), (100, 0, 0), *STAND, capsule=True))
    assert hit.fraction == pytest.approx((70 - 0.125) / 200, abs=1e-15)
    assert hit.normal == (-1, 0, 0)
    falling = moving((18, 0, 150), (18, 0, 50), *STAND, capsule=True)
    # Ball centres 18 apart across: they touch 24 above the top ball's centre at 55.
    (drop,) = body_hits(MAN, falling)
    away = math.sqrt(18 * 18 + 110 * 110)
    assert drop.fraction == pytest.approx((110 - 24) / 100 - 0.125 * away / 11000, abs=1e-15)
    assert drop.normal == pytest.approx((18 / away, 0, 110 / away), abs=1e-15)


def test_capsules_that_stand_in_each_other() -> None:
    (out,) = body_hits(MAN, moving((-10, 0, 0), (-10, 0, 90), *STAND, capsule=True))
    assert (out.fraction, out.startsolid, out.allsolid) == (0, True, False)
    (still,) = body_hits(MAN, moving((-10, 0, 0), (-10, 0, 0), *STAND, capsule=True))
    assert still.allsolid
    assert not list(body_hits(MAN, moving((30, 0, 0), (30, 0, 0), *STAND, capsule=True)))


def test_a_box_meets_a_capsule_body_as_its_extents() -> None:
    (hit,) = body_hits(MAN, moving((-100, 0, 35), (100, 0, 35), *cube(10)))
    assert hit.fraction == (75 - 0.125) / 200


def test_the_entity_filter() -> None:
    thing = Obstacle(9, ZERO, contents=1, owner=3)
    assert thing.ignored(2, 1023, 1023)
    assert not thing.ignored(1, 1023, 1023)
    assert thing.ignored(1, 9, 1023)  # itself
    assert thing.ignored(1, 3, 1023)  # owned by the passing one
    assert thing.ignored(1, 4, 3)  # a sibling
    assert not Obstacle(3, ZERO).ignored(1, 9, 3)  # the owner of the passing one


def test_a_turned_model_turns_the_path_but_not_the_box() -> None:
    beam = Brush(0, (-48, -24, -16), (48, 24, 16), [], [0] * 6, [""] * 6, 1)
    sweep, rows = into_model(moving((0, 0, 0), (200, 0, 0)), (100, 0, 0), (0, 90, 0))
    assert sweep.start == pytest.approx((0, 100, 0), abs=1e-12)
    hit = hit_of(sweep_brush(beam, sweep))
    assert hit.fraction == pytest.approx((76 - 0.125) / 200, abs=1e-12)
    assert turned_back(rows, hit.normal) == pytest.approx((-1, 0, 0), abs=1e-12)
    plank = moving((0, 0, 0), (200, 0, 0), (-10, -2, -2), (10, 2, 2))
    hit = hit_of(sweep_brush(beam, into_model(plank, (100, 0, 0), (0, 90, 0))[0]))
    assert hit.fraction == pytest.approx((74 - 0.125) / 200, abs=1e-12)


def test_matrix_rows_are_forward_left_and_up() -> None:
    assert matrix((90, 0, 0))[0] == pytest.approx((0, 0, -1), abs=1e-15)
    assert matrix((0, 90, 0))[0] == pytest.approx((0, 1, 0), abs=1e-15)
    assert matrix((0, 90, 0))[1] == pytest.approx((-1, 0, 0), abs=1e-15)
    assert matrix((0, 0, 90))[1] == pytest.approx((0, 0, 1), abs=1e-15)


def test_a_tilted_capsule_lies_along_the_models_up() -> None:
    man = moving((0, 0, 0), (5, 0, 0), (-15, -15, -35), (15, 15, 35), capsule=True)
    assert into_model(man, ZERO, (0, 0, 90))[0].offset == pytest.approx((0, -20, 0), abs=1e-12)
    assert into_model(man, ZERO, (90, 0, 0))[0].offset == pytest.approx((-20, 0, 0), abs=1e-12)


# Numbers


def test_exact_numbers_do_not_round() -> None:
    third = Exact(Fraction(1, 3))
    assert (third * 3 - 1) == 0
    assert (1 - third).value == Fraction(2, 3)
    assert (0.1 + third).value == Fraction(0.1) + Fraction(1, 3)
    assert third < 1 / 3 or third > 1 / 3
    assert abs(root(Exact(2)) * root(Exact(2)) - 2) < Exact(Fraction(1, 10**48))
    assert length((Exact(3), Exact(4), Exact(0))) == 5


def test_the_tracer_runs_on_exact_numbers() -> None:
    start, end = ((Exact(x), Exact(8), Exact(8)) for x in (-10, 10))
    hit = hit_of(sweep_brush(SIXTEEN, moving(start, end)))
    assert isinstance(hit.fraction, Exact)
    assert hit.fraction.value == Fraction(79, 160)
    assert sub(start, end)[0] == -20
