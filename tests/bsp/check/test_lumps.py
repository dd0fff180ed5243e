from __future__ import annotations

import struct

import pytest

from tests.bsp.factory import make_map
from uoserver.bsp.check.lumps import Indexes, IndexSpans, Lumps, degenerate_triangle, finite, placed
from uoserver.bsp.check.report import Report
from uoserver.bsp.header import read_header
from uoserver.bsp.limits import MAX_COORDINATE
from uoserver.bsp.records import Plane
from uoserver.bsp.schema import LumpIndex


def lumps(content: dict[int, bytes]) -> Lumps:
    data = make_map(content)
    return Lumps(data, read_header(data).lumps)


def test_reading() -> None:
    sample = lumps({2: struct.pack("<4f", 0, 0, 1, 5), 8: b"\1\0\xff\xff", 11: bytes(24)})
    assert list(sample.records(LumpIndex.PLANES, Plane)) == [Plane((0, 0, 1), 5)]
    assert list(sample.numbers(LumpIndex.DRAW_INDEXES)) == [1, -1]
    assert list(sample.points(LumpIndex.PORTAL_VERTICES)) == [(0, 0, 0), (0, 0, 0)]
    assert sample.count(LumpIndex.DRAW_INDEXES) == 2
    assert sample.raw(LumpIndex.ENTITIES).nbytes == 0


@pytest.mark.parametrize(
    ("indexes", "triangle"),
    [
        ((), None),
        ((0, 1, 2, 2, 1, 0), None),
        ((0, 1, 2, 3, 3, 4), 1),
        ((0, 0, 2), 0),
        ((0, 1, 0), 0),
        ((0, 1, 1), 0),
        ((0, 1, 2, 7, 7), None),  # no whole triangle
        ((0, 1, 2, 2, 3, 4), None),  # two triangles may share a vertex
    ],
)
def test_degenerate_triangles(indexes: tuple[int, ...], triangle: int | None) -> None:
    assert degenerate_triangle(indexes) == triangle


def test_spans_of_indexes_are_looked_at_once_and_within_a_budget() -> None:
    report = Report()
    spans = IndexSpans(report, lumps({8: struct.pack("<6h", 5, 1, 2, -3, 4, 4)}), LumpIndex(8))
    assert spans.look(1, 3) == Indexes(-3, 2, None)
    assert spans.look(3, 3) == Indexes(-3, 4, 0)
    assert spans.look(2, 0) is None
    assert not report.findings()
    known = spans.look(0, 6)
    spans._budget = 5
    assert spans.look(0, 6) is known
    assert spans.look(0, 5) is not None
    assert spans.look(1, 2) is None
    assert spans.look(1, 1) is None
    assert [finding.rule for finding in report.findings()] == ["shared-indexes"]


def test_finite() -> None:
    assert finite((0.0, 3.4e38, -1.0))
    assert not finite((0.0, float("nan")))
    assert not finite((float("-inf"),))


def test_placed() -> None:
    assert placed((-MAX_COORDINATE, 0.0, MAX_COORDINATE))
    for number in (float("nan"), float("inf"), -MAX_COORDINATE - 1, MAX_COORDINATE + 1):
        assert not placed((0.0, number))


def test_what_may_be_looked_at_at_least() -> None:
    raw = struct.pack("<1000h", *range(1000))
    for free, looked in ((2001, True), (1999, False)):
        report = Report()
        spans = IndexSpans(report, lumps({8: raw}), LumpIndex(8), free)
        for first in range(10):
            spans.look(first, 990)
        spans.look(0, 100)
        assert (report.findings() == []) == looked
