"""A server beside a stand-in sidecar, over real HTTP and in the loop of its frames."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest

from tests.server.host import Host, active
from tests.supervision.standin import Sidecar, sidecar
from uoserver.server.companion import CompanionError
from uoserver.supervision import agones, fleet, restclient
from uoserver.supervision.agones import Agones, sidecar_port
from uoserver.supervision.restclient import Call

START = [
    ("PUT", "/metadata/label"),
    ("PUT", "/metadata/label"),
    ("PATCH", "/v1beta1/counters/players"),
    ("PATCH", "/v1beta1/lists/players"),
    ("POST", "/ready"),
]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do in tenths of seconds what takes seconds."""
    monkeypatch.setattr(agones, "HEALTH_S", 0.05)
    monkeypatch.setattr(agones, "LOOK_S", 0.05)
    monkeypatch.setattr(fleet, "EMPTY_S", 0.3)
    monkeypatch.setattr(fleet, "FIRST_DELAY_S", 0.1)
    monkeypatch.setattr(restclient, "SECONDS", 0.3)


class Hosting:
    """A server whose frames run in the loop, and its reporter."""

    def __init__(self, host: Host, standin: Sidecar) -> None:
        self.host = host
        self.sidecar = standin
        self.agones = Agones(host.server, standin.port)
        self.frames = True

    async def run_frames(self) -> None:
        while self.host.server.running:
            if self.frames:
                self.host.run(50)
            await asyncio.sleep(0.01)

    async def until(self, path: str, count: int = 1) -> None:
        await asyncio.to_thread(self.sidecar.wait_for, path, count)


@asynccontextmanager
async def hosting(host: Host, standin: Sidecar) -> AsyncIterator[Hosting]:
    it = Hosting(host, standin)
    host.server.observers.append(it.agones)
    frames = asyncio.create_task(it.run_frames())
    it.agones.start()
    try:
        yield it
    finally:
        await it.agones.stop()
        frames.cancel()
        await asyncio.gather(frames, return_exceptions=True)


def test_a_whole_life_call_by_call() -> None:
    async def life(standin: Sidecar) -> None:
        async with hosting(Host(sv_hostname="My server"), standin) as it:
            await it.until("/ready")
            assert standin.heard("/health") == START
            labels = [call.body for call in standin.calls if call.path == "/metadata/label"]
            assert labels == [
                {"key": "map", "value": "mp_foy"},
                {"key": "gametype", "value": "ctf"},
            ]
            client = it.host.join(userinfo={"name": "^1One"})
            await it.until("/allocate")
            assert standin.last("/v1beta1/counters/players") == {"count": "1", "capacity": "20"}
            await it.until("/v1beta1/lists/players", 2)
            assert standin.last("/v1beta1/lists/players")["values"] == ["0 One"]
            client.connection.disconnect()
            await it.until("/ready", 2)
            assert standin.last("/v1beta1/counters/players") == {"count": "0", "capacity": "20"}
            assert standin.state == "Ready"
            await it.until("/health", 3)
        assert standin.state == "Shutdown"
        assert standin.heard("/health") == [
            *START,
            ("PATCH", "/v1beta1/counters/players"),
            ("PATCH", "/v1beta1/lists/players"),
            ("POST", "/allocate"),
            ("PATCH", "/v1beta1/counters/players"),
            ("PATCH", "/v1beta1/lists/players"),
            ("POST", "/ready"),
            ("POST", "/shutdown"),
        ]

    with sidecar() as standin:
        asyncio.run(life(standin))


def test_nothing_but_health_before_the_first_map() -> None:
    async def life(standin: Sidecar) -> None:
        async with hosting(Host(""), standin) as it:
            await it.until("/health", 3)
            assert standin.heard("/health") == []
            it.host.commands.execute("map mp_foy")
            await it.until("/ready")
            assert standin.heard("/health") == START

    with sidecar() as standin:
        asyncio.run(life(standin))


def test_it_ends_the_server_when_all_have_left_if_asked_to() -> None:
    async def life(standin: Sidecar) -> None:
        async with hosting(active(agones_shutdownWhenEmpty="1"), standin) as it:
            await it.until("/allocate")
            it.host.clients[0].connection.disconnect()
            await it.until("/shutdown")
            while it.host.server.running:
                await asyncio.sleep(0.01)
        assert standin.heard().count(("POST", "/shutdown")) == 1
        assert ("POST", "/ready") not in standin.heard()

    with sidecar() as standin:
        asyncio.run(life(standin))


def test_it_ends_with_its_match_if_asked_to() -> None:
    async def life(standin: Sidecar) -> None:
        host = active(scr_ctf_timelimit="0.1", nextmap="killserver")
        async with hosting(host, standin) as it:
            await it.until("/allocate")
            while it.host.server.running:
                await asyncio.sleep(0.01)
            assert standin.state == "Allocated"
        assert standin.state == "Shutdown"
        assert host.announced == ["map mp_foy ready"]
        assert ("POST", "/ready") not in standin.heard()

    with sidecar() as standin:
        asyncio.run(asyncio.wait_for(life(standin), 60))


def test_health_ends_when_the_loop_is_stuck() -> None:
    async def life(standin: Sidecar) -> None:
        async with hosting(Host(), standin) as it:
            await it.until("/health", 2)
            began = time.monotonic()
            time.sleep(1)  # a frame that takes this long
            ended = time.monotonic()
            await it.until("/health", len(standin.times("/health")) + 2)
            within = [at for at in standin.times("/health") if began + 0.1 < at < ended]
            assert within == []

    with sidecar() as standin:
        asyncio.run(life(standin))


