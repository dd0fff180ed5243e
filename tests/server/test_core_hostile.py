"""What clients, texts and hosts can do to a running server."""

from __future__ import annotations

import pytest

from tests.server.host import Host, Joined, active
from uoproto.connection import ConnState, SlotState
from uoproto.connection.events import (
    Disconnected,
    GamestateReceived,
    PacketIgnored,
    RetailWarning,
    ServerCommandReceived,
    SnapshotReceived,
)
from uoproto.connection.pacing import Pacer
from uoproto.oob import StatusResponse


def commands(client: Joined) -> list[str]:
    return [event.text for event in client.seen(ServerCommandReceived)]  # type: ignore[attr-defined]


def snapshot_times(client: Joined) -> list[int]:
    return [event.snapshot.server_time for event in client.seen(SnapshotReceived)]  # type: ignore[attr-defined]


def untroubled(host: Host, *clients: Joined) -> None:
    """Check that these clients play on as if nothing had been."""
    before = [len(client.seen(SnapshotReceived)) for client in clients]
    host.run(500)
    for client, count in zip(clients, before, strict=True):
        assert client.state == ConnState.ACTIVE
        assert len(client.seen(SnapshotReceived)) >= count + 5
        assert client.seen(RetailWarning) == []
        assert client.seen(PacketIgnored) == []
        assert client.seen(Disconnected) == []


# -- packets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["donedl", "download x.pk3", "say hi", "score", "vdr", "wwwdl x"])
def test_a_command_and_a_disconnect_in_one_packet(first: str) -> None:
    host = active(2)
    leaver, other = host.clients
    host.run(2000)
    leaver.connection.send_command(first)
    leaver.connection.send_command("disconnect")
    host.run(500)
    assert host.server.clients()[0].state == SlotState.ZOMBIE
    untroubled(host, other)
    host.run(2500)
    assert len(host.server.clients()) == 1


def test_a_client_that_wants_a_gamestate_with_every_packet() -> None:
    host = active(2)
    greedy, other = host.clients
    host.run(1000)
    for _ in range(100):
        greedy.connection.send_command("donedl")
        host.run(30)
    assert len(greedy.seen(GamestateReceived)) <= 5
    untroubled(host, other)


def test_a_client_that_talks_before_it_plays() -> None:
    host = active(scr_match="0")
    (other,) = host.clients
    waiting = host.join(auto_load=False)
    host.run(1000)
    assert host.server.clients()[1].state == SlotState.PRIMED
    for _ in range(20):
        waiting.connection.send_command("say let me in")
        waiting.connection.send_command("dance")
        host.run(1000)
    assert commands(other) == []
    assert commands(waiting) == []


def test_a_thousand_commands_at_once() -> None:
    host = active(2, sv_floodProtect="0", scr_match="0")
    loud, other = host.clients
    for turn in range(30):
        for number in range(60):
            loud.connection.send_command(f"say {turn} {number}")
        host.run(100)
    assert len(commands(other)) > 100
    untroubled(host, other)


def test_flood_protection() -> None:
    host = active(2, scr_match="0")
    loud, other = host.clients
    host.run(1000)
    for number in range(20):
        loud.connection.send_command(f"say {number}")
        host.run(100)
    assert commands(other) == ['h "\x15UnnamedPlayer^7: ^70"']  # each put the next one off
    host.run(1000)
    loud.connection.send_command("say again")
    host.run(300)
    assert commands(other)[-1].endswith('^7again"')


def test_a_client_that_acknowledges_nothing_overflows_alone() -> None:
    host = active(3)
    deaf, *others = host.clients
    deaf.muted = True
    for number in range(80):
        host.server.broadcast(f"v cvar{number} 1")
        host.run(50)
    assert len(host.server.clients(SlotState.CONNECTED)) == 2
    deaf.muted = False
    host.run(6000)  # its packets are nobody's now, which it is told until it believes it
    assert deaf.seen(Disconnected) == [Disconnected("EXE_SERVER_DISCONNECTED")]
    told = 'e "\x15UnnamedPlayer^7 \x14EXE_SERVERCOMMANDOVERFLOW"'
    assert all(told in commands(client) for client in others)
    untroubled(host, *others)


def test_all_overflow_in_one_broadcast() -> None:
    host = active(3)
    for client in host.clients:
        client.muted = True
    host.run(100)
    for number in range(70):
        host.server.broadcast(f"v cvar{number} 1")
    host.run(3000)
    assert host.server.clients() == []
    host.join()
    host.run(1000)
    untroubled(host, host.clients[-1])


def test_all_time_out_in_one_frame() -> None:
    host = active(4, sv_timeout="1")
    for client in host.clients:
        client.muted = True
    host.run(2000)
    assert host.server.clients() == []
    assert host.server.routes == {}
    assert host.server.level is not None
    assert host.server.level.game.players == {}


