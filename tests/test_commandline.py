"""The frame of a program with commands: texts, exit codes, one line for each error."""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from uoserver.commandline import (
    BAD_USAGE,
    CommandError,
    Program,
    plain,
    print_json,
    print_lines,
    progress,
)


class ToolError(Exception):
    """What a bad file gives."""


PROGRAM = Program(
    prog="tool",
    description="A tool.",
    epilog="Exit codes: 0 done.",
    package="toolbox",
    commands=("sweep",),
    errors=(ToolError,),
)
raised: list[BaseException] = []


def _run(args: argparse.Namespace) -> int:
    for error in raised:
        raise error
    print(args.room)
    return 7


@pytest.fixture(autouse=True)
def toolbox(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("toolbox.sweep")
    module.__dict__.update(
        HELP="clean a room",
        EXAMPLES="examples:\n  tool sweep hall",
        add_arguments=lambda parser: parser.add_argument("room"),
        run=_run,
    )
    monkeypatch.setitem(sys.modules, "toolbox.sweep", module)
    monkeypatch.setattr(sys.modules[__name__], "raised", [])


def test_a_command_gives_its_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert PROGRAM.main(["sweep", "hall"]) == 7
    assert capsys.readouterr().out == "hall\n"


def test_help_of_the_program_and_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words, texts in (
        ([], ("usage: tool", "A tool.", "Exit codes: 0 done.", "clean a room")),
        (["sweep"], ("usage: tool sweep", "Clean a room.", "examples:\n  tool sweep hall")),
    ):
        with pytest.raises(SystemExit) as left:
            PROGRAM.main([*words, "--help"])
        assert left.value.code == 0
        out = capsys.readouterr().out
        assert all(text in out for text in texts)


@pytest.mark.parametrize("words", [[], ["dust"], ["sweep"], ["sweep", "hall", "--x"]])
def test_bad_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        PROGRAM.main(words)
    assert left.value.code == BAD_USAGE
    assert capsys.readouterr().err.startswith("usage: tool")


@pytest.mark.parametrize(
    ("error", "line", "code"),
    [
        (CommandError("no broom"), "sweep: no broom\n", 2),
        (CommandError("still dirty", 1), "sweep: still dirty\n", 1),
        (ToolError("bent"), "sweep: bent\n", 2),
        (FileNotFoundError(2, "No such file", "hall"), "sweep: hall: No such file\n", 2),
        (OSError("odd"), "sweep: odd\n", 2),
        (CommandError("a\n\x1b[2Jb"), "sweep: a??[2Jb\n", 2),
        (FileNotFoundError(2, "Gone", "a\n\x9bb\udcff"), "sweep: a??b?: Gone\n", 2),
        (KeyboardInterrupt(), "interrupted\n", 1),
    ],
)
def test_errors_give_one_line(
    error: BaseException, line: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    raised.append(error)
    assert PROGRAM.main(["sweep", "hall"]) == code
    assert capsys.readouterr() == ("", line)


def test_faults_of_our_own_are_not_hidden() -> None:
    raised.append(ValueError("ours"))
    with pytest.raises(ValueError, match="ours"):
        PROGRAM.main(["sweep", "hall"])


def test_results_and_progress(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"b": "ä", "a": [1]})
    progress("half way")
    assert capsys.readouterr() == ('{"b": "\\u00e4", "a": [1]}\n', "half way\n")


def test_terminals_have_nothing_to_obey(capsys: pytest.CaptureFixture[str]) -> None:
    assert plain("Straße \u202e\t\x1b[2J\n") == "Straße ???[2J?"
    print_lines(["a\x07", "b"])
    progress("c\nd")
    assert capsys.readouterr() == ("a?\nb\n", "c?d\n")
    with pytest.raises(SystemExit):
        PROGRAM.main(["sweep", "hall", "--\x1b[2J"])
    assert capsys.readouterr().err.endswith("unrecognized arguments: --?[2J\n")


def test_what_a_terminal_cannot_show_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    print_lines(["Straße"])
    sys.stdout.flush()
    assert raw.getvalue() == b"Stra\\xdfe\n"


def shell(line: str) -> tuple[int, str, str]:
    """Run a command of the simulation's tool in a shell; code, output, errors."""
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m uoserver.sim {line}', sys.executable],
        env={**os.environ, "PYTHONPATH": "src", "PYTHONUNBUFFERED": ""},
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    ("line", "code", "out", "err"),
    [
        ("show sink >&-", 0, "", ""),
        ("show sink >&- 2>&-", 0, "", ""),
        ("show sink 2>&-", 0, "A tank sinks\n", ""),
        ("show sink 2>/dev/full", 0, "A tank sinks\n", ""),
        ("show none 2>/dev/full", 2, "", ""),
        ("show none 2>&-", 2, "", ""),
        ("show 2>&-", 2, "", ""),
        ("show 2>/dev/full", 2, "", ""),
        ("--help >&-", 0, "", ""),
        ("show none >&-", 2, "", "show: none: No such file"),
        ("show sink >/dev/full", 2, "", "show: No space left on device"),
        ("run sink --json >/dev/full 2>&1", 2, "", ""),
    ],
)
def test_streams_may_be_closed_or_full(line: str, code: int, out: str, err: str) -> None:
    found = shell(line)
    assert (found[0], found[1][: len(out)]) == (code, out)
    assert found[1] or not out
    assert found[2].startswith(err)
    assert found[2].count("\n") == bool(err)
