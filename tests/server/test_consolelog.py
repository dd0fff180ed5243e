"""The console log: what is in it, when, how much of it is kept, and what fails."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.process import ServerProcess
from uoserver.console.cvars import CvarRegistry
from uoserver.console.errors import CvarError
from uoserver.console.stock import register_stock
from uoserver.server.consolelog import ConsoleLog

log = logging.getLogger("uoserver")


class Desk:
    """A console log below a folder of the test."""

    def __init__(self, root: Path) -> None:
        self.cvars = CvarRegistry()
        register_stock(self.cvars)
        self.path = root / "uo" / "console_mp.log"
        self.log = ConsoleLog(self.cvars, root)

    def text(self) -> str:
        return re.sub(
            r"(?m)^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ", "", self.path.read_text("latin-1")
        )


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.log.close()


def test_no_file_unless_wanted(desk: Desk) -> None:
    log.warning("lost")
    desk.log.note("lost, too")
    desk.log.frame(0)
    assert not desk.path.parent.exists()


def test_synced_lines_are_there_at_once(desk: Desk) -> None:
    desk.cvars.set("logfile", "2")
    log.info("a \xe9")
    desk.log.note("b %s \u20ac")
    assert desk.text() == "INFO a \xe9\nCONSOLE b %s ?\n"
    desk.cvars.set("logfile", "0")
    log.info("c")
    assert desk.text() == "INFO a \xe9\nCONSOLE b %s ?\n"


def test_buffered_lines_are_there_within_a_second(desk: Desk) -> None:
    desk.cvars.set("logfile", "1")
    desk.log.frame(0)
    log.info("a")
    assert desk.text() == ""
    desk.log.frame(999)
    assert desk.text() == ""
    desk.log.frame(1000)
    assert desk.text() == "INFO a\n"
    log.info("b")
    desk.log.close()
    assert desk.text() == "INFO a\nINFO b\n"


@pytest.mark.parametrize(("name", "lines"), [("sv_logMaxSize", 3), ("sv_logKeep", 12_000)])
def test_empty_settings_are_the_default(desk: Desk, name: str, lines: int) -> None:
    desk.cvars.set("logfile", "1")
    desk.cvars.set("sv_logMaxSize", "1")
    desk.cvars.set(name, "")
    for _ in range(lines):  # an empty size put each line away, an empty number kept none
        desk.log.note("x" * 100)
    assert desk.path.with_name("console_mp.log.1").exists() == (name == "sv_logKeep")


def test_levels(desk: Desk) -> None:
    desk.cvars.set("logfile", "2")
    for level in ("warning", "DEBUG", "error"):
        desk.cvars.set("sv_logLevel", level)
        for method in (log.debug, log.info, log.warning, log.error):
            method(level)
        desk.log.note(level)
    assert desk.text().split("\n") == [
        *("WARNING warning", "ERROR warning", "CONSOLE warning"),
        *("DEBUG DEBUG", "INFO DEBUG", "WARNING DEBUG", "ERROR DEBUG", "CONSOLE DEBUG"),
        *("ERROR error", "CONSOLE error", ""),
    ]
    for bad in ("loud", "", "10"):
        with pytest.raises(CvarError, match="sv_logLevel is debug, info, warning or error"):
            desk.cvars.set("sv_logLevel", bad)


def test_the_level_is_given_back(tmp_path: Path) -> None:
    before = logging.NOTSET
    log.setLevel(before)
    desk = Desk(tmp_path)
    desk.cvars.set("sv_logLevel", "error")
    assert log.level == logging.ERROR
    desk.log.close()
    assert log.level == before


def test_full_files_are_put_away_and_the_oldest_goes(desk: Desk) -> None:
    desk.cvars.set("sv_logMaxSize", "1")
    desk.cvars.set("sv_logKeep", "2")
    desk.cvars.set("logfile", "1")
    for number in range(4200):
        desk.log.note(f"{number:05d}" + "x" * 1000)
    desk.log.frame(2000)
    files = sorted(path.name for path in desk.path.parent.iterdir())
    assert files == ["console_mp.log", "console_mp.log.1", "console_mp.log.2"]
    numbers = []
    for name in reversed(files):
        data = (desk.path.parent / name).read_bytes()
        assert len(data) <= 2**20
        assert name == "console_mp.log" or len(data) > 2**20 - 1100
        numbers += [int(found) for found in re.findall(rb"CONSOLE (\d{5})x", data)]
    assert numbers == list(range(numbers[0], 4200))
    assert numbers[0] > 0


def test_what_was_there_counts(desk: Desk) -> None:
    desk.path.parent.mkdir()
    desk.path.write_bytes(b"y" * (2**20 - 10) + b"\n")
    desk.cvars.set("sv_logMaxSize", "1")
    desk.cvars.set("logfile", "2")
    desk.log.note("new")
    assert desk.text() == "CONSOLE new\n"


def test_a_file_that_was_moved_away_is_made_anew(desk: Desk) -> None:
    desk.cvars.set("logfile", "1")
    log.info("a")
    moved = desk.path.rename(desk.path.with_name("old"))
    log.info("b")
    desk.log.reread()
    log.info("c")
    desk.log.close()
    assert desk.text() == "INFO c\n"
    assert moved.read_text().count("\n") == 2


def test_the_folder_of_a_modification(tmp_path: Path) -> None:
    cvars = CvarRegistry()
    register_stock(cvars)
    cvars.set("fs_game", "mymod")
    cvars.set("logfile", "2")
    made = ConsoleLog(cvars, tmp_path)
    made.note("x")
    made.close()
    assert (tmp_path / "mymod" / "console_mp.log").read_text().endswith("CONSOLE x\n")


@pytest.mark.parametrize("mode", ["1", "2"])
def test_a_full_disk_is_told_once(desk: Desk, caplog: pytest.LogCaptureFixture, mode: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no full disk here")
    desk.path.parent.mkdir()
    desk.path.symlink_to("/dev/full")
    desk.cvars.set("logfile", mode)
    for turn in range(3):
        desk.log.note("line")
        log.error("line")
        desk.log.frame(turn * 2000)
    told = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
    assert len(told) == 1
    assert told[0].startswith("the console is not logged to a file: ")
    assert "No space left" in told[0]
    desk.cvars.set("logfile", "0")
    desk.path.unlink()
    desk.cvars.set("logfile", "2")
    desk.log.note("there is room again")
    assert desk.text() == "CONSOLE there is room again\n"


def test_no_folder_or_a_pipe_is_told_once(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    desk.path.parent.write_bytes(b"a file")
    for mode in "1212":
        desk.cvars.set("logfile", mode)
    desk.log.note("x")
    (record,) = caplog.records
    assert record.getMessage().startswith("the console is not logged to a file: ")
    desk.path.parent.unlink()
    desk.path.parent.mkdir()
    os.mkfifo(desk.path)
    desk.cvars.set("logfile", "1")
    assert caplog.records[-1].getMessage().endswith("console_mp.log is a pipe")
    assert len(caplog.records) == 2


@pytest.mark.live
def test_a_process_logs_what_its_console_says(tmp_path: Path) -> None:
    words = ("+set", "fs_homepath", str(tmp_path), "+set", "logfile", "2")
    with ServerProcess(*words, map_name="") as server:
        server.type("nonsense; sv_hostname; set sv_logLevel error; quit")
        assert server.process.wait(10) == 0
    text = (tmp_path / "uo" / "console_mp.log").read_text()
    assert ' CONSOLE Unknown command "nonsense"\n' in text
    assert ' CONSOLE "sv_hostname" is:"CoDHost^7" default:"CoDHost^7"\n' in text
    assert "stopping" not in text
