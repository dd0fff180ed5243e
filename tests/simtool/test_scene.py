from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from PIL import Image, ImageFont

from tests.simtool.drawn import AREA, world
from uoserver.sim.grid import SIZE
from uoserver.sim.match import remove_driver
from uoserver.sim.simulation import NO_WINNER, Simulation
from uoserver.simtool import palette as p
from uoserver.simtool.eyes import Fixed, Follow
from uoserver.simtool.scene import (
    HEAD,
    LINE,
    MAX_SIDE,
    Scene,
    fitting_scale,
    picture_size,
    shortened,
)
from uoserver.simtool.textmap import Area


def pixel(picture: Image.Image, x: float, y: float, scale: float = 4) -> p.Colour:
    """The colour of a place of the simulation."""
    found = picture.getpixel((int((x - 32) * scale), int((y - 32) * scale) + HEAD))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def scene(sim: Simulation, title: str = "t") -> Scene:
    return Scene(sim, Fixed(AREA, 4.0), title)


def test_pictures_are_of_a_useful_size() -> None:
    assert fitting_scale(Area(0, 0, 128, 128)) == 1000 / 4096
    assert fitting_scale(Area(0, 0, 5, 4)) == 2.0
    assert fitting_scale(Area(0, 0, 5, 4), 3.0) == 3.0
    assert fitting_scale(Area(0, 0, 5, 4), 9.0) == 4.0
    assert fitting_scale(Area(0, 0, 128, 1), 4.0) == MAX_SIDE / 4096


def test_land_objects_and_lines_of_text() -> None:
    sim = world("~b", '[[vehicles]]\ntype = "tank"\ncell = [2, 2]', head="players = 2")
    picture = scene(sim).picture()
    assert picture.size == (4 * 128, 4 * 96 + HEAD + 4 * LINE + 8)
    assert pixel(picture, 34.5, 62) == p.DEEP
    assert pixel(picture, 81, 49) == p.PLANT
    assert pixel(picture, 76, 87) == p.SIDES[0]
    foot = picture.crop((0, 4 * 96 + HEAD, picture.width, picture.height))
    assert foot.getpixel((10, 10)) == p.lighter(p.SIDES[0], 0.25)
    for line, side in ((1, 1), (2, 0), (3, 1)):
        assert foot.getpixel((10, 10 + line * LINE)) == p.lighter(p.SIDES[side], 0.25)
    head = picture.crop((0, 0, picture.width, HEAD))
    sim.state.tick = 5000
    assert scene(sim).picture().crop((0, 0, picture.width, HEAD)).tobytes() != head.tobytes()
    assert scene(sim, "u").picture().tobytes() != scene(sim).picture().tobytes()


def row_of(picture: Image.Image, line: int) -> bytes:
    """A line below the picture."""
    top = HEAD + 4 * 96 + 4 + line * LINE
    return picture.crop((0, top, picture.width, top + LINE)).tobytes()


def test_lines_say_what_sides_have() -> None:
    sim = world("", head="players = 2")
    shown = scene(sim)
    before = shown.picture()
    assert shown.picture().tobytes() == before.tobytes()
    for team, change in ((0, "stock"), (1, "mines")):
        if change == "stock":
            sim.state.sides[team].stock[2] -= 1
        else:
            sim.state.sides[team].mines -= 1
        after = shown.picture()
        changed = [line for line in range(4) if row_of(before, line) != row_of(after, line)]
        assert changed == [team]
        before = after


def test_the_head_says_who_won() -> None:
    sim = world("")
    head = (0, 0, 4 * 128, HEAD)
    pictures = []
    for winner in (NO_WINNER, -1, 0, 1):
        sim.state.winner = winner
        pictures.append(scene(sim).picture().crop(head).tobytes())
    assert len(set(pictures)) == 4


