from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bsp.factory import change, complete_map, make_map
from tests.shared import shared_path
from tests.survey.lands import yard
from uoserver.bsp import write
from uoserver.maptool.main import main


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "room.bsp"
    path.write_bytes(write(complete_map()))
    return path


def test_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", "--json", str(file)]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert set(result) == {
        *("version", "lumps", "entities", "spawn_points", "bounds"),
        *("pads", "flags", "way", "notes"),
    }
    assert result["version"] == 59
    assert [lump["index"] for lump in result["lumps"]] == list(range(33))
    lumps = {lump["name"]: (lump["bytes"], lump["count"]) for lump in result["lumps"]}
    assert lumps["materials"] == (216, 3)
    assert lumps["lightmaps"] == (786_432, 1)
    assert lumps["unknown_5"] == (4, None)
    assert lumps["visibility"] == (11, 3)
    assert lumps["entities"][1] == 4
    assert lumps["light_cache"] == (3_145_728, 262_144)
    assert result["entities"] == {
        "mp_teamdeathmatch_intermission": 1,
        "mp_teamdeathmatch_spawn": 1,
        "script_vehicle": 1,
        "worldspawn": 1,
    }
    assert result["spawn_points"] == {
        "mp_teamdeathmatch_intermission": 1,
        "mp_teamdeathmatch_spawn": 1,
    }
    assert result["bounds"] == [[-256, -256, -64], [256, 256, 256]]


def test_text(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{file}: IBSP 59, {file.stat().st_size} bytes"
    assert lines[1] == "bounds: -256 -256 -64 to 256 256 256"
    assert lines[3].split() == ["0", "materials", "216", "3"]
    assert "entities: 4" in lines
    assert "       1 script_vehicle" in lines
    assert "spawn points: 2" in lines


def test_maps_without_bounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "room.bsp"
    source = complete_map(bulky=False)
    change(source, "models", 0, mins=(float("nan"), 0.0, 0.0))
    for data in (make_map({}), write(source)):
        path.write_bytes(data)
        assert main(["info", "--json", str(path)]) == 0
        assert json.loads(capsys.readouterr().out)["bounds"] is None
        assert main(["info", str(path)]) == 0
        assert "bounds:" not in capsys.readouterr().out


def test_unreadable_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "junk.bsp"
    path.write_bytes(b"junk")
    assert main(["info", str(path)]) == 2
    assert main(["info", str(tmp_path / "none.bsp")]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert "IBSP" in output.err


def test_a_real_map(capsys: pytest.CaptureFixture[str]) -> None:
    path = shared_path("maps/pv_mini_harbor.bsp")
    assert main(["info", "--json", str(path)]) == 0
    result = json.loads(capsys.readouterr().out)
    counts = {lump["name"]: lump["count"] for lump in result["lumps"]}
    assert (counts["brushes"], counts["patches"], counts["models"]) == (1461, 127, 8)
    assert result["spawn_points"]["mp_searchanddestroy_spawn_allied"] == 18
    assert result["bounds"][0] == [-736, -2656, -1152]
    assert result["pads"] == {"allies": [[2176, -896]], "axis": [[1664, 128]]}
    assert result["way"] == 0
    assert len(result["flags"]["axis"]) == 1
    assert any("no way for a jeep" in note for note in result["notes"])


def test_pads_flags_and_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "yard.bsp"
    path.write_bytes(write(yard().map()))
    assert main(["info", "--json", str(path)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["pads"] == {"allies": [[-1152, 128]], "axis": [[1152, 128]]}
    assert result["flags"] == {"allies": [[-640, 128]], "axis": [[640, 128]]}
    assert result["way"] == 2560
    assert result["notes"] == []
    assert main(["info", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "pads of the allies: -1152 128" in lines
    assert "flags of the axis: 640 128" in lines
    assert "way for a jeep of 2560 units joins the pads" in lines


def test_maps_without_a_match(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", "--json", str(file)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["pads"], result["flags"], result["way"]) == (None, None, None)
    assert len(result["notes"]) == 1
    assert main(["info", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("no match can be played here: ")
