from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.maptool.planmaps import MapMaker, field
from tests.shared import shared_path
from uoserver.bsp import write
from uoserver.maptool.main import main

Image = pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")


def furnished() -> MapMaker:
    maker = field()
    maker.entity(classname="mp_uo_spawn_allies", origin="-256 0 8", angles="0 0 0")
    maker.entity(classname="mp_uo_spawn_axis", origin="256 0 8", angles="0 180 0")
    maker.entity(classname="mp_deathmatch_spawn", origin="0 128 8", angles="0 90 0")
    maker.entity(classname="mp_ctf_intermission", origin="0 -200 300")
    maker.entity(classname="script_vehicle", origin="0 -64 8", angles="0 90 0")
    maker.inline((-32.0, -32.0, 0.0), (32.0, 32.0, 64.0))
    maker.entity(classname="trigger_multiple", model="*1", origin="-400 100 0")
    return maker


def render(path: Path, maker: MapMaker, *words: str) -> Any:
    (path / "m.bsp").write_bytes(write(maker.map))
    assert main(["render", str(path / "m.bsp"), "-o", str(path / "m.png"), *words]) == 0
    return Image.open(path / "m.png").convert("RGB")


def place(x: float, y: float) -> tuple[int, int]:
    """The pixel of a place on the field at 512 pixels: two units each."""
    return round((x + 512) / 2), round((256 - y) / 2)


def test_marks_are_where_the_map_has_them(tmp_path: Path) -> None:
    picture = render(tmp_path, furnished(), "--size", "512")
    red, green, blue = picture.getpixel(place(-256, 0))
    assert green > red + 40
    assert green > blue + 40
    red, green, blue = picture.getpixel(place(256, 0))
    assert red > green + 80
    assert red > blue + 80
    red, green, blue = picture.getpixel(place(0, 128))
    assert min(red, green) > blue + 80
    red, green, blue = picture.getpixel(place(0, -200))
    assert blue > red + 80
    red, green, blue = picture.getpixel(place(0, -64))
    assert red > 200 > green > blue
    # The vehicle looks north: longer that way, and no wider than it is.
    assert picture.getpixel(place(0, 0)) == picture.getpixel(place(0, -64))
    assert picture.getpixel(place(80, -64)) != picture.getpixel(place(0, -64))
    # The outline of the model stands around its origin, nothing in its middle.
    red, green, blue = picture.getpixel(place(-432, 100))
    assert min(red, blue) > green + 60
    assert picture.getpixel(place(-400, 100)) == picture.getpixel(place(-300, 200))


def test_a_spawn_mark_points_where_it_looks(tmp_path: Path) -> None:
    picture = render(tmp_path, furnished(), "--size", "512")
    ground = picture.getpixel(place(-480, -240))
    x, y = place(-256, 0)
    assert sum(picture.getpixel((x + 7, y))) < sum(ground) / 2
    assert picture.getpixel((x - 7, y)) == ground


def test_collision_models_of_vehicles_are_not_marked(tmp_path: Path) -> None:
    maker = field()
    maker.inline((-32.0, -32.0, 0.0), (32.0, 32.0, 64.0))
    maker.entity(classname="script_vehicle_collmap", model="*1", targetname="xmodel/x")
    picture = render(tmp_path, maker, "--size", "512")
    assert len(picture.crop((0, 0, 512, 256)).getcolors()) == 1


def test_the_legend_lies_below_the_plan(tmp_path: Path) -> None:
    picture = render(tmp_path, furnished(), "--size", "512")
    assert picture.width == 512
    assert picture.height > 256 + 60
    paper = picture.getpixel((511, picture.height - 1))
    assert min(paper) > 230
    assert picture.getpixel((1, 257)) == paper
    written = {picture.getpixel((x, y)) for x in range(300) for y in range(258, picture.height)}
    assert len(written) > 20


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = render(tmp_path, furnished(), "--size", "512", "--json")
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert answer == {
        "file": str(tmp_path / "m.bsp"),
        "output": str(tmp_path / "m.png"),
        "width": picture.width,
        "height": picture.height,
        "units_per_pixel": 2.0,
        "mins": [-512.0, -256.0, 0.0],
        "maxs": [512.0, 256.0, 0.0],
        "faces": 1,
        "spawn_points": {"allies": 1, "axis": 1, "any": 1},
        "vehicles": 1,
        "models": 1,
        "match": None,
    }


