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
"""

from __future__ import annotations

from typing import Final

from uoproto.constants import Button, WButton
from uoproto.states import UserCmd
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

FULL_MOVE: Final = 127
FULL_PUSH: Final = 255
BUTTONS: Final = ((Button.FIRE, FIRE_A), (Button.ADS, FIRE_B), (Button.MELEE, FIRE_C))
TURRET: Final = ((WButton.LEAN_LEFT, EXTRA_LEFT), (WButton.LEAN_RIGHT, EXTRA_RIGHT))
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
