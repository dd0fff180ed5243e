"""``python -m uoserver``: host a game."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from importlib.metadata import PackageNotFoundError, version

from uoserver.console.argv import split_argv
from uoserver.console.errors import ArgvError
from uoserver.server.app import EXIT_USAGE, App, complain
from uoserver.server.companion import CompanionError
from uoserver.serving.udp import UdpError
from uoserver.supervision import Supervision

DESCRIPTION = """\
Host a game of Call of Duty: United Offensive (protocol 22).

Everything behind a + is a console command; +set ones run first. The same commands can be typed
while the server runs.

  python -m uoserver +map mp_foy
  python -m uoserver +set fs_basepath /games/uo +set sv_hostname "My server" +map mp_foy
  python -m uoserver +exec server.cfg

Standard output says "listening udp ADDRESS:PORT", then "map NAME ready" for each map; all else
goes to standard error. quit, Ctrl-C and SIGTERM stop it; the players are told. SIGHUP reads the
files of +exec again, or stops it when its terminal is gone.
Exit code: 0 stopped, 2 bad usage, busy port or missing map."""


def _version() -> str:
    try:
        return version("uoproto")
    except PackageNotFoundError:
        return "unknown"


def main(argv: list[str] | None = None) -> int:
    """Run the server; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="uoserver",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="uoserver [-v] [+set NAME VALUE ...] [+exec FILE] [+map NAME]",
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="log every detail")
    parser.add_argument("--version", action="version", version=f"uoserver {_version()}")
    words = sys.argv[1:] if argv is None else argv
    first = next((at for at, word in enumerate(words) if word[:1] == "+"), len(words))
    options = parser.parse_args(words[:first])
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.DEBUG if options.verbose else logging.INFO,
        format="%(asctime)s %(levelname)s %(message)s",
    )
    commands = words[first:]
    if options.verbose:
        commands = ["+set", "sv_logLevel", "debug", *commands]
    try:
        return asyncio.run(_host(commands))
    except (ArgvError, UdpError, CompanionError) as error:
        complain(f"uoserver: {error}")
        return EXIT_USAGE


async def _host(words: list[str]) -> int:
    return await App(split_argv(words), Supervision()).run()


if __name__ == "__main__":
    sys.exit(main())
