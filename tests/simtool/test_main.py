from __future__ import annotations

import io
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from uoserver.simtool.main import PROGRAM, main


def test_help_of_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], *([name] for name in PROGRAM.commands)):
        with pytest.raises(SystemExit) as left:
            main([*words, "--help"])
        assert left.value.code == 0
        out = capsys.readouterr().out
        assert out.startswith("usage: python -m uoserver.sim ")
        if words:
            assert "python -m uoserver.sim " + words[0] in out.partition("examples:")[2]


@pytest.mark.parametrize("words", [[], ["fly"], ["show"], ["run", "boat", "--ticks", "x"]])
def test_bad_words(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_unreadable_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.toml").write_text("x = 1")
    (tmp_path / "bad.rfm").write_bytes(b"WRL")
    for name, reason in (
        ("none", "none: No such file"),
        ("bad.toml", "bad.toml: x is not known"),
        ("bad.rfm", "bad.rfm: the file ends"),
        (".", "Is a directory"),
    ):
        for verb in PROGRAM.commands:
            assert main([verb, str(tmp_path / name)]) == 2
            err = capsys.readouterr().err
            assert err.startswith(f"{verb}: ")
            assert reason in err
            assert err.count("\n") == 1


def test_terminals_only_show_what_files_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "s.toml"
    path.write_text('title = "\\u001b[2JBay\\u0007"\nticks = 1')
    for verb in PROGRAM.commands:
        assert main([verb, str(path)]) == 0
        assert capsys.readouterr().out.startswith("?[2JBay?\n")
    path.write_text('"\\u001b[2J" = 1')
    assert main(["run", str(path)]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_terminals_without_the_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.toml"
    path.write_text('title = "Stra\u00dfe"\nticks = 1', encoding="utf-8")
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["show", str(path)]) == 0
    assert raw.getvalue().startswith(b"Stra\\xdfe\n")


def test_the_reader_may_leave() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "uoserver.sim", "show", "drive"],
        env={"PYTHONPATH": "src"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.wait(60) == 1
        assert process.stderr.read() == b""


def test_the_module_is_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["sim", "show", "sink"])
    with pytest.raises(SystemExit) as left:
        runpy.run_module("uoserver.sim", run_name="__main__")
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("A tank sinks\n")
