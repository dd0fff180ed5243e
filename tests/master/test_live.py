"""Real processes: two servers, a master, and the command that lists them."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.process import ROOT, ServerProcess

pytestmark = pytest.mark.live


def environment() -> dict[str, str]:
    paths = [str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


@contextmanager
def master_process() -> Iterator[tuple[subprocess.Popen[str], int, queue.Queue[str]]]:
    """Yield a master, its port, and the lines of its standard output behind the first."""
    command = [sys.executable, "-m", "uoserver.master", "--bind", "127.0.0.1", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--json", "--interval", "3600"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
        text=True,
    )
    lines: queue.Queue[str] = queue.Queue()
    assert process.stdout is not None
    stream = process.stdout

    def read() -> None:
        for line in stream:
            lines.put(line)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        first = lines.get(timeout=30)
        assert first.startswith("master listening udp 127.0.0.1:")
        yield process, int(first.rpartition(":")[2]), lines
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        reader.join(5)
        stream.close()


def shown_by(port: int) -> tuple[list[str], int]:
    """Return the host names that ``uoproto list`` shows, and how many servers the master named."""
    command = [sys.executable, "-m", "uoproto", "list", "--master", f"127.0.0.1:{port}", "--json"]
    result = subprocess.run(
        command, capture_output=True, text=True, env=environment(), timeout=30, check=False
    )
    assert result.returncode == 0, result.stderr
    shown = json.loads(result.stdout)
    return sorted(server["info"]["hostname"] for server in shown["servers"]), shown["listed"]


def wait_for(port: int, wanted: list[str]) -> None:
    end = time.monotonic() + 30
    while (shown := shown_by(port)) != (wanted, len(wanted)):
        assert time.monotonic() < end, shown
        time.sleep(0.2)


def test_two_servers_are_listed_and_one_that_ends_is_not() -> None:
    with master_process() as (process, port, lines):
        alone = ["+set", "scr_match", "0"]
        number = ["+set", "sv_master1", f"127.0.0.1:{port}", *alone]
        name = ["+set", "sv_master5", f"localhost:{port}", *alone]
        with (
            ServerProcess(*number, "+set", "sv_hostname", "One") as one,
            ServerProcess(*name, "+set", "sv_hostname", "Two"),
        ):
            wait_for(port, ["One", "Two"])
            assert one.stop() == 0
            wait_for(port, ["Two"])
            process.send_signal(signal.SIGTERM)
            assert process.wait(10) == 0
            status = json.loads(lines.get(timeout=5))["master"]
        assert (status["servers"], status["listed"], status["left"]) == (1, 2, 1)
        assert status["expired"] == status["unproven_answers"] == 0
