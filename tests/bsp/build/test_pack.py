from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from tests.bsp.build.sources import hull, world
from uoserver.bsp import write
from uoserver.bsp.build import build_map, pack
from uoserver.bsp.build.pack import MAP_NAME, main, make_pack

SOURCE = world(hull((0, 0, 0), (512, 512, 512)))


def test_a_pack_has_no_trace_of_when_and_where() -> None:
    data = make_pack("maps/mp/x.bsp", b"1234")
    assert data == make_pack("maps/mp/x.bsp", b"1234")
    (entry,) = zipfile.ZipFile(io.BytesIO(data)).infolist()
    assert entry.filename == "maps/mp/x.bsp"
    assert entry.date_time == (1980, 1, 1, 0, 0, 0)
    assert (entry.compress_type, entry.create_system) == (zipfile.ZIP_STORED, 3)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.map").write_text(SOURCE)
    monkeypatch.setattr(pack, "SOURCE", tmp_path / "x.map")
    assert main([str(tmp_path / "x.pk3")]) == 0
    expected = make_pack(MAP_NAME, write(build_map(SOURCE).map))
    assert (tmp_path / "x.pk3").read_bytes() == expected


@pytest.mark.parametrize("source", ["", None])
def test_what_cannot_be_built(
    source: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if source is not None:
        (tmp_path / "x.map").write_text(source)
    monkeypatch.setattr(pack, "SOURCE", tmp_path / "x.map")
    assert main([str(tmp_path / "x.pk3")]) == 2
    assert capsys.readouterr().err
    assert not (tmp_path / "x.pk3").exists()
