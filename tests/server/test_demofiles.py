"""The folder of demos: names that never overwrite, and limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from uoserver.files.errors import FileNameError
from uoserver.server import demofiles
from uoserver.server.demofiles import DemoFile, DemoFolder


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def made(folder: DemoFolder, stem: str, data: bytes = b"x") -> str:
    file = DemoFile(folder, stem)
    file.write(data)
    file.close()
    return file.name


def test_numbers_go_on_behind_those_there(tmp_path: Path) -> None:
    path = tmp_path / "new" / "demos"
    assert made(DemoFolder(path), "mp_foy_3") == "mp_foy_3_0001.dm_3"
    (path / "other_0041.DM_3").write_bytes(b"")
    (path / "2000.txt").write_bytes(b"")
    (path / "x_99999999999.dm_3").write_bytes(b"")
    folder = DemoFolder(path)
    folder.look()
    assert made(folder, "mp_foy_3") == "mp_foy_3_0042.dm_3"
    assert made(folder, "mp_foy_4") == "mp_foy_4_0043.dm_3"


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    folder = DemoFolder(tmp_path)  # which has not looked
    (tmp_path / "a_0001.dm_3").write_bytes(b"kept")
    assert made(folder, "a") == "a_0002.dm_3"
    assert (tmp_path / "a_0001.dm_3").read_bytes() == b"kept"
    for number in range(3, 3 + demofiles.MAX_TRIES):
        (tmp_path / f"a_{number:04d}.dm_3").write_bytes(b"")
    with pytest.raises(FileExistsError):
        made(folder, "a")
    assert made(folder, "a")


def test_a_file_is_made_when_it_is_written_to(tmp_path: Path) -> None:
    folder = DemoFolder(tmp_path / "demos")
    folder.look()
    file = DemoFile(folder, "a")
    file.close()
    assert file.name == ""
    assert not (tmp_path / "demos").exists()
    file.write(b"abc")
    file.write(b"de")
    assert file.size == 5
    file.close()
    file.close()
    assert (tmp_path / "demos" / "a_0001.dm_3").read_bytes() == b"abcde"


def test_a_file_without_a_byte_is_taken_away(tmp_path: Path) -> None:
    folder = DemoFolder(tmp_path)
    file = DemoFile(folder, "a")
    file.open()
    assert names(tmp_path) == ["a_0001.dm_3"]
    file.close()
    file.close()
    assert (names(tmp_path), file.name) == ([], "")
    assert made(folder, "a") == "a_0002.dm_3"


@pytest.mark.parametrize("stem", ["../a", "a/b", "/a", "a\\b", "c:a", "con.x", "a\0", "x" * 250])
def test_a_name_that_could_leave_the_folder_is_refused(tmp_path: Path, stem: str) -> None:
    with pytest.raises(FileNameError):
        DemoFile(DemoFolder(tmp_path), stem)


def test_bytes_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demofiles, "MAX_FOLDER_BYTES", 10)
    (tmp_path / "old_0001.dm_3").write_bytes(bytes(4))
    (tmp_path / "no_demo.txt").write_bytes(bytes(100))
    folder = DemoFolder(tmp_path)
    folder.look()
    file = DemoFile(folder, "a")
    file.write(bytes(6))
    with pytest.raises(OSError, match="demos take"):
        file.write(b"x")
    file.close()
    assert (tmp_path / file.name).read_bytes() == bytes(6)
    (tmp_path / "old_0001.dm_3").unlink()
    folder.look()
    made(folder, "b", bytes(4))


def test_files_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demofiles, "MAX_FILES", 3)
    made(DemoFolder(tmp_path), "a")
    folder = DemoFolder(tmp_path)
    folder.look()
    made(folder, "a")
    made(folder, "a")
    with pytest.raises(OSError, match="there are 3 demos"):
        made(folder, "a")
    assert len(names(tmp_path)) == 3
    (tmp_path / "a_0009.dm_3").write_bytes(b"")
    folder.look()
    assert folder._files == 3  # it stops where there are too many
    with pytest.raises(OSError, match="there are 3 demos"):
        made(folder, "a")


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "demos").write_bytes(b"")
    with pytest.raises(OSError, match="demos"):
        made(DemoFolder(tmp_path / "demos"), "a")
