"""A real server process for benchmarks, what it costs, and other processes beside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Final, Self

from tests.process import ROOT, ServerProcess

CLOCK_TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
TROUBLE: Final = ("Traceback", " ERROR ", " CRITICAL ")
"""What no line of the server's log may hold."""
_IMPORTS: Final = "import uoserver.server.app; print(open('/proc/self/status').read())"


class Hosted(ServerProcess):
    """A server on a core of its own, where there are two."""

    def __init__(self, *arguments: str, map_name: str = "mp_foy") -> None:
        super().__init__(*arguments, map_name=map_name)
        self.pid: Final = self.process.pid
        cores = sorted(_cores())
        if len(cores) > 1:
            os.sched_setaffinity(self.pid, cores[:1])
        self._asked = 0

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self.process.poll() is None

    def cpu_seconds(self) -> float:
        """Return the processor time that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
        user, system = fields.split()[11:13]
        return (int(user) + int(system)) / CLOCK_TICKS

    def memory_mb(self) -> float:
        """Return the memory that it has now."""
        return _resident(Path(f"/proc/{self.pid}/status").read_text(encoding="ascii"))

    def frame_times(self, *, reset: bool = False) -> dict[str, float]:
        """Return the figures of its frames; with ``reset`` they begin anew."""
        seen = len(self.log)
        self.type("frametimes json" + ("; frametimes reset" if reset else ""))
        end = time.monotonic() + 10
        while time.monotonic() < end:
            for line in self.log[seen:]:
                if line.startswith('{"frames"'):
                    figures: dict[str, float] = json.loads(line)
                    return figures
            time.sleep(0.02)
        raise TimeoutError("the server does not answer on its console")

    def troubles(self) -> list[str]:
        """Return lines of its log that no server should write."""
        return [line for line in self.log if any(word in line for word in TROUBLE)]


class Beside:
    """A program of this folder in a process of its own, on the other cores."""

    def __init__(self, module: str, *arguments: str) -> None:
        cores = sorted(_cores())[1:]
        self.process = subprocess.Popen(  # noqa: S603 (ourselves)
            [sys.executable, "-m", module, *arguments],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src")))},
            cwd=ROOT,
            text=True,
        )
        if cores:
            os.sched_setaffinity(self.process.pid, cores)
        self.lines: list[dict[str, object]] = []
        """JSON objects that it has printed."""
        assert self.process.stdout is not None
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self.lines.append(json.loads(line))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def bare_memory_mb() -> float:
    """Return the memory of an interpreter with the server's imports and nothing else."""
    done = subprocess.run(  # noqa: S603 (ourselves)
        [sys.executable, "-c", _IMPORTS],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        text=True,
    )
    return _resident(done.stdout)


def _resident(status: str) -> float:
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return int(kilobytes) / 1024


def _cores() -> set[int]:
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
