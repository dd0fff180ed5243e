"""Matches on whole maps: nothing raises, all states are sound, and every machine plays the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.survey.matches import MAPS, fight, played

ROOT = Path(__file__).parents[2]
SCRIPT = "from tests.survey.matches import fight; print(fight({!r}).hash)"


def elsewhere(name: str) -> str:
    """Return the hash of the same match in another process with other hashes of texts."""
    path = os.pathsep.join((str(ROOT), str(ROOT / "src")))
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(name)],
        env={**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return result.stdout.strip()


@pytest.mark.parametrize("name", MAPS)
def test_a_fight(name: str) -> None:
    assert len(played(name).starts) == 8
    saved = fight(name, saved_at=700)
    for event in ("Fired", "Damaged", "Lost", "Launched", "StaticHit", "CellChanged"):
        assert saved.events[event], event
    assert elsewhere(name) == saved.hash
