from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from uoserver.commandline import CommandError
from uoserver.sim.levels.scenario import load_scenario, start
from uoserver.simtool import camera as c
from uoserver.simtool.played import Played


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    c.add_arguments(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--every", "0", "--render", "x"], "--every 0: 1 to 1000000"),
        (["--scale", "9", "--render", "x"], "--scale 9.0: 0.1 to 4"),
        (["--scale", "nan", "--render", "x"], "--scale nan: 0.1 to 4"),
        (["--every", "5"], "--render DIR or --gif FILE"),
        (["--scale", "1"], "--render DIR or --gif FILE"),
        (["--gif", "x.png"], "--gif x.png: the name of a GIF ends in .gif"),
        (["--gif", "x"], "--gif x: the name of a GIF"),
    ],
)
def test_bad_arguments(words: list[str], reason: str) -> None:
    with pytest.raises(CommandError, match=re.escape(reason)):
        c.check_arguments(parsed(*words))


@pytest.mark.parametrize(
    "words", [["--gif", ""], ["--render", ""], ["--gif", "x.gif", "--render", "x"]]
)
def test_what_no_parser_takes(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parsed(*words)
    assert "error: argument --" in capsys.readouterr().err


def test_films_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "dir.gif").mkdir()
    for name in ("none/x.gif", "dir.gif"):
        with pytest.raises(OSError, match=re.escape(str(tmp_path / name))):
            c.check_arguments(parsed("--gif", str(tmp_path / name)))
    c.check_arguments(parsed("--gif", str(tmp_path / "x.GIF")))
    c.check_arguments(parsed("--render", str(tmp_path / "new")))
    c.check_arguments(parsed())
    assert [path.name for path in tmp_path.iterdir()] == ["dir.gif"]


@pytest.mark.parametrize("dt", [1, 3, 4, 12])
def test_pictures_are_counted_before_they_are_taken(dt: int) -> None:
    for ticks in range(1, 60):
        for every in (1, 2, 3, 5, 7, 10, 12, 13, 59):
            tick, due, count = 0, 0, 0
            while True:
                if tick >= due:
                    count, due = count + 1, tick + every
                if tick == ticks:
                    break
                tick = min(tick + dt, ticks)
            assert c.picture_count(ticks, dt, every) == count, (ticks, every)


def make(
    tmp_path: Path, ticks: int, *words: str, text: str = "", ways: set[int] | None = None
) -> c.Camera:
    """A camera; whether cells on the way were asked for is the file `played`."""
    pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")
    scenario = load_scenario('at = [1, 1]\nmap = "b"\n' + text)

    class Counted(Played):
        def ways(self) -> set[int]:
            (tmp_path / "played").touch()
            return ways or set()

    found = Counted(scenario, ticks, 1)
    return c.make_camera(parsed(*words), start(scenario), found)


def test_too_many_pictures_are_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(c, "MAX_PICTURES", 3)
    film, folder = str(tmp_path / "x.gif"), str(tmp_path / "new")
    for words in (["--gif", film], ["--render", folder]):
        make(tmp_path, 29, *words, "--every", "10")
        (tmp_path / "played").unlink()
        with pytest.raises(CommandError, match=r"^4 pictures, at most 3: a larger --every"):
            make(tmp_path, 30, *words, "--every", "10")
        assert not (tmp_path / "played").exists()


PIXELS = 420 * (96 * 4 + 23 + 3 * 17 + 8)
"""Of a picture of 3 x 3 cells at scale 4."""


def test_films_that_are_too_large_are_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = str(tmp_path / "x.gif")
    words = ["--gif", film, "--every", "10", "--scale", "4"]
    monkeypatch.setattr(c, "MAX_PIXELS", 3 * PIXELS)
    make(tmp_path, 29, *words)
    (tmp_path / "played").unlink()
    reason = r"^4 pictures of 420 x 466 pixels, at most 3 in a GIF: .*--scale"
    with pytest.raises(CommandError, match=reason):
        make(tmp_path, 30, *words)
    assert not (tmp_path / "played").exists()
    make(tmp_path, 30, "--render", str(tmp_path), "--every", "10", "--scale", "4")


def test_films_that_get_too_large_on_the_way_are_refused_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = str(tmp_path / "x.gif")
    monkeypatch.setattr(c, "MAX_PIXELS", 3 * PIXELS)
    with pytest.raises(CommandError, match=r"^3 pictures of 768 x 850 pixels, at most 0"):
        make(tmp_path, 29, "--gif", film, "--every", "10", "--scale", "4", ways={4 * 128 + 4})
    assert (tmp_path / "played").exists()


def test_films_that_may_get_smaller_on_the_way_are_not_refused_too_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At first 2,000 pixels wide and high; when the map is used from west to east, a strip."""
    square = '[[vehicles]]\ntype = "jeep"\ncell = [60, 60]'
    words = ["--gif", str(tmp_path / "x.gif"), "--every", "10", "--scale", "4"]
    monkeypatch.setattr(c, "MAX_PIXELS", 2 * 2048 * 1200)
    with pytest.raises(CommandError, match=r"^2 pictures of 2048 x 2130 pixels"):
        make(tmp_path, 10, *words, text=square)
    assert (tmp_path / "played").exists()
    make(tmp_path, 10, *words, text=square, ways={60 * 128 + 127})


def test_folders_are_made_before_the_run(tmp_path: Path) -> None:
    make(tmp_path, 10, "--render", str(tmp_path / "a" / "b"))
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "played").unlink()
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=re.escape(str(tmp_path / "file"))):
        make(tmp_path, 10, "--render", str(tmp_path / "file"))
    assert not (tmp_path / "played").exists()
