"""What follows a match: a passed vote, cvar nextmap, the rotation, or the same map again."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from uoserver.console.errors import ConsoleError

from .level import MapError
from .rotation import next_step

if TYPE_CHECKING:
    from collections.abc import Callable

    from uoserver.console.commands import Print

    from .maprunner import MapRunner
    from .state import ServerState

log: Final = logging.getLogger("uoserver")

MAX_STEPS: Final = 64
"""Steps of a rotation that are tried at once: each of a map that cannot be run costs a look at the
files."""
ROTATES: Final = frozenset({"map_rotate"})
PASSED_OVER: Final = "is passed over in a file that sv_mapRotation runs"


def next_map(server: ServerState, maps: MapRunner, settle: Callable[[], None]) -> None:
    """Leave a level whose match is over. There is another level afterwards, whatever fails.

    ``settle`` carries out what players voted on, which comes first. Where cvar nextmap ends the
    server no level follows.
    """
    level = server.level
    settle()
    command = server.cvars.get("nextmap")
    if command and server.level is level:
        server.commands.execute(command)
    if server.level is level and server.running:
        rotate(server, maps, lambda line: log.warning("%s", line))
    if server.level is level and server.running:  # a file of the rotation may end it, too
        maps.reload()


def rotate(server: ServerState, maps: MapRunner, tell: Print) -> bool:
    """Go to the next map of the rotation that can be run; return whether there was one.

    A file of the rotation may end the server, which is as good.

    What is left of it is in sv_mapRotationCurrent; where nothing is, sv_mapRotation begins anew.
    In a file that it runs ``map_rotate`` is passed over: such files would run each other ever more
    often.
    """
    cvars = server.cvars
    begun = False
    for _ in range(MAX_STEPS):
        rotation = cvars.get("sv_mapRotationCurrent").strip()
        if not rotation:
            rotation = cvars.get("sv_mapRotation").strip()
            if begun or not rotation:
                return False
            begun = True
        step = next_step(rotation)
        cvars.set("sv_mapRotationCurrent", step.rest)
        for word in step.unknown:
            tell(f"sv_mapRotation: unknown word {word[:32]!r}")
        if step.missing:
            tell(f"sv_mapRotation: {step.missing} without its value at the end")
        for name, value in step.settings:
            try:
                cvars.set(name, value)
            except ConsoleError as error:
                tell(str(error))
        for name in step.files:
            server.commands.execute(f'exec "{name}"', without=ROTATES, note=PASSED_OVER)
        if not server.running:
            return True
        if not step.map:
            continue
        try:
            maps.load(step.map, autoexec=not step.files)  # as stock (server: sv_mapRotation)
        except MapError as error:
            tell(str(error))
        else:
            return True
    return False
