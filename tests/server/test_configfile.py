"""Config files that the server writes: where, when, and that they are whole."""

from __future__ import annotations

import logging
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.process import ROOT, ServerProcess
from tests.server.admin.console import printed
from tests.server.host import Host
from uoserver.console.cvars import CvarRegistry
from uoserver.console.stock import register_stock
from uoserver.files.errors import FileError
from uoserver.server.configfile import HEAD, INTERVAL_MS, config_path, saved_text, write_config

SAVED = "uo/uoserver.cfg"


def host(tmp_path: Path, **cvars: str) -> Host:
    made = Host("", **{"sv_writeConfig": "1", **cvars})
    made.server.write_path = tmp_path
    return made


# -- where ----------------------------------------------------------------------------------------


def test_a_config_lies_in_the_game_folder(tmp_path: Path) -> None:
    assert config_path(tmp_path, "", "a.cfg") == tmp_path / "uo" / "a.cfg"
    assert config_path(tmp_path, "mod", "sub/A.CFG") == tmp_path / "mod" / "sub" / "A.CFG"


@pytest.mark.parametrize(
    "name",
    [
        *("../a.cfg", "/a.cfg", "a/../../b.cfg", "a\\b.cfg", "c:a.cfg", "a.txt", "a.cfg.pk3"),
        *("", "a", "..cfg/../x.cfg", "a\0.cfg", "a.cfg/", "con.cfg", "a.cfg.", "x/" * 20 + "a.cfg"),
    ],
)
def test_names_that_are_no_config_of_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError):
        config_path(tmp_path, "", name)


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.cfg").write_bytes(b"kept")
    (tmp_path / "uo").mkdir()
    (tmp_path / "uo" / "a.cfg").symlink_to(outside / "a.cfg")
    (tmp_path / "uo" / "sub").symlink_to(outside)
    (tmp_path / "uo" / "round.cfg").symlink_to(tmp_path / "uo" / "round.cfg")
    (tmp_path / "uo" / "in.cfg").symlink_to(tmp_path / "uo" / "b.cfg")
    for name in ("a.cfg", "sub/a.cfg", "sub/new.cfg"):
        with pytest.raises(FileError, match="leads out of"):
            config_path(tmp_path, "", name)
    assert config_path(tmp_path, "", "in.cfg").name == "in.cfg"
    one = host(tmp_path)
    assert "leads out of" in printed(one, "writeconfig a.cfg")[0]
    assert printed(one, "writeconfig round.cfg")[0].startswith("can't write round.cfg: ")
    assert (outside / "a.cfg").read_bytes() == b"kept"
    assert [each.name for each in outside.iterdir()] == ["a.cfg"]


def test_writeconfig(tmp_path: Path) -> None:
    one = host(tmp_path)
    one.commands.execute('seta mine "a; b"; set sv_hostname Other; seta rconPassword geheim')
    path = tmp_path / "uo" / "mine.cfg"
    assert printed(one, "writeconfig mine") == [f"wrote {path}"]
    lines = path.read_text().splitlines()
    assert 'seta mine "a; b"' in lines
    assert "seta sv_hostname Other" in lines
    assert "seta g_log games_mp.log" in lines  # its default
    assert all(line.startswith("seta ") for line in lines)
    assert "geheim" not in path.read_text()
    assert printed(one, "writeconfig") == ["usage: writeconfig FILE"]
    assert printed(one, "writeconfig ../up.cfg")[0].startswith("can't write ../up.cfg: ")
    assert printed(one, "writeconfig games_mp.log")[0].startswith("can't write games_mp.log: ")
    one.server.write_path = None
    assert printed(one, "writeconfig a") == ["can't write a.cfg: this server writes no files"]


def test_what_exec_would_not_read_back_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "uo" / "big.cfg"
    with pytest.raises(OSError, match="1048576 are allowed"):
        write_config(path, "x" * (2**20 + 1))
    assert not path.parent.exists()
    write_config(path, "\xe9" * 2**20)
    assert path.read_bytes() == b"\xe9" * 2**20


# -- when -----------------------------------------------------------------------------------------


