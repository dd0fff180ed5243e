from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bsp.build.sources import box, box_faces, brush, entity, face, grid, terrain, world
from uoserver.bsp.build import BuildError, source
from uoserver.bsp.build.problems import MAX_PROBLEMS, Problem, Report
from uoserver.bsp.build.source import (
    MAX_FACES,
    SourceEntity,
    SourceFace,
    parse_source,
    snapped_normal,
)

TOP = ((0, 0, 8), (0, 1, 8), (1, 1, 8))


def parse(text: str) -> list[SourceEntity]:
    report = Report()
    entities = parse_source(text, report)
    report.close()
    return entities


def problems(text: str) -> list[Problem]:
    with pytest.raises(BuildError) as error:
        parse(text)
    return error.value.problems


def one_face(line: str) -> SourceFace:
    return parse(world(brush([line])))[0].brushes[0].faces[0]


def test_entities_with_pairs_and_lines() -> None:
    first, second = parse('// a map\n{\n"classname" "worldspawn"\n"a" ""\n}\n{ "B" "2" "b" "3" }')
    assert first.line == 2
    assert first.pairs == [("classname", "worldspawn"), ("a", "")]
    assert first.pair_lines == [3, 4]
    assert first.classname == "worldspawn"
    assert not first.is_solid
    assert second.get("b") == "2"
    assert second.get("c") == ""


def test_classic_faces() -> None:
    found = one_face(face(*TOP, "textures/a/b", "16 32 0 0.5 0.5 134217728 0 0"))
    assert found.normal == (0.0, 0.0, 1.0)
    assert found.distance == 8.0
    assert found.material == "textures/a/b"
    assert found.detail
    assert found.axes.at((0.0, 0.0, 0.0)) == (16 / 256, 32 / 256)
    assert not one_face(face(*TOP, "b", "0 0 0 1 1 134217727 0 0")).detail
    assert not one_face(face(*TOP, "b", "0 0 0 1 1")).detail


def test_valve_faces() -> None:
    tail = "[ 1 0 0 16 ] [ 0 -1 0 32 ] 0 2 2 {} 0 0"
    assert one_face(face(*TOP, "b", tail.format(1 << 27))).detail
    found = one_face(face(*TOP, "b", tail.format(0)))
    assert not found.detail
    assert found.axes.at((512.0, 0.0, 0.0)) == (1.0 + 16 / 256, 32 / 256)


def test_brush_primitives() -> None:
    line = "( 0 0 8 ) ( 0 1 8 ) ( 1 1 8 ) ( ( 0.5 0 1 ) ( 0 0.5 2 ) ) textures/a/b {} 0 0"
    text = "{{\nbrushDef\n{{\n{}\n}}\n}}\n"
    for flags in (0, 1 << 27):
        ((found,),) = (b.faces for b in parse(world(text.format(line.format(flags))))[0].brushes)
        assert found.detail == bool(flags)
        assert found.material == "textures/a/b"
        assert found.normal == (0.0, 0.0, 1.0)
        assert found.axes.at((0.0, 0.0, 0.0)) == (1.0, 2.0)


def test_the_parts_of_an_entity_are_told_apart() -> None:
    curve = grid("patchDef2", "3 3 0 0 0", [["0 0 0 0 0"] * 3] * 3)
    ground = terrain([0.0, 1.0], [0.0, 1.0], lambda _x, _y: 0.0)
    (found,) = parse(world(box((0, 0, 0), (1, 1, 1)), curve, ground, box((0, 0, 0), (1, 1, 1))))
    assert (len(found.brushes), len(found.curves), len(found.meshes)) == (2, 1, 1)
    assert found.is_solid
    assert found.brushes[0].line == 3
    assert [face.line for face in found.brushes[0].faces] == [4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("( 0 0 8 ) ( 0 1 8 ) ( 0 2 8 ) b 0 0 0 1 1 0 0 0", "lie on one line"),
        ("( 0 0 8 ) ( 0 1 8 ) ( 1 1 x ) b 0 0 0 1 1 0 0 0", "expected a number, found 'x'"),
        ("( 0 0 8 ) ( 0 1 8 ) ( 1 1 200000 ) b 0 0 0 1 1", "beyond the world's limit"),
        ("( 0 0 8 ) ( 0 1 8 ) ) b 0 0 0 1 1", r"expected \("),
        ("( 0 0 8 ) ( 0 1 8 ) ( 1 1 8 ) ( 0 0", "expected a material"),
        ("( 0 0 8 ) ( 0 1 8 ) ( 1 1 8 ) b 0 x", "expected a number"),
        ("( 0 0 8 ) ( 0 1 8 ) ( 1 1 8 ) b [ 1 0 0 ] [ 0 1 0 0 ] 0 1 1", "expected a number"),
        ("( 0 0 8 ) ( 0 1 8 ) ( 1 1 8 ) b" + " 0" * 33, "more than 32 numbers"),
        ("( 0 0 8 ) ( 0 1 8 ) ( 1 1 8 ) b 1e10", "beyond"),
    ],
)
def test_faces_that_are_none_name_their_line(line: str, message: str) -> None:
    faces = box_faces((0, 0, 0), (8, 8, 8))
    text = world(box((0, 0, 0), (1, 1, 1)), brush([*faces[:2], line, *faces[2:]]))
    assert text.splitlines()[13] == line
    (problem,) = problems(text)
    assert problem.line == 14
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(problem.message)


