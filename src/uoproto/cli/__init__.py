"""The commands of ``python -m uoproto`` and what they share.

Exit codes: 0 done; 1 no answer or not reached; 2 bad usage or an unreadable file. With ``--json``
standard output holds one object on its last line; progress goes to standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Final

from ..constants import DEFAULT_PORT
from ..text import strip_colors

OK: Final = 0
FAILED: Final = 1
BAD_USAGE: Final = 2

_PORTS: Final = range(1, 65536)


class CommandError(Exception):
    """Ends a command with one line on standard error and an exit code."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code


def address(text: str, default_port: int = DEFAULT_PORT) -> tuple[str, int]:
    """Return host and port of ``HOST[:PORT]``; for use as an argparse type."""
    host, colon, port = text.partition(":")
    number = int(port) if port.isascii() and port.isdigit() and len(port) <= 5 else 0
    if not host or (colon and number not in _PORTS):
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST[:PORT]")
    return host, number if colon else default_port


def seconds(text: str) -> float:
    """Return a number of seconds from above 0 up to a day; for use as an argparse type."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86400:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time in seconds")
    return value


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def add_timeout(parser: argparse.ArgumentParser, default: float, what: str) -> None:
    """Add ``--timeout``."""
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=default,
        metavar="S",
        help=f"seconds to wait for {what} (default {default:g})",
    )


def print_json(value: Mapping[str, object]) -> None:
    """Print an object on one line, in ASCII."""
    print(json.dumps(value), flush=True)


def progress(text: str) -> None:
    """Print a line to standard error."""
    print(text, file=sys.stderr, flush=True)


def readable(text: str) -> str:
    """Return a stranger's text for a terminal: no colour codes, no control characters."""
    return "".join(char if char.isprintable() else "." for char in strip_colors(text))
