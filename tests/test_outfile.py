from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from uoserver.outfile import check_file, clear_parts, make_folder, output_path, write_file


def test_writing_and_overwriting(tmp_path: Path) -> None:
    path = tmp_path / ("o" * 250)  # a name that leaves no room for additions
    write_file(path, b"one")
    write_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")

    def fail(_: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_told_with_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match=r"No space left.*/out'$"):
        write_file(tmp_path / "out", b"new")


def test_a_link_stays_one(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    for data in (b"old", b"new"):  # it leads nowhere at first
        write_file(link, data)
        assert link.is_symlink()
        assert target.read_bytes() == data


@pytest.fixture
def bad(tmp_path: Path) -> Iterator[dict[str, Path]]:
    """Places where no file is to be written, and why."""
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    (tmp_path / "astray").symlink_to(tmp_path / "none" / "out")
    yield {
        "folder does not exist": tmp_path / "astray",
        "Is a directory": tmp_path,
        "its folder does not exist": tmp_path / "none" / "out",
        "Not a directory": tmp_path / "file" / "out",
        "Too many levels of symbolic links": tmp_path / "circle",
        "File name too long": tmp_path / ("o" * 300),
        "is no regular file": tmp_path / "link",
        "exists and is no regular file": tmp_path / "pipe",
    }
    assert (tmp_path / "pipe").is_fifo()


def test_what_cannot_be_written_is_refused_by_its_name(bad: dict[str, Path]) -> None:
    for reason, path in bad.items():
        for call in (check_file, lambda path: write_file(path, b"new")):
            with pytest.raises(OSError, match=f"{reason}.*{re.escape(str(path))}'?$"):
                call(path)


def test_devices_stay_what_they_are() -> None:
    with pytest.raises(OSError, match="is no regular file"):
        write_file(Path(os.devnull), b"new")


def test_checking_writes_nothing(tmp_path: Path) -> None:
    check_file(tmp_path / "new")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "old").write_bytes(b"old")
    check_file(tmp_path / "old")
    assert (tmp_path / "old").read_bytes() == b"old"


def test_folders_that_may_not_be_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: (path, mode) != (tmp_path, 3))
    for call, path in ((check_file, tmp_path / "new"), (make_folder, tmp_path)):
        with pytest.raises(OSError, match=f"cannot be written to.*{re.escape(str(path))}"):
            call(path)


def test_folders_are_made(tmp_path: Path) -> None:
    for _ in range(2):
        make_folder(tmp_path / "a" / "b")
        assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "astray").symlink_to(tmp_path / "none")
    for reason, path in (
        ("File exists", tmp_path / "file"),
        ("File exists", tmp_path / "astray" / "a"),
        ("Not a directory", tmp_path / "file" / "a" / "b"),
    ):
        with pytest.raises(OSError, match=f"{reason}.*{re.escape(str(path))}'?$"):
            make_folder(path)


def test_an_empty_name_is_no_path() -> None:
    assert output_path("a/b") == Path("a/b")
    with pytest.raises(argparse.ArgumentTypeError, match="an empty name"):
        output_path("")


def test_what_another_process_left_is_not_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a container the process that was killed over a write had the same id."""
    monkeypatch.setattr(os, "getpid", lambda: 1)
    parts: list[Path] = []
    real = Path.replace
    monkeypatch.setattr(Path, "replace", lambda part, _: parts.append(part))
    for _ in range(2):
        write_file(tmp_path / "out", b"killed before it was named")
    assert len(set(parts)) == 2
    monkeypatch.setattr(Path, "replace", real)
    write_file(tmp_path / "out", b"new")
    assert (tmp_path / "out").read_bytes() == b"new"


def test_the_folder_is_synced_behind_the_new_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[bool, bool]] = []
    path = tmp_path / "out"

    def sync(descriptor: int) -> None:
        is_folder = os.path.samestat(os.fstat(descriptor), tmp_path.stat())
        synced.append((is_folder, path.exists()))

    monkeypatch.setattr(os, "fsync", sync)
    write_file(path, b"new")
    assert synced == [(False, False), (True, True)]


def test_a_folder_that_cannot_be_synced_fails_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def refuse(path: Path, flags: int, *rest: int, **more: int) -> int:
        if path == tmp_path:
            raise PermissionError(13, "Permission denied")
        return real(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", refuse)
    write_file(tmp_path / "out", b"new")
    assert (tmp_path / "out").read_bytes() == b"new"


def test_only_old_parts_of_the_same_file_are_cleared(tmp_path: Path) -> None:
    names = (".out.01234567.part", ".out.0123456.part", ".other.01234567.part", "out.01234567.part")
    for name in names:
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (0, 0))
    (tmp_path / ".out.89abcdef.part").write_bytes(b"")  # young
    clear_parts(tmp_path / "out")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {*names[1:], ".out.89abcdef.part"}
    clear_parts(tmp_path / "none" / "out")
