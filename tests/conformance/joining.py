"""The checklist for a server (joining: section 10), row by row, in words of our own."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from tests.server.host import STOCK_FILES, Joined
from uoproto.connection import ConnState, ServerConnection
from uoproto.connection.events import (
    ConnStateChanged,
    GamestateReceived,
    MapRestarted,
    SnapshotReceived,
)
from uoproto.constants import ETYPE_EVENTS
from uoproto.gamestate import Gamestate
from uoproto.snapshot import Snapshot
from uoproto.states import EMPTY_FRAME
from uoproto.text import info_get

from .scene import SILENCE_MS, Scene
from .stage import Stage
from .table import Break, Row, Spoil

NOT_ACTIVE = 2
SERVER_COUNT = 4
FIRST_SERVER_ID = "16"


# -- what the unbroken server does ---------------------------------------------------------------


def _id(scene: Scene) -> None:
    """The player's levels have the server's ids; a map_restart tells its own by ``d 1``."""
    named = [int(info_get(text, "sv_serverid")) for text in scene.strings(1)]
    assert named == [16, 32, 16, 32]
    assert scene.server_ids == [16, 16, 17, 32]
    changes = [text for text in scene.texts(scene.player) if text.startswith("d 1 ")]
    assert [info_get(text[4:], "sv_serverid") for text in changes] == ["17"]


def _game_name(scene: Scene) -> None:
    assert scene.strings(2) == ["cod"] * 4


def _map(scene: Scene) -> None:
    for text in scene.strings(0):
        assert info_get(text, "mapname") == "mp_foy"
        assert info_get(text, "g_gametype") == "ctf"
        assert info_get(text, "sv_maxclients") == "20"
        assert 0 < len(info_get(text, "sv_hostname")) <= 255


def _weapons(scene: Scene) -> None:
    assert STOCK_FILES.weapons is not None
    for text in scene.strings(7):
        names = text.split(" ")
        assert 1 <= len(names) <= 127
        assert set(names) <= STOCK_FILES.weapons


def _items(scene: Scene) -> None:
    for text in scene.strings(8):
        assert re.fullmatch("[0-9a-f]{0,34}", text)


def _not_pure(scene: Scene) -> None:
    for text in scene.strings(1):
        assert info_get(text, "sv_pure") == "0"
        assert not info_get(text, "sv_paks") + info_get(text, "sv_pakNames")


def _no_downloads(scene: Scene) -> None:
    for text in scene.strings(1):
        keys = ("sv_referencedPaks", "sv_referencedPakNames")
        assert not any(info_get(text, key) for key in keys)


def _contiguous(scene: Scene) -> None:
    for gamestate in scene.gamestates():
        for indexes in (range(406, 661), range(918, 997), range(1254, 1269)):
            used = [index for index in indexes if gamestate.configstrings.get(index)]
            assert used == [*indexes[: len(used)]]
        assert gamestate.configstrings.get(406), "a match has models"


def _menus(scene: Scene) -> None:
    assert STOCK_FILES.menus is not None
    for gamestate in scene.gamestates():
        names = {gamestate.configstrings.get(index, "") for index in range(1333, 1365)}
        assert names - {""} <= STOCK_FILES.menus
        assert len(names) > 1


def _numbering(scene: Scene) -> None:
    first, second = scene.gamestates(scene.player)
    assert first.command_sequence == 0
    assert second.command_sequence >= len(scene.texts(scene.player)[:1])
    number = scene.player.connection.server_commands.executed
    assert number == len(scene.texts(scene.player)), "each number ran, over both maps"
    assert number > second.command_sequence > 0


def _patience(scene: Scene) -> None:
    """The loader was silent for more than a minute, then told its packs twice, and plays."""
    changes = scene.of(ConnStateChanged, scene.loader)
    assert ConnState.ACTIVE in {change.new for change in changes}
    assert SILENCE_MS > 60_000
    heard = scene.loader.connection.commands
    assert {"cp @", "vdr", "cp @ 17 23"} <= {heard.text(n) for n in range(1, heard.sequence + 1)}
    assert heard.acknowledged == heard.sequence


def _admission(scene: Scene) -> None:
    """Snapshots are not active before a level's first move and active from then on."""
    for client in scene.clients:
        for _, snapshots in _by_level(client):
            flags = [bool(snapshot.snap_flags & NOT_ACTIVE) for snapshot in snapshots]
            assert not flags[-1] or client is scene.loader, "the loader was kicked at last"
            rises = [n for n, (a, b) in enumerate(pairwise(flags)) if b and not a]
            assert len(rises) <= (client is scene.loader)


def _full_first(scene: Scene) -> None:
    for client in scene.clients:
        for _, snapshots in _by_level(client):
            assert snapshots[0].delta_distance == 0
            assert any(snapshot.delta_distance for snapshot in snapshots)


def _client_numbers(scene: Scene) -> None:
    for snapshot in scene.snapshots():
        assert 0 <= int(snapshot.frame.player["clientNum"]) <= 63


