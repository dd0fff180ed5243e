from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from uoserver.simtool.frames import Film, Pictures, durations
from uoserver.simtool.palette import FIRE, LAND, SIDES, lighter


def test_pictures_are_named_by_their_ticks(tmp_path: Path) -> None:
    output = Pictures(tmp_path)
    for tick in (0, 60):
        output.add(Image.new("RGB", (4, 3), (tick, 0, 0)), tick)
    output.close()
    assert output.count == 2
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["tick0000000.png", "tick0000060.png"]
    with Image.open(tmp_path / names[1]) as picture:
        assert picture.getpixel((0, 0)) == (60, 0, 0)


def test_a_film_has_all_its_pictures(tmp_path: Path) -> None:
    film = Film(tmp_path / "x.gif", 96)
    colours = [LAND, FIRE, SIDES[0]]
    for colour in colours:  # the first has none of the others' colours
        film.add(Image.new("RGB", (200, 40), colour), 0)
    assert not (tmp_path / "x.gif").exists()
    film.close()
    with Image.open(tmp_path / "x.gif") as shown:
        assert isinstance(shown, GifImageFile)
        assert shown.n_frames == film.count == 3
        assert shown.info["loop"] == 0
        for number, colour in enumerate(colours):
            shown.seek(number)
            assert shown.info["duration"] == (100, 90, 100)[number]  # 288 ms, nearly
            found = shown.convert("RGB").getpixel((2, 2))
            assert isinstance(found, tuple)
            assert max(abs(a - b) for a, b in zip(found, colour, strict=True)) < 8


def test_later_pictures_keep_the_colours_of_the_sides(tmp_path: Path) -> None:
    """Of a first picture with more colours than a film has, none of them theirs."""
    film = Film(tmp_path / "x.gif", 96)
    film.add(Image.radial_gradient("L").convert("RGB"), 0)
    wanted = [*SIDES[:2], *(lighter(side, 0.25) for side in SIDES[:2])]
    for colour in wanted:
        film.add(Image.new("RGB", (256, 256), colour), 0)
    film.close()
    with Image.open(tmp_path / "x.gif") as shown:
        for number, colour in enumerate(wanted, 1):
            shown.seek(number)
            assert shown.convert("RGB").getpixel((2, 2)) == colour


def test_sizes_are_known_before(tmp_path: Path) -> None:
    small, large = Image.new("RGB", (50, 50)), Image.effect_noise((300, 300), 90).convert("RGB")
    for output in (Pictures(tmp_path), Film(tmp_path / "x.gif", 96)):
        assert 20 < output.size_of(small) < 1500
        assert 60_000 < output.size_of(large) < 300_000
        assert output.count == 0
    pictures = Pictures(tmp_path)
    pictures.add(large, 7)
    assert (tmp_path / "tick0000007.png").stat().st_size == pictures.size_of(large)


def test_a_film_holds_only_what_moved(tmp_path: Path) -> None:
    """Two dots in opposite corners of a picture that cannot be packed."""
    film = Film(tmp_path / "x.gif", 96)
    picture = Image.effect_noise((200, 200), 90).convert("RGB")
    film.add(picture, 0)
    film.close()
    one = (tmp_path / "x.gif").stat().st_size
    for number in range(5):
        picture.paste(SIDES[0], (number, number, number + 3, number + 3))
        picture.paste(SIDES[1], (190 - number, 190 - number, 199, 199))
        film.add(picture, 0)
    film.close()
    assert (tmp_path / "x.gif").stat().st_size < 1.3 * one
    with Image.open(tmp_path / "x.gif") as shown:
        shown.seek(5)
        last = shown.convert("RGB")
        assert last.getpixel((5, 5)) == SIDES[0]
        assert last.getpixel((195, 195)) == SIDES[1]


def test_a_film_that_nothing_was_filmed_for_is_not_written(tmp_path: Path) -> None:
    Film(tmp_path / "x.gif", 5).close()
    assert list(tmp_path.iterdir()) == []


def test_short_frames_are_slowed_to_what_is_shown(tmp_path: Path) -> None:
    film = Film(tmp_path / "x.gif", 16)
    for colour in (LAND, FIRE, SIDES[0]):
        film.add(Image.new("RGB", (4, 4), colour), 0)
    film.close()
    with Image.open(tmp_path / "x.gif") as shown:
        for number in range(3):
            shown.seek(number)
            assert shown.info["duration"] == 20


@pytest.mark.parametrize("frame_ms", [20, 24, 32, 96, 192])
def test_a_film_lasts_as_long_as_what_it_shows(frame_ms: int) -> None:
    found = durations(50, frame_ms)
    assert len(found) == 50
    assert sum(found) == 50 * frame_ms
    assert not any(each % 10 for each in found)
    for number in range(50):
        assert abs(sum(found[:number]) - number * frame_ms) <= 5
