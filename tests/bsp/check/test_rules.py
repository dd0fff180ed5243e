from __future__ import annotations

import re
from pathlib import Path

from uoserver.bsp.check import RULES

DOCUMENT = Path(__file__).parents[3] / "docs" / "maps.md"


def test_the_document_lists_every_rule() -> None:
    text = DOCUMENT.read_text(encoding="utf-8").partition("### The rules")[2]
    rows = re.findall(r"^\| `(.*?)` \| (.*?) \| (.*?) \| (.*?) \|$", text, re.MULTILINE)
    assert rows == [tuple(rule) for rule in RULES.values()]


def test_every_rule_of_the_validator_that_speaks_of_files_is_there() -> None:
    """14 is about texts of clients."""
    sources = {rule.source for rule in RULES.values()}
    assert {f"validator {number}" for number in range(1, 16) if number != 14} <= sources
