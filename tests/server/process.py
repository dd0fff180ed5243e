"""A real server process on 127.0.0.1."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from uoproto.connection import ClientConfig, ClientConnection, ConnState, Event

PATIENCE_S: Final = 10.0
SOURCE: Final = Path(__file__).parents[2] / "src"


class Process:
    """``python -m uoserver`` with the arguments given, on a free port; killed when left."""

    def __init__(self, *words: str, port: int = 0, cwd: Path | None = None) -> None:
        self.words = ("+set", "net_ip", "127.0.0.1", "+set", "net_port", str(port), *words)
        self.stdout: list[str] = []
        self.stderr: list[str] = []
        environment = dict(os.environ, PYTHONPATH=str(SOURCE), PYTHONUNBUFFERED="1")
        self.popen = subprocess.Popen(
            [sys.executable, "-m", "uoserver", *self.words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="latin-1",
            env=environment,
            cwd=cwd,
        )
        assert self.popen.stdout is not None
        assert self.popen.stderr is not None
        self._threads = [
            threading.Thread(target=lines.extend, args=(pipe,))
            for pipe, lines in ((self.popen.stdout, self.stdout), (self.popen.stderr, self.stderr))
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.popen.poll() is None:
            self.popen.kill()
        self.wait()

    def wait(self) -> int:
        """Wait for the end; return the exit code, with all output read."""
        code = self.popen.wait(PATIENCE_S)
        for thread in self._threads:
            thread.join()
        for pipe in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            if pipe is not None:
                pipe.close()
        return code

    def wait_for(self, text: str, where: list[str] | None = None) -> str:
        """Wait for a line of standard output (or ``where``) that matches; return it."""
        lines = self.stdout if where is None else where
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            for line in lines:
                if re.search(text, line):
                    return line.rstrip("\n")
            assert self.popen.poll() is None or lines, "".join(self.stderr)
            time.sleep(0.01)
        raise AssertionError(f"no line {text!r} in {self.stdout} {self.stderr}")

    @property
    def address(self) -> tuple[str, int]:
        line = self.wait_for("^listening udp ")
        return "127.0.0.1", int(line.rpartition(":")[2])

    def type(self, line: str) -> None:
        assert self.popen.stdin is not None
        self.popen.stdin.write(line)
        self.popen.stdin.flush()

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.popen.send_signal(number)
        return self.wait()


class Player:
    """A client on a real socket, driven by hand."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.setblocking(False)
        self.connection = ClientConnection(ClientConfig(qport=77, strict=True), address)
        self.events: list[Event] = []
        self.connection.connect(self.now())

    @staticmethod
    def now() -> int:
        return int(time.monotonic() * 1000)

    def run(self, until: ConnState, seconds: float = PATIENCE_S) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.connection.state != until:
            self.events += self.connection.handle_timeout(self.now())
            for data, address in self.connection.datagrams_to_send(self.now()):
                self.socket.sendto(data, address)
            try:
                data, address = self.socket.recvfrom(9000)
            except (BlockingIOError, ConnectionRefusedError):
                time.sleep(0.005)
                continue
            self.events += self.connection.receive_datagram(data, address[:2], self.now())
        assert self.connection.state == until

    def close(self) -> None:
        self.socket.close()


def run_to_end(words: Sequence[str], stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a server that is expected to end by itself."""
    return subprocess.run(
        [sys.executable, "-m", "uoserver", *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="latin-1",
        env=dict(os.environ, PYTHONPATH=str(SOURCE)),
        timeout=PATIENCE_S,
        check=False,
    )
