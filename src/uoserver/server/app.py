"""The server process: sockets, signals, standard input and the frame loop around `Server`."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
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

from .admin import register_admin
from .clock import FrameClock
from .companion import Companion
from .core import Server
from .logfile import LogFile
from .signals import caught_signals
from .udp import UdpSocket

log: Final = logging.getLogger("uoserver")

EXIT_DONE: Final = 0
EXIT_USAGE: Final = 2
MAX_START_FRAMES: Final = 10_000
MAX_TYPED_LINE: Final = 16_384
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
        self.commands = CommandRegistry(self.cvars, complain, self._read_file)
        register_builtins(self.commands)
        self._stop = asyncio.Event()
        self._stop_signal = ""
        self._told_waits: set[tuple[str, int]] = set()
        self._waits: dict[str, int] = {}

    def _read_file(self, name: str) -> str | None:
        return self._files.read_text(name)

    async def run(self) -> int:
        """Host until told to stop."""
        loop = asyncio.get_running_loop()

        def stop(name: str) -> None:
            self._stop_signal = self._stop_signal or name
            loop.call_soon_threadsafe(self._stop.set)

        with caught_signals(stop):
            return await self._host(loop)

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
        for problem in self._files.problems:
            log.warning("%s", problem)
        write_path = Path(cvars.get("fs_homepath") or cvars.get("fs_basepath"))
        server = Server(
            cvars,
            self.commands,
            self._files,
            announce=announcements.append,
            log_file=LogFile(write_path),
            write_path=write_path,
        )
        register_admin(server)
        started = loop.time()

        def now() -> int:
            return int((loop.time() - started) * 1000)

        # Config files set net_port, some behind a wait: they run before the socket opens.
        if not self._run_start_commands(server):
            return EXIT_USAGE
        if self._stop_signal:
            log.info("stopping: %s", self._stop_signal)
            self._files.close()
            return EXIT_DONE
        udp = UdpSocket(cvars.get("net_ip"), cvars.get_int("net_port"))
        try:
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
            server.maps.announce = announce
            self._read_standard_input(loop)
            self._tell_waits(server.frame_ms)
            await self._frames(server, udp, now)
            log.info("stopping: %s", self._stop_signal or "quit")
            server.shutdown(SHUTDOWN_REASON, now())
            self._flush(server, udp)
        finally:
            await self._companion.stop()
            udp.close()
            self._files.close()
        return EXIT_DONE

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
        clock = FrameClock(now())
        while server.running and not self._stop.is_set():
            delay = clock.until_next(now(), server.frame_ms)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), delay / 1000)
            if frames := clock.advance(now(), server.frame_ms):
                began = perf_counter()
                server.frame(clock.due_ms, frames)
                self._tell_waits(server.frame_ms)
                self._flush(server, udp)
                server.counters.took(perf_counter() - began, clock.late_frames)

    @staticmethod
    def _flush(server: Server, udp: UdpSocket) -> None:
        for data, address in server.take_outgoing():
            udp.send(data, address)

    # -- the outside ----------------------------------------------------------------------------

    def _read_standard_input(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read commands from standard input in a thread, which works for every kind of input.

        The thread reads the file descriptor itself: a daemon thread inside Python's own stdin
        buffer makes the interpreter abort when the process ends.
        """
        try:
            descriptor = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):  # no standard input at all
            return

        def read() -> None:
            pending = b""
            with suppress(OSError, RuntimeError):  # input closed, or the loop
                while chunk := os.read(descriptor, 4096):
                    *lines, pending = (pending + chunk).split(b"\n")
                    for line in lines:
                        loop.call_soon_threadsafe(self.commands.execute, line.decode("latin-1"))
                    pending = pending[: MAX_TYPED_LINE + 1]  # the console refuses what is longer
                loop.call_soon_threadsafe(self.commands.execute, pending.decode("latin-1"))

        if hasattr(signal, "SIGTTIN"):  # a shell's background job is stopped when it reads
            signal.signal(signal.SIGTTIN, signal.SIG_IGN)
        threading.Thread(target=read, name="stdin", daemon=True).start()
