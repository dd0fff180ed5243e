"""``show SCENARIO``: the grid of a scenario or map in the terminal."""

from __future__ import annotations

import argparse

from uoserver.commandline import OK, print_lines
from uoserver.sim.levels.scenario import start

from .source import SCENARIO_HELP, load, shipped
from .textmap import legend, text_map, used_area
from .words import driver_words, side_words

HELP = "print the grid of a scenario or an RFM map, only the part that is used"
EXAMPLES = """examples:
  python -m uoserver.sim show boat
  python -m uoserver.sim show my.toml
  python -m uoserver.sim show RFMAP001.RFM"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    names = ", ".join(shipped())
    parser.add_argument("scenario", metavar="SCENARIO", help=SCENARIO_HELP.format(names=names))


def run(args: argparse.Namespace) -> int:
    """Print the grid; raises ScenarioError, RfmError, CommandError, OSError."""
    scenario = load(args.scenario)
    sim = start(scenario)
    area = used_area(sim)
    lines = [
        scenario.title,
        "",
        *text_map(sim, area),
        "",
        *legend(sim, area),
        "",
        *(driver_words(sim, driver) for driver in sim.state.drivers),
        *side_words(sim),
    ]
    print_lines(lines)
    return OK
