"""How the unbroken server meets each requirement of the checklist (joining: section 10)."""

from __future__ import annotations

import re
from itertools import pairwise

from tests.server.host import STOCK_FILES, Joined
from uoproto.connection import ConnState
from uoproto.connection.events import (
    ConnStateChanged,
    GamestateReceived,
    MapRestarted,
    SnapshotReceived,
)
from uoproto.constants import ETYPE_EVENTS
from uoproto.gamestate import Gamestate
from uoproto.snapshot import Snapshot
from uoproto.text import info_get

from .scene import SILENCE_MS, Scene

NOT_ACTIVE = 2
SERVER_COUNT = 4


def ids(scene: Scene) -> None:
    """The player's levels have the server's ids; a map_restart tells its own by ``d 1``."""
    named = [int(info_get(text, "sv_serverid")) for text in scene.strings(1)]
    assert named == [16, 32, 16, 32]
    assert scene.server_ids == [16, 16, 17, 32]
    changes = [text for text in scene.texts(scene.player) if text.startswith("d 1 ")]
    assert [info_get(text[4:], "sv_serverid") for text in changes] == ["17"]


def game_name(scene: Scene) -> None:
    assert scene.strings(2) == ["cod"] * 4


def maps(scene: Scene) -> None:
    for text in scene.strings(0):
        assert info_get(text, "mapname") == "mp_foy"
        assert info_get(text, "g_gametype") == "ctf"
        assert info_get(text, "sv_maxclients") == "20"
        assert 0 < len(info_get(text, "sv_hostname")) <= 255


def weapons(scene: Scene) -> None:
    assert STOCK_FILES.weapons is not None
    for text in scene.strings(7):
        names = text.split(" ")
        assert 1 <= len(names) <= 127
        assert set(names) <= STOCK_FILES.weapons


def items(scene: Scene) -> None:
    for text in scene.strings(8):
        assert re.fullmatch("[0-9a-f]{0,34}", text)


def not_pure(scene: Scene) -> None:
    for text in scene.strings(1):
        assert info_get(text, "sv_pure") == "0"
        assert not info_get(text, "sv_paks") + info_get(text, "sv_pakNames")


def no_downloads(scene: Scene) -> None:
    for text in scene.strings(1):
        keys = ("sv_referencedPaks", "sv_referencedPakNames")
        assert not any(info_get(text, key) for key in keys)


def contiguous(scene: Scene) -> None:
    for gamestate in scene.gamestates():
        for indexes in (range(406, 661), range(918, 997), range(1254, 1269)):
            used = [index for index in indexes if gamestate.configstrings.get(index)]
            assert used == [*indexes[: len(used)]]
        assert gamestate.configstrings.get(406), "a match has models"


def menus(scene: Scene) -> None:
    assert STOCK_FILES.menus is not None
    for gamestate in scene.gamestates():
        names = {gamestate.configstrings.get(index, "") for index in range(1333, 1365)}
        assert names - {""} <= STOCK_FILES.menus
        assert len(names) > 1


def numbering(scene: Scene) -> None:
    first, second = scene.gamestates(scene.player)
    assert first.command_sequence == 0
    number = scene.player.connection.server_commands.executed
    assert number == len(scene.texts(scene.player)), "each number ran, over both maps"
    assert number > second.command_sequence > 0


def patience(scene: Scene) -> None:
    """The loader was silent for more than a minute, then told its packs twice, and plays."""
    changes = scene.of(ConnStateChanged, scene.loader)
    assert ConnState.ACTIVE in {change.new for change in changes}
    assert SILENCE_MS > 60_000
    heard = scene.loader.connection.commands
    assert {"cp @", "vdr", "cp @ 17 23"} <= {heard.text(n) for n in range(1, heard.sequence + 1)}
    assert heard.acknowledged == heard.sequence


def admission(scene: Scene) -> None:
    """Snapshots are not active before a level's first move and active from then on."""
    for client in scene.clients:
        for _, snapshots in _by_level(client):
            flags = [bool(snapshot.snap_flags & NOT_ACTIVE) for snapshot in snapshots]
            assert not flags[-1] or client is scene.loader, "the loader was kicked at last"
            rises = [n for n, (a, b) in enumerate(pairwise(flags)) if b and not a]
            assert len(rises) <= (client is scene.loader)


def full_first(scene: Scene) -> None:
    for client in scene.clients:
        for _, snapshots in _by_level(client):
            assert snapshots[0].delta_distance == 0
            assert any(snapshot.delta_distance for snapshot in snapshots)


def client_numbers(scene: Scene) -> None:
    for snapshot in scene.snapshots():
        assert 0 <= int(snapshot.frame.player["clientNum"]) <= 63


def weapon_numbers(scene: Scene) -> None:
    count = len(scene.strings(7)[0].split(" "))
    for snapshot in scene.snapshots():
        assert 0 <= int(snapshot.frame.player["weapon"]) <= count
        for entity in snapshot.frame.entities.values():
            assert 0 <= int(entity["weapon"]) <= count


def event_numbers(scene: Scene) -> None:
    told: set[int] = set()
    for snapshot in scene.snapshots():
        for place in range(4):
            field = f"events[{place}]"
            told.add(int(snapshot.frame.player[field]))
            told |= {int(entity[field]) for entity in snapshot.frame.entities.values()}
        told |= {entity.e_type - ETYPE_EVENTS for entity in snapshot.frame.entities.values()}
    assert max(told) < 211
    assert max(told) > 0, "something happened in the match"


def times(scene: Scene) -> None:
    for client in scene.clients:
        times = [snapshot.server_time for snapshot in scene.snapshots(client)]
        assert times == sorted(times)
        assert times[-1] - times[0] > 60_000
    events = scene.player.events
    (restart,) = [n for n, event in enumerate(events) if isinstance(event, MapRestarted)]
    assert restart > scene.marks["played"]
    (_, first), (_, second) = _by_level(scene.player)
    counts = [snapshot.snap_flags & SERVER_COUNT for snapshot in first]
    assert sum(a != b for a, b in pairwise(counts)) == 1
    assert {snapshot.snap_flags & SERVER_COUNT for snapshot in second} == {counts[0]}


def _by_level(client: Joined) -> list[tuple[Gamestate, list[Snapshot]]]:
    """Return the gamestates a client got, each with the snapshots up to the next."""
    levels: list[tuple[Gamestate, list[Snapshot]]] = []
    for event in client.events:
        if isinstance(event, GamestateReceived):
            levels.append((event.gamestate, []))
        elif isinstance(event, SnapshotReceived) and levels:
            levels[-1][1].append(event.snapshot)
    return levels
