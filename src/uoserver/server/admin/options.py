"""Stock's commands for the options of a game that are cvars as well (server: Kick/ban)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoserver.console.commands import Invocation
from uoserver.console.errors import CommandError

if TYPE_CHECKING:
    from ..core import Server

OPTIONS: Final = ("drawfriend", "friendlyfire", "killcam")
"""``set`` and the option is the command, ``scr_`` and the option the cvar."""


class OptionCommands:
    """Sets options by commands of their own, which scripts of hosts use."""

    def __init__(self, server: Server) -> None:
        self._server: Final = server
        for option in OPTIONS:
            text = f"set{option} VALUE: set scr_{option}"
            server.commands.register(f"set{option}", self._set, text)

    def _set(self, call: Invocation) -> None:
        if len(call.words) != 2:
            raise CommandError(f"usage: {call.words[0]} VALUE")
        option = call.words[0].lower().removeprefix("set")
        note = self._server.cvars.set(f"scr_{option}", call.arg(1)).note
        if note:
            call.print(note)
