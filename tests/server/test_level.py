"""Map names, map files and server ids."""

from __future__ import annotations

import logging
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.collision import World
from uoserver.files.searchpath import SearchPath
from uoserver.game.game import Game
from uoserver.server.level import (
    FIRST_SERVER_ID,
    WARMUP_MS,
    Level,
    MapError,
    map_name,
    next_server_id,
    read_map,
)

BUILTIN = SearchPath().read("maps/mp/mp_foy.bsp")


@pytest.mark.parametrize(
    "text", ["mp_foy", "MP_Foy", "mp/mp_foy", "maps/mp/mp_foy.bsp", "mp_foy.bsp", "MAPS/MP/MP_FOY"]
)
def test_every_way_to_write_a_map(text: str) -> None:
    assert map_name(text) == "mp_foy"


@pytest.mark.parametrize(
    "text",
    [
        *("", ".", "..", "../x", "a/../b", "/etc/passwd", "a b", "a\\b", "c:x", "a;b", 'a"b'),
        *("a\nb", "a\0b", "mp/", ".bsp", "a//b", "x" * 49, "\xe9", "%s"),
    ],
)
def test_what_is_no_map_name(text: str) -> None:
    with pytest.raises(MapError, match="not a map name"):
        map_name(text)


@given(st.text(max_size=60))
def test_a_map_name_is_always_safe(text: str) -> None:
    try:
        name = map_name(text)
    except MapError:
        return
    assert ".." not in name.split("/")
    assert not name.startswith("/")
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789_.-/")


def test_the_built_in_map_says_what_it_is(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        loaded = read_map(SearchPath(), "mp_foy")
    assert loaded.info.spawns("ctf").points
    assert loaded.clip.models >= 1
    assert [record.getMessage() for record in caplog.records] == [
        "mp_foy is the stand-in map that comes with the server"
    ]


def test_the_real_map_wins(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "uo"
    folder.mkdir()
    with zipfile.ZipFile(folder / "pak0.pk3", "w") as pack:
        pack.writestr("maps/mp/MP_Foy.bsp", BUILTIN)
    with caplog.at_level(logging.INFO), SearchPath.open(str(tmp_path)) as files:
        read_map(files, "mp_foy")
    assert caplog.text == ""


def test_a_map_that_is_not_there() -> None:
    with pytest.raises(MapError, match=r"^can't load map nosuch: maps/mp/nosuch\.bsp is nowhere"):
        read_map(SearchPath(), "nosuch")


def damaged(change: str) -> bytes:
    if change == "version":
        return BUILTIN[:4] + struct.pack("<i", 46) + BUILTIN[8:]
    if change == "magic":
        return b"XBSP" + BUILTIN[4:]
    return BUILTIN[: {"empty": 0, "header": 20, "half": len(BUILTIN) // 2}[change]]


@pytest.mark.parametrize("change", ["version", "magic", "empty", "header", "half"])
def test_a_damaged_map_is_one_line(tmp_path: Path, change: str) -> None:
    folder = tmp_path / "main" / "maps" / "mp"
    folder.mkdir(parents=True)
    (folder / "broken.bsp").write_bytes(damaged(change))
    with (
        SearchPath.open(str(tmp_path)) as files,
        pytest.raises(MapError, match=r"^can't load map broken: [^\n]+$"),
    ):
        read_map(files, "broken")


def test_ids_over_map_changes() -> None:
    """server: serverId; 16, 32 .. 240 and 16 again."""
    ids = [FIRST_SERVER_ID]
    for _ in range(15):
        ids.append(next_server_id(ids[-1]))
    assert ids == [*range(16, 256, 16), 16]


def test_ids_over_restarts() -> None:
    assert next_server_id(0x2E, restart=True) == 0x2F
    assert next_server_id(0x2F, restart=True) == 0x20
    assert next_server_id(0x2F) == 0x30
    assert next_server_id(0xF7) == 16


@given(st.integers(0, 255), st.booleans())
def test_an_id_is_a_byte_and_never_has_an_empty_high_nibble(current: int, restart: bool) -> None:
    following = next_server_id(current | 0x10, restart=restart)
    assert 16 <= following <= 255
    assert following != current | 0x10


def test_warm_up_takes_three_frames() -> None:
    loaded = read_map(SearchPath(), "mp_foy")
    game = Game(loaded.info, World(loaded.clip), "dm")
    level = Level("mp_foy", loaded, game, 16, 0, count_flag=False)
    assert level.warm_up(1000) == 1000 + 3 * WARMUP_MS
    assert level.game.now == 1300
