from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from uoserver.sim.keys import FIRE_A, UP, stick
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import Simulation
from uoserver.simtool import run as run_module
from uoserver.simtool.brains import MODULE
from uoserver.simtool.main import main
from uoserver.simtool.palette import SIDES

TEXT = """
title = "Small"
ticks = 40
at = [10, 20]
map = "b.b"
[[vehicles]]
type = "tank"
pixel = [340, 690]
[[keys]]
at = 0
for = 30
press = "up"
"""


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    path = tmp_path / "s.toml"
    path.write_text(TEXT)
    return str(path)


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["run", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def test_the_summary(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", scenario]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Small"
    assert out[1].endswith("(10, 20) is hit by 513: 0 hit points left")
    assert out[2].endswith("(10, 20) is now a flattened bush")
    assert out[3] == "after 40 ticks (0.6 s):"
    assert out[4].startswith("  driver 0, side 0: playing, tank at (340.0, ")
    assert out[5].startswith("  side 0: in stock tank 2")
    assert out[-1].startswith("  hash ")


def test_sounds_are_told_on_demand(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", scenario, "--sounds"]) == 0
    assert "tick      1  sound tread at (340, 690)" in capsys.readouterr().out


def test_json(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, scenario)
    assert (found["scenario"], found["title"], found["tick"]) == (scenario, "Small", 40)
    assert (found["running"], found["winner"], found["pictures"]) == (True, None, 0)
    assert [event["event"] for event in found["events"]] == ["StaticHit", "CellChanged"]
    assert found["events"][0]["cell"] == 20 * 128 + 10
    assert found["drivers"][0]["vehicle"] == "tank"
    assert found["sides"][0]["stock"]["tank"] == 2


def test_ticks_and_dt(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    short = as_json(capsys, scenario, "--ticks", "7")
    assert short["tick"] == 7
    coarse = as_json(capsys, scenario, "--ticks", "7", "--dt", "3")
    assert (coarse["tick"], coarse["dt"]) == (7, 3)
    assert coarse["hash"] != short["hash"]
    assert as_json(capsys, scenario, "--ticks", "7")["hash"] == short["hash"]


def test_it_ends_with_the_match(
    scenario: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "end.toml"
    text = TEXT.replace("ticks = 40", "ticks = 2000").replace('"tank"', '"jeep"\nfuel = 1')
    path.write_text(text.replace("for = 30", "for = 999") + "[[stock]]\njeeps = 0\n")
    found = as_json(capsys, str(path))
    assert (found["running"], found["winner"]) == (False, -1)
    assert 120 < found["tick"] < 2000
    assert main(["run", str(path)]) == 0
    assert "  the match is over: nobody wins\n" in capsys.readouterr().out


def test_lists_of_events_have_an_end(
    scenario: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "MAX_EVENTS", 1)
    found = as_json(capsys, scenario)
    assert (len(found["events"]), found["events_dropped"]) == (1, 1)
    monkeypatch.setattr(run_module, "MAX_LINES", 0)
    assert main(["run", scenario]) == 0
    assert "... and 2 more events\n" in capsys.readouterr().out


def test_a_long_run_says_how_far_it_is(
    scenario: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["run", scenario])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(run_module, "PROGRESS_SECONDS", -1.0)
    main(["run", scenario])
    assert capsys.readouterr().err.startswith("tick 1 of 40\ntick 2 of 40\n")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--ticks", "0"], "--ticks 0: 1 to 1000000"),
        (["--dt", "13"], "--dt 13: 1 to 12"),
        (["--every", "0", "--render", "x"], "--every 0: 1 to 1000000"),
    ],
)
def test_bad_usage(
    scenario: str, words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", scenario, *words]) == 2
    assert reason in capsys.readouterr().err
    assert not Path("x").exists()


def test_pictures_of_a_run(
    scenario: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")
    folder = tmp_path / "pictures"
    found = as_json(capsys, scenario, "--render", str(folder), "--every", "15", "--scale", "1")
    names = sorted(path.name for path in folder.iterdir())
    assert names == [f"tick{tick:07}.png" for tick in (0, 15, 30)]
    assert found["pictures"] == 3
    assert (folder / names[0]).read_bytes() != (folder / names[2]).read_bytes()
    main(["run", scenario, "--render", str(tmp_path / "few")])
    assert len(list((tmp_path / "few").iterdir())) == 1
    assert capsys.readouterr().err.endswith("few: 1 pictures\n")


def test_pictures_hold_the_whole_way(scenario: str, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")
    path, sizes = tmp_path / "x.gif", []
    text = Path(scenario).read_text(encoding="utf-8")
    for ticks in (30, 150):  # to the cell below the first, and four further on
        Path(scenario).write_text(text.replace("for = 30", f"for = {ticks}"), encoding="utf-8")
        words = ["--ticks", "200", "--every", "100", "--scale", "4", "--gif", str(path)]
        assert main(["run", scenario, *words]) == 0
        with image.open(path) as shown:
            sizes.append(shown.height)
    assert sizes[1] - sizes[0] == 4 * 4 * 32


def test_a_film_of_a_run(scenario: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")
    path = tmp_path / "x.gif"
    assert main(["run", scenario, "--gif", str(path), "--every", "10", "--dt", "4"]) == 0
    with image.open(path) as shown:
        assert shown.n_frames == 4  # ticks 0, 12, 24, 36
        found = []
        for number in range(4):
            shown.seek(number)
            found.append(shown.info["duration"])
        assert found == [190, 190, 200, 190]  # 12 ticks each, in hundredths of a second
    assert capsys.readouterr().err.endswith("x.gif: 4 pictures\n")


def test_without_pillow(
    scenario: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("uoserver.simtool.")]:
        if name.rpartition(".")[2] in (
            "frames",
            "scene",
            "canvas",
            "ground",
            "staticart",
            "movers",
        ):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert main(["run", scenario, "--gif", "x.gif"]) == 2
    assert "pip install -e '.[render]'" in capsys.readouterr().err
    assert main(["run", scenario]) == 0


class Restless:
    """Takes what the lift brings and goes ahead."""

    def __init__(self, number: int, seed: int) -> None:
        self.number, self.seed = number, seed

    def think(self, sim: Simulation) -> tuple[int, int | None]:
        if sim.state.drivers[self.number].view.mode is Mode.SELECT:
            return FIRE_A if sim.state.tick % 20 == 19 else 0, None
        return stick(UP), None


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType(MODULE)
    module.Brain = Restless  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, MODULE, module)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "what is to be played: a SCENARIO, or --map MAP"),
        (["drive", "--bots", "0"], "--bots 0: 1 to 64"),
        (["drive", "--bots", "64"], "65 drivers, at most 64"),
        (["--map", "mp_foy", "--bots", "65"], "--bots 65: 1 to 64"),
        (["drive", "--seconds", "0"], "--seconds 0: 1 to 16000"),
        (["--map", "mp_nowhere"], "mp_nowhere.bsp is nowhere in the search path"),
    ],
)
@pytest.mark.usefixtures("bots")
def test_bad_usage_of_maps_and_bots(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", *words]) == 2
    assert reason in capsys.readouterr().err


def test_seconds_are_ticks_of_sixteen_milliseconds(
    scenario: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert as_json(capsys, scenario, "--seconds", "2")["tick"] == 125
    with pytest.raises(SystemExit):
        main(["run", scenario, "--seconds", "2", "--ticks", "3"])


@pytest.mark.usefixtures("bots")
def test_bots_join_a_scenario(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    alone = as_json(capsys, scenario)
    found = as_json(capsys, scenario, "--bots", "2")
    assert [driver["side"] for driver in found["drivers"]] == [0, 1, 0]
    hit = next(event for event in found["events"] if event["event"] == "StaticHit")
    # With two players keys are read after the objects: a tick later.
    assert hit["tick"] == alone["events"][0]["tick"] + 1


def test_on_a_map_alone_everybody_waits(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "--map", "mp_foy", "--ticks", "50")
    assert (found["scenario"], found["title"]) == (None, "mp_foy")
    assert [driver["mode"] for driver in found["drivers"]] == ["select", "select"]
    assert found["tick"] == 50


@pytest.mark.usefixtures("bots")
def test_pictures_of_bots_on_a_map(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")
    for camera, size in (("overview", (1000, 768)), ("driver:3", (640, 480))):
        folder = tmp_path / camera
        words = ["--map", "mp_foy", "--bots", "4", "--seconds", "8", "--every", "250"]
        found = as_json(capsys, *words, "--render", str(folder), "--camera", camera)
        assert found["pictures"] == 3
        assert [driver["vehicle"] for driver in found["drivers"]] == ["tank"] * 4
        lines = {"overview": 2 + 4, "driver:3": 2 + 1}[camera]
        with image.open(folder / "tick0000500.png") as last:
            assert last.width == size[0]
            assert abs(last.height - (size[1] + 23 + lines * 17 + 8)) < 64
            found = {colour for _, colour in last.getcolors(1 << 20)}
        assert SIDES[1] in found


def test_the_hash_is_that_of_every_process() -> None:
    hashes = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "uoserver.sim", "run", "twoplayers", "--json"],
            env={**os.environ, "PYTHONPATH": "src", "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            cwd=Path(__file__).parents[2],
            timeout=60,
        )
        hashes.add(json.loads(done.stdout)["hash"])
    assert len(hashes) == 1
