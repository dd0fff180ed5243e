"""The process around the services, on real sockets of 127.0.0.1."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time

import pytest

from tests.master.wire import BEAT
from uoserver.master.app import Port, serve
from uoserver.master.authorize import Authorizer
from uoserver.master.core import Master
from uoserver.serving.udp import UdpError

HOME = ("127.0.0.1", 0)


def peer() -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.bind(HOME)
    made.settimeout(5)
    return made


async def until(lines: list[str], count: int) -> None:
    for _ in range(500):
        if len(lines) >= count:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(lines)


def address(line: str) -> tuple[str, int]:
    host, port = line.rpartition(" ")[2].split(":")
    return host, int(port)


async def receive(made: socket.socket) -> bytes:
    data: bytes = await asyncio.get_running_loop().run_in_executor(None, made.recv, 2000)
    return data


def test_both_services_answer_and_a_signal_ends_them() -> None:
    lines: list[str] = []

    async def body() -> None:
        ports = [Port(Master(), HOME), Port(Authorizer(), HOME)]
        task = asyncio.create_task(serve(ports, lines.append, json_every=3600))
        await until(lines, 2)
        with peer() as made:
            made.sendto(BEAT, address(lines[0]))
            assert (await receive(made)).startswith(b"\xff\xff\xff\xffgetinfo ")
            made.sendto(b"\xff\xff\xff\xffgetIpAuthorize 7 192.0.2.1", address(lines[1]))
            assert await receive(made) == b"\xff\xff\xff\xffipAuthorize 7 accept"
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(task, 5)

    asyncio.run(body())
    assert [line.rpartition(":")[0] for line in lines[:2]] == [
        "master listening udp 127.0.0.1",
        "authorize listening udp 127.0.0.1",
    ]
    (last,) = lines[2:]
    status = json.loads(last)
    assert status["master"]["heartbeats"] == 1
    assert status["authorize"]["accepted"] == 1


@pytest.mark.parametrize("every", [None, 0.1])
def test_status_comes_again_and_again_only_if_wanted(every: float | None) -> None:
    lines: list[str] = []

    async def body() -> None:
        task = asyncio.create_task(serve([Port(Master(), HOME)], lines.append, json_every=every))
        await until(lines, 3 if every else 1)
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.wait_for(task, 5)

    asyncio.run(body())
    assert len(lines[1:]) >= 3 if every else len(lines) == 1
    assert all("master" in json.loads(line) for line in lines[1:])


def test_a_busy_port_closes_what_was_open() -> None:
    with peer() as busy:
        ports = [Port(Master(), HOME), Port(Authorizer(), busy.getsockname())]
        with pytest.raises(UdpError, match=r"can't listen on udp 127\.0\.0\.1:"):
            asyncio.run(serve(ports, pytest.fail))
        assert ports[0].socket is not None
        assert ports[0].socket._socket.fileno() == -1


def test_a_flood_does_not_keep_it_from_answering_or_ending() -> None:
    lines: list[str] = []

    async def body() -> float:
        task = asyncio.create_task(serve([Port(Master(), HOME)], lines.append))
        await until(lines, 1)
        where = address(lines[0])
        with peer() as flood, peer() as made:
            for data in (BEAT, b"\xff\xff\xff\xffgetservers 22", b"x" * 1400, b"\xff\xff\xff\xff"):
                for _ in range(500):
                    flood.sendto(data, where)
                await asyncio.sleep(0)
            answered = b""
            for _ in range(50):  # the flood may have filled the queue of the socket
                made.sendto(BEAT, where)
                made.settimeout(0.1)
                try:
                    answered = await receive(made)
                    break
                except TimeoutError:
                    continue
            assert answered.startswith(b"\xff\xff\xff\xffgetinfo ")
        before = time.monotonic()
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(task, 5)
        return time.monotonic() - before

    assert asyncio.run(body()) < 2
