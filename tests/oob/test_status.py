from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.errors import BadValueError, LimitExceededError, LocalProtocolError
from uoproto.oob import GameCompleteStatus, StatusPlayer, StatusResponse, parse_response
from uoproto.text import info_get

MARKER = b"\xff\xff\xff\xff"

# The shapes of recorded public servers: odd keys, an empty value, empty and odd names.
RECORDED = (
    MARKER + b"statusResponse\n"
    b"\\.Hosted By\\example.invalid\\^1>>>\\^3Real time stats!\\g_gametype\\bas\\Location\\"
    b"\\gamename\\CoD:United Offensive\\protocol\\22\\sv_hostname\\Shed|Six|^txx.yy/2Q Lewr"
    b"\\sv_master2\\master.example.invalid:20610\\pswrd\\0\\mod\\1\n"
    b'124 20 "{KEM}Somebody"\n'
    b'0 50 ""\n'
    b'-3 999 "blank at the end   "\n'
    b'57 115 "^^48/-/^^75-Zed"\n'
    b'16 50 "   ^1|J|^7^7W  5A] -| 587"\n'
)


def test_recorded_shapes_parse_whole() -> None:
    status = parse_response(RECORDED)
    assert isinstance(status, StatusResponse)
    assert info_get(status.info, ".Hosted By") == "example.invalid"
    assert info_get(status.info, "^1>>>") == "^3Real time stats!"
    assert info_get(status.info, "LOCATION", "default") == ""
    assert info_get(status.info, "sv_master2") == "master.example.invalid:20610"
    assert status.players == (
        StatusPlayer(124, 20, "{KEM}Somebody"),
        StatusPlayer(0, 50, ""),
        StatusPlayer(-3, 999, "blank at the end   "),
        StatusPlayer(57, 115, "^^48/-/^^75-Zed"),
        StatusPlayer(16, 50, "   ^1|J|^7^7W  5A] -| 587"),
    )
    assert status.encode() == RECORDED


def test_empty_server() -> None:
    status = StatusResponse(r"\protocol\22")
    assert status.encode() == MARKER + b"statusResponse\n\\protocol\\22\n"
    assert parse_response(status.encode()) == status
    assert parse_response(MARKER + b"statusResponse") == StatusResponse("")


def test_game_complete_status_has_the_same_form() -> None:
    status = GameCompleteStatus(r"\protocol\22", (StatusPlayer(1, 2, "a"),))
    assert status.encode() == MARKER + b'gameCompleteStatus\n\\protocol\\22\n1 2 "a"\n'
    assert parse_response(status.encode()) == status


@pytest.mark.parametrize(
    "line", ['1 2 "a', "1 2 a", '1 "a"', 'x 2 "a"', '1 2 "a" 3', '99999999999 2 "a"', '1  2 "a"']
)
def test_malformed_player_lines(line: str) -> None:
    datagram = MARKER + f'statusResponse\n\\a\\b\n{line}\n5 6 "ok"\n'.encode()
    with pytest.raises(BadValueError):
        parse_response(datagram)
    lenient = parse_response(datagram, lenient=True)
    assert lenient == StatusResponse(r"\a\b", (StatusPlayer(5, 6, "ok"),))


def test_at_most_64_players() -> None:
    lines = b"statusResponse\n\\a\\b\n" + b'1 2 "x"\n' * 64
    full = parse_response(MARKER + lines)
    assert isinstance(full, StatusResponse)
    assert len(full.players) == 64
    with pytest.raises(LimitExceededError):
        parse_response(MARKER + lines + b'1 2 "x"\n')
    assert parse_response(MARKER + lines + b'1 2 "x"\n', lenient=True) == full


@pytest.mark.parametrize("name", ['a"b', "a\nb", "a\0b"])
def test_names_that_break_their_line(name: str) -> None:
    with pytest.raises(LocalProtocolError):
        StatusResponse("", (StatusPlayer(0, 0, name),)).encode()


def test_info_that_breaks_its_line() -> None:
    with pytest.raises(LocalProtocolError):
        StatusResponse("\\a\\b\n").encode()


INT32 = st.integers(-(2**31), 2**31 - 1)
LINE = st.text(st.characters(min_codepoint=1, max_codepoint=0xFF, exclude_characters='"\n'))


@given(LINE, st.lists(st.builds(StatusPlayer, INT32, INT32, LINE), max_size=64))
def test_round_trip(info: str, players: list[StatusPlayer]) -> None:
    for status in (StatusResponse, GameCompleteStatus):
        report = status(info, tuple(players))
        assert parse_response(report.encode()) == report
