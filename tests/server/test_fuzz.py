"""Any datagram from anybody, in every state: no exception, and the others play on."""

from __future__ import annotations

import time
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.host import Joined, active
from uoproto.connection import ConnState, SlotState
from uoproto.connection.events import Disconnected, PacketIgnored, RetailWarning, SnapshotReceived
from uoproto.netchan import Packet, build_packet
from uoproto.oob import Connect
from uoproto.states import UserCmd

Address = tuple[str, int]

STRANGER: Address = ("203.0.113.66", 666)
FUZZ = settings(
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SLOWEST_S = 0.25
"""A datagram may cost a stranger's connect (2 ms of Huffman decoding), never a hundred times it."""

WORDS = (
    *(b"getinfo", b"getstatus", b"getchallenge", b"connect", b"connect ", b"rcon", b"disconnect"),
    *(b"ipAuthorize", b"pb_", b"print\n", b"error\n", b"challengeResponse 1", b"xxx", b"secret"),
)


class Scene:
    """A server with a witness in play, a victim in some state, and real datagrams to mutate."""

    def __init__(self, state: SlotState) -> None:
        self.host = active(1, rconPassword="secret")
        self.witness = self.host.clients[0]
        self.victim: Joined | None = None
        self.recorded: list[bytes] = []
        receive = self.host.server.receive
        self._record()
        if state == SlotState.FREE:
            self.victim_address, self.qport = STRANGER, 5
            self.host.join(("203.0.113.67", 1))  # somebody's datagrams to mutate
            self.host.run(500)
        else:
            self.victim = self.host.join(auto_load=state != SlotState.PRIMED)
            self.host.run(2000, lambda: self._reached(state))
            assert self._reached(state)
            self.victim_address = self.victim.address
            self.qport = self.victim.connection.config.qport
            if state == SlotState.ZOMBIE:
                self.host.commands.execute("clientkick 1")
            self.host.run(100)
            # from here on only the fuzzer speaks for it
            self.host.clients.remove(self.victim)
        self.host.server.receive = receive  # type: ignore[method-assign]

    def _reached(self, state: SlotState) -> bool:
        slot = self.host.server.slots[1]
        wanted = SlotState.ACTIVE if state == SlotState.ZOMBIE else state
        return slot is not None and slot.state >= wanted

    def _record(self) -> None:
        receive = self.host.server.receive

        def record(data: bytes, address: Address, now: int) -> None:
            self.recorded.append(data)
            receive(data, address, now)

        self.host.server.receive = record  # type: ignore[method-assign]

    def attack(self, data: bytes, address: Address) -> None:
        started = time.perf_counter()
        self.host.server.receive(data, address, self.host.now)
        assert time.perf_counter() - started < SLOWEST_S
        self.host._deliver()

    def check(self) -> None:
        """The witness is in play, and gets his snapshots."""
        witness = self.witness
        before = len(witness.seen(SnapshotReceived))
        self.host.run(300)
        assert self.host.server.running
        assert witness.state == ConnState.ACTIVE
        assert len(witness.seen(SnapshotReceived)) >= before + 4
        for kind in (Disconnected, PacketIgnored, RetailWarning):
            assert witness.seen(kind) == []
        assert self.host.server.slots[0] is not None
        assert self.host.server.slots[0].state == SlotState.ACTIVE


STATES = st.sampled_from(SlotState)


@st.composite
def oob(draw: st.DrawFn) -> bytes:
    parts = draw(st.lists(st.sampled_from(WORDS) | st.binary(max_size=60), max_size=5))
    return b"\xff\xff\xff\xff" + draw(st.sampled_from([b" ", b"\n", b"\0", b""])).join(parts)


@FUZZ
@given(
    STATES,
    st.lists(st.tuples(oob() | st.binary(max_size=1500), st.booleans()), min_size=1, max_size=20),
)
def test_random_datagrams(state: SlotState, datagrams: list[tuple[bytes, bool]]) -> None:
    scene = Scene(state)
    for data, from_victim in datagrams:
        scene.attack(data, scene.victim_address if from_victim else STRANGER)
    scene.check()


@FUZZ
@given(
    STATES,
    st.lists(
        st.tuples(
            st.integers(0, 1000),
            st.lists(st.tuples(st.integers(0, 1400), st.integers(1, 255)), max_size=8),
            st.integers(-20, 0),
            st.binary(max_size=20),
            st.booleans(),
        ),
        min_size=1,
        max_size=20,
    ),
)
def test_mutations_of_real_datagrams(
    state: SlotState,
    changes: list[tuple[int, list[tuple[int, int]], int, bytes, bool]],
) -> None:
    scene = Scene(state)
    for which, flips, cut, tail, from_victim in changes:
        data = bytearray(scene.recorded[which % len(scene.recorded)])
        for at, bits in flips:
            data[at % len(data)] ^= bits
        data = data[: len(data) + cut] + tail
        scene.attack(bytes(data), scene.victim_address if from_victim else STRANGER)
    scene.check()


@FUZZ
@given(
    STATES,
    st.lists(
        st.tuples(
            st.integers(0, 3),
            st.none() | st.integers(0, 2600),
            st.integers(0, 255) | st.sampled_from([0, 16, 17, 32]),
            st.integers(-3, 12) | st.sampled_from([-(2**31), 2**31 - 1]),
            st.integers(-3, 70) | st.sampled_from([-(2**31), 2**31 - 1]),
            st.binary(max_size=1300),
        ),
        min_size=1,
        max_size=15,
    ),
)
def test_valid_headers_and_random_bodies(
    state: SlotState,
    packets: list[tuple[int, int | None, int, int, int, bytes]],
) -> None:
    scene = Scene(state)
    sequence = 5000
    for step, start, server_id, message, reliable, body in packets:
        sequence += step
        clear = (
            bytes([server_id])
            + message.to_bytes(4, "little", signed=True)
            + reliable.to_bytes(4, "little", signed=True)
        )
        packet = Packet(sequence, scene.qport, start, (clear + body)[:1300])
        scene.attack(build_packet(packet), scene.victim_address)
        scene.host.run(10)
    scene.check()


@FUZZ
@given(
    st.lists(st.text(st.characters(max_codepoint=255), max_size=300), min_size=1, max_size=8),
    st.booleans(),
)
def test_any_reliable_command(texts: list[str], at_once: bool) -> None:
    host = active(2, sv_floodProtect="0")
    witness, speaker = host.clients
    for text in texts:
        stored = text.replace("\0", "")
        if stored and speaker.state == ConnState.ACTIVE:
            speaker.connection.send_command(stored)
        if not at_once:
            host.run(50)
    host.run(300)
    assert witness.state == ConnState.ACTIVE
    for kind in (Disconnected, PacketIgnored, RetailWarning):
        assert witness.seen(kind) == []
    host.ask(b"\xff\xff\xff\xffgetstatus")
    host.commands.execute("status; kick all; map_restart")
    host.run(200)


KEYS = st.sampled_from(["name", "rate", "snaps", "password", "cl_guid", "handicap", "xyz"])


@FUZZ
@given(
    st.lists(st.tuples(KEYS, st.text(st.characters(max_codepoint=255), max_size=120)), max_size=6),
    st.text(st.characters(max_codepoint=255), max_size=200),
)
def test_any_userinfo(pairs: list[tuple[str, str]], rest: str) -> None:
    host = active()
    challenge = host.challenge(STRANGER)
    info = "".join(f"\\{key}\\{value}" for key, value in pairs) + rest
    userinfo = f"\\protocol\\22\\qport\\7\\challenge\\{challenge}{info}"[:1023]
    userinfo = userinfo.replace('"', "").replace("\n", "").replace("\0", "")
    host.ask(Connect(userinfo).encode(), STRANGER)
    host.commands.execute("status; dumpuser 1; serverinfo")
    assert host.ask(b"\xff\xff\xff\xffgetstatus")
    host.run(200)
    assert host.clients[0].state == ConnState.ACTIVE
    assert host.clients[0].seen(RetailWarning) == []


@FUZZ
@given(st.text(st.characters(max_codepoint=255), max_size=200))
def test_any_console_line(line: str) -> None:
    host = active(rconPassword="secret")
    host.commands.execute(line)
    wire = line.encode("latin-1")
    host.ask(b'\xff\xff\xff\xffrcon "secret" ' + wire)
    host.commands.execute(f"say {line}; tell 0 {line}; kick {line}; map {line}; set a {line}")
    host.run(100)
    assert host.clients[0].seen(RetailWarning) == []


COMMANDS = st.sampled_from(
    [
        *("donedl", "download a.pk3", "nextdl 0", "nextdl 99999999999", "nextdl x", "stopdl"),
        *("retransdl 0", "wwwdl ack", "wwwdl done", "wwwdl fail", "vdr", "cp", "cp @ 1 2"),
        *('userinfo "\\name\\other"', "userinfo", 'userinfo "\\rate\\1"', "disconnect"),
        *("say hi", "score", "mr 16 0 x", "kill"),
    ]
)
HOST_LINES = st.sampled_from(
    [
        *("map mp_foy", "map_restart", "devmap mp_foy", "kick other", "clientkick 1"),
        *("set g_password x", "set g_password none", "set sv_maxRate 1000", "set sv_fps 100"),
        *("set g_gametype dm", "set sv_maxclients 1", "set timescale 8", "say hello", "sets a b"),
    ]
)
USERCMDS = st.builds(
    UserCmd,
    command_time=st.integers(-(2**31), 2**31 - 1),
    buttons=st.integers(0, 255),
    wbuttons=st.integers(0, 255),
    weapon=st.integers(0, 127),
    angles=st.tuples(*[st.integers(0, 0xFFFF)] * 3),
    forwardmove=st.integers(-127, 127),
    rightmove=st.integers(-127, 127),
    upmove=st.integers(-127, 127),
)
ACTIONS = st.one_of(
    st.tuples(st.just("command"), COMMANDS),
    st.tuples(st.just("host"), HOST_LINES),
    st.tuples(st.just("move"), USERCMDS),
    st.tuples(st.just("mute"), st.booleans()),
    st.tuples(st.just("run"), st.integers(10, 1500)),
)


@FUZZ
@given(st.lists(ACTIONS, max_size=25))
def test_any_session(actions: list[tuple[str, Any]]) -> None:
    host = active(2, sv_timeout="1", sv_floodProtect="0")
    witness, client = host.clients
    for kind, what in actions:
        playing = client.state >= ConnState.CONNECTED
        if kind == "command" and playing:
            client.connection.send_command(what)
        elif kind == "host":
            host.commands.execute(what)
        elif kind == "move":
            client.connection.usercmd = what
        elif kind == "mute":
            client.muted = what
        elif kind == "run":
            host.run(what)
    host.cvars.set("timescale", "1")
    host.run(3000)
    assert witness.seen(RetailWarning) == []
    # with a password set and a map change the witness is let go as well, and told so
    gone = witness.seen(Disconnected)
    assert gone in ([], [Disconnected("GAME_INVALIDPASSWORD")])
    assert (witness.state == ConnState.ACTIVE) == (not gone)
    assert gone or witness.seen(PacketIgnored) == []
    for slot in host.server.clients():
        assert host.server.routes[slot.address[0], slot.netchan.qport] is slot
    assert len(host.server.routes) == len(host.server.clients())
    players = host.server.level.game.players if host.server.level else {}
    connected = {slot.client_num for slot in host.server.clients(SlotState.CONNECTED)}
    assert set(players) == connected
