"""Challenges without a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.server.challenge import LIFETIME_MS, UNIT_MS, Challenges

HERE = ("203.0.113.4", 28960)
TIMES = st.integers(0, 2**40)


def fixed() -> Challenges:
    return Challenges(b"a fixed key")


@given(TIMES, st.integers(0, LIFETIME_MS - UNIT_MS))
def test_measures_the_time_since_it_was_issued(now: int, later: int) -> None:
    challenges = fixed()
    challenge = challenges.issue(HERE, now)
    assert -(2**31) <= challenge < 2**31
    age = challenges.age(HERE, challenge, now + later)
    assert age is not None
    assert abs(age - later) < UNIT_MS
    assert age % UNIT_MS == 0


@pytest.mark.parametrize("now", [0, 5, 16 * 4095, 16 * 4096, 16 * 4096 * 7 + 3, 2**31, 2**40])
def test_lives_for_a_minute_wherever_the_stamp_wraps(now: int) -> None:
    challenges = fixed()
    challenge = challenges.issue(HERE, now)
    assert challenges.age(HERE, challenge, now + LIFETIME_MS - UNIT_MS) is not None
    for later in (LIFETIME_MS + UNIT_MS, 65_536, 65_536 + 100, 2 * 65_536, 10 * 65_536 + 50):
        assert challenges.age(HERE, challenge, now + later) is None


@pytest.mark.parametrize(
    "other", [("203.0.113.4", 28961), ("203.0.113.5", 28960), ("203.0.113.42", 8960)]
)
def test_is_for_one_address_and_port(other: tuple[str, int]) -> None:
    challenges = fixed()
    challenge = challenges.issue(HERE, 1000)
    assert challenges.age(other, challenge, 1000) is None


def test_another_run_knows_nothing_of_it() -> None:
    challenge = Challenges().issue(HERE, 1000)
    assert Challenges().age(HERE, challenge, 1000) is None


@given(TIMES, st.integers(-(2**31), 2**31 - 1))
def test_a_forged_one_is_refused(now: int, forged: int) -> None:
    challenges = fixed()
    known = {
        challenges.issue(HERE, now - unit * UNIT_MS) for unit in range(LIFETIME_MS // UNIT_MS + 1)
    }
    assert (challenges.age(HERE, forged, now) is not None) == (forged in known)


@given(st.integers(0, 2**40), st.integers(0, 19))
def test_a_flipped_bit_of_the_hash_is_refused(now: int, bit: int) -> None:
    challenges = fixed()
    assert challenges.age(HERE, challenges.issue(HERE, now) ^ 1 << bit, now) is None


def test_signed_and_unsigned_readings_are_the_same() -> None:
    challenges = fixed()
    for now in range(0, 65_536, 4096):
        challenge = challenges.issue(HERE, now)
        assert challenges.age(HERE, challenge & 0xFFFFFFFF, now) == 0
        assert challenges.age(HERE, challenge, now) == 0
