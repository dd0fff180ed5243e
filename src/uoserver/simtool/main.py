"""Command line of the simulation alone."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from uoserver.sim.rfm import RfmError
from uoserver.sim.scenariofields import ScenarioError

from . import BAD_USAGE, INTERRUPTED, CommandError, progress

COMMANDS: Final[tuple[str, ...]] = ("run", "show")
"""Modules of this package, one for each command."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m uoserver.sim",
        description="The simulation of vehicles alone, without a server.",
        epilog="Exit codes: 0 done; 1 interrupted; 2 bad usage or unreadable file.",
    )
    commands = parser.add_subparsers(dest="verb", required=True, metavar="COMMAND")
    for name in COMMANDS:
        module = import_module(f"uoserver.simtool.{name}")
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


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    args = _parser().parse_args(argv)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output left: nothing more to say to it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return INTERRUPTED
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        progress(f"{args.verb}: {place}{error.strerror or error}")
        return BAD_USAGE
    except (CommandError, ScenarioError, RfmError) as error:
        progress(f"{args.verb}: {error}")
        return BAD_USAGE
    except KeyboardInterrupt:
        progress("interrupted")
        return INTERRUPTED
    return code
