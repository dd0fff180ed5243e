from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bsp.factory import change, complete_map
from tests.shared import shared_path
from uoserver import maptool
from uoserver.bsp import Map, write
from uoserver.bsp.records import Patch
from uoserver.maptool.main import main


def saved(path: Path, source: Map) -> str:
    path.write_bytes(write(source))
    return str(path)


def test_a_sound_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path / "room.bsp", complete_map())
    assert main(["check", path]) == 0
    assert capsys.readouterr().out == f"{path}: 0 errors, 0 warnings\n"
    assert main(["check", "--json", path]) == 0
    assert json.loads(capsys.readouterr().out) == {"errors": 0, "warnings": 0, "findings": []}


def test_errors_and_warnings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = complete_map(bulky=False)
    change(source, "lights", 0, type=77)
    path = saved(tmp_path / "room.bsp", source)
    assert main(["check", path]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "warning: lump 30 (lights), record 0, type: 77 [light-type]",
        f"{path}: 0 errors, 1 warnings",
    ]
    change(source, "leaf_brushes", 1, to=9)
    path = saved(tmp_path / "room.bsp", source)
    assert main(["check", path]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "error: lump 22 (leaf_brushes), record 1, brush: 9, there are 3 brushes [leaf-brush]",
        "warning: lump 30 (lights), record 0, type: 77 [light-type]",
        f"{path}: 1 errors, 1 warnings",
    ]
    assert main(["check", "--json", path]) == 1
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (result["errors"], result["warnings"]) == (1, 1)
    assert result["findings"][0] == {
        "severity": "error",
        "lump": 22,
        "record": 1,
        "field": "brush",
        "value": 9,
        "rule": "leaf-brush",
        "message": "lump 22 (leaf_brushes), record 1, brush: 9, there are 3 brushes",
    }


def test_a_cut_file_has_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cut.bsp"
    path.write_bytes(write(complete_map(bulky=False))[:200])
    assert main(["check", str(path)]) == 1
    assert "[file-size]" in capsys.readouterr().out


def test_a_curve_that_no_clip_model_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = complete_map(bulky=False)
    change(source, "patches", 0, to=Patch.curve(1, 3, 3, 0, 0))
    path = saved(tmp_path / "bent.bsp", source)
    assert main(["check", path]) == 1
    problem = "lump 24 (patches), record 0: curve of more than 129 points with error 0"
    assert capsys.readouterr().out.splitlines() == [
        f"error: {problem} [clip-model]",
        f"{path}: 1 errors, 0 warnings",
    ]
    assert main(["check", "--json", path]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert finding == {
        "severity": "error",
        "lump": 24,
        "record": 0,
        "field": None,
        "value": None,
        "rule": "clip-model",
        "message": problem,
    }


def test_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path / "none.bsp")]) == 2
    assert capsys.readouterr().err.startswith("check: ")
    with pytest.raises(SystemExit) as caught:
        main(["check"])
    assert caught.value.code == 2


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["check", "--help"])
    assert caught.value.code == 0
    assert "Exit code 1 means errors" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["empty", "bmw", "brmap2_a", "pv_mini_harbor"])
def test_real_maps(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json", str(shared_path(f"maps/{name}.bsp"))]) == 0
    assert json.loads(capsys.readouterr().out)["errors"] == 0


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device that never ends")
def test_what_never_ends_is_no_map(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maptool, "MAX_MAP_SIZE", 1000)
    assert main(["check", "/dev/zero"]) == 2
    assert "at most 1000 bytes" in capsys.readouterr().err
