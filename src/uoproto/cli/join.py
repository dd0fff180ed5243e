"""``join``: a headless client that enters a server's world, moves, watches and leaves."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import signal
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import BinaryIO, Final

from ..connection import ClientConfig, ClientConnection, ConnState, Event
from ..connection.events import (
    ConnStateChanged,
    Disconnected,
    DownloadProgress,
    LoadingNewMap,
    PacketIgnored,
    RetailWarning,
    ServerCommandReceived,
    SnapshotDiscarded,
    SnapshotReceived,
    TextPrinted,
)
from ..constants import SnapFlags
from ..demo import DemoRecorder
from ..record import Vector
from ..text import info_valid
from ..udp import AsyncClient, open_client
from . import (
    BAD_USAGE,
    FAILED,
    OK,
    CommandError,
    add_json,
    add_timeout,
    address,
    print_json,
    progress,
    readable,
    seconds,
)
from .drive import DriveError, DriveScript, apply_controls, parse_drive
from .fetch import PackStore

HELP: Final = "join a server without a screen, and report what it sent"
EXAMPLES: Final = """\
examples:
  python -m uoproto join 192.0.2.10 --seconds 5
  python -m uoproto join 127.0.0.1:28960 --strict --json
  python -m uoproto join 127.0.0.1 --seconds 10 --drive walk.txt --record walk.dm_3
  python -m uoproto join 127.0.0.1 --seconds 1 --download packs

A drive script has lines `MS forward right up pitch yaw BUTTONS`: from MS milliseconds after
entering the world on, these moves (-127..127), view angles (degrees) and buttons hold:
  0     127 0 0   0  90  0      # walk north
  2000  127 0 0   0 180  0x08   # turn west and sprint
  3500    0 0 0   0 180  0

Ctrl-C, SIGTERM and SIGHUP end the visit early: the client says that it leaves and reports. The
exit code is 0 if the world was reached, else 1.
"""

DRIVE_MS: Final = 20
MAX_COMMANDS: Final = 10_000
"""Newest server commands kept for the report."""
MAX_ERRORS: Final = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("server", type=address, metavar="HOST[:PORT]")
    parser.add_argument(
        "--seconds", type=seconds, default=5, metavar="N", help="time in the world (default 5)"
    )
    add_timeout(parser, 15, "the world to be reached")
    parser.add_argument("--drive", type=Path, metavar="SCRIPT", help="move as a file says")
    parser.add_argument("--record", type=Path, metavar="FILE", help="record a demo (.dm_3)")
    parser.add_argument(
        "--download",
        type=Path,
        metavar="DIR",
        help="fetch the packs that the server tells of and DIR lacks",
    )
    parser.add_argument("--name", default="uoproto", help="player name (default uoproto)")
    parser.add_argument("--password", default="", help="g_password or private password")
    parser.add_argument(
        "--strict", action="store_true", help="check all that a retail client enforces"
    )
    parser.add_argument(
        "--qport", type=_qport, metavar="N", help="0..65535 (default a random number)"
    )
    add_json(parser)


def _qport(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 0xFFFF):
        raise argparse.ArgumentTypeError(f"{text!r} is not 0..65535")
    return int(text)


@dataclass(slots=True)
class Report:
    """What a visit was like; its fields are the keys of ``--json``."""

    state: str = ConnState.DISCONNECTED.name
    snapshots: int = 0
    deltas: int = 0
    dropped: int = 0
    discarded: int = 0
    ping_ms: int = 999
    first_position: Vector | None = None
    last_position: Vector | None = None
    server_commands: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_COMMANDS))
    downloaded: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def take(self, event: Event) -> None:
        """Count an event."""
        match event:
            case SnapshotReceived():
                self._snapshot(event)
            case SnapshotDiscarded():
                self.discarded += 1
            case ServerCommandReceived():
                self.server_commands.append(event.text)
            case RetailWarning():
                self.error(f"{event.rule}: {event.detail}")
            case PacketIgnored(reason, malformed=True) | Disconnected(reason):
                self.error(reason)
            case ConnStateChanged():
                progress(event.new.name.lower())
            case LoadingNewMap():
                progress(f"the server loads {readable(event.map_name)}")
            case TextPrinted():
                progress(f"server: {readable(event.text.strip())}")

    def error(self, text: str) -> None:
        """Note a fault once."""
        if text not in self.errors and len(self.errors) < MAX_ERRORS:
            self.errors.append(text)

    def _snapshot(self, event: SnapshotReceived) -> None:
        snapshot = event.snapshot
        self.snapshots += 1
        self.deltas += snapshot.delta_distance > 0
        self.ping_ms = event.ping_ms
        origin = snapshot.frame.player.origin
        if not snapshot.snap_flags & SnapFlags.NOT_ACTIVE and all(map(isfinite, origin)):
            self.first_position = self.first_position or origin
            self.last_position = origin

    def to_json(self) -> dict[str, object]:
        """Return the object that ``--json`` prints."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {**values, "server_commands": list(self.server_commands)}

    def lines(self) -> list[str]:
        """Return the report for a terminal."""
        counts = f"{self.snapshots} snapshots, {self.deltas} of them deltas"
        lost = f"{self.dropped} messages dropped, {self.discarded} snapshots discarded"
        lines = [f"{self.state}: {counts}; {lost}; ping {self.ping_ms} ms"]
        if self.first_position and self.last_position:
            first, last = (
                " ".join(f"{axis:.1f}" for axis in position)
                for position in (self.first_position, self.last_position)
            )
            lines.append(f"position {first} -> {last}")
        lines += [f"downloaded {name}" for name in self.downloaded]
        lines += [f"server command: {readable(text)}" for text in self.server_commands]
        return lines + [f"error: {readable(text)}" for text in self.errors]


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    script = _read_script(args.drive) if args.drive else None
    config = _config(args)
    store = PackStore(args.download) if args.download else None
    if store is not None:
        config.allow_download, config.has_pak = True, store.has
    report = Report()
    with ExitStack() as files:
        stream = files.enter_context(_open_record(args.record)) if args.record else None
        try:
            asyncio.run(_visit(config, args, report, script, stream, store))
        except OSError as error:
            raise CommandError(f"cannot join {args.server[0]}: {error}") from error
    if args.json:
        print_json(report.to_json())
    else:
        print("\n".join(report.lines()))
    good = report.state == ConnState.ACTIVE.name and not (args.strict and report.errors)
    return OK if good else FAILED


