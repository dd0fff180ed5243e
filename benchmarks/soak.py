"""Whether a server survives its bad neighbours: ``python -m benchmarks.soak [--minutes N]``.

A real server process with well-behaved clients is watched for a while in quiet, then while floods
of each kind run (`benchmarks.floods`). It has survived when

* it still runs, and its log holds no exception;
* no good client was dropped;
* nobody who did not prove his address was sent more than he sent, beyond what a limit allows;
* the 99th percentile of its frames is within twice the quiet one, or below what nobody notices;
* its memory does not grow in the second half of the flood.

The exit code is 0 then, else 1. Linux only.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Final

from benchmarks.floods import ANSWERS_PER_S
from benchmarks.hosted import Beside, Hosted

JOIN_SECONDS: Final = 15
QUIET_SHARE: Final = 0.25
"""Of the time, before the floods begin."""
UNNOTICED_MS: Final = 10.0
"""A fifth of a frame: below it a frame is no worse for anybody, whatever the quiet figure is."""
LEVEL_MB: Final = 8.0
"""What memory may grow in the second half: what the allocator keeps, no more."""
WARM_SECONDS: Final = 240.0
WARMING_MB: Final = 32.0
"""What it may grow in the second half of a shorter flood: what the server remembers of its map
fills up in the first minutes of a match, flooded or not."""
MOMENTS: Final = 12
"""At which memory is looked at during the flood."""
SETTINGS: Final = {
    "sv_maxclients": 64,
    "sv_maxClientsPerIP": 0,
    "scr_ctf_startrounddelay": 0,
    "sv_queryTotalRate": ANSWERS_PER_S,
    "rconPassword": "a secret that is not guessed",
}


def soak(seconds: float, clients: int, rate: int, *, timed: bool = True) -> dict[str, object]:
    """Return what was measured, and under ``failures`` what must not be.

    Where others use the machine frames are not ``timed``: they would tell of those.
    """
    arguments = [word for name, value in SETTINGS.items() for word in ("+set", name, str(value))]
    quiet, flooded = seconds * QUIET_SHARE, seconds * (1 - QUIET_SHARE)
    stay = str(seconds + JOIN_SECONDS + 30)
    with Hosted(*arguments) as server:
        address = ("127.0.0.1", str(server.port))
        crowd_arguments = (*address, "--clients", str(clients), "--seconds", stay)
        with Beside("benchmarks.crowd", *crowd_arguments) as crowd:
            _wait_for(crowd, clients)
            server.frame_times(reset=True)
            time.sleep(quiet)
            calm = server.frame_times(reset=True)
            before = len(crowd.lines)
            flood = ("--seconds", str(flooded), "--rate", str(rate))
            with Beside("benchmarks.floods", *address, *flood) as attack:
                memories = _watch(server, flooded)
                rough = server.frame_times()
                poured = attack.lines[-1] if attack.lines else {}
            lines = crowd.lines[before:]
            alive, troubles = server.alive, server.troubles()
    last = lines[-1] if lines else {"active": 0, "dropped": ["no report"]}
    result: dict[str, object] = {
        "clients": clients,
        "seconds": seconds,
        "quiet_frame_ms": calm,
        "flooded_frame_ms": rough,
        "max_snapshot_gap_ms": max((_number(line["gap_ms"]) for line in lines), default=0),
        "memory_mb": memories,
        "floods": poured,
    }
    grown = memories[-1] - memories[len(memories) // 2]
    sent = poured.get("sent", {})
    idle = [kind for kind, count in sent.items() if not count] if isinstance(sent, dict) else []
    failures = {
        "the server died": not alive,
        f"its log has {troubles[:1]}": bool(troubles),
        f"good clients dropped: {last['dropped']}": bool(last["dropped"]),
        f"{last['active']} of {clients} clients active": last["active"] != clients,
        "frames take too long": timed and rough["p99"] > max(2 * calm["p99"], UNNOTICED_MS),
        "memory grows": grown > (LEVEL_MB if flooded >= WARM_SECONDS else WARMING_MB),
        f"more came back than was sent: {poured.get('amplified')}": bool(poured.get("amplified")),
        f"no flood of {idle}": bool(idle),
        "there was no flood": not poured or _number(poured["came"]) < 1,
    }
    return result | {"failures": [text for text, failed in failures.items() if failed]}


def _watch(server: Hosted, seconds: float) -> list[float]:
    """Wait, and return the memory at each of a dozen moments, from the beginning to the end."""
    memories = [round(server.memory_mb(), 1)]
    for _ in range(MOMENTS):
        time.sleep(seconds / MOMENTS)
        memories.append(round(server.memory_mb(), 1))
    return memories


def _wait_for(crowd: Beside, clients: int) -> None:
    end = time.monotonic() + JOIN_SECONDS
    while not crowd.lines or crowd.lines[-1]["active"] != clients:
        if time.monotonic() > end:
            raise TimeoutError(f"{crowd.lines[-1:]}: {clients} clients did not come in time")
        time.sleep(0.1)


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return value


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--clients", type=int, default=32, help="good ones (32)")
    parser.add_argument("--rate", type=int, default=200, help="datagrams a second of each kind")
    options = parser.parse_args()
    result = soak(options.minutes * 60, options.clients, options.rate)
    print(json.dumps(result))
    return 1 if result["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
