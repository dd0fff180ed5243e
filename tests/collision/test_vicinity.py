"""What lies in a box, kept for the next who asks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.bsp.vectors import Vec3
from uoserver.collision import World
from uoserver.collision import vicinity as vicinity_module
from uoserver.collision.hull import Brush
from uoserver.collision.patch import Patch
from uoserver.collision.vicinity import CELL, MARGIN, MAX_PREPARED, SIZE_STEP, Vicinity

from .maps import MapMaker

COORDINATES = st.floats(-5000, 5000)
SIZES = st.floats(0, 300)


def crates() -> World:
    """Return a world with a crate of 16 units every 100 units along x."""
    maker = MapMaker()
    for number in range(20):
        maker.box((100 * number, 0, 0), (100 * number + 16, 16, 16))
    return World(maker.clip())


@given(st.tuples(COORDINATES, COORDINATES, COORDINATES), st.tuples(SIZES, SIZES, SIZES))
def test_the_box_kept_holds_the_box_asked_for(
    mins: tuple[float, float, float], size: tuple[float, float, float]
) -> None:
    maxs = (mins[0] + size[0], mins[1] + size[1], mins[2] + size[2])
    kept = crates().clip.vicinities.get(mins, maxs, -1)
    for axis in range(3):
        assert kept.mins[axis] <= mins[axis]
        assert maxs[axis] <= kept.maxs[axis]
        spare = (kept.maxs[axis] - kept.mins[axis]) - (maxs[axis] - mins[axis])
        assert spare <= CELL + 2 * SIZE_STEP


def test_the_same_box_is_gathered_once() -> None:
    store = crates().clip.vicinities
    first = store.get((0, 0, 0), (40, 40, 40), 1)
    assert store.get((2, 3, 1), (42, 43, 41), 1) is first
    assert store.get((0, 0, 0), (40, 40, 40), 3) is not first
    assert store.get((200, 0, 0), (240, 40, 40), 1) is not first
    assert [brush.number for brush in first.brushes] == [0]  # the box ends at 96
    assert [brush.number for brush in store.get((0, 0, 0), (70, 40, 40), 1).brushes] == [0, 1]


def test_the_one_longest_unused_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vicinity_module, "MAX_VICINITIES", 2)
    store = crates().clip.vicinities

    def at(x: float) -> object:
        return store.get((x, 0, 0), (x + 8, 8, 8), 1)

    one, two = at(0), at(1000)
    assert at(0) is one
    at(2000)
    assert at(0) is one
    assert at(1000) is not two


def test_ever_new_shapes_are_not_kept() -> None:
    world = crates()
    near = world.around((0, 0, 0), (60, 60, 60), -1)
    for number in range(MAX_PREPARED * 3):
        size = 1.0 + number / 16
        near.trace((40, 30, 30), (40, 30, 20), (-size,) * 3, (size,) * 3, -1)
    assert len(near._vicinity._prepared) <= MAX_PREPARED


def test_the_grid_of_boxes() -> None:
    assert (CELL, SIZE_STEP, MARGIN) == (64.0, 32.0, 1.0)
    kept = crates().clip.vicinities.get((10, 80, -70), (40, 150, -2), -1)
    # Middles at 25, 115 and -36 lie in cells 0, 1 and -1; half sizes 15, 35 and 34 become
    # 32, 64 and 64.
    assert kept.mins == (0 - 32, 64 - 64, -64 - 64)
    assert kept.maxs == (64 + 32, 128 + 64, 0 + 64)


def test_things_are_gathered_one_unit_beyond_the_box() -> None:
    gather = crates().clip.gather
    for mins, maxs, numbers in (
        ((20, 0, 0), (99, 8, 8), [1]),  # the next crate begins at 100
        ((20, 0, 0), (98.9, 8, 8), []),
        ((17, 17, 17), (60, 60, 60), [0]),
        ((17, 17, 17.1), (60, 60, 60), []),
    ):
        assert [brush.number for brush in Vicinity(gather, mins, maxs, 1).brushes] == numbers


def test_the_margin_is_on_every_side() -> None:
    asked = []

    def gather(mins: Vec3, maxs: Vec3, mask: int) -> tuple[list[Brush], list[Patch]]:
        asked.append((mins, maxs, mask))
        return [], []

    Vicinity(gather, (10, 20, 30), (41, 52, 63), 5)
    assert asked == [((9, 19, 29), (42, 53, 64), 5)]


def test_sixteen_shapes_are_kept_and_the_next_one_clears_them() -> None:
    clip = crates().clip
    near = clip.vicinities.get((0, 0, 0), (60, 60, 60), -1)
    for number in range(1, MAX_PREPARED + 2):
        near.prepare(clip.hulls, (-number,) * 3, (number,) * 3, False)
        assert len(near._prepared) == (number if number <= MAX_PREPARED else 1)
    assert (MAX_PREPARED, vicinity_module.MAX_VICINITIES) == (16, 512)


def test_what_is_prepared_keeps_a_hull_within_the_box() -> None:
    clip = crates().clip
    near = clip.vicinities.get((0, 0, 0), (60, 60, 60), -1)
    prepared = near.prepare(clip.hulls, (0, -2, -6), (4, 8, 10), False)
    # The middle of the shape is (2, 3, 2), its half sizes 2, 5 and 8.
    assert prepared[:3] == (2, 3, 2)
    (x0, y0, z0), (x1, y1, z1) = near.mins, near.maxs
    assert prepared[3:5] == ((x0 + 2, y0 + 5, z0 + 8), (x1 - 2, y1 - 5, z1 - 8))
    assert prepared[5] == [prepared[6].expand(brush) for brush in near.brushes]
