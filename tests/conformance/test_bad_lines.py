"""What a bad line does to good messages is no fault of the server, and is not reported as one."""

from __future__ import annotations

import pytest

from tests.link import Link
from tests.server.host import Host
from uoproto.connection import ConnState
from uoproto.connection.events import GamestateReceived, MapRestarted

from .stage import complaints


@pytest.mark.parametrize("seed", range(8))
def test_a_strict_client_on_a_bad_line_finds_nothing(seed: int) -> None:
    host = Host(scr_match="0")
    client = host.join()
    quality = {"loss": 0.2, "duplicate": 0.05, "delay": (5, 120)}
    client.up = Link(2 * seed, **quality)  # type: ignore[arg-type]
    client.down = Link(2 * seed + 1, **quality)  # type: ignore[arg-type]
    host.run(60_000, lambda: client.state == ConnState.ACTIVE)
    for step in range(40):
        host.server.broadcast(f'e "step {step}"')
        host.run(150)
    host.commands.execute("map_restart")
    host.run(5000)
    host.commands.execute("map mp_foy")
    host.run(1000)
    host.run(60_000, lambda: client.state == ConnState.ACTIVE)
    host.run(3000)
    assert client.state == ConnState.ACTIVE
    assert len(client.seen(GamestateReceived)) >= 2
    assert client.seen(MapRestarted)
    assert [found for found in complaints([client]) if found[0] != "discarded"] == []
