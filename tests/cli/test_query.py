from __future__ import annotations

import json

import pytest

from tests.fakeserver import FakeServer
from uoproto.__main__ import main
from uoproto.cli.query import info_dict, table
from uoproto.oob import StatusPlayer
from uoproto.udp import QueryResult


def test_json_on_the_last_line(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["query", where, "--json"]) == 0
    report = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert report["address"] == where
    assert report["info"]["hostname"] == "^1Test^7 server"
    assert report["status"]["sv_hostname"] == "^1Test^7 server"
    assert report["players"] == [{"score": 3, "ping": 48, "name": "^2Ann O'Nym"}]
    assert 0 <= report["ping_ms"] < 1000


def test_table(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["query", where]) == 0
    out = capsys.readouterr().out
    assert "hostname       Test server\n" in out
    assert "      3    48  Ann O'Nym\n" in out


def test_no_answer_exits_1(
    server: FakeServer, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    server.silent = True
    assert main(["query", where, "--timeout", "0.1", "--json"]) == 1
    captured = capsys.readouterr()
    assert captured.err == f"query: no answer from {where}\n"
    assert json.loads(captured.out.splitlines()[-1]) == {
        "address": where,
        "info": {},
        "status": {},
        "players": [],
        "ping_ms": None,
        "error": f"no answer from {where}",
    }
    assert main(["query", where, "--timeout", "0.1"]) == 1
    assert not capsys.readouterr().out


def test_an_unknown_name_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["query", "no-such-host.invalid", "--json"]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("query: cannot ask no-such-host.invalid:28960: ")
    assert f"query: {json.loads(captured.out)['error']}\n" == captured.err


def test_players_stand_by_score_and_missing_status_is_said() -> None:
    players = (StatusPlayer(1, 2, "low"), StatusPlayer(30, 4, "\x1bhigh"))
    text = table(QueryResult(("192.0.2.1", 1), r"\a\b", "", players, 5))
    assert "status: no answer" in text
    assert text.index(".high") < text.index("low")


def test_keys_are_kept_as_sent() -> None:
    info = "\\^1>>\\x\\free key\\\\a\\\xe9\\a\\second"
    assert info_dict(info) == {"^1>>": "x", "free key": "", "a": "\xe9"}
