"""The server process: sockets, signals, standard input and the frame loop around `Server`."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Final

from uoserver.console.argv import StartCommands
from uoserver.console.builtins import register_builtins
from uoserver.console.commands import CommandRegistry
from uoserver.console.cvars import CvarRegistry
from uoserver.console.stock import register_stock
from uoserver.files.errors import FileError
from uoserver.files.searchpath import SearchPath
from uoserver.serving.signals import caught_signals
from uoserver.serving.udp import UdpSocket

from .admin import register_admin
from .clock import FrameClock
from .companion import Companion
from .completion import Completer
from .configfile import SAVED, saved_text
from .consolelog import ConsoleLog
from .core import Server
from .frametimes import FrameTimes
from .garbage import Garbage
from .logfile import LogFile
from .port import Port
from .rereading import read_again
from .resolver import Resolver
from .terminal import typed_lines

log: Final = logging.getLogger("uoserver")

EXIT_DONE: Final = 0
EXIT_USAGE: Final = 2
MAX_START_FRAMES: Final = 10_000
TOLD_WAIT_MS: Final = 1000
"""Waits of config files that a host would wonder about."""
SHUTDOWN_REASON: Final = "Server shut down"


def announce(line: str) -> None:
    """Print one of the lines other tools wait for to standard output."""
    with suppress(OSError):  # whoever read it is gone; players are not
        print(line, flush=True)  # noqa: T201 (standard output is the interface)


def complain(line: str) -> None:
    """Print a line for the host to standard error."""
    with suppress(OSError):
        print(line, file=sys.stderr, flush=True)  # noqa: T201


class App:
    """One server process; `run` returns its exit code."""

    def __init__(self, start: StartCommands, companion: Companion | None = None) -> None:
        self._start = start
        self._companion = companion or Companion()
        self.cvars = CvarRegistry()
        register_stock(self.cvars)
        self._files = SearchPath(builtin=False)
        self.commands = CommandRegistry(self.cvars, self._say, self._read_file)
        register_builtins(self.commands)
        self._stop = asyncio.Event()
        self._stop_signal = ""
        self._reread = False
        self._log: ConsoleLog | None = None
        self._told_waits: set[tuple[str, int]] = set()
        self._waits: dict[str, int] = {}

    def _read_file(self, name: str) -> str | None:
        return self._files.read_text(name)

    def _say(self, line: str) -> None:
        """Print a line of the console, which its log holds as well."""
        complain(line)
        if self._log is not None:
            self._log.note(line)

    async def run(self) -> int:
        """Host until told to stop."""
        loop = asyncio.get_running_loop()

        def stop(name: str) -> None:
            self._stop_signal = self._stop_signal or name
            loop.call_soon_threadsafe(self._stop.set)

        def reread() -> None:
            self._reread = True  # with the next frame

        with caught_signals(stop, reread):
            try:
                return await self._host(loop)
            finally:
                if self._log is not None:
                    self._log.close()
                self._files.close()

    async def _host(self, loop: asyncio.AbstractEventLoop) -> int:
        for line in self._start.early:
            self.commands.execute(line)
        cvars = self.cvars
        try:
            self._files = SearchPath.open(
                cvars.get("fs_basepath"), cvars.get("fs_homepath"), cvars.get("fs_game")
            )
        except FileError as error:
            complain(f"uoserver: fs_game: {error}")
            return EXIT_USAGE
        announcements: list[str] = []
        write_path = Path(cvars.get("fs_homepath") or cvars.get("fs_basepath"))
        self._log = ConsoleLog(cvars, write_path)
        for problem in self._files.problems:
            log.warning("%s", problem)
        self._take_over_settings()
        server = Server(
            cvars,
            self.commands,
            self._files,
            announce=announcements.append,
            log_file=LogFile(write_path),
            write_path=write_path,
        )
        server.observers += [self._log, Garbage()]
        register_admin(server)
        server.heart.lookup = Resolver(loop).lookup
        started = loop.time()

        def now() -> int:
            return int((loop.time() - started) * 1000)

        # Config files set net_port, some behind a wait: the first map that they ask for, or their
        # end, takes the port.
        port = Port(cvars)
        server.maps.before_load = port.take
        try:
            if not self._run_start_commands(server):
                return EXIT_USAGE
            if self._stop_signal:
                log.info("stopping: %s", self._stop_signal)
                return EXIT_DONE
            udp = port.take()
            server.maps.before_load = lambda: None  # a change of net_port counts from a start on
            cvars.seal()
            await udp.start(
                lambda data, address: server.receive(data, address, now()),
                lambda: self._flush(server, udp),
            )
            await self._companion.start(server)
            # From here on others rely on us: signals and datagrams are taken care of.
            for line in ("listening udp {}:{}".format(*udp.address), *announcements):
                announce(line)
            if server.level is None and server.running:
                complain("no map is running; type: map mp_foy")
            self._tell_waits(server.frame_ms)
            with typed_lines(
                lambda line: loop.call_soon_threadsafe(self.commands.execute, line),
                Completer(self.commands, self._files).candidates,
            ) as interject:
                server.maps.announce = lambda line: interject(lambda: announce(line))
                await self._frames(server, udp, now)
            log.info("stopping: %s", self._stop_signal or "quit")
            server.shutdown(SHUTDOWN_REASON, now())
            self._flush(server, udp)
        finally:
            await self._companion.stop()
            port.close()
        return EXIT_DONE

    def _take_over_settings(self) -> None:
        """Set what an earlier run kept; what the command line sets comes before it."""
        text = saved_text(self.cvars)
        if text is None:
            return
        self._say(f"execing {SAVED}")
        self.commands.execute(text)
        for line in self._start.early:  # once more, over what was kept; it was told the first time
            self.commands.execute(line, lambda _: None)

    def _run_start_commands(self, server: Server) -> bool:
        """Run what stands behind the ``+set`` ones; False when a ``map`` among them failed.

        Frames that a config file waits for pass at once while no map runs.
        """
        told: set[str] = set()
        for line in self._start.late:
            wants_map = line.split(" ", 1)[0].lower() in {"map", "devmap"}
            self.commands.execute(line)
            if wants_map and server.level is None:
                return False
            for _ in range(MAX_START_FRAMES):
                if not self.commands.waiting or server.level is not None or self._stop_signal:
                    break
                for name, frames in self.commands.waits():
                    if name not in told:
                        told.add(name)
                        complain(f"{name} waits {frames} frames; they pass at once before a map")
                self.commands.frame()
        return True

    def _tell_waits(self, frame_ms: int) -> None:
        """Say once why a file has not come to its end: by now its waits take real time."""
        before, self._waits = self._waits, dict(self.commands.waits())
        for name, frames in self._waits.items():
            begins = frames > before.get(name, 0) and (name, frames) not in self._told_waits
            if begins and frames * frame_ms >= TOLD_WAIT_MS:
                self._told_waits.add((name, frames))
                seconds = frames * frame_ms / 1000
                complain(f"{name} waits {frames} frames ({seconds:g} s) before it goes on")

    async def _frames(self, server: Server, udp: UdpSocket, now: Callable[[], int]) -> None:
        clock, times = FrameClock(now()), FrameTimes(self.commands)
        while server.running and not self._stop.is_set():
            if self._reread:
                self._reread = False
                read_again(server, self._start.late)
            delay = clock.until_next(now(), server.frame_ms)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), delay / 1000)
            if frames := clock.advance(now(), server.frame_ms):
                began = perf_counter()
                server.frame(clock.due_ms, frames)
                self._tell_waits(server.frame_ms)
                self._flush(server, udp)
                took = perf_counter() - began
                server.counters.took(took, clock.late_frames)
                times.add(took * 1000)
                times.late = clock.late_frames

    @staticmethod
    def _flush(server: Server, udp: UdpSocket) -> None:
        for data, address in server.take_outgoing():
            udp.send(data, address)
