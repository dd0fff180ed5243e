"""``python -m uoserver.pilot HOST[:PORT]``: play on a server as a bot does."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from uoproto.cli import (
    FAILED,
    OK,
    CommandError,
    add_json,
    add_timeout,
    address,
    readable,
    seconds,
)
from uoproto.cli.join import Report
from uoproto.connection import ClientConfig, ConnState, Event
from uoproto.connection.events import ConnStateChanged
from uoproto.errors import LocalProtocolError
from uoproto.text import info_valid
from uoproto.udp import open_client
from uoserver.commandline import BAD_USAGE, print_json, print_lines, progress
from uoserver.files.errors import FileError
from uoserver.files.searchpath import SearchPath

from .hands import STEERS_BY_VIEW
from .maps import Maps
from .pilot import SIDES, Pilot
from .runner import play

DESCRIPTION: Final = """\
Play a match on a server as a bot does, without a screen: join a side, drive, fight, fetch the flag.

It knows the land from the map's own file: the game's, found below --basepath as a server finds it,
or the stand-in map that comes along. Without the map it only looks on."""
EPILOG: Final = """\
examples:
  python -m uoserver.pilot 127.0.0.1 --seconds 60
  python -m uoserver.pilot 192.0.2.10:28961 --team axis --basepath /games/uo --json

Exit codes: 0 the time is over; 1 the world was not reached, or the server dropped us; 2 bad usage.
--json prints one object: state, map, side (allies, axis or null), launches, scores (allies, axis),
snapshots, deltas, dropped, discarded, ping_ms, errors."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m uoserver.pilot",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("server", type=address, metavar="HOST[:PORT]")
    parser.add_argument("--team", choices=SIDES, default="auto", help="the side (default auto)")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of what it does by chance"
    )
    parser.add_argument(
        "--seconds", type=seconds, default=60, metavar="N", help="time in the world (default 60)"
    )
    add_timeout(parser, 60, "the world to be reached, a survey of the map included")
    parser.add_argument("--basepath", default="", metavar="DIR", help="where the game is installed")
    parser.add_argument("--name", default="pilot", help="player name (default pilot)")
    parser.add_argument("--password", default="", help="g_password or private password")
    parser.add_argument(
        "--strict", action="store_true", help="leave as soon as a retail client would"
    )
    add_json(parser)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and return the exit code."""
    args = _parser().parse_args(argv)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(message)s")
    try:
        return _run(args)
    except CommandError as error:
        progress(f"pilot: {error}")
        return error.code
    except BrokenPipeError:
        return FAILED
    except KeyboardInterrupt:
        progress("interrupted")
        return FAILED


def _run(args: argparse.Namespace) -> int:
    config = ClientConfig(qport=secrets.randbelow(0x10000), strict=args.strict)
    config.userinfo |= {"name": args.name, "password": args.password, **STEERS_BY_VIEW}
    for option, text in (("--name", args.name), ("--password", args.password)):
        if not info_valid(text) or not all(" " <= char <= "\xff" and char != "\\" for char in text):
            raise CommandError(f"{option} holds a character that cannot be sent", BAD_USAGE)
    if args.basepath and not Path(args.basepath).is_dir():
        raise CommandError(f"--basepath: {args.basepath} is no folder", BAD_USAGE)
    report, pilot = Report(), Pilot(side=args.team, seed=args.seed)
    try:
        config.connect_request()
        with SearchPath.open(args.basepath) as files:
            asyncio.run(_visit(config, args, report, pilot, files))
    except LocalProtocolError as error:
        raise CommandError(readable(str(error)), BAD_USAGE) from error
    except (OSError, FileError) as error:
        raise CommandError(f"cannot join {args.server[0]}: {error}") from error
    _tell(args, report, pilot)
    return OK if report.state == ConnState.ACTIVE.name else FAILED


def _tell(args: argparse.Namespace, report: Report, pilot: Pilot) -> None:
    side = None if pilot.sight is None else ("allies", "axis")[pilot.sight.team]
    counted = ("snapshots", "deltas", "dropped", "discarded", "ping_ms", "errors")
    result = {
        "state": report.state,
        "map": pilot.map_name,
        "side": side,
        "launches": pilot.launches,
        "scores": list(pilot.scores),
        **{name: getattr(report, name) for name in counted},
    }
    if args.json:
        print_json(result)
        return
    allies, axis = pilot.scores
    place = f"{report.state} on {readable(pilot.map_name)}: {side or 'no side'}"
    print_lines([f"{place}, {pilot.launches} vehicles, allies {allies}, axis {axis}"])
    print_lines(f"error: {readable(text)}" for text in report.errors)


async def _visit(
    config: ClientConfig,
    args: argparse.Namespace,
    report: Report,
    pilot: Pilot,
    files: SearchPath,
) -> None:
    maps, loop = Maps(files), asyncio.get_running_loop()
    async with await open_client(config, *args.server) as client:
        entered = False

        def watch(event: Event) -> None:
            nonlocal entered
            report.take(event)
            if (
                isinstance(event, ConnStateChanged)
                and event.new == ConnState.ACTIVE
                and not entered
            ):
                entered = True
                limit.reschedule(loop.time() + args.seconds)

        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(args.timeout) as limit:
                    await play(client, pilot, maps, watch)
            if not entered and not report.errors:
                report.error(f"not in the world, with its map loaded, within {args.timeout:g} s")
        finally:
            report.state = client.connection.state.name
            if not entered and report.state == ConnState.ACTIVE.name:
                report.state = ConnState.LOADING.name  # it has not seen that yet
            report.dropped = client.connection.netchan.total_dropped


if __name__ == "__main__":
    sys.exit(main())
