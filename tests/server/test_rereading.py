"""Config files that are read again by SIGHUP, and the hangup of a lost terminal."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.process import ROOT, ServerProcess
from tests.server.host import Host
from uoserver.server.observer import Observer
from uoserver.server.rereading import read_again

pytestmark = pytest.mark.live


class Ear(Observer):
    """Counts what it is told."""

    told = 0

    def reread(self) -> None:
        self.told += 1


def test_files_of_the_command_line_run_without_what_ends_the_map() -> None:
    host = Host("mp_foy")
    ear = Ear()
    host.server.observers.append(ear)
    before = host.server.level
    host.commands._read_file = {
        "server.cfg": "set sv_hostname Again\nmap mp_foy\nexec more.cfg\nquit\nwait 2\nmap_rotate",
        "more.cfg": 'set g_gravity 600\nset s "map_restart; killserver; devmap mp_foy"; vstr s',
    }.get
    read_again(host.server, ["exec server.cfg", "map mp_foy", "sv_hostname no"])
    host.run(500)
    assert (host.cvars.get("sv_hostname"), host.cvars.get("g_gravity")) == ("Again", "600")
    assert host.server.level is before
    assert host.server.running
    assert host.announced == ["map mp_foy ready"]
    assert ear.told == 1


def test_a_hangup_without_a_terminal_reads_configs_again(tmp_path: Path) -> None:
    config = tmp_path / "uo" / "server.cfg"
    config.parent.mkdir()
    config.write_text("set sv_hostname first\nmap mp_foy\n")
    here = ("+set", "fs_homepath", str(tmp_path), "+set", "g_log", "g.log", "+exec", "server.cfg")
    with ServerProcess(*here, map_name="") as server:
        server.wait_line("map mp_foy ready")
        log = (tmp_path / "uo" / "g.log").rename(tmp_path / "old.log")
        config.write_text("set sv_hostname second\nmap mp_foy\necho read\n")
        server.process.send_signal(signal.SIGHUP)
        server.wait_log("SIGHUP: exec server.cfg")
        server.wait_log("read")
        server.type("sv_hostname; echo done")
        server.wait_log("done")
        assert '"sv_hostname" is:"second^7" default:"CoDHost^7"' in server.log
        assert server.stop() == 0
    assert "InitGame" in log.read_text()
    assert "ShutdownGame" in (tmp_path / "uo" / "g.log").read_text()
    assert server.output == [f"listening udp 127.0.0.1:{server.port}", "map mp_foy ready"]


def test_a_hangup_with_nothing_to_read_is_told() -> None:
    with ServerProcess(map_name="") as server:
        server.process.send_signal(signal.SIGHUP)
        server.wait_log("SIGHUP: no +exec on the command line, nothing is read")
        assert server.stop() == 0


def test_a_server_ends_with_its_terminal_but_not_by_a_reload_in_it() -> None:
    pty = pytest.importorskip("pty")
    words = [
        *("+set", "net_ip", "127.0.0.1", "+set", "net_port", "0", "+set", "g_log", ""),
        *("+set", "sv_writeConfig", "0"),
    ]
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["PYTHONPATH"] = str(ROOT / "src")
        os.execv(sys.executable, [sys.executable, "-m", "uoserver", *words])  # noqa: S606
    open_ = True
    try:
        output = b""
        while b"no map is running" not in output:
            output += os.read(terminal, 4096)
        os.kill(pid, signal.SIGHUP)
        while b"nothing is read" not in output:
            output += os.read(terminal, 4096)
        os.close(terminal)
        open_ = False
        end = time.monotonic() + 10
        ended, status = 0, 0
        while not ended and time.monotonic() < end:
            ended, status = os.waitpid(pid, os.WNOHANG)
            time.sleep(0.02)
        assert ended == pid
        assert os.waitstatus_to_exitcode(status) == 0
        pid = 0
    finally:
        if open_:
            os.close(terminal)
        if pid:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
