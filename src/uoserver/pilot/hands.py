"""Keys as usercmds: the inverse of how a match reads them (`game.match.controls`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoproto.states import UserCmd
from uoserver.game.match.controls import BUTTONS, FULL_MOVE, FULL_PUSH, TURRET, Deltas, view_of
from uoserver.sim.keys import DOWN, FIRES, LEFT, RIGHT, UP
from uoserver.sim.tables.vehicles import VehicleType

if TYPE_CHECKING:
    from uoproto.states import PlayerState
    from uoserver.game.bots.sight import Own
    from uoserver.game.bots.steering import Keys

STEERS_BY_VIEW: Final = {"steer": "view"}
"""What the userinfo of who has these hands says."""


def deltas_of(player: PlayerState) -> Deltas:
    """Return the delta angles of a player state."""
    pitch, yaw, roll = (int(player[f"delta_angles[{axis}]"]) for axis in range(3))
    return pitch, yaw, roll


class Hands:
    """One player's hands. Buttons that are to be pressed anew are let go in between."""

    def __init__(self) -> None:
        self._pressed = 0
        self._angles: Deltas = (0, 0, 0)

    def press(self, keys: Keys, press: int, own: Own | None, deltas: Deltas) -> UserCmd:
        """Return the usercmd for keys that hold, and those that are pressed for a moment.

        ``own`` is what one drives.
        """
        buttons = press & FIRES
        anew = buttons if buttons == FIRES else buttons & ~self._pressed
        self._pressed = anew
        word = keys.word | press & ~FIRES | anew
        along = (FULL_MOVE if word & UP else 0) - (FULL_MOVE if word & DOWN else 0)
        across = (FULL_MOVE if word & RIGHT else 0) - (FULL_MOVE if word & LEFT else 0)
        heading = keys.heading
        if heading is None and along > 0 and not across and own is not None:
            heading = own.heading
        if own is not None and own.type == VehicleType.HELICOPTER and along < 0:
            across = 0  # a frame of the server turns it too far
        if heading is not None:
            push = max(word & 0xFF, word >> 8 & 0xFF) or FULL_PUSH
            self._angles = view_of(push, heading, deltas)
        return UserCmd(
            buttons=sum(button for button, key in BUTTONS if word & key),
            wbuttons=sum(button for button, key in TURRET if word & key),
            angles=self._angles,
            forwardmove=along,
            rightmove=0 if heading is not None else across,
        )
