"""Surveys that come with the package."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

from tests.survey.lands import yard
from uoserver.bsp import write
from uoserver.files.searchpath import SearchPath
from uoserver.survey.shipped import find_shipped


def test_that_of_the_stand_in_map_is_there() -> None:
    with SearchPath() as files:
        checksum = crc32(files.read("maps/mp/mp_foy.bsp"))
    found = find_shipped(checksum)
    assert found is not None
    assert found.checksum == checksum


def test_that_of_another_map_is_not(tmp_path: Path) -> None:
    assert find_shipped(crc32(write(yard().map()))) is None
