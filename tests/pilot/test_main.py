from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.process import ServerProcess
from uoserver.pilot.__main__ import main


@pytest.mark.parametrize(
    "words", [[], ["a:b:c"], ["127.0.0.1", "--team", "red"], ["127.0.0.1", "--seconds", "0"]]
)
def test_bad_usage(words: list[str]) -> None:
    with pytest.raises(SystemExit) as error:
        main(words)
    assert error.value.code == 2


def test_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["127.0.0.1", "--basepath", str(tmp_path / "none")]) == 2
    assert "is no folder" in capsys.readouterr().err


def test_a_name_that_does_not_travel() -> None:
    assert main(["127.0.0.1", "--name", 'a"b']) == 2


def test_nobody_answers() -> None:
    assert main(["127.0.0.1:9", "--timeout", "0.2"]) == 1


def test_help_tells_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["--help"])
    assert done.value.code == 0
    assert "Exit codes: 0 the time is over" in capsys.readouterr().out


@pytest.mark.live
def test_it_joins_and_drives(capsys: pytest.CaptureFixture[str]) -> None:
    with ServerProcess("+set", "timescale", "4") as server:
        address = f"127.0.0.1:{server.port}"
        words = [address, "--team", "axis", "--seconds", "6", "--strict", "--json"]
        assert main(words) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (result["state"], result["map"], result["side"]) == ("ACTIVE", "mp_foy", "axis")
    assert result["launches"] == 1
    assert result["errors"] == []
