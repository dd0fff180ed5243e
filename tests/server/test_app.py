"""Whole server processes: lines, exit codes, signals, standard input, config files."""

from __future__ import annotations

import os
import shlex
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.process import ROOT, ServerProcess
from uoproto.connection import ClientConfig, ClientConnection, ConnState, Event
from uoproto.connection.events import Disconnected
from uoproto.oob import GetInfo, InfoResponse, parse_response
from uoserver.files.searchpath import SearchPath

pytestmark = pytest.mark.live

SOURCE = ROOT / "src"
PATIENCE_S = 10.0
HERE = (
    *("+set", "net_ip", "127.0.0.1", "+set", "net_port", "0", "+set", "g_log", ""),
    *("+set", "sv_writeConfig", "0"),
)


class Player:
    """A client on a real socket, driven by hand."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.setblocking(False)
        self.connection = ClientConnection(ClientConfig(qport=77, strict=True), address)
        self.events: list[Event] = []
        self.connection.connect(self.now())

    @staticmethod
    def now() -> int:
        return int(time.monotonic() * 1000)

    def run(self, until: ConnState, seconds: float = PATIENCE_S) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.connection.state != until:
            self.events += self.connection.handle_timeout(self.now())
            for data, address in self.connection.datagrams_to_send(self.now()):
                self.socket.sendto(data, address)
            try:
                data, address = self.socket.recvfrom(9000)
            except (BlockingIOError, ConnectionRefusedError):
                time.sleep(0.005)
                continue
            self.events += self.connection.receive_datagram(data, address[:2], self.now())
        assert self.connection.state == until

    def close(self) -> None:
        self.socket.close()


def run_to_end(words: Sequence[str], stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a server that is expected to end by itself."""
    return subprocess.run(
        [sys.executable, "-m", "uoserver", *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="latin-1",
        env=dict(os.environ, PYTHONPATH=str(SOURCE)),
        timeout=PATIENCE_S,
        check=False,
    )


def asked(address: tuple[str, int]) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.settimeout(5)
        client.sendto(GetInfo("abc").encode(), address)
        answer = parse_response(client.recv(9000))
    assert isinstance(answer, InfoResponse)
    return answer.info


def one_clear_line(text: str) -> str:
    (line,) = text.splitlines()
    assert "Traceback" not in line
    return line


# -- a life --------------------------------------------------------------------------------------


def test_a_whole_life_with_a_player_and_typed_commands() -> None:
    with ServerProcess("+set", "sv_hostname", "My server") as server:
        assert "\\hostname\\My server\\" in asked(server.address)
        player = Player(server.address)
        player.run(ConnState.ACTIVE)
        server.type("status")
        server.wait_log("UnnamedPlayer")
        server.type("map mp_foy\r\n\n\nnonsense\nset sv_hostname Other")
        server.wait_log('Unknown command "nonsense"')
        player.run(ConnState.LOADING)
        player.run(ConnState.ACTIVE)
        assert "\\hostname\\Other\\" in asked(server.address)
        server.process.send_signal(signal.SIGTERM)
        player.run(ConnState.DISCONNECTED)
        assert player.events[-1] == Disconnected("\x15Server shut down")
        player.close()
        assert server.process.wait(PATIENCE_S) == 0
    address = f"listening udp 127.0.0.1:{server.port}"
    assert server.output == [address, "map mp_foy ready", "map mp_foy ready"]
    assert not any("Traceback" in line for line in server.log)


def test_sigint_and_a_busy_port() -> None:
    with ServerProcess() as server:
        port = server.port
        words = ("+set", "net_ip", "127.0.0.1", "+set", "net_port", str(port))
        second = run_to_end((*words, "+map", "mp_foy"))
        assert second.returncode == 2
        assert second.stdout == ""
        assert f"can't listen on udp 127.0.0.1:{port}: " in second.stderr.splitlines()[-1]
        assert "Traceback" not in second.stderr
        assert "mp_foy" not in second.stderr  # no map was read for nothing
        assert asked(("127.0.0.1", port))
        assert server.stop(signal.SIGINT) == 0


@pytest.mark.parametrize("text", ["quit\n", "killserver\r\n", "echo last\nquit"])
def test_quit_on_standard_input(text: str) -> None:
    with ServerProcess() as server:
        assert server.process.stdin is not None
        server.process.stdin.write(text)
        server.process.stdin.close()  # the last line may lack its end
        assert server.process.wait(PATIENCE_S) == 0


def test_closed_standard_input_keeps_serving() -> None:
    for closing in ({"stdin": subprocess.DEVNULL}, {"preexec_fn": lambda: os.close(0)}):
        popen = subprocess.Popen(
            [sys.executable, "-m", "uoserver", *HERE, "+map", "mp_foy"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=dict(os.environ, PYTHONPATH=str(SOURCE)),
            **closing,
        )
        try:
            assert popen.stdout is not None
            port = int(popen.stdout.readline().rpartition(":")[2])
            assert popen.stdout.readline() == "map mp_foy ready\n"
            assert asked(("127.0.0.1", port))
            popen.terminate()
            assert popen.wait(10) == 0
        finally:
            popen.kill()
            popen.wait()
            assert popen.stdout is not None
            popen.stdout.close()


def test_a_background_job_of_a_shell_is_not_stopped() -> None:
    """Reading the terminal from the background stops a process, unless it minds."""
    pty = pytest.importorskip("pty")
    command = f"{sys.executable} -m uoserver {shlex.join(HERE)} +map mp_foy"
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(PYTHONPATH=str(SOURCE), TERM="xterm")
        os.execvp("bash", ["bash", "-c", f"set -m; {command} & echo job $!; wait $!"])  # noqa: S606
    job = 0
    try:
        output = b""
        while b"ready" not in output:
            output += os.read(terminal, 4096)
        job = int(output.split(b"job ")[1].split()[0])
        port = int(output.split(b"listening udp 127.0.0.1:")[1].split()[0])
        time.sleep(0.5)  # its editor would have taken the terminal over by now
        assert asked(("127.0.0.1", port))
    finally:
        if job:
            os.kill(job, signal.SIGTERM)
        os.waitpid(pid, 0)
        os.close(terminal)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_the_server_and_is_told(name: str) -> None:
    with ServerProcess() as server:
        assert server.stop(getattr(signal, name)) == 0
        server.wait_log(f"stopping: {name}")


def test_quit_is_told() -> None:
    with ServerProcess() as server:
        server.type("quit")
        server.wait_log("stopping: quit")
        assert server.process.wait(PATIENCE_S) == 0


def test_a_server_under_nohup_outlives_its_terminal() -> None:
    ignoring = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)  # noqa: E731
    popen = subprocess.Popen(
        [sys.executable, "-m", "uoserver", *HERE, "+map", "mp_foy"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=dict(os.environ, PYTHONPATH=str(SOURCE)),
        preexec_fn=ignoring,
    )
    try:
        assert popen.stdout is not None
        port = int(popen.stdout.readline().rpartition(":")[2])
        popen.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        assert asked(("127.0.0.1", port))
        popen.terminate()
        assert popen.wait(PATIENCE_S) == 0
    finally:
        popen.kill()
        popen.wait()
        assert popen.stdout is not None
        popen.stdout.close()


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_during_the_start_ends_it_at_once(tmp_path: Path, name: str) -> None:
    """The config's loop of ``vstr`` and ``wait`` takes some seconds of work."""
    text = 'set spin "' + "echo;" * 50 + 'wait;vstr spin"\necho begun\nvstr spin\n'
    popen = subprocess.Popen(
        [sys.executable, "-m", "uoserver", *HERE, *config(tmp_path, text), "+exec", "server.cfg"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ, PYTHONPATH=str(SOURCE)),
    )
    try:
        assert popen.stderr is not None
        while popen.stderr.readline() != "begun\n":
            assert popen.poll() is None
        popen.send_signal(getattr(signal, name))
        out, log = popen.communicate(timeout=PATIENCE_S)
    finally:
        popen.kill()
        popen.wait()
    assert popen.returncode == 0
    assert out == ""
    assert f"stopping: {name}" in log
    assert "Traceback" not in log


# -- config files --------------------------------------------------------------------------------


def config(folder: Path, text: str) -> tuple[str, ...]:
    (folder / "main").mkdir()
    (folder / "main" / "server.cfg").write_text(text)
    return ("+set", "fs_basepath", str(folder))


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize("late", [("+exec", "server.cfg"), ("+exec", "server", "+map", "mp_foy")])
def test_a_config_that_waits_before_it_sets_the_port(tmp_path: Path, late: tuple[str, ...]) -> None:
    port = free_port()
    text = f'// a host\'s file\nwait 50\nset net_port {port}\nset sv_hostname "From file"\n'
    if "+map" not in late:
        text += "wait\nmap mp_foy\n"
    with ServerProcess(*config(tmp_path, text), *late, map_name="") as server:
        server.wait_line("map mp_foy ready")
        assert server.port == port
        assert "\\hostname\\From file\\" in asked(server.address)
        assert server.stop() == 0


def test_a_port_that_is_set_behind_the_map_is_taken(tmp_path: Path) -> None:
    port = free_port()
    text = f"map mp_foy\nset net_port {port}\n"
    with ServerProcess(*config(tmp_path, text), "+exec", "server.cfg", map_name="") as server:
        assert server.port == port
        assert asked(server.address)
        assert server.stop() == 0


def test_a_config_that_waits_while_the_map_runs(tmp_path: Path) -> None:
    text = "map mp_foy\nwait 3\nset sv_hostname later\nwait 3\nquit\n"
    with ServerProcess(*config(tmp_path, text), "+exec", "server.cfg", map_name="") as server:
        assert server.process.wait(PATIENCE_S) == 0
        server.wait_line("map mp_foy ready")


def test_waits_of_a_config_are_told(tmp_path: Path) -> None:
    text = "wait 50\nwait 5\nmap mp_foy\nwait 5\nwait 200\nset sv_hostname late\n"
    with ServerProcess(*config(tmp_path, text), "+exec", "server.cfg", map_name="") as server:
        server.wait_log("server.cfg waits 50 frames; they pass at once before a map")
        server.wait_log("server.cfg waits 200 frames (10 s) before it goes on")
        server.wait_line("map mp_foy ready")
        assert sum("waits" in line for line in server.log) == 2
        assert server.stop() == 0


def test_a_setting_that_is_no_number_is_told_and_not_taken() -> None:
    with ServerProcess("+set", "sv_fps", "fast") as server:
        server.wait_log("sv_fps is a number, not 'fast'; it stays 20")
        assert server.stop() == 0


@pytest.mark.parametrize(
    ("words", "level"), [((), "debug"), (("+set", "sv_logLevel", "error"), "error")]
)
def test_verbose_is_a_log_level(words: tuple[str, ...], level: str) -> None:
    ended = run_to_end(["-v", *HERE, *words, "+sv_logLevel", "+quit"])
    assert ended.returncode == 0
    assert f'"sv_logLevel" is:"{level}^7" default:"info^7"' in ended.stderr
    assert ("stopping: quit" in ended.stderr) == (level == "debug")


def test_no_map_is_no_end() -> None:
    with ServerProcess(map_name="") as server:
        server.wait_log("no map is running; type: map mp_foy")
        server.type("map nosuch\nmap mp_foy")
        server.wait_line("map mp_foy ready")
        assert asked(server.address)
        assert server.stop() == 0


# -- what ends at once ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("+map", "nosuch"), "can't load map nosuch: maps/mp/nosuch.bsp is nowhere"),
        (("+map", "../secret"), "not a map name"),
        (("+set", "fs_game", "../up", "+map", "mp_foy"), "uoserver: fs_game: "),
        (("+set", "net_ip", "203.0.113.7"), "uoserver: can't listen on udp 203.0.113.7:0: "),
        (("+set", "sv_hostname", 'a"b'), "uoserver: a quote or line end cannot stand"),
    ],
)
def test_faults_of_the_command_line(words: tuple[str, ...], line: str) -> None:
    ended = run_to_end((*HERE, *words))
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert line in one_clear_line(ended.stderr)


@pytest.mark.parametrize("damage", ["version", "truncated"])
def test_damaged_maps(tmp_path: Path, damage: str) -> None:
    data = SearchPath().read("maps/mp/mp_foy.bsp")
    truncated = data[: len(data) // 2]
    data = truncated if damage == "truncated" else data[:4] + struct.pack("<i", 46) + data[8:]
    folder = tmp_path / "uo" / "maps" / "mp"
    folder.mkdir(parents=True)
    (folder / "mp_broken.bsp").write_bytes(data)
    ended = run_to_end((*HERE, "+set", "fs_basepath", str(tmp_path), "+map", "mp_broken"))
    assert ended.returncode == 2
    assert one_clear_line(ended.stderr).startswith("can't load map mp_broken: ")


def test_a_damaged_pack_is_named_and_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "uo"
    folder.mkdir()
    (folder / "broken.pk3").write_bytes(b"no pack at all")
    with ServerProcess("+set", "fs_basepath", str(tmp_path)) as server:
        assert " WARNING " in server.wait_log("broken.pk3")
        assert server.stop() == 0
