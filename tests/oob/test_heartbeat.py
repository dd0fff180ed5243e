from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from uoproto.oob import Heartbeats, StatusResponse

BEAT = b"\xff\xff\xff\xffheartbeat COD-1\n"
FLATLINE = b"\xff\xff\xff\xffheartbeat flatline\n"
STATUS = StatusResponse(r"\protocol\22")


def status() -> StatusResponse:
    return STATUS


def test_both_are_due_at_once_and_then_in_their_own_time() -> None:
    beats = Heartbeats()
    assert beats.next_timeout(5000) == 5000
    assert beats.datagrams_to_send(5000, status) == [BEAT, STATUS.encode()]
    assert beats.next_timeout(5001) == 185_000
    assert beats.datagrams_to_send(184_999, status) == []
    assert beats.datagrams_to_send(185_000, status) == [BEAT]
    assert beats.datagrams_to_send(604_999, status) == [BEAT]
    assert beats.next_timeout(604_999) == 605_000
    assert beats.datagrams_to_send(605_000, status) == [STATUS.encode()]


def test_status_is_made_only_when_due() -> None:
    beats = Heartbeats()
    asked: list[int] = []

    def counted() -> StatusResponse:
        asked.append(1)
        return STATUS

    for now in range(0, 1_200_000, 50_000):
        beats.datagrams_to_send(now, counted)
    assert len(asked) == 2


def test_forced_heartbeat_restarts_its_interval() -> None:
    beats = Heartbeats()
    beats.datagrams_to_send(0, status)
    beats.force()
    assert beats.next_timeout(1000) == 1000
    assert beats.datagrams_to_send(1000, status) == [BEAT]
    assert beats.datagrams_to_send(1000, status) == []
    assert beats.next_timeout(1000) == 181_000


def test_a_forced_heartbeat_keeps_its_distance_from_the_last() -> None:
    beats = Heartbeats(gap_ms=10_000)
    beats.force()
    assert beats.datagrams_to_send(0, status) == [BEAT, STATUS.encode()]
    beats.force()
    beats.force()
    assert beats.next_timeout(1) == 10_000
    assert beats.datagrams_to_send(9_999, status) == []
    assert beats.datagrams_to_send(10_000, status) == [BEAT]
    assert beats.datagrams_to_send(189_999, status) == []
    beats.force()
    assert beats.datagrams_to_send(189_999, status) == [BEAT]


def test_no_gap_puts_the_next_heartbeat_off() -> None:
    beats = Heartbeats(gap_ms=300_000)
    beats.datagrams_to_send(0, status)
    beats.force()
    assert beats.next_timeout(1) == 180_000


def test_an_urgent_heartbeat_does_not_wait() -> None:
    beats = Heartbeats(gap_ms=10_000)
    beats.datagrams_to_send(0, status)
    beats.force(urgent=True)
    assert beats.datagrams_to_send(1, status) == [BEAT]


def test_shutdown_is_said_once() -> None:
    beats = Heartbeats()
    assert beats.shutdown() == [FLATLINE]
    assert beats.shutdown() == []
    beats.force()
    assert beats.datagrams_to_send(10**9, status) == []
    assert beats.next_timeout(0) is None


def test_other_games() -> None:
    assert (
        Heartbeats("other").datagrams_to_send(0, status)[0] == b"\xff\xff\xff\xffheartbeat other\n"
    )


@given(st.lists(st.integers(0, 100_000), max_size=60))
def test_masters_are_never_told_too_often_nor_too_late(steps: list[int]) -> None:
    beats = Heartbeats()
    now = 0
    sent: list[int] = []
    for step in steps:
        now += step
        due = beats.next_timeout(now)
        datagrams = beats.datagrams_to_send(now, status)
        assert bool(datagrams) == (due is not None and due <= now)
        sent += [now] * datagrams.count(BEAT)
    gaps = [later - earlier for earlier, later in pairwise(sent)]
    assert all(180_000 <= gap < 280_000 for gap in gaps)


@given(st.lists(st.tuples(st.integers(0, 30_000), st.booleans()), max_size=80))
def test_force_as_one_may_masters_are_told_ten_seconds_apart(steps: list[tuple[int, bool]]) -> None:
    beats = Heartbeats(gap_ms=10_000)
    now = 0
    sent: list[int] = []
    forced: int | None = None
    for step, force in steps:
        now += step
        if force:
            beats.force()
            forced = now if forced is None else forced
        if BEAT in beats.datagrams_to_send(now, status):
            sent.append(now)
            forced = None
        assert forced is None or now - forced < 10_000
    gaps = [later - earlier for earlier, later in pairwise(sent)]
    assert all(10_000 <= gap < 180_000 + 30_000 for gap in gaps)