def test_everybody_is_kicked_at_once() -> None:
    host = active(3)
    host.commands.execute("kick all")
    host.run(300)
    for client in host.clients:
        assert client.seen(Disconnected) == [Disconnected("EXE_PLAYERKICKED")]


def test_a_zombie_time_of_zero() -> None:
    host = active(2, sv_zombietime="0")
    host.commands.execute("clientkick 0")
    host.run(200)
    assert len(host.server.clients()) == 1
    untroubled(host, host.clients[1])


def test_a_used_up_sequence_ends_one_connection() -> None:
    host = active(2)
    host.server.clients()[0].netchan.outgoing_sequence = 0x7FFFFFFF
    host.run(300)
    assert host.server.clients()[0].state == SlotState.ZOMBIE
    untroubled(host, host.clients[1])
    host.run(2500)
    assert len(host.server.clients()) == 1


# -- texts ---------------------------------------------------------------------------------------

ODD_NAMES = [
    ("", "Unknown Soldier"),
    ("   ", "Unknown Soldier"),
    ("^1", "Unknown Soldier"),
    ("^1^2^3 ^4", "Unknown Soldier"),
    ('quo"te', "quote"),
    ("per%cent%s", "per.cent.s"),
    ("\xff\xfe\xe9x", "...x"),
    ("\x92", "'"),
    ("x" * 200, "x" * 31),
    ("^1Red^7", "^1Red^7"),
    ("a^", "a^"),
    ("// comment /* x", "// comment /* x"),
]


@pytest.mark.parametrize(("name", "shown"), ODD_NAMES)
def test_odd_names(name: str, shown: str) -> None:
    host = active(1)
    watcher = host.clients[0]
    userinfo = {"name": name.replace('"', ""), "rate": "25000", "snaps": "20"}
    named = host.join(userinfo=userinfo)
    host.run(1000)
    assert named.state == ConnState.ACTIVE
    frame = watcher.seen(SnapshotReceived)[-1].snapshot.frame  # type: ignore[attr-defined]
    assert frame.clients[1].name == shown.replace('"', "")
    (answer,) = host.ask(b"\xff\xff\xff\xffgetstatus")
    assert isinstance(answer, StatusResponse)
    assert answer.players[1].name == shown
    host.commands.execute("status")
    row = next(line for line in host.printed if line.startswith("  1 "))
    assert f" {shown}^7 " in row
    host.commands.execute(f'kick "{shown}"')
    host.run(200)
    assert any(shown in text for text in commands(watcher))
    untroubled(host, watcher)


CHAT = [
    ("hello", "hello"),
    ('"hello you"', "hello you"),
    ('he said "no"', "he said 'no'"),
    ("100% sure", "100. sure"),
    ("\xff\xe9\x92", "..'"),
    ("line\nfeed\rreturn", "linefeedreturn"),
    ("\x14EXE_DISCONNECTED\x15x", "EXE_DISCONNECTEDx"),
    ("a;quit", "a;quit"),
    ("back\\slash", "back\\slash"),
    ("x" * 900, "x" * 149),
    ("  spaces  kept ", "spaces  kept "),
]


@pytest.mark.parametrize(("text", "shown"), CHAT)
@pytest.mark.parametrize("command", ["say", "say_team"])
def test_chat(command: str, text: str, shown: str) -> None:
    host = active(2, scr_match="0")
    speaker, listener = host.clients
    host.run(1000)
    speaker.connection.send_command(f"{command} {text}")
    host.run(300)
    assert commands(listener) == [f'h "\x15UnnamedPlayer^7: ^7{shown}"']
    untroubled(host, speaker, listener)


@pytest.mark.parametrize(
    ("text", "word"),
    [("dance", "dance"), ('"a b"', "a b"), ("x" * 500, "x" * 32), ('"\x01\x14"', ""), ("%n", ".n")],
)
def test_unknown_commands(text: str, word: str) -> None:
    host = active(scr_match="0")
    host.run(1000)
    host.clients[0].connection.send_command(text)
    host.run(300)
    assert commands(host.clients[0]) == [f'e "\x15unknown command {word}"']
    untroubled(host, host.clients[0])


@pytest.mark.parametrize(
    "text", ["say", "say ", " ", "mr", "mr 1 2 3 4 5", "team x", "score x", "\x01"]
)
def test_commands_without_sense_do_nothing(text: str) -> None:
    host = active()
    host.run(1000)
    host.clients[0].connection.send_command(text)
    untroubled(host, host.clients[0])


@pytest.mark.parametrize("text", ['say "quoted"', "say 100% \xff", "tell 0 a;b"])
def test_the_host_speaks(text: str) -> None:
    host = active(scr_match="0")
    host.commands.execute(text)
    host.run(200)
    (heard,) = commands(host.clients[0])
    assert heard.startswith('h "\x15console: ')
    assert heard.count('"') == 2
    untroubled(host, host.clients[0])


