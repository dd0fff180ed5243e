"""What tests of the checker share: a map damaged in one way, and what is found in it."""

from __future__ import annotations

from collections.abc import Callable

from tests.bsp.factory import complete_map
from uoserver.bsp import Map, check, write
from uoserver.bsp.check.report import Value
from uoserver.bsp.check.rules import RULES

Edit = Callable[[Map], object]
Row = tuple[str, int | None, int | None, str | None, Value]
"""Rule, lump, record, field, value."""


def found(data: bytes) -> list[Row]:
    """Return the findings of a file, after a look at what all findings have."""
    rows = []
    for finding in check(data):
        assert finding.severity == RULES[finding.rule].severity
        assert finding.message
        if finding.lump is not None:
            assert finding.message.startswith(f"lump {finding.lump} (")
        rows.append((finding.rule, *finding[1:5]))
    return rows


def found_after(edit: Edit) -> list[Row]:
    """Return the findings of the complete map after an edit."""
    source = complete_map(bulky=False)
    edit(source)
    return found(write(source))
