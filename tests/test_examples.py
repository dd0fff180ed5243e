"""Every example runs, as its docstring says, against a server of the tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakeserver import FakeServer, server_thread
from tests.level import Session, recording

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
MAX_LINES = 80


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with server_thread() as server:
        yield server


def command(name: str, *arguments: str) -> list[str]:
    return [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}


def run(name: str, *arguments: str, code: int = 0) -> str:
    result = subprocess.run(
        command(name, *arguments),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        env=environment(),
    )
    assert result.returncode == code, result.stderr
    return result.stdout


@contextmanager
def running(name: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command(name, *arguments), stdout=subprocess.PIPE, text=True, env=environment()
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def where(server: FakeServer) -> str:
    return "{}:{}".format(*server.address)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_examples_are_short_and_say_how_they_run(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) < MAX_LINES
    assert f"python examples/{path.name}" in text.split('"""')[1]
    assert f'"{path.stem}"' in Path(__file__).read_text(encoding="utf-8"), "no test runs it"


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.py")))
def test_examples_say_how_they_are_used(name: str) -> None:
    usage = run(name, "--help")
    assert usage.startswith(f"usage: {name}.py ")
    doc = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8").removeprefix('"""')
    assert doc.splitlines()[0] in " ".join(usage.split())


def test_browser(server: FakeServer) -> None:
    lines = run("browser", where(server), "127.0.0.1:9").splitlines()
    assert len(lines) == 2
    assert lines[0].split()[2:] == ["0/8", "mp_test", "ctf", "Test", "server"]
    assert lines[1] == "1 servers"


def test_browser_with_a_master(server: FakeServer) -> None:
    assert run("browser", "--master", where(server)) == "0 servers\n"


def test_wander_bot(server: FakeServer) -> None:
    out = run("wander_bot", where(server), "--seconds", "1")
    assert 'server: e "say hello"' in out
    assert "leaving at (" in out
    assert server.commands == ["say hello"]
    assert server.players[0]["origin[1]"] > 5


def test_inspector(server: FakeServer) -> None:
    with running("inspector", where(server), "--port", "0") as process:
        assert process.stdout
        front = process.stdout.readline().removeprefix("listening on ").strip()
        run("wander_bot", front, "--seconds", "0.5")
        process.terminate()
        out = process.stdout.read()
    for part in ("GetChallenge", "Connect: userinfo", "gamestate: 4 conf", "snapshot at", "move: "):
        assert part in out
    assert "client command 2 'say hello'" in out
    assert "not decoded" not in out


def test_demo_to_json(tmp_path: Path) -> None:
    file = tmp_path / "a.dm_3"
    file.write_bytes(recording(Session(), 8).getvalue())
    lines = [json.loads(line) for line in run("demo_to_json", str(file)).splitlines()]
    assert lines[0]["operations"][0]["type"] == "gamestate"
    snapshots = [op for line in lines for op in line["operations"] if op["type"] == "snapshot"]
    assert len(snapshots) > 4
    assert snapshots[-1]["frame"]["player"]["fields"]["clientNum"] == 3
    file.write_bytes(file.read_bytes()[:-30] + b"\xff" * 30)
    run("demo_to_json", str(file), code=1)
    run("demo_to_json", str(tmp_path / "none.dm_3"), code=2)
    run("demo_to_json", code=2)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are POSIX")
def test_demo_to_json_for_a_reader_that_leaves_early(tmp_path: Path) -> None:
    file = tmp_path / "a.dm_3"
    file.write_bytes(recording(Session(), 8).getvalue())
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        result = subprocess.run(
            command("demo_to_json", str(file)),
            stdout=pipe,
            stderr=subprocess.PIPE,
            check=False,
            env=environment(),
        )
    assert result.stderr == b""
    assert result.returncode == 1
