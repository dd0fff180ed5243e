from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.process import ServerProcess
from uoserver.pilot.__main__ import main
from uoserver.pilot.maps import Maps


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


@pytest.mark.live
def test_one_whose_map_takes_too_long_has_not_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def find(_maps: Maps, _name: str) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(Maps, "find", find)
    with ServerProcess() as server:
        words = [f"127.0.0.1:{server.port}", "--timeout", "1.5", "--json"]
        assert main(words) == 1
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert result["state"] == "LOADING"
    assert result["errors"] == ["not in the world, with its map loaded, within 1.5 s"]
