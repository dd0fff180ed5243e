"""Commands that change the map (see `tests/server/test_maprunner.py`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.admin.console import printed
from tests.server.host import Host
from uoserver.files.searchpath import SearchPath


def configured(folder: Path, **files: str) -> Host:
    """Return a host without a map, and with config files."""
    (folder / "uo").mkdir()
    for name, text in files.items():
        (folder / "uo" / f"{name}.cfg").write_text(text.replace("; ", "\n"), encoding="latin-1")
    path = SearchPath.open(str(folder), "", "")
    host = Host("", path)
    host.commands._read_file = path.read_text
    return host


def test_map_without_a_name() -> None:
    host = Host()
    assert printed(host, "map; devmap; map nosuch; map ../x") == [
        "usage: map NAME [noautoexec]",
        "usage: devmap NAME [noautoexec]",
        "can't load map nosuch: maps/mp/nosuch.bsp is nowhere in the search path",
        "not a map name: '../x'",
    ]
    assert printed(Host(""), "map_restart") == ["no map is running"]


def test_a_maps_config_file_runs_before_it_unless_told_otherwise(tmp_path: Path) -> None:
    host = configured(tmp_path, mp_foy_ctf="set sv_hostname foy; set scr_allow_tanks 0")
    host.commands.execute("map mp/MP_FOY.bsp NoAutoExec")
    assert host.cvars.get("sv_hostname") == "CoDHost"
    host.commands.execute("devmap maps/mp/mp_foy")
    assert host.cvars.get("sv_hostname") == "foy"
    assert host.cvars.get("scr_allow_tanks") == "0"  # latched, and of this map already
    assert host.cvars.get_int("sv_cheats") == 1


def test_the_file_is_that_of_the_gametype_that_comes(tmp_path: Path) -> None:
    host = configured(tmp_path, mp_foy_ctf="set sv_hostname ctf", mp_foy_dm="set sv_hostname dm")
    host.commands.execute("map mp_foy")
    printed(host, "set g_gametype DM")
    host.commands.execute("map mp_foy")
    assert host.cvars.get("sv_hostname") == "dm"
    assert host.cvars.get("g_gametype") == "DM"


def test_maps_in_the_config_file_of_a_map_are_passed_over(tmp_path: Path) -> None:
    lines = "map mp_foy; devmap mp_foy; map_rotate; set sv_hostname end"
    host = configured(tmp_path, mp_foy_ctf=lines)
    printed(host, "set sv_mapRotation map mp_foy; map mp_foy")
    assert host.printed == [
        "execing mp_foy_ctf.cfg",
        "map is passed over in the config file of a map",
        "devmap is passed over in the config file of a map",
        "map_rotate is passed over in the config file of a map",
    ]
    assert host.announced == ["map mp_foy ready"]
    assert host.cvars.get("sv_hostname") == "end"
    host.commands.execute("map_rotate")  # and not for ever
    assert len(host.announced) == 2


def test_a_config_file_that_waits_changes_no_map_later_either(tmp_path: Path) -> None:
    """Two such files would change between their maps for ever."""
    late = "wait 5; map mp_foy; DEVMAP mp_foy; map_rotate; vstr s; set sv_hostname end"
    host = configured(tmp_path, mp_foy_ctf=late)
    host.cvars.set("s", "map mp_foy; map_restart")
    printed(host, "set sv_mapRotation map mp_foy; map mp_foy")
    level = host.server.level
    host.run(1000)
    assert host.cvars.get("sv_hostname") == "end"
    assert host.server.level is level
    assert host.announced == ["map mp_foy ready"]
    names = ["map", "devmap", "map_rotate", "map", "map_restart"]
    note = "is passed over in the config file of a map"
    assert host.printed[1:] == [f"{name} {note}" for name in names]
    host.commands.execute("wait 2; map mp_foy noautoexec")  # the host's own may
    host.run(1000)
    assert len(host.announced) == 2


def test_a_map_that_is_not_there_runs_no_file(tmp_path: Path) -> None:
    host = configured(tmp_path, mp_lost_ctf="set sv_hostname lost")
    assert len(printed(host, "map mp_lost")) == 1
    assert host.cvars.get("sv_hostname") == "CoDHost"


@pytest.mark.parametrize("gametype", ["../ctf", 'a";quit', "", "c:tf", "x" * 400])
def test_an_odd_gametype_has_no_file(tmp_path: Path, gametype: str) -> None:
    host = configured(tmp_path)
    host.cvars.set("g_gametype", gametype)
    host.commands.execute("map mp_foy")
    assert host.announced == ["map mp_foy ready"]
    assert host.server.running


def test_behind_a_file_of_the_rotation_the_maps_own_does_not_run(tmp_path: Path) -> None:
    host = configured(tmp_path, mp_foy_ctf="set sv_hostname foy", rotate="set sv_keywords ran")
    host.cvars.set("sv_mapRotation", "exec rotate.cfg map mp_foy map mp_foy")
    host.commands.execute("map_rotate")
    assert (host.cvars.get("sv_keywords"), host.cvars.get("sv_hostname")) == ("ran", "CoDHost")
    host.commands.execute("map_rotate")
    assert host.cvars.get("sv_hostname") == "foy"