# -- settings ------------------------------------------------------------------------------------


@pytest.mark.parametrize("fps", ["0", "-3", "1", "1000", "99999", ""])
def test_frame_rates(fps: str) -> None:
    host = Host(sv_fps=fps)
    client = host.join()
    host.run(8000, lambda: client.state == ConnState.ACTIVE)
    start, begun = host.server.time, host.now
    host.run(3000)
    assert client.state == ConnState.ACTIVE
    if host.server.frame_ms >= 10:  # the harness steps 10 ms
        assert abs(host.server.time - start - (host.now - begun)) <= host.server.frame_ms


@pytest.mark.parametrize(
    ("scale", "factor"), [("0", 0), ("0.5", 0.5), ("1", 1), ("8", 8), ("-1", 0), ("0.013", 0.013)]
)
def test_time_scales(scale: str, factor: float) -> None:
    host = active(timescale=scale)
    start = host.server.time
    host.run(2000)
    assert host.server.time - start == pytest.approx(2000 * factor, abs=1)
    times = snapshot_times(host.clients[0])
    assert times == sorted(times)
    assert host.clients[0].state == ConnState.ACTIVE
    assert host.clients[0].seen(RetailWarning) == []


def test_a_timeout_of_zero_is_a_second() -> None:
    host = active(sv_timeout="0")
    assert host.cvars.get("sv_timeout") == "1"
    untroubled(host, host.clients[0])


def test_very_many_frames_late() -> None:
    host = active(2)
    start = host.server.time
    host.now += 3_600_000  # the machine slept
    host.server.frame(host.now, 10)
    assert host.server.time == start + 500
    host._next_frame = host.now
    host.run(1000)
    assert host.clients[0].state == ConnState.ACTIVE


def test_a_new_rate_limit_reaches_who_is_there() -> None:
    host = active(sv_lanForceRate="0")
    pacer: Pacer = host.server.clients()[0].pacer
    assert pacer.rate == 25_000
    host.cvars.set("sv_maxRate", "4000")
    host.run(100)
    assert pacer.rate == 4000
    host.cvars.set("sv_maxRate", "0")
    host.run(100)
    assert pacer.rate == 25_000


def test_lan_and_far_clients_have_their_own_pace() -> None:
    host = active(1, sv_fps="20")
    near = host.join(("192.168.0.5", 1))
    slow = host.join(("203.0.113.50", 1), userinfo={"name": "slow", "snaps": "5", "rate": "90000"})
    host.run(2000)
    counts = [len(client.seen(SnapshotReceived)) for client in (near, slow)]
    host.run(2000)
    seen = [len(client.seen(SnapshotReceived)) for client in (near, slow)]
    assert seen[0] - counts[0] == pytest.approx(40, abs=1)
    assert seen[1] - counts[1] == pytest.approx(10, abs=1)


def test_filler_bytes_behind_snapshots() -> None:
    host = active(sv_padPackets="1024")
    untroubled(host, host.clients[0])


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("auto_load", [True, False])
def test_shutdown_while_a_gamestate_goes_out_in_fragments(auto_load: bool) -> None:
    host = active()
    late = host.join(("203.0.113.50", 1), auto_load=auto_load)
    for number in range(12):
        noise = "".join(chr(33 + (n * n * 7 + n * number) % 90) for n in range(900))
        host.server.set_configstring(1400 + number, noise.replace('"', "'"))
    host.run(1500, lambda: len(host.server.clients()) > 1 and _sending(host, 1))
    assert _sending(host, 1)
    host.server.shutdown("Server shut down", host.now)
    host._deliver()
    for client in host.clients:
        assert client.seen(GamestateReceived)
    if auto_load:
        assert host.clients[0].seen(Disconnected) == [Disconnected("\x15Server shut down")]
    assert late.connection.message_acknowledge > 1
    assert host.server.clients() == []


def _sending(host: Host, number: int) -> bool:
    slot = host.server.slots[number]
    return slot is not None and slot.netchan.unsent_fragments > 0


@pytest.mark.parametrize("command", ["quit", "killserver", "wait 2; quit", "kick all; quit"])
def test_the_host_ends_it(command: str) -> None:
    host = active(2)
    host.commands.execute(command)
    host.run(200)
    assert not host.server.running
    host.server.shutdown("Server shut down", host.now)
    host._deliver()
    assert all(client.state == ConnState.DISCONNECTED for client in host.clients)


def test_shutdown_of_clients_in_every_state() -> None:
    host = active(2)
    host.commands.execute("clientkick 1")
    host.join(auto_load=False)
    host.run(200)
    host.knock(("203.0.113.77", 1))
    host.server.shutdown("x", host.now)
    host._deliver()
    assert host.server.clients() == []
    assert host.server.routes == {}
    host.server.frame(host.now + 50)
    host.server.shutdown("again", host.now)
