"""A minute of a match on large real maps: strict clients look on as bots fight, and stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.host import Host
from tests.shared import shared_path
from uoproto.connection import ConnState
from uoproto.connection.events import (
    Disconnected,
    PacketIgnored,
    RetailWarning,
    SnapshotDiscarded,
    SnapshotReceived,
)
from uoproto.constants import EntityType
from uoserver.files.searchpath import SearchPath
from uoserver.game.publish.events import EXPLODE, LAUNCH, OBITUARY

BOTS = 6
TIMESCALE = 8
MINUTE = 60_000


def _files(tmp_path: Path, name: str) -> SearchPath:
    folder = tmp_path / "uo" / "maps" / "mp"
    folder.mkdir(parents=True)
    (folder / f"{name}.bsp").symlink_to(shared_path(f"maps/{name}.bsp"))
    return SearchPath.open(str(tmp_path))


@pytest.mark.parametrize("name", ["bmw", "brmap2_a", "pv_mini_harbor"])
def test_strict_clients_take_every_snapshot_of_a_match(name: str, tmp_path: Path) -> None:
    with _files(tmp_path, name) as files:
        host = Host(
            name,
            files,
            timescale=str(TIMESCALE),
            bot_fill=str(BOTS + 2),
            scr_ctf_startrounddelay="1",
        )
        clients = [host.join(), host.join()]
        host.run(3000, lambda: all(client.state == ConnState.ACTIVE for client in clients))
        for client, side in zip(clients, ("allies", "axis"), strict=True):
            client.connection.send_command(f"team {side}")
        start = host.server.time
        host.run(2 * MINUTE // TIMESCALE, lambda: host.server.time - start >= MINUTE)
        assert host.server.time - start >= MINUTE
        level = host.server.level
        assert level is not None
        assert len(level.game.bots()) == BOTS
        told: set[int] = set()
        vehicles = 0
        for client in clients:
            assert client.state == ConnState.ACTIVE
            for fault in (Disconnected, RetailWarning, PacketIgnored, SnapshotDiscarded):
                assert client.seen(fault) == []
            snapshots = [event for event in client.events if isinstance(event, SnapshotReceived)]
            assert len(snapshots) > MINUTE // TIMESCALE // host.server.frame_ms
            for event in snapshots:
                for entity in event.snapshot.frame.entities.values():
                    vehicles += entity.e_type == EntityType.VEHICLE
                    told.add(entity.e_type - EntityType.EVENTS)
        assert vehicles
        assert told & {LAUNCH, EXPLODE, OBITUARY}, "nobody fired, nothing burst, nobody was lost"
