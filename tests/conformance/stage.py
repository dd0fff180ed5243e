"""A server whose output can be spoilt on its way, and one strict client that it serves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import pytest

from tests.server.host import STOCK_FILES, Host, Joined
from uoproto import gamestate as gamestates
from uoproto import servermessage, snapshot
from uoproto.connection import ConnState, GameFiles, slot
from uoproto.connection.events import (
    Disconnected,
    PacketIgnored,
    RetailWarning,
    SnapshotDiscarded,
)
from uoproto.gamestate import Gamestate
from uoproto.message import MessageWriter
from uoproto.servermessage import ServerCommand, ServerOp, SnapshotContext
from uoproto.sharedrecords import SharedRecords
from uoproto.snapshot import Snapshot
from uoproto.states import EntityState, Frame

FILES = replace(STOCK_FILES, shellshocks=frozenset({"default_mp"}))


class Tap:
    """Stands between what the server says and what goes out; each hook passes it on at first."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.gamestate: Callable[[Gamestate], Gamestate] = lambda gamestate: gamestate
        self.command: Callable[[ServerCommand], ServerCommand] = lambda command: command
        self.snapshot: Callable[[Snapshot], Snapshot] = lambda snapshot: snapshot
        self.base: Callable[[Frame | None], Frame | None] = lambda base: base
        self.body: Callable[[bytes], bytes] = lambda body: body
        self.acknowledge: Callable[[int], int] = lambda number: number
        patch.setattr(slot, "write_gamestate", self._write_gamestate)
        patch.setattr(slot, "write_server_op", self._write_command)
        patch.setattr(slot, "write_snapshot", self._write_snapshot)
        patch.setattr(slot, "pack_server_message", self._pack)

    def _write_gamestate(self, writer: MessageWriter, gamestate: Gamestate) -> None:
        gamestates.write_gamestate(writer, self.gamestate(gamestate))

    def _write_command(self, writer: MessageWriter, op: ServerOp, context: SnapshotContext) -> None:
        assert isinstance(op, ServerCommand)
        servermessage.write_server_op(writer, self.command(op), context)

    def _write_snapshot(
        self,
        writer: MessageWriter,
        content: Snapshot,
        base: Frame | None,
        baselines: Mapping[int, EntityState],
        records: SharedRecords | None,
    ) -> None:
        content = self.snapshot(content)
        snapshot.write_snapshot(writer, content, self.base(base), baselines, records)

    def _pack(self, acknowledge: int, body: bytes) -> bytes:
        return servermessage.pack_server_message(self.acknowledge(acknowledge), self.body(body))


class Stage:
    """The server without a match, and the client once it is asked to come."""

    def __init__(self, patch: pytest.MonkeyPatch, files: GameFiles = FILES) -> None:
        self.patch = patch
        self.tap = Tap(patch)
        self.host = Host(scr_match="0")
        self._files = files

    def come(self, *, auto_load: bool = True) -> Joined:
        return self.host.join(files=self._files, auto_load=auto_load)

    def enter(self, milliseconds: int = 3000) -> Joined:
        """Let the client come, and wait until it plays or has left."""
        client = self.come()
        ends = (ConnState.ACTIVE, ConnState.DISCONNECTED)
        self.host.run(milliseconds, lambda: len(client.events) > 4 and client.state in ends)
        return client

    def play(self) -> Joined:
        """Let the client come and play; nothing is amiss so far."""
        client = self.enter()
        assert client.state == ConnState.ACTIVE
        self.host.run(500)
        assert complaints(self.host.clients) == []
        return client

    # -- ways to spoil --------------------------------------------------------------------------

    def strings(self, changes: Mapping[int, str]) -> None:
        """Change configstrings of each gamestate; an empty text takes one away."""
        before = self.tap.gamestate

        def change(gamestate: Gamestate) -> Gamestate:
            gamestate = before(gamestate)
            return replace(gamestate, configstrings={**gamestate.configstrings, **changes})

        self.tap.gamestate = change

    def info(self, index: int, **changes: str) -> None:
        """Change keys of an info configstring of each gamestate; an empty text takes one away."""

        def change(gamestate: Gamestate) -> Gamestate:
            words = gamestate.configstrings[index].split("\\")[1:]
            pairs = {**dict(zip(words[::2], words[1::2], strict=True)), **changes}
            text = "".join(f"\\{key}\\{value}" for key, value in pairs.items() if value)
            return replace(gamestate, configstrings={**gamestate.configstrings, index: text})

        self.tap.gamestate = change

    def player(self, **fields: float) -> None:
        """Change fields of the player state of each snapshot."""
        values = {name.replace("__", "[") + "]" * ("__" in name): fields[name] for name in fields}

        def change(frame: Frame) -> Frame:
            return replace(frame, player=frame.player.with_fields(values))

        self.frames(change)

    def entity(self, **fields: float) -> None:
        """Put an entity into each snapshot."""
        state = EntityState.from_fields(fields)
        self.frames(lambda frame: replace(frame, entities={**frame.entities, 900: state}))

    def frames(self, change: Callable[[Frame], Frame]) -> None:
        """Change the frame of each snapshot."""
        self.tap.snapshot = lambda content: replace(content, frame=change(content.frame))

    def flags(self, change: Callable[[int], int]) -> None:
        """Change the flags of each snapshot."""
        self.tap.snapshot = lambda content: replace(content, snap_flags=change(content.snap_flags))

    def tell(self, *texts: str) -> None:
        """Have the server send commands, and wait until they have run."""
        for text in texts:
            self.host.server.broadcast(text)
        self.host.run(1000)


def complaints(clients: Iterable[Joined]) -> list[tuple[str, str]]:
    """Return (rule, detail) of all that strict clients found.

    A `Disconnected` of a rule begins with it; a reason to leave without a colon is the rule.
    """
    found: list[tuple[str, str]] = []
    for client in clients:
        for event in client.events:
            match event:
                case RetailWarning():
                    found.append((event.rule, event.detail))
                case Disconnected():
                    rule, _, detail = event.reason.partition(": ")
                    found.append((rule, detail))
                case PacketIgnored(malformed=True):
                    found.append(("ignored", event.reason))
                case SnapshotDiscarded():
                    found.append(("discarded", f"distance {event.delta_distance}"))
                case _:
                    pass
    return found
