"""The server's end of one client: levels, commands, moves, acknowledgements, drops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tests.peers import (
    CLIENT,
    GOOD_CONFIGSTRINGS,
    QPORT,
    FakeClient,
    frame,
    many,
    player,
    usercmds,
)
from uoproto.connection import Event, SlotState
from uoproto.connection.events import (
    AddressChanged,
    ClientCommand,
    DownloadRequested,
    Dropped,
    EnteredWorld,
    GamestateNeeded,
    PacketIgnored,
    PureAnswer,
    SequenceExhausted,
    SlotStateChanged,
    UserCommands,
    UserinfoChanged,
)
from uoproto.gamestate import Gamestate
from uoproto.netchan import LAST_SEQUENCE, Packet, build_packet
from uoproto.oob import Disconnect
from uoproto.servermessage import Nop, ServerCommand, ServerOp
from uoproto.snapshot import Snapshot
from uoproto.states import UserCmd

NEW_PORT = (CLIENT[0], 50000)


def at(state: SlotState, **config: Any) -> FakeClient:
    client = FakeClient(**config)
    client.to(state)
    return client


def active(**config: Any) -> FakeClient:
    return at(SlotState.ACTIVE, **config)


def dropped(events: Iterable[Event]) -> list[str]:
    return [event.reason for event in events if isinstance(event, Dropped)]


def ran(events: Iterable[Event]) -> list[int]:
    return [
        command.command_time
        for event in events
        if isinstance(event, UserCommands)
        for command in event.commands
    ]


def texts(ops: list[ServerOp]) -> list[str]:
    return [op.text for op in ops if isinstance(op, ServerCommand)]


def shot(ops: list[ServerOp]) -> Snapshot:
    (found,) = [op for op in ops if isinstance(op, Snapshot)]
    return found


# -- gamestate and server id --------------------------------------------------------------------


def test_the_first_packet_asks_for_the_gamestate() -> None:
    client = FakeClient()
    assert client.send() == [GamestateNeeded()]
    client.server.send_command("e early")
    client.server.send_gamestate(GOOD_CONFIGSTRINGS, {}, client.now)
    assert client.server.state == SlotState.PRIMED
    (ops,) = client.hear_all()
    assert ops == [
        ServerCommand(1, "e early"),
        Gamestate(1, GOOD_CONFIGSTRINGS, {}, 5, 0x77),
    ]


@pytest.mark.parametrize(("acknowledge", "asks"), [(0, False), (1, False), (2, True)])
def test_a_lost_gamestate_is_asked_for_once_it_is_passed(acknowledge: int, asks: bool) -> None:
    """server: step 2. Packets of before it arrived, or about it, ask for nothing."""
    client = at(SlotState.PRIMED)
    client.now += 1000
    client.frame()
    events = client.send(server_id=0, message_acknowledge=acknowledge)
    assert events == ([GamestateNeeded()] if asks else [])


def test_at_most_one_gamestate_a_second() -> None:
    client = at(SlotState.PRIMED)
    client.frame()
    asked = []
    for moment in range(0, 5000, 50):
        client.now += 50
        events = client.send(server_id=0) + client.server.handle_timeout(client.now)
        if GamestateNeeded() in events:
            assert events.count(GamestateNeeded()) == 1
            asked.append(moment)
            client.server.send_gamestate(GOOD_CONFIGSTRINGS, {}, client.now)
            client.hear_all()
            client.frame()
    assert 4 <= len(asked) <= 5
    assert min(later - earlier for earlier, later in pairwise(asked)) >= 1000


def test_a_request_too_early_is_not_lost() -> None:
    client = at(SlotState.PRIMED)
    client.frame()
    assert client.send(server_id=0) == []
    assert client.server.handle_timeout(client.now + 999) == []
    assert client.server.handle_timeout(client.now + 1000) == [GamestateNeeded()]
    assert client.server.handle_timeout(client.now + 5000) == []


@pytest.mark.parametrize("server_id", [16 + 1, 16 + 15])
def test_the_same_high_nibble_is_a_map_restart(server_id: int) -> None:
    client = at(SlotState.PRIMED)
    client.server.level_ids.append(server_id)  # of a level it was sent before
    assert client.send("say x", server_id=server_id) == [
        SlotStateChanged(SlotState.PRIMED, SlotState.ACTIVE),
        EnteredWorld(UserCmd()),
    ]
    assert client.server.client_commands.last_sequence == 0  # the rest is not looked at
    assert client.send(move=usercmds(500), server_id=server_id) == []
    assert client.server.last_usercmd == UserCmd()


@pytest.mark.parametrize("server_id", [0, 1, 32, 240, 255])
def test_another_high_nibble_is_another_level(server_id: int) -> None:
    client = active()
    client.server.level_ids.append(server_id)  # of a level it was sent before
    client.frame()
    assert client.send("say x", move=usercmds(900), server_id=server_id) == []
    assert client.server.handle_timeout(client.now + 1000) == [GamestateNeeded()]
    assert client.server.client_commands.last_sequence == 0


def test_only_the_low_byte_of_the_server_id_counts() -> None:
    client = active()
    client.config.server_id = 256 + 16
    assert ran(client.send(move=usercmds(900))) == [900]


def test_a_map_change() -> None:
    client = active()
    client.frame()
    client.config.server_id = 32
    client.server.map_change()
    assert client.server.state == SlotState.CONNECTED
    assert not any(isinstance(op, Snapshot) for op in client.frame())
    assert GamestateNeeded() in client.send(move=usercmds(900))  # at once, with its old id
    client.server.send_gamestate(GOOD_CONFIGSTRINGS, {}, client.now)
    client.hear_all()
    client.server_id = 32
    client.base = UserCmd()
    assert EnteredWorld(UserCmd(command_time=100)) in client.send(move=usercmds(100))


def test_a_dropped_client_gets_no_gamestate_it_asked_for() -> None:
    """The owner handles events one by one: the drop may stand behind the request."""
    client = at(SlotState.PRIMED)
    client.now += 1000
    events = client.send("donedl", "disconnect")
    assert events == [
        GamestateNeeded(),
        SlotStateChanged(SlotState.PRIMED, SlotState.ZOMBIE),
        Dropped("EXE_DISCONNECTED"),
    ]
    client.server.send_gamestate(GOOD_CONFIGSTRINGS, {}, client.now)
    assert client.hear_all() == []
    assert client.server.state == SlotState.ZOMBIE


def test_a_gamestate_too_large_drops() -> None:
    client = FakeClient()
    client.send()
    client.server.send_gamestate(dict.fromkeys(range(5), "x" * 8000), {}, client.now)
    assert dropped(client.server.take_events()) == ["EXE_SERVERMESSAGEOVERFLOW"]


def test_one_that_only_packing_makes_too_large_drops_as_well() -> None:
    client = FakeClient()
    client.send()
    client.server.send_gamestate(dict.fromkeys(range(4), "Y" * 8000), {}, client.now)
    assert dropped(client.server.take_events()) == ["EXE_SERVERMESSAGEOVERFLOW"]
    assert client.hear_all() == []


# -- reliable commands of the client ------------------------------------------------------------


def test_engine_commands() -> None:
    client = active()
    assert client.send(r'userinfo "\name\x"') == [UserinfoChanged(r"\name\x")]
    assert client.send("userinfo") == [UserinfoChanged("")]
    assert client.send("cp 1 2 @ 3 4") == [PureAnswer(("1", "2", "@", "3", "4"))]
    assert client.send("vdr") == [PureAnswer(())]
    assert client.send("download uo/x.pk3") == [DownloadRequested("uo/x.pk3")]
    assert dropped(client.send("disconnect")) == ["EXE_DISCONNECTED"]


def test_names_are_exact() -> None:
    client = active(flood_protect=False)
    for text in ("Userinfo x", "CP", "disconnectx", "", "//", "say hello there"):
        if text:
            assert client.send(text) == [ClientCommand(text, flooding=False)]


def test_each_number_once_and_none_left_out() -> None:
    client = active(flood_protect=False)
    first = client.message(reliable_commands=((1, "say a"), (2, "say b")))
    again = client.message(reliable_commands=((1, "say a"), (2, "say b"), (3, "say c")))
    client.texts.update({1: "say a", 2: "say b", 3: "say c"})
    events = client.send_message(first) + client.send_message(again)
    assert [event.text for event in events if isinstance(event, ClientCommand)] == [
        "say a",
        "say b",
        "say c",
    ]
    events = client.send_message(client.message(reliable_commands=((5, "say e"),)))
    assert dropped(events) == ["EXE_LOSTRELIABLECOMMANDS"]


def test_nothing_runs_behind_a_drop() -> None:
    client = active()
    events = client.send("disconnect", "say x", move=usercmds(900))
    assert [type(event) for event in events] == [SlotStateChanged, Dropped]


def test_flood_protection() -> None:
    client = active()
    client.now += 800

    def passes(text: str, after: int = 0) -> bool:
        client.now += after
        (event,) = client.send(text)
        assert isinstance(event, ClientCommand)
        return not event.flooding

    assert passes("say 1")
    assert not passes("say 2", 799)  # which starts the 800 ms anew
    assert not passes("say 3", 799)
    assert passes("say 4", 800)
    for exempt in ("team red", "score", "mr 16 1 open"):
        assert passes(exempt + " ")
    assert not passes("teamx")
    assert not passes("Team red")
    client.now += 800
    client.send("userinfo x")  # an engine command runs, but starts the clock
    assert not passes("say 5", 799)
    assert client.send("userinfo y") == [UserinfoChanged("y")]
    client.config.flood_protect = False
    assert passes("say 6")
    assert client.server.client_commands.last_text == "say 6"  # the flooding ones counted too


def test_no_flood_protection_before_play() -> None:
    client = at(SlotState.PRIMED)
    events = client.send("say 1", "say 2")
    assert events == [
        ClientCommand("say 1", flooding=False),
        ClientCommand("say 2", flooding=False),
    ]


def test_the_answer_is_keyed_with_the_last_command() -> None:
    client = active()
    client.send("say it\x92s 50% \xff")
    assert shot(client.frame())  # FakeClient reads it with the text it sent


# -- header -------------------------------------------------------------------------------------


@pytest.mark.parametrize("acknowledge", [-1, -0x80000000, 3, 0x7FFFFFFF])
def test_message_acknowledge_names_a_message_that_was_sent(acknowledge: int) -> None:
    client = active()
    client.frame()  # message 2 is the newest
    client.server.last_packet_ms = 0
    (event,) = client.send("say x", message_acknowledge=acknowledge)
    assert isinstance(event, PacketIgnored)
    assert client.server.last_packet_ms == 0
    assert client.server.client_commands.last_sequence == 0


@pytest.mark.parametrize("acknowledge", [-0x80000000, -1, -64, 4, 5, 0x7FFFFFFF])
def test_bad_reliable_acknowledgements_do_nothing(acknowledge: int) -> None:
    client = active()
    for number in range(3):
        client.server.send_command(f"e {number}")
    client.frame()
    (event,) = client.send("say x", reliable_acknowledge=acknowledge)
    assert isinstance(event, PacketIgnored)
    assert client.server.commands.backlog == 3
    assert client.send() == []
    assert client.server.commands.backlog == 0


def test_the_window_of_acknowledgements_is_63_wide() -> None:
    client = active()
    for number in range(64):
        client.server.send_command(f"c {number}")
    client.frame()
    assert [type(event) for event in client.send(reliable_acknowledge=0)] == [PacketIgnored]
    assert client.send(reliable_acknowledge=1) == []
    assert client.server.commands.backlog == 63


def test_garbage_behind_a_good_header() -> None:
    client = active()
    header = client.encode(client.message())[:9]
    (event,) = client.send_payload(header + b"\xff" * 40)
    assert isinstance(event, PacketIgnored)
    for size in range(9):
        (event,) = client.send_payload(header[:size])
        assert isinstance(event, PacketIgnored)
    assert ran(client.send(move=usercmds(900))) == [900]


# -- the translated port ------------------------------------------------------------------------


def test_the_port_follows_a_newer_packet_only() -> None:
    client = active()
    old = client.datagrams(client.message())
    newer = client.datagrams(client.message())
    assert client.deliver(*newer, address=NEW_PORT) == [AddressChanged(CLIENT, NEW_PORT)]
    assert client.server.address == NEW_PORT
    assert client.deliver(*old, address=CLIENT) == []  # a replay or a late one
    assert client.deliver(*newer, address=CLIENT) == []
    assert client.server.address == NEW_PORT
    client.server.send_snapshot(1000, frame(), {}, client.now)
    assert {address for _, address in client.server.datagrams_to_send(client.now)} == {NEW_PORT}


@pytest.mark.parametrize(
    "header",
    [{"message_acknowledge": 99}, {"reliable_acknowledge": 99}, {"message_acknowledge": -1}],
)
def test_and_a_plausible_one(header: dict[str, Any]) -> None:
    client = active()
    client.send(address=NEW_PORT, **header)
    assert client.server.address == CLIENT


# -- moves --------------------------------------------------------------------------------------


def test_the_first_move_enters_the_world_with_its_first_usercmd() -> None:
    client = at(SlotState.PRIMED)
    assert client.send(move=usercmds(100, 120, 140)) == [
        SlotStateChanged(SlotState.PRIMED, SlotState.ACTIVE),
        EnteredWorld(UserCmd(command_time=100)),
        UserCommands(usercmds(120, 140)),
    ]
    assert client.server.pacer.next_ms == client.now  # a snapshot at once, whatever the pace


@pytest.mark.parametrize(
    ("times", "run"),
    [
        ((150, 200, 250), [150, 200, 250]),
        ((50, 100, 150), [150]),
        ((100,), []),
        ((300, 200), [200]),  # not newer than the last of the bundle
        ((200, 150, 250), [200, 250]),
        ((-5, 0), []),
    ],
)
def test_usercmds_are_filtered_by_their_times(times: tuple[int, ...], run: list[int]) -> None:
    client = active()  # at time 100
    assert ran(client.send(move=usercmds(*times))) == run


@pytest.mark.parametrize(("weapon", "taken"), [(0, 0), (3, 3), (4, 2), (127, 2)])
def test_an_invalid_weapon_becomes_the_current_one(weapon: int, taken: int) -> None:
    client = active()
    client.frame(frame(player(weapon=2)))
    client.base = UserCmd(weapon=2)
    (event,) = client.send(move=usercmds(200, weapon=weapon))
    assert event == UserCommands(usercmds(200, weapon=taken))


def test_moves_of_a_client_without_a_gamestate_do_nothing() -> None:
    client = FakeClient()
    assert client.send(move=usercmds(100), server_id=16) == []
    assert client.server.state == SlotState.CONNECTED
    assert client.server.delta_message == -1


def test_a_move_is_passed_over_while_64_commands_wait() -> None:
    client = active()
    for number in range(64):
        client.server.send_command(f"c {number}")
    client.frame()
    client.server.commands.acknowledged = 0
    message = client.message(reliable_acknowledge=1)
    assert ran(client.send_message(message)) == []


@pytest.mark.parametrize("count", [1, 32])
def test_bundles(count: int) -> None:
    client = active()
    assert len(ran(client.send(move=usercmds(*range(200, 200 + count))))) == count


# -- what usercmds are coded from ---------------------------------------------------------------


def shows(angle: int) -> Any:
    return frame(player().with_fields({"delta_angles[1]": angle}))


def base(angle: int) -> UserCmd:
    return UserCmd(angles=(0, -angle & 0xFFFF, 0))


def heard_angle(client: FakeClient, of: UserCmd) -> int:
    """Send a usercmd that changes nothing against a base; return the yaw that is understood."""
    client.base = of
    (event,) = client.send(move=(replace(of, command_time=client.sequence * 100),))
    assert isinstance(event, UserCommands)
    return event.commands[0].angles[1]


def test_the_base_is_the_player_of_the_acknowledged_snapshot() -> None:
    client = active()
    client.frame(shows(1000))
    client.frame(shows(2000))
    older = client.acknowledge
    client.frame(shows(3000))
    client.acknowledge = older
    assert heard_angle(client, base(2000)) == -2000 & 0xFFFF


def test_the_base_is_zero_before_the_first_snapshot_of_a_level() -> None:
    client = at(SlotState.PRIMED)
    gamestate = client.acknowledge
    client.frame(shows(1000))  # on its way while the client moves
    client.acknowledge = gamestate
    client.base = UserCmd()
    events = client.send(move=usercmds(100, 150))
    assert UserCommands(usercmds(150)) in events


def test_a_message_without_a_snapshot_leaves_the_base() -> None:
    client = active()
    client.frame(shows(1000))
    for number in range(30):
        client.server.send_command(f"e {number} " + " " * 1000)
    crowd = replace(shows(2000), entities=many(1000, 1))
    assert len(texts(client.frame(crowd))) == len(client.heard[-1])  # no room for it
    assert heard_angle(client, base(1000)) == -1000 & 0xFFFF


def test_the_newest_player_is_the_guess_when_the_acknowledged_is_gone() -> None:
    client = active()
    client.frame(shows(1))
    old = client.acknowledge
    for number in range(2, 40):
        client.frame(shows(number))
    client.acknowledge = old
    assert heard_angle(client, base(39)) == -39 & 0xFFFF


# -- snapshots ----------------------------------------------------------------------------------


def test_full_first_then_deltas_of_what_was_acknowledged() -> None:
    client = active()
    first = frame(player(weapon=1), many(5))
    assert shot(client.frame(first)).delta_distance == 0
    client.send(move=usercmds(200))
    second = frame(player(weapon=2), many(6))
    assert shot(client.frame(second, base=first)) == Snapshot(1000, 1, 0, second)
    third = frame(player(weapon=3), many(7))
    assert shot(client.frame(third, base=first)) == Snapshot(1000, 2, 0, third)


def test_a_gamestate_makes_the_frames_before_it_no_base() -> None:
    """A packet from before the gamestate may come after it and acknowledge one of them."""
    client = active()
    client.frame(frame(player(weapon=1), many(5)))
    old = client.acknowledge
    client.server.send_gamestate({}, {}, client.now)
    client.hear_all()
    client.base = UserCmd()
    client.send(move=usercmds(200), message_acknowledge=old)
    client.send(move=usercmds(300), message_acknowledge=old)
    assert client.server.state == SlotState.ACTIVE
    assert shot(client.frame()).delta_distance == 0


def test_no_delta_asks_for_a_full_one() -> None:
    client = active()
    client.frame()
    client.send(move=usercmds(200), no_delta=True)
    assert shot(client.frame()).delta_distance == 0


def test_a_frozen_acknowledge_gets_full_snapshots_after_28() -> None:
    client = active()
    content = frame(player(weapon=1), many(3))
    client.frame(content)
    frozen = client.acknowledge
    distances = []
    for number in range(40):
        client.send(move=usercmds(200 + number), message_acknowledge=frozen)
        distances.append(shot(client.frame(content, base=content)).delta_distance)
    assert distances == [*range(1, 29), *[0] * 12]


def test_a_base_the_rings_have_run_past_is_not_used() -> None:
    client = active()
    crowd = frame(entities=many(640, 1))
    client.frame(crowd)
    frozen = client.acknowledge
    distances = []
    for number in range(5):
        client.send(move=usercmds(200 + number), message_acknowledge=frozen)
        distances.append(shot(client.frame(crowd, base=crowd)).delta_distance)
    assert distances == [1, 2, 3, 0, 0]


def test_flags() -> None:
    client = at(SlotState.PRIMED)
    assert shot(client.frame()).snap_flags == 2
    client.send(move=usercmds(100))
    assert shot(client.frame()).snap_flags == 0
    client.server.send_snapshot(1000, frame(), {}, client.now, restarted=True)
    client._take(client.server.flush(), None)
    assert shot(client.heard[-1]).snap_flags == 4
    slow = active(userinfo=r"\rate\1000")
    slow.frame()
    assert shot(slow.frame()).snap_flags == 1  # the one after a message that the rate delayed


def test_a_restart_makes_the_next_one_full() -> None:
    client = active()
    client.frame()
    client.send(move=usercmds(200))
    client.server.restart()
    assert shot(client.frame()).delta_distance == 0


def test_a_client_without_a_gamestate_gets_commands_only() -> None:
    client = FakeClient()
    client.server.send_command("e hello")
    assert client.frame() == [ServerCommand(1, "e hello")]


@pytest.mark.parametrize(("padding", "nops"), [(3, 3), (0, 0), (-1, 0)])
def test_padding(padding: int, nops: int) -> None:
    client = active(pad_packets=padding)
    assert client.frame().count(Nop()) == nops


def test_a_padding_without_end_only_costs_the_snapshot() -> None:
    client = active(pad_packets=10**12)
    assert client.frame() == []
    assert client.server.state == SlotState.ACTIVE


def test_a_snapshot_that_does_not_fit_is_left_out() -> None:
    client = active()
    client.frame()
    for number in range(30):
        client.server.send_command(f"e {number} " + " " * 1000)
    crowd = frame(player(weapon=1), many(1000, 1))
    ops = client.frame(crowd)
    assert (len(texts(ops)), len(ops)) == (30, 30)
    client.send(move=usercmds(200), no_delta=True)
    assert client.server.frames.shown(client.acknowledge) == frame()  # it never saw the crowd
    small = frame(player(weapon=2))
    assert shot(client.frame(small)).frame == small


def test_commands_that_do_not_fit_drop() -> None:
    client = active()
    for number in range(40):
        client.server.send_command(f"e {number} " + " " * 1000)
    assert client.frame() == []
    assert client.oob == [Disconnect().encode()]
    assert dropped(client.server.take_events()) == ["EXE_SERVERMESSAGEOVERFLOW"]
    for _ in range(5):  # nor can the zombie be told, which is tried at the usual pace
        assert client.frame() == []
        assert not client.server.wants_snapshot(client.now + 49)
        client.now = client.server.pacer.next_ms
    assert client.oob == [Disconnect().encode()]


def test_what_only_packing_makes_too_large_never_raises() -> None:
    client = active()
    for number in range(30):
        client.server.send_command(f"e {number} " + "Y" * 1000)
    assert client.frame() == []
    assert dropped(client.server.take_events()) == ["EXE_SERVERMESSAGEOVERFLOW"]


def test_fragments_go_one_for_each_due_time() -> None:
    client = active(userinfo=r"\rate\10000\snaps\20")
    client.server.send_snapshot(1000, frame(entities=many(900, 1)), {}, client.now)
    assert client.hear() == []
    left = client.server.netchan.unsent_fragments
    assert left >= 3
    assert not client.server.wants_snapshot(client.now + 5000)
    waits = []
    while client.server.netchan.unsent_fragments:
        client.now = client.server.pacer.next_ms - 1
        client.hear()
        assert client.server.netchan.unsent_fragments == left
        client.now += 1
        waiting = client.server.netchan.unsent_bytes
        client.hear()
        left -= 1
        assert client.server.netchan.unsent_fragments == left
        waits.append(client.server.pacer.next_ms - client.now)
        assert waits[-1] == (min(waiting, 1500) + 48) * 1000 // 10000
    assert len(client.heard[-1]) == 1
    assert client.server.wants_snapshot(client.server.pacer.next_ms)


@pytest.mark.parametrize(("rate", "most"), [(25000, 70), (5000, 320)])
def test_the_idle_second_does_not_hold_up_the_fragments_of_a_gamestate(
    rate: int, most: int
) -> None:
    client = at(SlotState.CONNECTED, userinfo=f"\\rate\\{rate}\\snaps\\20")
    noise = {
        1000 + n: "".join(chr(33 + (n * 7 + k * k) % 90) for k in range(900)) for n in range(9)
    }
    client.server.send_gamestate({**GOOD_CONFIGSTRINGS, **noise}, {}, client.now)
    pauses = []
    while client.server.netchan.unsent_fragments:
        pauses.append(client.server.pacer.next_ms - client.now)
        client.now = client.server.pacer.next_ms
        client.server.datagrams_to_send(client.now)
    assert len(pauses) > 4
    assert max(pauses) <= most


def test_a_snapshot_nobody_waited_for_sends_the_fragments_first() -> None:
    client = active()
    crowd = frame(entities=many(900, 1))
    client.server.send_snapshot(1000, crowd, {}, client.now)
    client.server.send_snapshot(1050, frame(), {}, client.now)
    client.hear()
    assert [shot(ops).server_time for ops in client.heard[-2:]] == [1000, 1050]


def test_the_rate_limit_of_the_server_counts_at_once() -> None:
    client = active(userinfo=r"\rate\90000\snaps\20")
    client.frame(frame(entities=many(10)))
    assert client.server.pacer.next_ms == client.now + 50
    client.config.max_rate = 1000
    client.frame()
    assert client.server.pacer.next_ms == client.now + 11 + 48  # bytes at a millisecond each


@pytest.mark.parametrize(("state", "wait"), [(SlotState.PRIMED, 1000), (SlotState.ACTIVE, 50)])
def test_once_a_second_until_in_play(state: SlotState, wait: int) -> None:
    client = at(state)
    client.frame()
    assert client.server.next_timeout() == client.now + wait
    assert not client.server.wants_snapshot(client.now + wait - 1)
    assert client.server.wants_snapshot(client.now + wait)


def test_a_download_is_not_slowed_down_while_loading() -> None:
    client = at(SlotState.PRIMED)
    client.send("download a.pk3")
    client.server.download.start(b"x" * 100)
    client.frame()
    assert client.server.next_timeout() == client.now + 50


def test_lan_clients_get_every_frame() -> None:
    client = active(lan=True, userinfo=r"\rate\1000\snaps\1")
    for _ in range(3):
        client.frame(frame(entities=many(500, 1)))
        assert client.server.wants_snapshot(client.now)


def test_ping() -> None:
    client = at(SlotState.PRIMED)
    assert client.server.ping == 999
    client.send(move=usercmds(100))
    client.frame()
    client.now += 42
    client.send(move=usercmds(150))
    assert client.server.ping == 42


# -- server commands ----------------------------------------------------------------------------


def test_server_commands_repeat_until_acknowledged() -> None:
    client = active()
    client.server.send_command("e one")
    assert texts(client.frame()) == ["e one"]
    client.server.send_command("e two")
    assert texts(client.frame()) == ["e one", "e two"]
    client.send()
    assert texts(client.frame()) == []


def test_64_commands_may_wait_and_not_one_more() -> None:
    client = active()
    for number in range(64):
        client.server.send_command(f"c {number}")
    assert client.server.state == SlotState.ACTIVE
    client.now += 5000
    client.server.handle_timeout(client.now)
    client.server.send_command("c 64")
    assert dropped(client.server.take_events()) == ["EXE_SERVERCOMMANDOVERFLOW"]
    client.hear()
    assert client.oob == [Disconnect().encode()]
    client.server.send_command("c 65")
    assert client.server.take_events() == []
    assert client.server.handle_timeout(client.now + 2000) == []  # a zombie for its whole time
    assert client.server.handle_timeout(client.now + 2001) == [
        SlotStateChanged(SlotState.ZOMBIE, SlotState.FREE)
    ]


def test_ignorable_commands_are_left_out_under_a_backlog() -> None:
    client = active()
    for number in range(32):
        client.server.send_command(f"c {number}")
    client.server.send_command("e chat", reliable=False)
    assert "e chat" not in texts(client.frame())


# -- silence and drops --------------------------------------------------------------------------


@pytest.mark.parametrize("state", [SlotState.CONNECTED, SlotState.PRIMED, SlotState.ACTIVE])
def test_six_silent_scans_free_the_slot(state: SlotState) -> None:
    client = at(state)
    last = client.server.last_packet_ms
    assert client.server.handle_timeout(last + 240_000) == []
    for scan in range(5):
        assert client.server.handle_timeout(last + 240_001 + scan) == []
    assert client.server.handle_timeout(last + 240_006) == [
        Dropped("EXE_TIMEDOUT"),
        SlotStateChanged(state, SlotState.FREE),
    ]
    assert client.server.next_timeout() is None
    assert client.frame() == []


def test_a_packet_breaks_the_silence() -> None:
    client = active(timeout_ms=1000)
    client.now += 1001
    for _ in range(5):
        client.server.handle_timeout(client.now)
    client.send()
    client.server.handle_timeout(client.now)
    client.now += 1001
    for _ in range(5):
        assert client.server.handle_timeout(client.now) == []
    client.deliver(*client.datagrams(client.message(message_acknowledge=77)))  # of no use
    assert dropped(client.server.handle_timeout(client.now)) == ["EXE_TIMEDOUT"]


def test_a_drop_is_told_and_the_slot_freed_after_zombie_time() -> None:
    client = active()
    client.server.drop("EXE_PLAYERKICKED", client.now)
    assert client.server.take_events() == [
        SlotStateChanged(SlotState.ACTIVE, SlotState.ZOMBIE),
        Dropped("EXE_PLAYERKICKED"),
    ]
    assert client.server.wants_snapshot(client.now)
    ops = client.frame()
    assert texts(ops) == ['w "EXE_PLAYERKICKED"']
    assert shot(ops).snap_flags & 2
    client.server.drop("again", client.now)
    client.server.send_command("e x")
    assert client.server.take_events() == []
    assert client.server.handle_timeout(client.now + 2000) == []
    assert client.server.handle_timeout(client.now + 2001) == [
        SlotStateChanged(SlotState.ZOMBIE, SlotState.FREE)
    ]


def test_a_zombie_acknowledges_but_runs_nothing() -> None:
    client = active()
    client.server.drop("EXE_PLAYERKICKED", client.now)
    client.server.take_events()
    client.frame()
    before = client.server.last_packet_ms
    client.now += 100
    assert client.send("say x", move=usercmds(900)) == []
    assert client.server.commands.backlog == 0
    assert client.server.last_packet_ms == before
    assert client.server.client_commands.last_sequence == 0


def test_connectionless_datagrams_go_out_with_the_rest() -> None:
    client = active()
    client.server.out_of_band(b"\xff\xff\xff\xffprint\nhi")
    assert client.server.datagrams_to_send(client.now) == [(b"\xff\xff\xff\xffprint\nhi", CLIENT)]


# -- the end of the sequences -------------------------------------------------------------------


def test_the_end_of_either_sequence_space_is_told() -> None:
    client = active()
    client.server.netchan.outgoing_sequence = LAST_SEQUENCE
    client.frame()
    client.server.send_snapshot(1000, frame(), {}, client.now)
    assert client.server.take_events() == [SequenceExhausted()]
    client = active()
    client.sequence = LAST_SEQUENCE
    client.server.netchan.incoming_sequence = LAST_SEQUENCE - 1
    assert SequenceExhausted() in client.send()


# -- forged datagrams ---------------------------------------------------------------------------

FORGED = [b"", b"\0", bytes(9), bytes(60), b"\xff" * 60, bytes(range(60))]


@pytest.mark.parametrize("body", FORGED, ids=lambda body: body[:9].hex() or "empty")
@pytest.mark.parametrize("sequence", [500, 0x10000000, 0x7FFFFFFE, 0x7FFFFFFF])
@pytest.mark.parametrize("fragment", [False, True])
def test_a_stranger_who_knows_host_and_qport_changes_nothing(
    sequence: int, body: bytes, fragment: bool
) -> None:
    client = active()
    client.frame()
    client.send(move=usercmds(300))
    seen, server = client.server.last_packet_ms, client.server
    client.now += 700
    forged = build_packet(Packet(sequence, QPORT, 0 if fragment else None, body))
    events = client.deliver(forged, address=NEW_PORT)
    assert [type(event) for event in events] in ([], [PacketIgnored])
    assert server.address == CLIENT
    assert server.last_packet_ms == seen
    assert server.state == SlotState.ACTIVE
    client.frame()
    assert any(isinstance(event, UserCommands) for event in client.send(move=usercmds(900)))


def test_acknowledgements_never_fall() -> None:
    client = active()
    for _ in range(3):
        client.frame()
    client.send()
    client.acknowledge -= 1
    assert [type(event) for event in client.send()] == [PacketIgnored]
    client.acknowledge += 1
    assert client.send() == []


@pytest.mark.parametrize("server_id", [17, 32])
def test_a_client_that_leaves_as_the_level_changes_is_heard(server_id: int) -> None:
    """Its last packets name the level before; stock keeps the slot until the time-out."""
    client = active()
    client.frame()
    client.config.server_id = server_id
    events = client.send("disconnect")
    assert dropped(events) == ["EXE_DISCONNECTED"]
    assert client.server.state == SlotState.ZOMBIE


def test_other_commands_of_the_level_before_are_not_run() -> None:
    client = active()
    client.frame()
    client.config.server_id = 17
    assert client.send("say hello", move=usercmds(900)) == []


@pytest.mark.parametrize("server_id", [0, 1, 17, 32, 255])
def test_a_server_id_of_no_level_the_client_was_sent_is_forged(server_id: int) -> None:
    client = active()
    client.frame()
    assert [type(event) for event in client.send(server_id=server_id)] == [PacketIgnored]
    assert client.send() == []


def test_a_client_may_lag_behind_several_levels() -> None:
    client = active()
    for server_id in (17, 18, 32, 48):
        client.config.server_id = server_id
        client.server.restart()
    for server_id in (16, 17, 18, 32, 48):
        client.frame()
        events = client.send(server_id=server_id)
        assert PacketIgnored not in {type(event) for event in events}


def test_noise_that_begins_with_an_end_mark_is_noise() -> None:
    client = active()
    client.frame()
    payload = client.encode(client.message())
    assert [type(event) for event in client.send_payload(payload + b"\x5a\xa5\x33")] == [
        PacketIgnored
    ]
    assert client.send_payload(payload) == []


def test_a_client_that_lost_many_gamestates_is_still_heard() -> None:
    client = at(SlotState.CONNECTED)
    for _ in range(40):  # each is lost on its way, so the client goes on with server id 0
        client.now += 1000
        events = client.send(server_id=0, message_acknowledge=0) + client.server.handle_timeout(
            client.now
        )
        assert PacketIgnored not in {type(event) for event in events}
        client.server.send_gamestate(GOOD_CONFIGSTRINGS, {}, client.now)
        client.server.datagrams_to_send(client.now)
