from __future__ import annotations

import json
from functools import partial

import pytest

from tests.fakeserver import FakeServer
from uoproto import udp
from uoproto.__main__ import main
from uoproto.cli import browse
from uoproto.connection import Address
from uoproto.oob import ServerAddress, ServerInfo


@pytest.fixture
def master(server: FakeServer) -> FakeServer:
    """A server that lists itself and one that is not there."""
    server.listed = (ServerAddress(*server.address), ServerAddress("127.0.0.1", 9))
    return server


def test_json(master: FakeServer, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--master", where, "--timeout", "0.5", "--json"]) == 0
    captured = capsys.readouterr()
    report = json.loads(captured.out.splitlines()[-1])
    assert [entry["address"] for entry in report["servers"]] == [where]
    assert report["servers"][0]["info"]["mapname"] == "mp_test"
    assert report["listed"] == 2
    assert report["errors"] == []
    assert captured.err.splitlines() == [f"asking the master {where} ...", "asking 2 servers ..."]


def test_table(master: FakeServer, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--master", where, "--timeout", "0.5"]) == 0
    heading, line, summary = capsys.readouterr().out.splitlines()
    assert heading.startswith("address")
    assert line.split()[0] == where
    assert line.endswith("0/8  mp_test            ctf   Test server")
    assert summary == "1 of 2 servers answered"


def test_a_silent_master_exits_1(
    server: FakeServer, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    server.silent = True
    assert main(["list", "--master", where, "--timeout", "0.1", "--json"]) == 1
    captured = capsys.readouterr()
    (error,) = json.loads(captured.out)["errors"]
    assert error == f"no list from {where}: no answer from the master {where}"
    assert captured.err.splitlines()[-1] == error


def test_the_stock_master_is_known_to_be_gone(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server.silent = True
    monkeypatch.setattr(browse, "DEFAULT_MASTER", server.address[0])
    monkeypatch.setattr(browse, "MASTER_PORT", server.address[1])
    assert main(["list", "--timeout", "0.1"]) == 1
    assert capsys.readouterr().err.endswith("; it is retired, name another with --master\n")


def test_lan(
    server: FakeServer,
    where: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def scan_lan(*, broadcast: str) -> dict[Address, ServerInfo]:
        assert broadcast == "192.0.2.255"
        return {server.address: ServerInfo()}

    monkeypatch.setattr(browse, "scan_lan", scan_lan)
    monkeypatch.setattr(browse, "list_master", partial(pytest.fail, "asked a master"))
    assert main(["list", "--lan", "--broadcast", "192.0.2.255"]) == 0
    assert where in capsys.readouterr().out


def test_a_lan_without_servers_exits_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(browse, "scan_lan", partial(udp.scan_lan, duration_ms=20))
    assert main(["list", "--lan", "--broadcast", "127.255.0.9", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["servers"] == []
    assert report["errors"] == ["no server answered on the LAN"]


def test_a_bad_broadcast_address_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--lan", "--broadcast", "no address", "--json"]) == 1
    assert capsys.readouterr().err.splitlines()[-1].startswith("cannot scan the LAN: ")
