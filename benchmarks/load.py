"""What players cost a server: ``python -m benchmarks.load [--clients N] [--json]``.

A real server process on mp_foy and a crowd of clients that drive and shoot, on 127.0.0.1. Memory is
the growth over an interpreter with the server's imports. Linux only, as it reads ``/proc``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from statistics import mean
from typing import Final

from benchmarks.hosted import Beside, Hosted, bare_memory_mb

JOIN_SECONDS: Final = 10
WARM_SECONDS: Final = 4


def measure(clients: int, seconds: int, bots: int = 0) -> dict[str, object]:
    """Return the figures of so many clients over so long."""
    settings = {"sv_maxclients": 64, "sv_maxClientsPerIP": 0, "scr_ctf_startrounddelay": 0}
    settings["bot_fill"] = bots
    arguments = [word for name, value in settings.items() for word in ("+set", name, str(value))]
    length = JOIN_SECONDS + WARM_SECONDS + seconds + 5
    with (
        Hosted(*arguments) as server,
        Beside(
            *("benchmarks.crowd", "127.0.0.1", str(server.port)),
            *("--clients", str(clients), "--seconds", str(length)),
        ) as crowd,
    ):
        end = time.monotonic() + JOIN_SECONDS
        while not crowd.lines or crowd.lines[-1]["active"] != clients:
            if time.monotonic() > end:
                raise TimeoutError(f"{crowd.lines[-1:]} of {clients} clients came in time")
            time.sleep(0.1)
        time.sleep(WARM_SECONDS)
        server.frame_times(reset=True)
        begin, used, told = time.monotonic(), server.cpu_seconds(), len(crowd.lines)
        time.sleep(seconds)
        passed, used = time.monotonic() - begin, server.cpu_seconds() - used
        frames, lines = server.frame_times(), crowd.lines[told:]
        memory = server.memory_mb()
    return {
        "clients": min(_number(line["active"]) for line in lines),
        "server_cpu_share": round(used / passed, 3),
        "frame_ms": {name: frames[name] for name in ("p50", "p95", "p99", "max")},
        "late_frames": frames["late"],
        "max_snapshot_gap_ms": max(_number(line["gap_ms"]) for line in lines),
        "bytes_per_client_s": round(mean(_number(line["bytes"]) for line in lines) / clients),
        "rss_mb": round(memory - bare_memory_mb(), 1),
        "moving_entities": round(mean(_number(line["moving"]) for line in lines), 1),
    }


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return value


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--clients", type=int, default=32, help="1 to 64 (32)")
    parser.add_argument("--seconds", type=int, default=30, help="measured time (30)")
    parser.add_argument("--bots", type=int, default=0, help="fill up to so many players with bots")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if not 1 <= options.clients <= 64 or options.seconds < 1:
        parser.error("1 to 64 clients, a second or more")
    figures = measure(options.clients, options.seconds, options.bots)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:20} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
