"""The folder of material that tests may read but the project does not carry."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared_path(relative: str) -> Path:
    """Return a path below ``UO_TEST_SHARED``, or skip the test when it is not there."""
    root = os.environ.get("UO_TEST_SHARED")
    if not root:
        pytest.skip("UO_TEST_SHARED is not set")
    path = Path(root, relative)
    if not path.exists():
        pytest.skip(f"{relative} is not in UO_TEST_SHARED")
    return path
