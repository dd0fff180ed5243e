from __future__ import annotations

import argparse
import os
import subprocess
import sys

import pytest

from uoproto import cli
from uoproto.__main__ import main
from uoproto.cli import query


@pytest.mark.parametrize("command", ["query", "list", "join", "decode"])
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
