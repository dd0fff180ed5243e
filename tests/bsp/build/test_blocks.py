from __future__ import annotations

import pytest

from tests.bsp.build.solids import make
from tests.bsp.build.sources import box
from uoserver.bsp.build.blocks import HEAD_ROOM, MAX_BLOCKS, choose_blocks
from uoserver.bsp.build.field import PlanField
from uoserver.bsp.build.ground import Ground
from uoserver.bsp.build.vec import Box

EMPTY = Ground([], [], [])


def test_cuts_stand_at_multiples_and_leave_no_narrow_rest() -> None:
    world = Box((-600.0, 0.0, 0.0), (1400.0, 700.0, 512.0))
    blocks = choose_blocks(world, PlanField(world, EMPTY, []))
    assert blocks.cuts == ((0.0, 512.0, 1024.0), ())


@pytest.mark.parametrize("side", [8192.0, 20_000.0, 131_072.0])
def test_the_number_of_blocks_is_limited(side: float) -> None:
    world = Box((-side, -side, 0.0), (side, side, 512.0))
    xs, ys = choose_blocks(world, PlanField(world, EMPTY, [])).cuts
    assert 64 <= len(xs) * len(ys) <= MAX_BLOCKS


def test_tops_stand_over_the_highest_ground() -> None:
    world = Box((0.0, 0.0, 0.0), (1024.0, 512.0, 1024.0))
    solids = [make(box((0, 0, 0), (64, 64, 100))), make(box((512, 0, 0), (1024, 512, 1024)))]
    blocks = choose_blocks(world, PlanField(world, EMPTY, solids))
    assert blocks.cuts == ((512.0,), ())
    top = blocks.top(Box((0.0, 0.0, 0.0), (512.0, 512.0, 1024.0)))
    assert top == 256.0
    assert top >= 100.0 + HEAD_ROOM
    assert blocks.top(Box((512.0, 0.0, 0.0), (1024.0, 512.0, 1024.0))) is None
