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
        (["--camera", "overview"], "--render DIR or --gif FILE"),
        (["--camera", "me", "--render", "x"], "--camera me: used, overview or driver:N"),
        (["--camera", "driver:1000", "--render", "x"], "--camera driver:1000: used"),
        (["--camera", "driver:-1", "--render", "x"], "--camera driver:-1: used"),
        (["--camera", "driver:²", "--render", "x"], "--camera driver:²: used"),
        (["--speed", "2"], "--speed is for films"),
        (["--speed", "2", "--render", "x"], "--speed is for films"),
        (["--speed", "0.5", "--gif", "x.gif"], "--speed 0.5: 1 to 100"),
        (["--speed", "inf", "--gif", "x.gif"], "--speed inf: 1 to 100"),
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


def test_long_runs_have_their_pictures_farther_apart() -> None:
    assert c.fitting_every(3000, 1, 6) == 6
    for ticks in (3600, 37_500, 1_000_000):
        for dt in (1, 5, 12):
            every = c.fitting_every(ticks, dt, 6)
            assert 300 < c.picture_count(ticks, dt, every) <= c.COMFORTABLE
    assert c.fitting_every(3588, 12, 6) == 6


def test_a_run_of_ten_minutes_is_a_film_of_a_bounded_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path, 37_500, "--gif", str(tmp_path / "x.gif"), "--camera", "driver:0")
    said = capsys.readouterr().err
    assert re.fullmatch(
        r"596 pictures of 640 x 562 pixels, one every 63 ticks: at most \d+\.\d MB\n", said
    )
    assert not (tmp_path / "played").exists()


def test_how_much_it_will_be_is_told_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes = []
    for every in ("10", "5"):
        make(tmp_path, 99, "--render", str(tmp_path), "--every", every, "--camera", "overview")
        found = re.fullmatch(
            r"(\d+) pictures of (\d+) x \d+ pixels, one every (\d+) ticks: about (.*) MB\n",
            capsys.readouterr().err,
        )
        assert found
        assert found[3] == every
        assert int(found[2]) == 1000
        sizes.append((int(found[1]), float(found[4])))
    (few, less), (many, more) = sizes
    assert (few, many) == (10, 20)
    assert 0 < less < more


def test_a_driver_who_is_not_there_cannot_be_followed(tmp_path: Path) -> None:
    words = ["--render", str(tmp_path), "--camera"]
    make(tmp_path, 10, *words, "driver:0")
    with pytest.raises(CommandError, match=r"^--camera driver:1: there are 1 drivers, from 0 on$"):
        make(tmp_path, 10, *words, "driver:1")


@pytest.mark.parametrize(
    ("words", "size"),
    [
        (["--camera", "overview"], (1000, 1000)),
        (["--camera", "overview", "--scale", "0.1"], (410, 410)),
        (["--camera", "driver:0"], (640, 480)),
        (["--camera", "driver:0", "--scale", "3"], (640, 480)),
        (["--camera", "used"], (192, 192)),
        ([], (192, 192)),
    ],
)
def test_what_cameras_look_at(tmp_path: Path, words: list[str], size: tuple[int, int]) -> None:
    camera = make(tmp_path, 10, "--render", str(tmp_path), *words)
    assert camera.scene.size == (max(420, size[0]), size[1] + 23 + 3 * 17 + 8)
    assert (tmp_path / "played").exists() is (words in (["--camera", "used"], []))


def test_a_close_up_may_be_closer(tmp_path: Path) -> None:
    words = ["--render", str(tmp_path), "--camera", "driver:0"]
    for more, scale in (((), 1.0), (("--scale", "3"), 3.0)):
        assert make(tmp_path, 10, *words, *more).scene._eye.scale == scale


def test_with_bots_all_is_shown(tmp_path: Path) -> None:
    pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")
    for bots in (0, 1):
        scenario = load_scenario('at = [1, 1]\nmap = "b"')
        played = Played(scenario, 1, 1, bots=bots)
        camera = c.make_camera(parsed("--render", str(tmp_path)), start(scenario), played)
        assert (camera.scene.size[0] == 1000) is bool(bots)


def test_the_end_of_a_match_is_always_taken(tmp_path: Path) -> None:
    camera = make(tmp_path, 100, "--render", str(tmp_path / "new"), "--every", "50")
    camera.look(0)
    camera.look(7)
    assert camera.count == 1
    camera.look(8, last=True)
    assert camera.count == 2


@pytest.mark.parametrize(("speed", "wanted"), [((), 160), (("--speed", "4"), 40)])
def test_films_may_be_faster(tmp_path: Path, speed: tuple[str, ...], wanted: int) -> None:
    camera = make(tmp_path, 40, "--gif", str(tmp_path / "x.gif"), "--every", "10", *speed)
    for tick in (0, 10):
        camera.scene.sim.state.tick = tick  # or the pictures are one
        camera.look(tick)
    camera.close()
    image = pytest.importorskip("PIL.Image")
    with image.open(tmp_path / "x.gif") as shown:
        assert shown.n_frames == 2
        assert shown.info["duration"] == wanted
