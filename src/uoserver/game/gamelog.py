"""Lines of the game log, games_mp.log (log: whole page; operators: B3's parser).

`stamp` and the functions make text only; `GameLog` collects the lines of a level, the server writes
them. Fields are parted by ``;`` without escapes: names never hold one (`game.clean_name`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from uoproto.text import strip_colors

from .match.happenings import Blow, Deed

HYPHENS: Final = "-" * 60
EXIT: Final = "ExitLevel: executed"
SHUTDOWN: Final = "ShutdownGame:"
RESTART: Final = "RestartGame:"
MAX_LINE: Final = 1023
"""Characters of a text and of a line with its stamp and end."""
MAX_LINES: Final = 4096
"""Lines that wait for the server to write them: one that never does must not fill the memory."""
NO_LOCATION: Final = "none"
CHAT_LETTERS: Final = {"say": "say", "say_team": "sayteam", "say_squad": "saysquad"}


class Person(NamedTuple):
    """A player as lines name him; ``team`` is allies, axis, spectator, or empty in dm."""

    guid: int
    number: int
    team: str
    name: str


def stamp(now: int, text: str) -> str:
    """Return a whole line of the log: level time in ms as minutes and seconds, then the text."""
    seconds = max(0, now) // 1000
    line = f"{seconds // 60:3d}:{seconds % 60:02d} {text[:MAX_LINE]}"
    return line[: MAX_LINE - 1] + "\n"


def init_game(serverinfo: str) -> str:
    r"""Return the line of a level's start; ``serverinfo`` begins with its backslash."""
    return f"InitGame: {serverinfo}"


def joins(person: Person) -> str:
    """Return the line of who has begun."""
    return f"J;{person.guid};{person.number};{person.name}"


def quits(person: Person) -> str:
    """Return the line of who left."""
    return f"Q;{person.guid};{person.number};{person.name}"


def says(command: str, person: Person, text: str) -> str:
    """Return the line of what somebody said by ``say``, ``say_team`` or ``say_squad``."""
    name = strip_colors(person.name)
    return f"{CHAT_LETTERS[command]};{person.guid};{person.number};{name};{text}"


def tells(person: Person, listener: Person, text: str) -> str:
    """Return the line of what somebody told one other."""
    names = [strip_colors(each.name) for each in (person, listener)]
    both = f"{person.guid};{person.number};{names[0]};{listener.guid};{listener.number};{names[1]}"
    return f"tell;{both};{text}"


def strikes(blow: Blow, victim: Person, attacker: Person | None, *, world: str = "world") -> str:
    """Return the line of a hit (D) or a kill (K); ``world`` is the team of who is None."""
    letter = "K" if blow.killed else "D"
    by: tuple[object, ...] = attacker[:] if attacker else ("", -1, world, "")
    fields = (letter, *victim, *by, blow.weapon, blow.damage, blow.means, NO_LOCATION)
    return ";".join(map(str, fields))


def acts(deed: Deed, person: Person) -> str:
    """Return the line of a deed."""
    return f"A;{person.guid};{person.number};{deed.side.word};{person.name};{deed.action}"


def ends(letter: str, team: str, persons: Sequence[Person]) -> str:
    """Return the line of the winners (W) or losers (L) of a match; ``team`` is empty in dm."""
    return ";".join([letter, team, *(f"{each.guid};{each.name}" for each in persons)])


class GameLog:
    """The lines of one level that are not written yet."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def write(self, now: int, text: str) -> None:
        """Add a line at a level time in ms."""
        if len(self._lines) < MAX_LINES:
            self._lines.append(stamp(now, text))

    def write_all(self, now: int, texts: Iterable[str]) -> None:
        """Add some lines of the same moment."""
        for text in texts:
            self.write(now, text)

    def take(self) -> list[str]:
        """Return the lines, and forget them."""
        lines, self._lines = self._lines, []
        return lines
