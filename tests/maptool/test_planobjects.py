from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.maptool.planmaps import field
from tests.survey.lands import yard
from uoserver.bsp import write
from uoserver.maptool.main import main

Image = pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

STATICS = (
    *((-896.0, -384.0, "TOWER", "allies"), (-384.0, -128.0, "WALL_V", "axis")),
    *((-384.0, 384.0, "GATE_H", "allies"), (0.0, -384.0, "FUEL_S", "axis")),
    *(
        (384.0, -384.0, "BNKR_S", "axis"),
        (384.0, 384.0, "BRIDGE_V", ""),
        (896.0, 384.0, "TREE_S", ""),
    ),
)


def furnished(path: Path) -> str:
    land = yard()
    for x, y, kind, team in STATICS:
        land.entity("uo_static", (x, y, 8.0), type=kind, team=team)
    land.entity("script_vehicle", (0.0, 128.0, 8.0))
    (path / "m.bsp").write_bytes(write(land.map()))
    return str(path / "m.bsp")


def render(path: Path, *words: str) -> Any:
    assert (
        main(["render", furnished(path), "-o", str(path / "m.png"), "--size", "768", *words]) == 0
    )
    return Image.open(path / "m.png").convert("RGB")


def place(x: float, y: float, dx: float = 0.0, dy: float = 0.0) -> tuple[int, int]:
    """The pixel in the cell of a place, so many units to the east and north of its middle."""
    column, row = x // 256 * 256 + 128 + dx, y // 256 * 256 + 128 + dy
    return round((column + 1536) / 4), round((512 - row) / 4)


def is_green(color: tuple[int, int, int]) -> bool:
    return color[1] > color[0] + 40 and color[1] > color[2] + 40


def is_red(color: tuple[int, int, int]) -> bool:
    return color[0] > color[1] + 80 and color[0] > color[2] + 80


def test_signs_stand_where_a_match_has_them(tmp_path: Path) -> None:
    picture = render(tmp_path, "--match")

    def seen(x: float, y: float, dx: float = 0.0, dy: float = 0.0) -> Any:
        return picture.getpixel(place(x, y, dx, dy))

    assert is_green(seen(-1152.0, 128.0, dx=-92))  # the ring on a pad
    assert is_red(seen(1152.0, 128.0, dx=-92))
    assert is_green(seen(-640.0, 128.0, dx=10, dy=76))  # the cloth of a flag
    assert is_red(seen(640.0, 128.0, dx=10, dy=76))
    assert is_green(seen(-896.0, -384.0, dx=-60))
    assert is_red(seen(0.0, -384.0, dx=-70))
    assert is_red(seen(384.0, -384.0))
    red, green, blue = seen(384.0, 384.0, dx=40)
    assert red > green > blue + 30  # planks
    red, green, blue = seen(896.0, 384.0)
    assert green > max(red, blue) + 30
    # A wall runs the way its name says, a gate has a gap.
    assert is_red(seen(-384.0, -128.0, dy=100))
    assert not is_red(seen(-384.0, -128.0, dx=100))
    assert is_green(seen(-384.0, 384.0, dx=100))
    assert not is_green(seen(-384.0, 384.0))


def test_what_the_map_has_is_left_out(tmp_path: Path) -> None:
    plain, match = render(tmp_path), render(tmp_path, "--match")
    vehicle = place(0.0, 128.0, dx=-128, dy=0)
    assert plain.getpixel(vehicle)[0] > 200 > plain.getpixel(vehicle)[1]
    assert match.getpixel(vehicle) == match.getpixel(place(0.0, 128.0, dx=80))
    assert match.height > plain.height  # its legend has a line more


def test_the_legend_goes_on_in_the_next_line(tmp_path: Path) -> None:
    picture = render(tmp_path, "--match")
    signs = picture.crop((0, 256, 768, picture.height))
    rows = {
        y
        for y in range(signs.height)
        if any(
            is_green(signs.getpixel((x, y))) or is_red(signs.getpixel((x, y))) for x in range(768)
        )
    }
    assert max(rows) - min(rows) > 13 * 1.45
    edge = signs.crop((764, 0, 768, signs.height)).getcolors()
    assert len(edge) == 1  # nothing is cut off


def test_what_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    render(tmp_path, "--match", "--json")
    told = json.loads(capsys.readouterr().out.splitlines()[-1])["match"]
    assert told == {
        "pad": 2,
        "flag building": 2,
        "tower": 1,
        "wall": 1,
        "gate": 1,
        "fuel, ammunition": 1,
        "house": 1,
        "bridge": 1,
        "bush, tree, rock": 1,
        "other": 0,
    }
    render(tmp_path, "--json")
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["match"] is None


def test_a_map_without_a_match_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "m.bsp").write_bytes(write(field().map))
    assert main(["render", str(tmp_path / "m.bsp"), "-o", str(tmp_path / "m.png"), "--match"]) == 2
    assert not (tmp_path / "m.png").exists()
    assert capsys.readouterr().err.count("\n") == 1
