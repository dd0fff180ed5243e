from __future__ import annotations

import pytest

from tests.bsp.build.sources import CAULK, box, box_faces, brush, entity, face, grid, world
from uoserver.bsp.build import parts
from uoserver.bsp.build.materials import DETAIL
from uoserver.bsp.build.parts import Models, collect
from uoserver.bsp.build.problems import Problem, Report
from uoserver.bsp.build.source import parse_source

KEYS = {
    "material_1": "textures/t/a wood solid",
    "material_2": "textures/t/w water water",
    "material_3": "textures/t/d 0 solid|detail",
}
CUBE = box((0, 0, 0), (8, 8, 8))
DETAIL_TAIL = "0 0 0 1 1 134217728 0 0"


def models(text: str) -> tuple[Models, Report]:
    report = Report()
    return collect(parse_source(text, report), report), report


def problems(text: str) -> list[Problem]:
    return models(text)[1].problems


def mixed(material: str, other: str = CAULK) -> str:
    """A cube with one face of another material."""
    faces = box_faces((0, 0, 0), (8, 8, 8), other)
    return brush([*faces[:5], face((0, 0, 8), (0, 1, 8), (1, 1, 8), material)])


def test_contents_are_those_of_what_is_not_caulk() -> None:
    found, report = models(world(mixed("t/w"), mixed("t/a"), CUBE, **KEYS))
    assert [b.contents.name for b in found.parts[0].brushes] == [
        "textures/t/w",
        "textures/t/a",
        CAULK,
    ]
    water = found.parts[0].brushes[0]
    assert water.contents.flags.contents == 0x20
    assert [use.name for use in water.faces] == [CAULK] * 5 + ["textures/t/w"]
    assert report.warnings == []


def test_faces_that_disagree_are_warned_of() -> None:
    _, report = models(world(mixed("t/w", "t/a"), **KEYS))
    assert report.warnings == [
        (12, "textures/t/w has other contents than textures/t/a of the same brush")
    ]


def test_detail_by_face_or_material() -> None:
    found, report = models(
        world(box((0, 0, 0), (8, 8, 8), "t/a", DETAIL_TAIL), mixed("t/d", "t/a"), CUBE, **KEYS)
    )
    assert [b.is_structural for b in found.parts[0].brushes] == [False, False, True]
    assert all(use.flags.contents & DETAIL for use in found.parts[0].brushes[1].faces)
    assert report.warnings == []


def test_groups_are_the_world_s_and_brushes_without_contents_nobody_s() -> None:
    found, _ = models(
        world(CUBE, box((0, 0, 0), (8, 8, 8), "common/hint"))
        + entity({"classname": "func_group"}, CUBE)
    )
    assert len(found.parts) == 1
    assert len(found.parts[0].brushes) == 2
    assert len(found.entities) == 1


def test_origin_brushes_move_all_of_a_model() -> None:
    curve = grid(
        "patchDef2", "3 3", [[f"{x * 8} {y * 8} 0 0 0" for y in range(3)] for x in range(3)]
    )
    origin = box((100, 0, 0), (109, 8, 8), "common/origin")
    found, report = models(
        world(CUBE)
        + entity({"classname": "x", "origin": "1 2 3", "model": "y"}, CUBE, curve, origin)
    )
    assert report.problems == []
    assert found.entities[1].pairs == (("model", "*1"), ("origin", "104.5 4 4"), ("classname", "x"))
    model = found.parts[1]
    assert model.brushes[0].solid.box == ((-104.5, -4.0, -4.0), (-96.5, 4.0, 4.0))
    assert model.curves[0][0].vertices[8].position == (16 - 104.5, 12.0, -4.0)
    assert model.box() == ((-104.5, -4.0, -4.0), (-88.5, 12.0, 4.0))


def test_without_an_origin_brush_nothing_moves() -> None:
    found, _ = models(world(CUBE) + entity({"classname": "x", "origin": "1 2 3"}, CUBE))
    assert found.entities[1].pairs == (("model", "*1"), ("classname", "x"), ("origin", "1 2 3"))
    assert found.parts[1].brushes[0].solid.box.mins == (0.0, 0.0, 0.0)


def test_two_origin_brushes() -> None:
    origin = box((100, 0, 0), (108, 8, 8), "common/origin")
    (problem,) = problems(world(CUBE) + entity({"classname": "x"}, CUBE, origin, origin))
    assert (problem.line, problem.message) == (30, "a second origin brush in one entity")


def test_the_number_of_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MAX_MODELS", 3)
    doors = entity({"classname": "x"}, CUBE)
    assert problems(world(CUBE) + doors * 2) == []
    assert problems(world(CUBE) + doors * 3) == [(34, "more than 3 models")]
