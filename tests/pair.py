"""Clients and a tiny server back to back, on a fake clock and links of any quality.

    pair = Pair(loss=0.2, delay=(5, 80))
    pair.run(3000)
    assert pair.client.state == ConnState.ACTIVE

The server has a handshake, a small moving world, configstrings and files to download; no rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tests.link import Link
from uoproto.connection import (
    Address,
    ClientConfig,
    ClientConnection,
    Event,
    ServerConfig,
    ServerConnection,
    SlotState,
)
from uoproto.connection.events import (
    DownloadRequested,
    GamestateNeeded,
    RedirectAnswered,
    UserinfoChanged,
)
from uoproto.constants import OOB_MARKER, RECONNECT_LIMIT_MS
from uoproto.netchan import Side, parse_packet
from uoproto.oob import (
    ChallengeResponse,
    Connect,
    ConnectResponse,
    Disconnect,
    GetChallenge,
    parse_request,
)
from uoproto.states import ClientState, EntityState, Frame, PlayerState

SERVER: Address = ("198.51.100.1", 28960)
STEP_MS = 10
FRAME_MS = 50
E = TypeVar("E", bound=Event)
Packet = tuple[bytes, Address]


def of_kind(events: list[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def good_configstrings(server_id: int, map_name: str = "mp_test") -> dict[int, str]:
    """Return the least a retail client needs."""
    return {
        0: rf"\mapname\{map_name}\sv_hostname\A test\g_gametype\dm\sv_maxclients\8",
        1: rf"\sv_serverid\{server_id}\sv_pure\0",
        2: "cod",
        7: "kar98k_mp mp40_mp luger_mp",
        8: "0123456789abcdef",
    }


def update_commands(index: int, value: str, piece: int = 999) -> list[str]:
    """Return the commands that change a configstring (server: Configstring update commands)."""
    if len(value) < 1000:
        return [f"d {index} {value}"]
    pieces = [value[start : start + piece] for start in range(0, len(value), piece)]
    letters = "x" + "y" * (len(pieces) - 2) + "z"
    return [f"{letter} {index} {piece}" for letter, piece in zip(letters, pieces, strict=True)]


class World:
    """A level: configstrings, baselines and entities that move, come and go with the time."""

    def __init__(self, server_id: int, *, entities: int = 12, start_ms: int = 300) -> None:
        self.time = start_ms
        self.configstrings = good_configstrings(server_id)
        self.entities = entities
        self.baselines = {
            number: EntityState.from_fields({"eType": 3, "index": number})
            for number in range(70, 70 + entities, 2)
        }

    def frame(self, client: ServerConnection) -> Frame:
        tick = self.time // FRAME_MS
        player = PlayerState.from_fields(
            {
                "commandTime": max(0, client.last_usercmd.command_time),
                "clientNum": client.client_num,
                "weapon": 1 + tick // 40 % 3,
                "origin[0]": tick * 0.5,
                "viewangles[1]": tick % 4 * 45.0,
                "delta_angles[0]": tick * 7 & 0xFFFF,
            }
        )
        entities = {
            number: self.baselines.get(number, EntityState.ZERO).with_fields(
                {"pos.trBase[0]": tick * (number % 5), "eFlags": tick & 0xFF, "pos.trTime": 100}
            )
            for number in range(70, 70 + self.entities)
            if (tick + number) % 11
        }
        clients = {client.client_num: ClientState.ZERO.with_name(f"player {tick // 20}")}
        return Frame(player, entities, clients)


class Slot:
    """One client as the server has it: its connection, its events, and the frames it was sent."""

    def __init__(self, connection: ServerConnection) -> None:
        self.connection = connection
        self.events: list[Event] = []
        self.frames: dict[int, Frame] = {}
        """By message number."""

    def seen(self, kind: type[E]) -> list[E]:
        return of_kind(self.events, kind)


class Host:
    """The tiny server."""

    def __init__(self, *, lan: bool = False) -> None:
        self.config = ServerConfig(server_id=16, checksum_feed=0x1234567, weapon_count=3)
        self.world = World(self.config.server_id)
        self.files: dict[str, bytes] = {}
        self.redirect: str | None = None
        """URL to send every download to, until a client answers ``fail``."""
        self.restarted = False
        self.lan = lan
        self.slots: list[Slot] = []
        self._outgoing: list[Packet] = []
        self._next_frame = 0

    def receive(self, data: bytes, address: Address, now: int) -> None:
        if data[:4] == OOB_MARKER:
            self._handshake(data, address, now)
            return
        packet = parse_packet(data, Side.CLIENT)
        for slot in self.slots:
            connection = slot.connection
            same = (connection.address[0], connection.netchan.qport) == (address[0], packet.qport)
            if same and connection.state != SlotState.FREE:
                self.handle(slot, connection.receive_datagram(data, address, now), now)
                return
        self._outgoing.append((Disconnect().encode(), address))

    def _handshake(self, data: bytes, address: Address, now: int) -> None:
        request = parse_request(data)
        challenge = -1000 - address[1]
        if isinstance(request, GetChallenge):
            self._outgoing.append((ChallengeResponse(challenge).encode(), address))
        elif isinstance(request, Connect) and request.challenge == challenge:
            for slot in self.slots:
                old = slot.connection
                if old.address != address or old.state == SlotState.FREE:
                    continue
                if old.netchan.incoming_sequence == 0:  # the answer got lost
                    self._outgoing.append((ConnectResponse().encode(), address))
                    return
                if now - old.connected_ms < RECONNECT_LIMIT_MS:  # a late copy
                    return
                old.drop("reconnected", now)
                old.handle_timeout(now + 60_000)
            self._outgoing.append((ConnectResponse().encode(), address))
            connection = ServerConnection(
                self.config,
                address,
                client_num=len(self.slots),
                qport=request.qport,
                challenge=challenge,
                userinfo=request.userinfo,
                now=now,
                lan=self.lan,
            )
            self.slots.append(Slot(connection))

    def handle(self, slot: Slot, events: list[Event], now: int) -> None:
        slot.events += events
        connection = slot.connection
        for event in events:
            match event:
                case GamestateNeeded():
                    world = self.world
                    connection.send_gamestate(dict(world.configstrings), world.baselines, now)
                case UserinfoChanged():
                    connection.set_userinfo(event.userinfo)
                case DownloadRequested():
                    self._download(connection, event.name)
                case RedirectAnswered(answer="fail"):
                    self.redirect = None
                    self._download(connection, connection.download.name)

    def _download(self, connection: ServerConnection, name: str) -> None:
        if name not in self.files:
            connection.download.refuse(f"EXE_AUTODL_FILENOTONSERVER\x15{name}")
        elif self.redirect:
            connection.download.redirect(self.redirect, len(self.files[name]), 0)
        else:
            connection.download.start(self.files[name])

    def frame(self, now: int) -> None:
        """Run a frame if one is due, then return nothing; `take_outgoing` has what to send."""
        if now >= self._next_frame:
            self._next_frame = now + FRAME_MS
            self.world.time += FRAME_MS
            for slot in self.slots:
                self.handle(slot, slot.connection.handle_timeout(now), now)
                if slot.connection.wants_snapshot(now):
                    self.snapshot(slot, now)
        for slot in self.slots:
            self._outgoing += slot.connection.datagrams_to_send(now)

    def snapshot(self, slot: Slot, now: int) -> None:
        connection, world = slot.connection, self.world
        frame = world.frame(connection)
        slot.frames[connection.netchan.outgoing_sequence] = frame
        connection.send_snapshot(world.time, frame, world.baselines, now, restarted=self.restarted)

    def take_outgoing(self) -> list[Packet]:
        outgoing, self._outgoing = self._outgoing, []
        return outgoing

    # -- what happens to a level ----------------------------------------------------------------

    def broadcast(self, text: str) -> None:
        for slot in self.slots:
            if slot.connection.state >= SlotState.PRIMED:
                slot.connection.send_command(text)

    def set_configstring(self, index: int, value: str) -> None:
        self.world.configstrings[index] = value
        for command in update_commands(index, value):
            self.broadcast(command)

    def map_change(self) -> None:
        self.config.server_id = (self.config.server_id & 0xF0) + 16
        self.config.checksum_feed ^= 0x5555
        self.restarted = not self.restarted
        self.world = World(self.config.server_id, entities=20, start_ms=self.world.time)
        for slot in self.slots:
            if slot.connection.state >= SlotState.CONNECTED:
                slot.connection.map_change()

    def map_restart(self) -> None:
        self.config.server_id += 1
        self.restarted = not self.restarted
        for slot in self.slots:
            slot.connection.restart()
        self.broadcast("n")
        self.set_configstring(1, good_configstrings(self.config.server_id)[1])


class Peer:
    """One client with its two links and its events."""

    def __init__(self, client: ClientConnection, address: Address, links: dict[str, Any]) -> None:
        seed = links.pop("seed", 0)
        self.client = client
        self.address = address
        self.up: Link[Packet] = Link(seed * 2, **links)
        self.down: Link[Packet] = Link(seed * 2 + 1, **links)
        self.events: list[Event] = []

    def seen(self, kind: type[E]) -> list[E]:
        return of_kind(self.events, kind)


class Pair:
    """A host and its clients. ``links`` are those of `Link`, all else goes to `ClientConfig`."""

    def __init__(
        self,
        *,
        clients: int = 1,
        lan: bool = False,
        seed: int = 0,
        loss: float = 0.0,
        duplicate: float = 0.0,
        delay: tuple[int, int] = (10, 10),
        **config: Any,
    ) -> None:
        self.now = 0
        self.host = Host(lan=lan)
        self.peers: list[Peer] = []
        for number in range(clients):
            settings = {"qport": 500 + number, **config}
            client = ClientConnection(ClientConfig(**settings), SERVER)
            links = {"seed": seed + number, "loss": loss, "duplicate": duplicate, "delay": delay}
            self.peers.append(Peer(client, ("192.0.2.7", 40000 + number), links))
            client.connect(self.now)

    @property
    def client(self) -> ClientConnection:
        return self.peers[0].client

    @property
    def slot(self) -> Slot:
        return self.host.slots[-1]

    @property
    def server(self) -> ServerConnection:
        return self.slot.connection

    def seen(self, kind: type[E]) -> list[E]:
        """Return the first client's events of a kind."""
        return self.peers[0].seen(kind)

    def run(self, milliseconds: int, until: Callable[[], object] = lambda: False) -> None:
        """Go on for a time, or until something is true."""
        end = self.now + milliseconds
        while self.now < end and not until():
            self.now += STEP_MS
            for peer in self.peers:
                peer.events += peer.client.handle_timeout(self.now)
                for packet in peer.client.datagrams_to_send(self.now):
                    peer.up.send(packet, self.now)
                for data, _ in peer.up.receive(self.now):
                    self.host.receive(data, peer.address, self.now)
            self.host.frame(self.now)
            for data, address in self.host.take_outgoing():
                for peer in self.peers:
                    if peer.address == address:
                        peer.down.send((data, SERVER), self.now)
            for peer in self.peers:
                for data, sender in peer.down.receive(self.now):
                    peer.events += peer.client.receive_datagram(data, sender, self.now)

    def quiet(self) -> None:
        """Make every link a good one."""
        for peer in self.peers:
            peer.up.quiet()
            peer.down.quiet()


__all__ = ["FRAME_MS", "SERVER", "Host", "Pair", "Peer", "Slot", "World", "of_kind"]
