from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, cast

import pytest

from uoserver.sim.levels.rfm import RfmMap
from uoserver.sim.levels.scenario import Scenario, load_scenario, scenario_of_map
from uoserver.sim.rules.scores import Pair, Scores, Win, read_scores, scores_from_json, write_scores
from uoserver.simtool.main import main
from uoserver.simtool.maps import PlayedMap
from uoserver.simtool.played import Played
from uoserver.simtool.scorefile import ScoreFile

KEY = '[[keys]]\nat = {}\nfor = {}\npress = "{}"\n'


def home_with_the_flag(pause: int = 90) -> str:
    """A jeep shoots a flag building down, takes the flag out of the rubble and backs home."""
    shots = [KEY.format(40 + pause * number, 1, "a") for number in range(13)]
    end = 40 + pause * 13 + 150
    ways = [KEY.format(0, 20, "up"), KEY.format(end, 120, "up"), KEY.format(end + 120, 900, "down")]
    return (
        'ticks = 4000\nat = [60, 60]\nmap = """\nF\n.\n.\n.\n0\n"""\n'
        '[[vehicles]]\ntype = "jeep"\ncell = [60, 61]\n' + "".join(shots + ways)
    )


DRAW = """
ticks = 1500
players = 2
map = "0..1"
[[vehicles]]
driver = 0
type = "jeep"
cell = [40, 40]
fuel = 1
[[vehicles]]
driver = 1
type = "jeep"
cell = [50, 50]
fuel = 1
[[stock]]
jeeps = 0
[[keys]]
driver = 0
at = 0
for = 900
press = "up"
[[keys]]
driver = 1
at = 0
for = 900
press = "up"
"""


def play(capsys: pytest.CaptureFixture[str], folder: Path, name: str, *words: str) -> Any:
    """Play a scenario of a folder with its file of scores; return what is said of it."""
    scores = ["--scores", str(folder / "my.scores"), *words]
    assert main(["run", str(folder / name), *scores, "--json"]) == 0
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def both(folder: Path) -> Scores:
    """Return what both files say, which is the same."""
    found = read_scores((folder / "my.scores").read_bytes())
    assert scores_from_json((folder / "my.scores.json").read_text(encoding="utf-8")) == found
    return found


def test_a_win_is_in_both_files_and_a_faster_one_takes_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "bay.toml").write_text(home_with_the_flag(90))
    slow = play(capsys, tmp_path, "bay.toml", "--player", "Amy")
    assert (slow["winner"], slow["scored"]) == (0, True)
    assert both(tmp_path) == Scores([Win(0x7F, "bay", "Amy", slow["tick"] * 16)])
    before = (tmp_path / "my.scores").read_bytes()
    # no faster than that
    assert play(capsys, tmp_path, "bay.toml", "--player", "Zed")["scored"] is False
    assert (tmp_path / "my.scores").read_bytes() == before
    (tmp_path / "bay.toml").write_text(home_with_the_flag(60))
    fast = play(capsys, tmp_path, "bay.toml")
    assert fast["tick"] < slow["tick"]
    assert both(tmp_path) == Scores([Win(0x7F, "bay", "Player 1", fast["tick"] * 16)])
    assert names(tmp_path) == ["bay.toml", "my.scores", "my.scores.json"]


def test_results_of_two_are_counted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "two.toml").write_text(DRAW)
    for draws in (1, 2):
        found = play(capsys, tmp_path, "two.toml", "--player", "Zed", "--player", "Amy")
        assert (found["winner"], found["scored"]) == (-1, True)
        assert both(tmp_path) == Scores([], [Pair("Amy", "Zed", draws=draws)])


