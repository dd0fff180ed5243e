"""Events by surface: what a step, a jump or a landing posts (pmove2: Footsteps, Landing)."""

from __future__ import annotations

from .constants import SURF_NOSTEPS, SURFACE_WATER


def surface_type(flags: int) -> int:
    """Return the surface type of surface flags, 0 (untyped) to 22 (collision: Surface bits).

    A surface without steps counts as untyped; the values above 22, which no event has, too.
    """
    kind = flags >> 20 & 31
    return 0 if flags & SURF_NOSTEPS or kind > 22 else kind


def surface_event(base: int, kind: int, water_level: int = 0) -> int:
    """Return the event of a family for a surface, or 0: untyped surfaces make no sound.

    In any depth of water the surface is water.
    """
    if water_level:
        kind = SURFACE_WATER
    return base + kind if kind else 0
