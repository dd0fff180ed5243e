from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.files.test_pack import make_zip
from uoserver.files.errors import FileMissingError, FileNameError, FileTooLargeError, PackError
from uoserver.files.searchpath import SearchPath

# Lowest priority first: each place holds a file called "who" and one only it has.
PLACES = [
    "base/main/who",
    "base/main/pak0.pk3",
    "base/main/pak1.pk3",
    "home/main/who",
    "base/uo/who",
    "base/uo/Pakuo00.pk3",
    "base/uo/pakuo01.pk3",
    "home/uo/who",
    "base/mod/who",
    "home/mod/who",
    "home/mod/z.pk3",
]


def fill(root: Path, place: str, content: bytes) -> None:
    path = root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(make_zip([("who", content)]) if place.endswith(".pk3") else content)


def open_path(root: Path, fs_game: str = "mod") -> SearchPath:
    return SearchPath.open(str(root / "base"), str(root / "home"), fs_game)


@pytest.mark.parametrize("count", range(1, len(PLACES) + 1))
def test_order(tmp_path: Path, count: int) -> None:
    for place in PLACES[:count]:
        fill(tmp_path, place, place.encode())
    with open_path(tmp_path) as search:
        assert search.read("who") == PLACES[count - 1].encode()
        found = search.find("who")
        assert found is not None
        assert found.source == str(tmp_path / PLACES[count - 1])
        assert found.packed == PLACES[count - 1].endswith(".pk3")
        assert not found.builtin


def test_the_mod_is_not_searched_unless_chosen(tmp_path: Path) -> None:
    for place in PLACES:
        fill(tmp_path, place, place.encode())
    with open_path(tmp_path, "") as search:
        assert search.read("who") == b"home/uo/who"
    with open_path(tmp_path, "UO") as search:
        assert search.read("who") == b"home/uo/who"


def test_a_pack_hides_a_loose_file_of_its_own_folder_only(tmp_path: Path) -> None:
    fill(tmp_path, "base/uo/a.pk3", b"packed")
    fill(tmp_path, "base/uo/who", b"loose")
    with open_path(tmp_path) as search:
        assert search.read("who") == b"packed"


def test_empty_homepath_and_equal_paths_add_nothing(tmp_path: Path) -> None:
    fill(tmp_path, "base/uo/a.pk3", b"1")
    with SearchPath.open(str(tmp_path / "base"), str(tmp_path / "base")) as search:
        assert search.read("who") == b"1"
    with SearchPath.open(str(tmp_path / "base")) as search:
        assert search.read("who") == b"1"


@pytest.fixture
def search(tmp_path: Path) -> Iterator[SearchPath]:
    (tmp_path / "outside.cfg").write_bytes(b"secret")
    fill(tmp_path, "base/uo/server.cfg", b"set a \xff")
    with open_path(tmp_path) as search:
        yield search


@pytest.mark.parametrize(
    "name", ["../../outside.cfg", "..", "/etc/hosts", "..\\..\\outside.cfg", "c:\\x", "a\0b", ""]
)
def test_nothing_outside_can_be_reached(search: SearchPath, name: str) -> None:
    for call in (search.read, search.find):
        with pytest.raises(FileNameError):
            call(name)
    if name:
        with pytest.raises(FileNameError):
            search.list(name, "")
    assert search.read_text(name) is None


@pytest.mark.parametrize("game", ["../x", "a/b", "..", "\\x"])
def test_fs_game_is_one_folder(tmp_path: Path, game: str) -> None:
    with pytest.raises(FileNameError):
        open_path(tmp_path, game)


def test_read_errors(search: SearchPath) -> None:
    with pytest.raises(FileMissingError):
        search.read("gone.cfg")
    with pytest.raises(FileTooLargeError):
        search.read("server.cfg", limit=3)
    assert search.find("gone.cfg") is None
    assert search.read_text("gone.cfg") is None
    assert search.read_text("Server.cfg") == "set a \xff"


def test_damaged_packs_are_reported_and_passed_over(tmp_path: Path) -> None:
    fill(tmp_path, "base/uo/a.pk3", b"good")
    (tmp_path / "base" / "uo" / "b.pk3").write_bytes(b"not a zip")
    with open_path(tmp_path, "") as search:
        assert search.read("who") == b"good"
        assert len(search.problems) == 1
        assert "b.pk3" in search.problems[0]


def test_a_damaged_file_does_not_fall_through(tmp_path: Path) -> None:
    fill(tmp_path, "base/main/who", b"older")
    data = bytearray(make_zip([("who", b"x" * 500)]))
    data[34:40] = b"\xff" * 6
    (tmp_path / "base" / "uo").mkdir()
    (tmp_path / "base" / "uo" / "a.pk3").write_bytes(data)
    with open_path(tmp_path) as search, pytest.raises(PackError):
        search.read("who")


