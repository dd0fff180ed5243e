"""The stand-in for the authorization host."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.oob import GetIpAuthorize
from uoserver.master.authorize import Authorizer

MARKER = b"\xff\xff\xff\xff"
SERVER = ("192.0.2.1", 28960)


def ask(data: bytes, now: int = 0) -> list[bytes]:
    service = Authorizer()
    service.receive(data, SERVER, now)
    sent = service.take_outgoing()
    assert all(address == SERVER for _, address in sent)
    return [answer for answer, _ in sent]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (b"getIpAuthorize 7 203.0.113.5", b"ipAuthorize 7 accept"),
        (b"getipauthorize -2147483648 203.0.113.5  0\n", b"ipAuthorize -2147483648 accept"),
        (b'getIpAuthorize 5 203.0.113.5 "uo" 1 x\0', b"ipAuthorize 5 accept"),
    ],
)
def test_all_may_play(question: bytes, answer: bytes) -> None:
    assert ask(MARKER + question) == [MARKER + answer]


@pytest.mark.parametrize(
    "question",
    [
        b"getIpAuthorize",
        b"getIpAuthorize 7",
        b"getIpAuthorize x 203.0.113.5",
        b"getIpAuthorize 7 nowhere",
        b"getIpAuthorize 99999999999 203.0.113.5",
        b"getIpAuthorize 7 203.0.113.5" + b" x" * 150,
        b"ipAuthorize 7 accept",
        b"getinfo",
        b"",
    ],
)
def test_what_is_no_question_has_no_answer(question: bytes) -> None:
    assert ask(MARKER + question) == []
    assert ask(question) == []


def test_keys_are_neither_answered_nor_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    service = Authorizer()
    service.receive(MARKER + b"getKeyAuthorize 0 ABCDEFGHIJKLMNOP", SERVER, 0)
    service.frame(0)
    assert service.take_outgoing() == []
    assert service.status()["keys_unread"] == 1
    assert "authorize: 1 keys unread" in caplog.text
    assert "ABCDEF" not in caplog.text


def test_a_party_is_let_in_at_once_and_a_flood_is_not() -> None:
    service = Authorizer()
    for player in range(64):
        service.receive(GetIpAuthorize(player, f"203.0.113.{player}").encode(), SERVER, 0)
    assert len(service.take_outgoing()) == 64
    for player in range(1000):
        service.receive(GetIpAuthorize(player, "203.0.113.1").encode(), SERVER, 0)
    assert service.take_outgoing() == []
    assert service.counts["refused"] == 1000


@given(st.integers(-(2**31), 2**31 - 1), st.ip_addresses(v=4), st.text(max_size=200))
def test_an_answer_is_shorter_than_its_question(challenge: int, address: object, more: str) -> None:
    question = MARKER + f"getIpAuthorize {challenge} {address} ".encode()
    question += more.encode("latin-1", "replace")
    (answer,) = ask(question)
    assert len(answer) < len(question)


@given(st.binary(max_size=60))
def test_any_bytes_are_taken(data: bytes) -> None:
    ask(MARKER + data)
    ask(MARKER + b"getIpAuthorize " + data)
