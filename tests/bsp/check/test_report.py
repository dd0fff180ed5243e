from __future__ import annotations

import json

from tests.bsp.factory import complete_map
from uoserver.bsp import check, write
from uoserver.bsp.check.report import MAX_FINDINGS, Finding, Report
from uoserver.bsp.schema import LumpIndex


def test_a_rule_gives_so_many_findings_and_a_count() -> None:
    source = complete_map(bulky=False)
    source.leaf_brushes += [7] * (MAX_FINDINGS + 30)
    findings = check(write(source))
    assert len(findings) == MAX_FINDINGS + 1
    assert findings[0] == Finding(
        "error",
        22,
        3,
        "brush",
        7,
        "leaf-brush",
        "lump 22 (leaf_brushes), record 3, brush: 7, there are 3 brushes",
    )
    assert findings[-1] == Finding(
        "error", None, None, None, 30, "leaf-brush", "... 30 more of rule leaf-brush"
    )


def test_order_and_numbers() -> None:
    report = Report()
    report.add("entity-nul", "second")
    report.add("ident", "first", LumpIndex.PLANES, 1, "normal", float("inf"))
    report.out_of("leaf-brush", LumpIndex.LEAF_BRUSHES, 0, "brush", 2, 3, "brushes")
    first, second = report.findings()
    assert (first.rule, second.rule) == ("ident", "entity-nul")
    assert second.message == "second"
    assert json.loads(json.dumps(first._asdict()))["value"] == "inf"


def test_spans() -> None:
    report = Report()

    def inside(first: int, count: int) -> bool:
        return report.span("leaf-span", LumpIndex.LEAVES, 0, ("first", first), ("count", count), 5)

    assert inside(0, 5)
    assert inside(9, 0)
    assert not report.findings()
    assert not inside(1, 5)
    assert not inside(-1, 0)
    assert not inside(0, -1)
    assert [finding.field for finding in report.findings()] == ["first", "first", "count"]
