"""Typed commands: on pipes, and on a terminal with its line editor."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

import pytest

from tests.process import ROOT
from uoserver.server.terminal import AboveTyping, read_lines, typed_lines

pytest.importorskip("readline", reason="there is no line editor here")
pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

PATIENCE_S = 15.0


# -- plain lines ----------------------------------------------------------------------------------


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


def test_lines_of_a_pipe(pipe: tuple[int, int]) -> None:
    out, into = pipe
    os.write(into, b"one\n\xe9 two\r\n\nlast")
    os.close(into)
    taken: list[str] = []
    read_lines(out, taken.append)
    assert taken == ["one", "\xe9 two\r", "", "last"]


def test_a_line_without_end_takes_little_memory(pipe: tuple[int, int]) -> None:
    out, into = pipe
    pid = os.fork()
    if pid == 0:
        os.write(into, b"x" * 1_000_000)
        os._exit(0)
    os.close(into)
    taken: list[str] = []
    read_lines(out, taken.append)
    os.waitpid(pid, 0)
    assert [len(line) for line in taken] == [16_385]


def test_reading_ends_with_its_taker(pipe: tuple[int, int]) -> None:
    out, into = pipe
    os.write(into, b"one\ntwo\n")

    def closed(_: str) -> None:
        raise RuntimeError("Event loop is closed")

    read_lines(out, closed)


def test_no_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    written: list[int] = []
    with typed_lines(lambda _: None, lambda _before, _word: []) as interject:
        interject(lambda: written.append(1))
    assert written == [1]


def test_lines_are_written_whole_above_what_is_typed() -> None:
    class Paper:
        text = ""

        def write(self, text: str) -> int:
            self.text += text
            return len(text)

        def flush(self) -> None:
            pass

    paper = Paper()

    def interject(write: Callable[[], None]) -> None:
        paper.text += "<"
        write()
        paper.text += ">"

    stream = AboveTyping(paper, interject)  # type: ignore[arg-type]
    for text in ("a", "b\n", "c\nd\ne", "", "\n"):
        assert stream.write(text) == len(text)
        stream.flush()
    assert paper.text == "<ab\n><c\nd\n><e\n>"


# -- a terminal -----------------------------------------------------------------------------------


class Screen:
    """A server on a terminal of its own, and what that shows."""

    def __init__(self, *words: str, term: str = "xterm") -> None:
        here = ["+set", "net_ip", "127.0.0.1", "+set", "net_port", "0", "+set", "g_log", ""]
        here += ["+set", "sv_writeConfig", "0", *words]
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(PYTHONPATH=str(ROOT / "src"), TERM=term, INPUTRC="/dev/null")
            os.execv(sys.executable, [sys.executable, "-m", "uoserver", *here])  # noqa: S606
        self.shown = ""
        self.see("no map is running")
        time.sleep(0.3)  # its editor takes the terminal over

    def see(self, text: str) -> str:
        """Wait for a text behind what was seen; return what stood before it."""
        end = time.monotonic() + PATIENCE_S
        while text not in self.shown:
            left = end - time.monotonic()
            if left < 0 or not select.select([self._terminal], [], [], left)[0]:
                raise AssertionError(f"no {text!r} in {self.shown!r}")
            self.shown += os.read(self._terminal, 4096).decode("utf-8", "replace")
        before, _, self.shown = self.shown.partition(text)
        return before

    def press(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def end(self) -> int:
        """Wait for the end and return the exit code."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                return os.waitstatus_to_exitcode(status)
            if select.select([self._terminal], [], [], 0.02)[0]:
                try:
                    self.shown += os.read(self._terminal, 4096).decode("utf-8", "replace")
                except OSError:
                    continue
        raise AssertionError("it goes on")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._terminal)


@pytest.mark.live
def test_completion_history_and_an_end_by_quit() -> None:
    with Screen() as screen:
        screen.press("sv_hostn\t\r")
        screen.see('"sv_hostname" is:"CoDHost^7"')
        screen.press("map mp_f\t\r")
        screen.see("map mp_foy ready")
        screen.press("echo four\x7f\x7f\x7f\x7ffive\r")
        screen.see("\nfive")
        screen.press("\x1b[A\x1b[A\x1b[A\r")  # three lines up
        screen.see('"sv_hostname" is:')
        screen.press("qu\t\r")
        assert screen.end() == 0
        assert "Traceback" not in screen.shown
        assert "Fatal" not in screen.shown


@pytest.mark.live
def test_a_line_that_comes_in_between_leaves_what_is_typed() -> None:
    with Screen() as screen:
        screen.press("wait 20; echo interrupted\r")
        screen.press("echo half")
        screen.see("echo half")
        assert screen.see("interrupted\r\n").endswith("\r\x1b[K")
        screen.see("echo half")  # drawn again, below
        screen.press(" done\r")
        screen.see("\nhalf done\r\n")
        screen.press("quit\r")
        assert screen.end() == 0


@pytest.mark.live
def test_ctrl_d_does_not_end_it_and_ctrl_c_does() -> None:
    with Screen() as screen:
        screen.press("\x04")
        time.sleep(0.1)
        screen.press("echo still here\r")
        screen.see("\nstill here")
        screen.press("\x03")
        assert screen.end() == 0
        assert "stopping: SIGINT" in screen.shown


@pytest.mark.live
def test_a_terminal_that_can_do_nothing_gets_plain_lines() -> None:
    with Screen(term="dumb") as screen:
        screen.press("sv_hostn\t\n")
        screen.see('Unknown command "sv_hostn"')
        screen.press("quit\n")
        assert screen.end() == 0


@pytest.mark.live
@pytest.mark.parametrize("ending", ["quit\r", "\x03"])
def test_the_terminal_gets_its_modes_back(ending: str) -> None:
    termios = pytest.importorskip("termios")
    with Screen() as screen:
        # the mode of the typed line: no echo by the terminal, no lines
        assert not termios.tcgetattr(screen._terminal)[3] & termios.ICANON
        screen.press(ending)
        assert screen.end() == 0
        modes = termios.tcgetattr(screen._terminal)[3]
        assert modes & termios.ICANON
        assert modes & termios.ECHO
