"""What an admin bot of B3's kind reads of a server, written from the field table of operators.

Its three sources: the answer to ``status``, the answer to a cvar's bare name, and the game log.
It is as picky as such bots are: rows it does not know are passed over, lines noted in `Log.odd`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

HEAD_LINES: Final = 3
_ROW: Final = re.compile(
    r"^\s*(?P<slot>\d+)\s+(?P<score>-?\d+)\s+(?P<ping>\d+)\s+(?P<guid>\d+)\s+(?P<name>.*?)\s+"
    r"(?P<last>\d+)\s+(?P<ip>\d+\.\d+\.\d+\.\d+):(?P<port>-?\d+)\s+(?P<qport>-?\d+)\s+"
    r"(?P<rate>\d+)$"
)
_CVARS: Final = tuple(
    re.compile(rf'^"(?P<name>\w+)"\s+is:\s*"(?P<value>[^"]*?)(\^7)?"{rest}$')
    for rest in (
        r'\s+default:\s*"(?P<default>[^"]*?)(\^7)?"',
        r"\s+the\s+default",
        "",
    )
)
_LINE: Final = re.compile(r"^\s*(?P<minutes>\d+):(?P<seconds>\d\d) (?P<text>.*)$")


class Row(NamedTuple):
    """A player in the table of ``status``."""

    slot: int
    score: int
    ping: int
    name: str
    address: tuple[str, int]


class Cvar(NamedTuple):
    """A cvar's value, and its default where the answer tells it."""

    name: str
    value: str
    default: str | None


def read_status(text: str) -> tuple[str, list[Row]]:
    """Return map and players; who connects, is a zombie or is a bot has no row that fits."""
    lines = text.splitlines()
    assert lines[0].startswith("map: ")
    rows: list[Row] = []
    for line in lines[HEAD_LINES:]:
        match = _ROW.match(line)
        if match is None or (rows and int(match["slot"]) <= rows[-1].slot):
            continue
        slot, score, ping = (int(match[column]) for column in ("slot", "score", "ping"))
        name = match["name"].removesuffix("^7")
        rows.append(Row(slot, score, ping, name, (match["ip"], int(match["port"]))))
    return lines[0].removeprefix("map: "), rows


def read_cvar(text: str) -> Cvar | None:
    """Return the cvar of an answer to its name, in any of the three shapes; None: no cvar."""
    for shape in _CVARS:
        if match := shape.match(text.rstrip("\n")):
            return Cvar(match["name"], match["value"], match.groupdict().get("default"))
    return None


class Person(NamedTuple):
    """A player as a line names him; the world has slot -1."""

    guid: str
    slot: int
    team: str
    name: str


OWN_FAULTS: Final = frozenset({"MOD_SUICIDE", "MOD_FALLING", "MOD_WATER", "MOD_TRIGGER_HURT"})
DEEDS: Final = {"ctf_captured": 8, "ctf_returned": 2, "ctf_defended": 2}
MATES: Final = 5


