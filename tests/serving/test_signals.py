"""Signals that ask the server to stop, or to read its config files again."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest

from uoserver.serving.signals import caught_signals, has_terminal


def terminals(*answers: bool) -> Callable[[], bool]:
    """Return a look for the terminal that finds it or not, time after time."""
    left = [*answers]
    return lambda: left.pop(0)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signals_are_told_by_name_and_given_back(name: str) -> None:
    number = getattr(signal, name)
    before = signal.getsignal(number)
    told: list[str] = []
    with caught_signals(told.append, lambda: told.append("again"), terminals(True, False, False)):
        os.kill(os.getpid(), number)
        os.kill(os.getpid(), number)
    assert told == [name, name]
    assert signal.getsignal(number) == before


@pytest.mark.parametrize("answers", [(False, False), (True, True), (False, True)])
def test_a_hangup_is_a_reload_where_no_terminal_was_lost(answers: tuple[bool, bool]) -> None:
    told: list[str] = []
    with caught_signals(told.append, lambda: told.append("again"), terminals(*answers)):
        os.kill(os.getpid(), signal.SIGHUP)
    assert told == ["again"]


def test_an_ignored_hangup_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    told: list[str] = []
    try:
        with caught_signals(told.append, lambda: told.append("again")):
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert told == []


def test_a_child_in_a_session_of_its_own_has_no_terminal() -> None:
    pty = pytest.importorskip("pty")
    for begin, expected in ((pty.fork, 0), (os.fork, 1)):
        started = begin()
        pid, terminal = started if isinstance(started, tuple) else (started, -1)
        if pid == 0:
            if expected:
                os.setsid()
            os._exit(int(not has_terminal()))
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == expected
        if terminal >= 0:
            os.close(terminal)


def test_a_hangup_stops_who_has_nothing_to_read_again() -> None:
    told: list[str] = []
    with caught_signals(told.append, terminal=terminals(False, False)):
        os.kill(os.getpid(), signal.SIGHUP)
    assert told == ["SIGHUP"]
