"""A client that predicts by the same rules agrees with the server (pmove2: Command time).

Each prediction starts from a decoded snapshot, in which positions are binary32 and angles 16-bit
words, and replays the usercmds that the server had not run. The client has the map, and knows
the others from the entities of the same snapshot, as whole numbers.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.link import Link
from tests.server.host import Host, Joined, active
from tests.shared import shared_path
from uoserver.files.searchpath import SearchPath

from . import arena
from .drivers import Driver, Visitor
from .predictor import ARENA, EVERYWHERE, SPRINT, Met, errors, play

WITHIN = 0.1
"""How far a prediction may be off, in units."""
MINUTE = 60_000
FAR = 2 * SPRINT * 0.3
"""How far it may be off beside another who moves: both ran away from each other."""


def files_of(tmp_path: Path, name: str) -> SearchPath | None:
    """Return a search path that holds a shared map or the arena, None for the built-in map."""
    if name == "mp_foy":
        return None
    if name == arena.NAME:
        return arena.files(tmp_path)
    folder = tmp_path / "uo" / "maps" / "mp"
    folder.mkdir(parents=True)
    shutil.copy(shared_path(f"maps/{name}.bsp"), folder)
    return SearchPath.open(str(tmp_path))


def bad_line(client: Joined, seed: int, loss: float = 0.02) -> None:
    """Let a client's datagrams take 100 ms each way and 2 of 100 get lost."""
    client.up = Link(seed, loss=loss, delay=(100, 100))
    client.down = Link(seed + 10, loss=loss, delay=(100, 100))


def visitor(host: Host, seed: int, number: int = 0) -> Visitor:
    """Return a driver for one of two players."""
    assert host.server.level is not None
    players = host.server.level.game.players
    return Visitor(seed, players[number], players[1 - number])


@pytest.mark.parametrize(
    ("map_name", "seed", "packet_dup"),
    [
        ("mp_foy", 2, 1),
        ("pv_mini_harbor", 3, 2),
        ("arena", 4, 2),
        ("arena", 10, 1),
    ],
)
def test_a_minute_of_play_over_a_bad_line_is_predicted(
    map_name: str, seed: int, packet_dup: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each packet repeats the commands of one or two before it: they arrive but for a few.

    The other player stands still, and is run into in the arena.
    """
    host = Host(map_name, files_of(tmp_path, map_name), scr_match="0")
    client, _other = host.join(packet_dup=packet_dup), host.join()
    host.run(3000)
    bad_line(client, seed)
    driver = visitor(host, seed) if map_name == arena.NAME else Driver(seed)
    predictor, places, met = play(host, client, driver.command, MINUTE, monkeypatch)
    wanted = ARENA | Met.TOUCHED if map_name == "arena" else EVERYWHERE
    assert all(met[what] > 5 for what in wanted)
    assert len(places) > 1000
    xs = [place[0] for place in places.values()]
    assert max(xs) - min(xs) > 300
    found = errors(predictor, places)
    assert len(found.whole) + len(found.near) > 2500
    assert max(found.whole + found.near) <= WITHIN
    assert len(found.torn) < len(found.whole) / 100


def test_who_runs_among_others_is_predicted_but_where_they_moved_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another is a fifth of a second later no client knows; away from him it is right."""
    host = Host("arena", files_of(tmp_path, "arena"))
    client, _other = host.join(packet_dup=2), host.join()
    host.run(3000)
    bad_line(client, 15)
    predictor, places, met = play(
        host,
        client,
        visitor(host, 15).command,
        MINUTE,
        monkeypatch,
        other=visitor(host, 16, number=1).command,
    )
    assert met[Met.TOUCHED] > 10
    found = errors(predictor, places)
    assert len(found.whole) > 1500
    assert max(found.whole) <= WITHIN
    assert max(found.near) < FAR


def test_only_a_command_that_never_arrives_makes_a_prediction_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host = active()
    client = host.clients[0]
    bad_line(client, 5, loss=0.25)
    predictor, places, _ = play(host, client, Driver(5).command, MINUTE // 2, monkeypatch)
    found = errors(predictor, places)
    assert len(found.whole) > 300
    assert len(found.torn) > 20
    assert max(found.whole) <= WITHIN < max(found.torn)