def _weapon_numbers(scene: Scene) -> None:
    count = len(scene.strings(7)[0].split(" "))
    for snapshot in scene.snapshots():
        assert 0 <= int(snapshot.frame.player["weapon"]) <= count
        for entity in snapshot.frame.entities.values():
            assert 0 <= int(entity["weapon"]) <= count


def _event_numbers(scene: Scene) -> None:
    told = set()
    for snapshot in scene.snapshots():
        for state in (snapshot.frame.player, *snapshot.frame.entities.values()):
            told |= {int(state[f"events[{place}]"]) for place in range(4)}
        told |= {entity.e_type - ETYPE_EVENTS for entity in snapshot.frame.entities.values()}
    assert max(told) < 211
    assert max(told) > 0, "something happened in the match"


def _time(scene: Scene) -> None:
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


# -- what breaks it ------------------------------------------------------------------------------


def _strings(**changes: str) -> Spoil:
    return lambda stage: (stage.strings({int(k[1:]): v for k, v in changes.items()}), stage.enter())


def _info(index: int, **changes: str) -> Spoil:
    return lambda stage: (stage.info(index, **changes), stage.enter())


def _wrong_id(stage: Stage) -> None:
    """Name another id than the server's own: it takes no move of the client's."""
    stage.info(1, sv_serverid="99")
    stage.enter(9000)


def _begin_high(stage: Stage) -> None:
    """Number the first command of a connection 66."""

    def change(gamestate: Gamestate) -> Gamestate:
        client = stage.host.server.slots[0]
        assert client is not None
        sender = client.commands
        sender.sequence = sender.acknowledged = sender.sent = 65
        return replace(gamestate, command_sequence=65)

    stage.tap.gamestate = change
    stage.enter()


def _begin_anew(stage: Stage) -> None:
    """Number from 0 again with the next map."""
    stage.play()
    stage.tell("e one", "e two")
    stage.tap.gamestate = lambda gamestate: replace(gamestate, command_sequence=0)
    stage.host.commands.execute("map mp_foy")
    stage.host.run(1000)


def _impatient(stage: Stage) -> None:
    """Time a client out that loads for ten seconds."""
    stage.host.cvars.set("sv_timeout", "5")
    client = stage.come(auto_load=False)
    stage.host.run(1000, lambda: client.state == ConnState.LOADING)
    client.muted = True
    stage.host.run(10_000)
    client.muted = False
    stage.host.run(5000)


def _mind_packs(stage: Stage) -> None:
    """Drop whoever tells of its packs, as a pure server would."""
    original = ServerConnection._dispatch

    def dispatch(self: ServerConnection, text: str, now: int, *, flooding: bool) -> None:
        if text.startswith("cp"):
            self.drop("EXE_UNPURECLIENTDETECTED", now)
        else:
            original(self, text, now, flooding=flooding)

    stage.patch.setattr(ServerConnection, "_dispatch", dispatch)
    stage.enter(8000)


def _mind_video(stage: Stage) -> None:
    """Send away who restarts its video."""
    client = stage.play()
    original = ServerConnection._dispatch

    def dispatch(self: ServerConnection, text: str, now: int, *, flooding: bool) -> None:
        if text == "vdr":
            self.send_command('w "EXE_CANNOTVALIDATEPURECLIENT"')
        else:
            original(self, text, now, flooding=flooding)

    stage.patch.setattr(ServerConnection, "_dispatch", dispatch)
    client.connection.send_command("vdr")
    stage.host.run(1000)


def _keep_out(stage: Stage) -> None:
    stage.flags(lambda flags: flags | NOT_ACTIVE)
    stage.enter(9000)


def _delta_first(stage: Stage) -> None:
    """Send the first snapshots as deltas of one that never was."""
    stage.tap.snapshot = lambda snapshot: replace(snapshot, delta_distance=1)
    stage.tap.base = lambda base: base or EMPTY_FRAME
    stage.enter()


def _player(**fields: float) -> Spoil:
    return lambda stage: (stage.play(), stage.player(**fields), stage.host.run(300))


def _entity(**fields: float) -> Spoil:
    return lambda stage: (stage.play(), stage.entity(**fields), stage.host.run(300))


def _fall_back(stage: Stage) -> None:
    stage.play()
    stage.tap.snapshot = lambda content: replace(content, server_time=content.server_time - 1000)
    stage.host.run(300)


def _forget_the_flag(stage: Stage) -> None:
    stage.play()
    stage.flags(lambda flags: flags & ~SERVER_COUNT)
    stage.host.commands.execute("map_restart")
    stage.host.run(1000)


