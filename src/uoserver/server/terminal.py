"""Commands typed on standard input: a line editor on a terminal, plain lines from all else.

Where Python has its readline module, a terminal gets Tab completion and the
history of this run, which is kept in memory only: what is typed may hold passwords.
"""

from __future__ import annotations

import importlib
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, Final

MAX_TYPED_LINE: Final = 16_384
MAX_ENDS: Final = 10
"""Ctrl-D in a row, after which nothing more is read: a terminal that is gone ends for ever."""
POLL_S: Final = 0.5
"""How often a process that was sent to the background looks whether it is back."""
CLEAR_LINE: Final = "\r\x1b[K"
BREAKS: Final = ' \t";'

Take = Callable[[str], object]
"""Takes a line without its end, one character per byte; RuntimeError ends the reading."""
Complete = Callable[[str, str], list[str]]
"""Returns the names that the word given second may become, behind the text given first."""
Interject = Callable[[Callable[[], None]], None]
"""Calls a function that writes lines, with what is typed out of its way."""


def read_lines(descriptor: int, take: Take) -> None:
    """Pass on the lines of any descriptor until its end; the last may lack its line feed.

    The descriptor itself is read: a daemon thread inside Python's own stdin buffer makes the
    interpreter abort when the process ends.
    """
    pending = b""
    with suppress(OSError, RuntimeError):  # input closed, or the loop
        while chunk := os.read(descriptor, 4096):
            *lines, pending = (pending + chunk).split(b"\n")
            for line in lines:
                take(line.decode("latin-1"))
            pending = pending[: MAX_TYPED_LINE + 1]  # the console refuses what is longer
        take(pending.decode("latin-1"))


def load_editor() -> Any | None:
    """Return the readline module, None where it or a fit terminal is missing.

    Standard output has to be the terminal as well, as the line is drawn there.
    """
    try:
        ready = sys.stdin.isatty() and sys.stdout.isatty()
    except (AttributeError, ValueError):  # none, or closed
        return None
    if not ready or os.environ.get("TERM", "dumb") == "dumb":
        return None
    try:
        return importlib.import_module("readline")
    except ImportError:
        return None


def in_foreground(descriptor: int) -> bool:
    """Return whether this process may use its terminal now."""
    try:
        return os.tcgetpgrp(descriptor) == os.getpgrp()
    except (AttributeError, OSError):
        return False


class Terminal:
    """The line editor. Call `close` at the end: it gives the terminal back as it was."""

    def __init__(self, editor: Any, complete: Complete) -> None:
        self._editor: Final = editor
        self._complete: Final = complete
        self._descriptor: Final = sys.stdin.fileno()
        self._found: list[str] = []
        self._reading = False
        self._termios: Final = importlib.import_module("termios")
        self._modes: list[Any] = []
        editor.set_completer(self._next_match)
        editor.set_completer_delims(BREAKS)
        libedit = "libedit" in (editor.__doc__ or "")
        editor.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def read(self, take: Take) -> None:
        """Pass on typed lines until the terminal is gone; runs in a thread of its own.

        In the background it waits: a process that changes its terminal there is stopped.
        """
        ends = 0
        while ends < MAX_ENDS:
            while not in_foreground(self._descriptor):
                time.sleep(POLL_S)
            self._note_modes()
            self._reading = True
            try:
                line = input()
            except EOFError:
                ends += 1
                continue
            except (OSError, RuntimeError):
                return
            except UnicodeError:
                continue
            finally:
                self._reading = False
            ends = 0
            typed = line.encode(sys.stdin.encoding or "utf-8", "replace")
            try:
                take(typed.decode("latin-1"))
            except RuntimeError:  # the loop is closed
                return

    def _note_modes(self) -> None:
        """Remember the modes that the terminal had at first."""
        if not self._modes:
            with suppress(OSError, self._termios.error):
                self._modes = self._termios.tcgetattr(self._descriptor)

    def _next_match(self, word: str, number: int) -> str | None:
        if number == 0:
            before = self._editor.get_line_buffer()[: self._editor.get_begidx()]
            try:
                self._found = self._complete(before, word)
            except Exception:
                self._found = []
        return self._found[number] if number < len(self._found) else None

    def interject(self, write: Callable[[], None]) -> None:
        """Write a line above what is being typed."""
        typed = self._editor.get_line_buffer() if self._reading else ""
        if not typed:
            write()
            return
        with suppress(OSError):
            sys.stdout.write(CLEAR_LINE)
            sys.stdout.flush()
            write()
            sys.stdout.write(typed)
            sys.stdout.flush()

    def close(self) -> None:
        """Give the terminal its modes back."""
        if self._modes and in_foreground(self._descriptor):
            with suppress(OSError, self._termios.error):
                self._termios.tcsetattr(self._descriptor, self._termios.TCSADRAIN, self._modes)


class AboveTyping:
    """What prints and log handlers need of a text stream; lines go by way of an `Interject`."""

    def __init__(self, stream: IO[str], interject: Interject) -> None:
        self._stream: Final = stream
        self._interject: Final = interject
        self._pending = ""

    def write(self, text: str) -> int:
        """Take text; what lacks its line feed waits for it."""
        whole, feed, self._pending = (self._pending + text).rpartition("\n")
        if feed:
            self._interject(lambda: self._put(whole + feed))
        return len(text)

    def _put(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()

    def flush(self) -> None:
        """Do nothing: lines are written at once."""


@contextmanager
def typed_lines(take: Take, complete: Complete) -> Iterator[Interject]:
    """Pass on what is typed on standard input, within the block; a thread reads it.

    Gives what writes a line above the typed one. Standard error does so by itself.
    """
    try:
        descriptor = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):  # no standard input at all
        yield _at_once
        return
    if hasattr(signal, "SIGTTIN"):  # a shell's background job is stopped when it reads
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    editor = load_editor()
    if editor is None:
        _start(lambda: read_lines(descriptor, take))
        yield _at_once
        return
    terminal = Terminal(editor, complete)
    _start(lambda: terminal.read(take))
    try:
        with _standard_error_above(terminal.interject):
            yield terminal.interject
    finally:
        terminal.close()


def _start(target: Callable[[], None]) -> None:
    threading.Thread(target=target, name="stdin", daemon=True).start()


def _at_once(write: Callable[[], None]) -> None:
    write()


@contextmanager
def _standard_error_above(interject: Interject) -> Iterator[None]:
    """Have lines of standard error, if that is a terminal, written above what is typed."""
    stream = sys.stderr
    if stream is None or not stream.isatty():
        yield
        return
    handlers = [
        handler
        for handler in logging.getLogger().handlers
        if isinstance(handler, logging.StreamHandler) and handler.stream is stream
    ]
    above = AboveTyping(stream, interject)
    sys.stderr = above
    for handler in handlers:
        handler.setStream(above)
    try:
        yield
    finally:
        sys.stderr = stream
        for handler in handlers:
            handler.setStream(stream)
