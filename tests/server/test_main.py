"""The command line of ``python -m uoserver``."""

from __future__ import annotations

import pytest

from uoserver.__main__ import main
from uoserver.server import app


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for part in ("+map mp_foy", "+exec server.cfg", "listening udp", "Exit code", "--verbose"):
        assert part in text


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("uoserver ")


@pytest.mark.parametrize("words", [["--nonsense"], ["mp_foy"], ["-x", "+map", "mp_foy"]])
def test_options_that_are_none(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "usage: uoserver" in captured.err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["+", "map"], "expected a command like +map NAME, not '+'"),
        (["+5"], "expected a command like +map NAME, not '+5'"),
        (["+set", "a", 'b"c'], "a quote or line end cannot stand in a console line"),
        (["+set", "net_ip", "203.0.113.7"], "can't listen on udp 203.0.113.7:28960: "),
    ],
)
def test_faults_are_one_line_and_exit_2(
    words: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == app.EXIT_USAGE
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines()[-1].startswith(f"uoserver: {line}")
