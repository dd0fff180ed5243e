"""A client and its slot on a server over a perfect wire with a fake clock, and a small level."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from uoproto.connection import (
    Address,
    ClientConfig,
    ClientConnection,
    ConnState,
    ServerConfig,
    ServerConnection,
)
from uoproto.connection.events import GamestateNeeded, SnapshotReceived, UserCommands
from uoproto.constants import OOB_MARKER
from uoproto.demo import DemoRecorder
from uoproto.oob import (
    ChallengeResponse,
    Connect,
    ConnectResponse,
    GetChallenge,
    parse_request,
)
from uoproto.snapshot import Snapshot
from uoproto.states import ClientState, EntityState, Frame, PlayerState, UserCmd

SERVER: Address = ("198.51.100.1", 28960)
CLIENT: Address = ("192.0.2.7", 4321)
CHALLENGE = -987654
STEP_MS = 50
CONFIGSTRINGS = {
    0: r"\mapname\mp_test\sv_hostname\Test\g_gametype\ctf\sv_maxclients\8",
    1: r"\sv_serverid\16\sv_pure\0",
    2: "cod",
    7: "thompson_mp bren_mp",
}
MOVER = 100
BASELINES = {MOVER: EntityState.from_fields({"eType": 8, "pos.trBase[2]": 64.0})}

Wire = Callable[[bytes, bool], None]


class Session:
    """One client in one level. ``wire`` sees every datagram and whether the client sent it."""

    def __init__(self, wire: Wire | None = None, *, start: bool = True) -> None:
        self.now = 0
        self.client = ClientConnection(ClientConfig(qport=77), SERVER)
        self.config = ServerConfig(checksum_feed=0x7654321, weapon_count=2, flood_protect=False)
        self.server: ServerConnection
        self.usercmds: list[UserCmd] = []
        """What the server took."""
        self.snapshots: dict[int, Snapshot] = {}
        """What the client accepted, by message number."""
        self._wire = wire or (lambda _data, _from_client: None)
        if start:
            self.client.connect(0)
            for _ in range(20):
                self.run(1)
                if self.client.state == ConnState.ACTIVE:
                    return
            raise AssertionError(self.client.state)

    def run(self, steps: int) -> None:
        """Let time pass: each step both sides send what is due and take what comes."""
        for _ in range(steps):
            self.now += STEP_MS
            for data, _ in self.client.datagrams_to_send(self.now):
                self._wire(data, True)
                self._to_server(data)
            self.client.handle_timeout(self.now)
            for data in self._from_server():
                self._to_client(data)

    def _to_client(self, data: bytes) -> None:
        self._wire(data, False)
        for event in self.client.receive_datagram(data, SERVER, self.now):
            if isinstance(event, SnapshotReceived):
                self.snapshots[event.message_number] = event.snapshot

    def _to_server(self, data: bytes) -> None:
        if data[:4] == OOB_MARKER:
            match parse_request(data):
                case GetChallenge():
                    self._to_client(ChallengeResponse(CHALLENGE).encode())
                case Connect(userinfo):
                    self.server = ServerConnection(
                        self.config,
                        CLIENT,
                        client_num=3,
                        qport=77,
                        challenge=CHALLENGE,
                        userinfo=userinfo,
                        now=self.now,
                        lan=True,
                    )
                    self._to_client(ConnectResponse().encode())
            return
        for event in self.server.receive_datagram(data, CLIENT, self.now):
            if isinstance(event, GamestateNeeded):
                self.server.send_gamestate(CONFIGSTRINGS, BASELINES, self.now)
            elif isinstance(event, UserCommands):
                self.usercmds += event.commands

    def _from_server(self) -> list[bytes]:
        if not hasattr(self, "server"):
            return []
        self.server.handle_timeout(self.now)
        if self.server.wants_snapshot(self.now):
            self.server.send_snapshot(self.now + 1000, self.frame(), BASELINES, self.now)
        return [data for data, _ in self.server.datagrams_to_send(self.now)]

    def frame(self) -> Frame:
        """Return what the level looks like now."""
        spot = {"pos.trBase[0]": self.now * 0.25, "pos.trBase[1]": float(self.now % 700)}
        player = PlayerState.from_fields(
            {
                "clientNum": 3,
                "origin[0]": self.now * 0.5,
                "weapon": 1,
                "viewangles[1]": self.now * 0.03,
            }
        )
        entities = {MOVER: BASELINES[MOVER].with_fields(spot)}
        return Frame(player, entities, {3: ClientState.ZERO.with_name("Ann O'Nym")})


def recording(session: Session, steps: int) -> BytesIO:
    """Return a demo of the next steps of a session."""
    stream = BytesIO()
    recorder = DemoRecorder(session.client, stream)
    session.run(steps)
    recorder.close()
    assert recorder.failure is None
    stream.seek(0)
    return stream
