"""A program with commands, as ``python -m uoserver.bsp`` and ``python -m uoserver.sim`` are.

Exit codes: 0 done; 1 stopped early, or what the command says; 2 bad usage or an unreadable file.
With ``--json`` standard output holds one object on its last line; progress goes to standard error.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Final

OK: Final = 0
STOPPED: Final = 1
"""Interrupted, or the reader of the output left."""
BAD_USAGE: Final = 2


class CommandError(Exception):
    """Ends a command with one line on standard error and an exit code."""

    def __init__(self, message: str, code: int = BAD_USAGE) -> None:
        super().__init__(message)
        self.code = code


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
        args = self._parser().parse_args(argv)
        try:
            code: int = args.run(args)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader of our output left: nothing more to say to it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
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
        parser = argparse.ArgumentParser(
            prog=self.prog, description=self.description, epilog=self.epilog
        )
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


def print_json(result: Mapping[str, object]) -> None:
    """Print one object on one line."""
    sys.stdout.write(json.dumps(result, ensure_ascii=True) + "\n")


def progress(line: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(line + "\n")
