"""Options of the whole test suite."""

from __future__ import annotations

from pathlib import Path

import pytest

GOLDEN_CASES = Path(__file__).parent / "golden" / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden-dir",
        type=Path,
        default=GOLDEN_CASES,
        metavar="DIR",
        help="folder whose *.json files tests/golden runs (default: tests/golden/cases)",
    )
