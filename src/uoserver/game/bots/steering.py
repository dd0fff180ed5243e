"""Keys that bring a vehicle to a place."""

from __future__ import annotations

from typing import Final, NamedTuple

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.headings import CIRCLE, HALF, MASK, angle_between
from uoserver.sim.keys import DOWN, LEFT, RIGHT, UP
from uoserver.sim.tables.vehicles import VehicleType

from .sight import Own

FULL: Final = 0xFF
"""How far a stick can be pushed."""
CREEP: Final = 1
"""So little that tracks turn on the spot."""
SLIGHT, WIDE, SHARP = 0x28000, 0x80000, 0x140000
"""How far off a course may be to go at full speed and at half of it; beyond the last a jeep
backs up to turn."""
ROLLING: Final = ONE // 16
"""Speed above which who wants to stand is stopped."""
BACK_OFF: Final = 12
"""How far the stick is pulled for each pixel that what flies is too near."""
HELD_OFF: Final = 3 * ONE


class Keys(NamedTuple):
    """An input word, and the heading of an analog stick, None for keys."""

    word: int = 0
    heading: int | None = None


NONE: Final = Keys()


def pushed(keys: int, far: int) -> int:
    """Return an input word with the stick pushed so far both ways."""
    return keys | far << 8 | far


def off_course(heading: int, wanted: int) -> int:
    """Return the angle between two headings, 0 to a half turn."""
    way = wanted - heading & MASK
    return min(way, CIRCLE - way)


def clockwise(heading: int, wanted: int) -> bool:
    """Return whether the shorter turn to a heading is to the right."""
    return (wanted - heading & MASK) <= HALF


def drive_to(own: Own, x: int, y: int, *, far: int = FULL) -> Keys:
    """Return the keys that bring what drives to a place; ``far`` is how fast at most."""
    wanted = angle_between(own.x, own.y, x, y)
    off = off_course(own.heading, wanted)
    if own.type == VehicleType.JEEP:
        if off > SHARP and not own.blocked:
            return back_up(own, wanted)
        return Keys(pushed(UP, far if off <= SLIGHT else max(0x80, far // 2)), wanted)
    if off <= SLIGHT:
        return Keys(pushed(UP, far), wanted)
    return Keys(pushed(UP, far // 2 if off <= WIDE else CREEP), wanted)


def back_up(own: Own, wanted: int) -> Keys:
    """Return the keys that turn a jeep to a heading as it goes back."""
    turn = RIGHT if clockwise(own.heading, wanted) else LEFT
    return Keys(pushed(DOWN | turn, FULL))


def stop(own: Own) -> Keys:
    """Return the keys that stop a vehicle at once: who pushes less than he drives is slowed down.

    Without keys a jeep would roll on for a hundred pixels.
    """
    return Keys(pushed(UP, CREEP), own.heading) if abs(own.speed) > ROLLING else NONE


def turn_to(own: Own, wanted: int) -> Keys:
    """Return the keys that turn tracks, or what flies, on the spot; a jeep has to drive."""
    if own.type == VehicleType.JEEP:
        return Keys(pushed(UP, 0x80), wanted)
    return Keys(pushed(UP, CREEP), wanted)


def fly_to(own: Own, wanted: int, away: int, distance: int) -> Keys:
    """Return the keys that bring what flies to so far from a place that a heading leads to.

    ``away`` is how far it is now, both 16.16 pixels. Its nose points there all the time.
    """
    too_far = away - distance
    if off_course(own.heading, wanted) > WIDE:
        return Keys(pushed(UP, CREEP), wanted)
    if too_far < -HELD_OFF:
        turn = 0
        if off_course(own.heading, wanted) > SLIGHT:
            turn = RIGHT if clockwise(own.heading, wanted) else LEFT
        back = min(FULL, (-too_far >> 16) * BACK_OFF)
        return Keys(DOWN | turn | back << 8 | FULL)
    speed = max(CREEP, min(FULL, (too_far >> 16) * 3))
    return Keys(pushed(UP, speed), wanted)
