from __future__ import annotations

from pathlib import Path

import pytest

from uoserver.commandline import CommandError
from uoserver.sim.levels.rfm import MAX_FILE, RfmError, RfmMap, write_rfm
from uoserver.sim.levels.scenario import start
from uoserver.sim.levels.scenariofields import ScenarioError
from uoserver.simtool.source import load, shipped


def test_shipped_ones_have_names() -> None:
    assert shipped() == ["boat", "drive", "flight", "sink", "supply", "twoplayers"]
    assert load("boat").title == "A jeep crosses a stream as a boat"


def test_a_file_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "boat").write_text("title = 'mine'")
    monkeypatch.chdir(tmp_path)
    assert load("boat").title == "mine"


def test_maps_are_known_by_how_they_begin(tmp_path: Path) -> None:
    tiles = bytearray(128 * 128)
    tiles[0], tiles[1] = 57, 220
    path = tmp_path / "Hill [T7].bin"
    path.write_bytes(write_rfm(RfmMap(bytes(tiles), title="Hill", tanks=1)))
    scenario = load(str(path))
    assert scenario.title == "Hill"
    assert start(scenario).state.sides[0].stock[0] == 7


def test_faults_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    for data, kind, reason in (
        (b"ticks = 0", ScenarioError, "ticks"),
        (b"\xff\xfe", CommandError, "neither"),
        (b"wrl", RfmError, "header"),
        (write_rfm(RfmMap()), ScenarioError, "no pad"),
        (bytes(MAX_FILE + 1), CommandError, "more than"),
    ):
        path.write_bytes(data)
        with pytest.raises(kind, match=f"x.toml: .*{reason}"):
            load(str(path))
    with pytest.raises(FileNotFoundError):
        load(str(tmp_path / "none"))
    with pytest.raises(FileNotFoundError):
        load("../scenarios/boat")
