"""A minute among bad neighbours: a real server process, good clients and floods of each kind.

`python -m benchmarks.soak` is the same at length.
"""

from __future__ import annotations

import os
import sys

import pytest
from benchmarks.soak import soak

SECONDS = 60.0
CLIENTS = 32
RATE = 100
"""Datagrams a second of each kind: other tests run on the other core."""

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc"),
]


def test_a_server_survives_its_neighbours() -> None:
    result = soak(SECONDS, CLIENTS, RATE, timed=os.environ.get("UO_TEST_TIMED", "") != "")
    assert result["failures"] == []
