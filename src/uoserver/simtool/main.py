"""Command line of the simulation alone."""

from __future__ import annotations

from typing import Final

from uoserver.commandline import Program
from uoserver.sim.levels.rfm import RfmError
from uoserver.sim.levels.scenariofields import ScenarioError

PROGRAM: Final = Program(
    prog="python -m uoserver.sim",
    description="The simulation of vehicles alone, without a server.",
    epilog="Exit codes: 0 done; 1 interrupted, or the reader of the output left;"
    " 2 bad usage, or a file that cannot be read or written.",
    package="uoserver.simtool",
    commands=("run", "show"),
    errors=(ScenarioError, RfmError),
)
main = PROGRAM.main
