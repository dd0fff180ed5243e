"""What can be voted on, and how votes that cannot be called are answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.host import Host, active
from uoproto.connection import ConnState
from uoproto.text import tokenize
from uoserver.console.cvars import CvarRegistry
from uoserver.console.stock import register_stock
from uoserver.files.errors import FileMissingError
from uoserver.files.searchpath import SearchPath
from uoserver.server import questions
from uoserver.server.questions import KINDS, QuestionError, question

EVERYTHING = {kind.cvar: "1" for kind in KINDS}
HOST = Host(sv_mapRotation="gametype tdm map mp_foy", **EVERYTHING)
BYTES = st.text(st.characters(max_codepoint=255), max_size=90)


def text_of(line: str, host: Host = HOST) -> str:
    return question(host.server, host.server.maps, tokenize(line)).text


def refusal(line: str, host: Host = HOST) -> str:
    with pytest.raises(QuestionError) as raised:
        question(host.server, host.server.maps, tokenize(line))
    return str(raised.value)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("map mp_foy", "Map mp_foy"),
        ("MAP mp/MP_Foy.BSP", "Map mp_foy"),
        ("gametype TDM", "Gametype tdm"),
        ("g_gametype dm", "Gametype dm"),
        ("typemap dm mp_foy", "Gametype dm on map mp_foy"),
        ("map_restart", "Start the map over"),
        ("restart", "Start the map over"),
        ("map_rotate", "Next map of the rotation"),
        ("rotate", "Next map of the rotation"),
        ("DrawFriend 1", "scr_drawfriend 1"),
        ("setkillcam 0", "scr_killcam 0"),
        ("friendlyfire 3", "scr_friendlyfire 3"),
    ],
)
def test_what_is_asked(line: str, text: str) -> None:
    assert text_of(line) == text


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("map", "\x15callvote map NAME"),
        ("killcam", "\x15callvote killcam 0|1"),
        ("killcam 2", "\x15scr_killcam is 0|1"),
        ("drawfriend 1;quit", "\x15scr_drawfriend is 0|1"),
        ("friendlyfire 4", "\x15scr_friendlyfire is 0|1|2|3"),
        ("friendlyfire |", "\x15scr_friendlyfire is 0|1|2|3"),
        ("typemap dm", "\x15There is no map  on this server"),
        ("typemap mp_foy", "\x15There is no gametype mp_foy: ctf|tdm|dm"),
        ("gametype sd", "\x15There is no gametype sd: ctf|tdm|dm"),
        ("map mp_nowhere", "\x15There is no map mp_nowhere on this server"),
        ("map ../../etc/passwd", "\x15There is no map ../../etc/passwd on this server"),
        ('map "mp_foy;quit"', "\x15There is no map mp_foy;quit on this server"),
        ("map mp_foy quit", "\x15There is no map mp_foy quit on this server"),
        ("map mp_foy\x15\x14KEY", "\x15There is no map mp_foy KEY on this server"),
        ("map " + "x" * 65, "\x15More than 64 characters"),
        ("kick nobody", "GAME_USERNOTONSERVER\x15nobody"),
        ("clientkick 64", "GAME_BADCLIENTSLOT\x15 64"),
        ("tempbanuser nobody", "GAME_USERNOTONSERVER\x15nobody"),
    ],
)
def test_what_cannot_be_asked(line: str, answer: str) -> None:
    assert refusal(line) == answer


def test_the_answer_to_an_unknown_vote_lists_those_that_are_allowed() -> None:
    host = Host()
    allowed = "map NAME, gametype ctf|tdm|dm, typemap ctf|tdm|dm NAME, restart, rotate"
    assert refusal("", host) == refusal("night 1", host) == f"\x15callvote {allowed}"
    assert refusal("kick x", host) == f"\x15There are no votes of kick here: {allowed}"
    assert refusal("rotate", host) == "\x15This server has no rotation of maps"
    none = Host(**dict.fromkeys(EVERYTHING, "0"))
    assert refusal("restart", none).endswith("nothing may be voted on")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.names[0])
def test_each_vote_has_a_setting_of_its_own(kind: questions.Kind) -> None:
    host = Host(**{**EVERYTHING, kind.cvar: "0"})
    for name in kind.names:
        assert refusal(f"{name} x", host).startswith(f"\x15There are no votes of {kind.names[0]} ")


def test_bots_are_not_voted_out() -> None:
    host = active(1, **EVERYTHING)
    host.commands.execute("addbot")
    assert host.server.level is not None
    (number,) = host.server.level.game.bots()
    assert refusal(f"kick {number}", host) == "\x15Bots stay: only the host takes them out"


def test_who_is_in_the_slot_by_now_is_not_thrown_out() -> None:
    host = active(2, **EVERYTHING)
    asked = question(host.server, host.server.maps, ["clientkick", "1"])
    assert asked.stands()
    host.server.slots[1] = host.server.slots[0]
    assert not asked.stands()
    host.server.slots[1] = None
    assert not asked.stands()


def test_who_is_banned_by_vote_is_out_for_a_while() -> None:
    host = active(2, **EVERYTHING)
    host.clients[1].connection.set_userinfo(name="1 quit")
    host.run(300)
    question(host.server, host.server.maps, ["tempbanuser", "1", "QUIT"]).run()
    host.run(300)
    assert [client.state for client in host.clients] == [
        ConnState.ACTIVE,
        ConnState.DISCONNECTED,
    ]
    (ban,) = host.server.bans.addresses
    assert (str(ban.network), ban.name, ban.reason) == ("192.0.2.2/32", "1 quit", "by vote")
    assert ban.until is not None


def test_a_map_that_went_away_meanwhile_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    host = active(1, **EVERYTHING)
    asked = question(host.server, host.server.maps, ["map", "mp_foy"])
    other = Host(sv_mapRotation="map mp_gone", **EVERYTHING).server
    rotate = question(other, other.maps, ["rotate"])

    def read(_path: SearchPath, name: str) -> bytes:
        raise FileMissingError(name)

    monkeypatch.setattr(SearchPath, "read", read)
    level = host.server.level
    asked.run()
    rotate.run()
    assert host.server.level is level


def test_a_gametype_and_a_map_are_done() -> None:
    host = Host(**EVERYTHING)
    question(host.server, host.server.maps, ["typemap", "dm", "mp_foy"]).run()
    assert host.cvars.get("g_gametype") == "dm"
    question(host.server, host.server.maps, ["g_gametype", "tdm"]).run()
    assert host.cvars.get("g_gametype") == "tdm"
    assert len(host.announced) == 3


def test_the_guide_has_every_vote_with_its_setting_and_default() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "server-admin.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `callvote ([^`]+)`[^|]*\| `(\w+)` \| (\d) \|$", guide, re.MULTILINE)
    assert [(text.split()[0], cvar) for text, cvar, _ in rows] == [
        (kind.names[0], kind.cvar) for kind in KINDS
    ]
    cvars = CvarRegistry()
    register_stock(cvars)
    assert {cvar: default for _, cvar, default in rows} == {
        kind.cvar: cvars.get(kind.cvar) for kind in KINDS
    }


@given(st.sampled_from([name for kind in KINDS for name in kind.names]), BYTES)
def test_no_argument_does_harm(name: str, argument: str) -> None:
    try:
        text = question(HOST.server, HOST.server.maps, tokenize(f"{name} {argument}")).text
    except QuestionError as error:
        text = str(error)
        assert text.count("\x15") == 1
        assert "\x14" not in text
    assert '"' not in text
    assert min(text.replace("\x15", " ")) >= " "
    assert len(text) < 150
