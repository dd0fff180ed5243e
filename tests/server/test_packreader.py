"""A file that is read piece by piece while others may change it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from uoserver.server.packreader import PackReader

DATA = bytes(range(256)) * 40


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.pk3"
    path.write_bytes(DATA)
    return path


@pytest.fixture
def reader(path: Path) -> Iterator[PackReader]:
    reader = PackReader(path, len(DATA), path.stat().st_mtime_ns)
    yield reader
    reader.close()


def test_pieces(reader: PackReader) -> None:
    assert reader.read(300, 100) == DATA[300:400]
    assert reader.sent_to == 400
    assert reader.read(0, 10) == DATA[:10]
    assert reader.read(len(DATA) - 5, 100) == DATA[-5:]


def test_the_end(reader: PackReader) -> None:
    assert not reader.closed
    reader.close()
    reader.close()
    assert reader.closed
    assert reader.read(0, 10) == b""


@pytest.mark.parametrize("size", [0, len(DATA) - 1, len(DATA) + 1])
def test_a_file_of_another_size_is_not_opened(path: Path, size: int) -> None:
    with pytest.raises(OSError, match="not the file"):
        PackReader(path, size, path.stat().st_mtime_ns)


def test_a_file_of_another_time_is_not_opened(path: Path) -> None:
    with pytest.raises(OSError, match="not the file"):
        PackReader(path, len(DATA), path.stat().st_mtime_ns + 1)


def test_another_time_is_noticed_in_the_middle(path: Path, reader: PackReader) -> None:
    assert reader.read(0, 10) == DATA[:10]
    os.utime(path, ns=(1, 1))
    assert reader.read(0, 10) == b""


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        PackReader(tmp_path / "nothing.pk3", 0, 0)
    with pytest.raises(OSError, match="not the file"):
        PackReader(tmp_path, tmp_path.stat().st_size, tmp_path.stat().st_mtime_ns)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders")
def test_a_pipe_does_not_stop_the_server(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pk3")
    with pytest.raises(OSError, match="not the file"):
        PackReader(tmp_path / "pipe.pk3", 0, (tmp_path / "pipe.pk3").stat().st_mtime_ns)


@pytest.mark.parametrize("size", [0, 100, len(DATA) + 1])
def test_a_file_that_changes_gives_nothing_more(path: Path, reader: PackReader, size: int) -> None:
    assert reader.read(0, 10) == DATA[:10]
    os.truncate(path, size)
    assert reader.read(0, 10) == b""
    assert reader.sent_to == 10


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be taken away there")
def test_a_file_that_is_gone_gives_nothing_more(path: Path, reader: PackReader) -> None:
    path.unlink()
    assert reader.read(0, 10) == b""
