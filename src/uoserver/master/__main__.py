"""``python -m uoserver.master``: list servers for browsers."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from uoproto.constants import AUTHORIZE_PORT, MASTER_PORT
from uoserver.serving.udp import UdpError

from .app import Port, serve
from .authorize import Authorizer
from .core import EXPIRE_MS, Master

EXIT_DONE: Final = 0
EXIT_USAGE: Final = 2
MIN_EXPIRE_S: Final = 10
MAX_EXPIRE_S: Final = 86_400
DAY_S: Final = 86_400

DESCRIPTION = """\
List game servers for browsers: a master server of Call of Duty: United Offensive.

Servers with +set dedicated 2 +set sv_master1 HOST[:PORT] tell it that they are there; it asks
them back and lists those that answer. Browsers get the list:

  python -m uoserver.master
  python -m uoproto list --master HOST[:PORT]"""

EPILOG = """\
Standard output says "master listening udp ADDRESS:PORT" and, with --authorize, the same of
"authorize". With --json objects with counts follow, the last one when it stops; all else goes to
standard error. Ctrl-C, SIGTERM and SIGHUP stop it.
Exit code: 0 stopped, 2 bad usage or busy port."""


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        value = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {low} to {high}")
        return value

    return parse


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m uoserver.master",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    port = _whole(0, 65535)
    add = parser.add_argument
    add("--bind", default="", metavar="ADDRESS", help="IPv4 address to listen on (default: all)")
    add(
        "--port",
        type=port,
        default=MASTER_PORT,
        metavar="N",
        help=f"UDP port, 0: any free one (default {MASTER_PORT})",
    )
    add(
        "--expire",
        type=_whole(MIN_EXPIRE_S, MAX_EXPIRE_S),
        default=EXPIRE_MS // 1000,
        metavar="S",
        help=f"silence after which a server is taken off the list (default {EXPIRE_MS // 1000})",
    )
    add(
        "--authorize",
        action="store_true",
        help="also answer servers in place of the retired authorization host: all may play",
    )
    add(
        "--authorize-port",
        type=port,
        default=AUTHORIZE_PORT,
        metavar="N",
        help=f"UDP port of --authorize, 0: any free one (default {AUTHORIZE_PORT})",
    )
    add("--json", action="store_true", help="print counts as JSON objects")
    add(
        "--interval",
        type=_whole(1, DAY_S),
        default=60,
        metavar="S",
        help="seconds between two objects of --json (default 60)",
    )
    add("-v", "--verbose", action="store_true", help="log each server that comes and goes")
    return parser


def _announce(line: str) -> None:
    with suppress(OSError):  # whoever read it is gone; servers and browsers are not
        print(line, flush=True)  # noqa: T201 (standard output is the interface)


def main(argv: list[str] | None = None) -> int:
    """Serve until told to stop; returns the exit code."""
    args = _parser().parse_args(argv)
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.DEBUG if args.verbose else logging.INFO,
        format="%(asctime)s %(levelname)s %(message)s",
    )
    ports = [Port(Master(expire_ms=args.expire * 1000), (args.bind, args.port))]
    if args.authorize:
        ports.append(Port(Authorizer(), (args.bind, args.authorize_port)))
    every = args.interval if args.json else None
    try:
        asyncio.run(serve(ports, _announce, json_every=every))
    except UdpError as error:
        with suppress(OSError):
            print(f"uoserver.master: {error}", file=sys.stderr, flush=True)  # noqa: T201
        return EXIT_USAGE
    return EXIT_DONE


if __name__ == "__main__":
    sys.exit(main())
