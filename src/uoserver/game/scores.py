"""Points of players (docs: server-admin, Points; gametypes: Rules in short)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .match.happenings import Blow, Deed, Happening
from .match.roundrules import Gametype
from .match.seats import Seat
from .player import Player

KILL: Final = 1
FAULT: Final = -1
"""For who loses his vehicle by his own fault, or destroys one of his side."""
DEEDS: Final = {"ctf_captured": 8, "ctf_returned": 2, "ctf_defended": 2}
"""`ctf_defended` comes on top of the kill."""
MATES: Final = 5
"""For the others of a side that captures."""
MAX_SCORE_TEXT: Final = 1000
"""Characters of the rows in a scoreboard (server: Game-module client commands: 1,024)."""
STATUS_CONNECTING: Final = 1
"""Status icon 1, the only one that has a stock name."""
STATUS_ICONS: Final = ("gfx/hud/hud@status_connecting.tga",)


def count(
    happening: Happening,
    players: Mapping[int, Player],
    seats: Mapping[int, Seat],
    gametype: Gametype,
) -> int:
    """Give players what a happening is worth; return the points of the attacker for his side.

    Those are what `Gametype.TDM` adds to the side of who did it.
    """
    match happening:
        case Blow():
            return _count_blow(happening, players, seats, gametype) if happening.killed else 0
        case Deed():
            _count_deed(happening, players, seats)
            return 0


def _count_blow(
    blow: Blow, players: Mapping[int, Player], seats: Mapping[int, Seat], gametype: Gametype
) -> int:
    victim = players.get(blow.victim)
    attacker = players.get(blow.attacker) if blow.attacker is not None else None
    if victim is not None:
        victim.deaths += 1
    if blow.own_fault:
        attacker, points = victim, FAULT
    elif attacker is None or attacker is victim:
        points = FAULT if attacker is not None else 0
    else:
        mates = _side(seats, blow.victim) == _side(seats, attacker.number)
        points = FAULT if mates and gametype.of_teams else KILL
    if attacker is not None:
        attacker.score += points
    return points


def _count_deed(deed: Deed, players: Mapping[int, Player], seats: Mapping[int, Seat]) -> None:
    if player := players.get(deed.client):
        player.score += DEEDS.get(deed.action, 0)
    if deed.action != "ctf_captured":
        return
    for number, player in players.items():
        if number != deed.client and _side(seats, number) == deed.side:
            player.score += MATES


def _side(seats: Mapping[int, Seat], client: int) -> int | None:
    seat = seats.get(client)
    return None if seat is None else seat.side


# -- the scoreboard --------------------------------------------------------------------------------


def _rank(player: Player) -> tuple[int, int, int, int]:
    """Return what players are sorted by: those still connecting last, spectators before them."""
    group = 2 if not player.in_world else 1 if player.spectator else 0
    if group:
        return (group, player.number, 0, 0)
    return (group, -player.score, player.deaths, player.number)


def scoreboard(players: Mapping[int, Player], scores: tuple[int, int] = (0, 0)) -> str:
    """Return the answer to ``score`` (spawn2: Scoreboard and command replies).

    ``scores`` are those of the allies and of the axis; the answer names the axis first. The ping
    of who is still connecting is -1.
    """
    rows: list[str] = []
    room = MAX_SCORE_TEXT
    for p in sorted(players.values(), key=_rank):
        ping, icon = (p.ping, 0) if p.in_world else (-1, STATUS_CONNECTING)
        row = f" {p.number} {p.score} {ping} {p.deaths} {icon}"
        room -= len(row)
        if room < 0:
            break
        rows.append(row)
    return f"b {len(rows)} {scores[1]} {scores[0]}" + "".join(rows)
