"""The numbers of a server as Prometheus reads them: its text format, version 0.0.4.

No label names a player or an address: the number of series is fixed.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Final

from uoserver.server.counters import FRAME_BOUNDS

from . import process
from .report import Report

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


def escape(value: str) -> str:
    """Return a label's value with what would end it escaped."""
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


class Page:
    """Collects families of samples."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def family(self, name: str, kind: str, text: str) -> None:
        """Begin a family: ``kind`` is gauge, counter or histogram."""
        self.lines += [f"# HELP {name} {text}", f"# TYPE {name} {kind}"]

    def sample(self, name: str, value: float, **labels: str) -> None:
        """Add a sample of the family that was begun last."""
        inside = ",".join(f'{key}="{escape(text)}"' for key, text in labels.items())
        shown = f"{{{inside}}}" if inside else ""
        self.lines.append(f"{name}{shown} {value!r}")

    def gauge(self, name: str, value: float, text: str, **labels: str) -> None:
        """Add a family of one value that goes up and down."""
        self.family(name, "gauge", text)
        self.sample(name, value, **labels)

    def counter(self, name: str, value: float, text: str) -> None:
        """Add a family of one value that only grows."""
        self.family(name, "counter", text)
        self.sample(name, value)

    def counters(self, name: str, values: Mapping[str, float], label: str, text: str) -> None:
        """Add a family of values that only grow, one for each value of a label."""
        self.family(name, "counter", text)
        for key, value in values.items():
            self.sample(name, value, **{label: key})

    def text(self) -> str:
        """Return the page."""
        return "\n".join(self.lines) + "\n"


def metrics(report: Report, uptime: float, stalled: float, version: str) -> str:
    """Return the page of a report; ``uptime`` and the time since the last frame in seconds."""
    page, counters = Page(), report.counters
    people = report.people()
    page.gauge("uoserver_info", 1, "Version of the server.", version=version)
    page.gauge("uoserver_uptime_seconds", round(uptime, 3), "Time since the start.")
    page.gauge("uoserver_map_info", 1, "Map that runs.", map=report.map, gametype=report.gametype)
    page.counter("uoserver_maps_total", counters.maps, "Maps begun, restarts not counted.")
    page.gauge("uoserver_players", len(people), "Players with a slot, without bots.")
    page.gauge("uoserver_bots", len(report.players) - len(people), "Bots.")
    page.gauge("uoserver_players_limit", report.limit, "Client slots (sv_maxclients).")
    page.family("uoserver_team_score", "gauge", "Points of a side.")
    page.sample("uoserver_team_score", report.allies, team="allies")
    page.sample("uoserver_team_score", report.axis, team="axis")
    _frames(page, report, stalled)
    _traffic(page, report)
    page.counter(
        "process_cpu_seconds_total", round(process.cpu_seconds(), 3), "Processor time used."
    )
    if (memory := process.resident_bytes()) is not None:
        page.gauge("process_resident_memory_bytes", memory, "Memory in use.")
    return page.text()


def _frames(page: Page, report: Report, stalled: float) -> None:
    counters, name = report.counters, "uoserver_frame_seconds"
    page.counter("uoserver_frames_total", report.frames, "Server frames run.")
    page.counter(
        "uoserver_frames_late_total",
        counters.late_frames,
        "Frames that ran in one go with an earlier one, or not at all.",
    )
    page.gauge("uoserver_frame_age_seconds", round(stalled, 3), "Time since the last frame.")
    page.family(name, "histogram", "Time that frames took, with all that was sent.")
    *below, total = accumulate(counters.frame_classes)
    for bound, count in zip(FRAME_BOUNDS, below, strict=True):
        page.sample(f"{name}_bucket", count, le=repr(bound))
    page.sample(f"{name}_bucket", total, le="+Inf")
    page.sample(f"{name}_sum", round(counters.frame_seconds, 6))
    page.sample(f"{name}_count", total)


def _traffic(page: Page, report: Report) -> None:
    counters = report.counters
    page.counter("uoserver_received_packets_total", counters.packets_in, "Datagrams received.")
    page.counter("uoserver_received_bytes_total", counters.bytes_in, "Their bytes.")
    page.counter("uoserver_sent_packets_total", counters.packets_out, "Datagrams sent.")
    page.counter("uoserver_sent_bytes_total", counters.bytes_out, "Their bytes.")
    page.counters(
        "uoserver_datagrams_ignored_total",
        {"connectionless": counters.unreadable, "sequenced": counters.ignored},
        "kind",
        "Datagrams passed over: unknown or damaged requests, damaged packets of clients.",
    )
    page.counters(
        "uoserver_rate_limited_total",
        report.limited,
        "limit",
        "Requests that a rate limit refused.",
    )
    page.counter(
        "uoserver_brief_answers_total",
        counters.brief_answers,
        "Queries of those refused that were answered in short.",
    )
    page.counters(
        "uoserver_connects_refused_total", counters.refused, "reason", "Connects refused."
    )
    page.counters(
        "uoserver_clients_dropped_total",
        counters.dropped,
        "reason",
        "Clients who left or were sent away.",
    )
    page.counters(
        "uoserver_downloads_total",
        counters.downloads,
        "event",
        "Downloads, by what became of them.",
    )
    page.counter(
        "uoserver_download_bytes_total",
        counters.download_bytes,
        "Bytes of packs sent in downloads that are over.",
    )
    page.counter(
        "uoserver_rcon_refused_total",
        report.rcon_refused,
        "rcon requests with a bad password, or of a locked out address.",
    )
