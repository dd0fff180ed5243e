"""Findings and the report that gathers them."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from uoserver.bsp.check.rules import RULES, Severity
from uoserver.bsp.schema import LumpIndex

MAX_FINDINGS: Final = 50
"""Findings of one rule: a damaged index lump could make a million. The rest is counted."""

Value = int | float | str | None


class Finding(NamedTuple):
    """One break of a rule.

    `lump` is the lump's number and `record` the position in it, `field` the name of the field
    or directory entry and `value` what it holds; each is None where there is none. `rule` is a
    key of `RULES`, `message` all of this as text.
    """

    severity: Severity
    lump: int | None
    record: int | None
    field: str | None
    value: Value
    rule: str
    message: str


class Report:
    """Gathers findings, at most `MAX_FINDINGS` of a rule."""

    def __init__(self) -> None:
        self._found: Final[dict[str, list[Finding]]] = {}
        self._more: Final[dict[str, int]] = {}

    def add(
        self,
        rule: str,
        problem: str,
        lump: LumpIndex | None = None,
        record: int | None = None,
        field: str | None = None,
        value: Value = None,
    ) -> None:
        """Add a finding; `problem` says what is wrong without saying where."""
        found = self._found.setdefault(rule, [])
        if len(found) >= MAX_FINDINGS:
            self._more[rule] = self._more.get(rule, 0) + 1
            return
        if isinstance(value, float) and not math.isfinite(value):
            value = str(value)  # JSON has no such numbers
        place = [lump.title] if lump is not None else []
        place += [f"record {record}"] if record is not None else []
        place += [field] if field is not None else []
        where = ", ".join(place)
        message = f"{where}: {problem}" if where else problem
        number = None if lump is None else int(lump)
        severity = RULES[rule].severity
        found.append(Finding(severity, number, record, field, value, rule, message))

    def out_of(
        self, rule: str, lump: LumpIndex, record: int, field: str, value: int, limit: int, what: str
    ) -> None:
        """Add a finding unless ``0 <= value < limit``."""
        if not 0 <= value < limit:
            problem = f"{value}, there are {limit} {what}"
            self.add(rule, problem, lump, record, field, value)

    def span(
        self,
        rule: str,
        lump: LumpIndex,
        record: int,
        first: tuple[str, int],
        count: tuple[str, int],
        limit: int,
    ) -> bool:
        """Add a finding unless a span, given as fields and values, ends by `limit`.

        Returns whether it does. An empty span may begin anywhere, as nothing is read there.
        """
        for field, value in (first, count):
            if value < 0:
                problem = f"{value} is negative"
                self.add(rule, problem, lump, record, field, value)
                return False
        if count[1] and first[1] + count[1] > limit:
            problem = f"{count[1]} from {first[1]} on, there are {limit}"
            self.add(rule, problem, lump, record, first[0], first[1])
            return False
        return True

    def findings(self) -> list[Finding]:
        """Return the findings in the order of the rules."""
        result: list[Finding] = []
        for rule in RULES.values():
            result += self._found.get(rule.name, ())
            if more := self._more.get(rule.name):
                message = f"... {more} more of rule {rule.name}"
                result.append(Finding(rule.severity, None, None, None, more, rule.name, message))
        return result
