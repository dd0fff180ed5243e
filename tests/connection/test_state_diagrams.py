"""The guide's state diagrams are those of the transition tables."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from uoproto.connection.states import CONN_TRANSITIONS, SLOT_TRANSITIONS

GUIDE = Path(__file__).parents[2] / "docs" / "protocol.md"


def diagram(table: Mapping[tuple[Any, Any], Enum]) -> list[str]:
    """Return the lines of a Mermaid state diagram; transitions of one kind share their states."""
    lines = {
        f"    {state.name} --> {after.name}: {happened.name}"
        for (state, happened), after in table.items()
        if state != after
    }
    return ["```mermaid", "stateDiagram-v2", *sorted(lines), "```"]


@pytest.mark.parametrize("table", [CONN_TRANSITIONS, SLOT_TRANSITIONS], ids=["client", "server"])
def test_the_guide_shows_the_table(table: Mapping[tuple[Any, Any], Enum]) -> None:
    wanted = "\n".join(diagram(table))
    assert wanted in GUIDE.read_text(encoding="utf-8"), f"docs/protocol.md needs:\n{wanted}"
