"""The guide's table of all cvars is that of the server."""

from __future__ import annotations

from pathlib import Path

import pytest

from uoserver.console.cvars import CvarFlag
from uoserver.console.reference import BEGIN, END, START, main, rewrite, table
from uoserver.console.stock import ALL, CvarSpec

GUIDE = Path(__file__).parent.parent.parent / "docs" / "server-admin.md"


def test_a_row_says_all_there_is() -> None:
    row = CvarSpec("b", "5", CvarFlag.ARCHIVE | CvarFlag.LATCH, "this | that", 1, 9, "s")
    bare = CvarSpec("A", "", CvarFlag.NONE, "nothing")
    assert table([row, bare]).splitlines()[2:] == [
        "| `A` | empty |  |  | nothing |",
        r"| `b` | `5` s | 1 to 9 | kept, next map | this \| that |",
    ]


def test_settings_that_only_the_start_looks_at_are_told_apart() -> None:
    rows = [CvarSpec(name, "", CvarFlag.LATCH, "x") for name in ("http_port", "sv_maxclients")]
    assert table(rows).splitlines()[2:] == [
        "| `http_port` | empty |  | start | x |",
        "| `sv_maxclients` | empty |  | next map | x |",
    ]
    latched = {row.name for row in ALL if row.flags & CvarFlag.LATCH}
    assert latched > START


def test_the_guide_holds_it_as_it_is() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert rewrite(text) == text
    assert all(f"| `{row.name}` |" in text for row in ALL)


def test_it_is_written_between_the_marks(tmp_path: Path) -> None:
    guide = tmp_path / "guide.md"
    guide.write_text(f"before\n{BEGIN}obsolete words\n{END}after\n", encoding="utf-8")
    assert main([str(guide)]) == 0
    text = guide.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n| setting |")
    assert text.endswith(f"|\n\n{END}after\n")
    assert "obsolete words" not in text


@pytest.mark.parametrize("text", ["", BEGIN, END, f"{END}{BEGIN}"])
def test_a_guide_without_marks_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="marks"):
        rewrite(text)
