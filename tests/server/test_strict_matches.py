"""Matches on real maps: strict clients look on as bots fight until somebody scores, and stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.host import Host, Joined
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
from uoserver.game.game import Game
from uoserver.game.publish.events import EXPLODE, LAUNCH, OBITUARY
from uoserver.game.referee import ALLIES_SCORE, AXIS_SCORE

BOTS = 6
TIMESCALE = 8
MINUTE = 60_000
MOST = 4 * MINUTE
"""By then somebody must have scored."""
WHOLE = 1300
"""A message of so many bytes goes in fragments."""
MOST_SHARE = 0.02


def _files(tmp_path: Path, name: str) -> SearchPath:
    folder = tmp_path / "uo" / "maps" / "mp"
    folder.mkdir(parents=True)
    (folder / f"{name}.bsp").symlink_to(shared_path(f"maps/{name}.bsp"))
    return SearchPath.open(str(tmp_path))


class Wire:
    """How long each message to a client was, by its number."""

    def __init__(self, client: Joined) -> None:
        self.sizes: dict[int, int] = {}
        client.connection.message_tap = self._take

    def _take(self, number: int, message: bytes) -> None:
        self.sizes[number] = len(message)


def _has_scored(game: Game) -> bool:
    """Return whether a player has points, or a side: it has one for a capture."""
    texts = game.configstrings()
    sides = (int(texts[index]) for index in (ALLIES_SCORE, AXIS_SCORE))
    return any(sides) or any(player.score > 0 for player in game.players.values())


@pytest.mark.parametrize("name", ["empty", "bmw", "brmap2_a", "pv_mini_harbor"])
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
        wires = [Wire(client) for client in clients]
        host.run(3000, lambda: all(client.state == ConnState.ACTIVE for client in clients))
        for client, side in zip(clients, ("allies", "axis"), strict=True):
            client.connection.send_command(f"team {side}")
        level, start = host.server.level, host.server.time
        assert level is not None

        def is_played() -> bool:
            passed = host.server.time - start
            return passed >= MOST or (passed >= MINUTE and _has_scored(level.game))

        host.run(2 * MOST // TIMESCALE, is_played)
        assert len(level.game.bots()) == BOTS
        assert _has_scored(level.game), "nobody has a point, and no side"
        told: set[int] = set()
        sizes: list[int] = []
        vehicles = 0
        for client, wire in zip(clients, wires, strict=True):
            assert client.state == ConnState.ACTIVE
            for fault in (Disconnected, RetailWarning, PacketIgnored, SnapshotDiscarded):
                assert client.seen(fault) == []
            snapshots = [event for event in client.events if isinstance(event, SnapshotReceived)]
            assert len(snapshots) > MINUTE // TIMESCALE // host.server.frame_ms
            sizes += [wire.sizes[event.message_number] for event in snapshots]
            for event in snapshots:
                for entity in event.snapshot.frame.entities.values():
                    vehicles += entity.e_type == EntityType.VEHICLE
                    told.add(entity.e_type - EntityType.EVENTS)
        assert vehicles
        assert told & {LAUNCH, EXPLODE, OBITUARY}, "nobody fired, nothing burst, nobody was lost"
        assert sum(size >= WHOLE for size in sizes) <= MOST_SHARE * len(sizes)