def test_changes_are_kept_once_a_second_at_most(tmp_path: Path) -> None:
    one = host(tmp_path)
    path = tmp_path / SAVED
    one.run(1500)
    assert not path.exists()  # nothing was changed
    writes = 0
    before = b""
    for turn in range(400):
        one.commands.execute(f"set sv_hostname name{turn}; set g_gravity {turn}")
        one.run(10)
        now = path.read_bytes() if path.exists() else b""
        writes += now != before
        before = now
    assert 3 <= writes <= 4 * 1000 // INTERVAL_MS + 1
    one.run(1000)
    assert path.read_text() == HEAD + "seta sv_hostname name399\n"
    one.commands.execute("reset sv_hostname")
    one.server.shutdown("over", one.now)
    assert path.read_text() == HEAD


def test_nothing_is_kept_if_not_wanted(tmp_path: Path) -> None:
    one = host(tmp_path, sv_writeConfig="0")
    one.commands.execute("set sv_hostname Other")
    one.run(1500)
    one.server.shutdown("over", one.now)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "uo").write_bytes(b"a file")
    one = host(tmp_path)
    for name in ("a", "b"):
        one.commands.execute(f"set sv_hostname {name}")
        one.run(2500)
    (record,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert record.getMessage().startswith("settings are not kept over restarts: ")
    assert one.server.running
    (tmp_path / "uo").unlink()
    one.server.shutdown("over", one.now)
    assert (tmp_path / SAVED).read_text() == HEAD + "seta sv_hostname b\n"


def test_what_was_kept_is_found_again(tmp_path: Path) -> None:
    cvars = CvarRegistry()
    register_stock(cvars)
    cvars.set("fs_homepath", str(tmp_path))
    assert saved_text(cvars) is None
    write_config(tmp_path / SAVED, "seta a \xe9\n")
    assert saved_text(cvars) == "seta a \xe9\n"
    cvars.set("sv_writeConfig", "0")
    assert saved_text(cvars) is None


# -- processes ------------------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from uoserver.server.configfile import write_config
path = Path(sys.argv[1])
texts = ["seta %s %s\\n" % (letter * 8, letter * 4000) * 50 for letter in "ab"]
write_config(path, texts[0])
print("begun", flush=True)
while True:
    for text in texts:
        write_config(path, text)
"""


@pytest.mark.live
def test_kill_9_leaves_the_old_or_the_new_file(tmp_path: Path) -> None:
    path = tmp_path / "uo" / "x.cfg"
    whole = {f"seta {letter * 8} {letter * 4000}\n" * 50 for letter in "ab"}
    seen: set[str] = set()
    chance = random.Random(1)
    for _ in range(25):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        try:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"begun\n"
            time.sleep(chance.random() / 50)
        finally:
            writer.kill()
            writer.wait()
            if writer.stdout is not None:
                writer.stdout.close()
        text = path.read_text()
        assert text in whole
        seen.add(text)
    assert seen == whole  # it was killed at work, not before it


@pytest.mark.live
def test_settings_outlive_the_process_and_the_command_line_wins(tmp_path: Path) -> None:
    here = ("+set", "fs_homepath", str(tmp_path), "+set", "sv_writeConfig", "1")
    with ServerProcess(*here, map_name="") as server:
        server.type('set sv_hostname "Kept; here"; seta mine 5; set rconPassword geheim')
        server.type("set g_gravity 700; set bot_fill 3; echo done")
        server.wait_log("done")
        assert server.stop() == 0
    kept = (tmp_path / SAVED).read_text()
    lines = ("seta bot_fill 3", 'seta g_log ""', "seta mine 5", 'seta sv_hostname "Kept; here"')
    assert kept == HEAD + "\n".join(lines) + "\n"
    with ServerProcess(*here, "+set", "bot_fill", "0", map_name="") as server:
        server.wait_log("execing uoserver.cfg")
        server.type("sv_hostname; mine; bot_fill; g_gravity; rconPassword; echo done")
        server.wait_log("done")
        assert '"sv_hostname" is:"Kept; here^7" default:"CoDHost^7"' in server.log
        assert '"mine" is:"5^7" default:"5^7"' in server.log
        assert '"bot_fill" is:"0^7" default:"0^7"' in server.log
        assert '"g_gravity" is:"800^7" default:"800^7"' in server.log
        assert '"rconPassword" is:"^7" default:"^7"' in server.log
        server.process.kill()
    with ServerProcess(*here, "+set", "sv_writeConfig", "0", map_name="") as server:
        server.type("sv_hostname; echo done")
        server.wait_log("done")
        assert '"sv_hostname" is:"CoDHost^7" default:"CoDHost^7"' in server.log
