"""Shapes of objects by number (tables 3: Other shapes)."""

from __future__ import annotations

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.shapes import Form, Placed, overlap, reach
from uoserver.sim.shapetable import (
    DRONE,
    FIRST_HULL,
    LIFT,
    MINE,
    NO_SHAPE,
    REACHES,
    SHAPES,
    SHELL,
    SOLIDS,
    TURRET,
)
from uoserver.sim.tables.defences import DRONE_SHAPE
from uoserver.sim.tables.statics import NUMBER_OF, STATICS
from uoserver.sim.tables.vehicles import VEHICLES


def test_no_shape_and_hulls() -> None:
    assert SHAPES[NO_SHAPE] == ()
    for type_, vehicle in enumerate(VEHICLES):
        assert SHAPES[FIRST_HULL + type_] is vehicle.hull


def test_a_lift_fills_its_cell_up_to_32_pixels() -> None:
    (part,) = SHAPES[LIFT]
    assert part.box == (-16 * ONE, -16 * ONE, 16 * ONE, 16 * ONE)
    assert (part.low, part.high, part.solid, part.mask) == (0, 32 * ONE, 1, 0xFF)


def test_a_shell_at_rest_is_a_place_three_pixels_high() -> None:
    (part,) = SHAPES[SHELL]
    assert part.form is Form.SWEEP
    assert (part.solid, part.mask) == (4, 0x43)
    assert (part.box, part.corners) == ((0, 0, 0, 0), ((0, 0),))
    assert (part.low, part.high) == (-ONE * 3 // 2, ONE * 3 // 2)


def test_a_turret_stands_where_its_tower_did_and_a_drone_is_its_own() -> None:
    for name in ("TOWER", "LARGE_TOWER"):
        assert SHAPES[TURRET] == STATICS[NUMBER_OF[name]].shape
    assert SHAPES[DRONE] == DRONE_SHAPE


def test_each_shape_has_its_box() -> None:
    assert [reach(shape) for shape in SHAPES] == list(REACHES)


def test_an_armed_mine_is_narrow_for_shells_and_wide_for_vehicles_and_flat() -> None:
    narrow, wide = SHAPES[MINE]
    assert (narrow.box, narrow.mask) == ((-6 * ONE, -6 * ONE, 6 * ONE, 6 * ONE), 6)
    assert (wide.box, wide.mask) == ((-16 * ONE, -16 * ONE, 16 * ONE, 16 * ONE), 2)
    for part in SHAPES[MINE]:
        assert (part.solid, part.low, part.high) == (1, -50 * ONE, ONE // 10)


def test_whose_mask_has_no_solid_bit_of_a_shape_never_meets_it() -> None:
    for number, shape in enumerate(SHAPES):
        assert SOLIDS[number] == (shape[0].solid if shape else 0)
        for other in filter(None, SHAPES):
            if not other[0].mask & SOLIDS[number]:
                assert overlap(Placed(other, 0, 0, 0), Placed(shape, 0, 0, 0)) is None
