"""Query tools that hosts really use, against the live server with a player on it.

gamedig comes from npm, quakestat from Debian's qstat; ``.ci/run`` installs them where it can.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.process import ROOT, ServerProcess
from uoproto.connection import ClientConfig, ConnState
from uoproto.udp import open_client

pytestmark = pytest.mark.live


def tool(name: str, install: str) -> str:
    """Return the path of a program, from node_modules or the PATH, or skip."""
    local = ROOT / "node_modules" / ".bin" / name
    found = str(local) if local.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed ({install})")
    return found


def output_with_a_player(command: list[str]) -> str:
    """Run a tool, its last word followed by HOST:PORT, while one player is on the server."""
    with ServerProcess("+set", "sv_hostname", "Tools test") as server:

        async def ask() -> str:
            config = ClientConfig(userinfo={"name": "Query Me", "rate": "25000"}, qport=77)
            async with await open_client(config, "127.0.0.1", server.port) as client:
                await client.wait_state(ConnState.ACTIVE, timeout_ms=15_000)
                words = [word.format(address=f"127.0.0.1:{server.port}") for word in command]
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


def test_the_tools_are_looked_for_where_ci_installs_them() -> None:
    script = Path(ROOT, ".ci", "run").read_text(encoding="utf-8")
    assert "gamedig" in script
    assert "qstat" in script
