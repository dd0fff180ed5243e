from __future__ import annotations

import pytest

from uoserver.console.cvars import CvarFlag, CvarRegistry
from uoserver.console.errors import CvarError
from uoserver.console.stock import ALL, register_stock


@pytest.fixture
def cvars() -> CvarRegistry:
    registry = CvarRegistry()
    register_stock(registry)
    return registry


def test_every_row_is_registered_within_its_range(cvars: CvarRegistry) -> None:
    assert len(cvars) == len(ALL)
    for row in ALL:
        cvar = cvars.find(row.name)
        assert cvar is not None
        assert (cvar.name, cvar.value, cvar.flags) == (row.name, row.default, row.flags)
        assert row.help, row.name


# Transcribed from the reference's table, not from the module.
@pytest.mark.parametrize(
    ("name", "default", "flags"),
    [
        ("sv_hostname", "CoDHost", CvarFlag.ARCHIVE | CvarFlag.SERVERINFO),
        ("sv_maxclients", "20", CvarFlag.LATCH | CvarFlag.SERVERINFO),
        ("protocol", "22", CvarFlag.ROM | CvarFlag.SERVERINFO),
        ("mapname", "nomap", CvarFlag.ROM | CvarFlag.SERVERINFO),
        ("sv_serverid", "0", CvarFlag.ROM | CvarFlag.SYSTEMINFO),
        ("rconPassword", "", CvarFlag.TEMP),
        ("sv_fps", "20", CvarFlag.TEMP),
        ("sv_timeout", "240", CvarFlag.TEMP),
        ("sv_floodProtect", "1", CvarFlag.ARCHIVE | CvarFlag.SERVERINFO),
        ("sv_allowDownload", "1", CvarFlag.ARCHIVE | CvarFlag.SYSTEMINFO),
        ("gamename", "CoD:United Offensive", CvarFlag.ROM | CvarFlag.SERVERINFO),
        ("net_port", "28960", CvarFlag.LATCH),
        ("dedicated", "2", CvarFlag.LATCH),
        ("g_gametype", "ctf", CvarFlag.LATCH | CvarFlag.SERVERINFO),
    ],
)
def test_rows(cvars: CvarRegistry, name: str, default: str, flags: CvarFlag) -> None:
    cvar = cvars.find(name)
    assert cvar is not None
    assert (cvar.default, cvar.flags) == (default, flags)


RELIED_ON = (
    "net_ip net_port dedicated rconPassword sv_hostname sv_maxclients sv_fps sv_timeout "
    "fs_basepath fs_homepath fs_game g_gametype g_password g_log g_logSync g_logJson "
    "sv_mapRotation bot_fill timescale scr_stock_scale sv_maxClientsPerIP "
    "sv_limitedRconPassword sv_limitedRconCommands sv_autoDemo sv_lanForceRate http_port "
    "web_port agones"
)


def test_names_tools_rely_on_exist(cvars: CvarRegistry) -> None:
    for name in RELIED_ON.split():
        cvar = cvars.find(name)
        assert cvar is not None, name
        assert cvar.name == name


@pytest.mark.parametrize("value", ["1", "", "x", "0.5", ".5e1", "0x", "0" + "x" * 8000])
def test_sv_pure_is_refused_with_one_line(cvars: CvarRegistry, value: str) -> None:
    with pytest.raises(CvarError, match="sv_pure 1 is not supported"):
        cvars.set("sv_pure", value)
    cvars.set("sv_pure", "0")
    # what the systeminfo does not name stays as it is with a client, whose default is 1
    assert "\\sv_pure\\0" in cvars.systeminfo()


def test_clients_are_told_what_counts_for_an_empty_number(cvars: CvarRegistry) -> None:
    """What an info string does not name stays with a client as another server left it."""
    for name in ("pmove_msec", "sv_allowDownload", "sv_maxclients", "sv_minPing", "sv_keywords"):
        cvars.set(name, "")
    told = (cvars.systeminfo() + cvars.serverinfo()).split("\\")[1:]
    pairs = dict(zip(told[::2], told[1::2], strict=True))
    assert (pairs["pmove_msec"], pairs["sv_allowDownload"]) == ("8", "0")
    assert (pairs["sv_maxclients"], pairs["sv_minPing"]) == ("20", "0")
    assert "sv_keywords" not in pairs
    assert (cvars.get("pmove_msec"), cvars.get_shown("pmove_msec")) == ("", "8")
    assert (cvars.get_shown("sv_keywords"), cvars.get_shown("nothing")) == ("", "")
    assert cvars.get_shown("fs_basepath") == "."


def test_client_slots_are_limited(cvars: CvarRegistry) -> None:
    cvars.set("sv_maxclients", "9999")
    assert cvars.get_int("sv_maxclients") == 64


def test_info_strings_carry_what_a_client_needs(cvars: CvarRegistry) -> None:
    server = cvars.serverinfo().split("\\")[1:]
    assert {"sv_hostname", "g_gametype", "sv_maxclients", "mapname", "protocol"} <= set(server[::2])
    system = cvars.systeminfo().split("\\")[1:]
    pairs = dict(zip(system[::2], system[1::2], strict=True))
    assert (pairs["sv_serverid"], pairs["sv_pure"]) == ("0", "0")
    assert cvars.left_out() == []
