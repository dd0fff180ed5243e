from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from uoserver.maptool.output import write_file


def test_writing_and_overwriting(tmp_path: Path) -> None:
    path = tmp_path / "out"
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


def test_a_link_stays_one(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_file(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    for path in (tmp_path / "none" / "out", tmp_path):
        with pytest.raises(OSError, match=re.escape(str(path)) + "'?$"):
            write_file(path, b"new")
