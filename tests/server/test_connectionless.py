"""Queries, and the limits of all connectionless requests."""

from __future__ import annotations

import logging

import pytest

from tests.server.host import Host, active
from uoproto.oob import (
    ConnectResponse,
    InfoResponse,
    OobPacket,
    StatusPlayer,
    StatusResponse,
)
from uoproto.oob.info import ServerInfo
from uoproto.text import info_pairs
from uoserver.server.answers import KEPT_MS

MARKER = b"\xff\xff\xff\xff"


def info(host: Host, request: bytes = b"getinfo xxx") -> list[tuple[str, str]]:
    (answer,) = host.ask(MARKER + request)
    assert isinstance(answer, InfoResponse)
    return info_pairs(answer.info)


def status(host: Host, request: bytes = b"getstatus xxx") -> StatusResponse:
    (answer,) = host.ask(MARKER + request)
    assert isinstance(answer, StatusResponse)
    return answer


# -- getinfo -------------------------------------------------------------------------------------


def test_info_of_an_empty_server_in_the_stock_order() -> None:
    assert info(Host(sv_hostname="A test")) == [
        ("challenge", "xxx"),
        ("protocol", "22"),
        ("hostname", "A test"),
        ("mapname", "mp_foy"),
        ("sv_maxclients", "20"),
        ("gametype", "ctf"),
        ("kc", "1"),
        ("jps", "1"),
        ("tnk", "1"),
        ("hw", "0"),
        ("pb", "0"),
        ("mod", "1"),
    ]


def test_info_with_everything_set() -> None:
    host = active(
        2,
        sv_privateClients="3",
        sv_privatePassword="secret",
        sv_minPing="10",
        sv_maxPing="300",
        sv_allowAnonymous="1",
        g_password="",
        scr_friendlyfire="2",
        g_timeoutsallowed="1",
        fs_game="mymod",
    )
    host.cvars.set("g_password", "pw")
    assert info(host) == [
        ("challenge", "xxx"),
        ("protocol", "22"),
        ("hostname", "CoDHost"),
        ("mapname", "mp_foy"),
        ("clients", "2"),
        ("sv_maxclients", "17"),
        ("gametype", "ctf"),
        ("minPing", "10"),
        ("maxPing", "300"),
        ("game", "mymod"),
        ("sv_allowAnonymous", "1"),
        ("pswrd", "1"),
        ("ff", "2"),
        ("kc", "1"),
        ("timeoutsAllowed", "1"),
        ("jps", "1"),
        ("tnk", "1"),
        ("hw", "0"),
        ("pb", "0"),
        ("mod", "1"),
    ]


def test_info_counts_who_sits_in_a_private_slot() -> None:
    host = Host(sv_maxclients="10", sv_privateClients="4")
    host.knock(("203.0.113.1", 1))
    assert dict(info(host))["sv_maxclients"] == "7"
    assert dict(info(host))["clients"] == "1"


def test_info_never_shows_a_negative_number_of_slots() -> None:
    host = Host(sv_maxclients="2", sv_privateClients="64")
    assert "sv_maxclients" not in dict(info(host))


@pytest.mark.parametrize(
    ("cvar", "key"),
    [
        ("scr_killcam", "kc"),
        ("scr_allow_jeeps", "jps"),
        ("scr_allow_tanks", "tnk"),
        ("scr_friendlyfire", "ff"),
        ("sv_minPing", "minPing"),
        ("sv_maxPing", "maxPing"),
        ("g_timeoutsallowed", "timeoutsAllowed"),
        ("sv_allowAnonymous", "sv_allowAnonymous"),
    ],
)
def test_info_leaves_zeros_out(cvar: str, key: str) -> None:
    assert key not in dict(info(Host(**{cvar: "0"})))
    assert dict(info(Host(**{cvar: "1"})))[key] == "1"


@pytest.mark.parametrize(("password", "shown"), [("", False), ("NONE", False), ("x", True)])
def test_info_says_whether_a_password_is_needed(password: str, shown: bool) -> None:
    host = Host(g_password=password)
    assert ("pswrd" in dict(info(host))) == shown
    assert ("\\pswrd\\1" in status(host).info) == shown
    assert ("\\pswrd\\0" in status(host).info) != shown


@pytest.mark.parametrize("end", [b"", b"\n", b"\0", b"\n\0", b" \n", b"\r\n", b"\nmore\nlines"])
@pytest.mark.parametrize("name", [b"getinfo", b"GETINFO", b"GetInfo"])
def test_any_case_and_any_end(name: bytes, end: bytes) -> None:
    assert dict(info(Host(), name + b" abc" + end))["challenge"] == "abc"
    assert "challenge" not in dict(info(Host(), name + end))


