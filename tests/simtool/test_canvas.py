from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from tests.simtool.drawn import AREA, colour_at
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import YAW, transform
from uoserver.sim.tables.vehicles import TANK
from uoserver.simtool.canvas import FINE, Canvas, around, canvas_size, corners_of

RED, BLUE = (255, 0, 0), (0, 0, 255)


def test_places_are_pixels_of_the_simulation() -> None:
    canvas = Canvas.of(AREA, 0.5)
    assert canvas_size(AREA, 0.5) == (64, 48)
    assert canvas.image.size == (64 * FINE, 48 * FINE)
    canvas.box(40, 50, 60, 70, RED)
    for x, y in ((40, 50), (59, 69)):
        assert colour_at(canvas, x, y) == RED
    for x, y in ((39, 60), (60, 60), (50, 49), (50, 70)):
        assert colour_at(canvas, x, y) == (0, 0, 0)


def test_what_is_enlarged_grows_round_its_place() -> None:
    canvas = Canvas.of(AREA, 1.0)
    larger = canvas.enlarged(80, 70, 3)
    larger.box(78, 68, 82, 72, RED)
    for x, y in ((74.5, 64.5), (85, 75), (80, 70)):
        assert colour_at(canvas, x, y) == RED
    for x, y in ((73, 70), (87, 70), (80, 63), (80, 77)):
        assert colour_at(canvas, x, y) == (0, 0, 0)
    assert larger.enlarged(80, 70, 1 / 3).corner == pytest.approx(canvas.corner)


def test_clouds_and_veils_are_seen_through() -> None:
    canvas = Canvas.of(AREA, 1.0)
    canvas.box(32, 32, 160, 128, (200, 100, 0))
    canvas.cloud(60, 60, 10, (0, 100, 200), 0.5)
    canvas.veil([(90, 90), (110, 90), (110, 110), (90, 110)], (0, 100, 200), 0.25)
    assert colour_at(canvas, 60, 60) == (100, 100, 100)
    assert colour_at(canvas, 100, 100) == (150, 100, 50)
    assert colour_at(canvas, 60, 75) == (200, 100, 0)
    canvas.cloud(60, 60, 10, (0, 100, 200), 7)
    assert colour_at(canvas, 60, 60) == (0, 100, 200)
    canvas.cloud(60, 60, 10, RED, -7)
    assert colour_at(canvas, 60, 60) == (0, 100, 200)


@pytest.mark.parametrize("step", range(64))
def test_what_goes_with_an_object_turns_as_the_simulation_does(step: int) -> None:
    x, y, _ = transform((5 * ONE, -9 * ONE, 0), YAW[step])
    (found,) = around((step << 16) + 77, 100, 50, (5, -9))
    assert found == pytest.approx((100 + x / ONE, 50 + y / ONE), abs=0.001)


def test_reducing_smooths() -> None:
    canvas = Canvas.of(AREA, 1.0)
    canvas.box(32, 32, 33, 32.5, (200, 200, 200))
    small = canvas.reduced()
    assert small.size == (128, 96)
    assert small.getpixel((0, 0)) == (100, 100, 100)


def test_forms() -> None:
    canvas = Canvas.of(AREA, 2.0)
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
