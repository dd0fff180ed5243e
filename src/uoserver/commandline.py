"""A program with commands, as ``python -m uoserver.bsp`` and ``python -m uoserver.sim`` are.

Exit codes: 0 done; 1 stopped early, or what the command says; 2 bad usage or an unreadable file.
With ``--json`` standard output holds one object on its last line; progress goes to standard error.
What terminals would obey instead of showing it reaches neither. Either may be closed, or full.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final, NoReturn, TextIO

OK: Final = 0
STOPPED: Final = 1
"""Interrupted, or the reader of the output left."""
BAD_USAGE: Final = 2


class CommandError(Exception):
    """Ends a command with one line on standard error and an exit code."""

    def __init__(self, message: str, code: int = BAD_USAGE) -> None:
        super().__init__(message)
        self.code = code


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line without what a terminal would obey in it."""

    def error(self, message: str) -> NoReturn:
        super().error(plain(message))


@dataclass(frozen=True, slots=True)
class Program:
    """A command line: its name, its texts, and a module for each command.

    A module of ``package`` has ``HELP``, ``EXAMPLES``, ``add_arguments(parser)`` and
    ``run(args) -> exit code``. ``errors`` are those of bad files: they end a command like
    `CommandError`.
    """

    prog: str
    description: str
    epilog: str
    package: str
    commands: Sequence[str]
    errors: tuple[type[Exception], ...]

    def main(self, argv: Sequence[str] | None = None) -> int:
        """Run a command and return its exit code."""
        _open_what_is_closed()
        try:
            return self._run(argv)
        finally:
            for stream in (sys.stdout, sys.stderr):
                _flush(stream)

    def _run(self, argv: Sequence[str] | None) -> int:
        args = self._parser().parse_args(argv)
        try:
            code: int = args.run(args)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader of our output left: nothing more to say to it
            return STOPPED
        except CommandError as error:
            progress(f"{args.verb}: {error}")
            return error.code
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            progress(f"{args.verb}: {place}{error.strerror or error}")
            return BAD_USAGE
        except self.errors as error:
            progress(f"{args.verb}: {error}")
            return BAD_USAGE
        except KeyboardInterrupt:
            progress("interrupted")
            return STOPPED
        return code

    def _parser(self) -> argparse.ArgumentParser:
        parser = _Parser(prog=self.prog, description=self.description, epilog=self.epilog)
        commands = parser.add_subparsers(dest="verb", required=True, metavar="COMMAND")
        for name in self.commands:
            module = import_module(f"{self.package}.{name}")
            command = commands.add_parser(
                name,
                help=module.HELP,
                description=module.HELP[0].upper() + module.HELP[1:] + ".",
                epilog=module.EXAMPLES,
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
            module.add_arguments(command)
            command.set_defaults(run=module.run)
        return parser


def _open_what_is_closed() -> None:
    """Give Python the streams it lacks where nobody wants to hear of us (``>&-``)."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, nowhere)


def _flush(stream: TextIO) -> None:
    """Write what is left; if it cannot be, it is lost: Python would end with a code of its own."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def plain(text: str) -> str:
    """Return a text of a file or a name without what a terminal would obey: a ``?`` for each."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def print_json(result: Mapping[str, object]) -> None:
    """Print one object on one line."""
    sys.stdout.write(json.dumps(result, ensure_ascii=True) + "\n")


def print_lines(lines: Iterable[str]) -> None:
    """Print lines as `plain` text; what the terminal's encoding lacks is written as an escape."""
    encoding = sys.stdout.encoding or "ascii"
    for line in lines:
        shown = plain(line).encode(encoding, "backslashreplace").decode(encoding)
        sys.stdout.write(shown + "\n")


def progress(line: str) -> None:
    """Write a line to standard error as `plain` text; nothing ends because nobody can hear it."""
    with contextlib.suppress(OSError):
        sys.stderr.write(plain(line) + "\n")
