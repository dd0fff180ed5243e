"""Lines of the game log to the letter, and as B3 parts them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.game import gamelog
from uoserver.game.game import clean_name
from uoserver.game.gamelog import GameLog, Person, stamp
from uoserver.game.match.happenings import Blow, Deed
from uoserver.game.match.seats import Side

ANN = Person(123456, 3, "allies", "^1Ann")
BEN = Person(0, 12, "axis", "Ben")
HIT = Blow(3, 12, "panzerschreck_mp", "MOD_PROJECTILE", 35)
KILL = HIT._replace(killed=True, damage=110)


@pytest.mark.parametrize(
    ("now", "line"),
    [
        (0, "  0:00 text\n"),
        (5999, "  0:05 text\n"),
        (760_000, " 12:40 text\n"),
        (7_387_000, "123:07 text\n"),
        (-5, "  0:00 text\n"),
    ],
)
def test_stamps(now: int, line: str) -> None:
    assert stamp(now, "text") == line


def test_long_lines_are_cut() -> None:
    assert stamp(0, "x" * 5000) == "  0:00 " + "x" * 1015 + "\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (gamelog.HYPHENS, "-" * 60),
        (gamelog.init_game("\\a\\b"), "InitGame: \\a\\b"),
        (gamelog.EXIT, "ExitLevel: executed"),
        (gamelog.SHUTDOWN, "ShutdownGame:"),
        (gamelog.RESTART, "RestartGame:"),
        (gamelog.joins(ANN), "J;123456;3;^1Ann"),
        (gamelog.quits(BEN), "Q;0;12;Ben"),
        (gamelog.says("say", ANN, "hi; all"), "say;123456;3;Ann;hi; all"),
        (gamelog.says("say_team", BEN, "go"), "sayteam;0;12;Ben;go"),
        (gamelog.says("say_squad", BEN, "go"), "saysquad;0;12;Ben;go"),
        (
            gamelog.strikes(HIT, ANN, BEN),
            "D;123456;3;allies;^1Ann;0;12;axis;Ben;panzerschreck_mp;35;MOD_PROJECTILE;none",
        ),
        (
            gamelog.strikes(KILL, ANN, BEN),
            "K;123456;3;allies;^1Ann;0;12;axis;Ben;panzerschreck_mp;110;MOD_PROJECTILE;none",
        ),
        (
            gamelog.strikes(Blow(3, None, "none", "MOD_WATER", 100, killed=True), ANN, None),
            "K;123456;3;allies;^1Ann;;-1;world;;none;100;MOD_WATER;none",
        ),
        (
            gamelog.strikes(KILL, ANN._replace(team=""), None, world=""),
            "K;123456;3;;^1Ann;;-1;;;panzerschreck_mp;110;MOD_PROJECTILE;none",
        ),
        (gamelog.acts(Deed(12, "ctf_take", Side.AXIS), BEN), "A;0;12;axis;Ben;ctf_take"),
        (gamelog.acts(Deed(12, "ctf_pickup", Side.ALLIES), BEN), "A;0;12;allies;Ben;ctf_pickup"),
        (gamelog.ends("W", "allies", [ANN, BEN]), "W;allies;123456;^1Ann;0;Ben"),
        (gamelog.ends("L", "axis", []), "L;axis"),
        (gamelog.ends("W", "", [ANN]), "W;;123456;^1Ann"),
    ],
)
def test_lines(text: str, line: str) -> None:
    assert text == line


@given(st.text(st.characters(max_codepoint=255), max_size=60))
def test_names_cannot_shift_fields(name: str) -> None:
    person = Person(0, 1, "axis", clean_name(name))
    assert len(gamelog.strikes(KILL, person, person).split(";")) == 13
    assert len(gamelog.joins(person).split(";")) == 4
    assert gamelog.says("say", person, "text").split(";")[4:] == ["text"]
    assert gamelog.joins(person).isprintable()


def test_lines_wait_to_be_taken() -> None:
    log = GameLog()
    log.write(1000, "a")
    log.write_all(61_000, ["b", "c"])
    assert log.take() == ["  0:01 a\n", "  1:01 b\n", "  1:01 c\n"]
    assert log.take() == []


def test_lines_that_nobody_takes_have_an_end() -> None:
    log = GameLog()
    log.write_all(0, ["x"] * 5000)
    assert len(log.take()) == 4096
