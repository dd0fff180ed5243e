"""Tools that hosts really use, against the live server with a player on it.

gamedig comes from npm, quakestat from Debian's qstat; ``.ci/run`` installs them where it can.
opengsq and aio-q3-rcon are Python packages of the extra ``test``; they run in a process of their
own, as a host's scripts would.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.b3 import Cvar, read_cvar, read_status
from tests.process import ROOT, ServerProcess
from uoproto.connection import ClientConfig, ConnState
from uoproto.udp import open_client

pytestmark = pytest.mark.live
PASSWORD = "for tools"  # noqa: S105
OPENGSQ = """
import asyncio, dataclasses, json, sys
from opengsq.protocols import Quake3

async def ask(port):
    server = Quake3("127.0.0.1", port, 5)
    status, info = await server.get_status(), await server.get_info()
    players = [dataclasses.asdict(player) for player in status.players]
    print(json.dumps({"info": info, "status": status.info, "players": players}))

asyncio.run(ask(int(sys.argv[1].rpartition(":")[2])))
"""
Q3_RCON = """
import asyncio, json, sys
from aioq3rcon import Client, IncorrectPasswordError

async def ask(port, password):
    async with Client("127.0.0.1", port, password, timeout=5) as client:
        return [await client.send_command(line) for line in ("status", "sv_hostname", "say hi")]

try:
    print(json.dumps(asyncio.run(ask(int(sys.argv[1].rpartition(":")[2]), sys.argv[2]))))
except IncorrectPasswordError:
    print(json.dumps("incorrect password"))
"""


def tool(name: str, install: str) -> str:
    """Return the path of a program, from node_modules or the PATH, or skip."""
    local = ROOT / "node_modules" / ".bin" / name
    found = str(local) if local.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed ({install})")
    return found


def script(package: str, text: str, *arguments: str) -> list[str]:
    """Return the command of a script that needs a Python package, or skip."""
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed (it is in the extra test)")
    return [sys.executable, "-c", text, "{address}", *arguments]


def output_with_a_player(command: list[str]) -> str:
    """Run a tool, ``{address}`` being the server's, while one player is on the server."""
    settings = ("+set", "sv_hostname", "Tools test", "+set", "rconPassword", PASSWORD)
    with ServerProcess(*settings) as server:

        async def ask() -> str:
            config = ClientConfig(userinfo={"name": "Query Me", "rate": "25000"}, qport=77)
            async with await open_client(config, "127.0.0.1", server.port) as client:
                await client.wait_state(ConnState.ACTIVE, timeout_ms=15_000)
                address = f"127.0.0.1:{server.port}"
                words = [word.replace("{address}", address) for word in command]
                process = await asyncio.create_subprocess_exec(
                    *words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
                )
                out, _ = await asyncio.wait_for(process.communicate(), 30)
                return out.decode("utf-8", "replace")

        text = asyncio.run(ask())
        assert server.stop() == 0
        return text


def test_gamedig_lists_the_server_and_its_player() -> None:
    gamedig = tool("gamedig", "npm install gamedig")
    text = output_with_a_player([gamedig, "--type", "coduo", "--givenPortOnly", "{address}"])
    answer = json.loads(text)
    assert answer["name"] == "Tools test"
    assert answer["map"] == "mp_foy"
    assert answer["maxplayers"] in {20, "20"}
    names = [player["name"] for player in answer["players"] + answer["bots"]]
    assert names == ["Query Me"]


def test_quakestat_lists_the_server_and_its_player() -> None:
    quakestat = tool("quakestat", "Debian package qstat")
    lines = output_with_a_player([quakestat, "-q3s", "{address}", "-P"]).splitlines()
    row = next(line for line in lines if "Tools test" in line)
    assert "1/20" in row
    assert "mp_foy" in row
    assert any("Query Me" in line for line in lines)


def test_opengsq_reads_info_and_status() -> None:
    answer = json.loads(output_with_a_player(script("opengsq", OPENGSQ)))
    assert answer["info"]["hostname"] == "Tools test"
    assert answer["info"]["mapname"] == "mp_foy"
    assert answer["info"]["clients"] == "1"
    assert answer["info"]["protocol"] == "22"
    assert answer["status"]["sv_hostname"] == "Tools test"
    assert answer["status"]["sv_maxclients"] == "20"
    (player,) = answer["players"]
    assert player["name"] == "Query Me"
    assert player["frags"] == 0


def test_aio_q3_rcon_runs_commands() -> None:
    output = output_with_a_player(script("aioq3rcon", Q3_RCON, PASSWORD))
    status, hostname, _ = json.loads(output)
    name, rows = read_status(status.removeprefix("print\n"))
    assert name == "mp_foy"
    assert [(row.slot, row.name) for row in rows] == [(0, "Query Me")]
    cvar = read_cvar(hostname.removeprefix("print\n"))
    assert cvar == Cvar("sv_hostname", "Tools test", "CoDHost")


def test_aio_q3_rcon_is_told_of_a_bad_password() -> None:
    output = output_with_a_player(script("aioq3rcon", Q3_RCON, "wrong"))
    assert json.loads(output.splitlines()[0]) == "incorrect password"


def test_the_tools_are_looked_for_where_ci_installs_them() -> None:
    script = Path(ROOT, ".ci", "run").read_text(encoding="utf-8")
    assert "gamedig" in script
    assert "qstat" in script
    project = Path(ROOT, "pyproject.toml").read_text(encoding="utf-8")
    assert "opengsq" in project
    assert "aio-q3-rcon" in project
