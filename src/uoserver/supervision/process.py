"""What the operating system says of this process."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

if sys.platform != "win32":
    import resource


def cpu_seconds() -> float:
    """Return processor time used so far, by all threads."""
    return time.process_time()


def resident_bytes() -> int | None:
    """Return memory in use; where that is not told, the most there ever was; or None."""
    with suppress(OSError, ValueError, IndexError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
