from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.level import Session, recording
from uoproto import cli
from uoproto.__main__ import main
from uoproto.cli import query


@pytest.mark.parametrize("command", ["query", "list", "join", "decode", "rcon"])
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert f"python -m uoproto {command}" in capsys.readouterr().out.split("examples:")[1]


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["frobnicate"],
        ["query"],
        ["query", ":28960"],
        ["query", "127.0.0.1:0"],
        ["query", "127.0.0.1:65536"],
        ["query", "127.0.0.1:x"],
        ["query", "127.0.0.1", "--timeout", "0"],
        ["query", "127.0.0.1", "--timeout", "nan"],
        ["join", "127.0.0.1", "--seconds", "-1"],
        ["join", "127.0.0.1", "--qport", "65536"],
        ["decode"],
        ["decode", "x", "--challenge", "y"],
    ],
)
def test_bad_usage_exits_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(argv)
    assert stop.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.invalid", ("a.invalid", 28960)),
        ("a.invalid:1", ("a.invalid", 1)),
        ("192.0.2.1:65535", ("192.0.2.1", 65535)),
    ],
)
def test_addresses(text: str, expected: tuple[str, int]) -> None:
    assert cli.address(text) == expected


def test_readable_text_cannot_drive_a_terminal() -> None:
    assert cli.readable("^1Red\x1b[2J^7\xe9\x07") == "Red.[2J\xe9."


def test_ctrl_c(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_args: argparse.Namespace) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(query, "run", interrupted)
    assert main(["query", "127.0.0.1"]) == 1
    assert capsys.readouterr().err == "interrupted\n"


def test_it_runs_as_a_module() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "uoproto", "decode", "no-such-file"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert result.returncode == 2
    assert result.stderr.startswith("decode: ")
    assert len(result.stderr.splitlines()) == 1


def test_an_argument_the_protocol_cannot_carry_is_one_line_and_exits_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "datagram.hex"
    file.write_text("01000000 02000000 00 00000000 " + "00" * 20)
    options = ["--from", "server", "--challenge", "5", "--command", "\u0416"]
    assert main(["decode", str(file), *options]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("decode: ")
    assert "Traceback" not in line


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are POSIX")
@pytest.mark.parametrize("damage", [b"", b"\xff" * 30])
def test_a_reader_that_leaves_early_is_no_fault(tmp_path: Path, damage: bytes) -> None:
    file = tmp_path / "a.dm_3"
    file.write_bytes(recording(Session(), 8).getvalue() + damage)
    reading, writing = os.pipe()
    os.close(reading)  # as head does once it has seen enough
    with os.fdopen(writing, "wb") as pipe:
        result = subprocess.run(
            [sys.executable, "-m", "uoproto", "decode", str(file), "--full"],
            stdout=pipe,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
    assert result.returncode == 1
    assert "BrokenPipe" not in result.stderr
    assert len(result.stderr.splitlines()) <= 1  # the damage, where it was read
