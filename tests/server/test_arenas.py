"""Surveys are found where they lie already, and kept where new ones are made."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.survey.lands import Land, yard
from uoserver.bsp import write
from uoserver.files.searchpath import SearchPath
from uoserver.server import arenas
from uoserver.server.arenas import Arenas
from uoserver.server.level import LoadedMap, read_map
from uoserver.survey.cache import cache_name


def load(folder: Path, land: Land) -> LoadedMap:
    """A land as the server loads it."""
    maps = folder / "uo" / "maps" / "mp"
    maps.mkdir(parents=True)
    (maps / "yard.bsp").write_bytes(write(land.map()))
    return read_map(SearchPath.open(str(folder)), "yard")


def no_survey(*_args: object) -> object:
    raise AssertionError("surveyed")


def test_the_shipped_map_is_not_surveyed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arenas, "survey", no_survey)
    loaded = read_map(SearchPath(), "mp_foy")
    arena = Arenas().find(loaded, None)
    assert arena is not None
    assert arena.survey.checksum == loaded.info.checksum


def test_a_survey_is_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, folder = load(tmp_path, yard()), tmp_path / "new" / "surveys"
    first = Arenas().find(loaded, folder)
    assert first is not None
    assert [path.name for path in folder.iterdir()] == [cache_name(loaded.info.checksum)]
    monkeypatch.setattr(arenas, "survey", no_survey)
    again = Arenas().find(loaded, folder)
    assert again is not None
    assert again.survey == first.survey


def test_in_memory_it_is_the_same(tmp_path: Path) -> None:
    loaded, finder = load(tmp_path, yard()), Arenas()
    assert finder.find(loaded, None) is finder.find(loaded, None)


def test_a_spoilt_one_is_told_and_made_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    loaded, folder = load(tmp_path, yard()), tmp_path / "surveys"
    folder.mkdir()
    path = folder / cache_name(loaded.info.checksum)
    path.write_bytes(b"uosurvey nonsense")
    assert Arenas().find(loaded, folder) is not None
    assert f"{path}: " in caplog.text
    assert "the map is surveyed anew" in caplog.text
    assert path.read_bytes() != b"uosurvey nonsense"


def test_where_nothing_can_be_written_matches_are_played_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    loaded, blocked = load(tmp_path, yard()), tmp_path / "a file"
    blocked.write_text("")
    with caplog.at_level(logging.INFO):
        assert Arenas().find(loaded, blocked / "surveys") is not None
    assert "the survey is not kept: " in caplog.text


def test_a_map_without_room_has_no_arena_and_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    loaded, finder = load(tmp_path, Land(half=(400.0, 400.0))), Arenas()
    assert finder.find(loaded, None) is None
    assert finder.find(loaded, None) is None
    assert len(caplog.records) == 1
    assert caplog.text.count("no match, players stay on foot: ") == 1


def test_notes_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    land = yard()
    land.entity("uo_static", (0.0, 0.0, 0.0), type="NOTHING_OF_THE_KIND")
    with caplog.at_level(logging.INFO):
        arena = Arenas().find(load(tmp_path, land), None)
    assert arena is not None
    assert arena.survey.notes
    assert [record.getMessage() for record in caplog.records] == list(arena.survey.notes)
