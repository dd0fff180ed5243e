"""Ways to break one thing of the checklist (joining: section 10) in what a server sends."""

from __future__ import annotations

from dataclasses import replace

from uoproto.connection import ConnState, ServerConnection
from uoproto.gamestate import Gamestate
from uoproto.states import EMPTY_FRAME

from .kept import NOT_ACTIVE, SERVER_COUNT
from .stage import Stage
from .table import Spoil


def strings(**changes: str) -> Spoil:

    def spoil(stage: Stage) -> None:
        stage.strings({int(k[1:]): v for k, v in changes.items()})
        stage.enter()

    return spoil


def info(index: int, **changes: str) -> Spoil:

    def spoil(stage: Stage) -> None:
        stage.info(index, **changes)
        stage.enter()

    return spoil


def wrong_id(stage: Stage) -> None:
    """Name another id than the server's own: it takes no move of the client's."""
    stage.info(1, sv_serverid="99")
    stage.enter(9000)


def begin_high(stage: Stage) -> None:
    """Number the first command of a connection 66."""

    def change(gamestate: Gamestate) -> Gamestate:
        client = stage.host.server.slots[0]
        assert client is not None
        sender = client.commands
        sender.sequence = sender.acknowledged = sender.sent = 65
        return replace(gamestate, command_sequence=65)

    stage.tap.gamestate = change
    stage.enter()


def begin_anew(stage: Stage) -> None:
    """Number from 0 again with the next map."""
    stage.play()
    stage.tell("e one", "e two")
    stage.tap.gamestate = lambda gamestate: replace(gamestate, command_sequence=0)
    stage.host.commands.execute("map mp_foy")
    stage.host.run(1000)


def impatient(stage: Stage) -> None:
    """Time a client out that loads for ten seconds."""
    stage.host.cvars.set("sv_timeout", "5")
    client = stage.come(auto_load=False)
    stage.host.run(1000, lambda: client.state == ConnState.LOADING)
    client.muted = True
    stage.host.run(10_000)
    client.muted = False
    stage.host.run(5000)


def mind_packs(stage: Stage) -> None:
    """Drop whoever tells of its packs, as a pure server would."""
    original = ServerConnection._dispatch

    def dispatch(self: ServerConnection, text: str, now: int, *, flooding: bool) -> None:
        if text.startswith("cp"):
            self.drop("EXE_UNPURECLIENTDETECTED", now)
        else:
            original(self, text, now, flooding=flooding)

    stage.patch.setattr(ServerConnection, "_dispatch", dispatch)
    stage.enter(8000)


def mind_video(stage: Stage) -> None:
    """Send away who restarts its video."""
    client = stage.play()
    original = ServerConnection._dispatch

    def dispatch(self: ServerConnection, text: str, now: int, *, flooding: bool) -> None:
        if text == "vdr":
            self.send_command('w "EXE_CANNOTVALIDATEPURECLIENT"')
        else:
            original(self, text, now, flooding=flooding)

    stage.patch.setattr(ServerConnection, "_dispatch", dispatch)
    client.connection.send_command("vdr")
    stage.host.run(1000)


def keep_out(stage: Stage) -> None:
    stage.flags(lambda flags: flags | NOT_ACTIVE)
    stage.enter(9000)


def delta_first(stage: Stage) -> None:
    """Send the first snapshots as deltas of one that never was."""
    stage.tap.snapshot = lambda snapshot: replace(snapshot, delta_distance=1)
    stage.tap.base = lambda base: base or EMPTY_FRAME
    stage.enter()


def player(**fields: float) -> Spoil:

    def spoil(stage: Stage) -> None:
        stage.play()
        stage.player(**fields)
        stage.host.run(300)

    return spoil


def entity(**fields: float) -> Spoil:

    def spoil(stage: Stage) -> None:
        stage.play()
        stage.entity(**fields)
        stage.host.run(300)

    return spoil


def fall_back(stage: Stage) -> None:
    stage.play()
    stage.tap.snapshot = lambda content: replace(content, server_time=content.server_time - 1000)
    stage.host.run(300)


def forget_the_flag(stage: Stage) -> None:
    stage.play()
    stage.flags(lambda flags: flags & ~SERVER_COUNT)
    stage.host.commands.execute("map_restart")
    stage.host.run(1000)
