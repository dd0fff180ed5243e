from __future__ import annotations

from uoserver.bsp.check.report import Report
from uoserver.bsp.check.totals import Total
from uoserver.bsp.schema import LumpIndex


def test_the_record_that_passes_the_limit_is_named_once() -> None:
    report = Report()
    total = Total(report, "leaf-total", LumpIndex.LEAVES, "leaf_brush_count", 10, "brushes")
    for record, count in enumerate((6, -5, 4)):
        total.add(record, count)
    assert not report.findings()
    for record, count in enumerate((0, 1, -5, 20), 3):
        total.add(record, count)
    (finding,) = report.findings()
    assert finding[1:6] == (21, 4, "leaf_brush_count", 1, "leaf-total")
    assert finding.message.endswith("leaf_brush_count: more than 10 brushes in all")
