from __future__ import annotations

import pytest

from tests.bsp.build.solids import WEDGE
from tests.bsp.build.sources import box, entity, hull, terrain, world
from uoserver.bsp.access import sides_by_brush
from uoserver.bsp.build import BuildError, assemble, build_map
from uoserver.bsp.records import Leaf

ROOM = hull((0, 0, 0), (512, 512, 512))


def test_sides_stand_in_the_order_of_the_file() -> None:
    built = build_map(world(box((0, 10, 20), (100, 110, 120)), WEDGE)).map
    first, wedge = sides_by_brush(built)
    assert [side.distance for side in first] == [0.0, 100.0, 10.0, 110.0, 20.0, 120.0]
    assert len(wedge) == 7
    assert built.brushes[1].side_count == 7
    plane = built.planes[wedge[6].plane]
    assert plane.normal[2] == pytest.approx(2 / 5**0.5)


def test_inline_models_have_leaves_behind_the_tree_s() -> None:
    door = entity({"classname": "x"}, box((0, 0, 0), (8, 8, 8)), box((8, 0, 0), (9, 8, 8)))
    built = build_map(world(ROOM) + door).map
    reached = {-1 - child for node in built.nodes for child in node.children if child < 0}
    assert max(reached) == len(built.leaves) - 2
    last = built.leaves[-1]
    first = last.first_leaf_brush
    assert built.leaf_brushes[first : first + last.leaf_brush_count] == [6, 7]
    assert (built.models[1].first_brush, built.models[1].brush_count) == (6, 2)
    assert built.leaves[0] == Leaf(0, 0, 0, 0, 0, 0, 0, 0, 0)


def test_detail_brushes_have_material_records_of_their_own() -> None:
    detail = box((0, 0, 0), (8, 8, 8), tail="0 0 0 1 1 134217728 0 0")
    built = build_map(world(ROOM, detail)).map
    caulk = [m.content_flags for m in built.materials if m.name == "textures/common/caulk"]
    assert caulk == [1, 0x8000001]


def test_a_water_or_detail_brush_makes_no_solid_leaf() -> None:
    for part in (
        box((0, 0, 0), (256, 256, 256), tail="0 0 0 1 1 134217728 0 0"),
        box((0, 0, 0), (256, 256, 256), "common/water"),
    ):
        built = build_map(world(ROOM, part)).map
        holding = [
            leaf.cluster
            for leaf in built.leaves
            if 6 in built.leaf_brushes[leaf.first_leaf_brush :][: leaf.leaf_brush_count]
        ]
        assert any(cluster >= 0 for cluster in holding)


@pytest.mark.parametrize(
    ("limit", "what"),
    [
        ("MAX_NODES", "nodes"),
        ("MAX_MATERIALS", "materials"),
        ("MAX_PATCH_VERTICES", "patch vertices"),
        ("MAX_PATCH_INDEXES", "patch indexes"),
        ("MAX_ENTITY_TEXT", "bytes of entity text"),
    ],
)
def test_what_no_map_can_hold_is_a_problem(
    limit: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assemble, limit, 1)
    source = world(ROOM, terrain([0.0, 64.0], [0.0, 64.0], lambda x, y: 8.0 + x + y))
    with pytest.raises(BuildError, match=f"{what}, a map has at most 1") as error:
        build_map(source)
    assert all("at most 1" in problem.message for problem in error.value.problems)


def test_crowded_places_are_warned_of() -> None:
    crowd = "".join(box((64, 64, 0), (128, 128, 64 + n)) for n in range(49))
    warnings = build_map(world(ROOM, crowd)).warnings
    assert len(warnings) == 1
    assert "leaves hold more than 48 brushes, the first at" in warnings[0].message
