"""Movement of players: usercmds to positions, by the stock rules (pmove, pmove2).

`move` is the entrance. It works on a `MoveState`, which is a part of the player state as the wire
carries it, in a `Space`, the caller's view of map and other players.
"""

from .outer import MoveResult, admitted_time, mask_of, move
from .rules import MoveRules
from .space import Hit, Space
from .state import MoveState

__all__ = [
    "Hit",
    "MoveResult",
    "MoveRules",
    "MoveState",
    "Space",
    "admitted_time",
    "mask_of",
    "move",
]