ROWS = (
    Row(
        "id",
        "systeminfo names the id that the server takes in client headers",
        _id,
        (
            Break("no id", "joining 4", _info(1, sv_serverid=""), "lacks sv_serverid"),
            Break("another id", "joining 7", _wrong_id, "not active"),
        ),
    ),
    Row(
        "game name",
        "configstring 2 is the game's name",
        _game_name,
        (
            Break("another name", "joining 6.2", _strings(_2="main")),
            Break("no name", "joining 6.2", _strings(_2="")),
        ),
    ),
    Row(
        "map",
        "serverinfo names map, host, game type and slots",
        _map,
        (
            Break("no map", "joining 6.1", _info(0, mapname="")),
            Break("a path too long", "joining 6.4", _info(0, mapname="m" * 52), "too long"),
            Break("no host name", "joining 6.4", _info(0, sv_hostname=""), "sv_hostname"),
            Break("no game type", "joining 6.4", _info(0, g_gametype=""), "g_gametype"),
            Break("no slots", "joining 6.4", _info(0, sv_maxclients=""), "sv_maxclients"),
        ),
    ),
    Row(
        "weapons",
        "configstring 7 lists weapons that a client's files have",
        _weapons,
        (
            Break("no weapons", "joining 6.6", _strings(_7="")),
            Break("an unknown one", "joining 6.6", _strings(_7="luger_mp bfg_mp"), "bfg_mp"),
            Break("two blanks", "joining 6.6", _strings(_7="luger_mp  colt_mp")),
            Break("128 of them", "joining 6.6", _strings(_7=" ".join(["luger_mp"] * 128))),
        ),
    ),
    Row(
        "items",
        "configstring 8, where there is one, is a row of small hex digits",
        _items,
        (Break("capitals", "joining 6.10", _strings(_8="0A")),),
    ),
    Row(
        "no pure trouble",
        "systeminfo says that the server is not pure, and limits no packs",
        _not_pure,
        (
            Break("pure", "joining 4", _info(1, sv_pure="1"), "sv_pure"),
            Break("not said", "joining 4", _info(1, sv_pure=""), "sv_pure"),
            Break("limited packs", "joining 4", _info(1, sv_paks="17 23"), "sv_paks"),
        ),
    ),
    Row(
        "no downloads",
        "systeminfo names no packs to fetch",
        _no_downloads,
        (Break("a pack", "joining 5", _info(1, sv_referencedPaks="17"), "downloads"),),
    ),
    Row(
        "contiguous",
        "models, effects and shell shocks have no gap between their first and last",
        _contiguous,
        (
            Break("models", "joining 6.12", _strings(_406="", _407="x"), "models"),
            Break("effects", "joining 6.13", _strings(_918="fx/a", _920="fx/b"), "effects"),
            Break(
                "shell shocks",
                "joining 6.13",
                _strings(_1254="default_mp", _1256="default_mp"),
                "shellshocks",
            ),
        ),
    ),
    Row(
        "menus",
        "script menus are among those of the stock game",
        _menus,
        (Break("an unknown one", "joining 6.14", _strings(_1364="admin_menu"), "admin_menu"),),
    ),
    Row(
        "reliable sequence",
        "server commands are numbered from the start of a connection, over all its maps",
        _numbering,
        (
            Break("a high start", "EXE_ERR_RELIABLE_CYCLED_OUT", _begin_high),
            Break("a new start", "joining 3.2", _begin_anew, "go on from 0"),
        ),
    ),
    Row(
        "patience",
        "who loads is silent for minutes; what it says of its packs does not matter",
        _patience,
        (
            Break("five seconds", "joining 6", _impatient, "given up"),
            Break("cp", "joining 10", _mind_packs, "EXE_UNPURECLIENTDETECTED"),
            Break("vdr", "joining 10", _mind_video, "EXE_CANNOTVALIDATEPURECLIENT"),
        ),
    ),
    Row(
        "first active snapshot",
        "after a client's first move its snapshots are active",
        _admission,
        (Break("never", "joining 7", _keep_out, "not active"),),
    ),
    Row(
        "full snapshot first",
        "a level's snapshots are whole until the client has acknowledged one",
        _full_first,
        (Break("a delta", "joining 10", _delta_first, "before any snapshot"),),
    ),
    Row(
        "client number",
        "player states name a slot of 0 to 63",
        _client_numbers,
        (Break("64", "parsing", _player(clientNum=64), "player state of client 64"),),
    ),
    Row(
        "weapon numbers",
        "weapons of players and entities are on the list",
        _weapon_numbers,
        (
            Break("a player's", "joining 10", _player(weapon=100), "player: weapon 100"),
            Break("an entity's", "joining 10", _entity(weapon=100), "entity 900: weapon 100"),
        ),
    ),
    Row(
        "events",
        "events are below 211, as events of players and entities and as entities",
        _event_numbers,
        (
            Break("a player's", "joining 10", _player(events__0=211), "player: event 211"),
            Break("an entity", "joining 10", _entity(eType=227), "entity 900: event 211"),
        ),
    ),
    Row(
        "time",
        "time never falls within a level, and a restart is marked by a flag",
        _time,
        (
            Break("a second back", "joining 8", _fall_back, "after"),
            Break("no flag", "joining 10", _forget_the_flag, "flag 4"),
        ),
    ),
)
