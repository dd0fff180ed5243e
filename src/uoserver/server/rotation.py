"""The map rotation: what cvar sv_mapRotation says is next (server: sv_mapRotation)."""

from __future__ import annotations

from typing import Final, NamedTuple

SETTINGS: Final = {
    "gametype": "g_gametype",
    "allow_jeeps": "scr_allow_jeeps",
    "allow_tanks": "scr_allow_tanks",
}
"""Words that set a cvar."""


WORDS: Final = ("map", "exec", *SETTINGS)
"""Words that a value follows."""


class Step(NamedTuple):
    """What one step of a rotation does, in this order, and what is left of the rotation then."""

    settings: tuple[tuple[str, str], ...] = ()
    """Cvars and their values."""
    files: tuple[str, ...] = ()
    """Config files to run."""
    map: str = ""
    """Empty where the rotation ends without one."""
    rest: str = ""
    unknown: tuple[str, ...] = ()
    """Words that mean nothing."""
    missing: str = ""
    """A word at the end whose value is missing."""


def next_step(rotation: str) -> Step:
    """Return the step that a rotation begins with: pairs of words, up to a ``map`` and its name."""
    words = rotation.split()
    settings: list[tuple[str, str]] = []
    files: list[str] = []
    unknown: list[str] = []
    at = 0
    while at < len(words):
        word = words[at].lower()
        value = words[at + 1] if at + 1 < len(words) else ""
        if word in WORDS and not value:
            return Step(tuple(settings), tuple(files), "", "", tuple(unknown), word)
        if word == "map":
            rest = " ".join(words[at + 2 :])
            return Step(tuple(settings), tuple(files), value, rest, tuple(unknown))
        if word in SETTINGS:
            settings.append((SETTINGS[word], value))
        elif word == "exec":
            files.append(value)
        else:
            unknown.append(words[at])
            at += 1
            continue
        at += 2
    return Step(tuple(settings), tuple(files), "", "", tuple(unknown))
