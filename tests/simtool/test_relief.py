from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from PIL import Image

from tests.simtool.drawn import close, colour_at
from uoserver.simtool import palette as p
from uoserver.simtool.canvas import Canvas
from uoserver.simtool.relief import _HIGH, _LOW, Relief
from uoserver.simtool.textmap import Area
from uoserver.survey.lattice import BOTH_WAYS, Lattice

COLUMNS, ROWS = 9, 5
AREA = Area(64, 63, 2, 1)
"""From (0, 0) to (512, 256) of the map."""


def relief(levels: list[int] | None = None, reached: bytes = b"") -> Relief:
    """Nodes 64 units apart from (0, 0) of the map, which is pixel (2048, 2048), to (512, 256)."""
    count = COLUMNS * ROWS
    lattice = Lattice(
        *(64, 0, 0, COLUMNS, ROWS),
        levels=tuple(levels or [0] * count),
        reached=reached or bytes((BOTH_WAYS,)) * count,
    )
    return Relief(lattice, AREA)


def painted(what: Relief) -> Canvas:
    canvas = Canvas(Image.new("RGB", (400, 400)), (2000, 1960), 4.0)
    what.paint(canvas)
    return canvas


def test_nodes_lie_where_they_are_on_the_map() -> None:
    reached = bytearray((BOTH_WAYS,)) * (COLUMNS * ROWS)
    reached[COLUMNS + 3] = 0  # (192, 64) of the map
    canvas = painted(relief(reached=bytes(reached)))
    assert close(colour_at(canvas, 2048 + 24, 2048 - 8), p.BLOCK)
    for x, y in ((8, 0), (-8, 0), (0, 8), (0, -8)):
        assert close(colour_at(canvas, 2048 + 24 + x, 2048 - 8 + y), _LOW)


def test_high_ground_is_lighter() -> None:
    levels = [0] * (COLUMNS * ROWS)
    for row in range(ROWS):
        levels[row * COLUMNS : row * COLUMNS + 4] = [500] * 4
    canvas = painted(relief(levels))
    assert close(colour_at(canvas, 2048 + 8, 2048 - 16), _HIGH)
    assert close(colour_at(canvas, 2048 + 48, 2048 - 16), _LOW)


def test_light_comes_from_the_north_west() -> None:
    rows = range(ROWS)
    for sign, name in ((1, "lit"), (-1, "dark")):
        levels = [sign * (column - row) * 30 + 500 for row in rows for column in range(COLUMNS)]
        flat = painted(relief([500] * len(levels)))
        found = painted(relief(levels))
        bright = sum(colour_at(found, 2048 + 32, 2048 - 16))
        plain = sum(p.mix(_LOW, _HIGH, 0.5))
        assert (bright > plain) is (name == "lit"), name
        assert colour_at(flat, 2048 + 32, 2048 - 16) == _LOW


def test_beyond_the_map_there_is_nothing() -> None:
    canvas = painted(relief())
    for x, y in ((2041, 2030), (2060, 2053), (2080, 2005)):
        assert colour_at(canvas, x, y) == p.VOID


def test_cells_of_the_map() -> None:
    what = relief()
    assert what.holds(64, 63)
    assert what.holds(65, 63)
    for column, row in ((63, 63), (66, 63), (64, 62), (64, 64)):
        assert not what.holds(column, row)


def test_a_map_that_nobody_can_walk_on_is_drawn_all_the_same() -> None:
    canvas = painted(relief(reached=bytes(COLUMNS * ROWS)))
    assert colour_at(canvas, 2048 + 24, 2048 - 16) == p.BLOCK
