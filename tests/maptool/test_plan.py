from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.maptool.planmaps import ASPHALT, CAULK, CLIP, SKY, SNOW, WATER, MapMaker, field
from uoserver.bsp import BspError, read, write
from uoserver.maptool import plan as plan_module
from uoserver.maptool.plan import PATCH, PlanError, make_plan


def test_a_box_gives_its_top_and_its_underside() -> None:
    plan = make_plan(field().map)
    (top,), (under,) = plan.tops, plan.undersides
    assert set(top.corners) == {(x, y, 0.0) for x in (-512.0, 512.0) for y in (-256.0, 256.0)}
    assert {corner[2] for corner in under.corners} == {-64.0}
    assert (top.surface, top.solid, under.solid) == (19, 0, 0)
    assert (plan.mins, plan.maxs) == ((-512.0, -256.0, 0.0), (512.0, 256.0, 0.0))


def test_a_roof_slope_is_cut_by_the_other_sides() -> None:
    slope = ((0.0, 0.6, 0.8), 0.8 * 64)
    maker = MapMaker().box((0.0, 0.0, 0.0), (100.0, 80.0, 64.0), slanted=[slope])
    plan = make_plan(maker.map)
    # The level top is left over as a line without area: only the slope is there.
    faces = [face for face in plan.tops if abs(plan_module._area(face)) > 1.0]
    (face,) = faces
    assert {(x, y) for x, y, _ in face.corners} == {
        (x, y) for x in (0.0, 100.0) for y in (0.0, 80.0)
    }
    for _, y, z in face.corners:
        assert z == pytest.approx(64 - 0.75 * y)


def test_sky_and_clips_are_left_out_and_water_is_kept_apart() -> None:
    maker = field()
    maker.box((-512.0, -256.0, 512.0), (512.0, 256.0, 576.0), SKY)
    maker.box((-64.0, -64.0, 0.0), (64.0, 64.0, 300.0), CLIP)
    maker.box((0.0, 0.0, -64.0), (100.0, 100.0, 8.0), WATER)
    plan = make_plan(maker.map)
    assert [face.solid for face in plan.tops] == [0]
    assert [(face.solid, face.top) for face in plan.water] == [(3, 8.0)]


def test_caulk_is_drawn_only_when_there_is_nothing_else() -> None:
    maker = MapMaker().box((0.0, 0.0, 0.0), (64.0, 64.0, 64.0), CAULK)
    assert len(make_plan(maker.map).tops) == 1
    maker.box((0.0, 0.0, -64.0), (64.0, 64.0, 0.0), SNOW)
    assert [face.solid for face in make_plan(maker.map).tops] == [1]


def test_a_lid_over_the_whole_map_is_left_out() -> None:
    maker = field()
    maker.box((-512.0, -256.0, 400.0), (512.0, 256.0, 416.0), ASPHALT)
    plan = make_plan(maker.map)
    assert [face.solid for face in plan.tops] == [0]
    assert plan.maxs[2] == 0.0


def test_inline_models_are_no_part_of_the_world() -> None:
    maker = field()
    maker.inline((-64.0, -64.0, 0.0), (64.0, 64.0, 128.0))
    maker.box((128.0, 0.0, 0.0), (256.0, 64.0, 32.0))
    assert [face.solid for face in make_plan(maker.map).tops] == [0, 2]


def test_patches_have_no_solid() -> None:
    maker = field()
    maker.terrain([(0.0, 0.0, 50.0), (0.0, 64.0, 50.0), (64.0, 0.0, 50.0)], [0, 1, 2], ASPHALT)
    face = make_plan(maker.map).tops[1]
    assert (face.solid, face.surface, face.top) == (PATCH, 22, 50.0)


def test_a_map_without_anything_to_see() -> None:
    for maker in (MapMaker(), MapMaker().box((0.0,) * 3, (64.0,) * 3, SKY)):
        with pytest.raises(PlanError, match="nothing of the map"):
            make_plan(maker.map)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 2e5])
def test_boxes_outside_any_world_are_passed_over(value: float) -> None:
    maker = field().box((0.0, 0.0, 0.0), (64.0, 64.0, value))
    maker.box((0.0, value, 0.0), (64.0, 64.0, 64.0))
    assert [face.solid for face in make_plan(maker.map).tops] == [0]


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [((0.0, 0.6, 0.8), 1000.0)] * (plan_module.MAX_SLANTED_SIDES + 1)
    many = field().box((0.0, 0.0, 0.0), (64.0, 64.0, 64.0), slanted=sides)
    assert [face.top for face in make_plan(many.map).tops] == [0.0, 64.0], "its box is drawn"
    monkeypatch.setattr(plan_module, "MAX_CUTS", 3)
    with pytest.raises(PlanError, match="too many sides"):
        make_plan(field().box((0.0,) * 3, (64.0,) * 3, slanted=sides[:2]).map)
    monkeypatch.setattr(plan_module, "MAX_FACES", 3)
    with pytest.raises(PlanError, match="more than 3 faces"):
        make_plan(field().box((0.0,) * 3, (64.0,) * 3).map)


def whole_map() -> bytes:
    maker = field().box((0.0,) * 3, (64.0,) * 3, slanted=[((0.0, 0.6, 0.8), 60.0)])
    maker.inline((-64.0, -64.0, 0.0), (64.0, 64.0, 128.0))
    maker.terrain([(0.0, 0.0, 50.0), (0.0, 64.0, 50.0), (64.0, 0.0, 50.0)], [0, 1, 2])
    maker.curve(3, 3, [(x * 32.0, y * -32.0, 8.0) for y in range(3) for x in range(3)])
    return write(maker.map)


WHOLE = whole_map()


@given(
    st.lists(
        st.tuples(st.integers(272, len(WHOLE) - 1), st.integers(0, 255)), min_size=1, max_size=12
    )
)
def test_any_damage_gives_a_plan_or_an_error(changes: list[tuple[int, int]]) -> None:
    data = bytearray(WHOLE)
    for at, value in changes:
        data[at] = value
    try:
        plan = make_plan(read(bytes(data)))
    except BspError:
        return
    assert all(
        math.isfinite(value) for face in plan.tops for corner in face.corners for value in corner
    )
