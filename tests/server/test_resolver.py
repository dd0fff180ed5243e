"""Lookups in threads."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable

import pytest

from uoserver.server import resolver
from uoserver.server.resolver import MAX_LOOKUPS, Resolver, first_address


def fake(monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], str | None]) -> None:
    monkeypatch.setattr(resolver, "first_address", answer)


def test_the_first_ipv4_address_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert first_address("127.0.0.1") == "127.0.0.1"
    assert first_address("a..b") is None

    def lookup(host: str, port: None, family: int, kind: int) -> list[object]:
        assert (host, port, family, kind) == ("a", None, socket.AF_INET, socket.SOCK_DGRAM)
        return [(2, 2, 17, "", ("192.0.2.1", 0)), (2, 2, 17, "", ("192.0.2.2", 0))]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    assert first_address("a") == "192.0.2.1"


def test_a_name_that_does_not_resolve_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(*_: object) -> list[object]:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    assert first_address("lost.example.invalid") is None


def test_what_is_found_is_told_by_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch, lambda host: {"here": "192.0.2.1"}.get(host))
    told: list[tuple[str | None, bool]] = []

    async def body() -> None:
        main = threading.current_thread()
        names = Resolver(asyncio.get_running_loop())
        for host in ("here", "lost"):
            done = asyncio.Event()

            def found(address: str | None, done: asyncio.Event = done) -> None:
                told.append((address, threading.current_thread() is main))
                done.set()

            names.lookup(host, found)
            await asyncio.wait_for(done.wait(), 5)

    asyncio.run(body())
    assert told == [("192.0.2.1", True), (None, True)]


def test_a_system_without_threads_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch, lambda _: "192.0.2.1")
    told: list[str | None] = []

    def none_left(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def body() -> None:
        names, done = Resolver(asyncio.get_running_loop()), asyncio.Event()
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", none_left)
            for _ in range(MAX_LOOKUPS + 1):
                names.lookup("here", told.append)

        def found(host: str | None) -> None:
            told.append(host)
            done.set()

        names.lookup("here", found)
        await asyncio.wait_for(done.wait(), 5)

    asyncio.run(body())
    assert told == [None] * (MAX_LOOKUPS + 1) + ["192.0.2.1"]


def test_a_silent_name_server_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()

    def slow(_host: str) -> str | None:
        gate.wait(20)
        return "192.0.2.1"

    fake(monkeypatch, slow)
    told: list[str | None] = []

    async def body() -> None:
        names = Resolver(asyncio.get_running_loop())
        for _ in range(MAX_LOOKUPS + 2):
            names.lookup("slow", told.append)
        await asyncio.sleep(0)
        assert told == [None, None]  # those for whom no thread was left

    before = time.monotonic()
    try:
        asyncio.run(body())
        assert time.monotonic() - before < 5
    finally:
        gate.set()
    for thread in threading.enumerate():
        if thread.name == "lookup":
            thread.join(5)
    assert told == [None, None]


def test_a_thread_that_is_done_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch, lambda _host: "192.0.2.1")
    told: list[str | None] = []

    async def body() -> None:
        names = Resolver(asyncio.get_running_loop())
        for _ in range(3 * MAX_LOOKUPS):
            names.lookup("here", told.append)
            count = len(told)
            for _ in range(1000):
                if len(told) > count:
                    break
                await asyncio.sleep(0.001)

    asyncio.run(body())
    assert told == ["192.0.2.1"] * (3 * MAX_LOOKUPS)
