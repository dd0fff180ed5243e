from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from tests.bsp.build.sources import box, hull, world
from uoserver.bsp import check, read
from uoserver.maptool import build
from uoserver.maptool.main import main

GOOD = world(hull((0, 0, 0), (1024, 1024, 512)), box((64, 64, 0), (128, 128, 64), "textures/a/b"))
BAD = GOOD.replace("textures/a/b", "(", 1)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "mp_yard.map"
    path.write_text(GOOD, "latin-1")
    return path


def test_a_map(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mp_yard.bsp"
    assert main(["build", str(source), "-o", str(out)]) == 0
    assert check(out.read_bytes()) == []
    assert read(out.read_bytes()).visibility is not None
    told = capsys.readouterr()
    assert told.out == ""
    assert f"{source}:52: warning: material textures/a/b is not defined" in told.err
    assert f"{out}: {out.stat().st_size} bytes, 1 entities, 7 brushes" in told.err


def test_without_visibility(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.bsp"
    assert main(["build", str(source), "-o", str(out), "--no-vis"]) == 0
    assert read(out.read_bytes()).visibility is None


def test_a_pack(source: Path, tmp_path: Path) -> None:
    out, plain = tmp_path / "mp_other.pk3", tmp_path / "mp_other.bsp"
    assert main(["build", str(source), "-o", str(out)]) == 0
    assert main(["build", str(source), "-o", str(plain)]) == 0
    with zipfile.ZipFile(out) as pack:
        assert pack.namelist() == ["maps/mp/mp_other.bsp"]
        assert pack.read("maps/mp/mp_other.bsp") == plain.read_bytes()


def test_a_map_that_no_server_takes_is_not_written(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    points = [
        [f"( {x} {y} {120_000 * (x == 64)} 0 0 )" for y in (0, 64, 128)] for x in (0, 64, 128)
    ]
    rows = "\n".join(f"( {' '.join(column)} )" for column in points)
    curve = f"{{\npatchDef2\n{{\na/b\n( 3 3 0 0 0 )\n(\n{rows}\n)\n}}\n}}\n"
    source.write_text(world(hull((0, 0, 0), (1024, 1024, 512)), curve), "latin-1")
    out = tmp_path / "out.bsp"
    assert main(["build", str(source), "-o", str(out), "--no-vis", "--json"]) == 1
    told = capsys.readouterr()
    problem = "lump 24 (patches), record 0: curve of more than 129 points with error 8"
    assert f"{source}: the map would have an error: {problem} [clip-model]\n" in told.err
    assert json.loads(told.out) == {"problems": [{"line": None, "message": problem}]}
    assert not out.exists()


def test_json(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.bsp"
    assert main(["build", str(source), "-o", str(out), "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["file"] == str(out)
    assert summary["bytes"] == out.stat().st_size
    assert (summary["brushes"], summary["models"], summary["patches"]) == (7, 1, 0)
    assert summary["clusters"] >= 1
    assert [warning["line"] for warning in summary["warnings"]] == [52]


def test_problems_name_their_lines_and_nothing_is_written(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source.write_text(BAD)
    out = tmp_path / "out.bsp"
    out.write_bytes(b"before")
    assert main(["build", str(source), "-o", str(out), "--json"]) == 1
    told = capsys.readouterr()
    assert f"{source}:52: expected a material" in told.err
    (problem,) = json.loads(told.out)["problems"]
    assert problem["line"] == 52
    assert out.read_bytes() == b"before"
    assert {path.name for path in tmp_path.iterdir()} == {"mp_yard.map", "out.bsp"}


def test_bad_usage(
    source: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = str(tmp_path / "out.bsp")
    assert main(["build", str(tmp_path / "none.map"), "-o", out]) == 2
    assert main(["build", str(source), "-o", str(tmp_path / "no" / "out.bsp")]) == 2
    assert main(["build", str(source), "-o", str(source)]) == 2
    assert "the source itself" in capsys.readouterr().err
    assert source.read_text() == GOOD
    with pytest.raises(SystemExit) as error:
        main(["build", str(source)])
    assert error.value.code == 2
    monkeypatch.setattr(build, "MAX_SOURCE", 100)
    assert main(["build", str(source), "-o", out]) == 2
    assert "at most 100 bytes" in capsys.readouterr().err


def test_outputs_are_looked_at_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "none" / "x.png"
    assert main(["build", "none.map", "-o", str(out)]) == 2
    assert capsys.readouterr().err == f"build: {out}: its folder does not exist\n"
    with pytest.raises(SystemExit):
        main(["build", "none.map", "-o", ""])
    assert "an empty name" in capsys.readouterr().err
