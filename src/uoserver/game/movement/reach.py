"""Which part of the world a command can ask about: what to gather for it (collision: around)."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from .constants import ENTITY_NONE, PMF_PRONE, PMF_SPRINTING, WBUTTON_PRONE

if TYPE_CHECKING:
    from uoproto.states import UserCmd
    from uoserver.bsp.vectors import Vec3

    from .state import MoveState

MAX_WAY: Final = 64.0
"""Of a command's way so much is gathered; the rest of a long one asks the world itself."""
CLOSE: Final = 10.0
"""Beside the way: the ladder probe of who walks, and what sweeps keep away from walls."""
LADDER: Final = 32.0
"""Likewise of who is in the air."""
BODY: Final = 64.0
"""Likewise of who lies: his legs."""
BODY_BELOW: Final = 40.0
"""Ground for him is looked for so far down."""
BELOW: Final = 12.0
ABOVE: Final = 22.0
"""A step down and a step up."""


def reach(state: MoveState, command: UserCmd, milliseconds: int) -> tuple[Vec3, Vec3]:
    """Return the box (mins, maxs) around all that a command of so many ms sweeps, or nearly all."""
    x, y, z = state.velocity
    sprint = state.sprint_scale if state.pm_flags & PMF_SPRINTING else 1.0
    level = sqrt(x * x + y * y)
    level = max(level, state.speed * sprint) if command.forwardmove or command.rightmove else level
    seconds = milliseconds * 0.001
    way = min(MAX_WAY, level * seconds)
    wide = state.maxs[0] + way
    lies = state.pm_flags & PMF_PRONE or command.wbuttons & WBUTTON_PRONE
    if lies:
        wide += BODY
    else:
        wide += LADDER if state.ground_entity == ENTITY_NONE else CLOSE
    fall = min(MAX_WAY, (abs(z) + state.gravity * seconds) * seconds)
    ox, oy, oz = state.origin
    low = oz + state.mins[2] - BELOW - fall - (BODY_BELOW if lies else 0.0)
    high = oz + state.maxs[2] + ABOVE + fall
    return (ox - wide, oy - wide, low), (ox + wide, oy + wide, high)
