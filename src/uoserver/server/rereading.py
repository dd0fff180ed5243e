"""Reading the config files of the command line again, while players stay where they are."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .core import Server

log: Final = logging.getLogger("uoserver")

PASSED_OVER: Final = frozenset({"map", "devmap", "map_rotate", "map_restart", "killserver", "quit"})
"""Commands that would end the map: a host's file begins one when the server starts."""


def read_again(server: Server, lines: Sequence[str]) -> None:
    """Run the ``exec`` lines among those of a command line, and open logs anew.

    Who rotates logs moves the files away and then asks for this.
    """
    server.reopen_log()
    for observer in server.observers:
        observer.reread()
    files = [line for line in lines if line.split(" ", 1)[0].lower() == "exec"]
    log.info("SIGHUP: %s", "; ".join(files) or "no +exec on the command line, nothing is read")
    for line in files:
        server.commands.execute(line, without=PASSED_OVER)
