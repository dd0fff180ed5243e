"""A host's config, quirks and all, runs as it is in a server process."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.process import ServerProcess
from tests.shared import shared_path

pytestmark = pytest.mark.live


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    folder = tmp_path / "uo"
    folder.mkdir()
    shutil.copy(shared_path("configs/server.cfg"), folder / "server.cfg")
    # the file chooses an address and a port that others may use: behind it they change again
    words = (
        *("+set", "fs_homepath", str(tmp_path), "+exec", "server.cfg"),
        *("+net_ip", "127.0.0.1", "+net_port", "0"),
    )
    with ServerProcess(*words, map_name="") as process:
        process.wait_line("map mp_foy ready")
        assert process.output[0].startswith("listening udp 127.0.0.1:")
        yield process


def shown(server: ServerProcess, name: str) -> str:
    """Return the value of a cvar as the console shows it."""
    line = f'"{name}" is:"'
    server.type(f'"{name}"')
    return server.wait_log(line).removeprefix(line).partition('^7" default:')[0]


def test_each_quirk(server: ServerProcess, tmp_path: Path) -> None:
    values = {
        "logfile": "1",  # comments behind values and on lines of their own
        "sv_privateClients": "2",
        "scr_motd": "Willkommen; have fun",  # a semicolon between quotes
        "scr_friendlyfire": "0",  # two commands on a line
        "scr_killcam": "1",
        ".Admin": "Example Admin",  # dots, blanks and colours in names
        ".Email": "",
        ".Home Page": "example.invalid/uo",
        "^3Location": "Nowhere",
        "sv_floodProtect": "1",  # written in other letter case
        "g_logSync": "1",
        "g_allowVote": "1",
        "sv_minPing": "",  # empty, where a number is wanted
        "sv_maxPing": "350",
        "sv_wwwBaseURL": "",
        "sv_master2": "192.0.2.10:20610",
        "sv_master3": "",
        "scr_allow_jeeps": "1",  # without quotes
        "unknown_cvar_of_a_mod": "kept as a user cvar",
        "g_gametype": "ctf",  # behind the block comment and the missing file
        "sv_hostname": "^1Example ^7CTF | night shift",
        "sv_mapRotationCurrent": (
            "gametype dm map mp_harbor map mp_missing exec rotate.cfg gametype ctf map mp_foy"
        ),
    }
    assert {name: shown(server, name).strip() for name in values} == values
    assert shown(server, "sv_mapRotation").endswith("map mp_foy ")
    assert "execing server.cfg" in server.log
    assert "couldn't exec does_not_exist.cfg" in server.log
    assert sum("Unknown command" in line for line in server.log) == 0
    server.wait_log("server.cfg waits 5 frames; they pass at once before a map")
    assert server.stop() == 0
    # its logs are where they belong
    assert (tmp_path / "uo" / "games_mp.log").exists()
    assert "execing server.cfg" in server.log
    assert " CONSOLE " in (tmp_path / "uo" / "console_mp.log").read_text("latin-1")


def test_its_rotation_passes_maps_over_that_are_not_there(server: ServerProcess) -> None:
    server.type("map_rotate")
    server.wait_line("map mp_foy ready")
    for name in ("mp_harbor", "mp_missing"):
        server.wait_log(name)
    server.wait_log("couldn't exec rotate.cfg")
    assert shown(server, "g_gametype") == "ctf"
    assert server.stop() == 0
