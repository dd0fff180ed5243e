"""Demos that the server records of its clients: commands, the automatic ones, and map changes."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from uoproto.connection import ServerConnection, SlotState
from uoproto.demo import ServerRecorder
from uoproto.states import EntityState
from uoserver.console.commands import Invocation
from uoserver.console.errors import CommandError
from uoserver.files.errors import FileError

from . import demofiles
from .demofiles import DemoFile, DemoFolder
from .logfile import game_folder
from .observer import Observer

if TYPE_CHECKING:
    from .state import ServerState

log: Final = logging.getLogger("uoserver")

FOLDER: Final = "demos"
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
_UNFIT: Final = re.compile(r"[^a-z0-9_-]")


@dataclass(slots=True)
class _Recording:
    client: ServerConnection
    name: str
    """What its files are called by; empty: by the map."""
    automatic: bool
    file: DemoFile
    recorder: ServerRecorder


class Demos(Observer):
    """Records clients, each slot to one open file at most.

    What fails is told once and ends the recording, never the game.
    """

    def __init__(self, server: ServerState) -> None:
        self._server: Final = server
        self._recordings: dict[int, _Recording] = {}
        self._folder: DemoFolder | None = None
        self._automatic = False
        self._told = False
        register = server.commands.register
        register("svrecord", self._record, "svrecord NUM|all [NAME]: record what a client is sent")
        register("svstop", self._stop, "svstop NUM|all: end the recording of a client")

    # -- commands -------------------------------------------------------------------------------

    def _record(self, call: Invocation) -> None:
        if not 2 <= len(call.words) <= 3:
            raise CommandError("usage: svrecord NUM|all [NAME]")
        name = call.arg(2)
        if name and not _NAME.fullmatch(name):
            raise CommandError("the name of a demo is of letters, digits, - and _, at most 32")
        if self._server.write_path is None:
            raise CommandError("there is no folder to write to")
        self._told = False
        for client in self._chosen(call):
            running = self._recordings.get(client.client_num)
            if running is not None:
                call.print(f"client {client.client_num} is recorded already{_into(running)}")
            else:
                self._record_one(call, client, name)

    def _chosen(self, call: Invocation) -> list[ServerConnection]:
        if call.arg(1).lower() != "all":
            return [self._server.find_client(call.arg(1))]
        clients = self._server.clients(SlotState.CONNECTED)
        if not clients:
            raise CommandError("there are no clients")
        return clients

    def _record_one(self, call: Invocation, client: ServerConnection, name: str) -> None:
        number = client.client_num
        try:
            recording = self._begin(client, name, automatic=False)
            if client.state >= SlotState.PRIMED:  # else once it gets the level
                recording.file.open()
        except (OSError, FileError) as error:
            self._forget(number)
            raise CommandError(f"client {number} is not recorded: {error}") from error
        call.print(f"client {number} is recorded{_into(recording)}")

    def _stop(self, call: Invocation) -> None:
        if len(call.words) != 2:
            raise CommandError("usage: svstop NUM|all")
        wanted = call.arg(1).lower()
        chosen = [n for n in self._recordings if wanted in ("all", str(n))]
        if not chosen:
            who = "nobody is" if wanted == "all" else f"client {wanted[:16]!r} is not"
            raise CommandError(f"{who} recorded")
        for number in chosen:
            recording = self._recordings[number]
            self._end(number)
            what = f"was recorded{_into(recording)}" if recording.file.name else "was sent nothing"
            call.print(f"client {number} {what}")

    # -- what happens to the server ---------------------------------------------------------------

    def client_came(self, client: ServerConnection) -> None:
        """Record a new client where ``sv_autoDemo`` wants it."""
        if self._server.cvars.get_int("sv_autoDemo"):
            self._begin_automatic(client)

    def client_left(self, number: int) -> None:
        """End the recording of a slot that becomes free."""
        self._end(number)

    def level_began(self) -> None:
        """Go on in new files; whoever was stopped is recorded again where that is automatic.

        One who was sent away before keeps his file until his slot is free: his end is in it.
        """
        self._look()
        automatic = bool(self._server.cvars.get_int("sv_autoDemo"))
        for client in self._server.clients(SlotState.CONNECTED):
            if running := self._recordings.get(client.client_num):
                self._go_on(running)
            elif automatic:
                self._begin_automatic(client)

    def frame(self, now: int) -> None:  # noqa: ARG002
        """Follow the setting, give up what failed, and go on in a new file behind a full one."""
        automatic = bool(self._server.cvars.get_int("sv_autoDemo"))
        if automatic != self._automatic:
            self._automatic = automatic
            self._switch(on=automatic)
        for number, recording in list(self._recordings.items()):
            if recording.recorder.failure is not None:
                self._end(number)
            elif recording.file.size >= demofiles.MAX_FILE_BYTES:
                self._go_on(recording)

    def _switch(self, *, on: bool) -> None:
        if on:
            for client in self._server.clients(SlotState.CONNECTED):
                if client.client_num not in self._recordings:
                    self._begin_automatic(client)
            return
        for number in [n for n, each in self._recordings.items() if each.automatic]:
            self._end(number)

    # -- recordings -----------------------------------------------------------------------------

    def _begin_automatic(self, client: ServerConnection) -> None:
        try:
            self._begin(client, "", automatic=True)
        except (OSError, FileError) as error:
            self._warn(error)

    def _begin(self, client: ServerConnection, name: str, *, automatic: bool) -> _Recording:
        """Record from the client's next message on; raises `OSError` and `FileError`."""
        number = client.client_num
        level = self._server.level
        stem = name or _UNFIT.sub("_", level.name if level else "")
        file = DemoFile(self._find_folder(), f"{stem}_{number}")
        recorder = ServerRecorder(client, file, self._level)
        recording = _Recording(client, name, automatic, file, recorder)
        self._recordings[number] = recording
        return recording

    def _go_on(self, recording: _Recording) -> None:
        """End a file and begin the next one of the same recording."""
        client = recording.client
        self._end(client.client_num)
        if client.state < SlotState.CONNECTED:
            return
        try:
            self._begin(client, recording.name, automatic=recording.automatic)
        except (OSError, FileError) as error:
            self._warn(error)

    def _end(self, number: int) -> None:
        recording = self._forget(number)
        if recording is None:
            return
        if recording.recorder.failure is not None:
            self._warn(recording.recorder.failure)
        elif recording.file.name:
            log.info("client %d: recorded %s", number, recording.file.name)

    def _forget(self, number: int) -> _Recording | None:
        recording = self._recordings.pop(number, None)
        if recording is not None:
            recorder = recording.recorder
            recorder.close()
            try:
                recording.file.close()
            except OSError as error:
                recorder.failure = recorder.failure or error
        return recording

    def _warn(self, error: Exception) -> None:
        if not self._told:
            self._told = True
            log.warning("a demo is not recorded, nor may others be: %s", error)

    def _level(self) -> tuple[Mapping[int, str], Mapping[int, EntityState]]:
        level = self._server.level
        return (level.configstrings.values, level.game.baselines) if level else ({}, {})

    # -- the folder -----------------------------------------------------------------------------

    def _find_folder(self) -> DemoFolder:
        """Return the folder; raises `OSError` and `FileError`."""
        if self._folder is None:
            root = self._server.write_path
            if root is None:
                raise OSError("there is no folder to write to")
            game = game_folder(root, self._server.cvars.get("fs_game"))
            folder = DemoFolder(game / FOLDER)
            folder.look()
            self._folder = folder
        return self._folder

    def _look(self) -> None:
        """See what room there is now: a host may have taken old demos away."""
        try:
            if self._folder is not None:
                self._folder.look()
        except OSError as error:
            self._warn(error)


def _into(recording: _Recording) -> str:
    name = recording.file.name
    return f" to {FOLDER}/{name}" if name else ", a file is made with the gamestate"
