"""The command line of ``python -m uoserver.master``."""

from __future__ import annotations

import socket

import pytest

from tests.process import ROOT
from uoserver.master.__main__ import EXIT_USAGE, _parser, main


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for part in ("--bind", "20610", "20600", "--expire", "600", "--json", "Exit code", "listening"):
        assert part in text


@pytest.mark.parametrize(
    "words",
    [
        ["--nonsense"],
        ["192.0.2.1"],
        ["--port", "65536"],
        ["--port", "-1"],
        ["--port", "\u0661"],
        ["--expire", "9"],
        ["--expire", "86401"],
        ["--interval", "0"],
    ],
)
def test_bad_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == EXIT_USAGE == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "usage: python -m uoserver.master" in captured.err


def test_a_busy_port_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as busy:
        busy.bind(("127.0.0.1", 0))
        port = busy.getsockname()[1]
        assert main(["--bind", "127.0.0.1", "--port", str(port)]) == EXIT_USAGE
    captured = capsys.readouterr()
    assert captured.out == ""
    line = captured.err.splitlines()[-1]
    assert line.startswith(f"uoserver.master: can't listen on udp 127.0.0.1:{port}: ")


def test_no_address_is_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--bind", "203.0.113.7", "--port", "0"]) == EXIT_USAGE
    assert "203.0.113.7" in capsys.readouterr().err


def test_the_guide_s_examples_are_good_usage() -> None:
    guide = (ROOT / "docs" / "server-admin.md").read_text(encoding="utf-8")
    command = "python -m uoserver.master"
    lines = [line for line in guide.splitlines() if line.startswith(command)]
    assert len(lines) == 4
    for line in lines:
        _parser().parse_args(line.removeprefix(command).split())
