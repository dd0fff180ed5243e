"""The client's end: handshake, timers with their exact values, pace, commands, leaving."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.peers import (
    CHALLENGE,
    CLIENT,
    SERVER,
    FakeServer,
    frame,
    gamestate,
    player,
    snapshot,
    usercmds,
)
from uoproto.clientmessage import ClientMessage
from uoproto.connection import ClientConfig, ClientConnection, ConnState, Event
from uoproto.connection.events import (
    ConnStateChanged,
    Disconnected,
    LoadingNewMap,
    PacketIgnored,
    SequenceExhausted,
    ServerCommandReceived,
    SnapshotReceived,
    TextPrinted,
)
from uoproto.errors import LocalProtocolError
from uoproto.netchan import LAST_SEQUENCE, Packet, build_packet
from uoproto.oob import (
    ChallengeResponse,
    Connect,
    ConnectResponse,
    Disconnect,
    Echo,
    Error,
    GetChallenge,
    NeedCdKey,
    OobPacket,
    Print,
)
from uoproto.oob import LoadingNewMap as LoadingNewMapPacket
from uoproto.states import UserCmd

OTHER_PORT = (SERVER[0], 31337)
OTHER_HOST = ("203.0.113.66", SERVER[1])


def at(state: ConnState, **config: Any) -> FakeServer:
    server = FakeServer(**config)
    server.to(state)
    return server


def reasons(events: list[Event]) -> list[str]:
    return [event.reason for event in events if isinstance(event, Disconnected)]


def texts(messages: list[ClientMessage]) -> list[str]:
    return [text for message in messages for _, text in message.reliable_commands]


# -- handshake ----------------------------------------------------------------------------------


def test_from_getchallenge_to_the_first_sequenced_packet() -> None:
    server = FakeServer(userinfo={"name": "Tester", "rate": "25000"})
    server.client.connect(server.now)
    server.listen()
    assert server.oob == [GetChallenge()]
    assert server.out_of_band(ChallengeResponse(CHALLENGE)) == [
        ConnStateChanged(ConnState.DISCONNECTED, ConnState.CONNECTING),
        ConnStateChanged(ConnState.CONNECTING, ConnState.CHALLENGING),
    ]
    server.listen()
    assert server.oob[1:] == [
        Connect(rf"\name\Tester\rate\25000\protocol\22\qport\500\challenge\{CHALLENGE}")
    ]
    assert server.out_of_band(ConnectResponse()) == [
        ConnStateChanged(ConnState.CHALLENGING, ConnState.CONNECTED)
    ]
    assert server.listen() == [ClientMessage(0, 0, 0)]  # at once, and nothing but the EOF


@pytest.mark.parametrize(
    ("state", "packet"), [(ConnState.CONNECTING, GetChallenge), (ConnState.CHALLENGING, Connect)]
)
def test_handshake_packets_repeat_every_3000_ms(state: ConnState, packet: type[OobPacket]) -> None:
    server = at(state)
    server.listen()
    server.oob.clear()
    for _ in range(100):  # no retry limit
        assert server.client.next_timeout() == server.now + 3000
        assert server.client.handle_timeout(server.now + 2999) == []
        server.listen(2999)
        assert server.oob == []
        server.listen(1)
        assert [type(found) for found in server.oob] == [packet]
        server.oob.clear()


@pytest.mark.parametrize("state", ConnState)
def test_a_challenge_counts_only_while_connecting(state: ConnState) -> None:
    server = at(state)
    events = server.out_of_band(ChallengeResponse(99), OTHER_HOST)
    if state == ConnState.CONNECTING:
        assert server.client.state == ConnState.CHALLENGING
        assert (server.client.challenge, server.client.server) == (99, OTHER_HOST)
    else:
        assert server.client.state == state
        assert [type(event) for event in events] == [PacketIgnored]
        assert server.client.server == SERVER


@pytest.mark.parametrize("state", ConnState)
def test_a_connect_response_counts_only_while_challenging(state: ConnState) -> None:
    server = at(state)
    server.out_of_band(ConnectResponse(), OTHER_HOST)
    assert server.client.state == state
    server.out_of_band(ConnectResponse(), OTHER_PORT)
    if state == ConnState.CHALLENGING:  # the channel opens to the port that answered
        assert server.client.state == ConnState.CONNECTED
        assert server.client.server == OTHER_PORT
    else:
        assert server.client.state == state


@pytest.mark.parametrize("state", ConnState)
def test_an_error_ends_all_but_nothing(state: ConnState) -> None:
    server = at(state)
    assert reasons(server.out_of_band(Error("EXE_SERVERISFULL"), OTHER_HOST)) == []
    events = server.out_of_band(Error("EXE_SERVERISFULL"), OTHER_PORT)
    wanted = [] if state == ConnState.DISCONNECTED else ["EXE_SERVERISFULL"]
    assert reasons(events) == wanted
    assert server.client.state == ConnState.DISCONNECTED or not wanted


def test_other_connectionless_packets() -> None:
    server = at(ConnState.ACTIVE)
    assert server.out_of_band(Print("hello\nyou"), OTHER_HOST) == [TextPrinted("hello\nyou")]
    assert server.out_of_band(LoadingNewMapPacket("mp_x", "ctf")) == [LoadingNewMap("mp_x", "ctf")]
    assert [type(event) for event in server.out_of_band(NeedCdKey())] == [PacketIgnored]
    server.out_of_band(Echo("token"))
    assert server.client.datagrams_to_send(server.now) == [(b"\xff\xff\xff\xfftoken", SERVER)]
    server.out_of_band(Echo("token"), OTHER_HOST)
    assert server.client.datagrams_to_send(server.now) == []


def test_a_second_connection_starts_from_nothing() -> None:
    server = at(ConnState.CHALLENGING)
    server.out_of_band(ConnectResponse(), OTHER_PORT)
    client = server.client
    client.downloads.start(["a.pk3"])
    client.disconnect()
    client.datagrams_to_send(server.now)
    client.connect(server.now)
    assert client.server == SERVER  # not where the last answer came from
    assert client.datagrams_to_send(server.now) == [(GetChallenge().encode(), SERVER)]
    server.out_of_band(ChallengeResponse(CHALLENGE))
    server.listen()
    server.out_of_band(ConnectResponse())
    assert server.listen() == [ClientMessage(0, 0, 0)]
    assert not client.downloads.active


def test_server_commands_of_the_connection_before_are_forgotten() -> None:
    server = at(ConnState.ACTIVE)
    server.tell("t 1", "t 2", "t 3")
    assert server.listen(1000)[-1].reliable_acknowledge == 3
    server.client.disconnect()
    server.client.datagrams_to_send(server.now)
    server.sequence, server.commands, server.texts = 1, 0, {}
    server.to(ConnState.ACTIVE)
    assert server.listen(1000)[-1].reliable_acknowledge == 0
    events = server.tell("t first")
    assert ServerCommandReceived(1, "t first") in events
    assert server.listen(1000)[-1].reliable_acknowledge == 1


def test_a_new_map_is_announced_by_the_server_alone() -> None:
    server = at(ConnState.ACTIVE)
    packet = LoadingNewMapPacket("mp_x", "ctf")
    assert server.out_of_band(packet, OTHER_PORT) == [LoadingNewMap("mp_x", "ctf")]
    assert [type(event) for event in server.out_of_band(packet, OTHER_HOST)] == [PacketIgnored]


@pytest.mark.parametrize(
    ("server_id", "byte"), [(127, 127), (128, 128), (200, 200), (255, 255), (256, 0), (-1, 255)]
)
def test_the_low_byte_of_the_server_id_travels(server_id: int, byte: int) -> None:
    server = FakeServer()
    server.to(ConnState.PRIMED, {1: rf"\sv_serverid\{server_id}\sv_pure\0"})
    assert server.listen(1000)[-1].server_id == byte


def test_connecting_twice_is_the_callers_fault() -> None:
    client = ClientConnection(ClientConfig(), ("192.0.2.1", 0))
    assert client.server == ("192.0.2.1", 28960)
    client.connect(0)
    with pytest.raises(LocalProtocolError):
        client.connect(0)
    with pytest.raises(LocalProtocolError):
        client.loaded(0)


# -- pace ---------------------------------------------------------------------------------------


def gaps(server: FakeServer, milliseconds: int) -> set[int]:
    """Return the times between packets, looked at every millisecond."""
    moments = [server.now for _ in range(milliseconds) if server.listen(1)]
    return {later - earlier for earlier, later in pairwise(moments)}


@pytest.mark.parametrize(
    ("state", "config", "gap"),
    [
        (ConnState.CONNECTED, {}, 1000),
        (ConnState.LOADING, {}, 1000),
        (ConnState.PRIMED, {"max_packets": 30}, 33),
        (ConnState.ACTIVE, {"max_packets": 30}, 33),
        (ConnState.ACTIVE, {"max_packets": 100}, 10),
        (ConnState.ACTIVE, {"max_packets": 101}, 10),
        (ConnState.ACTIVE, {"max_packets": 15}, 66),
        (ConnState.ACTIVE, {"max_packets": 1}, 66),
    ],
)
def test_packet_intervals(state: ConnState, config: dict[str, int], gap: int) -> None:
    server = at(state, **config)
    assert gaps(server, 4 * gap + 5) == {gap}


def test_fifty_milliseconds_while_downloading() -> None:
    server = at(ConnState.CONNECTED)
    server.now += 300
    server.listen()
    server.client.downloads.start(["a.pk3"])
    assert server.client.next_timeout() == server.now - 300 + 50  # the change counts at once
    assert gaps(server, 300) == {50}
    server = at(ConnState.ACTIVE, max_packets=100)
    server.client.downloads.start(["a.pk3"], for_level=False)
    assert gaps(server, 100) == {10}  # play is never slowed down


def test_the_driver_is_told_when_to_come_back() -> None:
    server = at(ConnState.ACTIVE, max_packets=50)
    assert server.client.next_timeout() == server.now + 20
    server = at(ConnState.DISCONNECTED)
    assert server.client.next_timeout() is None


# -- silence ------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [ConnState.CONNECTED, ConnState.LOADING, ConnState.ACTIVE])
def test_six_silent_checks_end_the_connection(state: ConnState) -> None:
    server = at(state)
    client = server.client
    last = server.now
    assert client.handle_timeout(last + 200_000) == []  # not a millisecond too early
    for check in range(5):
        assert client.handle_timeout(last + 200_050 + check * 50) == []
    assert reasons(client.handle_timeout(last + 200_050 + 250)) == ["EXE_ERR_SERVER_TIMEOUT"]


def test_checks_closer_than_a_frame_are_one() -> None:
    server = at(ConnState.ACTIVE, timeout_ms=1000)
    events = []
    for moment in range(1001, 1200):
        events += server.client.handle_timeout(server.now + moment)
    assert events == []


def test_any_packet_breaks_the_silence() -> None:
    server = at(ConnState.ACTIVE, timeout_ms=1000)
    stale = (1).to_bytes(4, "little") + b"old"
    for _ in range(40):
        server.now += 999
        assert server.client.handle_timeout(server.now) == []
        server.deliver(stale)
    server.now += 1300
    for _ in range(5):
        server.now += 50
        server.client.handle_timeout(server.now)
    server.deliver(stale)
    assert server.client.handle_timeout(server.now + 50) == []
    assert server.client.state == ConnState.ACTIVE


def test_silence_is_patience_before_the_channel_is_open() -> None:
    server = at(ConnState.CONNECTING)
    for moment in range(0, 2_000_000, 10_000):
        assert server.client.handle_timeout(server.now + moment) == []
    server.listen(2_000_000)
    assert server.client.next_timeout() == server.now + 3000  # a driver must not spin


def test_next_timeout_leads_to_the_end_in_few_steps() -> None:
    server = at(ConnState.LOADING, timeout_ms=10_000)
    steps, last = 0, server.now
    while server.client.state != ConnState.DISCONNECTED:
        due = server.client.next_timeout()
        assert due is not None
        assert due >= server.now
        server.now = due
        server.client.handle_timeout(server.now)
        server.listen()
        steps += 1
    assert last + 10_001 + 250 <= server.now <= last + 10_001 + 300
    assert steps <= 10 + 6 + 2


# -- the connectionless disconnect --------------------------------------------------------------


def test_a_disconnect_counts_after_three_silent_seconds() -> None:
    server = at(ConnState.ACTIVE)
    server.now += 2999
    assert [type(event) for event in server.out_of_band(Disconnect())] == [PacketIgnored]
    server.now += 1
    assert reasons(server.out_of_band(Disconnect(), OTHER_PORT)) == []
    assert reasons(server.out_of_band(Disconnect())) == ["EXE_SERVER_DISCONNECTED"]


def test_sequenced_packets_guard_against_it() -> None:
    server = at(ConnState.ACTIVE)
    server.now += 2999
    server.say(snapshot(2000))
    server.now += 2999
    server.out_of_band(Disconnect())
    assert server.client.state == ConnState.ACTIVE


@pytest.mark.parametrize("state", [ConnState.CONNECTING, ConnState.CHALLENGING])
def test_it_means_nothing_before_the_channel_is_open(state: ConnState) -> None:
    server = at(state)
    server.now += 10_000
    server.out_of_band(Disconnect())
    assert server.client.state == state


# -- sequenced packets --------------------------------------------------------------------------


@pytest.mark.parametrize("address", [OTHER_PORT, OTHER_HOST, CLIENT])
def test_sequenced_packets_of_others_are_nothing(address: tuple[str, int]) -> None:
    server = at(ConnState.ACTIVE)
    (data,) = server.datagrams(b"\x08")
    events = server.deliver(data, address)
    assert events == [PacketIgnored("a sequenced datagram of no connection")]
    assert server.client.message_acknowledge == server.sequence - 2
    server.deliver(data)
    assert server.client.message_acknowledge == server.sequence - 1


def test_moves_start_when_primed_and_carry_the_servers_time() -> None:
    server = at(ConnState.CONNECTED)
    server.client.usercmd = UserCmd(forwardmove=127)
    server.say(gamestate())
    (first,) = server.listen()
    assert texts([first]) == ["cp @"]
    assert first.move is not None
    assert first.move.no_delta
    assert first.move.commands == usercmds(0, forwardmove=127)
    assert first.server_id == 16
    server.say(snapshot(5000))
    (second,) = server.listen(33)
    assert second.move is not None
    assert not second.move.no_delta
    assert [command.command_time for command in second.move.commands] == [0, 5033]


def test_what_a_move_asks_for() -> None:
    """A delta is asked for only when the newest message holds the newest snapshot."""
    server = at(ConnState.ACTIVE)

    def no_delta(*ops: Any, **fields: Any) -> bool:
        server.say(*ops, **fields)
        (message,) = server.listen(33)
        assert message.move is not None
        assert message.message_acknowledge == server.sequence - 1
        return message.move.no_delta

    base = frame(player(weapon=1))
    assert not no_delta(snapshot(2000, base))
    assert no_delta(server.command("e hi"))
    assert not no_delta(snapshot(2100, base))
    assert no_delta(snapshot(2100, base, distance=2), base=base)  # a message without a snapshot
    assert not no_delta(snapshot(2100, base, distance=2), base=base)
    server.client.config.no_delta = True
    assert no_delta(snapshot(2100))


def test_usercmds_are_coded_from_the_newest_player_state() -> None:
    server = at(ConnState.ACTIVE, packet_dup=0)
    server.say(snapshot(2000, frame(player(weapon=2).with_fields({"viewangles[1]": 45.0}))))
    server.client.usercmd = UserCmd(weapon=2, angles=(0, 8192, 0))
    (message,) = server.listen(33)
    assert message.move is not None
    assert message.move.commands[0].angles == (0, 8192, 0)


@pytest.mark.parametrize(("packet_dup", "sent"), [(0, 1), (1, 2), (5, 6), (6, 6), (-1, 1)])
def test_packet_duplication(packet_dup: int, sent: int) -> None:
    server = at(ConnState.ACTIVE, packet_dup=packet_dup)
    for _ in range(8):
        (message,) = server.listen(33)
    assert message.move is not None
    assert len(message.move.commands) == sent


def test_reliable_commands_repeat_until_acknowledged() -> None:
    server = at(ConnState.ACTIVE)
    server.say(snapshot(1000))
    for text in ("say a", "say b"):
        server.client.send_command(text)
    number = server.client.commands.sequence
    assert texts(server.listen(33)) == ["say a", "say b"]
    server.say(acknowledge=number - 1)
    assert texts(server.listen(33)) == ["say b"]
    server.say(acknowledge=number)
    assert texts(server.listen(33)) == []


def test_sixty_five_unanswered_commands_end_the_connection() -> None:
    server = at(ConnState.ACTIVE)
    server.say(snapshot(1000))
    for number in range(64):
        server.client.send_command(f"say {number}")
    assert server.client.state == ConnState.ACTIVE
    server.client.send_command("say 64")
    assert reasons(server.client.handle_timeout(server.now)) == ["EXE_ERR_CLIENT_CMD_OVERFLOW"]
    server.client.send_command("say 65")  # and further ones do nothing
    assert server.client.handle_timeout(server.now) == []


def test_commands_that_no_message_holds_end_the_connection_too() -> None:
    server = at(ConnState.ACTIVE)
    for _ in range(40):
        server.client.send_command("x" * 1023)
    server.listen(33)
    assert reasons(server.client.handle_timeout(server.now)) == ["EXE_ERR_CLIENT_CMD_OVERFLOW"]


def test_text_that_grows_when_packed_ends_it_as_well() -> None:
    server = at(ConnState.ACTIVE)
    for _ in range(30):  # 30,900 bytes, but of a letter with a code of ten bits
        server.client.send_command("Y" * 1023)
    server.listen(33)
    assert reasons(server.client.handle_timeout(server.now)) == ["EXE_ERR_CLIENT_CMD_OVERFLOW"]


@pytest.mark.parametrize("off", [-65, 1, 1000])
def test_acknowledgements_outside_the_window_void_their_message(off: int) -> None:
    server = at(ConnState.ACTIVE)
    server.say(snapshot(1000))
    for number in range(3):
        server.client.send_command(f"say {number}")
    sequence = server.client.commands.sequence
    events = server.say(snapshot(2000), acknowledge=sequence + off)
    assert [type(event) for event in events] == [PacketIgnored]
    assert server.client.commands.acknowledged == sequence - 3
    (message,) = server.listen(33)
    assert message.message_acknowledge == server.sequence - 2  # as if it had not come
    assert message.move is not None
    assert not message.move.no_delta
    server.say(snapshot(2050))
    assert server.client.level.clock.running
    assert server.listen(33)[0].message_acknowledge == server.sequence - 1


@pytest.mark.parametrize(
    "body",
    [b"", b"\0", bytes(4), bytes(60), b"\xff" * 60, bytes(range(60))],
    ids=lambda body: f"{len(body)}-{body[:4].hex()}",
)
@pytest.mark.parametrize("ahead", [1, 500, 1 << 18, 0x10000000])
def test_a_forged_datagram_does_not_age_the_true_ones(ahead: int, body: bytes) -> None:
    server = at(ConnState.ACTIVE)
    server.say(snapshot(1000))
    sequence = server.sequence + ahead
    before = server.client.netchan.incoming_sequence
    events = server.deliver(build_packet(Packet(sequence, None, None, body)))
    taken = server.client.netchan.incoming_sequence
    if taken != before:  # it began with an operation by chance: then it is near, and no harm
        assert ahead < 1 << 18
        return
    assert all(isinstance(event, PacketIgnored) for event in events)
    assert any(isinstance(event, SnapshotReceived) for event in server.say(snapshot(1050)))


def test_a_full_window_does_not_lose_the_text_that_keys_what_is_on_its_way() -> None:
    server = at(ConnState.ACTIVE)
    server.client.send_command("say acknowledged")
    sequence = server.client.commands.sequence
    server.client.commands.acknowledge(sequence)
    for number in range(64):
        server.client.send_command(f"say {number}")
    assert server.client.commands.text(sequence) == "say acknowledged"
    assert server.client.commands.text(sequence + 64) == "say 63"
    assert server.client.state == ConnState.ACTIVE


# -- userinfo -----------------------------------------------------------------------------------


def test_userinfo_is_told_when_it_changes() -> None:
    server = at(ConnState.ACTIVE)
    server.client.config.userinfo = {"name": "a", "rate": "5000"}
    server.client.set_userinfo(name="b")
    assert texts(server.listen(33))[-1] == r'userinfo "\name\b\rate\5000"'


def test_a_change_between_connect_and_its_answer_is_not_lost() -> None:
    server = at(ConnState.CHALLENGING, userinfo={"name": "a"})
    server.client.set_userinfo(name="b")
    server.listen()  # the connect has it
    server.out_of_band(ConnectResponse())
    assert texts(server.listen()) == []
    server = at(ConnState.CHALLENGING, userinfo={"name": "a"})
    server.listen()
    server.client.set_userinfo(name="b")
    server.out_of_band(ConnectResponse())
    assert texts(server.listen()) == [r'userinfo "\name\b"']


def test_bad_userinfo_is_refused_and_not_kept() -> None:
    server = at(ConnState.ACTIVE, userinfo={"name": "a"})
    with pytest.raises(LocalProtocolError):
        server.client.set_userinfo(**{"na\\me": "b"})
    with pytest.raises(LocalProtocolError):
        server.client.set_userinfo(name="x" * 2000)
    assert server.client.config.userinfo == {"name": "a"}


# -- leaving ------------------------------------------------------------------------------------


def farewells(server: FakeServer) -> int:
    return sum("disconnect" in texts([message]) for message in server.listen())


def test_leaving_is_told_in_three_packets() -> None:
    server = at(ConnState.ACTIVE)
    server.client.disconnect()
    assert farewells(server) == 3
    assert reasons(server.client.handle_timeout(server.now)) == ["disconnected"]
    assert server.listen(5000) == []
    server.client.disconnect()
    assert server.client.handle_timeout(server.now) == []


def test_leaving_before_there_is_a_channel_is_silent() -> None:
    server = at(ConnState.CHALLENGING)
    server.listen()
    server.client.disconnect()
    assert server.client.datagrams_to_send(server.now) == []


@pytest.mark.parametrize("why", ["silence", "overflow", "error"])
def test_a_server_that_does_not_know_is_told_as_well(why: str) -> None:
    """Else it keeps the slot for four minutes."""
    server = at(ConnState.ACTIVE, timeout_ms=100)
    server.say(snapshot(1000))
    server.listen(33)
    if why == "silence":
        for _ in range(10):
            server.now += 50
            server.client.handle_timeout(server.now)
    elif why == "overflow":
        for number in range(64):
            server.client.send_command(f"say {number}")
        server.client.send_command("say 64")
        assert len(server.listen()) == 3  # no room for the word, but the packets do go out
        return
    else:
        server.out_of_band(Error("spoofed"))
    assert server.client.state == ConnState.DISCONNECTED
    assert farewells(server) == 3


def test_the_servers_word() -> None:
    server = at(ConnState.ACTIVE)
    assert reasons(server.tell('w "EXE_PLAYERKICKED"')) == ["EXE_PLAYERKICKED"]
    server = at(ConnState.ACTIVE)
    assert reasons(server.tell("w")) == ["EXE_SERVER_DISCONNECTED"]


def test_a_zombies_snapshots_are_not_active_yet_carry_the_word() -> None:
    server = at(ConnState.ACTIVE)
    assert reasons(server.tell('w "bye"', flags=2)) == ["bye"]


def test_the_driver_comes_back_for_the_farewell() -> None:
    server = at(ConnState.ACTIVE)
    server.out_of_band(Error("spoofed"))
    due = server.client.next_timeout()
    assert due is not None
    assert due <= server.now
    assert farewells(server) == 3
    assert server.client.next_timeout() is None


def test_reconnecting_says_farewell_first() -> None:
    server = at(ConnState.ACTIVE)
    server.client.disconnect()
    server.client.connect(server.now)
    assert farewells(server) == 3
    assert server.oob[-1] == GetChallenge()


def test_a_farewell_that_cannot_be_told_does_not_stop_the_next_connection() -> None:
    server = at(ConnState.ACTIVE)
    for _ in range(40):
        server.client.send_command("x" * 1023)  # more than a message holds
    server.client.disconnect()
    server.client.connect(server.now)
    assert server.client.state == ConnState.CONNECTING


# -- the end of the sequences -------------------------------------------------------------------


def test_the_end_of_the_sequence_space_is_told() -> None:
    server = at(ConnState.ACTIVE)
    server.sequence = LAST_SEQUENCE - 1
    server.client.netchan.incoming_sequence = LAST_SEQUENCE - 2
    assert SequenceExhausted() not in server.say(snapshot(1000))
    events = server.say(snapshot(1000))
    assert SequenceExhausted() in events
    assert any(isinstance(event, SnapshotReceived) for event in events)
    assert server.listen(33) == []
    assert server.client.state == ConnState.DISCONNECTED


@pytest.mark.parametrize("name", ["a\nb", "x" * 1100, "Ж", "a\0b"])
def test_a_userinfo_no_connect_can_carry_is_refused_at_once(name: str) -> None:
    client = ClientConnection(ClientConfig(userinfo={"name": name}), SERVER)
    with pytest.raises(LocalProtocolError):
        client.connect(0)
    assert client.state == ConnState.DISCONNECTED
    assert client.datagrams_to_send(0) == []
    server = at(ConnState.ACTIVE)
    before = server.client.config.userinfo
    with pytest.raises(LocalProtocolError):
        server.client.set_userinfo(name=name)
    assert server.client.config.userinfo == before


@pytest.mark.parametrize("qport", [-1, 70000])
def test_a_qport_outside_its_field_is_refused_at_once(qport: int) -> None:
    with pytest.raises(LocalProtocolError):
        ClientConnection(ClientConfig(qport=qport), SERVER).connect(0)


def test_a_message_that_ends_a_strict_connection_is_not_tapped() -> None:
    server = at(ConnState.ACTIVE, strict=True)
    taken: list[int] = []
    server.client.message_tap = lambda sequence, _unmasked: taken.append(sequence)
    server.say(snapshot(1000))
    assert taken == [server.sequence - 1]
    server.say_body(b"\x63")
    assert server.client.state == ConnState.DISCONNECTED
    assert taken == [server.sequence - 2]
