"""Map changes and restarts with clients in every state."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.collision.maps import floor_map
from tests.server.host import Host, Joined, active
from uoproto.connection import ConnState, SlotState
from uoproto.connection.events import (
    Disconnected,
    GamestateReceived,
    LoadingNewMap,
    MapRestarted,
    RetailWarning,
    ServerCommandReceived,
    SnapshotReceived,
)
from uoproto.text import info_get
from uoserver.bsp import write
from uoserver.bsp.entities import Entity
from uoserver.console.cvars import CvarFlag
from uoserver.files.searchpath import SearchPath
from uoserver.game.game import Game
from uoserver.game.match.match import TICK_MS
from uoserver.server.level import WARMUP_FRAMES, WARMUP_MS, MapError


def all_active(host: Host) -> bool:
    return all(client.state == ConnState.ACTIVE for client in host.clients)


def slot_states(host: Host) -> list[SlotState]:
    return [slot.state for slot in host.server.clients()]


def join_until(host: Host, state: SlotState) -> Joined:
    """Let one more client come as far as this slot state and no further."""
    client = host.join(auto_load=False)
    number = len(host.server.clients())
    host.run(
        2000,
        lambda: (slot := host.server.slots[number]) is not None and slot.state == state,
    )
    assert slot_states(host)[-1] == state
    return client


@pytest.mark.parametrize("command", ["map mp_foy", "map_restart"])
@pytest.mark.parametrize("state", [SlotState.CONNECTED, SlotState.PRIMED])
def test_a_client_on_its_way_in_arrives(command: str, state: SlotState) -> None:
    host = active()
    client = join_until(host, state)
    host.commands.execute(command)
    host.run(2000)
    if client.state == ConnState.LOADING:
        client.connection.loaded(host.now)
    client.connection.config.auto_load = True
    host.run(3000)
    assert all_active(host)
    for joined in host.clients:
        assert joined.seen(Disconnected) == []
        assert joined.seen(RetailWarning) == []


@pytest.mark.parametrize("command", ["map mp_foy", "map_restart"])
def test_a_zombie_is_left_to_die(command: str) -> None:
    host = active(2)
    host.commands.execute("clientkick 0")
    host.commands.execute(command)
    assert slot_states(host)[0] == SlotState.ZOMBIE
    host.run(300)
    assert host.clients[0].seen(Disconnected) == [Disconnected("EXE_PLAYERKICKED")]
    host.run(2500)
    assert len(host.server.clients()) == 1
    assert host.clients[1].state == ConnState.ACTIVE
    assert host.server.level is not None
    assert set(host.server.level.game.players) == {1}


def test_a_download_ends_with_the_map() -> None:
    host = active()
    slot = host.server.clients()[0]
    slot.download.name = "x.pk3"
    slot.download.start(b"x" * 100_000)
    assert slot.download.active
    host.commands.execute("map mp_foy")
    assert not slot.download.active
    host.run(3000)
    assert all_active(host)


def test_many_changes_in_a_row() -> None:
    host = active(2)
    host.commands.execute("; ".join(["map mp_foy"] * 20))
    assert len(host.announced) == 21
    host.run(4000)
    assert all_active(host)
    assert all(not client.seen(Disconnected) for client in host.clients)


def test_a_second_restart_in_a_frame_is_passed_over() -> None:
    host = active()
    host.commands.execute("map_restart; map_restart")
    assert len(host.announced) == 2
    assert host.server.config.server_id == 17
    host.run(100)
    host.commands.execute("map_restart")
    assert host.server.config.server_id == 18
    host.run(1000)
    client = host.clients[0]
    assert client.state == ConnState.ACTIVE
    assert client.connection.level.server_id == 18
    assert client.seen(MapRestarted) == [MapRestarted(persistent=False)] * 2


def test_more_restarts_than_ids() -> None:
    host = active()
    for _ in range(40):
        host.commands.execute("map_restart")
        host.run(100)
    host.run(1000)
    client = host.clients[0]
    assert client.state == ConnState.ACTIVE
    assert client.seen(Disconnected) == []
    assert len(client.seen(GamestateReceived)) == 1
    assert host.server.config.server_id == 16 + 40 % 16


def test_a_restart_spawns_players_anew() -> None:
    host = active()
    host.run(300)
    before = _snapshots(host.clients[0])[-1].frame.player
    host.commands.execute("map_restart")
    host.run(500)
    after = _snapshots(host.clients[0])[-1]
    assert after.frame.player.stats[5] == 1
    assert after.frame.player["pm_type"] == before["pm_type"]
    assert after.snap_flags & 4
    times = [snapshot.server_time for snapshot in _snapshots(host.clients[0])]
    assert times == sorted(times)


def _snapshots(client: Joined) -> list:  # type: ignore[type-arg]
    return [event.snapshot for event in client.seen(SnapshotReceived)]  # type: ignore[attr-defined]


def test_a_restart_tells_changed_configstrings_before_it() -> None:
    host = active(scr_match="0")
    host.server.set_configstring(1450, "old level's text")
    host.run(200)
    host.clients[0].events.clear()
    host.commands.execute("map_restart")
    host.run(300)
    texts = [event.text for event in host.clients[0].seen(ServerCommandReceived)]  # type: ignore[attr-defined]
    assert texts[-1] == "B"
    assert "d 1450 " in texts
    assert [text[:4] for text in texts if text.startswith("d 1 ")] == ["d 1 "]


@pytest.mark.parametrize(("name", "value"), [("g_gametype", "tdm"), ("sv_maxclients", "30")])
def test_a_restart_with_a_new_gametype_is_a_map_change(name: str, value: str) -> None:
    host = active()
    client = host.clients[0]
    assert host.cvars.set(name, value).note
    host.commands.execute("map_restart")
    host.run(3000)
    assert client.state == ConnState.ACTIVE
    assert len(client.seen(GamestateReceived)) == 2
    assert client.seen(MapRestarted) == []
    assert info_get(client.connection.level.serverinfo, name) == value
    if name == "g_gametype":
        assert client.seen(LoadingNewMap) == [LoadingNewMap("mp_foy", "tdm")]


def test_a_restart_needs_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pack may be replaced or gone while its map runs."""
    host = active()
    monkeypatch.setattr(
        type(host.server.files), "read", lambda *_: pytest.fail("a file is read again")
    )
    host.cvars.set("g_gametype", "dm")
    host.commands.execute("map_restart")
    host.server.time = 0x70000001
    host.run(500)
    assert host.server.time < 2000
    assert host.server.running