def test_without_json_only_the_error_stream_speaks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = render(tmp_path, field(), "--size", "64")
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"{tmp_path / 'm.png'}: {picture.width} x {picture.height} pixels\n"


@pytest.mark.parametrize("size", ["63", "4097", "-1"])
def test_sizes_out_of_range(tmp_path: Path, size: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.bsp").write_bytes(write(field().map))
    words = ["render", str(tmp_path / "m.bsp"), "-o", str(tmp_path / "m.png"), f"--size={size}"]
    assert main(words) == 2
    assert capsys.readouterr().err == f"render: --size {size}: 64 to 4096\n"
    assert not (tmp_path / "m.png").exists()


def test_unreadable_files_and_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "junk.bsp").write_bytes(b"IBSP" + bytes(300))
    (tmp_path / "m.bsp").write_bytes(write(field().map))
    for name, picture in (("junk.bsp", "m.png"), ("no.bsp", "m.png"), ("m.bsp", "no/m.png")):
        assert main(["render", str(tmp_path / name), "-o", str(tmp_path / picture)]) == 2
        err = capsys.readouterr().err
        assert err.startswith("render: ")
        assert err.count("\n") == 1


def test_the_suffix_says_the_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.bsp").write_bytes(write(field().map))
    words = ["render", str(tmp_path / "m.bsp"), "--size", "64", "-o"]
    for name, wanted in (("m.png", "PNG"), ("m.jpg", "JPEG"), ("m.webp", "WEBP")):
        assert main([*words, str(tmp_path / name)]) == 0
        with Image.open(tmp_path / name) as picture:
            assert picture.format == wanted
    capsys.readouterr()
    assert main([*words, str(tmp_path / "m.txt")]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"render: {tmp_path / 'm.txt'}: no suffix of a picture: .png, .jpg, ")
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"m.bsp", "m.png", "m.jpg", "m.webp"}


def test_without_pillow_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "m.bsp").write_bytes(write(field().map))
    monkeypatch.delitem(sys.modules, "uoserver.maptool.planmarks", raising=False)
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert main(["render", str(tmp_path / "m.bsp"), "-o", str(tmp_path / "m.png")]) == 2
    assert (
        capsys.readouterr().err
        == "render: pictures need Pillow: python -m pip install -e '.[render]'\n"
    )


@pytest.mark.parametrize(
    ("name", "points", "vehicles", "models"),
    [
        ("empty", {"allies": 0, "axis": 0, "any": 2}, 0, 0),
        ("bmw", {"allies": 0, "axis": 0, "any": 2}, 1, 0),
        ("brmap2_a", {"allies": 0, "axis": 2, "any": 44}, 0, 6),
        ("pv_mini_harbor", {"allies": 18, "axis": 18, "any": 9}, 0, 7),
    ],
)
def test_real_maps(
    name: str,
    points: dict[str, int],
    vehicles: int,
    models: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    source = shared_path(f"maps/{name}.bsp")
    started = time.monotonic()
    words = ["render", str(source), "-o", str(tmp_path / "m.png"), "--size", "400", "--json"]
    assert main(words) == 0
    assert time.monotonic() - started < 20
    answer = json.loads(capsys.readouterr().out)
    assert answer["spawn_points"] == points
    assert (answer["vehicles"], answer["models"]) == (vehicles, models)
    picture = Image.open(tmp_path / "m.png").convert("RGB")
    assert max(picture.size) >= 400
    if name not in ("empty", "bmw"):
        assert len(picture.getcolors(1 << 24)) > 300, "relief shows"


def test_outputs_are_looked_at_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "none" / "x.png"
    assert main(["render", "none.bsp", "-o", str(out)]) == 2
    assert capsys.readouterr().err == f"render: {out}: its folder does not exist\n"
    with pytest.raises(SystemExit):
        main(["render", "none.bsp", "-o", ""])
    assert "an empty name" in capsys.readouterr().err