@pytest.mark.parametrize(
    ("sent", "echoed"),
    [
        (b"c" * 128, "c" * 128),
        (b"50%", "50."),
        (b"\xff\xe9", ".."),
        (b'"a b"', "a b"),
        (b"\\key\\value;x", "keyvaluex"),
    ],
)
def test_the_challenge_comes_back_harmless(sent: bytes, echoed: str) -> None:
    host = Host()
    assert dict(info(host, b"getinfo " + sent))["challenge"] == echoed
    pairs = dict(info_pairs(status(host, b"getstatus " + sent).info))
    assert pairs["challenge"] == echoed


def test_a_challenge_that_would_blow_the_answer_up_gets_none() -> None:
    host = Host()
    assert host.ask(MARKER + b"getinfo " + b"c" * 129) == []
    assert host.ask(MARKER + b"getstatus " + b"c" * 129) == []


@pytest.mark.parametrize(
    "hostname",
    [
        "",
        "^1Red ^7host",
        'quo"te',
        "back\\slash",
        "se;mi",
        "100%",
        "\xff\xfe\x92",
        "line\nfeed\rreturn\0nul",
        "x" * 2000,
        "\x01\x15\x7f",
    ],
)
def test_no_hostname_breaks_an_answer(hostname: str) -> None:
    host = Host(sv_hostname=hostname)
    pairs = dict(info(host))
    assert ServerInfo.from_info("\\" + "\\".join(f"{k}\\{v}" for k, v in pairs.items()))
    assert pairs["mapname"] == "mp_foy"
    answer = status(host)
    assert "\\mapname\\mp_foy\\" in answer.info
    assert answer.players == ()
    host.join()
    host.run(500)
    assert host.clients[0].connection.level.configstrings[0]


# -- getstatus -----------------------------------------------------------------------------------


def test_status_holds_the_serverinfo_and_the_extras_behind_it() -> None:
    host = Host(sv_hostname="A test")
    answer = status(host)
    assert answer.info == host.cvars.serverinfo() + "\\challenge\\xxx\\pswrd\\0\\mod\\1"
    host.cvars.set("sv_disableClientConsole", "1")
    host.run(KEPT_MS)
    extras = "\\challenge\\xxx\\con_disabled\\1\\pswrd\\0\\mod\\1"
    assert status(host).info == host.cvars.serverinfo() + extras


def test_status_lists_who_is_connected_or_more() -> None:
    host = active(2)
    host.knock(("203.0.113.77", 1), r"\name\^1Kno^7cker")
    host.commands.execute("clientkick 1")
    host.run(200)
    assert status(host).players == (
        StatusPlayer(0, host.server.clients()[0].ping, "UnnamedPlayer"),
        StatusPlayer(0, 999, "^1Kno^7cker"),
    )
    assert host.server.clients()[0].ping < 100


def test_a_status_without_room_for_extras() -> None:
    host = Host()
    for number in range(30):
        host.commands.execute(f"sets extra_{number} {'v' * 40}")
    answer = status(host)
    assert len(answer.info) < 1024
    assert "\\mapname\\mp_foy" in answer.info


def test_without_a_map_there_is_no_answer() -> None:
    host = Host("")
    assert host.ask(MARKER + b"getinfo") == []
    assert host.ask(MARKER + b"getstatus") == []
    assert host.knock(("203.0.113.1", 1))[0].text == "\x15No map is running"  # type: ignore[attr-defined]
    host.run(300)
    host.commands.execute("map_restart; status; say x; kick all; tell 0 x")
    assert host.printed[0] == "no map is running"


# -- what is no request --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\0",
        b"\n",
        b"disconnect",
        b"ipAuthorize 1 accept",
        b"pb_query",
        b"PB_x",
        b"statusResponse\n",
        b"infoResponse\n\\a\\b",
        b"print\nhello",
        b"connect",
        b"connect ",
        b"connect \xff\xff",
        b"connect \0\x08" + b"\xff" * 40,
        b'CONNECT "\\protocol\\22"',
        b'"getinfo',
        b"// getinfo",
        b"getinfo" * 5000,
        b"\xff" * 1396,
        b"rcon" * 300,
        b"gamestate",
        b"echo hi",
    ],
)
def test_nothing_else_draws_more_than_an_error(payload: bytes) -> None:
    host = Host()
    answers = host.ask(MARKER + payload)
    assert len(answers) <= 1
    assert host.server.clients() == []


def test_a_marker_alone_or_less() -> None:
    host = Host()
    for data in (b"", b"\xff", b"\xff" * 3, b"\xff" * 4, b"\0" * 5, b"\xfe\xff\xff\xff"):
        assert host.ask(data) == []


