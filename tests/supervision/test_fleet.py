"""What a fleet is told, and when, on times of the test's own."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.supervision.reports import report
from tests.supervision.standin import LABEL_VALUE
from uoserver.supervision.fleet import EMPTY_S, LAST_DELAY_S, Fleet, Topic, Wish, label
from uoserver.supervision.restclient import Call


def told(fleet: Fleet, now: float) -> list[Call]:
    """Make all calls that are due; each is taken."""
    calls = []
    for topic in fleet.topics:
        if call := topic.due(now):
            calls.append(call)
            topic.done(call)
    return calls


def paths(calls: list[Call]) -> list[str]:
    return [call.path for call in calls]


def test_nothing_is_told_before_a_map_runs() -> None:
    fleet = Fleet()
    fleet.see(report(map=""), 0)
    assert told(fleet, 0) == []
    assert fleet.wish is None


def test_a_server_is_ready_when_all_else_is_known() -> None:
    fleet = Fleet()
    fleet.see(report(bots=4), 0)
    assert told(fleet, 0) == [
        Call("PUT", "/metadata/label", {"key": "map", "value": "mp_foy"}),
        Call("PUT", "/metadata/label", {"key": "gametype", "value": "ctf"}),
        Call("PATCH", "/v1beta1/counters/players", {"count": "0", "capacity": "20"}),
        Call("PATCH", "/v1beta1/lists/players", {"capacity": "20", "values": []}),
        Call("POST", "/ready", {}),
    ]
    fleet.see(report(bots=4), 1)
    assert told(fleet, 1) == []


def test_players_come_and_go() -> None:
    fleet = Fleet()
    fleet.see(report(), 0)
    told(fleet, 0)
    fleet.see(report("Same", "Same", bots=1), 1)
    assert told(fleet, 1) == [
        Call("PATCH", "/v1beta1/counters/players", {"count": "2", "capacity": "20"}),
        Call("PATCH", "/v1beta1/lists/players", {"capacity": "20", "values": ["0 Same", "1 Same"]}),
        Call("POST", "/allocate", {}),
    ]
    fleet.see(report(), 2)
    assert paths(told(fleet, 2)) == ["/v1beta1/counters/players", "/v1beta1/lists/players"]
    fleet.see(report(), 2 + EMPTY_S - 0.1)
    assert told(fleet, 2 + EMPTY_S) == []
    fleet.see(report(), 2 + EMPTY_S)
    assert told(fleet, 2 + EMPTY_S) == [Call("POST", "/ready", {})]


def test_who_comes_back_in_time_keeps_the_server() -> None:
    fleet = Fleet()
    fleet.see(report("One"), 0)
    told(fleet, 0)
    fleet.see(report(), 10)
    fleet.see(report("One"), 10 + EMPTY_S - 1)
    fleet.see(report(), 10 + EMPTY_S)
    fleet.see(report(), 10 + 2 * EMPTY_S - 1)
    assert told(fleet, 40)[-1].path == "/v1beta1/lists/players"
    fleet.see(report(), 10 + 2 * EMPTY_S)
    assert paths(told(fleet, 41)) == ["/ready"]


def test_a_server_that_nobody_came_to_stays() -> None:
    fleet = Fleet()
    fleet.see(report(), 0, shutdown_when_empty=True)
    fleet.see(report(), 1e6, shutdown_when_empty=True)
    assert fleet.wish is Wish.READY


def test_who_asks_for_an_end_later_means_the_next_players() -> None:
    fleet = Fleet()
    fleet.see(report("One"), 0)
    fleet.see(report(), 1)
    fleet.see(report(), 1 + EMPTY_S)
    fleet.see(report(), 2 + EMPTY_S, shutdown_when_empty=True)
    assert fleet.wish is Wish.READY


def test_it_ends_when_all_have_left_if_asked_to() -> None:
    fleet = Fleet()
    fleet.see(report("One"), 0, shutdown_when_empty=True)
    assert fleet.wish is Wish.ALLOCATED
    fleet.see(report(), 1, shutdown_when_empty=True)
    fleet.see(report(), 1 + EMPTY_S, shutdown_when_empty=True)
    assert told(fleet, 99)[-1] == Call("POST", "/shutdown", {})
    fleet.see(report("Late"), 100)
    assert "/allocate" not in paths(told(fleet, 100))


def test_another_map_is_another_label() -> None:
    fleet = Fleet()
    fleet.see(report(), 0)
    told(fleet, 0)
    fleet.see(report(map="mp_harbor", gametype="dm"), 1)
    assert [call.body["value"] for call in told(fleet, 1)] == ["mp_harbor", "dm"]


def test_a_call_that_failed_is_made_again_ever_more_seldom() -> None:
    topic = Topic("x", lambda: Call("POST", "/ready", {}))
    now, pauses, lines = 0.0, [], 0
    for _ in range(8):
        assert topic.due(now) is not None
        lines += topic.failed(now, 500)
        begin = now
        while topic.due(now) is None:
            now += 0.5
        pauses.append(now - begin)
    assert pauses == [1, 2, 4, 8, 16, 30, 30, 30]
    assert max(pauses) == LAST_DELAY_S
    assert lines == 1
    assert topic.failing
    topic.done(Call("POST", "/ready", {}))
    assert not topic.failing
    assert topic.due(now) is None
    assert topic.failed(now)  # the next failure is told anew


def test_what_holds_by_then_is_told_after_a_failure() -> None:
    fleet = Fleet()
    fleet.see(report("One"), 0)
    counter = fleet.topics[2]
    assert counter.due(0) is not None
    counter.failed(0, 500)
    fleet.see(report("One", "Two"), 1)
    call = counter.due(1)
    assert call is not None
    assert call.body["count"] == "2"


@pytest.mark.parametrize("status", [404, 501])
def test_a_fleet_without_counter_and_list_is_ready_all_the_same(status: int) -> None:
    fleet = Fleet()
    fleet.see(report(), 0)
    *labels, counter, list_, state = fleet.topics
    assert [counter.failed(0, status), list_.failed(0, status)] == [True, True]
    assert counter.due(1e6) is None
    assert list_.due(1e6) is None
    assert state.due(0) == Call("POST", "/ready", {})
    state.failed(0, status)
    assert state.due(1) is not None
    labels[0].failed(0, status)
    assert labels[0].due(1) is not None


@pytest.mark.parametrize(
    ("text", "value"),
    [("mp_foy", "mp_foy"), ("a/b c", "a-b-c"), ("_x-", "x"), ("\xe4", ""), ("x" * 99, "x" * 63)],
)
def test_labels(text: str, value: str) -> None:
    assert label(text) == value


@given(st.text(max_size=80))
def test_any_text_is_a_label(text: str) -> None:
    value = label(text)
    assert len(value) <= 63
    assert re.fullmatch(LABEL_VALUE, value)


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0, 20), st.booleans()), max_size=30))
def test_the_state_always_follows_the_players(steps: list[tuple[int, float, bool]]) -> None:
    fleet, now = Fleet(), 0.0
    for count, passed, when_empty in steps:
        now += passed
        before = fleet.wish
        fleet.see(report(*"abc"[:count]), now, shutdown_when_empty=when_empty)
        if before is Wish.SHUTDOWN:
            assert fleet.wish is Wish.SHUTDOWN
        elif count:
            assert fleet.wish is Wish.ALLOCATED
        else:
            assert fleet.wish is not None
            assert fleet.wish is not Wish.SHUTDOWN or when_empty
