"""Counts of a service, and how often they are logged."""

from __future__ import annotations

import logging

import pytest

from uoproto.connection import Address
from uoserver.master.authorize import Authorizer
from uoserver.master.core import Master
from uoserver.master.service import REPORT_MS, Service


class Parrot(Service):
    name = "parrot"
    counted = ("said_twice", "ignored")

    def receive(self, data: bytes, address: Address, now: int) -> None:  # noqa: ARG002
        self.counts["said_twice"] += 1
        self.send(data + data, address)


def test_datagrams_are_given_once() -> None:
    parrot = Parrot()
    parrot.receive(b"a", ("192.0.2.1", 1), 0)
    assert parrot.take_outgoing() == [(b"aa", ("192.0.2.1", 1))]
    assert parrot.take_outgoing() == []


def test_counts_are_logged_once_a_minute_however_much_comes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    parrot = Parrot()
    for now in range(0, 2 * REPORT_MS, 100):
        parrot.receive(b"a", ("192.0.2.1", 1), now)
        parrot.frame(now)
    assert [record.getMessage() for record in caplog.records] == [
        "parrot: 1 said twice",
        "parrot: 600 said twice",
    ]
    parrot.frame(2 * REPORT_MS)
    caplog.clear()
    parrot.frame(10 * REPORT_MS)
    assert caplog.records == []  # nothing new


def test_the_status_names_all_counts_from_the_start() -> None:
    assert Parrot().status() == {"said_twice": 0, "ignored": 0}
    assert Authorizer().status() == dict.fromkeys(Authorizer.counted, 0)
    assert Master().status() == {"servers": 0, **dict.fromkeys(Master.counted, 0)}
