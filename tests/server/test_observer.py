"""What observers of a server are told, and when."""

from __future__ import annotations

from collections.abc import Sequence

from tests.server.host import Host
from uoproto.connection import ConnState, ServerConnection, SlotState
from uoserver.server.observer import Observer


class Scribe(Observer):
    """Notes all but the frames, of which it counts those with another time."""

    def __init__(self) -> None:
        self.notes: list[tuple[object, ...]] = []
        self.times: list[int] = []
        self.lines: list[str] = []

    def client_comes(self, number: int) -> None:
        self.notes.append(("comes", number))

    def client_came(self, client: ServerConnection) -> None:
        self.notes.append(("came", client.client_num, client.state.name))

    def client_entered(self, client: ServerConnection, name: str) -> None:
        self.notes.append(("entered", client.client_num, name))

    def client_dropped(self, client: ServerConnection, name: str, reason: str) -> None:
        self.notes.append(("dropped", client.client_num, name, reason))

    def client_left(self, number: int) -> None:
        self.notes.append(("left", number))

    def level_ends(self) -> None:
        self.notes.append(("level ends",))

    def level_began(self) -> None:
        self.notes.append(("level",))

    def game_said(self, lines: Sequence[str]) -> None:
        self.lines += lines

    def frame(self, now: int) -> None:
        self.times.append(now)

    def stopped(self) -> None:
        self.notes.append(("stopped",))


def test_the_life_of_a_server() -> None:
    host = Host("")
    scribe = Scribe()
    host.server.observers.append(scribe)
    host.commands.execute("map mp_foy")
    client = host.join()
    host.run(3000, lambda: client.state == ConnState.ACTIVE)
    host.commands.execute("map_restart; map mp_foy")
    host.run(3000, lambda: host.server.clients(SlotState.ACTIVE) != [])
    host.commands.execute("clientkick 0")
    host.run(4000)
    host.server.shutdown("over", host.now)
    assert scribe.notes == [
        ("level",),
        ("comes", 0),
        ("came", 0, "CONNECTED"),
        ("entered", 0, "UnnamedPlayer"),
        ("level ends",),
        ("level ends",),
        ("level",),
        ("entered", 0, "UnnamedPlayer"),
        ("dropped", 0, "UnnamedPlayer", "EXE_PLAYERKICKED"),
        ("left", 0),
        ("stopped",),
    ]
    assert len(set(scribe.times)) == len(scribe.times) > 60
    texts = [line.strip().split(" ", 1)[1] for line in scribe.lines]
    assert texts[0] == "-" * 60
    assert texts[1].startswith(r"InitGame: \g_gametype\ctf")
    assert texts[2] == "J;0;0;UnnamedPlayer"
    assert texts[-2:] == ["ShutdownGame:", "-" * 60]


def test_an_observer_need_not_listen() -> None:
    host = Host("")
    host.server.observers.insert(0, Observer())
    scribe = Scribe()
    host.server.observers.append(scribe)
    host.commands.execute("map mp_foy")
    host.join()
    host.run(1000)
    assert ("entered", 0, "UnnamedPlayer") in scribe.notes
