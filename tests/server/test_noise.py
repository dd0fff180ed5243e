"""What strangers do to the log: a few lines, and a count once a minute."""

from __future__ import annotations

import logging

import pytest

from tests.server.host import Host, active
from uoserver.server.noise import BURST, PERIOD_MS, TOTAL_BURST, Noise

RCON = b"\xff\xff\xff\xffrcon guess x"


def infos(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in caplog.records if record.levelno > logging.DEBUG]


def test_lines_of_an_address_and_of_all() -> None:
    noise = Noise()
    levels = [noise.level(logging.INFO, "192.0.2.1", 0) for _ in range(BURST + 1)]
    assert levels == [logging.INFO] * BURST + [logging.DEBUG]
    assert noise.level(logging.WARNING, "192.0.2.2", 0) == logging.WARNING
    assert noise.level(logging.INFO, "192.0.2.1", PERIOD_MS) == logging.INFO
    others = [noise.level(logging.INFO, f"198.51.100.{n}", PERIOD_MS) for n in range(99)]
    assert others.count(logging.INFO) <= TOTAL_BURST
    left_out = others.count(logging.DEBUG) + 1
    assert noise.reports(PERIOD_MS) == [f"log: {left_out} lines about strangers left out"]
    assert noise.reports(PERIOD_MS) == []


def test_guesses_under_forged_addresses(caplog: pytest.LogCaptureFixture) -> None:
    host = Host(rconPassword="secret")
    with caplog.at_level(logging.INFO):
        for number in range(1000):
            host.now += 20
            host.ask(RCON, (f"203.0.{number >> 8}.{number & 255}", 5))
        host.run(100)
    said = infos(caplog)
    assert sum(line.startswith("bad rcon from") for line in said) < 30
    assert any(line.endswith(" lines about strangers left out") for line in said)
    assert len(said) < 35


def test_refusals_of_one_who_knocks_on(caplog: pytest.LogCaptureFixture) -> None:
    host = Host(sv_maxclients="1")
    host.knock(("203.0.113.1", 1))
    challenge = host.challenge(("203.0.113.2", 1))
    with caplog.at_level(logging.INFO):
        for _ in range(80):
            host.now += 250
            assert host.knock(("203.0.113.2", 1), challenge=challenge), "each is answered"
    assert BURST <= len(infos(caplog)) <= BURST + 3
    assert host.server.counters.refused["full"] == 80


def test_a_client_whose_port_changes_with_each_packet(caplog: pytest.LogCaptureFixture) -> None:
    host = active()
    client = host.clients[0]
    with caplog.at_level(logging.INFO):
        for number in range(100):
            client.address = (client.address[0], 40000 + number)
            host.run(50)
    assert 0 < len([line for line in infos(caplog) if "is now" in line]) <= BURST + 1
