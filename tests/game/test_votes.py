"""The course of a vote, on a fake clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.game.votes import NEXT, Cause, Count, Poll, Stage

FOUR = {0, 1, 2, 3}


def called(caller: int = 0, now: int = 1000) -> Poll:
    poll = Poll()
    assert poll.call(now, caller)
    return poll


@pytest.mark.parametrize(
    ("voters", "yes", "no", "cause"),
    [
        (1, 1, 0, Cause.ENOUGH),
        (2, 1, 0, None),
        (2, 2, 0, Cause.ENOUGH),
        (2, 1, 1, Cause.HOPELESS),
        (3, 1, 1, None),
        (3, 2, 1, Cause.ENOUGH),
        (3, 1, 2, Cause.HOPELESS),
        (4, 2, 1, None),
        (4, 3, 1, Cause.ENOUGH),
        (4, 1, 2, Cause.HOPELESS),
        (64, 32, 31, None),
        (64, 33, 31, Cause.ENOUGH),
        (64, 1, 32, Cause.HOPELESS),
    ],
)
def test_more_than_half_of_those_who_may_vote(
    voters: int, yes: int, no: int, cause: Cause | None
) -> None:
    poll = called()
    for number in range(1, yes):
        assert poll.cast(number, yes=True)
    for number in range(yes, yes + no):
        assert poll.cast(number, yes=False)
    everybody = set(range(voters))
    assert poll.count(everybody) == Count(yes, no)
    assert poll.advance(1000, everybody) is cause
    after = {Cause.ENOUGH: Stage.PASSED, Cause.HOPELESS: Stage.NONE, None: Stage.OPEN}
    assert poll.stage is after[cause]


def test_who_says_nothing_is_against_it() -> None:
    poll = called()
    assert poll.left(1000) == 30_000
    assert poll.advance(30_999, FOUR) is None
    assert poll.left(30_999) == 1
    assert poll.advance(31_000, FOUR) is Cause.DUE
    assert poll.stage is Stage.NONE
    assert poll.left(31_000) == 0


def test_what_passed_is_due_three_seconds_later() -> None:
    poll = called()
    assert poll.advance(2000, {0}) is Cause.ENOUGH
    assert poll.advance(4999, {0}) is None
    assert poll.advance(5000, {0}) is Cause.DUE
    assert poll.stage is Stage.NONE


def test_it_may_be_done_at_once_but_an_open_vote_goes_on() -> None:
    poll = called()
    assert poll.advance(1000, FOUR, at_once=True) is None
    poll.advance(2000, {0})
    assert poll.advance(2001, {0}, at_once=True) is Cause.DUE


def test_one_vote_at_a_time_and_one_vote_each() -> None:
    poll = called()
    assert not poll.call(1500, 1)
    assert not poll.cast(0, yes=False)
    assert poll.cast(1, yes=False)
    assert not poll.cast(1, yes=True)
    assert poll.count(FOUR) == Count(1, 1)
    assert set(poll.voted) == {0, 1}
    poll.advance(2000, {0})
    assert poll.stage is Stage.PASSED
    assert not poll.cast(2, yes=True)
    assert not poll.call(2500, 1)


def test_who_leaves_takes_his_vote_along_and_who_looks_on_has_none() -> None:
    poll = called()
    poll.cast(1, yes=True)
    poll.leave(1)
    assert poll.count(FOUR) == Count(1, 0)
    assert poll.cast(1, yes=False)  # another player under his number
    assert poll.count({1, 2, 3}) == Count(0, 1)


def test_without_anybody_who_may_vote_it_fails() -> None:
    assert called().advance(1000, set()) is Cause.HOPELESS


def test_a_vote_that_is_called_off_leaves_nothing() -> None:
    assert not Poll().call_off(0)
    for decided in (False, True):
        poll = called()
        if decided:
            poll.advance(1000, {0})
        assert poll.call_off(1500)
        assert poll.advance(60_000, {0}) is None
        assert poll.call(60_000, 2)
        assert poll.count(FOUR) == Count(1, 0)


STEPS = st.one_of(
    st.tuples(st.just("call"), st.integers(0, 5), st.booleans()),
    st.tuples(st.just("cast"), st.integers(0, 5), st.booleans()),
    st.tuples(st.just("leave"), st.integers(0, 5), st.booleans()),
    st.tuples(st.just("off"), st.integers(0, 5), st.booleans()),
    st.tuples(st.just("wait"), st.integers(0, 5), st.booleans()),
)


@given(st.lists(STEPS, max_size=40), st.sets(st.integers(0, 5)))
def test_whatever_happens_the_table_is_kept_and_every_vote_ends(
    steps: list[tuple[str, int, bool]], voters: set[int]
) -> None:
    poll, now = Poll(), 0
    for word, number, flag in steps:
        before = poll.stage
        match word:
            case "call":
                poll.call(now, number)
            case "cast":
                poll.cast(number, yes=flag)
            case "leave":
                poll.leave(number)
            case "off":
                poll.call_off(now)
            case _:
                now += number * 1000
                cause = poll.advance(now, voters, at_once=flag)
                assert cause is None or NEXT[before][cause] is poll.stage
        assert poll.stage is before or poll.stage in NEXT[before].values()
        assert sum(poll.count(voters)) <= len(voters)
        assert poll.stage is not Stage.NONE or not poll.voted
    for later in (30_000, 60_000):
        poll.advance(now + later, voters)
    assert poll.stage is Stage.NONE
