"""A real server process on 127.0.0.1, for the live tests."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, Self

ROOT: Final = Path(__file__).parent.parent
START_SECONDS: Final = 30


class ServerProcess:
    """``python -m uoserver``, waited for until it listens and its map is ready."""

    def __init__(self, *arguments: str, map_name: str = "mp_foy", module: str = "uoserver") -> None:
        command = [sys.executable, "-m", module]
        command += ["+set", "net_ip", "127.0.0.1", "+set", "net_port", "0", "+set", "g_log", ""]
        command += ["+set", "sv_writeConfig", "0"]  # a test may set it to 1 behind
        command += arguments
        if map_name:
            command += ["+map", map_name]
        paths = [str(ROOT / "src"), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            text=True,
            encoding="latin-1",
        )
        self.log: list[str] = []
        self.output: list[str] = []
        """All lines of standard output so far."""
        self._lines: queue.Queue[str] = queue.Queue()
        for stream, take in (
            (self.process.stdout, self._take),
            (self.process.stderr, self.log.append),
        ):
            assert stream is not None
            threading.Thread(target=self._read, args=(stream, take), daemon=True).start()
        self.port = int(self.wait_line("listening udp ").rpartition(":")[2])
        if map_name:
            self.wait_line(f"map {map_name} ready")

    @staticmethod
    def _read(stream: IO[str], take: object) -> None:
        for line in stream:
            take(line.rstrip("\n"))  # type: ignore[operator]

    def _take(self, line: str) -> None:
        self.output.append(line)
        self._lines.put(line)

    def wait_line(self, beginning: str, seconds: float = START_SECONDS) -> str:
        """Return the next line of standard output that begins so."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                log = "\n".join(self.log)
                raise AssertionError(f"no line {beginning!r} in time; log:\n{log}") from None
            if line.startswith(beginning):
                return line

    def wait_log(self, text: str, seconds: float = START_SECONDS) -> str:
        """Return the first line of standard error that holds this text."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for line in list(self.log):
                if text in line:
                    return line
            time.sleep(0.01)
        raise AssertionError(f"no {text!r} in {self.log}")

    @property
    def address(self) -> tuple[str, int]:
        return "127.0.0.1", self.port

    def type(self, line: str) -> None:
        """Type a console command."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def stop(self, number: int = signal.SIGTERM, seconds: float = 10) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


@contextmanager
def game_folder(tmp_path: Path, *maps: Path) -> Iterator[list[str]]:
    """Yield the arguments of a server that finds these map files, linked into a game folder."""
    folder = tmp_path / "uo" / "maps" / "mp"
    folder.mkdir(parents=True, exist_ok=True)
    for path in maps:
        (folder / path.name).symlink_to(path)
    yield ["+set", "fs_basepath", str(tmp_path)]
