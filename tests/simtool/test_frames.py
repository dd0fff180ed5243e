from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from uoserver.commandline import CommandError
from uoserver.simtool import frames
from uoserver.simtool.frames import Film, Pictures, write_file
from uoserver.simtool.palette import FIRE, LAND, SIDES


def test_files_are_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out"
    write_file(path, b"one")
    write_file(path, b"two")
    assert path.read_bytes() == b"two"

    def fail(*_: object) -> None:
        raise OSError("no")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="no"):
        write_file(path, b"three")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_pictures_are_named_by_their_ticks(tmp_path: Path) -> None:
    output = Pictures(tmp_path / "a" / "b")
    for tick in (0, 60):
        output.add(Image.new("RGB", (4, 3), (tick, 0, 0)), tick)
    output.close()
    assert output.count == 2
    names = sorted(path.name for path in (tmp_path / "a" / "b").iterdir())
    assert names == ["tick0000000.png", "tick0000060.png"]
    with Image.open(tmp_path / "a" / "b" / names[1]) as picture:
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
            assert shown.info["duration"] == 90  # hundredths of a second
            found = shown.convert("RGB").getpixel((2, 2))
            assert isinstance(found, tuple)
            assert max(abs(a - b) for a, b in zip(found, colour, strict=True)) < 8


def test_a_film_that_nothing_was_filmed_for_is_not_written(tmp_path: Path) -> None:
    Film(tmp_path / "x.gif", 5).close()
    assert list(tmp_path.iterdir()) == []


def test_short_frames_are_slowed_to_what_is_shown(tmp_path: Path) -> None:
    film = Film(tmp_path / "x.gif", 16)
    for colour in (LAND, FIRE):
        film.add(Image.new("RGB", (4, 4), colour), 0)
    film.close()
    with Image.open(tmp_path / "x.gif") as shown:
        assert shown.info["duration"] == 20


def test_there_is_an_end_to_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = Image.new("RGB", (10, 10))
    monkeypatch.setattr(frames, "MAX_FRAMES", 2)
    for output in (Pictures(tmp_path), Film(tmp_path / "x.gif", 20)):
        output.add(picture, 0)
        output.add(picture, 1)
        with pytest.raises(CommandError, match="more than 2 pictures"):
            output.add(picture, 2)
    monkeypatch.setattr(frames, "MAX_PIXELS", 150)
    film = Film(tmp_path / "y.gif", 20)
    film.add(picture, 0)
    with pytest.raises(CommandError, match="1 pictures are all"):
        film.add(picture, 1)


def test_no_folder_no_film(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no such folder"):
        Film(tmp_path / "none" / "x.gif", 20)
