"""The host's file of names: found on the search path, or passed over in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from uoserver.files.searchpath import SearchPath
from uoserver.game.publish.names import STOCK_NAMES
from uoserver.server.naming import MAX_SIZE, find_names

from .host import Host


def files(folder: Path, data: bytes) -> SearchPath:
    (folder / "uo").mkdir()
    (folder / "uo" / "models.toml").write_bytes(data)
    return SearchPath.open(str(folder))


def test_without_a_file(caplog: pytest.LogCaptureFixture) -> None:
    assert find_names(SearchPath()) is STOCK_NAMES
    assert caplog.records == []


def test_a_level_has_the_names_of_its_host(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data = b'[models]\njeep_allies = "xmodel/jeep"\n[sounds]\nDrone = "buzz"\n'
    host = Host("mp_foy", files(tmp_path, data))
    level = host.server.level
    assert level is not None
    strings = level.configstrings.values
    assert (strings[417], strings[662]) == ("xmodel/jeep", "buzz")
    assert 418 not in strings
    assert not [record for record in caplog.records if "models.toml" in record.message]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[models", "models.toml is passed over: Expected"),
        (b"\xff", "models.toml is passed over: 'utf-8' codec"),
        (b"[models]\ntank = 1", "models.toml is passed over: models has no 'tank'"),
        (b"x = " + b"[" * 100_000, "models.toml is passed over: "),
        (b"#" * (MAX_SIZE + 1), "models.toml is passed over: "),
    ],
    ids=["no toml", "no text", "bad key", "deep", "large"],
)
def test_a_bad_file_is_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, data: bytes, said: str
) -> None:
    assert find_names(files(tmp_path, data)) is STOCK_NAMES
    (record,) = caplog.records
    assert record.message.startswith(said)
    assert "\n" not in record.message
