"""A server and any number of clients in one process, on a fake clock and a perfect wire."""

from __future__ import annotations

from collections.abc import Callable

from tests.link import Link
from uoproto.connection import Address, ClientConfig, ClientConnection, ConnState, Event, GameFiles
from uoproto.oob import ChallengeResponse, Connect, GetChallenge, OobPacket, parse_response
from uoserver.console.builtins import register_builtins
from uoserver.console.commands import CommandRegistry
from uoserver.console.cvars import CvarRegistry
from uoserver.console.stock import register_stock
from uoserver.files.searchpath import SearchPath
from uoserver.server.admin import register_admin
from uoserver.server.challenge import Challenges
from uoserver.server.core import Server

SERVER: Address = ("198.51.100.1", 28960)

# Names as the reference pages give them, on purpose not taken from the server's own list.
STOCK_FILES = GameFiles(
    weapons=frozenset(
        f"{name}_mp"
        for name in (
            *("kar98k", "m1garand", "thompson", "mp40", "luger", "colt", "fraggrenade"),
            *("stielhandgranate", "binoculars", "m1carbine", "bar", "springfield"),
        )
    ),
    menus=frozenset(
        (
            *("serverinfo_ctf", "serverinfo_tdm", "serverinfo_dm", "team_americangerman"),
            *("weapon_american", "weapon_german", "viewmap", "callvote", "quickcommands"),
            *("quickstatements", "quickresponses", "quickvehicles", "quickrequests"),
        )
    ),
    shellshocks=frozenset(),
)


class Joined:
    """One client: its connection, its address and every event it had."""

    def __init__(self, host: Host, address: Address, config: ClientConfig) -> None:
        self.address = address
        self.connection = ClientConnection(config, SERVER)
        self.events: list[Event] = []
        self.muted = False
        """Whether its datagrams get lost on the way to the server."""
        self.up: Link[bytes] | None = None
        self.down: Link[bytes] | None = None
        """What its datagrams go over, there and back; None: at once and whole."""
        self.connection.connect(host.now)

    @property
    def state(self) -> ConnState:
        return self.connection.state

    def seen(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


class Host:
    """Runs the server's frames and the clients' packets in steps of 10 ms."""

    def __init__(
        self, map_name: str = "mp_foy", files: SearchPath | None = None, /, **cvars: str
    ) -> None:
        self.now = 0
        self.cvars = CvarRegistry()
        register_stock(self.cvars)
        self.printed: list[str] = []
        self.announced: list[str] = []
        self.commands = CommandRegistry(self.cvars, self.printed.append)
        register_builtins(self.commands)
        self.cvars.set("sv_writeConfig", "0")  # tests of files look at what others write
        for name, value in cvars.items():
            self.cvars.set(name, value)
        self.server = Server(
            self.cvars,
            self.commands,
            files or SearchPath(),
            announce=self.announced.append,
            challenges=Challenges(b"a key of the tests"),
            seed=1,
        )
        register_admin(self.server)
        self.cvars.seal()
        self.clients: list[Joined] = []
        self.strays: list[tuple[bytes, Address]] = []
        """What the server sent to addresses that are no client's."""
        self._next_frame = 0
        if map_name:
            self.commands.execute(f"map {map_name}")

    def join(self, address: Address | None = None, **config: object) -> Joined:
        number = len(self.clients)
        settings = {"qport": 1000 + number, "strict": True, "files": STOCK_FILES, **config}
        client = Joined(
            self,
            address or (f"192.0.2.{number + 1}", 30000 + number),
            ClientConfig(**settings),  # type: ignore[arg-type]
        )
        self.clients.append(client)
        return client

    def run(self, milliseconds: int, until: Callable[[], bool] = lambda: False) -> None:
        end = self.now + milliseconds
        while self.now < end and not until():
            self.now += 10
            for client in self.clients:
                client.events += client.connection.handle_timeout(self.now)
                for data, _ in client.connection.datagrams_to_send(self.now):
                    if client.up is not None:
                        client.up.send(data, self.now)
                    elif not client.muted:
                        self.server.receive(data, client.address, self.now)
                if client.up is not None:
                    for data in client.up.receive(self.now):
                        self.server.receive(data, client.address, self.now)
                if client.down is not None:
                    for data in client.down.receive(self.now):
                        client.events += client.connection.receive_datagram(data, SERVER, self.now)
                self._deliver()
            if self.now >= self._next_frame:
                self._next_frame = self.now + self.server.frame_ms
                self.server.frame(self.now)
            self._deliver()

    def _deliver(self) -> None:
        for data, address in self.server.take_outgoing():
            for client in self.clients:
                if client.address == address:
                    if client.down is not None:
                        client.down.send(data, self.now)
                        break
                    client.events += client.connection.receive_datagram(data, SERVER, self.now)
                    break
            else:
                self.strays.append((data, address))

    def ask(self, data: bytes, address: Address = ("203.0.113.9", 40000)) -> list[OobPacket]:
        """Send one connectionless datagram from outside; return the answers."""
        self.strays.clear()
        self.server.receive(data, address, self.now)
        self._deliver()
        return [parse_response(answer) for answer, _ in self.strays]

    def challenge(self, address: Address) -> int:
        """Ask for a challenge from an address that is no client's."""
        (answer,) = self.ask(GetChallenge().encode(), address)
        assert isinstance(answer, ChallengeResponse)
        return answer.challenge

    def knock(
        self,
        address: Address,
        userinfo: str = r"\name\Knocker",
        *,
        qport: int = 7,
        protocol: int = 22,
        challenge: int | None = None,
    ) -> list[OobPacket]:
        """Send a connect with a challenge just issued (or the one given); return the answers."""
        if challenge is None:
            challenge = self.challenge(address)
        request = Connect.build(userinfo, qport=qport, challenge=challenge, protocol=protocol)
        return self.ask(request.encode(), address)


def active(count: int = 1, **cvars: str) -> Host:
    """Return a host with so many clients in play."""
    host = Host(**cvars)
    for _ in range(count):
        host.join()
    host.run(3000, lambda: all(client.state == ConnState.ACTIVE for client in host.clients))
    assert all(client.state == ConnState.ACTIVE for client in host.clients)
    return host


__all__ = ["SERVER", "STOCK_FILES", "Host", "Joined", "active"]
