from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.fakeserver import CONFIGSTRINGS, FakeServer
from uoproto.__main__ import main
from uoproto.cli.join import MAX_ERRORS, Report
from uoproto.connection import SlotState
from uoproto.connection.events import Disconnected, PacketIgnored, RetailWarning
from uoproto.demo import DemoPlayer
from uoproto.snapshot import Snapshot


def join(
    capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0
) -> tuple[dict[str, Any], str]:
    """Run the command; return its report and what went to standard error."""
    assert main(["join", *argv, "--json"]) == code
    captured = capsys.readouterr()
    report: dict[str, Any] = json.loads(captured.out.splitlines()[-1])
    return report, captured.err


def test_a_visit(server: FakeServer, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    report, progress = join(capsys, where, "--seconds", "0.6", "--strict", "--name", "Bea")
    assert report["state"] == "ACTIVE"
    assert report["snapshots"] > 3
    assert 0 < report["deltas"] < report["snapshots"]
    assert report["dropped"] == report["discarded"] == 0
    assert 0 <= report["ping_ms"] < 999
    assert report["first_position"] == report["last_position"] == [0.0, 0.0, 0.0]
    assert report["errors"] == []
    assert progress.splitlines()[-1] == "active"
    assert r"\name\Bea" in server.slots[0].userinfo


def test_driving(
    server: FakeServer, where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "walk.txt"
    script.write_text("0 127 0 0 0 90 0  # walk\n400 0 0 0 0 90 0\n")
    report, _ = join(capsys, where, "--seconds", "0.8", "--drive", str(script))
    first, last = report["first_position"], report["last_position"]
    assert last[1] - first[1] > 5
    assert server.players[0]["viewangles[1]"] == 90


def test_recording(where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "visit.dm_3"
    report, _ = join(capsys, where, "--seconds", "0.5", "--record", str(file))
    assert report["errors"] == []
    with file.open("rb") as stream:
        player = DemoPlayer(stream)
        snapshots = [op for message in player for op in message.operations]
    assert player.reader.complete
    assert sum(isinstance(op, Snapshot) for op in snapshots) > 5


def test_server_commands_are_listed(
    server: FakeServer,
    where: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    connect = server._connect

    def connect_and_greet(*args: Any) -> None:
        connect(*args)
        server.slots[-1].send_command('h "welcome"')

    monkeypatch.setattr(server, "_connect", connect_and_greet)
    report, _ = join(capsys, where, "--seconds", "0.3")
    assert 'h "welcome"' in report["server_commands"]


def test_text_report(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", where, "--seconds", "0.2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("ACTIVE: ")
    assert lines[1] == "position 0.0 0.0 0.0 -> 0.0 0.0 0.0"


def test_a_silent_server_exits_1(
    server: FakeServer, where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.silent = True
    file = tmp_path / "none.dm_3"
    report, _ = join(capsys, where, "--timeout", "0.2", "--record", str(file), code=1)
    assert report["state"] == "CONNECTING"
    assert report["first_position"] is None
    assert report["errors"] == ["nothing was recorded"]
    assert file.read_bytes() == b""


def test_being_thrown_out_exits_1(
    server: FakeServer,
    where: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    connect = server._connect

    def connect_and_kick(*args: Any) -> None:
        connect(*args)
        slot = server.slots[-1]
        server._loop.call_later(0.3, lambda: slot.drop("EXE_PLAYERKICKED", server.now))

    monkeypatch.setattr(server, "_connect", connect_and_kick)
    report, _ = join(capsys, where, "--seconds", "5", code=1)
    assert report["state"] == "DISCONNECTED"
    assert report["errors"] == ["EXE_PLAYERKICKED"]


def test_strict_reports_what_a_retail_client_minds(
    where: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CONFIGSTRINGS, 8, "XYZ")
    report, _ = join(capsys, where, "--seconds", "0.2", "--strict", code=1)
    assert report["state"] == "ACTIVE"
    assert report["errors"] == ["joining 6.10: items are not lower-case hex digits"]
    report, _ = join(capsys, where, "--seconds", "0.2")
    assert report["errors"] == []


def test_an_unknown_name_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", "no-such-host.invalid"]) == 1
    assert capsys.readouterr().err.startswith("join: cannot join no-such-host.invalid: ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"0 0 0\n", "line 1: 3 fields"),
        (b"\xff\xfe\n", "cannot read"),
    ],
)
def test_a_bad_script_exits_2(
    tmp_path: Path, content: bytes, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "bad.txt"
    script.write_bytes(content)
    assert main(["join", "127.0.0.1:9", "--drive", str(script)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line


def test_files_that_cannot_be_opened_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = str(tmp_path / "no" / "file")
    assert main(["join", "127.0.0.1:9", "--drive", missing]) == 2
    assert main(["join", "127.0.0.1:9", "--record", missing]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_errors_are_told_once_and_kept_few() -> None:
    report = Report()
    for number in range(3 * MAX_ERRORS):
        report.take(PacketIgnored(f"bad {number // 2}", malformed=True))
    assert len(report.errors) == MAX_ERRORS
    report = Report()
    report.take(PacketIgnored("only late"))
    report.take(RetailWarning("rule", "detail"))
    report.take(Disconnected("over"))
    assert report.errors == ["rule: detail", "over"]


@pytest.mark.parametrize("option", ["--name", "--password"])
@pytest.mark.parametrize(
    "text", ["a\nb", "a\tb", "x" * 1100, "\u0416", 'a"b', "a;b", "a\\b"], ids=ascii
)
def test_text_that_cannot_be_sent_exits_2_before_anything_happens(
    server: FakeServer,
    where: str,
    tmp_path: Path,
    option: str,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "kept.dm_3"
    file.write_bytes(b"an older recording")
    seen: list[bytes] = []
    monkeypatch.setattr(server, "datagram_received", lambda data, _: seen.append(data))
    assert main(["join", where, option, text, "--record", str(file)]) == 2
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 1
    assert captured.err.startswith("join: ")
    assert not captured.out
    assert not seen
    assert file.read_bytes() == b"an older recording"


def test_a_latin_1_name_travels(server: FakeServer, where: str) -> None:
    assert main(["join", where, "--seconds", "0.1", "--name", "Ren\xe9"]) == 0
    assert "\\name\\Ren\xe9" in server.slots[0].userinfo


def _hear_interrupts() -> None:
    """Undo what a shell does to its background jobs, where the tests may run: SIGINT is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted_visit(server: FakeServer, where: str, number: int) -> tuple[int, dict[str, Any]]:
    """Signal a visit in the world; return its exit code and its report."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "uoproto", "join", where, "--seconds", "60"]
    command.append("--json")
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
        preexec_fn=_hear_interrupts,
    ) as process:
        end = time.monotonic() + 10
        while not server.players or server.players[0]["commandTime"] < 1100:
            assert time.monotonic() < end
            time.sleep(0.02)
        process.send_signal(number)
        out, _ = process.communicate(timeout=10)
    report: dict[str, Any] = json.loads(out.splitlines()[-1])
    return process.returncode, report


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_leaves_properly_and_reports(server: FakeServer, where: str, name: str) -> None:
    code, report = interrupted_visit(server, where, getattr(signal, name))
    assert code == 0
    assert report["state"] == "ACTIVE"
    end = time.monotonic() + 5
    while server.slots and server.slots[0].state >= SlotState.CONNECTED:
        assert time.monotonic() < end, "no disconnect came"
        time.sleep(0.02)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
def test_a_signal_before_the_world_is_reached_exits_1(server: FakeServer, where: str) -> None:
    server.silent = True
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "uoproto", "join", where, "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    ) as process:
        assert process.stderr
        assert process.stderr.readline() == "connecting\n"
        process.terminate()
        out, err = process.communicate(timeout=10)
    assert process.returncode == 1
    assert not err
    assert json.loads(out)["state"] == "CONNECTING"


# -- downloads ----------------------------------------------------------------------------------

PACKS = {"main/one.pk3": bytes(range(256)) * 30, "mod/two.pk3": b"x" * 2048}


@pytest.mark.parametrize("redirect", ["", "http://files.example.invalid/one.pk3"])
def test_packs_are_fetched(
    server: FakeServer,
    where: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    redirect: str,
) -> None:
    server.files, server.redirect = PACKS, redirect
    folder = tmp_path / "packs"
    report, told = join(capsys, where, "--seconds", "0.2", "--download", str(folder))
    assert report["state"] == "ACTIVE"
    assert report["downloaded"] == list(PACKS)
    assert report["errors"] == []
    for name, data in PACKS.items():
        assert (folder / name).read_bytes() == data
    assert sorted(path.name for path in folder.rglob("*.*")) == ["one.pk3", "two.pk3"]
    assert "main/one.pk3: 100 % of 7680 bytes" in told


def test_packs_that_are_there_are_not_asked_for(
    server: FakeServer, where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.files = PACKS
    (tmp_path / "main").mkdir()
    (tmp_path / "main" / "one.pk3").write_bytes(b"mine")
    report, _ = join(capsys, where, "--seconds", "0.2", "--download", str(tmp_path))
    assert report["downloaded"] == ["mod/two.pk3"]
    assert (tmp_path / "main" / "one.pk3").read_bytes() == b"mine"


def test_without_the_option_nothing_is_fetched(
    server: FakeServer, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    server.files = PACKS
    report, _ = join(capsys, where, "--seconds", "0.2")
    assert report["downloaded"] == []
    assert report["state"] == "ACTIVE"


def test_a_folder_that_cannot_be_written_to(
    server: FakeServer, where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.files = PACKS
    (tmp_path / "file").write_bytes(b"")
    report, _ = join(capsys, where, "--seconds", "0.2", "--download", str(tmp_path / "file"))
    assert report["state"] == "ACTIVE"  # the level goes on without them
    assert report["downloaded"] == []
    assert any("download given up" in error for error in report["errors"])
