"""Signals that ask the server to stop."""

from __future__ import annotations

import os
import signal

import pytest

from uoserver.serving.signals import caught_signals


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signals_are_told_by_name_and_given_back(name: str) -> None:
    number = getattr(signal, name)
    before = signal.getsignal(number)
    told: list[str] = []
    with caught_signals(told.append):
        os.kill(os.getpid(), number)
        os.kill(os.getpid(), number)
    assert told == [name, name]
    assert signal.getsignal(number) == before


def test_an_ignored_hangup_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    told: list[str] = []
    try:
        with caught_signals(told.append):
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert told == []
