"""What a host is told of one cvar: its flags in letters, and what its values mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from uoserver.console.cvars import Cvar, CvarFlag
from uoserver.console.numbers import number_text

FLAG_LETTERS: Final = (
    (CvarFlag.SERVERINFO, "S"),
    (CvarFlag.SYSTEMINFO, "Y"),
    (CvarFlag.USERINFO, "U"),
    (CvarFlag.ROM, "R"),
    (CvarFlag.INIT, "I"),
    (CvarFlag.ARCHIVE, "A"),
    (CvarFlag.LATCH, "L"),
    (CvarFlag.CHEAT, "C"),
    (CvarFlag.TEMP, "T"),
    (CvarFlag.USER_CREATED, "?"),
)
_MEANINGS: Final = (
    (CvarFlag.SERVERINFO, "shown to browsers"),
    (CvarFlag.SYSTEMINFO, "sent to clients"),
    (CvarFlag.ROM, "read only"),
    (CvarFlag.INIT, "only on the command line"),
    (CvarFlag.LATCH, "counts from the next map or start on"),
    (CvarFlag.CHEAT, "only with cheats"),
    (CvarFlag.ARCHIVE, "kept over restarts"),
    (CvarFlag.TEMP, "never written to a file"),
    (CvarFlag.USER_CREATED, "made by set, read by nothing of the server"),
)


def flag_text(cvar: Cvar) -> str:
    """Return one letter per flag set and a blank per flag not set, in a fixed order."""
    return "".join(letter if cvar.flags & flag else " " for flag, letter in FLAG_LETTERS)


def describe(cvar: Cvar) -> Iterator[str]:
    """Yield lines: the help, default, range and unit, what the flags mean, what is latched."""
    if cvar.help:
        yield f"  {cvar.help}"
    unit = f" {cvar.unit}" if cvar.unit else ""
    parts = [f'default "{cvar.default}"{unit}']
    if bounds := range_text(cvar.minimum, cvar.maximum):
        parts.append(f"{bounds}{unit}")
    yield "  " + ", ".join(parts)
    if meanings := [text for flag, text in _MEANINGS if cvar.flags & flag]:
        yield "  " + ", ".join(meanings)
    if cvar.latched is not None:
        yield f'  latched: "{cvar.latched}"'


def range_text(minimum: float | None, maximum: float | None) -> str:
    """Return the range of a number as hosts read it, empty where there is none."""
    low = "" if minimum is None else number_text(minimum)
    high = "" if maximum is None else number_text(maximum)
    if low and high:
        return f"{low} to {high}"
    if low:
        return f"{low} or more"
    return f"up to {high}" if high else ""
