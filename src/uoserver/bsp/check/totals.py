"""What spans name together: they may share entries, so that a small file could name very many."""

from __future__ import annotations

from typing import Final

from uoserver.bsp.check.report import Report
from uoserver.bsp.schema import LumpIndex


class Total:
    """Adds up one count of a lump's records and reports the record that passes the limit."""

    def __init__(
        self, report: Report, rule: str, lump: LumpIndex, field: str | None, limit: int, what: str
    ) -> None:
        self._report: Final = report
        self._place: Final = (rule, lump, field)
        self._limit: Final = limit
        self._what: Final = what
        self._left = limit

    def add(self, record: int, count: int) -> None:
        """Count a span in; one that is negative, which other rules report, counts nothing."""
        before = self._left
        self._left -= max(count, 0)
        if self._left < 0 <= before:
            rule, lump, field = self._place
            problem = f"more than {self._limit} {self._what} in all"
            self._report.add(rule, problem, lump, record, field, count)