def test_a_match_that_goes_on_is_not_entered(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "two.toml").write_text(DRAW)
    assert play(capsys, tmp_path, "two.toml", "--ticks", "50")["scored"] is False
    assert names(tmp_path) == ["two.toml"]
    assert main(["run", str(tmp_path / "two.toml"), "--ticks", "50", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["scored"] is None


def test_it_is_said_whether_a_match_is_entered(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "two.toml").write_text(DRAW)
    words = ["run", str(tmp_path / "two.toml"), "--scores", str(tmp_path / "s")]
    assert main(words) == 0
    assert capsys.readouterr().err.endswith("s: the match is entered\n")
    assert main([*words, "--ticks", "9"]) == 0
    assert capsys.readouterr().err.endswith("s: nothing to enter\n")


# -- what is entered -------------------------------------------------------------------------------


def ended(
    path: Path, scenario: Scenario, winner: int, *, map_: str | None = None, name: str = "x.toml"
) -> bool:
    """Enter a match that ended so after 100 ticks."""
    args = argparse.Namespace(scores=path, player=["Zed", "Amy"], map=map_, scenario=name)
    played = Played(scenario, 100, 1, cast("PlayedMap", object()) if map_ else None)
    scores = ScoreFile(args)
    sim = Played(scenario, 100, 1).start()
    sim.state.tick, sim.state.winner = 100, winner
    return scores.enter(sim, played)


def stock_map(difficulty: int) -> Scenario:
    tiles = bytearray(128 * 128)
    tiles[67 * 128 + 67], tiles[300] = 57, 220
    return scenario_of_map(RfmMap(bytes(tiles), difficulty=difficulty))


@pytest.mark.parametrize(
    ("name", "map_", "level", "shown"),
    [
        ("maps/RFMAP021.RFM", None, 3, "RFMAP021"),
        ("rfmap021.rfm", None, 3, "rfmap021"),
        ("RFMAP021b.RFM", None, 0x7F, "RFMAP021b"),
        ("Bay.RFM", None, 0x7F, "Bay"),
        ("RFMAP021.RFM", "mp_foy", 0x7F, "mp_foy"),
        ("RFMAP021.RFM", "maps/RFMAP022.bsp", 0x7F, "RFMAP022"),
    ],
)
def test_maps_of_the_original_have_a_level_and_others_are_custom(
    name: str, map_: str | None, level: int, shown: str, tmp_path: Path
) -> None:
    assert ended(tmp_path / "s", stock_map(3), 0, map_=map_, name=name)
    assert read_scores((tmp_path / "s").read_bytes()).wins == [Win(level, shown, "Zed", 1600)]


@pytest.mark.parametrize(
    ("drivers", "winner", "pair"),
    [
        ("0, 1", 0, Pair("Amy", "Zed", wins_second=1)),
        ("0, 1", 1, Pair("Amy", "Zed", wins_first=1)),
        ("0, 1, 0, 1", 1, Pair("Amy", "Zed", wins_first=1)),
        ("0, 0", 0, None),
        ("1", 1, None),
        ("0", -1, None),
    ],
)
def test_with_several_drivers_sides_are_counted_if_both_are_played(
    drivers: str, winner: int, pair: Pair | None, tmp_path: Path
) -> None:
    scenario = load_scenario(f'map = "0..1"\ndrivers = [{drivers}]')
    assert ended(tmp_path / "s", scenario, winner) is (pair is not None)
    assert (tmp_path / "s").exists() is (pair is not None)
    if pair:
        assert read_scores((tmp_path / "s").read_bytes()) == Scores([], [pair])


def test_what_others_entered_meanwhile_stays(tmp_path: Path) -> None:
    args = argparse.Namespace(scores=tmp_path / "s", player=None, map=None, scenario="x.toml")
    file, scenario = ScoreFile(args), load_scenario('map = "0"')
    other = Win(0x7F, "elsewhere", "Amy", 1)
    (tmp_path / "s").write_bytes(write_scores(Scores([other])))
    sim = Played(scenario, 100, 1).start()
    sim.state.tick, sim.state.winner = 100, 0
    assert file.enter(sim, Played(scenario, 100, 1))
    found = read_scores((tmp_path / "s").read_bytes())
    assert found.wins == [other, Win(0x7F, "x", "Player 1", 1600)]


# -- what is refused -------------------------------------------------------------------------------


def test_what_is_no_file_of_scores_is_refused_before_the_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "s").write_bytes(b"nothing of the sort, and long enough for a header")
    assert main(["run", "drive", "--scores", str(tmp_path / "s")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{tmp_path / 's'}: records of" in err
    with (tmp_path / "s").open("wb") as file:
        file.truncate((1 << 20) + 1)
    assert main(["run", "drive", "--scores", str(tmp_path / "s")]) == 2
    assert "too much for high scores" in capsys.readouterr().err


@pytest.mark.parametrize("taken", ["s", "s.json"])
def test_what_cannot_be_written_is_refused_before_the_match(
    taken: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / taken).mkdir()
    assert main(["run", "drive", "--scores", str(tmp_path / "s")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "directory" in err.lower()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--player", "Amy"], "--player is for high scores: --scores FILE"),
        (["--scores", "s", *["--player", "A", "--player", "B", "--player", "C"]], "two at most"),
        (["--scores", "/dev/null"], "exists and is no regular file"),  # a pipe would never be read
        (["--scores", "nowhere/s"], "its folder does not exist"),
        (["--scores", "s", "--player", ""], "an empty name"),
        (["--scores", "s", "--player", "\0x"], "an empty name"),
        (["--scores", "s", "--player", "A", "--player", "A"], "must differ"),
        (["--scores", "s", "--player", "A" * 32 + "1", "--player", "A" * 32 + "2"], "must differ"),
        (["--scores", "s", "--player", "Player 2"], "must differ"),
    ],
)
def test_bad_usage(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "drive", *words]) == 2
    assert reason in capsys.readouterr().err
    assert not Path("s").exists()
