"""Options of the whole test suite."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# No test asserts a time, so none may fail for one. CI runs the same examples each time; everywhere
# else new ones are tried.
settings.register_profile("uo", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("uo")

GOLDEN_CASES = Path(__file__).parent / "golden" / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden-dir",
        type=Path,
        default=GOLDEN_CASES,
        metavar="DIR",
        help="folder whose *.json files tests/golden runs (default: tests/golden/cases)",
    )
