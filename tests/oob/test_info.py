from __future__ import annotations

from dataclasses import fields
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from uoproto.oob import InfoResponse, ServerInfo, parse_response, status_info
from uoproto.text import info_pairs

FULL = ServerInfo(
    challenge="xxx",
    hostname="A Server",
    mapname="mp_foy",
    clients=3,
    max_clients=20,
    gametype="ctf",
    pure=1,
    min_ping=10,
    max_ping=300,
    game="mod1",
    allow_anonymous=1,
    pswrd=1,
    ff=2,
    kc=1,
    timeouts_allowed=4,
    jps=1,
    tnk=1,
    hw=2,
    pb=1,
    mod=1,
)


def test_every_key_in_stock_order() -> None:
    assert FULL.to_info() == (
        r"\challenge\xxx\protocol\22\hostname\A Server\mapname\mp_foy\clients\3\sv_maxclients\20"
        r"\gametype\ctf\pure\1\minPing\10\maxPing\300\game\mod1\sv_allowAnonymous\1\pswrd\1\ff\2"
        r"\kc\1\timeoutsAllowed\4\jps\1\tnk\1\hw\2\pb\1\mod\1"
    )


def test_conditional_keys_are_left_out() -> None:
    info = ServerInfo("c", hostname="h", mapname="m", gametype="dm").to_info()
    assert info == r"\challenge\c\protocol\22\hostname\h\mapname\m\gametype\dm\hw\0\pb\0\mod\0"


def test_request_without_challenge() -> None:
    assert ServerInfo().to_info() == r"\protocol\22\hw\0\pb\0\mod\0"


def test_nothing_can_be_smuggled_in_by_a_challenge() -> None:
    info = ServerInfo(challenge='x\\mapname\\evil;"', mapname="mp_foy").to_info()
    assert info_pairs(info)[0] == ("challenge", "xmapnameevil")
    assert ServerInfo.from_info(info).mapname == "mp_foy"


def test_tolerant_reading() -> None:
    info = r"\PROTOCOL\21x\hostname\one\HostName\two\ff\yes\clients\-1\unknown\1\sv_maxclients"
    assert ServerInfo.from_info(info) == ServerInfo(protocol=21, hostname="one", clients=-1)
    assert ServerInfo.from_info("").protocol == 0


def test_pair_that_does_not_fit_is_left_out() -> None:
    info = ServerInfo(hostname="h" * 2000, mapname="mp_foy").to_info()
    assert info == r"\protocol\22\mapname\mp_foy\hw\0\pb\0\mod\0"


def test_status_info() -> None:
    base = r"\g_gametype\dm\protocol\22"
    assert status_info(base, challenge="", password=False, mod=False) == base + r"\pswrd\0\mod\0"
    full = status_info(base, challenge="a;b", password=True, mod=True, con_disabled=True)
    assert full == base + r"\challenge\ab\con_disabled\1\pswrd\1\mod\1"


def test_status_info_with_little_room() -> None:
    base = "\\a\\" + "x" * 1000
    info = status_info(base, challenge="c" * 128, password=True, mod=False)
    assert info == base + r"\pswrd\1\mod\0"


TEXT = st.text(
    st.characters(min_codepoint=1, max_codepoint=0xFF, exclude_characters='\\;"\n'), max_size=40
)
NUMBER = st.integers(-(2**31), 2**31 - 1)


@given(st.data())
def test_round_trip(data: st.DataObject) -> None:
    values: dict[str, Any] = {
        field.name: data.draw(TEXT if isinstance(field.default, str) else NUMBER)
        for field in fields(ServerInfo)
    }
    info = ServerInfo(**values)
    response = parse_response(InfoResponse(info.to_info()).encode())
    assert isinstance(response, InfoResponse)
    assert ServerInfo.from_info(response.info) == info


@given(st.text(st.characters(max_codepoint=0xFF)))
def test_any_text_can_be_read(info: str) -> None:
    assert isinstance(ServerInfo.from_info(info), ServerInfo)