def test_several_problems_are_found_at_once() -> None:
    bad = "{\n( 0 0 0 ) oops\n}\n"
    text = world(bad, box((0, 0, 0), (1, 1, 1)), bad) + entity(
        {"classname": "x"}, bad, "{\nwhat\n{\n}\n}\n"
    )
    found = problems(text)
    lines = text.splitlines()
    assert [lines[problem.line - 1] for problem in found] == ["( 0 0 0 ) oops"] * 3 + ["what"]
    assert "unknown part 'what'" in found[-1].message


def test_the_number_of_problems_is_limited() -> None:
    assert len(problems(world("{\n( x\n}\n" * (MAX_PROBLEMS + 50)))) == MAX_PROBLEMS


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("x", 1, "expected {, found 'x'"),
        ('{ "a" "b" }\n}', 2, "expected {"),
        ('{\n"a" }', 2, "key 'a' without a value"),
        ('{\n"a" b }', 2, "key 'a' without a value"),
        ('{\n"a" "b"', 2, "ends too early"),
        ("{\n\nfoo }", 3, "expected a key, { or }, found 'foo'"),
        ('{\n"a', 2, "never closed"),
        ("{\n{\n", 2, "ends too early"),
        ("{\n" + '"a" "b"\n' * 257 + "}", 258, "more than 256 pairs"),
        ('{\n"a" "\0"\n}', 2, "no map can hold: '\\x00'"),
        ('{\n"a" "\u20ac"\n}', 2, "no map can hold: '\\u20ac'"),
    ],
)
def test_problems_outside_of_parts(text: str, line: int, message: str) -> None:
    found = problems(text)
    assert (found[-1].line, message in found[-1].message) == (line, True), found


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"more than {MAX_FACES} faces" in problems(world(brush([face(*TOP)] * 129)))[0].message
    parse(world(brush([face(*TOP)] * MAX_FACES)))
    small = box((0, 0, 0), (1, 1, 1))
    monkeypatch.setattr(source, "MAX_BRUSHES", 3)
    parse(world(small * 2) + entity({}, small))
    assert "more than 3 brushes" in problems(world(small * 2) + entity({}, small * 2))[0].message
    monkeypatch.setattr(source, "MAX_MAP_ENTITIES", 2)
    assert problems("{}\n{}\n{}") == [(3, "more than 2 entities")]
    monkeypatch.setattr(source, "MAX_SOURCE", 8)
    assert problems(" " * 9) == [(1, "a source of 9 characters, at most 8")]


def test_normals_are_exact_along_axes() -> None:
    for axis in range(3):
        for sign in (1.0, -1.0):
            exact = tuple(sign if i == axis else 0.0 for i in range(3))
            near = tuple(value - sign * 1e-13 + 1e-9 for value in exact)
            assert snapped_normal((near[0], near[1], near[2])) == exact
    assert str(snapped_normal((-0.0, 0.6, 0.8))) == "(0.0, 0.6, 0.8)"
    tilted = one_face(face((0, 0, 0), (0, 1000, 0), (1000, 1000, 1)))
    assert tilted.normal[0] == pytest.approx(-0.001, rel=1e-4)


PIECES = [
    *("{", "}", "(", ")", "[", "]", '"a"', "0", "1", "3", "-4.5", "b", "brushDef", "//"),
    *("patchDef2", "patchTerrainDef3", "indexedTerrain", "\n", '"', "( 0 0 0 )"),
]


@given(
    st.text('{}()[]"\n/ 01.-ab', max_size=120)
    | st.lists(st.sampled_from(PIECES), max_size=80).map(" ".join)
)
def test_any_text_gives_entities_or_build_error(text: str) -> None:
    report = Report()
    try:
        entities = parse_source(text, report)
    except BuildError:
        entities = []
    last = text.count("\n") + 1
    assert all(1 <= problem.line <= last for problem in report.problems)
    assert len(entities) <= text.count("{")
