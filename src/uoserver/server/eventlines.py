"""Lines of the game log, taken apart for the log of events (log: whole page)."""

from __future__ import annotations

import re
from typing import Final

from uoserver.console.numbers import to_int

_STAMP: Final = re.compile(r" *[0-9]+:[0-9]{2} ")
_WORDS: Final = {
    "ExitLevel: executed": "exit_level",
    "ShutdownGame:": "shutdown_game",
    "RestartGame:": "restart_game",
}
_BLOW_FIELDS: Final = 12
"""Fields behind the letter of D and K."""

Event = tuple[str, dict[str, object]]
"""The name of an event, and its fields."""


def parse_line(line: str) -> Event | None:
    """Return what a line with its stamp says; None for a line of hyphens, which says nothing.

    ``InitGame`` is ``level`` without fields. What is of no known kind is ``line`` with its
    ``text``.
    """
    text = line.rstrip("\n")
    stamp = _STAMP.match(text)
    text = text[stamp.end() :] if stamp else text
    if text in _WORDS:
        return _WORDS[text], {}
    if text.startswith("InitGame:"):
        return "level", {}
    if text and not text.strip("-"):
        return None
    letter, _, rest = text.partition(";")
    return _of_letter(letter, rest) or ("line", {"text": text})


def _of_letter(letter: str, rest: str) -> Event | None:
    match letter:
        case "J" | "Q":
            return _person({"J": "join", "Q": "quit"}[letter], rest)
        case "say" | "sayteam" | "saysquad" if rest.count(";") > 2:
            guid, number, name, text = rest.split(";", 3)
            to = {"say": "all", "sayteam": "team", "saysquad": "squad"}[letter]
            return "say", {**_who(guid, number, name), "to": to, "text": text.removeprefix("\x15")}
        case "tell" if rest.count(";") > 5:
            *fields, text = rest.split(";", 6)
            listener = _who(*fields[3:])
            return "tell", {**_who(*fields[:3]), "listener": listener, "text": text}
        case "D" | "K":
            return _blow({"D": "damage", "K": "kill"}[letter], rest.split(";"))
        case "A" if rest.count(";") == 4:
            guid, number, team, name, action = rest.split(";")
            return "action", {**_who(guid, number, name), "team": team, "action": action}
        case "W" | "L":
            team, *fields = rest.split(";")
            players = [
                {"guid": to_int(guid), "name": name}
                for guid, name in zip(fields[::2], fields[1::2], strict=False)
            ]
            return {"W": "win", "L": "lose"}[letter], {"team": team, "players": players}
    return None


def _person(event: str, rest: str) -> Event | None:
    if rest.count(";") < 2:
        return None
    return event, _who(*rest.split(";", 2))


def _who(guid: str, number: str, name: str) -> dict[str, object]:
    return {"guid": to_int(guid), "slot": to_int(number), "name": name}


def _blow(event: str, fields: list[str]) -> Event | None:
    if len(fields) != _BLOW_FIELDS:
        return None
    weapon, damage, means, location = fields[8:]
    return event, {
        "victim": _fighter(fields[:4]),
        "attacker": _fighter(fields[4:8]) if to_int(fields[5]) >= 0 else None,
        "weapon": weapon,
        "damage": to_int(damage),
        "means": means,
        "location": location,
    }


def _fighter(fields: list[str]) -> dict[str, object]:
    guid, number, team, name = fields
    return {**_who(guid, number, name), "team": team}
