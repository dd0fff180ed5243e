"""A file of bans: edited, damaged, and killed over."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.process import ROOT
from uoserver.server import banfile
from uoserver.server.banfile import MAX_FILE_BYTES, BanFile
from uoserver.server.banlist import MAX_BANS, BanError


def read(line: str) -> int | None:
    if not line:
        return None
    try:
        return int(line)
    except ValueError:
        raise BanError(f"{line[:9]!r} is no number") from None


def write(numbers: Iterable[int]) -> bytes:
    return "".join(f"{number}\n" for number in numbers).encode()


def opened(path: Path) -> BanFile[int]:
    return BanFile(path, read, write, "utf-8-sig")


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_no_file_holds_nothing_and_is_made_with_its_folder(tmp_path: Path) -> None:
    file = opened(tmp_path / "uo" / "bans.txt")
    assert file.load() == []
    assert names(tmp_path) == set()
    file.save([1, 2])
    assert opened(file.path).load() == [1, 2]
    assert names(file.path.parent) == {"bans.txt"}


def test_what_was_read_or_written_is_not_read_again(tmp_path: Path) -> None:
    file = opened(tmp_path / "bans.txt")
    file.save([1])
    other = opened(file.path)
    assert other.load() == [1]
    assert other.load() is None
    other.save([1, 2])
    assert other.load() is None
    assert file.load() == [1, 2]  # another server's change


def test_changes_of_others_are_read(tmp_path: Path) -> None:
    file = opened(tmp_path / "bans.txt")
    assert file.load() == []
    file.path.write_bytes(b"\xef\xbb\xbf5\r\n\r\n6")  # of an editor of Windows
    assert file.load() == [5, 6]
    file.path.unlink()
    assert file.load() == []
    assert file.load() is None


def test_a_damaged_file_is_kept_aside_and_its_good_lines_count(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "bans.txt"
    for turn, aside in enumerate(("bans.txt.bad", "bans.txt.bad2", "bans.txt.bad3")):
        data = b"1\nnonsense %d\n\xff\n2\n" % turn
        path.write_bytes(data)
        caplog.clear()
        file = opened(path)
        assert file.load() == [1, 2]
        assert file.load() is None
        assert path.read_bytes() == b"1\n2\n"
        assert (tmp_path / aside).read_bytes() == data
        said = [record.message for record in caplog.records]
        assert said[0].startswith("bans.txt is damaged: line 2: 'nonsense ' is no number; line 3: ")
        assert said[1] == f"bans.txt is kept as {aside}; what could be read of it counts"
    assert names(tmp_path) == {"bans.txt", "bans.txt.bad", "bans.txt.bad2", "bans.txt.bad3"}


def test_without_hard_links_it_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    path = tmp_path / "bans.txt"
    path.write_bytes(b"1\nx\n")
    assert opened(path).load() == [1]
    assert path.read_bytes() == b"1\n"
    assert (tmp_path / "bans.txt.bad").read_bytes() == b"1\nx\n"


def test_when_no_name_is_left_the_file_is_never_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(banfile, "MAX_ASIDE", 1)
    path = tmp_path / "bans.txt"
    (tmp_path / "bans.txt.bad").write_bytes(b"of old")
    path.write_bytes(b"1\nx\n")
    file = opened(path)
    assert file.load() == [1]
    assert "bans.txt is left as it is" in caplog.text
    assert file.load() is None
    with pytest.raises(OSError, match=r"its names with \.bad are taken"):
        file.save([1, 2])
    assert path.read_bytes() == b"1\nx\n"
    assert (tmp_path / "bans.txt.bad").read_bytes() == b"of old"
    path.write_bytes(b"1\n")  # mended by hand
    assert file.load() == [1]
    file.save([1, 2])
    assert path.read_bytes() == b"1\n2\n"


@pytest.mark.parametrize("what", ["too many", "too long"])
def test_a_file_has_an_end(tmp_path: Path, what: str, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "bans.txt"
    if what == "too many":
        path.write_bytes(write(range(MAX_BANS + 1)))
        said, count = "line 1025: more than 1024 bans", MAX_BANS
    else:
        path.write_bytes(b"1\n" + b"\n" * (MAX_FILE_BYTES - 3) + b"2345\n")
        said, count = f"longer than {MAX_FILE_BYTES} bytes", 1  # not 2, of a line cut in two
    assert len(opened(path).load() or []) == count
    assert said in caplog.text
    assert (tmp_path / "bans.txt.bad").exists()


def test_what_is_no_file_is_neither_read_nor_written(tmp_path: Path) -> None:
    path = tmp_path / "bans.txt"
    os.mkfifo(path)  # opened, it would wait for ever
    file = opened(path)
    with pytest.raises(OSError, match="is no regular file"):
        file.load()
    with pytest.raises(OSError, match="is no regular file"):
        file.save([1])
    path.unlink()
    path.write_bytes(b"7\n")
    assert file.load() == [7]
    file.save([7, 8])
    assert path.read_bytes() == b"7\n8\n"


def test_a_file_that_cannot_be_read_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bans.txt"
    path.write_bytes(b"7\n")

    def refuse(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    file = opened(path)
    with monkeypatch.context() as patch:
        patch.setattr(BanFile, "_bytes", refuse)
        with pytest.raises(PermissionError):
            file.load()
        with pytest.raises(PermissionError):
            file.save([1])
    assert path.read_bytes() == b"7\n"
    assert file.load() == [7]


def test_parts_of_writes_that_were_killed_are_taken_away(tmp_path: Path) -> None:
    old, young = tmp_path / ".bans.txt.01234567.part", tmp_path / ".bans.txt.89abcdef.part"
    for part in (old, young):
        part.write_bytes(b"1\n")
    os.utime(old, (0, time.time() - 4000))
    assert opened(tmp_path / "bans.txt").load() == []
    assert names(tmp_path) == {young.name}


# -- a process that is killed while it writes ------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from uoserver.server.banfile import BanFile

def write(numbers):
    return "".join(f"{number:06d}\\n" for number in numbers).encode() * 200

file = BanFile(Path(sys.argv[1]), int, write, "ascii")
file.save([0] * 100)
print("ready", flush=True)
while True:
    for digit in range(1, 10):
        file.save([digit] * 100)
"""
KILLS = 25


def test_a_killed_process_leaves_the_old_or_the_new_file(tmp_path: Path) -> None:
    path = tmp_path / "bans.txt"
    chance = random.Random(7)
    found = set()
    for _ in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        ) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"ready\n"
            time.sleep(0.005 + chance.random() / 50)
            assert writer.poll() is None
            writer.kill()
        data = path.read_bytes()
        found.add(data[:7])
        assert len(data) == 7 * 20_000
        assert data == data[:7] * 20_000
    assert len(found) > 1  # it was written, again and again
