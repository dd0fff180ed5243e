"""What the Tab key offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.host import Host
from uoserver.files.searchpath import SearchPath
from uoserver.server.completion import Completer


@pytest.fixture
def completer(tmp_path: Path) -> Completer:
    maps = tmp_path / "uo" / "maps" / "mp"
    maps.mkdir(parents=True)
    (maps / "MP_Here.bsp").write_bytes(b"")
    (maps / "mp_here.txt").write_bytes(b"")
    (tmp_path / "uo" / "server.cfg").write_bytes(b"")
    host = Host("")
    host.cvars.set(".My Page", "x")
    return Completer(host.commands, SearchPath.open(str(tmp_path)))


@pytest.mark.parametrize(
    ("before", "word", "names"),
    [
        ("", "map", ["map", "map_restart", "map_rotate", "mapname"]),
        ("", "SV_MAXC", ["sv_maxclients", "sv_maxClientsPerIP"]),
        ("status; ", "kill", ["killserver"]),
        ('say "a; b" ', "k", []),
        ("map ", "mp_", ["mp_foy", "MP_Here"]),
        ("DEVMAP ", "mp_h", ["MP_Here"]),
        ("map mp_foy ", "mp_", []),
        ("set ", "rcon", ["rconPassword"]),
        ("set ", "kill", []),
        ("toggle ", "g_dead", ["g_deadChat"]),
        ("help ", "kic", ["kick"]),
        ("help ", "g_gra", ["g_gravity"]),
        ("exec ", "", ["server.cfg"]),
        ("say ", "sv_", []),
        ("set ", ".my", [".My Page"]),
        ("", "nothing", []),
    ],
)
def test_candidates(completer: Completer, before: str, word: str, names: list[str]) -> None:
    assert completer.candidates(before, word) == names


def test_an_empty_word_is_everything(completer: Completer) -> None:
    names = completer.candidates("", "")
    assert {"map", "quit", "sv_hostname"} <= set(names)
    assert names == sorted(names, key=lambda name: (name.lower(), name))
