"""How the tree's upper levels cut a world into blocks, the clusters of visibility."""

from __future__ import annotations

import math
from typing import Final

from uoserver.bsp.build.field import PlanField
from uoserver.bsp.build.tree import Blocks
from uoserver.bsp.build.vec import Box

BLOCK_SIZE: Final = 512.0
"""Least width of a block in units."""
MAX_BLOCKS: Final = 256
"""Blocks of a map; each pair costs a proof. In larger worlds blocks are wider."""
HEAD_ROOM: Final = 128.0
"""Height of the ground cluster over the block's highest ground: a man of 72 who jumps 39."""
_TOP_STEP: Final = 32.0


def choose_blocks(world: Box, field: PlanField) -> Blocks:
    """Return the cuts of a world; planes stand at multiples of the block size."""
    size = BLOCK_SIZE
    while len(_cuts(world, 0, size)) * len(_cuts(world, 1, size)) > MAX_BLOCKS:
        size += BLOCK_SIZE / 4
    return Blocks((_cuts(world, 0, size), _cuts(world, 1, size)), lambda box: _top(box, field))


def _cuts(box: Box, axis: int, size: float) -> tuple[float, ...]:
    """Return the multiples of `size` inside a box, none that would leave a narrow rest."""
    low, high = box.mins[axis], box.maxs[axis]
    first, last = math.ceil((low + size / 2) / size), math.floor((high - size / 2) / size)
    return tuple(number * size for number in range(first, last + 1))


def _top(box: Box, field: PlanField) -> float | None:
    """Return the height where a block's ground cluster ends; None where all is solid."""
    roof = field.world.maxs[2]
    heights = [
        field.ground[x][y]
        for x in field.cells_in(box.mins[0], box.maxs[0], 0)
        for y in field.cells_in(box.mins[1], box.maxs[1], 1)
        if field.filled[x][y] < roof
    ]
    if not heights:
        return None
    return math.ceil((max(heights) + HEAD_ROOM) / _TOP_STEP) * _TOP_STEP
