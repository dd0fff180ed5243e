"""What the unbroken server does in a match, as two strict clients saw it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from tests.server.host import Host, Joined
from uoproto.connection import ConnState, Event
from uoproto.connection.events import (
    Disconnected,
    GamestateReceived,
    ServerCommandReceived,
    SnapshotReceived,
)
from uoproto.gamestate import Gamestate
from uoproto.snapshot import Snapshot

SILENCE_MS = 70_000
"""How long one client loads, while the other plays: more than a minute of game time."""
LONG = "a long value " * 200
LONG_INDEX = 1150
KICKED = "EXE_PLAYERKICKED"
E = TypeVar("E", bound=Event)


@dataclass
class Scene:
    """The events of a match; ``loader`` was silent while it loaded."""

    host: Host
    player: Joined
    loader: Joined
    server_ids: list[int] = field(default_factory=list)
    """The server's own, by level."""
    marks: dict[str, int] = field(default_factory=dict)
    """How many events the player had had at each step."""

    @property
    def clients(self) -> tuple[Joined, Joined]:
        return self.player, self.loader

    def of(self, kind: type[E], *clients: Joined) -> list[E]:
        chosen = clients or self.clients
        return [event for one in chosen for event in one.events if isinstance(event, kind)]

    def gamestates(self, *clients: Joined) -> list[Gamestate]:
        return [event.gamestate for event in self.of(GamestateReceived, *clients)]

    def snapshots(self, *clients: Joined) -> list[Snapshot]:
        return [event.snapshot for event in self.of(SnapshotReceived, *clients)]

    def texts(self, *clients: Joined) -> list[str]:
        return [event.text for event in self.of(ServerCommandReceived, *clients)]

    def strings(self, index: int) -> list[str]:
        """Return a configstring of all gamestates."""
        return [gamestate.configstrings.get(index, "") for gamestate in self.gamestates()]

    def mark(self, step: str) -> None:
        self.marks[step] = len(self.player.events)
        level = self.host.server.level
        assert level is not None
        self.server_ids.append(level.server_id)


def play() -> Scene:
    """Play a match on mp_foy: sides, a minute, a map_restart, a map change, a kick."""
    host = Host(bot_fill="6", scr_ctf_startrounddelay="1")
    scene = Scene(host, host.join(), host.join(auto_load=False))
    player, loader = scene.clients
    host.run(3000, lambda: player.state == ConnState.ACTIVE and loader.state == ConnState.LOADING)
    scene.mark("came")
    player.connection.send_command("team allies")
    loader.muted = True
    host.run(SILENCE_MS)
    loader.muted = False
    loader.connection.loaded(host.now)
    host.run(3000, lambda: loader.state == ConnState.ACTIVE)
    loader.connection.send_command("team axis")
    for text in ("vdr", "cp @ 17 23"):
        loader.connection.send_command(text)
        host.run(1000)
    host.server.set_configstring(LONG_INDEX, LONG)
    host.run(1000)
    scene.mark("played")
    loader.connection.config.auto_load = True
    host.commands.execute("map_restart")
    host.run(3000)
    scene.mark("restarted")
    host.commands.execute("map mp_foy")
    host.run(5000)
    scene.mark("changed")
    assert all(client.state == ConnState.ACTIVE for client in scene.clients)
    number = loader.connection.level.client_num
    host.commands.execute(f"clientkick {number}")
    host.run(1000, lambda: bool(loader.seen(Disconnected)))
    return scene
