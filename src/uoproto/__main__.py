"""Command line: ``python -m uoproto query|list|join|decode|rcon``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from .cli import (
    BAD_USAGE,
    FAILED,
    CommandError,
    browse,
    decode,
    join,
    progress,
    query,
    rcon,
    readable,
)
from .errors import LocalProtocolError

_COMMANDS = {"query": query, "list": browse, "join": join, "decode": decode, "rcon": rcon}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m uoproto",
        description="Tools for Call of Duty: United Offensive servers, protocol 22.",
        epilog="Exit codes: 0 done; 1 no answer or not reached; 2 bad usage or unreadable file.",
    )
    commands = parser.add_subparsers(dest="verb", required=True, metavar="COMMAND")
    for name, module in _COMMANDS.items():
        command = commands.add_parser(
            name,
            help=module.HELP,
            description=module.HELP[0].upper() + module.HELP[1:] + ".",
            epilog=module.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    args = _parser().parse_args(argv)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # names may hold what a terminal cannot show
    try:
        code = _run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output left: nothing more to say to it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        progress(f"{args.verb}: {error}")
        return BAD_USAGE
    except KeyboardInterrupt:
        progress("interrupted")
        return FAILED
    return code


def _run(args: argparse.Namespace) -> int:
    try:
        code: int = _COMMANDS[args.verb].run(args)
    except CommandError as error:
        progress(f"{args.verb}: {error}")
        return error.code
    except LocalProtocolError as error:  # an argument that the protocol cannot carry
        progress(f"{args.verb}: {readable(str(error))}")
        return BAD_USAGE
    return code


if __name__ == "__main__":
    sys.exit(main())
