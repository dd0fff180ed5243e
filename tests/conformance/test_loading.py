"""Clients that are silent while they load, on the fake clock and on a real server process."""

from __future__ import annotations

import asyncio

import pytest

from tests.process import ServerProcess
from tests.test_live import Player, until
from uoproto.connection import ConnState
from uoproto.connection.events import (
    Disconnected,
    GamestateReceived,
    PacketIgnored,
    RetailWarning,
)

from .stage import Stage, complaints

TIMESCALE = 10
MINUTE = 60_000


@pytest.mark.parametrize(("silence", "state"), [(235_000, "ACTIVE"), (245_000, "DISCONNECTED")])
def test_four_minutes_of_silence(silence: int, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are waited for, and no longer."""
    stage = Stage(monkeypatch)
    client = stage.come(auto_load=False)
    stage.host.run(1000, lambda: client.state == ConnState.LOADING)
    client.muted = True
    stage.host.run(silence)
    client.muted = False
    client.connection.loaded(stage.host.now)
    stage.host.run(6000)
    assert client.state.name == state
    ends = [("EXE_SERVER_DISCONNECTED", "")] if state == "DISCONNECTED" else []
    assert complaints([client]) == ends


@pytest.mark.live
def test_a_real_server_waits_for_who_loads_and_passes_over_packs() -> None:
    """A minute of server time passes in silence; then ``cp``, ``vdr`` and another level."""
    arguments = ("+set", "timescale", str(TIMESCALE), "+set", "scr_match", "0")
    with ServerProcess(*arguments) as server:
        asyncio.run(_load_slowly(server))
        assert server.stop() == 0
        assert [line for line in server.log if "Traceback" in line or "ERROR" in line] == []


async def _load_slowly(server: ServerProcess) -> None:
    player = await Player.join(server.port, 0, auto_load=False)
    connection = player.client.connection
    try:
        await until(lambda: connection.state == ConnState.LOADING, "a gamestate")
        speak = connection.datagrams_to_send
        connection.datagrams_to_send = lambda now: []  # type: ignore[method-assign]  # noqa: ARG005
        await until(lambda: len(player.snapshots) > 1, "snapshots while it loads")
        start = player.snapshots[0].snapshot.server_time
        await until(
            lambda: player.snapshots[-1].snapshot.server_time > start + MINUTE, "a minute passes"
        )
        connection.datagrams_to_send = speak  # type: ignore[method-assign]
        await _load(player)
        for text in ("vdr", "cp @ 17 23", "cp"):
            connection.send_command(text)
        sent = connection.commands.sequence
        await until(lambda: connection.commands.acknowledged == sent, "all commands are taken")
        server.type("map mp_foy")
        await until(lambda: len(player.seen(GamestateReceived)) == 2, "the next level")
        await _load(player)
        for fault in (Disconnected, RetailWarning, PacketIgnored):
            assert player.seen(fault) == []
    finally:
        await player.close()


async def _load(player: Player) -> None:
    """Say that the level is loaded, and see it go on."""
    connection = player.client.connection
    connection.loaded(round(asyncio.get_running_loop().time() * 1000))
    await until(lambda: connection.state == ConnState.ACTIVE, "it plays")
    count = len(player.snapshots)
    await until(lambda: len(player.snapshots) > count + 20, "it goes on")