def test_cheats_last_as_long_as_the_map() -> None:
    host = Host()
    assert host.cvars.get("sv_cheats") == "0"
    host.commands.execute("devmap mp_foy")
    assert host.cvars.get("sv_cheats") == "1"
    host.run(100)
    host.cvars.set("g_gametype", "dm")
    host.commands.execute("map_restart")
    assert host.cvars.get("sv_cheats") == "1"
    host.commands.execute("map mp_foy")
    assert host.cvars.get("sv_cheats") == "0"


@pytest.mark.parametrize("command", ["map mp_foy", "map_restart", "map_rotate"])
def test_a_level_begins_with_its_own_time(command: str) -> None:
    host = Host(sv_mapRotation="map mp_foy")
    first = _ticks(host)
    assert first == WARMUP_FRAMES * WARMUP_MS // TICK_MS
    host.run(5000)
    host.commands.execute(command)
    assert _ticks(host) == first


def _ticks(host: Host) -> int:
    """Return the ticks that the match of a level has had."""
    level = host.server.level
    assert level is not None
    assert level.game.match is not None
    return level.game.match.sim.state.tick


@pytest.mark.parametrize(("fps", "scale"), [("1", "8"), ("0", "8"), ("20", "8"), ("1", "1")])
def test_no_frame_rate_and_no_timescale_lose_game_time(fps: str, scale: str) -> None:
    host = Host(sv_fps=fps)
    host.cvars.set("timescale", scale)
    before, began = _ticks(host), host.server.time
    host.run(4000)
    passed = host.server.time - began
    assert passed > 2000 * float(scale)
    rest = WARMUP_FRAMES * WARMUP_MS % TICK_MS
    assert _ticks(host) - before == (passed + rest) // TICK_MS


@pytest.mark.parametrize("command", ["map mp_foy", "map_restart"])
def test_fewer_slots_than_clients_throw_nobody_out(
    command: str, caplog: pytest.LogCaptureFixture
) -> None:
    host = active(3, sv_maxclients="8")
    host.commands.execute("clientkick 0")
    host.run(3000)
    host.cvars.set("sv_maxclients", "1")
    assert host.cvars.get("sv_maxclients") == "8"
    with caplog.at_level(logging.WARNING):
        host.commands.execute(command)
    assert host.cvars.get("sv_maxclients") == "3"
    assert "sv_maxclients is 3 while slot 2 is in use" in caplog.text
    host.run(3000)
    assert [client.state for client in host.clients[1:]] == [ConnState.ACTIVE] * 2
    assert info_get(host.clients[1].connection.level.serverinfo, "sv_maxclients") == "3"


