"""The table of terrain: roads, shores, shallows (tables 4)."""

from __future__ import annotations

import pytest

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.tables import terrain as t

LETTERS = "A48i A0i A48 A0 B0 B16 A32i A16i A32 A16 B48 B32 C0i C16i D0 D16 C48i C32i D48 D32"
POLYGONS = {
    "A": [(-16, -16), (15, -16), (15, 12), (8, 8), (-8, 8), (-16, 12)],
    "B": [(15, 15), (-16, 15), (-16, 12), (12, -16), (15, -16)],
    "C": [(-16, -16), (11, -16), (4, -8), (4, 4), (-16, 12)],
    "D": [(15, 15), (-16, 16), (-12, -5), (-4, -12), (15, -15)],
}


@pytest.mark.parametrize(("index", "text"), list(enumerate(LETTERS.split())))
def test_shores(index: int, text: str) -> None:
    shore = t.SHORES[index]
    assert shore.inverted is text.endswith("i")
    assert shore.heading == int(text[1:].rstrip("i")) << 16
    assert [(x // ONE, y // ONE) for x, y in shore.part.corners] == POLYGONS[text[0]]
    assert shore.part.box == (-16 * ONE, -16 * ONE, 16 * ONE, 16 * ONE)


def test_there_is_a_shore_for_each_terrain_of_its_range() -> None:
    assert len(t.SHORES) == t.FIRST_SHALLOW - t.FIRST_SHORE == 20
    assert len(t.SHALLOWS) == t.LAST_WET + 1 - t.FIRST_BORDER == 12


def test_shallows_of_the_border_to_deep_water() -> None:
    boxes = [tuple(value // ONE for value in box) for box in t.SHALLOWS]
    assert boxes[:4] == [(-16, -16, 8, 16), (-16, -16, 16, 8), (-16, -8, 16, 16), (-8, -16, 16, 16)]
    corners = [(-8, -8, 16, 16), (-16, -8, 8, 16), (-8, -16, 16, 8), (-16, -16, 8, 8)]
    assert boxes[4:8] == corners
    assert boxes[8:] == corners


def test_roads_lead_on() -> None:
    roads = [t.lanes(terrain) for terrain in range(73, 90)]
    assert roads == [3, 7, 14, 13, 7, 15, 12, 6, 10, 5, 9, 12, 12, 3, 3, 3, 12]
    assert t.lanes(72) == t.lanes(90) == 0
    assert (t.BRIDGE_ACROSS_LANES, t.BRIDGE_UPRIGHT_LANES) == (12, 3)


def test_roads_of_maps_are_paved() -> None:
    paved = [terrain for terrain in range(256) if t.is_paved(terrain)]
    assert paved == [*range(0x49, 0x54), t.PAVED]
    assert t.PAVED == 127
    assert not t.lanes(t.PAVED)
