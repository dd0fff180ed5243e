"""Lines of the game log, taken apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.game.gamelog import (
    HYPHENS,
    Person,
    acts,
    ends,
    init_game,
    joins,
    quits,
    says,
    stamp,
    strikes,
    tells,
)
from uoserver.game.match.happenings import Blow, Deed
from uoserver.game.match.seats import Side
from uoserver.server.eventlines import parse_line

ANN = {"guid": 0, "slot": 3, "name": "Ann"}


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("J;0;3;Ann", ("join", ANN)),
        ("Q;12;3;Ann", ("quit", {**ANN, "guid": 12})),
        ("say;0;3;Ann;a;b", ("say", {**ANN, "to": "all", "text": "a;b"})),
        ("sayteam;0;3;Ann;\x15hi", ("say", {**ANN, "to": "team", "text": "hi"})),
        ("saysquad;0;3;Ann;", ("say", {**ANN, "to": "squad", "text": ""})),
        (
            "tell;0;3;Ann;7;1;Bob;a;b",
            ("tell", {**ANN, "listener": {"guid": 7, "slot": 1, "name": "Bob"}, "text": "a;b"}),
        ),
        ("tell;0;3;Ann;7;1;Bob", ("line", {"text": "tell;0;3;Ann;7;1;Bob"})),
        (
            "K;0;3;axis;Ann;7;1;allies;Bob;panzerfaust_mp;135;MOD_PROJECTILE_SPLASH;none",
            (
                "kill",
                {
                    "victim": {**ANN, "team": "axis"},
                    "attacker": {"guid": 7, "slot": 1, "name": "Bob", "team": "allies"},
                    "weapon": "panzerfaust_mp",
                    "damage": 135,
                    "means": "MOD_PROJECTILE_SPLASH",
                    "location": "none",
                },
            ),
        ),
        (
            "D;0;3;axis;Ann;;-1;world;;none;5;MOD_FALLING;none",
            (
                "damage",
                {
                    "victim": {**ANN, "team": "axis"},
                    "attacker": None,
                    "weapon": "none",
                    "damage": 5,
                    "means": "MOD_FALLING",
                    "location": "none",
                },
            ),
        ),
        ("A;0;3;axis;Ann;ctf_take", ("action", {**ANN, "team": "axis", "action": "ctf_take"})),
        (
            "W;axis;0;Ann;9;Bob",
            (
                "win",
                {
                    "team": "axis",
                    "players": [{"guid": 0, "name": "Ann"}, {"guid": 9, "name": "Bob"}],
                },
            ),
        ),
        ("L;allies", ("lose", {"team": "allies", "players": []})),
        ("W;;0;Ann", ("win", {"team": "", "players": [{"guid": 0, "name": "Ann"}]})),
        ("ExitLevel: executed", ("exit_level", {})),
        ("ShutdownGame:", ("shutdown_game", {})),
        ("RestartGame:", ("restart_game", {})),
        (r"InitGame: \mapname\x", ("level", {})),
        (HYPHENS, None),
        ("Weapon;0;3;Ann;mp40_mp", ("line", {"text": "Weapon;0;3;Ann;mp40_mp"})),
        ("J;0", ("line", {"text": "J;0"})),
        ("K;0;3", ("line", {"text": "K;0;3"})),
        ("A;0", ("line", {"text": "A;0"})),
    ],
)
@pytest.mark.parametrize("now", [0, 754_000, 99_999_000])
def test_each_kind(text: str, event: object, now: int) -> None:
    assert parse_line(stamp(now, text)) == event


@given(st.text(st.sampled_from("JQKDAWLsayteamsquadtel;-0123: \n\\"), max_size=60))
def test_any_line_is_something(line: str) -> None:
    event = parse_line(line)
    assert event is None or event[0]


def test_what_the_game_writes_is_known() -> None:
    ann, bob = Person(0, 3, "axis", "Ann"), Person(0, 1, "allies", "Bob")
    blow = Blow(3, 1, "none", "MOD_CRUSH", 100)
    texts = [
        *(joins(ann), quits(ann), says("say", ann, "x"), tells(ann, bob, "x")),
        *(ends("W", "axis", [ann, bob]), ends("L", "", [ann])),
        *(init_game("\\a\\b"), acts(Deed(3, "ctf_take", Side.AXIS), ann)),
        *(strikes(blow, ann, bob), strikes(blow._replace(killed=True), ann, None)),
    ]
    events = [parse_line(stamp(0, text)) for text in texts]
    names = [event[0] for event in events if event]
    assert names == [
        *("join", "quit", "say", "tell", "win", "lose", "level", "action", "damage", "kill"),
    ]
