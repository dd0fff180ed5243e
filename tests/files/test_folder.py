from __future__ import annotations

import os
from pathlib import Path

import pytest

from uoserver.files.errors import FileMissingError, FileReadError, FileTooLargeError
from uoserver.files.folder import Folder


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    (tmp_path / "Maps" / "MP").mkdir(parents=True)
    (tmp_path / "Maps" / "MP" / "A.bsp").write_bytes(b"mixed")
    (tmp_path / "maps" / "mp").mkdir(parents=True, exist_ok=True)
    (tmp_path / "maps" / "mp" / "b.BSP").write_bytes(b"lower")
    return Folder(tmp_path)


def test_exact_then_any_case(folder: Folder) -> None:
    assert folder.read("Maps/MP/A.bsp") == b"mixed"
    assert folder.read("maps/mp/b.BSP") == b"lower"
    assert folder.read("maps/mp/B.bsp") == b"lower"


def test_exact_name_wins(tmp_path: Path) -> None:
    (tmp_path / "A.cfg").write_bytes(b"upper")
    (tmp_path / "a.cfg").write_bytes(b"lower")
    if len(list(tmp_path.iterdir())) == 1:
        pytest.skip("this file system does not tell letter case apart")
    assert Folder(tmp_path).read("a.cfg") == b"lower"
    assert Folder(tmp_path).read("A.cfg") == b"upper"


def test_missing(folder: Folder) -> None:
    for name in ("x", "maps", "maps/mp/a.bsp/x", "a" * 255):
        with pytest.raises(FileMissingError):
            folder.read(name)
    with pytest.raises(FileMissingError):
        Folder(folder.root / "no such folder").read("x")


def test_size_limit(folder: Folder) -> None:
    assert folder.read("maps/mp/b.BSP", limit=5) == b"lower"
    with pytest.raises(FileTooLargeError):
        folder.read("maps/mp/b.BSP", limit=4)


def test_list_joins_folders_that_differ_in_case(folder: Folder) -> None:
    assert folder.list("maps/mp", ".bsp") == ["A.bsp", "b.BSP"]
    assert folder.list("maps/mp", ".cfg") == []
    assert folder.list("gone", ".bsp") == []


def test_list_of_the_game_folder_itself(tmp_path: Path) -> None:
    (tmp_path / "pak1.PK3").write_bytes(b"")
    (tmp_path / "folder.pk3").mkdir()
    assert Folder(tmp_path).list("", ".pk3") == ["pak1.PK3"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.cfg")
    with pytest.raises(FileMissingError):
        Folder(tmp_path).read("pipe.cfg")


def test_links_of_the_host_are_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.bsp").write_bytes(b"1")
    root = tmp_path / "uo"
    root.mkdir()
    try:
        (root / "maps").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no links")
    assert Folder(root).read("maps/x.bsp") == b"1"


def test_unreadable(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(FileReadError, match="Permission denied"):
        folder.read("maps/mp/b.BSP")
