"""The signals that ask a program to stop, or to read its config files again."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")
"""Ctrl-C, a service manager's stop, and (not on Windows) a reload or a closed terminal."""


def has_terminal() -> bool:
    """Return whether the process belongs to a terminal, which may be none of its streams."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK))
    except (OSError, AttributeError):
        return False
    return True


@contextmanager
def caught_signals(
    stop: Callable[[str], None],
    reread: Callable[[], None] | None = None,
    terminal: Callable[[], bool] = has_terminal,
) -> Iterator[None]:
    """Call ``stop`` with the name of each signal that comes within the block.

    SIGHUP calls ``reread`` instead, if there is anything to read, unless the terminal that was
    there at first is gone: that is what the signal was made for. Where it is ignored it stays so:
    under ``nohup`` a server outlives its terminal. All runs between two instructions of the main
    thread, also while no event loop turns.
    """
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    hangup = getattr(signal, "SIGHUP", None)
    had_terminal = terminal()

    def catch(number: int, _frame: object) -> None:
        if reread and number == hangup and not (had_terminal and not terminal()):
            reread()
        else:
            stop(signal.Signals(number).name)

    caught = {
        number: old
        for number, old in before.items()
        if not (number == hangup and old == signal.SIG_IGN)
    }
    for number in caught:
        signal.signal(number, catch)
    try:
        yield
    finally:
        for number, old in caught.items():
            signal.signal(number, old)
