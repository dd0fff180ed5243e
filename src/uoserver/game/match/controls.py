"""What a usercmd means to the driver of a vehicle, and in the bunker (docs: server guide).

| usercmd | input word |
|---|---|
| forward, back; left, right | the stick that way, pushed as far as the move says |
| fire | A: shots level (helicopters: down), grenades; up with the vehicle in the bunker |
| aim | B: shots in an arc (helicopters: level), a jeep's tires |
| melee | C: mines, a jeep's flag, a helicopter's other weapon |
| lean left, right | the turret |
| use | leaves or enters a vehicle (`crew`) |
| fire, aim and melee together | self-destruction |

Who asks for it in his userinfo (`steer` is `view`) steers by his view: with forward alone the
vehicle turns to where he looks, and goes the slower the lower he looks. Moves travel as full or
none, so it is also the only way to go slowly.
"""

from __future__ import annotations

from typing import Final

from uoproto.constants import Button, WButton
from uoproto.message import angle_to_short, short_to_angle
from uoproto.states import UserCmd
from uoserver.sim.kernel.headings import MASK
from uoserver.sim.keys import (
    DOWN,
    EXTRA_LEFT,
    EXTRA_RIGHT,
    FIRE_A,
    FIRE_B,
    FIRE_C,
    LEFT,
    RIGHT,
    UP,
)
from uoserver.survey.coordinates import heading_of, yaw_of

FULL_MOVE: Final = 127
FULL_PUSH: Final = 255
BUTTONS: Final = ((Button.FIRE, FIRE_A), (Button.ADS, FIRE_B), (Button.MELEE, FIRE_C))
TURRET: Final = ((WButton.LEAN_LEFT, EXTRA_LEFT), (WButton.LEAN_RIGHT, EXTRA_RIGHT))
LOWEST: Final = 85.0
"""Degrees down from the horizon at which a view hardly pushes any more."""
PRESSED: Final = FIRE_A | FIRE_B | FIRE_C
"""What a tick must not miss though it was let go again before it ran."""


def push_of(move: int) -> int:
    """Return how far a stick is pushed (0 to 255) by a move of -127 to 127."""
    return min(FULL_PUSH, abs(move) * FULL_PUSH // FULL_MOVE)


def word_of(command: UserCmd) -> int:
    """Return the input word of `sim.keys` for a usercmd."""
    along, across = command.forwardmove, command.rightmove
    word = push_of(across) | push_of(along) << 8
    if along:
        word |= UP if along > 0 else DOWN
    if across:
        word |= RIGHT if across > 0 else LEFT
    for button, key in BUTTONS:
        if command.buttons & button:
            word |= key
    for button_, key in TURRET:
        if command.wbuttons & button_:
            word |= key
    return word


Deltas = tuple[int, int, int]
"""Delta angles of a player state: what is added to the angles of his usercmds."""
Stick = tuple[int, int | None]
"""An input word, and the heading that it steers to, None for keys."""


def stick_of(command: UserCmd, deltas: Deltas) -> Stick:
    """Return the input word for a usercmd of who steers by his view, and the heading he steers to.

    Everything but forward alone is as `word_of` has it.
    """
    word = word_of(command)
    if command.forwardmove <= 0 or command.rightmove:
        return word, None
    pitch, yaw = (
        short_to_angle(angle + delta & 0xFFFF)
        for angle, delta in zip(command.angles[:2], deltas[:2], strict=True)
    )
    down = min(LOWEST, max(0.0, pitch if pitch < 180.0 else pitch - 360.0))
    push = max(1, round(FULL_PUSH * (1.0 - down / LOWEST)))
    return word & ~0xFFFF | push << 8 | push, heading_of(yaw)


def view_of(push: int, heading: int, deltas: Deltas) -> Deltas:
    """Return the angles of a usercmd that steers by view: pushed 1 to 255, to a heading."""
    pitch = angle_to_short(LOWEST * (1.0 - push / FULL_PUSH))
    yaw = angle_to_short(yaw_of(heading & MASK))
    return (pitch - deltas[0] & 0xFFFF, yaw - deltas[1] & 0xFFFF, -deltas[2] & 0xFFFF)