def test_list_joins_all_sources_once(tmp_path: Path) -> None:
    files = [("maps/mp/b.bsp", b""), ("Maps/MP/Deep/c.bsp", b""), ("maps/mp/x.gsc", b"")]
    (tmp_path / "base" / "uo").mkdir(parents=True)
    (tmp_path / "base" / "uo" / "a.pk3").write_bytes(make_zip(files))
    fill(tmp_path, "base/main/maps/mp/B.BSP", b"")
    fill(tmp_path, "base/main/maps/mp/a.bsp", b"")
    with SearchPath.open(str(tmp_path / "base")) as search:
        assert search.list("maps/mp", ".BSP") == ["a.bsp", "b.bsp", "mp_foy.bsp"]
        assert search.list("", ".bsp") == []


def test_the_stand_in_map_comes_last(tmp_path: Path) -> None:
    with open_path(tmp_path) as search:
        found = search.find("maps/mp/mp_foy.bsp")
        assert found is not None
        assert found.builtin
        assert search.read("maps/mp/mp_foy.bsp")[:4] == b"IBSP"
    fill(tmp_path, "base/main/maps/mp/mp_foy.bsp", b"real")
    with open_path(tmp_path) as search:
        assert search.read("maps/mp/mp_foy.bsp") == b"real"


def test_without_the_built_in_pack() -> None:
    assert SearchPath(builtin=False).find("maps/mp/mp_foy.bsp") is None


@pytest.mark.parametrize("place", ["home", "base"])
def test_an_fs_game_that_is_nowhere_is_told(tmp_path: Path, place: str) -> None:
    (tmp_path / "base").mkdir()
    with open_path(tmp_path) as search:
        (line,) = search.problems
    assert line.startswith("fs_game: there is no folder mod in ")
    (tmp_path / place / "mod").mkdir(parents=True)
    with open_path(tmp_path) as search:
        assert search.problems == []


def test_a_basepath_that_is_nowhere_is_told(tmp_path: Path) -> None:
    with SearchPath.open(str(tmp_path / "gmaes")) as search:
        assert search.problems == [f"fs_basepath: there is no folder {tmp_path / 'gmaes'}"]
    fill(tmp_path, "file", b"")
    with SearchPath.open(str(tmp_path / "file"), str(tmp_path)) as search:
        assert search.problems == [f"fs_basepath: there is no folder {tmp_path / 'file'}"]


@pytest.mark.parametrize("game", ["uo", "main", "UO"])
def test_a_basepath_one_folder_too_deep_is_told(tmp_path: Path, game: str) -> None:
    deep = tmp_path / game
    deep.mkdir()
    with SearchPath.open(str(deep)) as search:
        assert search.problems == []  # a folder that is called so, a checkout perhaps
    fill(deep, "pak0.pk3", b"")
    with SearchPath.open(str(deep)) as search:
        (line,) = search.problems
    assert line.startswith(f"fs_basepath: {deep} holds neither uo nor main; ")
    (deep / "main").mkdir()
    with SearchPath.open(str(deep)) as search:
        assert search.problems == []


def test_a_basepath_without_a_game_is_no_problem(tmp_path: Path) -> None:
    for basepath in (str(tmp_path), ".", ""):
        with SearchPath.open(basepath) as search:
            assert search.problems == []


def test_packs_are_listed_as_they_are_searched(tmp_path: Path) -> None:
    for place in PLACES:
        fill(tmp_path, place, place.encode())
    (tmp_path / "base/mod/Map.PK3").write_bytes(make_zip([("other", b"x")]))
    (tmp_path / "base/mod/broken.pk3").write_bytes(b"no zip")
    with open_path(tmp_path) as search:
        packs = search.packs()
    assert [pack.full_name for pack in packs] == [
        *("mod/z.pk3", "mod/Map.pk3", "uo/pakuo01.pk3", "uo/Pakuo00.pk3"),
        *("main/pak1.pk3", "main/pak0.pk3"),
    ]
    assert [(pack.folder, pack.name) for pack in packs[:2]] == [("mod", "z"), ("mod", "Map")]
    assert packs[1].path == tmp_path / "base/mod/Map.PK3"
    now = packs[1].path.stat()
    assert (packs[1].size, packs[1].modified) == (now.st_size, now.st_mtime_ns)
    assert packs[0].pack.checksum != packs[1].pack.checksum


def test_the_built_in_pack_is_not_listed() -> None:
    assert SearchPath().packs() == []
