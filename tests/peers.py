"""Builds whole datagrams of either side in a line, right or wrong ones.

`FakeServer` speaks to a `ClientConnection` and `FakeClient` to a `ServerConnection`, message by
message: they number, key and acknowledge as a peer must, unless a test says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from uoproto.clientmessage import (
    ClientMessage,
    Move,
    decode_client_message,
    encode_client_message,
)
from uoproto.commands import ServerCommandReceiver
from uoproto.connection import (
    Address,
    ClientConfig,
    ClientConnection,
    ConnState,
    Event,
    ServerConfig,
    ServerConnection,
    SlotState,
)
from uoproto.constants import OOB_MARKER
from uoproto.gamestate import Gamestate
from uoproto.netchan import Netchan, Side, build_datagrams
from uoproto.oob import ChallengeResponse, ConnectResponse, OobPacket, parse_oob
from uoproto.servermessage import (
    FixedContext,
    ServerCommand,
    ServerOp,
    build_server_body,
    encode_server_message,
    iter_server_ops,
    open_server_message,
)
from uoproto.snapshot import Snapshot
from uoproto.states import ClientState, EntityState, Frame, PlayerState, UserCmd

SERVER: Address = ("198.51.100.1", 28960)
CLIENT: Address = ("192.0.2.7", 40000)
CHALLENGE = -77
QPORT = 500
NO_FRAME = Frame()

GOOD_CONFIGSTRINGS: Mapping[int, str] = {
    0: r"\mapname\mp_test\sv_hostname\A test\g_gametype\dm\sv_maxclients\8",
    1: r"\sv_serverid\16\sv_pure\0",
    2: "cod",
    7: "kar98k_mp mp40_mp luger_mp",
    8: "0123456789abcdef",
}
"""The least a retail client wants."""


# -- parts --------------------------------------------------------------------------------------


def gamestate(
    changes: Mapping[int, str] | None = None,
    *,
    sequence: int = 0,
    baselines: Mapping[int, EntityState] | None = None,
    client_num: int = 3,
    checksum_feed: int = 0x55AA,
) -> Gamestate:
    """Return a good gamestate with some configstrings changed; an empty text takes one away."""
    strings = {**GOOD_CONFIGSTRINGS, **(changes or {})}
    return Gamestate(sequence, strings, baselines or {}, client_num, checksum_feed)


def player(**fields: float) -> PlayerState:
    return PlayerState.from_fields(fields)


def entity(**fields: float) -> EntityState:
    return EntityState.from_fields({name.replace("__", "."): fields[name] for name in fields})


def frame(
    state: PlayerState = PlayerState.ZERO,
    entities: Mapping[int, EntityState] | None = None,
    clients: Mapping[int, ClientState] | None = None,
) -> Frame:
    return Frame(state, entities or {}, clients or {})


def many(count: int, first: int = 100) -> dict[int, EntityState]:
    """Return so many entities."""
    return {number: entity(index=number & 0x1FF) for number in range(first, first + count)}


def snapshot(
    time: int = 1000, content: Frame = NO_FRAME, *, distance: int = 0, flags: int = 0
) -> Snapshot:
    return Snapshot(time, distance, flags, content)


def usercmds(*times: int, **fields: Any) -> tuple[UserCmd, ...]:
    return tuple(UserCmd(command_time=time, **fields) for time in times)


# -- a server -----------------------------------------------------------------------------------


class FakeServer:
    """Drives one client connection. Keywords go to `ClientConfig`."""

    def __init__(self, **config: Any) -> None:
        self.client = ClientConnection(ClientConfig(**{"qport": QPORT, **config}), SERVER)
        self.now = 1000
        self.sequence = 1
        """Netchan sequence of the next message."""
        self.commands = 0
        """Number of the newest server command said."""
        self.texts: dict[int, str] = {}
        self.checksum_feed = 0
        self.last_frame: Frame | None = None
        self.heard: list[ClientMessage] = []
        self.oob: list[OobPacket] = []
        self._netchan = Netchan(Side.SERVER, QPORT)

    # -- bringing the client somewhere ----------------------------------------------------------

    def handshake(self) -> list[Event]:
        """Bring the client to CONNECTED."""
        self.client.connect(self.now)
        self.listen()
        events = self.out_of_band(ChallengeResponse(CHALLENGE))
        self.listen()
        return events + self.out_of_band(ConnectResponse())

    def to(self, state: ConnState, changes: Mapping[int, str] | None = None) -> list[Event]:
        """Bring the client to a state by the shortest way; return all events."""
        events: list[Event] = []
        if state >= ConnState.CONNECTING and state < ConnState.CONNECTED:
            self.client.connect(self.now)
            self.listen()
            if state == ConnState.CHALLENGING:
                events += self.out_of_band(ChallengeResponse(CHALLENGE))
        if state >= ConnState.CONNECTED:
            events += self.handshake()
            self.listen()
        if state >= ConnState.LOADING:
            self.client.config.auto_load = state > ConnState.LOADING
            events += self.say(gamestate(changes))
        if state >= ConnState.PRIMED:
            self.listen()
        if state >= ConnState.ACTIVE:
            events += self.say(snapshot())
            self.listen()
        events += self.client.handle_timeout(self.now)
        assert self.client.state == state, events
        return events

    def reached(self, state: ConnState) -> bool:
        return self.client.state == state

    # -- speaking -------------------------------------------------------------------------------

    def deliver(self, data: bytes, address: Address = SERVER) -> list[Event]:
        return self.client.receive_datagram(data, address, self.now)

    def out_of_band(self, packet: OobPacket, address: Address = SERVER) -> list[Event]:
        return self.deliver(packet.encode(), address)

    def command(self, text: str) -> ServerCommand:
        """Return the next reliable command."""
        self.commands += 1
        self.texts[self.commands] = text
        return ServerCommand(self.commands, text)

    def say(
        self, *ops: ServerOp, base: Frame | None = None, acknowledge: int | None = None
    ) -> list[Event]:
        """Send the next message with these operations; ``base`` is that of a delta snapshot."""
        baselines: Mapping[int, EntityState] = self.client.level.baselines
        for op in ops:
            if isinstance(op, Gamestate):
                baselines = op.baselines
                self.checksum_feed = op.checksum_feed
        return self.say_body(build_server_body(ops, FixedContext(base, baselines)), acknowledge)

    def say_body(self, body: bytes, acknowledge: int | None = None) -> list[Event]:
        """Send the next message with a body of any bytes."""
        events: list[Event] = []
        for data in self.datagrams(body, acknowledge):
            events += self.deliver(data)
        return events

    def datagrams(self, body: bytes, acknowledge: int | None = None) -> list[bytes]:
        """Return the datagrams of the next message."""
        if acknowledge is None:
            acknowledge = self.client.commands.sequence
        payload = encode_server_message(
            acknowledge,
            body,
            sequence=self.sequence,
            challenge=CHALLENGE,
            client_command=self.client.commands.text(acknowledge),
        )
        self.sequence += 1
        return build_datagrams(payload, self.sequence - 1)

    def tell(self, *texts: str, **snapshot_fields: Any) -> list[Event]:
        """Send commands with a snapshot, so that they run."""
        return self.say(*map(self.command, texts), snapshot(**snapshot_fields))

    # -- hearing --------------------------------------------------------------------------------

    def listen(self, after_ms: int = 0) -> list[ClientMessage]:
        """Take what the client sends; return its sequenced messages. `oob` has the others."""
        self.now += after_ms
        messages = []
        base = self.client.level.default_usercmd()
        for data, address in self.client.datagrams_to_send(self.now):
            assert address == self.client.server
            if data[:4] == OOB_MARKER:
                self.oob.append(parse_oob(data))
                self._netchan = Netchan(Side.SERVER, QPORT)
                continue
            payload = self._netchan.receive(data)
            if payload is not None:
                header_command = int.from_bytes(payload[5:9], "little")
                messages.append(
                    decode_client_message(
                        payload,
                        challenge=CHALLENGE,
                        checksum_feed=self.checksum_feed,
                        server_command=self.texts.get(header_command, ""),
                        base=base,
                    )
                )
        self.heard += messages
        return messages


# -- a client -----------------------------------------------------------------------------------


class FakeClient:
    """Drives one server connection. Keywords go to `ServerConfig`."""

    def __init__(
        self, *, userinfo: str = r"\rate\25000\snaps\20", lan: bool = False, **config: Any
    ) -> None:
        settings = {"server_id": 16, "checksum_feed": 0x77, "weapon_count": 3, **config}
        self.config = ServerConfig(**settings)
        self.now = 10_000
        self.server = ServerConnection(
            self.config,
            CLIENT,
            client_num=5,
            qport=QPORT,
            challenge=CHALLENGE,
            userinfo=userinfo,
            now=self.now,
            lan=lan,
        )
        self.events: list[Event] = []
        self.sequence = 1
        """Netchan sequence of the next message."""
        self.server_id = 0
        self.acknowledge = 0
        self.commands = 0
        self.texts: dict[int, str] = {}
        self.server_commands = ServerCommandReceiver()
        self.base = UserCmd()
        self.heard: list[list[ServerOp]] = []
        self.oob: list[bytes] = []
        self._netchan = Netchan(Side.CLIENT, QPORT)

    # -- bringing the server somewhere ----------------------------------------------------------

    def to(self, state: SlotState) -> list[Event]:
        """Bring the slot to a state by the shortest way."""
        if state >= SlotState.PRIMED:
            self.send()
            self.server.send_gamestate(dict(GOOD_CONFIGSTRINGS), {}, self.now)
            self.hear_all()
            self.server_id = 16
        if state >= SlotState.ACTIVE:
            self.send(move=usercmds(100))
        if state <= SlotState.ZOMBIE:
            self.server.drop("EXE_PLAYERKICKED", self.now)
        if state == SlotState.FREE:
            self.now += self.config.zombie_ms + 1
            self.server.handle_timeout(self.now)
        assert self.server.state == state
        self.server.take_events()
        events, self.events = self.events, []
        return events

    # -- speaking -------------------------------------------------------------------------------

    def command(self, text: str) -> tuple[int, str]:
        """Return the next reliable command."""
        self.commands += 1
        self.texts[self.commands] = text
        return self.commands, text

    def message(self, **fields: Any) -> ClientMessage:
        fields = {
            "server_id": self.server_id,
            "message_acknowledge": self.acknowledge,
            "reliable_acknowledge": self.server_commands.sequence,
            **fields,
        }
        return ClientMessage(**fields)

    def send(
        self,
        *texts: str,
        move: Iterable[UserCmd] = (),
        no_delta: bool = False,
        address: Address = CLIENT,
        **header: int,
    ) -> list[Event]:
        """Send the next message: new commands, a move, header fields that differ."""
        commands = tuple(self.command(text) for text in texts)
        cmds = tuple(move)
        bundle = Move(no_delta, cmds) if cmds else None
        message = self.message(reliable_commands=commands, move=bundle, **header)
        return self.send_message(message, address)

    def send_message(self, message: ClientMessage, address: Address = CLIENT) -> list[Event]:
        return self.deliver(*self.datagrams(message), address=address)

    def send_payload(self, payload: bytes) -> list[Event]:
        """Send the next message with a payload of any bytes."""
        self.sequence += 1
        return self.deliver(*build_datagrams(payload, self.sequence - 1, QPORT))

    def encode(self, message: ClientMessage) -> bytes:
        valid = replace(
            message,
            message_acknowledge=message.message_acknowledge & 0x7FFFFFFF,
            reliable_acknowledge=message.reliable_acknowledge & 0x7FFFFFFF,
        )
        payload = encode_client_message(
            valid,
            challenge=CHALLENGE,
            checksum_feed=self.config.checksum_feed,
            server_command=self.server.commands.text(message.reliable_acknowledge),
            base=self.base,
        )
        clear = b"".join(
            (value & 0xFFFFFFFF).to_bytes(4, "little")
            for value in (message.message_acknowledge, message.reliable_acknowledge)
        )
        return payload[:1] + clear + payload[9:]

    def datagrams(self, message: ClientMessage) -> list[bytes]:
        """Return the datagrams of the next message."""
        self.sequence += 1
        return build_datagrams(self.encode(message), self.sequence - 1, QPORT)

    def deliver(self, *datagrams: bytes, address: Address = CLIENT) -> list[Event]:
        events: list[Event] = []
        for data in datagrams:
            events += self.server.receive_datagram(data, address, self.now)
        self.events += events
        return events

    # -- hearing --------------------------------------------------------------------------------

    def hear(self, *, base: Frame | None = None) -> list[list[ServerOp]]:
        """Take what is sent now; return the operations of each message. `oob` has the others."""
        return self._take(self.server.datagrams_to_send(self.now), base)

    def _take(
        self, datagrams: Iterable[tuple[bytes, Address]], base: Frame | None
    ) -> list[list[ServerOp]]:
        messages = []
        for data, _ in datagrams:
            if data[:4] == OOB_MARKER:
                self.oob.append(data)
                continue
            payload = self._netchan.receive(data)
            if payload is None:
                continue
            self.acknowledge = self._netchan.incoming_sequence
            _, body = open_server_message(
                payload,
                sequence=self.acknowledge,
                challenge=CHALLENGE,
                client_command=lambda number: self.texts.get(number, ""),
            )
            ops = list(iter_server_ops(body, FixedContext(base)))
            for op in ops:
                if isinstance(op, ServerCommand):
                    self.server_commands.receive(op.sequence, op.text)
            messages.append(ops)
        self.heard += messages
        return messages

    def hear_all(self) -> list[list[ServerOp]]:
        """Take all fragments too, however long they wait."""
        messages = self.hear()
        while self.server.netchan.unsent_fragments:
            self.now = max(self.now, self.server.pacer.next_ms)
            messages += self.hear()
        return messages

    def frame(
        self, content: Frame = NO_FRAME, *, time: int = 1000, base: Frame | None = None
    ) -> list[ServerOp]:
        """Have a snapshot sent, fragments at once; return the operations of its message."""
        self.server.send_snapshot(time, content, {}, self.now)
        messages = self._take(self.server.flush(), base)
        return messages[-1] if messages else []
