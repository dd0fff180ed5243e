"""Chat to the letter of its stock form, and who hears it."""

from __future__ import annotations

import pytest

from uoproto.constants import Team
from uoserver.game import chat
from uoserver.game.chat import Standing
from uoserver.game.messages import Message
from uoserver.game.player import Player

ANN = Player(0, "^1Ann", team=Team.ALLIES)
BEN = Player(1, "Ben", team=Team.AXIS)
CAT = Player(2, "Cat", team=Team.ALLIES)
DAN = Player(3, "Dan", team=Team.SPECTATOR, spectator=True)
EVE = Player(4, "Eve", team=Team.FREE)
ALL = {player.number: player for player in (ANN, BEN, CAT, DAN, EVE)}
DEAD = CAT


def standing(player: Player) -> Standing:
    if player.spectator:
        return Standing.LOOKING_ON
    return Standing.DEAD if player is DEAD else Standing.PLAYING


def said(speaker: Player, command: str = "say", *, dead_chat: bool = False) -> list[Message]:
    team = chat.to_team(speaker, command)
    return chat.speak(speaker, "hello", ALL, standing, team=team, dead_chat=dead_chat)


def to(*numbers: int, text: str) -> list[Message]:
    return [Message(number, text, reliable=False) for number in numbers]


def test_all_hear_who_plays() -> None:
    assert said(ANN) == [Message(None, 'h "\x15^8Ann^7: ^7hello"', reliable=False)]
    assert said(BEN) == [Message(None, 'h "\x15^9Ben^7: ^7hello"', reliable=False)]
    assert said(EVE) == [Message(None, 'h "\x15Eve^7: ^7hello"', reliable=False)]


def test_the_own_side_hears_what_is_said_to_it() -> None:
    text = 'i "\x15^8(\x14GAME_ALLIES\x15)Ann^7: ^5hello"'
    assert said(ANN, "say_team") == to(0, 2, text=text)
    assert said(ANN, "say_squad") == to(0, 2, text=text)
    assert said(BEN, "say_team") == to(1, text='i "\x15^9(\x14GAME_AXIS\x15)Ben^7: ^5hello"')


def test_without_a_side_all_hear_it() -> None:
    assert said(EVE, "say_team") == [Message(None, 'h "\x15Eve^7: ^7hello"', reliable=False)]


def test_those_who_play_do_not_hear_the_dead_and_those_who_look_on() -> None:
    assert said(CAT) == to(2, 3, text='h "\x15^8(\x14GAME_DEAD\x15)Cat^7: ^7hello"')
    assert said(DAN) == to(2, 3, text='h "\x15(\x14GAME_SPECTATOR\x15)Dan^7: ^7hello"')
    text = 'i "\x15^8(\x14GAME_DEAD\x15)(\x14GAME_ALLIES\x15)Cat^7: ^5hello"'
    assert said(CAT, "say_team") == to(2, text=text)


def test_with_dead_chat_they_do() -> None:
    assert [message.to for message in said(CAT, dead_chat=True)] == [None]
    assert [message.to for message in said(CAT, "say_team", dead_chat=True)] == [0, 2]


@pytest.mark.parametrize(
    ("typed", "heard"),
    [
        ("hello there", "hello there"),
        ('"hello there"', "hello there"),
        ('hello "you"', "hello 'you'"),
        ("a\x15b\x14c\x07", "abc"),
        ("x" * 400, "x" * 149),
        ('"', "'"),
    ],
)
def test_what_is_heard_of_a_text(typed: str, heard: str) -> None:
    assert chat.cut(typed) == heard


def told(speaker: Player, listener: Player, *, dead_chat: bool = False) -> list[Message]:
    return chat.tell(speaker, listener, "hello", standing, dead_chat=dead_chat)


def test_one_player_is_told_and_the_speaker_sees_it() -> None:
    assert told(ANN, BEN) == to(0, 1, text='h "\x15^8[Ann]^7: ^3hello"')
    assert told(BEN, BEN) == to(1, text='h "\x15^9[Ben]^7: ^3hello"')


def test_the_dead_tell_those_who_play_nothing() -> None:
    text = 'h "\x15^8(\x14GAME_DEAD\x15)[Cat]^7: ^3hello"'
    assert told(CAT, ANN) == to(2, text=text)
    assert told(CAT, DAN) == to(2, 3, text=text)
    assert told(CAT, ANN, dead_chat=True) == to(0, 2, text=text)
    assert told(ANN, CAT) == to(0, 2, text='h "\x15^8[Ann]^7: ^3hello"')
    assert told(DAN, BEN) == to(3, text='h "\x15(\x14GAME_SPECTATOR\x15)[Dan]^7: ^3hello"')
