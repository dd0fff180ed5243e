"""Events by surface (pmove2: Footsteps)."""

from __future__ import annotations

import pytest

from uoserver.game.movement.events import surface_event, surface_type


@pytest.mark.parametrize(
    ("flags", "kind"),
    [(0, 0), (5 << 20, 5), (22 << 20, 22), (23 << 20, 0), (5 << 20 | 0x2000, 0), (0xF8000000, 0)],
)
def test_surface_types(flags: int, kind: int) -> None:
    assert surface_type(flags) == kind


def test_numbers() -> None:
    assert surface_event(1, 1) == 2
    assert surface_event(70, 13) == 83
    assert surface_event(93, 0) == 0
    assert surface_event(47, 0, water_level=1) == 67
    assert surface_event(24, 5, water_level=3) == 44
