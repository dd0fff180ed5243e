"""A command in work, for tests of single steps."""

from __future__ import annotations

from uoproto.states import UserCmd
from uoserver.game.movement import MoveRules, MoveState, Space
from uoserver.game.movement.constants import MASK_PLAYER
from uoserver.game.movement.context import Move

from .spaces import floor, solids


def working(
    state: MoveState,
    cmd: UserCmd | None = None,
    space: Space | None = None,
    msec: int = 10,
    rules: MoveRules | None = None,
) -> Move:
    """Return a slice of ``msec`` as it begins."""
    command = cmd or UserCmd()
    move = Move(state, command, space or solids(floor()), rules or MoveRules(), MASK_PLAYER)
    move.reset(command, command.upmove, msec)
    return move
