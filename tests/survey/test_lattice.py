from __future__ import annotations

from uoserver.bsp.spawn import Bounds
from uoserver.survey.lattice import COARSE, FINE, MAX_FINE_NODES, Corners, Frame, Lattice, frame_of

LATTICE = Lattice(64, -64, 0, 3, 2, (0, 10, 20, 100, 200, 300), bytes((2, 1, 0, 0, 0, 0)))


def frame(*corners: float) -> Frame | None:
    x0, y0, x1, y1 = corners
    return frame_of(Bounds((x0, y0, 0.0), (x1, y1, 0.0)))


def test_frames_cover_a_world() -> None:
    assert frame(-100.0, 0.0, 100.0, 65.0) == Frame(64, -128, 0, 5, 3)
    assert frame(-128.0, -64.0, 128.0, 64.0) == Frame(64, -128, -64, 5, 3)


def test_great_worlds_have_a_coarse_one_and_no_more_than_the_cells() -> None:
    found = frame(-7000.0, -7000.0, 7000.0, 7000.0)
    assert found is not None
    assert found.step == FINE
    assert found.columns * found.rows <= MAX_FINE_NODES
    assert frame(-9000.0, -9000.0, 9000.0, 9000.0) == Frame(COARSE, -9088, -9088, 143, 143)
    assert frame(-1e5, -1e5, 1e5, 1e5) == Frame(COARSE, -16384, -16384, 257, 257)


def test_no_frame() -> None:
    assert frame(0.0, 0.0, 0.0, 500.0) is None
    assert frame(20000.0, 0.0, 21000.0, 500.0) is None


def test_heights_around_a_place() -> None:
    assert LATTICE.around(-60.0, 5.0) == Corners(10, 0, True)
    assert LATTICE.around(5.0, 5.0) == Corners(10, 10, True)
    assert LATTICE.around(900.0, -900.0) == Corners(10, 10, True)
    assert LATTICE.around(-900.0, 900.0) == Corners(10, 0, True)


def test_heights_around_a_place_that_nobody_reaches() -> None:
    closed = Lattice(64, -64, 0, 3, 2, LATTICE.levels, bytes(6))
    assert closed.around(-60.0, 5.0) == Corners(200, 0, False)


def test_nodes() -> None:
    assert LATTICE.place(4) == (0.0, 64.0)
    assert LATTICE.nearest(31.0, 33.0) == 4
    assert LATTICE.nearest(33.0, 31.0) == 2
    assert LATTICE.nearest(-900.0, 900.0) == 3
    assert LATTICE.nearest(900.0, -900.0) == 2
