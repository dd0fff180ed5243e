"""The page that Prometheus reads, checked line by line against its text format."""

from __future__ import annotations

import re

import pytest

from tests.process import ROOT
from tests.supervision.reports import report
from uoserver.server.counters import Counters
from uoserver.supervision import process
from uoserver.supervision.metrics import escape, metrics
from uoserver.supervision.report import Report

SAMPLE = re.compile(
    r"([a-zA-Z_:][a-zA-Z0-9_:]*)"
    r'(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\\\|\\"|\\n)*",?)*)\})? '
    r"(-?[0-9.e+-]+)"
)


def page(shown: Report) -> dict[str, float]:
    """Return the samples of a report's page by name and labels; every line must be right."""
    text = metrics(shown, 12.5, 0.25, "0.4.0")
    assert text.endswith("\n")
    samples: dict[str, float] = {}
    family = kind = ""
    seen: set[str] = set()
    for line in text.splitlines():
        if line.startswith("# HELP "):
            family = line.split(" ")[2]
            assert family not in seen
            seen.add(family)
            continue
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name == family
            assert kind in {"gauge", "counter", "histogram"}
            continue
        match = SAMPLE.fullmatch(line)
        assert match is not None, line
        suffixes = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
        assert match[1] in [family + suffix for suffix in suffixes]
        if kind == "counter":
            assert family.endswith("_total")
        key = line.rpartition(" ")[0]
        assert key not in samples
        samples[key] = float(match[3])
    return samples


def test_a_quiet_server() -> None:
    samples = page(report())
    assert samples['uoserver_info{version="0.4.0"}'] == 1
    assert samples['uoserver_map_info{map="mp_foy",gametype="ctf"}'] == 1
    assert samples["uoserver_uptime_seconds"] == 12.5
    assert samples["uoserver_frame_age_seconds"] == 0.25
    assert samples["uoserver_players"] == 0
    assert samples["uoserver_players_limit"] == 20
    assert samples["process_cpu_seconds_total"] > 0
    assert samples["process_resident_memory_bytes"] > 1_000_000
    assert samples['uoserver_connects_refused_total{reason="full"}'] == 0


def test_players_bots_and_points() -> None:
    samples = page(report("One", "Two", bots=3, allies=4, axis=1))
    assert samples["uoserver_players"] == 2
    assert samples["uoserver_bots"] == 3
    assert samples['uoserver_team_score{team="allies"}'] == 4
    assert samples['uoserver_team_score{team="axis"}'] == 1


def test_every_counter_has_its_place() -> None:
    counters = Counters()
    counters.packets_in, counters.bytes_in = 11, 12
    counters.packets_out, counters.bytes_out = 13, 14
    counters.unreadable, counters.ignored, counters.maps = 15, 16, 17
    counters.refused["full"], counters.dropped["timeout"] = 18, 19
    counters.took(0.004, 20)
    counters.downloads["broken_off"], counters.download_bytes = 25, 26
    limited = {"query": 21, "rcon": 22}
    samples = page(report(counters=counters, frames=23, limited=limited, rcon_refused=24))
    assert samples["uoserver_received_packets_total"] == 11
    assert samples["uoserver_received_bytes_total"] == 12
    assert samples["uoserver_sent_packets_total"] == 13
    assert samples["uoserver_sent_bytes_total"] == 14
    assert samples['uoserver_datagrams_ignored_total{kind="connectionless"}'] == 15
    assert samples['uoserver_datagrams_ignored_total{kind="sequenced"}'] == 16
    assert samples["uoserver_maps_total"] == 17
    assert samples['uoserver_connects_refused_total{reason="full"}'] == 18
    assert samples['uoserver_clients_dropped_total{reason="timeout"}'] == 19
    assert samples["uoserver_frames_late_total"] == 20
    assert samples['uoserver_rate_limited_total{limit="query"}'] == 21
    assert samples['uoserver_rate_limited_total{limit="rcon"}'] == 22
    assert samples["uoserver_frames_total"] == 23
    assert samples["uoserver_rcon_refused_total"] == 24
    assert samples['uoserver_downloads_total{event="broken_off"}'] == 25
    assert samples['uoserver_downloads_total{event="refused"}'] == 0
    assert samples["uoserver_download_bytes_total"] == 26


def test_frame_times_add_up_from_class_to_class() -> None:
    counters = Counters()
    for seconds in (0.0005, 0.004, 0.004, 0.7, 3.0):
        counters.took(seconds, 0)
    samples = page(report(counters=counters))
    buckets = {
        key.partition('le="')[2].rstrip('"}'): value
        for key, value in samples.items()
        if key.startswith("uoserver_frame_seconds_bucket")
    }
    assert list(buckets.values()) == [1, 1, 3, 3, 3, 3, 3, 3, 3, 4, 5]
    assert (buckets["0.005"], buckets["0.5"], buckets["1.0"], buckets["+Inf"]) == (3, 3, 4, 5)
    assert samples["uoserver_frame_seconds_count"] == 5
    assert samples["uoserver_frame_seconds_sum"] == 3.7085


def test_no_player_is_named_and_the_number_of_series_is_fixed() -> None:
    quiet, full = page(report()), page(report(*(f"Player {n}" for n in range(64))))
    assert quiet.keys() == full.keys()
    assert not any("Player" in key for key in full)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("mp_foy", "mp_foy"), ('a"b', r"a\"b"), ("a\\", r"a\\"), ("a\nb", r"a\nb"), ("\\n", r"\\n")],
)
def test_labels_are_escaped(text: str, shown: str) -> None:
    assert escape(text) == shown
    assert f'uoserver_map_info{{map="mp_foy",gametype="{shown}"}}' in page(report(gametype=text))


def test_memory_that_nobody_tells_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "resident_bytes", lambda: None)
    assert "process_resident_memory_bytes" not in page(report())


def test_the_guide_names_every_metric_and_its_kind() -> None:
    guide = (ROOT / "docs" / "server-admin.md").read_text(encoding="utf-8")
    table = guide.partition("| metric | kind | what it counts |")[2].partition("\n\n")[0]
    rows = [line.split("|")[1:3] for line in table.splitlines()[2:]]
    told = {name: kind.strip() for names, kind in rows for name in re.findall(r"`(\w+)`", names)}
    text = metrics(report(), 0, 0, "")
    assert told == dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
