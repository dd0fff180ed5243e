from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.host import Host, active
from uoserver.supervision.systemd import ServiceManager

if not hasattr(socket, "AF_UNIX"):
    pytest.skip("no Unix sockets here", allow_module_level=True)


class Manager:
    """What a service manager holds: a socket, and what it heard."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        lines = []
        while True:
            try:
                lines.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return lines


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(str(tmp_path / "notify"))
    yield manager
    manager.socket.close()


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": str(tmp_path / "notify"), **more}


def test_a_life(manager: Manager, tmp_path: Path) -> None:
    now = 100.0
    host = active()
    service = ServiceManager(
        host.server, environment(tmp_path, WATCHDOG_USEC="4000000"), lambda: now
    )
    host.server.observers.append(service)
    service.ready()
    assert manager.heard() == ["READY=1"]
    host.server.frame(host.now)
    assert manager.heard() == ["WATCHDOG=1", "STATUS=1 players on mp_foy"]
    now += 1.9
    host.server.frame(host.now)
    assert manager.heard() == []
    now += 0.1
    host.server.frame(host.now)
    assert manager.heard() == ["WATCHDOG=1"]
    host.clients[0].connection.disconnect()
    host.run(5000)
    now += 10
    manager.heard()
    host.server.frame(host.now)
    assert manager.heard() == ["WATCHDOG=1", "STATUS=0 players on mp_foy"]
    now += 10
    host.server.frame(host.now)
    assert manager.heard() == ["WATCHDOG=1"]
    host.server.shutdown("over", host.now)
    assert manager.heard() == ["STOPPING=1"]
    service.close()
    service.ready()
    host.server.frame(host.now)
    assert manager.heard() == []


@pytest.mark.parametrize(
    ("more", "fed"),
    [
        ({}, False),
        ({"WATCHDOG_USEC": "4000000"}, True),
        ({"WATCHDOG_USEC": "4000000", "WATCHDOG_PID": str(os.getpid())}, True),
        ({"WATCHDOG_USEC": "4000000", "WATCHDOG_PID": "1"}, False),
        ({"WATCHDOG_USEC": "0"}, False),
        ({"WATCHDOG_USEC": "-5"}, False),
        ({"WATCHDOG_USEC": "x"}, False),
    ],
)
def test_who_wants_the_watchdog_fed(
    manager: Manager, tmp_path: Path, more: dict[str, str], fed: bool
) -> None:
    service = ServiceManager(Host("").server, environment(tmp_path, **more))
    service.frame(0)
    assert ("WATCHDOG=1" in manager.heard()) == fed
    service.close()


def test_a_server_without_a_map(manager: Manager, tmp_path: Path) -> None:
    service = ServiceManager(Host("").server, environment(tmp_path))
    service.frame(0)
    assert manager.heard() == ["STATUS=0 players on no map"]
    service.close()


@pytest.mark.skipif(not Path("/proc").exists(), reason="abstract sockets are those of Linux")
def test_an_abstract_socket() -> None:
    name = f"uoserver-test-{os.getpid()}"
    manager = Manager(f"\0{name}")
    service = ServiceManager(Host("").server, {"NOTIFY_SOCKET": f"@{name}"})
    service.ready()
    assert manager.heard() == ["READY=1"]
    service.close()
    manager.socket.close()


@pytest.mark.parametrize("path", ["", "relative", "vsock:2:1", "/no/such/socket", "/" + "x" * 300])
def test_nobody_listens(path: str) -> None:
    service = ServiceManager(Host("").server, {"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "1000000"})
    service.ready()
    service.frame(0)
    service.stopped()
    service.close()


def test_a_manager_that_does_not_read_stops_no_frame(manager: Manager, tmp_path: Path) -> None:
    service = ServiceManager(Host("").server, environment(tmp_path))
    began = time.monotonic()
    for _ in range(5000):  # more than any socket holds
        service.ready()
    assert time.monotonic() - began < 5
    assert 0 < len(manager.heard()) < 5000
    service.close()
