"""Whole server processes: lines, exit codes, signals, standard input, config files."""

from __future__ import annotations

import os
import pty
import signal
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.process import SOURCE, Player, Process, run_to_end
from uoproto.connection import ConnState
from uoproto.connection.events import Disconnected
from uoproto.oob import GetInfo, InfoResponse, parse_response
from uoserver.files.searchpath import SearchPath

pytestmark = pytest.mark.live

HERE = ("+set", "net_ip", "127.0.0.1", "+set", "net_port", "0")


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
    with Process("+set", "sv_hostname", "My server", "+map", "mp_foy") as server:
        server.wait_for("^map mp_foy ready$")
        assert "\\hostname\\My server\\" in asked(server.address)
        player = Player(server.address)
        player.run(ConnState.ACTIVE)
        server.type("status\n")
        server.wait_for("UnnamedPlayer", server.stderr)
        server.type("map mp_foy\r\n\n\nnonsense\nset sv_hostname Other\n")
        server.wait_for('Unknown command "nonsense"', server.stderr)
        player.run(ConnState.LOADING)
        player.run(ConnState.ACTIVE)
        assert "\\hostname\\Other\\" in asked(server.address)
        server.popen.send_signal(signal.SIGTERM)
        player.run(ConnState.DISCONNECTED)
        assert player.events[-1] == Disconnected("\x15Server shut down")
        player.close()
        assert server.wait() == 0
    address = f"listening udp 127.0.0.1:{server.address[1]}\n"
    assert server.stdout == [address, "map mp_foy ready\n", "map mp_foy ready\n"]
    assert not any("Traceback" in line for line in server.stderr)


def test_sigint_and_a_busy_port() -> None:
    with Process("+map", "mp_foy") as server:
        server.wait_for("^map mp_foy ready$")
        port = server.address[1]
        words = ("+set", "net_ip", "127.0.0.1", "+set", "net_port", str(port))
        second = run_to_end((*words, "+map", "mp_foy"))
        assert second.returncode == 2
        assert second.stdout == ""
        assert f"can't listen on udp 127.0.0.1:{port}: " in second.stderr.splitlines()[-1]
        assert "Traceback" not in second.stderr
        assert asked(("127.0.0.1", port))
        assert server.stop(signal.SIGINT) == 0


@pytest.mark.parametrize("line", ["quit\n", "killserver\n", "echo last\nquit"])
def test_quit_on_standard_input(line: str) -> None:
    with Process("+map", "mp_foy") as server:
        server.wait_for("^map mp_foy ready$")
        server.type(line)
        if not line.endswith("\n"):
            assert server.popen.stdin is not None
            server.popen.stdin.close()
        assert server.wait() == 0


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
    script = f"set -m; {sys.executable} -m uoserver {' '.join(HERE)} +map mp_foy & wait $!"
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["PYTHONPATH"] = str(SOURCE)
        os.execvp("bash", ["bash", "-c", script])  # noqa: S606
    job = 0
    try:
        output = b""
        while b"ready" not in output:
            output += os.read(terminal, 4096)
        port = int(output.split(b"listening udp 127.0.0.1:")[1].split()[0])
        job = int(subprocess.check_output(["ps", "-o", "pid=", "--ppid", str(pid)]).split()[0])
        assert asked(("127.0.0.1", port))
    finally:
        if job:
            os.kill(job, signal.SIGTERM)
        os.waitpid(pid, 0)
        os.close(terminal)


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
    with Process(*config(tmp_path, text), *late) as server:
        server.wait_for("^map mp_foy ready$")
        assert server.address[1] == port
        assert "\\hostname\\From file\\" in asked(server.address)
        assert server.stop() == 0


def test_a_config_that_waits_while_the_map_runs(tmp_path: Path) -> None:
    text = "map mp_foy\nwait 3\nset sv_hostname later\nwait 3\nquit\n"
    with Process(*config(tmp_path, text), "+exec", "server.cfg") as server:
        assert server.wait() == 0
    assert server.stdout[1:] == ["map mp_foy ready\n"]


def test_no_map_is_no_end() -> None:
    with Process() as server:
        server.wait_for("no map is running; type: map mp_foy", server.stderr)
        server.type("map nosuch\nmap mp_foy\n")
        server.wait_for("^map mp_foy ready$")
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
    with Process("+set", "fs_basepath", str(tmp_path), "+map", "mp_foy") as server:
        server.wait_for("^map mp_foy ready$")
        server.wait_for(r"WARNING .*broken\.pk3", server.stderr)
        assert server.stop() == 0