def test_only_visible_clients() -> None:
    host = Host()
    (plain,) = host.ask(MARKER + b"getchallenge")
    assert plain.only_visible_clients == 0  # type: ignore[attr-defined]
    host.cvars.set("sv_onlyVisibleClients", "2")
    (policy,) = host.ask(MARKER + b"getchallenge")
    assert policy.only_visible_clients == 2  # type: ignore[attr-defined]


# -- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize("request_", [b"getinfo xxx", b"getstatus", b"getchallenge", b"rcon x y"])
def test_four_at_once_are_answered_and_a_flood_is_not(request_: bytes) -> None:
    host = Host()

    def ask(count: int, address: tuple[str, int]) -> list[OobPacket]:
        return [answer for _ in range(count) for answer in host.ask(MARKER + request_, address)]

    assert len(ask(4, ("203.0.113.9", 1))) == 4
    assert len(ask(100, ("203.0.113.9", 2))) <= 24  # ports of one address share its limit
    assert len(ask(4, ("203.0.113.10", 1))) == 4
    host.run(10_000)
    assert len(ask(4, ("203.0.113.9", 1))) == 4


def test_unknown_requests_cost_nobody_his_share() -> None:
    host = Host()
    for _ in range(1000):
        assert host.ask(MARKER + b"nonsense") == []
    assert info(host)


def test_refusals_of_strangers_do_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    host = Host(sv_maxclients="1")
    host.knock(("203.0.113.1", 1))
    with caplog.at_level(logging.INFO):
        host.knock(("203.0.113.2", 1), challenge=5)
        host.knock(("203.0.113.2", 1), protocol=5)
        assert caplog.text == ""
        host.knock(("203.0.113.2", 1))
    assert "EXE_SERVERISFULL" in caplog.text


def test_twenty_players_behind_one_address_join_at_once() -> None:
    host = Host(sv_maxClientsPerIP="0")
    answers = [host.knock(("203.0.113.9", 1000 + n), qport=n) for n in range(20)]
    assert answers == [[ConnectResponse()]] * 20


def test_what_a_limit_refused_is_told_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    host = Host()

    def flood() -> list[str]:
        caplog.clear()
        with caplog.at_level(logging.INFO):
            for _ in range(100):
                host.ask(MARKER + b"getstatus")
            host.run(100)
        return [record.message for record in caplog.records]

    assert flood() == ["query: 90 refused (rate limit)"]
    host.run(30_000)
    assert flood() == []
    with caplog.at_level(logging.INFO):
        host.run(30_000)
    assert [record.message for record in caplog.records] == ["query: 90 refused (rate limit)"]


def test_beyond_the_limit_a_getinfo_is_answered_in_short_by_no_more_than_it_cost() -> None:
    host = Host(sv_hostname="A test", sv_queryBurst="4")
    request = MARKER + b"getinfo xxx"
    sent = received = answers = 0
    brief: list[tuple[str, str]] = []
    assert all(info(host)[-1] == ("mod", "1") for _ in range(4))
    for _ in range(100):
        sent += len(request)
        for answer in host.ask(request):
            assert isinstance(answer, InfoResponse)
            received += len(answer.encode())
            answers += 1
            brief = info_pairs(answer.info)
        assert received <= sent
    assert answers >= 8
    assert brief == [
        ("challenge", "xxx"),
        ("protocol", "22"),
        ("hostname", "A test"),
        ("mapname", "mp_foy"),
        ("sv_maxclients", "20"),
        ("gametype", "ctf"),
    ]
    assert host.server.counters.brief_answers == answers
    assert host.server.limits.query.dropped == 100


@pytest.mark.parametrize("request_", [b"getstatus xxx", b"getstatus" + b" " * 900, b"getinfo%"])
def test_beyond_the_limit_nothing_else_is_answered(request_: bytes) -> None:
    host = Host()
    for _ in range(10):
        host.ask(MARKER + b"getinfo")
    assert [host.ask(MARKER + request_) for _ in range(100)] == [[]] * 100
    assert not host.server.limits.query._credit


def test_a_challenge_too_long_is_answered_in_short_neither() -> None:
    host = Host()
    assert len([1 for _ in range(40) if host.ask(MARKER + b"getinfo " + b"c" * 129)]) == 0


def test_a_short_answer_has_no_room_for_what_makes_it_long() -> None:
    host = Host(sv_hostname="h" * 900, sv_queryBurst="4", sv_queryRate="1")
    host.cvars.set("g_gametype", "g" * 500)
    for _ in range(4):
        host.ask(MARKER + b"getinfo")
    answers = [answer for _ in range(20) for answer in host.ask(MARKER + b"getinfo")]
    assert answers
    assert all(len(answer.encode()) < 200 for answer in answers)