def test_small_vehicles_have_numbers_when_nobody_is_followed() -> None:
    sim = world("", '[[vehicles]]\ntype = "tank"\ncell = [2, 2]', head="players = 2")
    for scale, numbers in ((0.9, True), (1.0, False)):
        picture = Scene(sim, Fixed(AREA, scale), "t").picture().crop((0, HEAD, 420, HEAD + 86))
        colours = {colour for _, colour in picture.getcolors(1 << 20) or ()}
        assert (p.WHITE in colours) is numbers
    picture = Scene(sim, Follow(0, 0.5), "t").picture().crop((0, HEAD, 640, HEAD + 480))
    assert p.WHITE not in {colour for _, colour in picture.getcolors(1 << 20) or ()}


def test_only_who_is_followed_is_told_of() -> None:
    sim = world("", head="players = 3")
    picture = Scene(sim, Follow(1), "t").picture()
    assert picture.height == 480 + HEAD + 3 * LINE + 8
    assert picture.getpixel((10, 480 + HEAD + 2 * LINE + 10)) == p.lighter(p.SIDES[1], 0.25)


def test_who_left_has_no_line() -> None:
    sim = world("", head="players = 7")
    before = scene(sim).picture()
    remove_driver(sim, 0)
    after = scene(sim).picture()
    assert before.getpixel((10, 4 * 96 + HEAD + 2 * LINE + 10)) == p.lighter(p.SIDES[0], 0.25)
    assert after.getpixel((10, 4 * 96 + HEAD + 2 * LINE + 10)) == p.lighter(p.SIDES[1], 0.25)
    assert after.size == before.size


def test_pads_glow() -> None:
    sim = world("0")
    shown = scene(sim)
    assert pixel(shown.picture(), 33.2, 40) != p.GLOW
    sim.state.glow.append(SIZE + 1)
    assert pixel(shown.picture(), 33.2, 40) == p.GLOW
    sim.state.glow.clear()
    sim.state.grid.static[SIZE + 1] = 89
    assert pixel(shown.picture(), 33.2, 40) != p.GLOW


def test_many_drivers_do_not_make_it_longer_and_longer() -> None:
    sim = world("", head="players = 20")
    assert scene(sim).picture().height == 4 * 96 + HEAD + 7 * LINE + 8


def test_the_size_of_a_picture_is_known_before() -> None:
    for area, scale, drivers in ((AREA, 4.0, 1), (Area(0, 0, 128, 3), 0.1, 9), (AREA, 0.3, 2)):
        sim = world("", head=f"players = {drivers}")
        for eye in (Fixed(area, scale), Follow(0, scale)):
            shown = Scene(sim, eye, "t")
            assert picture_size(eye, drivers) == shown.size == shown.picture().size


def test_long_titles_are_cut() -> None:
    font = ImageFont.load_default(12)
    for text in ("W" * 100, "i" * 100, "a b " * 25):
        cut = shortened(text, 200, font)
        kept = cut.removesuffix("…")
        assert cut != kept
        assert text.startswith(kept)
        assert kept == kept.rstrip()
        assert font.getlength(cut) <= 200
        assert font.getlength(text[: len(kept) + 2] + "…") > 200
    assert shortened("short", 200, font) == "short"
    assert shortened("short", font.getlength("short"), font) == "short"
    assert shortened("short", 0, font) == "…"


def test_the_time_stays_readable_beside_a_long_title() -> None:
    sim = world("")
    head = (0, 0, 4 * 128, HEAD)
    plain = scene(sim, "").picture().crop(head)
    long = scene(sim, "W" * 100).picture().crop(head)
    time = next(x for x in range(8, plain.width) if column(plain, x) != column(plain, 0))
    title = max(x for x in range(time) if column(long, x) != column(plain, 0))
    assert time - 30 < title < time - 10
    assert all(column(long, x) == column(plain, x) for x in range(time, plain.width))


def column(picture: Image.Image, x: int) -> bytes:
    return picture.crop((x, 0, x + 1, picture.height)).tobytes()