@pytest.mark.parametrize("command", ["map mp_foy", "map_restart"])
def test_whom_the_new_level_refuses_is_told(command: str) -> None:
    host = active(2)
    host.clients[1].connection.set_userinfo(name="Insider", password="secret")  # noqa: S106
    host.run(300)
    host.cvars.set("g_password", "secret")
    host.clients[0].muted = True  # silent for longer than a zombie is kept
    host.run(3000)
    host.commands.execute(command)
    host.run(3000)
    outsider, insider = host.clients
    assert outsider.seen(Disconnected) == [Disconnected("GAME_INVALIDPASSWORD")]
    assert insider.state == ConnState.ACTIVE
    texts = [event.text for event in insider.seen(ServerCommandReceived)]  # type: ignore[attr-defined]
    if command == "map_restart":
        assert 'e "\x15UnnamedPlayer^7 \x14GAME_INVALIDPASSWORD"' in texts
    assert len(host.server.clients()) == 1


def test_a_map_that_fails_changes_nothing() -> None:
    host = active()
    host.cvars.set("g_gametype", "dm")
    level, time = host.server.level, host.server.time
    with pytest.raises(MapError):
        host.server.maps.load("nosuch")
    assert host.server.level is level
    assert host.server.time == time
    assert host.cvars.get("g_gametype") == "ctf"
    assert host.server.take_outgoing() == []


def test_a_map_change_in_the_middle_of_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    host = active(2)
    host.commands.execute("wait 3; map mp_foy; wait 3; map_restart")
    host.run(4000)
    assert len(host.announced) == 3
    assert all_active(host)
    assert all(not client.seen(RetailWarning) for client in host.clients)


def test_gametypes_choose_their_spawn_points() -> None:
    for gametype in ("ctf", "dm", "tdm", "sd", "nonsense", ""):
        host = Host(g_gametype=gametype)
        assert host.server.level is not None
        assert isinstance(host.server.level.game, Game)
        assert host.announced == ["map mp_foy ready"]


def test_a_host_is_told_of_spawn_points_that_cannot_be_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One stands under the floor; without any, players appear on open floor."""
    folder = tmp_path / "uo" / "maps" / "mp"
    folder.mkdir(parents=True)
    points = [("0 0 8", "mp_deathmatch_spawn"), ("90 0 -40", "mp_deathmatch_spawn")]
    for name, count in (("buried", 2), ("bare", 0)):
        source = floor_map().map()
        source.entities = [
            Entity([("classname", "worldspawn")]),
            *(Entity([("classname", kind), ("origin", at)]) for at, kind in points[:count]),
        ]
        (folder / f"{name}.bsp").write_bytes(write(source))
    host = Host("", SearchPath.open(str(tmp_path)), g_gametype="dm", scr_match="0")
    with caplog.at_level(logging.WARNING):
        host.commands.execute("map buried")
        host.commands.execute("map bare")
    assert [record.getMessage() for record in caplog.records] == [
        "1 spawn points of buried are in solids",
        "bare has no spawn points: players appear on open floor",
    ]


def test_a_gametype_that_is_not_known_is_told(caplog: pytest.LogCaptureFixture) -> None:
    Host(g_gametype="CTF")
    assert "gametype" not in caplog.text
    Host(g_gametype="hq")
    assert "gametype hq is not known here; it is played as ctf" in caplog.text


def test_cheats_end_with_the_map_that_had_them() -> None:
    host = Host("")
    cheat = host.cvars.register("g_cheat", "0", CvarFlag.CHEAT)
    host.commands.execute("devmap mp_foy; g_cheat 1")
    assert cheat.value == "1"
    host.commands.execute("map mp_foy")
    assert cheat.value == "0"
    host.printed.clear()
    host.commands.execute("g_cheat 1")
    assert (host.printed, cheat.value) == (["g_cheat is cheat protected."], "0")


def test_texts_beyond_the_clients_pool_are_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A long table of names and long texts of a host are more than clients take."""
    sounds = [f's{number} = "sound/{number:050}.wav"' for number in range(130)]
    (tmp_path / "models.toml").write_text("\n".join(("[sounds]", *sounds)))
    files = SearchPath()
    files.add_folder(tmp_path)
    names = ("bg_ladder_yawcap", "bg_prone_yawcap", "scr_ctf_timelimit", "scr_ctf_scorelimit")
    long_numbers = dict.fromkeys((*names, "scr_ctf_roundlimit"), "90." + "0" * 390)
    host = Host("", files, scr_motd="m" * 8190, sv_hostname="h" * 800, **long_numbers)
    host.commands.execute("map mp_foy")
    client = host.join()
    host.run(2000, lambda: client.state == ConnState.ACTIVE)
    assert "does not fit the clients' pool" in caplog.text
    host.commands.execute("set scr_motd hello; map mp_foy")
    host.run(2000)
    assert client.state == ConnState.ACTIVE
    assert host.server.level is not None
    assert "hello" in host.server.level.configstrings.values.values()
    files.close()
