from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.collision.maps import floor_map
from uoserver.bsp import write
from uoserver.maptool.main import main

DROP = ["--start", "-1,2,64", "--end", "-1,2,-64"]
PLAYER = ["--mins", "-15,-15,0", "--maxs", "15,15,70", "--capsule"]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "floor.bsp"
    path.write_bytes(write(floor_map().map()))
    return str(path)


def test_json(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", file, *DROP, *PLAYER, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "fraction": (64 - 0.125) / 128,
        "endpos": [-1, 2, 0.125],
        "normal": [0, 0, 1],
        "surface_flags": 5 << 20,
        "contents": 1,
        "material": "textures/test/stone",
        "entity": 1022,
        "allsolid": False,
        "startsolid": False,
        "content_names": ["solid"],
        "surface_names": [],
        "surface_type": "concrete",
    }


def test_text(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", file, *DROP]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "fraction  0.499023",
        "end       -1 2 0.125",
        "in solid  no",
        "normal    0 0 1",
        "contents  0x1 solid",
        "surface   0x500000 concrete",
        "material  textures/test/stone",
    ]


def test_a_free_way(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", file, *DROP, "--mask", "0x20"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "hit       nothing"


@pytest.mark.parametrize("mask", ["0x100000000", "-2", "two"])
def test_a_mask_has_32_bits(file: str, mask: str) -> None:
    with pytest.raises(SystemExit) as error:
        main(["trace", file, *DROP, f"--mask={mask}"])
    assert error.value.code == 2


def test_standing_in_the_floor(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    spot = ["--start=0,0,-8", "--end=0,0,-8"]
    assert main(["trace", file, *spot, "--mask", "-1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "in solid  all solid"
    assert lines[-1] == "material  none"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--start", "0,0", "--end", "0,0,0"],
        ["--start", "0,0,nan", "--end", "0,0,0"],
        ["--start", "0,0,1e9", "--end", "0,0,0"],
        [*DROP, "--mask", "player"],
        ["--start", "0,0,0"],
    ],
)
def test_bad_usage(file: str, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as error:
        main(["trace", file, *arguments])
    assert error.value.code == 2


def test_mins_above_maxs(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", file, *DROP, "--mins", "1,0,0"]) == 2
    assert "mins above maxs" in capsys.readouterr().err


def test_a_damaged_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = floor_map().map()
    source.nodes = []
    path = tmp_path / "bad.bsp"
    path.write_bytes(write(source))
    assert main(["trace", str(path), *DROP]) == 2
    assert "lump 20 (nodes)" in capsys.readouterr().err
