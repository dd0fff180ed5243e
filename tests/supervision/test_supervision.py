"""A real server process, looked after by all of them at once, and held up in the middle."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.process import ServerProcess
from tests.server.test_app import HERE, Player, run_to_end
from tests.supervision.standin import Sidecar, sidecar
from uoproto.connection import ConnState
from uoproto.connection.events import Disconnected

pytestmark = pytest.mark.live

PATIENCE_S = 10.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def get(port: int, path: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def sample(port: int, name: str) -> float:
    (value,) = [
        line.rpartition(" ")[2]
        for line in get(port, "/metrics")[1].splitlines()
        if line.startswith(f"{name} ")
    ]
    return float(value)


class NotifySocket:
    """What a service manager hears, with times."""

    def __init__(self, path: Path) -> None:
        self.heard: list[tuple[float, str]] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while text := self._socket.recv(4096).decode():
            self.heard.append((time.monotonic(), text))

    def texts(self) -> list[str]:
        return [text for _, text in list(self.heard)]

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NotifySocket]:
    path = tmp_path / "notify"
    listener = NotifySocket(path)
    monkeypatch.setenv("NOTIFY_SOCKET", str(path))
    monkeypatch.setenv("WATCHDOG_USEC", "1000000")
    yield listener
    listener.close()


@pytest.fixture
def fleet(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sidecar]:
    with sidecar() as standin:
        monkeypatch.setenv("AGONES_SDK_HTTP_PORT", str(standin.port))
        yield standin


def wait_until(what: str, condition: object, seconds: float = PATIENCE_S) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, f"not in time: {what}"
        time.sleep(0.05)


def test_a_life_that_is_held_up_in_the_middle(manager: NotifySocket, fleet: Sidecar) -> None:
    port = free_port()
    words = ("+set", "http_port", str(port), "+set", "agones", "1", "+set", "http_stallTime", "1")
    with ServerProcess(*words, module="tests.supervision.stalling") as server:
        # all is in place when the lines that others wait for have come
        wait_until("it is told", lambda: manager.heard != [])
        assert manager.texts()[0] == "READY=1"
        assert get(port, "/healthz") == (200, "ok\n")
        fleet.wait_for("/ready")
        player = Player(server.address)
        player.run(ConnState.ACTIVE)
        fleet.wait_for("/allocate")
        wait_until("the player is counted", lambda: sample(port, "uoserver_players") == 1)
        assert sample(port, "uoserver_received_packets_total") > 3
        status = json.loads(get(port, "/status.json")[1])
        assert [row["name"] for row in status["players"]] == ["UnnamedPlayer"]
        wait_until("the watchdog is fed", lambda: "WATCHDOG=1" in manager.texts())

        began = time.monotonic()
        server.type("stall 4")
        wait_until("ill health is seen", lambda: get(port, "/healthz")[0] == 503)
        assert time.monotonic() - began < 3.5
        assert get(port, "/healthz")[1].startswith("no frame for ")
        assert sample(port, "uoserver_frame_age_seconds") > 1
        wait_until("health comes back", lambda: get(port, "/healthz")[0] == 200)
        ended = time.monotonic()
        assert ended - began > 3.5
        held_up = (began + 0.7, began + 3.9)
        fed = [at for at, text in manager.heard if text == "WATCHDOG=1"]
        assert not [at for at in fed if held_up[0] < at < held_up[1]]
        assert not [at for at in fleet.times("/health") if held_up[0] < at < held_up[1]]
        fleet.wait_for("/health", len(fleet.times("/health")) + 1)
        wait_until("it is fed again", lambda: manager.heard[-1][0] > ended)
        wait_until("late frames show", lambda: sample(port, "uoserver_frames_late_total") > 10)

        server.process.send_signal(signal.SIGTERM)
        player.run(ConnState.DISCONNECTED)
        assert player.events[-1] == Disconnected("\x15Server shut down")
        player.close()
        assert server.process.wait(PATIENCE_S) == 0
        assert fleet.heard()[-1] == ("POST", "/shutdown")
        wait_until("the end is told", lambda: manager.texts()[-1] == "STOPPING=1")
        with pytest.raises(ConnectionRefusedError):
            get(port, "/healthz")
    assert not any("Traceback" in line for line in server.log)


def test_nothing_is_asked_for_and_nothing_listens() -> None:
    with ServerProcess() as server:
        assert server.stop() == 0
    assert not [line for line in server.log if "http" in line or "agones" in line]


def test_a_busy_http_port_is_one_clear_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        ended = run_to_end(
            (*HERE, "+set", "http_port", port, "+set", "scr_match", "0", "+map", "mp_foy")
        )
    assert ended.returncode == 2
    assert ended.stdout == ""
    last = ended.stderr.splitlines()[-1]
    assert last.startswith(f"uoserver: can't listen on tcp 127.0.0.1:{port} (http_port): ")
    assert "Traceback" not in ended.stderr


def test_a_sidecar_port_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGONES_SDK_HTTP_PORT", "soon")
    ended = run_to_end((*HERE, "+set", "agones", "1"))
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1] == "uoserver: AGONES_SDK_HTTP_PORT is no port: 'soon'"


def test_pages_are_served_on_loopback_unless_told_otherwise() -> None:
    port = free_port()
    with ServerProcess("+set", "http_port", str(port), map_name="") as server:
        server.wait_log(f"http://127.0.0.1:{port}/metrics")
        assert get(port, "/healthz")[0] == 200
        assert os.name != "posix" or server.stop() == 0
    with ServerProcess(
        "+set", "http_port", str(port), "+set", "http_ip", "127.0.0.2", map_name=""
    ) as server:
        server.wait_log(f"http://127.0.0.2:{port}/metrics")
        with pytest.raises(ConnectionRefusedError):
            get(port, "/healthz")
        assert server.stop() == 0
