"""Cvars as console text that sets them again: what config files are made of."""

from __future__ import annotations

from typing import Final

from uoproto.text import tokenize
from uoserver.console.cvars import Cvar, CvarFlag, CvarRegistry
from uoserver.console.tokens import join, quote, split_commands

_NEVER: Final = CvarFlag.TEMP | CvarFlag.ROM | CvarFlag.INIT
"""Passwords and what counts for one run; what nobody may set; what only a command line can."""
_COMMANDS: Final = frozenset({"set", "seta", "sets", "setu"})


def archive_text(cvars: CvarRegistry, *, changed: bool = False) -> str:
    """Return a ``seta`` line for each archived cvar, by name, one character per byte.

    With `changed` those at their defaults are left out; a user's own cvar has none. A latched
    value counts rather than the one that still runs. A value with a quote in it, which no console
    line can carry, becomes a comment.
    """
    return "".join(
        _line(cvar)
        for cvar in sorted(cvars, key=lambda cvar: cvar.name.lower())
        if cvar.flags & CvarFlag.ARCHIVE
        and not cvar.flags & _NEVER
        and (not changed or _differs(cvar))
    )


def _value(cvar: Cvar) -> str:
    return cvar.value if cvar.latched is None else cvar.latched


def _differs(cvar: Cvar) -> bool:
    return bool(cvar.flags & CvarFlag.USER_CREATED) or _value(cvar) != cvar.default


def _line(cvar: Cvar) -> str:
    name, value = quote(cvar.name), quote(_value(cvar))
    if name is None or value is None:
        return f"// {cvar.name}: its value holds a quote\n"
    return f"seta {name} {value}\n"


def without_secrets(text: str, cvars: CvarRegistry) -> str:
    """Return console text for a log; what TEMP cvars, passwords among them, are set to is ``***``.

    ``set rconPassword x`` and ``rconPassword x`` alike; text without such is left as it is.
    """
    commands = split_commands(text)
    shown = [_masked(command, cvars) for command in commands]
    return text if shown == commands else "; ".join(shown)


def _masked(command: str, cvars: CvarRegistry) -> str:
    words = tokenize(command)
    at = 1 if words and words[0].lower() in _COMMANDS else 0
    cvar = cvars.find(words[at]) if len(words) > at + 1 else None
    if cvar is None or not cvar.flags & CvarFlag.TEMP:
        return command
    return join([*words[: at + 1], "***"])
