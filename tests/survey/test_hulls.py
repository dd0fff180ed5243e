from __future__ import annotations

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.shapetable import MAN, SHAPES
from uoserver.sim.tables.vehicles import HELICOPTER, JEEP, MSV, TANK
from uoserver.survey.hulls import boxes_of


def test_boxes_from_bow_to_stern() -> None:
    tank = boxes_of(TANK.hull[0])
    assert (tank.mins, tank.maxs) == ((-30.0, -30.0, 18.0), (30.0, 30.0, 80.0))
    assert tank.offsets == (15 * ONE // 2, 0, -15 * ONE // 2)
    assert tank.reach == 60.0 + 30.0 + 16.0
    jeep = boxes_of(JEEP.hull[0])
    assert (jeep.maxs, jeep.offsets) == ((18.0, 18.0, 80.0), (21 * ONE // 4, 0, -21 * ONE // 4))
    assert boxes_of(MSV.hull[0]).maxs[2] == 96.0


def test_a_hull_that_is_longer_behind() -> None:
    boxes = boxes_of(HELICOPTER.hull[0])
    bow, middle, stern = boxes.offsets
    assert 0 < bow < -stern
    assert middle == bow + stern >> 1
    assert abs(bow / ONE + 5.1 - 13.6) < 0.01
    assert abs(stern / ONE - 5.1 + 30.6) < 0.01


def test_boxes_of_what_is_a_box_itself() -> None:
    lift = boxes_of(SHAPES[5][0])
    assert lift.maxs == (64.0, 64.0, 256.0)
    assert lift.offsets == (8 * ONE, 0, -8 * ONE)


def test_what_is_low_has_a_box_all_the_same() -> None:
    flat = boxes_of(TANK.hull[0]._replace(high=ONE))
    assert flat.maxs[2] > flat.mins[2]


def test_who_is_shorter_than_a_box_is_one() -> None:
    man = boxes_of(SHAPES[MAN][0])
    assert (man.maxs, man.offsets) == ((8.0, 8.0, 19.0), (ONE // 4,))
    assert len(boxes_of(SHAPES[11][0]).offsets) == 3  # twice as long as a box
