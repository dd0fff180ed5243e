from __future__ import annotations

import pytest

from .scene import Scene, play


@pytest.fixture(scope="session")
def scene() -> Scene:
    """The match that all tables look at; it is played once."""
    return play()
