"""Command line of the map tools."""

from __future__ import annotations

from typing import Final

from uoserver.bsp.errors import BspError
from uoserver.commandline import Program

PROGRAM: Final = Program(
    prog="python -m uoserver.bsp",
    description="Tools for the maps of Call of Duty: United Offensive (IBSP version 59).",
    epilog="Exit codes: 0 done; 1 findings with errors, or the reader of the output left;"
    " 2 bad usage, or a file that cannot be read or written.",
    package="uoserver.maptool",
    commands=("info", "check", "entities", "trace", "render", "build"),
    errors=(BspError,),
)
main = PROGRAM.main
