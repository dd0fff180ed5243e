"""Answers to queries, which are kept for a moment (their content: `test_connectionless`)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.host import Host, active
from uoproto.oob import InfoResponse
from uoproto.text import info_get, info_pairs, info_valid
from uoserver.console.cvars import CvarRegistry
from uoserver.server.answers import KEPT_MS, Answers

HOST = Host()


def count_builds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    builds: list[int] = []
    build = CvarRegistry.serverinfo

    def counted(cvars: CvarRegistry) -> str:
        builds.append(1)
        return build(cvars)

    monkeypatch.setattr(CvarRegistry, "serverinfo", counted)
    return builds


def test_they_are_built_once_in_a_while_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host()
    answers = Answers(host.server)
    builds = count_builds(monkeypatch)
    for now in range(5000, 5000 + 4 * KEPT_MS):
        host.server.now = now
        assert answers.info("a")
        assert answers.status("b")
        assert answers.brief("c")
    assert len(builds) == 4


def test_what_changes_is_told_when_the_time_is_over() -> None:
    host = active()
    answers = Answers(host.server)
    first = answers.status("")
    host.cvars.set("sv_hostname", "Later")
    host.join()
    assert answers.status("") == first
    host.run(2000)
    status, info = answers.status(""), answers.info("")
    assert status
    assert info
    assert info_get(status.info, "sv_hostname") == info_get(info.info, "hostname") == "Later"
    assert len(status.players) == 2
    assert info_get(info.info, "clients") == "2"


def test_another_map_is_told_at_once() -> None:
    host = Host(g_gametype="tdm")
    answers = Answers(host.server)
    for gametype in ("tdm", "dm"):
        host.cvars.set("g_gametype", gametype)
        host.commands.execute("map mp_foy")
        told = answers.info("")
        assert told
        assert info_get(told.info, "gametype") == gametype


def test_a_clock_that_begins_anew_keeps_no_answer_for_ever() -> None:
    host = Host()
    answers = Answers(host.server)
    host.server.now = 10**9
    answers.info("")
    host.cvars.set("sv_hostname", "Later")
    host.server.now = 0
    told = answers.info("")
    assert told
    assert info_get(told.info, "hostname") == "Later"


def test_masters_get_what_is_there_now() -> None:
    host = Host()
    answers = Answers(host.server)
    answers.status("")
    host.cvars.set("sv_hostname", "Now")
    assert info_get(answers.status_now().info, "sv_hostname") == "Now"


def test_without_a_map_there_are_none() -> None:
    answers = Answers(Host("").server)
    assert [answers.info(""), answers.brief(""), answers.status("")] == [None] * 3


@given(st.text(st.characters(max_codepoint=255, exclude_characters="\0\n\r"), max_size=128))
def test_any_challenge_comes_back_and_only_it_differs(challenge: str) -> None:
    answers = Answers(HOST.server)
    for ask in (answers.info, answers.status, answers.brief):
        bare, told = ask(""), ask(challenge)
        assert bare
        assert told
        assert info_valid(told.info)
        pairs = dict(info_pairs(told.info))
        echoed = pairs.pop("challenge", "")
        assert echoed == challenge.translate(str.maketrans("", "", '\\";'))
        assert pairs == dict(info_pairs(bare.info))


@pytest.mark.parametrize("length", [1, 100, 120, 128])
def test_a_full_info_string_loses_what_stock_would_not_add(length: int) -> None:
    host = Host(sv_hostname="h" * 500, fs_game="g" * 300)
    for number in range(40):
        host.commands.execute(f"sets extra_{number} {'v' * 10}")
    answers = Answers(host.server)
    challenge = "c" * length
    for told in (answers.info(challenge), answers.status(challenge)):
        assert told
        assert len(told.info) < 1024
        assert "\\mapname\\mp_foy" in told.info
    info = answers.info(challenge)
    assert isinstance(info, InfoResponse)
    assert info_get(info.info, "challenge") == challenge


def test_a_setting_of_the_hosts_own_takes_no_challenge_over() -> None:
    host = Host()
    host.commands.execute("sets challenge mine; sets zzz last")
    status = Answers(host.server).status("yours")
    assert status
    pairs = info_pairs(status.info)
    assert [value for key, value in pairs if key == "challenge"] == ["yours"]
    assert pairs[-4:] == [("zzz", "last"), ("challenge", "yours"), ("pswrd", "0"), ("mod", "1")]