def _read_script(path: Path) -> DriveScript:
    try:
        with path.open(encoding="utf-8") as lines:
            return parse_drive(lines)
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {path}: {error}", BAD_USAGE) from error
    except DriveError as error:
        raise CommandError(f"{path}: {error}", BAD_USAGE) from error


def _open_record(path: Path) -> BinaryIO:
    try:
        return path.open("wb")
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error}", BAD_USAGE) from error


def _config(args: argparse.Namespace) -> ClientConfig:
    """Return what the client is told; `CommandError` when no connect request can carry it."""
    config = ClientConfig(
        qport=secrets.randbelow(0x10000) if args.qport is None else args.qport,
        strict=args.strict,
    )
    config.userinfo |= {"name": args.name, "password": args.password}
    for option, text in (("--name", args.name), ("--password", args.password)):
        carried = all(" " <= char <= "\xff" and char != "\\" for char in text)
        if not carried or not info_valid(text):
            raise CommandError(f"{option} holds a character that cannot be sent", BAD_USAGE)
    config.connect_request()
    return config


@contextmanager
def _leaving_on_signals() -> Iterator[None]:
    """End the running task on SIGTERM and SIGHUP as on Ctrl-C; under nohup SIGHUP stays ignored."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def leave(*_: object) -> None:
        if task is not None:
            loop.call_soon_threadsafe(task.cancel)

    numbers = (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))
    before = {number: signal.getsignal(number) for number in numbers}
    caught = {number: old for number, old in before.items() if old == signal.SIG_DFL}
    for number in caught:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number, old in caught.items():
            signal.signal(number, old)


async def _visit(
    config: ClientConfig,
    args: argparse.Namespace,
    report: Report,
    script: DriveScript | None,
    stream: BinaryIO | None,
    store: PackStore | None,
) -> None:
    with _leaving_on_signals(), suppress(asyncio.CancelledError):  # Ctrl-C, or another signal
        async with await open_client(config, *args.server) as client:
            try:
                with suppress(TimeoutError):  # time is up
                    await _watch(client, args, report, script, stream, store)
            finally:
                if store is not None:
                    store.close()
                    report.downloaded = store.downloaded
                    for problem in store.problems:
                        report.error(problem)
                report.state = client.connection.state.name
                report.dropped = client.connection.netchan.total_dropped


async def _watch(
    client: AsyncClient,
    args: argparse.Namespace,
    report: Report,
    script: DriveScript | None,
    stream: BinaryIO | None,
    store: PackStore | None,
) -> None:
    loop = asyncio.get_running_loop()
    recorder: DemoRecorder | None = None
    driver: asyncio.Task[None] | None = None
    try:
        async with asyncio.timeout(args.timeout) as limit:
            async for event in client:
                report.take(event)
                if store is not None:
                    store.take(event, client.connection.downloads)
                    if isinstance(event, DownloadProgress) and driver is None:
                        limit.reschedule(loop.time() + args.timeout)
                entered = isinstance(event, ConnStateChanged) and event.new == ConnState.ACTIVE
                if entered and driver is None:
                    limit.reschedule(loop.time() + args.seconds)
                    driver = asyncio.create_task(_drive(client.connection, script or DriveScript()))
                    if stream and client.connection.state == ConnState.ACTIVE:
                        recorder = DemoRecorder(client.connection, stream)
    finally:
        if driver:
            driver.cancel()
        if recorder:
            recorder.close()
            if recorder.failure:
                report.error(f"recording stopped: {recorder.failure}")
        elif stream:
            report.error("nothing was recorded")


async def _drive(connection: ClientConnection, script: DriveScript) -> None:
    loop = asyncio.get_running_loop()
    start = loop.time()
    while True:
        elapsed_ms = int((loop.time() - start) * 1000)
        apply_controls(connection, script.at(elapsed_ms))
        await asyncio.sleep(DRIVE_MS / 1000)
