"""How a server stands, as JSON for web pages and scripts."""

from __future__ import annotations

import json
from dataclasses import asdict

from .report import Report


def status_json(report: Report, uptime: float) -> str:
    """Return a report as a JSON object in ASCII, with a line feed behind it."""
    status = {
        "hostname": report.hostname,
        "map": report.map,
        "gametype": report.gametype,
        "uptime_s": round(uptime, 1),
        "max_players": report.limit,
        "scores": {"allies": report.allies, "axis": report.axis},
        "players": [asdict(row) for row in report.players],
    }
    return json.dumps(status) + "\n"
