from __future__ import annotations

import pytest

from tests.bsp.build.sources import grid, terrain, world
from uoserver.bsp.build import BuildError
from uoserver.bsp.build.grids import WHITE, SourceCurve, SourceMesh
from uoserver.bsp.build.problems import Problem, Report
from uoserver.bsp.build.source import SourceEntity, parse_source
from uoserver.bsp.vectors import Vec3


def parse(text: str) -> SourceEntity:
    report = Report()
    entities = parse_source(text, report)
    report.close()
    return entities[0]


def problem(part: str) -> Problem:
    with pytest.raises(BuildError) as error:
        parse(world(part))
    (found,) = error.value.problems
    return found


def columns(width: int, height: int, tail: str = "") -> list[list[str]]:
    return [
        [f"{64 * x} {64 * y} {x + 10 * y} {x} {y}{tail}" for y in range(height)]
        for x in range(width)
    ]


def curve(kind: str, head: str, width: int = 3, height: int = 3, tail: str = "") -> SourceCurve:
    (found,) = parse(world(grid(kind, head, columns(width, height, tail), "b/c"))).curves
    return found


def mesh(part: str) -> SourceMesh:
    (found,) = parse(world(part)).meshes
    return found


def up(found: SourceMesh) -> list[bool]:
    """For each triangle whether it faces up: clockwise as seen from above."""
    return [facing(*(found.vertices[i].position for i in t)) < 0 for t in found.triangles]


def facing(a: Vec3, b: Vec3, c: Vec3) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@pytest.mark.parametrize(
    ("kind", "head", "error"),
    [
        ("patchDef2", "5 3 0 0 0", 8),
        ("patchDef3", "5 3 4 4 0 0 0", 8),
        ("patchDef5", "5 3 0 0 0 1 16", 16),
        ("patchDef5", "5 3 0 0 0", 8),
    ],
)
def test_curves(kind: str, head: str, error: int) -> None:
    found = curve(kind, head, 5, 3)
    assert (found.width, found.height, found.max_error) == (5, 3, error)
    assert (found.line, found.material) == (4, "b/c")
    assert [vertex.position for vertex in found.vertices[:6]] == [
        *((64.0 * x, 0.0, float(x)) for x in range(5)),
        (0.0, 64.0, 10.0),
    ]
    assert found.vertices[14].st == (4.0, 2.0)
    assert found.vertices[0].color == WHITE


def test_colours_and_turned_edges_of_vertices() -> None:
    assert curve("patchDef5", "3 3", tail=" 1 2 3 255").vertices[4].color == b"\1\2\3\xff"
    assert curve("patchDef5", "3 3", tail=" 1 2 3 255 1").vertices[4].color == b"\1\2\3\xff"
    assert curve("patchDef5", "3 3", tail=" 1").vertices[4].color == WHITE


def test_terrain_grids_face_up_whichever_way_they_run() -> None:
    one = mesh(grid("patchTerrainDef3", "3 4 0 0 0", columns(3, 4)))
    assert len(one.triangles) == 12
    assert up(one) == [True] * 12
    other = mesh(grid("patchTerrainDef3", "3 4 0 0 0", columns(3, 4)[::-1]))
    assert up(other) == [True] * 12


def test_turned_edges_change_the_diagonal() -> None:
    def diagonals(tail: str) -> set[frozenset[int]]:
        found = mesh(grid("patchTerrainDef3", "2 2", columns(2, 2, tail)))
        first, second = (set(triangle) for triangle in found.triangles)
        return {frozenset(first & second)}

    assert diagonals("") == diagonals(" 0") == {frozenset({0, 3})}
    assert diagonals(" 1") == {frozenset({1, 2})}


def test_cells_without_area_have_no_triangles() -> None:
    drawn = columns(3, 2)
    drawn[1] = drawn[0]
    assert len(mesh(grid("patchTerrainDef3", "3 2", drawn)).triangles) == 2


def test_indexed_terrain() -> None:
    found = mesh(terrain([0.0, 64.0, 128.0], [0.0, 32.0], lambda x, y: x + y))
    assert (found.line, found.material) == (4, "textures/common/terrain")
    assert [vertex.position for vertex in found.vertices[:4]] == [
        (0.0, 0.0, 0.0),
        (64.0, 0.0, 64.0),
        (128.0, 0.0, 128.0),
        (0.0, 32.0, 32.0),
    ]
    assert found.triangles == [(0, 4, 1), (0, 3, 4), (1, 5, 2), (1, 4, 5)]
    assert up(found) == [True] * 4


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (grid("patchDef2", "4 3", columns(4, 3)), "a curve of 4 x 3: both must be odd"),
        (grid("patchDef2", "3 1", columns(3, 1)), "a curve of 3 x 1: both must be odd, from 3"),
        (grid("patchDef2", "131 3", columns(3, 3)), "at most 129 x 129"),
        (grid("patchDef2", "0 3", columns(3, 3)), "a grid of 0 x 3"),
        (grid("patchDef2", "-3 3", columns(3, 3)), "a grid of -3 x 3"),
        (grid("patchDef2", "3.0 3", columns(3, 3)), "expected a whole number"),
        (grid("patchTerrainDef3", "1 3", columns(1, 3)), "terrain of 1 x 3"),
        (grid("patchTerrainDef3", "257 3", columns(1, 3)), "at most 256 x 256"),
        (grid("patchDef5", "3 3 0 0 0 1 0", columns(3, 3)), "a subdivision error of 0"),
        (grid("patchDef5", "3 3 0 0 0 1 2000", columns(3, 3)), "a subdivision error of 2000"),
        (grid("patchDef2", "3 3" + " 0" * 17, columns(3, 3)), "more than 16 numbers"),
        (grid("patchDef2", "3 3", columns(3, 3, " 1 2 3 256")), "four numbers from 0 to 255"),
        (grid("patchDef2", "3 3", columns(3, 3, " 1 2 3")), "a vertex is x y z u v"),
        (grid("patchDef2", "3 3", columns(3, 2)), r"expected ("),
        (grid("patchDef2", "3 3", columns(3, 4)), r"expected )"),
        (grid("patchDef4", "3 3", columns(3, 3)), "unknown part 'patchDef4'"),
    ],
)
def test_grids_that_are_none(part: str, message: str) -> None:
    assert message in problem(part).message


GROUND = terrain([0.0, 64.0], [0.0, 64.0], lambda _x, _y: 0.0)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("( 4 2 )", "( 2 2 )", 4, "2 vertices, 3 to 65536"),
        ("( 4 2 )", "( 65537 2 )", 4, "65537 vertices"),
        ("( 4 2 )", "( 4 0 )", 4, "0 triangles, 1 to 131072"),
        ("( 4 2 )", "( 4 131073 )", 4, "131073 triangles"),
        ("( 0 3 1 )", "( 0 4 1 )", 15, "a triangle over vertices 0 to 3"),
        ("( 0 3 1 )", "( -1 3 1 )", 15, "a triangle over vertices 0 to 3"),
        ("( 0 2 3 )", "( 0 2 2 )", 16, "lie on one line"),
        ("( 64.0 64.0 0.0", "( 64.0 64.0 1e6", 12, "beyond the world's limit"),
    ],
)
def test_meshes_that_are_none_name_their_line(old: str, new: str, line: int, message: str) -> None:
    assert old in GROUND
    found = problem(GROUND.replace(old, new))
    assert (found.line, message in found.message) == (line, True), found
