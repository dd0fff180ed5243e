"""``python -m uoserver.bsp info|check|render|trace|entities|build FILE``."""

from __future__ import annotations

import sys

from uoserver.maptool.main import main

if __name__ == "__main__":
    sys.exit(main())
