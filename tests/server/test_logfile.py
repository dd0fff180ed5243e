"""The file of the game log: where it lies, what it keeps, what fails."""

from __future__ import annotations

import logging
import os
import threading
from pathlib import Path

import pytest

from uoserver.files.errors import FileNameError
from uoserver.server.logfile import LogFile, game_folder


def test_lines_are_added_behind_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "uo" / "games_mp.log"
    for text in ("a\n", "b\n"):
        file = LogFile(tmp_path)
        file.open("", "games_mp.log")
        file.write([text, "c\n"], sync=False)
        file.close()
        file.close()
    assert path.read_bytes() == b"a\nc\nb\nc\n"


def test_the_folder_of_a_modification_has_a_log_of_its_own(tmp_path: Path) -> None:
    file = LogFile(tmp_path / "new")
    file.open("mymod", "logs/x.log")
    file.write(["a\xe9\u20ac\n"], sync=True)
    assert (tmp_path / "new" / "mymod" / "logs" / "x.log").read_bytes() == b"a\xe9?\n"
    file.close()


def test_with_sync_a_line_is_in_the_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "uo" / "x.log"
    file = LogFile(tmp_path)
    file.open("", "x.log")
    file.write(["a\n"], sync=False)
    assert path.read_bytes() == b""
    file.write(["b\n"], sync=True)
    assert path.read_bytes() == b"a\nb\n"
    file.close()


def test_no_name_logs_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = LogFile(tmp_path)
    with caplog.at_level(logging.INFO):
        file.open("", "")
        file.open("", "")
    file.write(["a\n"], sync=True)
    assert list(tmp_path.iterdir()) == []
    assert [record.getMessage() for record in caplog.records] == [
        "g_log is empty: the game is not logged to a file"
    ]


@pytest.mark.parametrize(
    ("folder", "name"),
    [("", "../x.log"), ("", "/x.log"), ("..", "x.log"), ("", "a:b"), ("", "con"), ("", "folder")],
)
def test_a_name_that_cannot_be_is_one_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, folder: str, name: str
) -> None:
    (tmp_path / "game" / "uo" / "folder").mkdir(parents=True)
    file = LogFile(tmp_path / "game")
    for _ in range(2):
        file.open(folder, name)
    file.write(["a\n"], sync=True)
    file.close()
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage().startswith("the game is not logged: ")
    assert not (tmp_path / "x.log").exists()
    assert not (tmp_path / "game" / "x.log").exists()


def test_a_full_disk_is_one_warning(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no full disk here")
    (tmp_path / "uo").mkdir()
    (tmp_path / "uo" / "x.log").symlink_to(full)
    file = LogFile(tmp_path)
    file.open("", "x.log")
    for _ in range(3):
        file.write(["a\n"], sync=True)
    assert file._file is None
    (record,) = caplog.records
    assert record.getMessage().startswith("the game is no longer logged: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders")
def test_a_pipe_is_not_waited_for(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "uo").mkdir()
    pipe = tmp_path / "uo" / "x.log"
    os.mkfifo(pipe)

    def read_on() -> None:  # should the log wait for a reader: end that, and fail
        os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))

    rescue = threading.Timer(5, read_on)
    rescue.start()
    file = LogFile(tmp_path)
    file.open("", "x.log")
    rescue.cancel()
    assert file._file is None
    (record,) = caplog.records
    assert record.getMessage() == f"the game is not logged: {pipe} is a pipe"


def test_where_a_servers_own_files_go(tmp_path: Path) -> None:
    assert game_folder(tmp_path, "") == tmp_path / "uo"
    assert game_folder(tmp_path, "mymod") == tmp_path / "mymod"
    for outside in ("..", "../x", "/etc", "a\\b"):
        with pytest.raises(FileNameError):
            game_folder(tmp_path, outside)
