"""Whole sessions: server and strict clients in one process."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.server.host import SERVER, Host, Joined, active
from uoproto.connection import ConnState, SlotState
from uoproto.connection.events import (
    ConfigstringChanged,
    Disconnected,
    GamestateReceived,
    LoadingNewMap,
    MapRestarted,
    PacketIgnored,
    RetailWarning,
    ServerCommandReceived,
    SnapshotReceived,
)
from uoproto.constants import ENTITYNUM_WORLD, ConfigstringIndex
from uoproto.netchan import Side, parse_packet
from uoproto.oob import Disconnect
from uoproto.states import UserCmd
from uoproto.text import info_get


def snapshots(client: Joined) -> list[SnapshotReceived]:
    return [event for event in client.events if isinstance(event, SnapshotReceived)]


def commands(client: Joined) -> list[str]:
    return [event.text for event in client.events if isinstance(event, ServerCommandReceived)]


def test_a_strict_client_goes_active_without_a_complaint() -> None:
    host = active()
    client = host.clients[0]
    host.run(2000)
    assert client.state == ConnState.ACTIVE
    assert client.seen(RetailWarning) == []
    assert client.seen(PacketIgnored) == []
    assert client.seen(Disconnected) == []
    assert [slot.state for slot in host.server.clients()] == [SlotState.ACTIVE]


def test_the_gamestate_holds_what_a_retail_client_needs() -> None:
    client = active(1, sv_hostname="A test").clients[0]
    (event,) = client.seen(GamestateReceived)
    assert isinstance(event, GamestateReceived)
    strings = event.gamestate.configstrings
    assert strings[ConfigstringIndex.GAME_VERSION] == "cod"
    assert strings[ConfigstringIndex.WEAPONS].split(" ")[0] == "kar98k_mp"
    system = strings[ConfigstringIndex.SYSTEMINFO]
    assert info_get(system, "sv_serverid") == "16"
    assert info_get(system, "sv_pure") == "0"
    info = strings[ConfigstringIndex.SERVERINFO]
    wanted = {"mapname": "mp_foy", "sv_hostname": "A test", "g_gametype": "ctf"}
    assert {key: info_get(info, key) for key in wanted} == wanted
    assert event.gamestate.command_sequence == 0


def test_first_full_then_deltas() -> None:
    host = active()
    host.run(1000)
    distances = [event.snapshot.delta_distance for event in snapshots(host.clients[0])]
    assert distances[0] == 0
    assert all(distances[3:])


def test_a_client_that_freezes_its_acknowledge_gets_full_snapshots() -> None:
    host = active()
    client = host.clients[0]
    host.run(500)
    before = len(snapshots(client))
    connection = client.connection
    connection._may_delta = lambda: True  # type: ignore[method-assign]
    frozen = connection.message_acknowledge
    type_ = type(connection)

    class Frozen(type_):  # type: ignore[misc, valid-type]
        message_acknowledge = property(lambda _self: frozen, lambda _self, _value: None)

    # It decodes nothing any more; what the server sends is seen on the wire's numbers alone.
    connection.__class__ = Frozen
    sent = []
    receive = connection.receive_datagram

    def spy(data: bytes, address: tuple[str, int], now: int) -> list:  # type: ignore[type-arg]
        if data[:4] != b"\xff" * 4:
            sent.append(parse_packet(data, Side.SERVER).sequence)
        return []

    connection.receive_datagram = spy  # type: ignore[method-assign]
    host.run(3000)
    assert receive is not None
    slot = host.server.clients()[0]
    assert slot.delta_message == frozen
    assert sent[-1] - frozen > 28
    assert slot.frames.base(slot.delta_message, slot.netchan.outgoing_sequence) is None
    assert len(snapshots(client)) == before


def test_one_sees_another_move_and_nobody_himself() -> None:
    host = active(2, scr_match="0")
    mover, watcher = host.clients
    mover.connection.usercmd = UserCmd(forwardmove=127)
    host.run(200)
    start = snapshots(watcher)[-1].snapshot.frame.entities[0].origin
    host.run(1000)
    frame = snapshots(watcher)[-1].snapshot.frame
    assert frame.entities[0].e_type == 1
    moved = sum((a - b) ** 2 for a, b in zip(frame.entities[0].origin, start, strict=True)) ** 0.5
    assert 150 < moved < 230
    assert set(frame.entities) == {0}
    assert frame.player["clientNum"] == 1
    assert set(frame.clients) == {0, 1}
    own = snapshots(mover)[-1].snapshot.frame.player.origin
    assert own == pytest.approx(frame.entities[0].origin, abs=32)


def test_players_stand_on_the_ground() -> None:
    host = active(scr_match="0")
    host.run(100)
    player = snapshots(host.clients[0])[-1].snapshot.frame.player
    assert player["pm_type"] == 0
    assert player["groundEntityNum"] == ENTITYNUM_WORLD
    assert player["viewHeightCurrent"] == 60


def test_a_map_change_carries_clients_over() -> None:
    host = active(2)
    first = host.clients[0]
    host.commands.execute("map mp_foy")
    assert host.announced == ["map mp_foy ready", "map mp_foy ready"]
    host.run(4000)
    for client in host.clients:
        assert client.state == ConnState.ACTIVE
        assert len(client.seen(GamestateReceived)) == 2
        assert client.seen(LoadingNewMap) == [LoadingNewMap("mp_foy", "ctf")]
        assert client.seen(Disconnected) == []
    assert [event.server_id for event in first.seen(GamestateReceived)] == [16, 32]  # type: ignore[attr-defined]
    times = [event.snapshot.server_time for event in snapshots(first)]
    assert times == sorted(times)
    flags = {event.snapshot.snap_flags & 4 for event in snapshots(first)}
    assert flags == {0, 4}


def test_reliable_numbers_go_on_over_a_map_change() -> None:
    host = active()
    host.commands.execute("say before")
    host.run(300)
    host.commands.execute("map mp_foy")
    host.run(3000)
    host.commands.execute("say after")
    host.run(500)
    numbers = [
        event.sequence
        for event in host.clients[0].events
        if isinstance(event, ServerCommandReceived)
    ]
    assert numbers == sorted(set(numbers))
    assert commands(host.clients[0])[-1].endswith('console: after"')


def test_map_restart_keeps_the_gamestate() -> None:
    host = active(2)
    host.commands.execute("map_restart")
    host.run(2000)
    for client in host.clients:
        assert client.state == ConnState.ACTIVE
        assert len(client.seen(GamestateReceived)) == 1
        assert client.seen(MapRestarted) == [MapRestarted(persistent=False)]
        assert client.connection.level.server_id == 17
        assert client.seen(Disconnected) == []
        assert client.seen(RetailWarning) == []
        assert snapshots(client)[-1].snapshot.snap_flags & 4


def test_configstring_updates_short_and_long() -> None:
    host = active()
    client = host.clients[0]
    long = "".join(f"word{number} " for number in range(700)).strip()
    for value in ("short", long[:999], long[:1000], long, ""):
        host.server.set_configstring(1400, value)
        host.run(1000)
        assert client.connection.level.configstrings.get(1400, "") == value
    assert client.seen(RetailWarning) == []
    assert len(client.seen(ConfigstringChanged)) == 5


def test_cvars_reach_clients() -> None:
    host = active()
    host.commands.execute("set sv_hostname renamed")
    host.run(200)
    assert info_get(host.clients[0].connection.level.serverinfo, "sv_hostname") == "renamed"


def test_chat_scores_and_unknown_commands() -> None:
    host = active(2, scr_match="0")
    first, second = host.clients
    host.run(1000)  # "cp" was a command too: flood protection counts from it
    first.connection.send_command('say hello "you"')
    host.run(1000)
    first.connection.send_command("score")
    host.run(1000)
    first.connection.send_command("dance")
    host.run(500)
    assert commands(second) == ["h \"\x15UnnamedPlayer^7: ^7hello 'you'\""]
    assert commands(first)[1].startswith("b 2 0 0 0 0 ")
    assert commands(first)[2] == 'e "\x15unknown command dance"'


def test_a_silent_client_times_out() -> None:
    host = active(2, sv_timeout="2")
    silent, other = host.clients
    silent.muted = True
    host.run(2000)
    assert len(host.server.clients()) == 2
    host.run(500)
    assert [client.address for client in host.server.clients()] == [other.address]
    host.run(200)
    assert commands(other)[-1] == 'e "\x15UnnamedPlayer^7 \x14EXE_TIMEDOUT"'


def test_leaving_frees_the_slot_after_the_zombie_time() -> None:
    host = active()
    client = host.clients[0]
    for data, _ in [*_leave(host, client)]:
        host.server.receive(data, client.address, host.now)
    assert [slot.state for slot in host.server.clients()] == [SlotState.ZOMBIE]
    host.run(1900)
    assert len(host.server.clients()) == 1
    host.run(300)
    assert host.server.clients() == []
    assert host.server.level is not None
    assert host.server.level.game.players == {}


def _leave(host: Host, client: Joined) -> list[tuple[bytes, tuple[str, int]]]:
    client.connection.disconnect()
    return client.connection.datagrams_to_send(host.now)


def test_a_kicked_client_is_told_why() -> None:
    host = active(2, scr_match="0")
    kicked, other = host.clients
    host.commands.execute("clientkick 0")
    host.run(300)
    assert kicked.seen(Disconnected) == [Disconnected("EXE_PLAYERKICKED")]
    assert commands(other) == ['e "\x15UnnamedPlayer^7 \x14EXE_PLAYERKICKED"']
    assert kicked.seen(RetailWarning) == []


def test_a_lost_reliable_command_is_a_kick() -> None:
    host = active()
    client = host.clients[0]
    client.connection.commands.sequence += 1
    client.connection.send_command("say lost")
    client.connection.commands.acknowledged += 1
    host.run(300)
    assert client.seen(Disconnected) == [Disconnected("EXE_LOSTRELIABLECOMMANDS")]


def test_shutdown_tells_everybody_at_once() -> None:
    host = active(2)
    host.server.shutdown("Server shut down", host.now)
    host._deliver()
    assert not host.server.running
    for client in host.clients:
        assert client.seen(Disconnected) == [Disconnected("\x15Server shut down")]


def test_strangers_are_told_to_go_away_within_limits() -> None:
    host = Host()
    stranger = ("203.0.113.5", 5)
    for _ in range(100):
        host.server.receive(b"\x01\0\0\0\x05\0 garbage", stranger, host.now)
    sent = host.server.take_outgoing()
    assert sent == [(Disconnect().encode(), stranger)] * 4


def test_a_new_udp_port_of_the_same_client() -> None:
    host = active()
    client = host.clients[0]
    client.address = (client.address[0], 61000)
    host.run(1000)
    assert client.state == ConnState.ACTIVE
    assert host.server.clients()[0].address == client.address
    assert host.now - host.server.clients()[0].last_packet_ms < 100


def test_a_damaged_userinfo_changes_nothing() -> None:
    host = active()
    client = host.clients[0]
    before = host.server.clients()[0].userinfo
    client.connection.send_command('userinfo "\\name\\a;quit"')
    host.run(300)
    assert host.server.clients()[0].userinfo == before
    client.connection.set_userinfo(name="Other^1 Name")
    host.run(300)
    assert host.server.level is not None
    assert host.server.level.game.players[0].name == "Other^1 Name"


def test_time_wraps_by_a_fresh_map() -> None:
    host = active()
    host.server.time = 0x70000000
    host.run(300)
    assert host.server.time < 2000
    assert host.announced == ["map mp_foy ready"] * 2
    assert host.clients[0].seen(Disconnected) == [Disconnected("EXE_SERVERRESTARTTIMEWRAP")]


def test_downloads_are_refused_with_a_stock_text() -> None:
    host = active()
    client = host.clients[0]
    client.connection.downloads.start(["mod.pk3"], for_level=False)
    host.run(300)
    assert client.seen(Disconnected) == [Disconnected("EXE_AUTODL_FILENOTONSERVER\x15mod.pk3")]


def test_wrong_map_leaves_the_running_one_alone() -> None:
    host = active()
    for name in ("nosuch", "../secret", "a b", "x" * 60, "c:\\x"):
        host.commands.execute(f'map "{name}"')
    host.run(300)
    assert len(host.printed) == 5
    assert host.clients[0].state == ConnState.ACTIVE
    assert host.announced == ["map mp_foy ready"]


def test_usercmd_weapon_beyond_the_list_is_replaced() -> None:
    host = active()
    host.clients[0].connection.usercmd = replace(UserCmd(), weapon=100)
    host.run(300)
    assert host.server.clients()[0].last_usercmd.weapon == 0
    assert host.clients[0].state == ConnState.ACTIVE
    assert host.clients[0].connection.server == SERVER


def test_sv_killserver_ends_the_server_once() -> None:
    host = active()
    host.run(500)
    assert host.server.running
    host.commands.execute("set sv_killserver 1")
    host.run(100)
    assert not host.server.running
    assert host.cvars.get("sv_killserver") == "0"


def test_deaths_are_told_or_not_from_the_next_frame_on() -> None:
    host = Host()
    assert host.server.level is not None
    publisher = host.server.level.game.sight.publisher
    assert publisher is not None
    assert publisher.events.obituaries
    host.cvars.set("sv_obituary", "0")
    host.run(100)
    assert not publisher.events.obituaries
    host.commands.execute("map mp_foy")
    assert host.server.level.game.sight.publisher is not publisher
    publisher = host.server.level.game.sight.publisher
    assert publisher is not None
    assert not publisher.events.obituaries
