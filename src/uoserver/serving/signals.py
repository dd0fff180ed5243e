"""The signals that ask a program to stop."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")
"""Ctrl-C, a service manager's stop, a closed terminal (which Windows does not have)."""


@contextmanager
def caught_signals(stop: Callable[[str], None]) -> Iterator[None]:
    """Call ``stop`` with the name of each signal that comes within the block.

    It runs between two instructions of the main thread, also while no event loop turns. Where
    SIGHUP is ignored it stays so: under ``nohup`` a server outlives its terminal.
    """
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    hangup = getattr(signal, "SIGHUP", None)
    caught = {
        number: old
        for number, old in before.items()
        if not (number == hangup and old == signal.SIG_IGN)
    }
    for number in caught:
        signal.signal(number, lambda number, _frame: stop(signal.Signals(number).name))
    try:
        yield
    finally:
        for number, old in caught.items():
            signal.signal(number, old)
