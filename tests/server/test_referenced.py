"""Which packs clients are told of."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.files.test_pack import make_zip
from tests.server.packed import MAP, PACK, add_pack, end_all, host_of
from uoproto.text import info_get
from uoserver.console.cvars import CvarRegistry
from uoserver.console.stock import register_stock
from uoserver.files.searchpath import SearchPath
from uoserver.server.referenced import MAX_LISTED, publish, referenced_packs


def place(root: Path, *names: str, content: str = "x") -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(make_zip([(content, name.encode())]))


def found(root: Path, fs_game: str = "", home: str = "", map_name: str = "town") -> list[str]:
    with SearchPath.open(str(root), home, fs_game) as files:
        return [pack.full_name for pack in referenced_packs(files, map_name, fs_game)]


def test_the_pack_of_the_map(tmp_path: Path) -> None:
    place(tmp_path, "main/a.pk3", "main/c.pk3", "uo/d.pk3")
    assert found(tmp_path) == []
    place(tmp_path, "main/b.pk3", "main/bb.pk3", content="maps/mp/TOWN.bsp")
    assert found(tmp_path) == ["main/bb.pk3"]  # it comes before b.pk3
    place(tmp_path, "main/a.pk3", content="maps/mp/other.bsp")
    assert found(tmp_path) == ["main/bb.pk3"]


def test_a_loose_map_has_no_pack(tmp_path: Path) -> None:
    place(tmp_path, "main/b.pk3", content="maps/mp/town.bsp")
    loose = tmp_path / "uo/maps/mp/town.bsp"
    loose.parent.mkdir(parents=True)
    loose.write_bytes(b"loose")
    assert found(tmp_path) == []


def test_every_pack_of_a_mod_behind_that_of_the_map(tmp_path: Path) -> None:
    place(tmp_path, "mod/a.pk3", "mod/pak0.pk3", "main/c.pk3", "uo/d.pk3")
    place(tmp_path, "main/m.pk3", content="maps/mp/town.bsp")
    assert found(tmp_path, "mod") == ["main/m.pk3", "mod/pak0.pk3", "mod/a.pk3"]
    place(tmp_path, "mod/a.pk3", content="maps/mp/town.bsp")
    assert found(tmp_path, "mod") == ["mod/a.pk3", "mod/pak0.pk3"]


@pytest.mark.parametrize("fs_game", ["", "main", "uo", "UO", "Main"])
def test_the_game_s_folders_are_no_mod(tmp_path: Path, fs_game: str) -> None:
    place(tmp_path, "main/c.pk3", "uo/d.pk3")
    assert found(tmp_path, fs_game) == []


def test_the_game_s_own_packs_are_never_named(tmp_path: Path) -> None:
    place(tmp_path, "main/pak5.pk3", content="maps/mp/town.bsp")
    assert found(tmp_path) == []
    place(tmp_path, "uo/localized_english_pakuo00.pk3", content="maps/mp/town.bsp")
    assert found(tmp_path) == []


def test_a_name_counts_once(tmp_path: Path) -> None:
    home = tmp_path / "home"
    place(tmp_path, "base/mod/a.pk3")
    place(home, "mod/A.pk3", content="other")
    assert found(tmp_path / "base", "mod", str(home)) == ["mod/A.pk3"]


def test_names_that_cannot_be_sent(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    long = "mod/" + "x" * 60 + ".pk3"
    place(tmp_path, "mod/two words.pk3", "mod/percent%.pk3", "mod/a@b.pk3", long, "mod/ok.pk3")
    assert found(tmp_path, "mod") == ["mod/ok.pk3"]
    assert caplog.text.count("its name cannot be sent") == 4


def test_the_lists_stay_below_their_limit(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    place(tmp_path, *(f"mod/{'long_name_' * 4}{n:03}.pk3" for n in range(100)))
    cvars = CvarRegistry()
    register_stock(cvars)
    with SearchPath.open(str(tmp_path), "", "mod") as files:
        packs = referenced_packs(files, "town", "mod")
        listed = publish(packs, cvars)
    names, sums = cvars.get("sv_referencedPakNames"), cvars.get("sv_referencedPaks")
    assert MAX_LISTED - 70 < len(names) + len(sums) <= MAX_LISTED
    assert len(names.split()) == len(sums.split()) == len(listed) < 100
    assert [name.full_name for name in listed.values()] == [f"{n}.pk3" for n in names.split()]
    assert [name.full_name for name in packs[: len(listed)]] == [*listed]  # cut from the end
    assert caplog.text.count("too many") == 1
    assert info_get(cvars.systeminfo(), "sv_referencedPakNames") == names


def test_a_level_tells_its_packs(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "uoserver")
    add_pack(tmp_path, "mod/one.pk3")
    host = host_of(tmp_path, "mod", sv_allowDownload="0")  # the clients then only warn
    try:
        sums = {pack.full_name: pack.pack.checksum for pack in host.server.files.packs()}
        for command in ("", "map_restart", f"map {MAP}"):
            host.commands.execute(command)
            host.run(100)
            assert host.server.level is not None
            info = host.server.level.configstrings.values[1]
            assert info_get(info, "sv_referencedPakNames") == f"{PACK[:-4]} mod/one"
            expected = f"{sums[PACK]} {sums['mod/one.pk3']}"
            assert info_get(info, "sv_referencedPaks") == expected
            assert set(host.server.level.packs) == {PACK, "mod/one.pk3"}
        host.commands.execute("map mp_foy")
        assert host.server.level is not None
        info = host.server.level.configstrings.values[1]
        assert info_get(info, "sv_referencedPakNames") == "mod/one"
    finally:
        end_all()