def test_health_ends_when_the_loop_turns_without_frames() -> None:
    async def life(standin: Sidecar) -> None:
        async with hosting(Host(), standin) as it:
            await it.until("/health", 2)
            it.frames = False
            await asyncio.sleep(0.2)
            count = len(standin.times("/health"))
            await asyncio.sleep(0.5)
            assert len(standin.times("/health")) == count
            it.frames = True
            await it.until("/health", count + 2)

    with sidecar() as standin:
        asyncio.run(life(standin))


def test_failures_are_one_line_and_made_up_for(caplog: pytest.LogCaptureFixture) -> None:
    async def life(standin: Sidecar) -> None:
        standin.refuse |= {"/ready": 500, "/health": 503}
        async with hosting(Host(), standin) as it:
            await it.until("/ready", 3)
            await it.until("/health", 5)
            standin.refuse.clear()
            await it.until("/ready", 4)
            await it.until("/health", len(standin.times("/health")) + 2)
            assert standin.state == "Ready"

    with caplog.at_level("INFO"), sidecar() as standin:
        asyncio.run(life(standin))
    lines = sorted(r.getMessage() for r in caplog.records if r.getMessage().startswith("agones"))
    assert lines == [
        "agones: POST /health: 503",
        "agones: POST /ready: 500",
        "agones: health is told again",
        "agones: state is told again",
    ]
    times = standin.times("/ready")
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert pauses[1] > 0.18


def test_a_fleet_without_counter_and_list(caplog: pytest.LogCaptureFixture) -> None:
    async def life(standin: Sidecar) -> None:
        standin.refuse |= {"/v1beta1/counters/players": 404, "/v1beta1/lists/players": 404}
        async with hosting(active(), standin) as it:
            await it.until("/allocate")
            it.host.join()
            await asyncio.sleep(0.5)

    with sidecar() as standin:
        asyncio.run(life(standin))
    assert standin.heard("/health", "/metadata/label") == [
        ("PATCH", "/v1beta1/counters/players"),
        ("PATCH", "/v1beta1/lists/players"),
        ("POST", "/allocate"),
        ("POST", "/shutdown"),
    ]
    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert warnings == [
        "agones: PATCH /v1beta1/counters/players: 404",
        "agones: PATCH /v1beta1/lists/players: 404",
    ]


def test_a_sidecar_that_hangs_stops_no_frame() -> None:
    async def life(standin: Sidecar) -> None:
        paths = ("/health", "/ready", "/metadata/label", "/shutdown")
        standin.refuse |= dict.fromkeys((*paths, *(path for _, path in START)), 0)
        async with hosting(Host(), standin) as it:
            await it.until("/metadata/label")
            worst, end = 0.0, time.monotonic() + 0.8
            count = it.host.server.frame_count
            while time.monotonic() < end:
                began = time.monotonic()
                await asyncio.sleep(0.01)
                worst = max(worst, time.monotonic() - began)
            assert it.host.server.frame_count - count > 10
            assert worst < 0.25
            began = time.monotonic()
        assert time.monotonic() - began < agones.GOODBYE_S + 0.5

    with sidecar() as standin:
        asyncio.run(life(standin))


def test_the_last_call_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Call] = []

    async def hang(call: Call, port: int) -> int:
        made.append(call)
        await asyncio.sleep(30)
        return port

    monkeypatch.setattr(agones, "GOODBYE_S", 0.2)
    began = time.monotonic()
    asyncio.run(Agones(Host("").server, 1, hang).stop())
    assert time.monotonic() - began < 5
    assert made == [Call("POST", "/shutdown", {})]


def test_nobody_at_the_port(caplog: pytest.LogCaptureFixture) -> None:
    async def life() -> None:
        with sidecar() as standin:
            pass
        async with hosting(Host(), standin) as it:
            await asyncio.sleep(0.5)
            assert it.host.server.running

    asyncio.run(life())
    lines = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    (line,) = lines
    assert line.startswith("agones: no answer on port ")


def test_a_sidecar_that_comes_late(caplog: pytest.LogCaptureFixture) -> None:
    async def life() -> None:
        with sidecar() as standin:
            pass
        async with hosting(Host(), standin) as it:
            await asyncio.sleep(0.3)
            with sidecar(standin.port) as late:
                it.sidecar = late
                await it.until("/ready")
                assert late.heard("/health") == START

    with caplog.at_level("INFO"):
        asyncio.run(life())
    lines = [r.getMessage() for r in caplog.records if r.getMessage().startswith("agones")]
    assert [line.split(" on port ")[0] for line in lines[:2]] == [
        "agones: no answer",
        "agones: answers come",
    ]


def test_the_port_comes_from_the_environment() -> None:
    assert sidecar_port({}) == 9358
    assert sidecar_port({"AGONES_SDK_HTTP_PORT": ""}) == 9358
    assert sidecar_port({"AGONES_SDK_HTTP_PORT": "1234"}) == 1234
    for text in ("0", "65536", "-1", "x", "99999999999", "\u0664"):
        with pytest.raises(CompanionError, match="AGONES_SDK_HTTP_PORT is no port"):
            sidecar_port({"AGONES_SDK_HTTP_PORT": text})
