"""``rcon``: run a console command on a server."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import os
import sys
from pathlib import Path
from typing import Final

from ..oob import BAD_PASSWORD, NO_PASSWORD_SET
from ..udp import rcon
from . import BAD_USAGE, FAILED, OK, CommandError, add_json, add_timeout, address, print_json
from . import readable as one_line

VARIABLE: Final = "UO_RCON_PASSWORD"
MAX_PASSWORD_FILE: Final = 4096
HELP: Final = "run a console command on a server"
EXAMPLES: Final = f"""\
examples:
  python -m uoproto rcon 192.0.2.10 status
  {VARIABLE}=secret python -m uoproto rcon 192.0.2.10 map_rotate
  python -m uoproto rcon 192.0.2.10 --password-file ~/.uo-rcon 'set g_password ""'

The password comes from --password-file (its first line), else from the variable {VARIABLE},
else it is asked for: on a command line others on the machine could read it.
Exit codes: 0 it was run; 1 no answer, or the password was refused; 2 bad usage.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("server", type=address, metavar="HOST[:PORT]")
    parser.add_argument("command", nargs="+", metavar="COMMAND", help="the command and its words")
    parser.add_argument("--password-file", type=Path, metavar="FILE")
    add_timeout(parser, 3, "the answer")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    host, port = args.server
    command, password = " ".join(args.command), _password(args.password_file)
    try:
        output = asyncio.run(
            rcon(
                *(host, port),
                password=password,
                command=command,
                timeout_ms=int(args.timeout * 1000),
            )
        )
    except OSError as error:
        reason = str(error) if isinstance(error, TimeoutError) else f"cannot ask {host}: {error}"
        if args.json:
            print_json({"output": None, "error": reason})
        raise CommandError(reason) from error
    refused = output in (BAD_PASSWORD, NO_PASSWORD_SET)
    if args.json:
        print_json({"output": output, "error": output.strip() if refused else None})
    elif not refused:
        for line in output.splitlines():
            print(one_line(line))
    if refused:
        raise CommandError(one_line(output.strip()), FAILED)
    return OK


def _password(file: Path | None) -> str:
    if file is not None:
        with file.expanduser().open(encoding="latin-1") as lines:
            return lines.readline(MAX_PASSWORD_FILE).rstrip("\r\n")
    if (known := os.environ.get(VARIABLE)) is not None:
        return known
    if not sys.stdin or not sys.stdin.isatty():
        text = f"no password: --password-file FILE, or the variable {VARIABLE}"
        raise CommandError(text, BAD_USAGE)
    return getpass.getpass("rcon password: ")
