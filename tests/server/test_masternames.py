"""Names of masters and the addresses they stand for, with lookups answered by hand."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.server.masternames import (
    MAX_RETRY_MS,
    REFRESH_MS,
    RETRY_MS,
    Found,
    MasterNames,
    parse_master,
)


class Names:
    """`MasterNames` with a clock and a name server of the test's own."""

    def __init__(self, *texts: str) -> None:
        self.now = 0
        self.names = MasterNames()
        self.asked: list[tuple[str, Found]] = []
        self.names.update(texts)

    def look(self) -> list[str]:
        """Return the names that are looked up now."""
        before = len(self.asked)
        self.names.look_up(lambda host, found: self.asked.append((host, found)), lambda: self.now)
        return [host for host, _ in self.asked[before:]]

    def answer(self, address: str | None) -> None:
        self.asked[-1][1](address)

    def known(self) -> list[object]:
        return [master.address for master in self.names.known()]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("192.0.2.1", ("192.0.2.1", 20610)),
        (" Master.Example.invalid:9 ", ("master.example.invalid", 9)),
        ("a:65535", ("a", 65535)),
        ("a:65536", None),
        ("a:0", None),
        ("a:", None),
        ("a:123456", None),
        ("a:+5", None),
        ("a:\u0661", None),
        (":20610", None),
        ("", None),
        ("a b", None),
        ("a\nb", None),
        ("x" * 254, None),
        ("::1", None),
    ],
)
def test_parse(text: str, name: tuple[str, int] | None) -> None:
    assert parse_master(text) == name


@given(st.text(max_size=300))
def test_any_text_is_a_name_or_none(text: str) -> None:
    name = parse_master(text)
    assert name is None or (len(name[0]) > 0 and 0 < name[1] < 65536)


def test_a_numeric_address_is_known_at_once() -> None:
    names = Names("192.0.2.1", "192.0.2.1:7", "192.0.2.1")
    assert names.look() == []
    assert names.known() == [("192.0.2.1", 20610), ("192.0.2.1", 7)]


def test_a_name_is_known_when_it_is_found_and_looked_up_again_in_an_hour() -> None:
    names = Names("master.example.invalid")
    assert names.look() == ["master.example.invalid"]
    assert names.known() == []
    names.now = 5_000_000
    assert names.look() == []  # still being looked up
    names.answer("198.51.100.7")
    assert names.known() == [("198.51.100.7", 20610)]
    names.now += REFRESH_MS - 1
    assert names.look() == []
    names.now += 1
    assert names.look() == ["master.example.invalid"]
    names.answer("198.51.100.8")
    assert names.known() == [("198.51.100.8", 20610)]


def test_a_name_that_does_not_resolve_is_told_once_and_tried_less_and_less(
    caplog: pytest.LogCaptureFixture,
) -> None:
    names = Names("lost.example.invalid")
    waits = []
    for _ in range(12):
        assert names.look() == ["lost.example.invalid"]
        names.answer(None)
        start = names.now
        (master,) = names.names.masters.values()
        assert master.retry_at is not None
        names.now = master.retry_at - 1
        assert names.look() == []
        names.now += 1
        waits.append(names.now - start)
    assert waits[:4] == [RETRY_MS, 2 * RETRY_MS, 4 * RETRY_MS, 8 * RETRY_MS]
    assert waits[-1] == MAX_RETRY_MS
    assert [record.getMessage() for record in caplog.records] == [
        "master lost.example.invalid does not resolve; it is tried again"
    ]


def test_a_name_that_is_lost_keeps_its_address(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    names = Names("master.example.invalid:9")
    names.look()
    names.answer("198.51.100.7")
    names.now = REFRESH_MS
    names.look()
    names.answer(None)
    assert names.known() == [("198.51.100.7", 9)]
    names.now += RETRY_MS
    assert names.look() == ["master.example.invalid"]
    names.answer("198.51.100.7")
    assert [record.getMessage() for record in caplog.records] == [
        "master master.example.invalid is 198.51.100.7:9",
        "master master.example.invalid does not resolve; it is tried again",
    ]


def test_two_names_of_one_address_are_one_master() -> None:
    names = Names("198.51.100.7", "master.example.invalid")
    names.look()
    names.answer("198.51.100.7")
    (master,) = names.names.known()
    assert master.host == "198.51.100.7"


def test_settings_that_change(caplog: pytest.LogCaptureFixture) -> None:
    names = Names("192.0.2.1", "", "nonsense:0")
    first = names.names.known()[0]
    for _ in range(3):
        names.names.update(["", "192.0.2.1", "nonsense:0"])
    assert names.names.known() == [first]
    assert names.names.known()[0] is first
    names.names.update(["192.0.2.2", "192.0.2.1"])
    assert names.known() == [("192.0.2.2", 20610), ("192.0.2.1", 20610)]
    names.names.update([])
    assert names.known() == []
    assert [record.getMessage() for record in caplog.records] == [
        "no master is told: 'nonsense:0' is not HOST[:PORT]"
    ]