@dataclass
class Log:
    """What the lines so far tell. ``of_teams``: kills among mates count against the killer."""

    of_teams: bool = True
    infos: list[dict[str, str]] = field(default_factory=list)
    """The serverinfo of each level."""
    kinds: Counter[str] = field(default_factory=Counter)
    here: dict[int, str] = field(default_factory=dict)
    """Names by slot of who joined and has not quit."""
    teams: dict[int, str] = field(default_factory=dict)
    scores: Counter[int] = field(default_factory=Counter)
    captures: list[tuple[int, str]] = field(default_factory=list)
    said: list[tuple[str, str, str]] = field(default_factory=list)
    """(kind, name, text)."""
    results: list[tuple[str, str, list[str]]] = field(default_factory=list)
    """(W or L, team, names)."""
    odd: list[str] = field(default_factory=list)
    """Lines that do not fit."""
    seconds: int = 0

    def read(self, lines: Iterable[str]) -> None:
        for line in lines:
            match = _LINE.match(line.rstrip("\n"))
            if match is None:
                self.odd.append(line)
                continue
            seconds = int(match["minutes"]) * 60 + int(match["seconds"])
            try:
                assert seconds >= self.seconds, "time ran back"
                self._take(match["text"])
            except (AssertionError, ValueError):
                self.odd.append(line)
            self.seconds = seconds

    def total(self) -> dict[int, int]:
        """Return the points by slot; those of a side's captures go to who is on it now."""
        scores = Counter(self.scores)
        for slot, team in self.captures:
            for mate in self.here:
                if mate != slot and self.teams.get(mate) == team:
                    scores[mate] += MATES
        return {slot: scores[slot] for slot in self.here}

    # -- lines ----------------------------------------------------------------------------------

    def _take(self, text: str) -> None:
        word = re.match(r"[A-Za-z]+|-{60}$", text)
        assert word, "no action"
        kind = word[0]
        fields = text.split(";")
        match kind:
            case "InitGame":
                self._begin(text)
            case "ShutdownGame" | "RestartGame":
                assert text == f"{kind}:"
            case "ExitLevel":
                assert text == "ExitLevel: executed"
            case "J" | "Q":
                self._come_or_go(fields)
            case "K" | "D":
                self._blow(fields)
            case "A":
                self._deed(fields)
            case "W" | "L":
                assert len(fields) % 2 == 0
                self.results.append((fields[0], fields[1], fields[3::2]))
            case "say" | "sayteam" | "saysquad":
                guid, slot, name, said = text.split(";", 4)[1:]
                self._known(Person(guid, int(slot), "", name))
                self.said.append((kind, name, said.removeprefix("\x15")))
            case "tell":
                guid, slot, name, other_guid, other, other_name, said = text.split(";", 7)[1:]
                self._known(Person(guid, int(slot), "", name))
                self._known(Person(other_guid, int(other), "", other_name))
                self.said.append((kind, name, said.removeprefix("\x15")))
            case _:
                assert kind == "-" * 60, "an action that is not known"
        self.kinds[kind] += 1

    def _begin(self, text: str) -> None:
        words = text.removeprefix("InitGame: \\").split("\\")
        assert len(words) % 2 == 0
        info = dict(zip(words[::2], words[1::2], strict=True))
        assert {"mapname", "g_gametype", "sv_maxclients"} <= info.keys()
        self.infos.append(info)
        for memory in (self.here, self.teams, self.scores):
            memory.clear()
        self.captures.clear()

    def _known(self, person: Person) -> None:
        assert person.guid == str(int(person.guid)), "no decimal guid"
        assert 0 <= person.slot < 64
        assert person.slot in self.here, "nobody joined there"
        if person.team:
            self.teams[person.slot] = person.team

    def _come_or_go(self, fields: list[str]) -> None:
        kind, guid, slot, name = fields
        number = int(slot)
        if kind == "J":
            self.here[number] = name
        self._known(Person(guid, number, "", name))
        if kind == "Q":
            assert self.here.pop(number) == name
            self.teams.pop(number, None)
            self.scores.pop(number, None)

    def _blow(self, fields: list[str]) -> None:
        assert len(fields) == 13
        victim = Person(fields[1], int(fields[2]), fields[3], fields[4])
        striker = Person(fields[5], int(fields[6]), fields[7], fields[8])
        weapon, damage, means, place = fields[9:]
        assert weapon == "none" or weapon.endswith("_mp")
        assert int(damage) > 0
        assert means.startswith("MOD_")
        assert place
        self._known(victim)
        if striker.slot == -1:
            assert striker in (Person("", -1, "world", ""), Person("", -1, "", ""))
        else:
            self._known(striker)
        if fields[0] == "K":
            self._kill(victim, striker, means)

    def _kill(self, victim: Person, striker: Person, means: str) -> None:
        if striker.slot in (-1, victim.slot):
            self.scores[victim.slot] -= means in OWN_FAULTS or striker.slot == victim.slot
        else:
            mates = self.of_teams and striker.team == victim.team
            self.scores[striker.slot] += -1 if mates else 1

    def _deed(self, fields: list[str]) -> None:
        kind, guid, slot, team, name, action = fields
        assert kind == "A"
        assert team in {"allies", "axis"}
        flag = action == "ctf_pickup"  # names the flag's team
        self._known(Person(guid, int(slot), "" if flag else team, name))
        self.scores[int(slot)] += DEEDS.get(action, 0)
        if action == "ctf_captured":
            self.captures.append((int(slot), team))
