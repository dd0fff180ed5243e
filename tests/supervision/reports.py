"""Reports as the tests of pages and fleets want them."""

from __future__ import annotations

from dataclasses import replace

from uoserver.server.counters import Counters
from uoserver.supervision.report import PlayerRow, Report

EMPTY = Report(
    hostname="My server",
    map="mp_foy",
    gametype="ctf",
    limit=20,
    players=(),
    allies=0,
    axis=0,
    frames=0,
    limited={"query": 0},
    rcon_refused=0,
    counters=Counters(),
    stall_seconds=10,
)


def report(*names: str, bots: int = 0, **changes: object) -> Report:
    """Return a report with players of these names, and bots behind them."""
    rows = [PlayerRow(number, name, 5, 40, "axis") for number, name in enumerate(names)]
    rows += [PlayerRow(len(names) + n, f"bot {n}", 0, 0, "allies", bot=True) for n in range(bots)]
    return replace(EMPTY, players=tuple(rows), **changes)  # type: ignore[arg-type]
