"""How long frames took, as hosts and programs read it."""

from __future__ import annotations

import json

import pytest

from tests.process import ServerProcess
from tests.server.admin.console import printed
from tests.server.host import Host
from uoserver.server.frametimes import KEPT, FrameTimes


def test_shares_of_a_hundred_frames() -> None:
    host = Host("")
    times = FrameTimes(host.commands)
    for number in range(100):
        times.add(float(number))
    times.late = 3
    assert times.figures() == {
        "frames": 100,
        "p50": 50.0,
        "p95": 95.0,
        "p99": 99.0,
        "max": 99.0,
        "late": 3,
    }
    assert printed(host, "frametimes") == [
        "100 frames: p50 50.0, p95 95.0, p99 99.0, max 99.0 ms; 3 late"
    ]
    assert json.loads(printed(host, "frametimes JSON")[0]) == times.figures()
    assert printed(host, "frametimes reset") == []
    times.late = 5
    assert times.figures()["frames"] == 0
    assert times.figures()["late"] == 2


@pytest.mark.parametrize("line", ["frametimes now", "frametimes json x"])
def test_what_is_no_use(line: str) -> None:
    host = Host("")
    FrameTimes(host.commands)
    assert printed(host, line) == ["usage: frametimes [json|reset]"]


def test_months_cost_no_memory() -> None:
    times = FrameTimes(Host("").commands)
    for number in range(3 * KEPT):
        times.add(number)
    assert times.figures()["frames"] == KEPT
    assert times.figures()["p50"] == 2.5 * KEPT


@pytest.mark.live
def test_a_server_measures_its_frames() -> None:
    with ServerProcess("+set", "sv_fps", "100") as server:
        server.type("wait 20; frametimes json")
        figures = json.loads(server.wait_log('{"frames"'))
    assert figures["frames"] > 5
    assert 0.0 < figures["p50"] <= figures["max"]
