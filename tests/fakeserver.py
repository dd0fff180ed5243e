"""A small server for tests of clients: handshake, one level, one entity that moves.

It stands on a free UDP port of the loopback address and takes any number of clients. Nothing is
checked that the tests do not look at: any challenge counts, nobody is refused.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import cos, sin
from typing import cast

from uoproto.connection import Address, ServerConfig, ServerConnection, SlotState
from uoproto.connection.events import (
    ClientCommand,
    DownloadRequested,
    Event,
    GamestateNeeded,
    UserCommands,
)
from uoproto.constants import OOB_MARKER
from uoproto.errors import RemoteProtocolError
from uoproto.netchan import Side, parse_packet
from uoproto.oob import (
    ChallengeResponse,
    Connect,
    ConnectResponse,
    GetChallenge,
    GetInfo,
    GetServers,
    GetServersResponse,
    GetStatus,
    InfoResponse,
    OobPacket,
    ServerAddress,
    StatusPlayer,
    StatusResponse,
    parse_request,
)
from uoproto.states import ClientState, EntityState, Frame, PlayerState

FRAME_MS = 25
SERVER_ID = 16
HOSTNAME = "^1Test^7 server"
CONFIGSTRINGS = {
    0: rf"\mapname\mp_test\sv_hostname\{HOSTNAME}\g_gametype\ctf\sv_maxclients\8",
    1: rf"\sv_serverid\{SERVER_ID}\sv_pure\0\sv_cheats\0",
    2: "cod",
    7: "thompson_mp bren_mp",
}
MOVER = 100
BASELINES = {MOVER: EntityState.from_fields({"eType": 8, "pos.trBase[2]": 64.0})}


class FakeServer(asyncio.DatagramProtocol):
    """The server; ``slots`` are its clients, ``commands`` what they asked of the game."""

    def __init__(self) -> None:
        self.config = ServerConfig(
            server_id=SERVER_ID, checksum_feed=0x1234567, weapon_count=2, flood_protect=False
        )
        self.slots: list[ServerConnection] = []
        self.players: dict[int, PlayerState] = {}
        self.commands: list[str] = []
        self.files: dict[str, bytes] = {}
        """Packs that clients are told of."""
        self.redirect = ""
        self.silent = False
        self.listed: tuple[ServerAddress, ...] = ()
        self._loop = asyncio.get_running_loop()
        self._start = self._loop.time()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.DatagramTransport, transport)
        self._timer = self._loop.call_soon(self._frame)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._timer.cancel()

    @property
    def now(self) -> int:
        return int((self._loop.time() - self._start) * 1000)

    @property
    def address(self) -> Address:
        host, port = self._transport.get_extra_info("sockname")
        return str(host), int(port)

    # -- receiving ------------------------------------------------------------------------------

    def datagram_received(self, data: bytes, addr: Address) -> None:
        if self.silent:
            return
        try:
            if data[:4] == OOB_MARKER:
                for answer in self._answers(parse_request(data), addr):
                    self._transport.sendto(answer.encode(), addr)
                return
            qport = parse_packet(data, Side.CLIENT).qport
        except RemoteProtocolError:
            return
        for slot in self.slots:
            if slot.address[0] == addr[0] and slot.netchan.qport == qport:
                self._take(slot, slot.receive_datagram(data, addr, self.now))

    def _answers(self, request: OobPacket, address: Address) -> list[OobPacket]:
        match request:
            case GetInfo(challenge):
                info = rf"\challenge\{challenge}\protocol\22\hostname\{HOSTNAME}\mapname\mp_test"
                return [InfoResponse(rf"{info}\sv_maxclients\8\gametype\ctf\hw\2\pb\0\mod\0")]
            case GetStatus(challenge):
                info = rf"{CONFIGSTRINGS[0]}\challenge\{challenge}\pswrd\0\mod\0"
                return [StatusResponse(info, (StatusPlayer(3, 48, "^2Ann O'Nym"),))]
            case GetServers():
                return [GetServersResponse(self.listed)]
            case GetChallenge():
                return [ChallengeResponse(-123456)]
            case Connect():
                self._connect(request, address)
                return [ConnectResponse()]
        return []

    def _connect(self, request: Connect, address: Address) -> None:
        if any(slot.address == address for slot in self.slots):
            return  # the answer was lost
        number = len(self.slots)
        slot = ServerConnection(
            self.config,
            address,
            client_num=number,
            qport=request.qport,
            challenge=request.challenge,
            userinfo=request.userinfo,
            now=self.now,
            lan=True,
        )
        self.slots.append(slot)
        self.players[number] = PlayerState.from_fields(
            {"clientNum": number, "origin[0]": 64.0 * number, "weapon": 1, "commandTime": 0}
        )

    def _take(self, slot: ServerConnection, events: list[Event]) -> None:
        for event in events:
            match event:
                case GamestateNeeded():
                    slot.send_gamestate(self._configstrings(), BASELINES, self.now)
                case DownloadRequested(name) if name not in self.files:
                    slot.download.refuse(f"EXE_AUTODL_FILENOTONSERVER\x15{name}")
                case DownloadRequested(name) if self.redirect and slot.download.redirectable:
                    slot.download.redirect(self.redirect, len(self.files[name]), 0)
                case DownloadRequested(name):
                    slot.download.start(self.files[name])
                case UserCommands(commands):
                    for command in commands:
                        self._walk(slot.client_num, command.forwardmove, command.command_time)
                    self._turn(slot.client_num, commands[-1].angles)
                case ClientCommand(text):
                    self.commands.append(text)
                    slot.send_command(f'e "{text}"')

    def _configstrings(self) -> dict[int, str]:
        if not self.files:
            return CONFIGSTRINGS
        names = " ".join(name.removesuffix(".pk3") for name in self.files)
        sums = " ".join("7" for _ in self.files)
        packs = rf"\sv_referencedPakNames\{names}\sv_referencedPaks\{sums}"
        return {**CONFIGSTRINGS, 1: CONFIGSTRINGS[1] + packs}

    def _walk(self, number: int, forward: int, time: int) -> None:
        player = self.players[number]
        north = player["origin[1]"] + (forward > 0) - (forward < 0)
        self.players[number] = player.with_fields({"origin[1]": north, "commandTime": time})

    def _turn(self, number: int, angles: tuple[int, int, int]) -> None:
        degrees = {f"viewangles[{axis}]": angles[axis] * 360 / 65536 for axis in (0, 1)}
        self.players[number] = self.players[number].with_fields(degrees)

    # -- sending --------------------------------------------------------------------------------

    def _frame(self) -> None:
        now = self.now
        turn = now / 500
        spot = {"pos.trBase[0]": 200 * cos(turn), "pos.trBase[1]": 200 * sin(turn)}
        entities = {MOVER: BASELINES[MOVER].with_fields(spot)}
        for slot in self.slots:
            self._take(slot, slot.handle_timeout(now))
            if slot.wants_snapshot(now):
                slot.send_snapshot(now + 1000, self._seen_by(slot, entities), BASELINES, now)
            for data, address in slot.datagrams_to_send(now):
                self._transport.sendto(data, address)
        self.slots = [slot for slot in self.slots if slot.state != SlotState.FREE]
        self._timer = self._loop.call_later(FRAME_MS / 1000, self._frame)

    def _seen_by(self, slot: ServerConnection, entities: dict[int, EntityState]) -> Frame:
        clients = {
            other.client_num: ClientState.from_fields({"team": 1}).with_name("Ann O'Nym")
            for other in self.slots
        }
        return replace(Frame(self.players[slot.client_num]), entities=entities, clients=clients)


async def start_server(host: str = "127.0.0.1", port: int = 0) -> FakeServer:
    """Start a server in the running loop."""
    loop = asyncio.get_running_loop()
    _, server = await loop.create_datagram_endpoint(FakeServer, local_addr=(host, port))
    return server


def stop_server(server: FakeServer) -> None:
    """Close the server's socket."""
    server._transport.close()


@contextmanager
def server_thread() -> Iterator[FakeServer]:
    """Run a server in a thread of its own, for tests that start programs or run a loop."""
    ready = threading.Event()
    stop: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []
    servers: list[FakeServer] = []

    async def run() -> None:
        servers.append(await start_server())
        over = asyncio.Event()
        stop.append((asyncio.get_running_loop(), over))
        ready.set()
        await over.wait()
        stop_server(servers[0])

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    try:
        assert ready.wait(10)
        yield servers[0]
    finally:
        for loop, over in stop:
            loop.call_soon_threadsafe(over.set)
        thread.join(10)
