from __future__ import annotations

from itertools import pairwise

import pytest

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.tables.bunker import MENU, ZOOM_FROM, ZOOMS
from uoserver.sim.tables.vehicles import VehicleType

TANK, JEEP, MSV, HELICOPTER = VehicleType


def test_the_menu_of_the_reference() -> None:
    assert MENU == ((0, 1, 3, 0), (0, 1, 2, 1), (3, 2, 2, 1), (3, 2, 3, 0))


@pytest.mark.parametrize(
    ("type_", "parts", "ticks"),
    [
        (TANK, [76, 70, 1, 24, 15], 186),
        (JEEP, [70, 1, 60, 15], 146),
        (MSV, [72, 1, 60, 15], 148),
        (HELICOPTER, [76, 72, 1, 24, 15], 188),
    ],
)
def test_ticks_of_the_cameras_way(type_: VehicleType, parts: list[int], ticks: int) -> None:
    zoom, slide, taken = ZOOM_FROM, 0, []
    assert zoom == 110 * ONE
    for step in ZOOMS[type_]:
        way = abs(step.target - (slide if step.slides else zoom))
        taken.append(max(1, -(-way // step.rate)))
        if step.slides:
            slide = step.target
        else:
            zoom = step.target
    assert (taken, sum(taken)) == (parts, ticks)


def test_the_upper_types_go_to_the_platform_first_and_the_left_ones_slide_right() -> None:
    assert [script[0].sound for script in ZOOMS] == ["Platform", "Slide", "Slide", "Platform"]
    assert [next(z.target for z in s if z.slides) // ONE for s in ZOOMS] == [-35, -35, 36, 36]


def test_only_the_last_piece_darkens() -> None:
    for script in ZOOMS:
        assert [zoom.fade for zoom in script] == [False] * (len(script) - 1) + [True]
        assert all(a != b for a, b in pairwise(script))
