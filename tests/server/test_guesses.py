"""Guesses at passwords that players need."""

from __future__ import annotations

import pytest

from tests.server.host import Host
from uoproto.oob import ConnectResponse, Error, OobPacket
from uoserver.console.cvars import CvarRegistry
from uoserver.console.stock import register_stock
from uoserver.server.guesses import BURST, MAX_GUESSERS, PERIOD_MS, Guesses, password_needed

WORD = "open sesame"
FAR = ("203.0.113.20", 1024)
OTHER = ("203.0.113.21", 1024)
ACCEPTED: list[OobPacket] = [ConnectResponse()]
WRONG: list[OobPacket] = [Error("GAME_INVALIDPASSWORD")]
FULL: list[OobPacket] = [Error("EXE_SERVERISFULL")]


def info(password: str) -> str:
    return rf"\name\a\password\{password}"


def test_an_address_has_five_guesses_and_one_more_each_ten_seconds() -> None:
    guesses = Guesses()
    for _ in range(BURST):
        assert not guesses.spent("192.0.2.7", 1000)
        guesses.count("192.0.2.7", 1000)
    assert guesses.spent("192.0.2.7", 1000)
    assert not guesses.spent("192.0.2.8", 1000)
    assert guesses.spent("192.0.2.7", 999 + PERIOD_MS)
    assert not guesses.spent("192.0.2.7", 1000 + PERIOD_MS)
    guesses.count("192.0.2.7", 1000 + PERIOD_MS)
    assert guesses.spent("192.0.2.7", 1001 + PERIOD_MS)
    assert guesses.bad == 6


def test_addresses_remembered_have_an_end() -> None:
    guesses = Guesses()
    for number in range(MAX_GUESSERS + 10):
        for _ in range(BURST):
            guesses.count(f"10.0.{number >> 8}.{number & 255}", 0)
    assert len(guesses._buckets) == MAX_GUESSERS
    assert not guesses.spent("10.0.0.0", 0)
    assert guesses.spent("10.0.4.0", 0)


@pytest.mark.parametrize(
    ("value", "needed"),
    [("", ""), ("none", ""), ("NoNe", ""), ("secret", "secret"), ("50%off", "50.off")],
)
def test_the_password_that_is_needed(value: str, needed: str) -> None:
    cvars = CvarRegistry()
    register_stock(cvars)
    cvars.set("g_password", value)
    assert password_needed(cvars) == needed


def test_guesses_at_g_password_end_in_silence() -> None:
    host = Host(g_password=WORD)
    for number in range(BURST):
        assert host.knock((FAR[0], 2000 + number), info(f"guess{number}")) == WRONG
    assert host.knock(FAR, info("guess")) == []
    assert host.knock(FAR, info(WORD)) == []  # an answer would say that it is right
    assert host.server.clients() == []
    assert host.knock(OTHER, info(WORD)) == ACCEPTED
    host.now += PERIOD_MS
    assert host.knock(FAR, info(WORD)) == ACCEPTED


def test_who_is_silent_is_still_told_of_a_bad_challenge() -> None:
    host = Host(g_password=WORD)
    for _ in range(BURST):
        host.knock(FAR, info("x"))
    assert host.knock(FAR, challenge=1) == [Error("EXE_BAD_CHALLENGE")]


def test_good_passwords_are_no_guesses() -> None:
    host = Host(g_password=WORD, sv_maxClientsPerIP="0")
    for number in range(12):
        address = (FAR[0], 2000 + number)
        assert host.knock(address, info(WORD), qport=number) == ACCEPTED
    assert host.server.guesses.bad == 0


def test_without_a_password_nobody_guesses() -> None:
    host = Host(sv_maxClientsPerIP="0")
    for number in range(12):
        assert host.knock((FAR[0], 2000 + number), info("x"), qport=number) == ACCEPTED
    assert host.server.guesses.bad == 0


def test_guesses_at_the_private_password_are_not_looked_at() -> None:
    cvars = {"sv_maxclients": "2", "sv_privateClients": "1", "sv_privatePassword": "secret"}
    host = Host(**cvars)
    assert host.knock(("203.0.113.99", 1)) == ACCEPTED  # takes the one that is not private
    for _ in range(BURST + 1):
        assert host.knock(FAR, info("guess")) == FULL
    assert host.server.guesses.bad == BURST
    assert host.knock(FAR, info("secret")) == FULL
    assert host.knock(OTHER, info("secret")) == ACCEPTED
    assert host.server.clients()[0].address == OTHER


def test_the_password_of_all_slots_is_no_guess_at_the_private_one() -> None:
    host = Host(
        g_password=WORD,
        sv_maxclients="2",
        sv_privateClients="2",
        sv_privatePassword="secret",
    )
    for _ in range(BURST + 1):
        assert host.knock(FAR, info(WORD)) == FULL
        assert host.knock(FAR, info("")) == FULL
    assert host.server.guesses.bad == 0
