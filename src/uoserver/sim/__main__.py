"""``python -m uoserver.sim run|show SCENARIO``."""

from __future__ import annotations

import sys

from uoserver.simtool.main import main

if __name__ == "__main__":
    sys.exit(main())
