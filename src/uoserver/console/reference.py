"""The table of all cvars in the administrators' guide: ``python -m uoserver.console.reference``.

The guide's part between the two marks is made from the tables that the server starts with, so
that it cannot say anything else. A test compares them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from uoserver.console.cvars import CvarFlag
from uoserver.console.describe import range_text
from uoserver.console.stock import ALL, CvarSpec

BEGIN: Final = "<!-- settings: made by python -m uoserver.console.reference -->\n"
END: Final = "<!-- end of settings -->\n"
_FLAGS: Final = (
    (CvarFlag.SERVERINFO, "browsers"),
    (CvarFlag.SYSTEMINFO, "clients"),
    (CvarFlag.ARCHIVE, "kept"),
    (CvarFlag.LATCH, "next map"),
    (CvarFlag.INIT, "command line"),
    (CvarFlag.ROM, "read only"),
    (CvarFlag.CHEAT, "cheat"),
)
"""Who is told of it, whether it outlasts the server, when it counts."""
START: Final = frozenset(("agones", "http_ip", "http_port", "net_ip", "net_port", "web_port"))
"""LATCH cvars that no map change looks at again: what the first map begins with counts."""


def table(rows: Iterable[CvarSpec] = ALL) -> str:
    """Return a Markdown table of cvars by name."""
    lines = ["| setting | default | range | | what it is |", "|---|---|---|---|---|"]
    for row in sorted(rows, key=lambda row: row.name.lower()):
        default = f"`{row.default}`" if row.default else "empty"
        bounds = range_text(row.minimum, row.maximum)
        unit = f" {row.unit}" if row.unit else ""
        flags = ", ".join(text for flag, text in _FLAGS if row.flags & flag)
        if row.name in START:
            flags = flags.replace("next map", "start")
        what = row.help.replace("|", "\\|")
        lines.append(f"| `{row.name}` | {default}{unit} | {bounds} | {flags} | {what} |")
    return "\n".join(lines) + "\n"


def rewrite(guide: str) -> str:
    """Return the guide with the table as it is now; raises ValueError without the two marks."""
    before, begin, rest = guide.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError("the guide lacks the marks of its settings")
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def main(words: list[str]) -> int:
    """Rewrite the guide named; return the exit code."""
    path = Path(words[0] if words else "docs/server-admin.md")
    path.write_text(rewrite(path.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
