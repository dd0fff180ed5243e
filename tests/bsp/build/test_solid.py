from __future__ import annotations

import math
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.bsp.build.solids import WEDGE, make, random_brush
from tests.bsp.build.sources import box, box_faces, brush, face, world
from uoserver.bsp.build.problems import Problem, Report
from uoserver.bsp.build.solid import make_solid
from uoserver.bsp.build.source import parse_source
from uoserver.bsp.build.vec import Box, dot
from uoserver.bsp.vectors import Vec3


def problems(text: str) -> list[Problem]:
    report = Report()
    (entity,) = parse_source(world(text), report)
    assert make_solid(entity.brushes[0], report) is None
    return report.problems


def test_a_box_has_its_six_sides_only() -> None:
    solid = make(box((-16, 0, 8), (16, 64, 24.5)))
    assert solid.box == ((-16.0, 0.0, 8.0), (16.0, 64.0, 24.5))
    assert solid.sides == ()
    assert solid.axial == (0, 1, 2, 3, 4, 5)
    assert all(len(winding) == 4 for winding in solid.windings)


def test_a_wedge_has_exact_planes_and_bounds() -> None:
    solid = make(WEDGE)
    assert solid.box == ((0.0, -32.0, 0.0), (128.0, 32.0, 64.0))
    (slope,) = solid.sides
    assert slope.normal == pytest.approx((-1 / math.sqrt(5), 0.0, 2 / math.sqrt(5)), abs=1e-15)
    assert abs(slope.distance) < 1e-12
    assert slope.face == 0
    # min x and max z are made by no axial face: they take the slope's material.
    assert solid.axial == (0, 1, 2, 3, 4, 0)
    assert sorted(len(winding) for winding in solid.windings) == [3, 3, 4, 4, 4]


def test_a_wedge_moved() -> None:
    solid = make(WEDGE, (16.0, 0.0, -8.0))
    assert solid.box == ((16.0, -32.0, -8.0), (144.0, 32.0, 56.0))
    assert dot(solid.sides[0].normal, (16.0, 0.0, -8.0)) == pytest.approx(solid.sides[0].distance)


def test_detail_is_any_face_of() -> None:
    faces = box_faces((0, 0, 0), (8, 8, 8))
    assert not make(brush(faces)).detail
    marked = face((0, 0, 8), (0, 1, 8), (1, 1, 8), tail="0 0 0 1 1 134217728 0 0")
    assert make(brush([*faces[:5], marked])).detail


FACES = box_faces((0, 0, 0), (8, 8, 8))


@pytest.mark.parametrize(
    ("faces", "line", "message"),
    [
        (FACES[:3], 3, "a brush of 3 faces, at least 4"),
        ([*FACES, FACES[2]], 10, "the same plane as the face in line 6"),
        (FACES[:5], 4, "not closed: this face reaches beyond the world"),
        ([*FACES, face((0, 0, 99), (0, 1, 99), (1, 1, 99))], 10, "bounds nothing"),
        ([*FACES[:5], face((0, 0, -1), (0, 1, -1), (1, 1, -1))], 3, "leave no space between"),
        ([*FACES[:5], face((0, 0, 0.005), (0, 1, 0.005), (1, 1, 0.005))], 4, "bounds nothing"),
    ],
)
def test_brushes_that_close_no_space(faces: list[str], line: int, message: str) -> None:
    found = problems(brush(faces))
    assert (found[0].line, message in found[0].message) == (line, True), found


def test_turned_inside_out() -> None:
    inside_out = [
        face((0, 0, 8), (1, 1, 8), (0, 1, 8)),
        *box_faces((0, 0, 0), (8, 8, 8))[:5],
    ]
    assert problems(brush(inside_out))


def corners(at: Box) -> list[Vec3]:
    return [(at[i & 1][0], at[i >> 1 & 1][1], at[i >> 2][2]) for i in range(8)]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1 << 32))
def test_random_brushes_hold_what_their_planes_hold(seed: int) -> None:
    """Built sides against the planes as written; bevels must cut nothing away."""
    chance = random.Random(seed)
    report = Report()
    middle = (chance.uniform(-4096, 4096), chance.uniform(-4096, 4096), chance.uniform(-512, 512))
    text = random_brush(chance, middle, chance.choice((8.0, 64.0, 512.0)))
    (entity,) = parse_source(world(text), report)
    solid = make_solid(entity.brushes[0], report)
    assume(solid is not None)  # a face that the others cut away
    assert solid is not None
    planes = [(face.normal, face.distance) for face in entity.brushes[0].faces]
    size = max(high - low for low, high in zip(*solid.box, strict=True))
    for _ in range(200):
        x, y, z = (value + chance.uniform(-0.7, 0.7) * size for value in middle)
        depth = max(dot(normal, (x, y, z)) - distance for normal, distance in planes)
        if abs(depth) > 0.02:
            assert solid.contains((x, y, z)) == (depth < 0)
    for winding in solid.windings:
        assert all(solid.contains(point, 0.011) for point in winding)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1 << 32))
def test_touching_and_covering_boxes(seed: int) -> None:
    """Against sampled points: a box that holds a point of the brush is touched by it."""
    chance = random.Random(seed)
    report = Report()
    (entity,) = parse_source(world(random_brush(chance, (0, 0, 0), 64.0)), report)
    solid = make_solid(entity.brushes[0], report)
    assume(solid is not None)
    assert solid is not None
    for _ in range(60):
        low = [chance.uniform(-80, 60) for _ in range(3)]
        high = [value + chance.uniform(1, 60) for value in low]
        at = Box((low[0], low[1], low[2]), (high[0], high[1], high[2]))
        samples = [
            tuple(chance.uniform(a, b) for a, b in zip(low, high, strict=True)) for _ in range(20)
        ]
        inside = [solid.contains((x, y, z)) for x, y, z in [*samples, *corners(at)]]
        if any(inside):
            assert solid.touches(at, 0.0)
        assert solid.covers(at) == all(inside[-8:])
        if solid.covers(at):
            assert all(inside)
