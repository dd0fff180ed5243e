"""The UDP port of a server process."""

from __future__ import annotations

import socket

import pytest

from tests.server.host import Host
from uoserver.console.cvars import CvarRegistry
from uoserver.console.stock import register_stock
from uoserver.server.level import MapError
from uoserver.server.port import Port
from uoserver.serving.udp import UdpError


def local() -> CvarRegistry:
    cvars = CvarRegistry()
    register_stock(cvars)
    cvars.set("net_ip", "127.0.0.1")
    cvars.set("net_port", "0")
    return cvars


def test_it_is_taken_once_and_what_comes_early_waits() -> None:
    port = Port(local())
    try:
        taken = port.take()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
            peer.sendto(b"early", taken.address)
        assert port.take() is taken
        assert taken._socket.recv(100) == b"early"
    finally:
        port.close()


def test_a_changed_port_is_another_socket_and_the_old_one_is_free() -> None:
    cvars = local()
    port = Port(cvars)
    try:
        first = port.take().address[1]
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.bind(("127.0.0.1", 0))
            other = probe.getsockname()[1]
        cvars.set("net_port", str(other))
        assert port.take().address == ("127.0.0.1", other)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as again:
            again.bind(("127.0.0.1", first))
    finally:
        port.close()
        port.close()


def test_a_busy_port_is_told() -> None:
    cvars = local()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as busy:
        busy.bind(("127.0.0.1", 0))
        cvars.set("net_port", str(busy.getsockname()[1]))
        port = Port(cvars)
        with pytest.raises(UdpError, match=r"can't listen on udp 127\.0\.0\.1:\d+: "):
            port.take()
        port.close()


def test_no_map_is_read_where_the_port_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host("")
    reads: list[str] = []
    monkeypatch.setattr(type(host.server.files), "read", lambda _, name: reads.append(name))

    def refuse() -> None:
        raise UdpError("busy")

    host.server.maps.before_load = refuse
    with pytest.raises(UdpError):
        host.commands.execute("map mp_foy")
    assert reads == []
    with pytest.raises(MapError, match="not a map name"):
        host.server.maps.load("../x")
