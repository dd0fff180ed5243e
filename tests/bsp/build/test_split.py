from __future__ import annotations

from tests.bsp.build.solids import WEDGE, make
from tests.bsp.build.sources import box
from uoserver.bsp.build.items import BrushItem
from uoserver.bsp.build.split import (
    MIN_SLAB,
    NODE_WORK,
    best_split,
    halves,
    structural_faces,
    work,
)
from uoserver.bsp.build.vec import Box

REGION = Box((0.0, 0.0, 0.0), (1024.0, 1024.0, 1024.0))


def brush(number: int, x: float, structural: bool = False, size: float = 32.0) -> BrushItem:
    text = box((x, 100, 100), (x + size, 100 + size, 100 + size))
    return BrushItem(number, make(text), structural)


def test_halves() -> None:
    front, back = halves(REGION, 1, 256.0)
    assert front == ((0.0, 256.0, 0.0), (1024.0, 1024.0, 1024.0))
    assert back == ((0.0, 0.0, 0.0), (1024.0, 256.0, 1024.0))


def test_the_best_split_cuts_off_the_most_empty_space() -> None:
    """Twelve brushes near x 0: the face that has them all behind it and the most before it."""
    items = [brush(number, 16.0 + 4 * number) for number in range(12)]
    split = best_split(items, REGION)
    assert split is not None
    assert split.at in (132.0, 92.0)  # of y and z, or of x
    area = 1024 * split.at * 2 + 1024 * 1024
    assert split.cost == 12 * area / (3 * 1024 * 1024) + NODE_WORK
    assert split.cost < work(items)


def test_faces_at_a_region_s_end_and_fractions() -> None:
    thin = Box((0.0, 0.0, 0.0), (32.0, 32.0, 32.0))
    near = [BrushItem(0, make(box((-64, -64, -64), (MIN_SLAB - 1, 64, 64))), False)]
    assert best_split(near, thin) is None
    whole = [BrushItem(0, make(box((-64, -64, -64), (16.25, 64, 64))), False)]
    split = best_split(whole, thin)
    assert split is not None
    assert (split.axis, split.at) == (0, 17)
    assert best_split([], thin) is None


def test_faces_of_structural_boxes() -> None:
    items = [
        brush(0, 500.0, structural=True),
        brush(1, 600.0),
        BrushItem(2, make(WEDGE), True),
        BrushItem(3, make(box((-64, -64, -64), (0, 64, 64))), True),
    ]
    assert structural_faces(items, REGION) == {
        *((0, 500.0), (0, 532.0), (1, 100.0), (1, 132.0), (2, 100.0), (2, 132.0)),
        *((1, 64.0), (2, 64.0)),
    }
