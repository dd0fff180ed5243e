from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from tests.simtool.drawn import AREA, colour_at
from uoserver.sim.tables.vehicles import TANK
from uoserver.simtool.canvas import FINE, Canvas, corners_of

RED, BLUE = (255, 0, 0), (0, 0, 255)


def test_places_are_pixels_of_the_simulation() -> None:
    canvas = Canvas(AREA, 0.5)
    assert canvas.size == (64, 48)
    assert canvas.image.size == (64 * FINE, 48 * FINE)
    canvas.box(40, 50, 60, 70, RED)
    for x, y in ((40, 50), (59, 69)):
        assert colour_at(canvas, x, y) == RED
    for x, y in ((39, 60), (60, 60), (50, 49), (50, 70)):
        assert colour_at(canvas, x, y) == (0, 0, 0)


def test_a_copy_is_drawn_on_alone() -> None:
    canvas = Canvas(AREA, 1.0)
    canvas.copy().box(32, 32, 96, 96, RED)
    assert colour_at(canvas, 50, 50) == (0, 0, 0)


def test_reducing_smooths() -> None:
    canvas = Canvas(AREA, 1.0)
    canvas.box(32, 32, 33, 32.5, (200, 200, 200))
    small = canvas.reduced()
    assert small.size == (128, 96)
    assert small.getpixel((0, 0)) == (100, 100, 100)


def test_forms() -> None:
    canvas = Canvas(AREA, 2.0)
    canvas.disc(50, 50, 8, RED, BLUE)
    assert colour_at(canvas, 50, 50) == RED
    assert colour_at(canvas, 50, 42.2) == BLUE
    assert colour_at(canvas, 57, 57) == (0, 0, 0)
    canvas.shape([(80, 40), (96, 40), (80, 56)], BLUE)
    assert colour_at(canvas, 84, 44) == BLUE
    assert colour_at(canvas, 94, 54) == (0, 0, 0)
    canvas.line([(100, 60), (120, 60)], RED, 4)
    assert colour_at(canvas, 110, 61.5) == RED
    assert colour_at(canvas, 110, 63) == (0, 0, 0)
    canvas.frame(40, 80, 60, 100, RED, 2)
    assert colour_at(canvas, 41, 90) == RED
    assert colour_at(canvas, 50, 90) == (0, 0, 0)


def test_a_hull_is_turned_clockwise() -> None:
    hull = TANK.hull[0]
    assert (-7.5 + 100, -11.25 + 50) in corners_of(hull, 100, 50)
    assert (11.25 + 100, -7.5 + 50) in corners_of(hull, 100, 50, 16)
