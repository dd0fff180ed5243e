from __future__ import annotations

from pathlib import Path

import pytest

from uoserver.simtool.main import main


def test_a_scenario_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "s.toml"
    path.write_text('title = "Small"\nat = [10, 20]\nmap = """\n0~\n.b\n"""\n')
    assert main(["show", str(path)]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[:7] == ["Small", "", "     10", " 19 ....", " 20 .0~.", " 21 ..b.", " 22 ...."]
    assert "b  bush" in lines
    assert "driver 0, side 0: in the bunker" in lines
    assert lines[-2] == "side 1: in stock tank 3, jeep 8, msv 3, helicopter 3, mines 30"
