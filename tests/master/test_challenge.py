"""Challenges of the master."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.master.wire import BEAT, answer
from uoproto.oob import GetInfo
from uoserver.master.challenge import EPOCH_MS, Challenges

HERE = ("192.0.2.1", 28960)
CHALLENGES = Challenges(b"a key of the tests")


def test_the_question_is_no_longer_than_the_heartbeat() -> None:
    assert len(GetInfo(CHALLENGES.issue(HERE, 0)).encode()) <= len(BEAT)


@given(st.integers(0, 2**40), st.integers(0, EPOCH_MS))
def test_an_answer_is_good_for_an_epoch_at_least(now: int, later: int) -> None:
    challenge = CHALLENGES.issue(HERE, now)
    assert len(challenge) == 8
    assert CHALLENGES.answered(answer(challenge), HERE, now + later)
    assert not CHALLENGES.answered(answer(challenge), HERE, now + 2 * EPOCH_MS)


@pytest.mark.parametrize("address", [("192.0.2.2", 28960), ("192.0.2.1", 28961), ("192.0.2", 128)])
def test_a_challenge_is_no_other_address_s(address: tuple[str, int]) -> None:
    assert not CHALLENGES.answered(answer(CHALLENGES.issue(HERE, 0)), address, 0)


def test_a_challenge_is_no_other_run_s() -> None:
    challenge = Challenges().issue(HERE, 0)
    assert not CHALLENGES.answered(answer(challenge), HERE, 0)
    assert challenge != Challenges().issue(HERE, 0)


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("infoResponse\n\\challenge\\{}\\protocol\\22", True),
        ("infoResponse\n\\protocol\\22\\CHALLENGE\\{}", True),
        ("infoResponse\n\\challenge\\{}\0", True),
        ("infoResponse\n\\challenge\\{}\n", True),
        ("infoResponse\n\\challenge\\{}x", False),
        ("infoResponse\n\\challenge\\", False),
        ("infoResponse\n\\challenges\\{}", False),
        ("infoResponse\n" + "x" * 1400 + "\\challenge\\{}", False),
        ("", False),
    ],
)
def test_where_an_answer_has_it(text: str, good: bool) -> None:
    data = b"\xff\xff\xff\xff" + text.format(CHALLENGES.issue(HERE, 0)).encode()
    assert CHALLENGES.answered(data, HERE, 0) == good


@given(st.binary(max_size=200))
def test_nobody_guesses(data: bytes) -> None:
    assert not CHALLENGES.answered(b"\\challenge\\" + data, HERE, 0)
