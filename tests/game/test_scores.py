"""Points of players and sides, and the scoreboard to the letter."""

from __future__ import annotations

import pytest

from uoserver.game.match.happenings import Blow, Deed, Happening
from uoserver.game.match.roundrules import Gametype
from uoserver.game.match.seats import Seat, Side
from uoserver.game.player import Player
from uoserver.game.scores import count, scoreboard

SEATS = {
    0: Seat(0, Side.ALLIES),
    1: Seat(1, Side.ALLIES),
    2: Seat(2, Side.AXIS),
    3: Seat(3),
}


def people() -> dict[int, Player]:
    return {number: Player(number, f"P{number}", in_world=True) for number in SEATS}


def points(happening: Happening, gametype: Gametype = Gametype.CTF) -> tuple[list[int], int]:
    players = people()
    gained = count(happening, players, SEATS, gametype)
    return [player.score for player in players.values()], gained


def kill(victim: int, attacker: int | None, *, own: bool = False) -> Blow:
    return Blow(victim, attacker, "none", "MOD_UNKNOWN", 50, killed=True, own_fault=own)


@pytest.mark.parametrize(
    ("happening", "scores", "gained"),
    [
        (kill(2, 0), [1, 0, 0, 0], 1),
        (kill(1, 0), [-1, 0, 0, 0], -1),
        (kill(0, 0), [-1, 0, 0, 0], -1),
        (kill(0, 0, own=True), [-1, 0, 0, 0], -1),
        (kill(0, None, own=True), [-1, 0, 0, 0], -1),
        (kill(0, None), [0, 0, 0, 0], 0),
        (kill(0, 9), [0, 0, 0, 0], 0),
        (kill(9, 2), [0, 0, 1, 0], 1),
        (Blow(2, 0, "none", "MOD_UNKNOWN", 50), [0, 0, 0, 0], 0),
        (Deed(0, "ctf_captured", Side.ALLIES), [8, 5, 0, 0], 0),
        (Deed(2, "ctf_captured", Side.AXIS), [0, 0, 8, 0], 0),
        (Deed(0, "ctf_returned", Side.ALLIES), [2, 0, 0, 0], 0),
        (Deed(0, "ctf_defended", Side.ALLIES), [2, 0, 0, 0], 0),
        (Deed(0, "ctf_take", Side.ALLIES), [0, 0, 0, 0], 0),
        (Deed(9, "ctf_captured", Side.AXIS), [0, 0, 5, 0], 0),
    ],
)
def test_points(happening: Happening, scores: list[int], gained: int) -> None:
    assert points(happening) == (scores, gained)


def test_in_dm_all_are_enemies() -> None:
    assert points(kill(1, 0), Gametype.DM) == ([1, 0, 0, 0], 1)
    assert points(kill(1, 0), Gametype.TDM) == ([-1, 0, 0, 0], -1)


def test_every_loss_is_a_death() -> None:
    players = people()
    for blow in (kill(2, 0), kill(2, None), Blow(2, 0, "none", "MOD_UNKNOWN", 1)):
        count(blow, players, SEATS, Gametype.CTF)
    assert [player.deaths for player in players.values()] == [0, 0, 2, 0]


def test_the_scoreboard_names_the_axis_first_and_sorts() -> None:
    players = people()
    for number, score, deaths, ping in ((0, 3, 4, 50), (1, 3, 2, 60), (2, 9, 0, 70)):
        players[number].score, players[number].deaths = score, deaths
        players[number].ping = ping
    players[3].spectator = True
    players[3].score = 100
    players[4] = Player(4, "New", ping=999)
    assert scoreboard(players, (2, 1)) == (
        "b 5 1 2 2 9 70 0 0 1 3 60 2 0 0 3 50 4 0 3 100 0 0 0 4 0 -1 0 1"
    )


def test_a_scoreboard_of_nobody() -> None:
    assert scoreboard({}) == "b 0 0 0"
