"""Cvars as console text that sets them again: what config files are made of."""

from __future__ import annotations

from typing import Final

from uoserver.console.cvars import Cvar, CvarFlag, CvarRegistry
from uoserver.console.tokens import quote

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


def without_secrets(words: list[str], cvars: CvarRegistry) -> list[str]:
    """Return the words of a command with values of TEMP cvars, which may be passwords, as ``***``.

    For logs of what admins did: ``set rconPassword x`` and ``rconPassword x`` alike.
    """
    at = 1 if words and words[0].lower() in _COMMANDS else 0
    cvar = cvars.find(words[at]) if len(words) > at + 1 else None
    if cvar is None or not cvar.flags & CvarFlag.TEMP:
        return words
    return [*words[: at + 1], "***"]
