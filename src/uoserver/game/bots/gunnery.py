"""When and at what a bot fires."""

from __future__ import annotations

from typing import Final, NamedTuple

from uoserver.sim.grid import CELLS, Grid, centre
from uoserver.sim.kernel.fixmath import dist2_px
from uoserver.sim.kernel.headings import CIRCLE, MASK, QUARTER, angle_between
from uoserver.sim.keys import EXTRA_LEFT, EXTRA_RIGHT, FIRE_A, FIRE_B, FIRE_C
from uoserver.sim.tables.statics import ACTIVE_TOWER, TOWER
from uoserver.sim.tables.vehicles import VehicleType

from .sight import FLYING, Other, Own, Sight
from .steering import clockwise, off_course

RANGE: Final = 150
"""Pixels within which shells are fired: farther off they pass beside a hull, as they fly in 64
directions only."""
LONG_RANGE: Final = 190
"""Pixels within which helicopters fire at each other."""
THROWN: Final = 58
"""Pixels within which jeeps throw grenades at enemies."""
BOMBED: Final = (56, 80)
"""Pixels between which a falling missile comes down on what is aimed at."""
STRAFED: Final = (50, 78)
"""Those of guns that point down."""
HALF_HULL: Final = 8
HALF_HOUSE: Final = 13
"""Pixels beside the middle of a target that are still a hit."""
BESIDE_FRIEND: Final = 14
BEHIND: Final = 24
"""Pixels beside a line of fire, and behind a target, at which a friend may be hit."""
BESIDE_NOSE: Final = 9
"""Pixels beside a helicopter's nose from which its shots come."""
ONE_PIXEL_OFF: Final = CIRCLE * 7 // 44
"""The angle of a pixel aside, times the distance in pixels."""
SLACK: Final = 0x9999
"""How far off a turret may point before it is turned: half of its way between two thoughts."""
_GUNS, _MISSILES = 0, 1
_SHELL: Final = ~0xFFFF
_HALF_STEP: Final = 0x8000


class Target(NamedTuple):
    """What is shot at: its place, half its width in pixels, and how far off it is."""

    x: int
    y: int
    half: int
    away: int
    flies: bool = False
    house: bool = False


def at_cell(own: Own, cell: int) -> Target:
    """Return a cell's static object as a target."""
    x, y = centre(cell)
    return Target(x, y, HALF_HOUSE, _pixels(own, x, y), house=True)


def _pixels(own: Own, x: int, y: int) -> int:
    dx, dy = abs(own.x - x) >> 16, abs(own.y - y) >> 16
    # Half a pixel in ten is near enough, and needs no root.
    return max(dx, dy) * 15 // 16 + min(dx, dy) * 15 // 32


def at_vehicle(own: Own, other: Other) -> Target:
    """Return a vehicle as a target."""
    return Target(other.x, other.y, HALF_HULL, _pixels(own, other.x, other.y), other.z >= FLYING)


def pick(sight: Sight, own: Own, grid: Grid, wanted: int, in_the_way: int) -> Target | None:
    """Return what is best shot at now, None for nothing.

    What stands ``in_the_way`` (a cell, or -1) comes first, then the nearest enemy, a tower, and at
    last the cell ``wanted`` by one's aim, as far as they are in range.
    """
    if 0 <= in_the_way < CELLS:
        return at_cell(own, in_the_way)
    flies = own.type == VehicleType.HELICOPTER
    reach = LONG_RANGE if flies else RANGE
    near = [
        (target.away, target)
        for other in sight.others
        if other.team != sight.team and (target := at_vehicle(own, other)).away < reach
        if flies or not target.flies
    ]
    if near:
        return min(near)[1]
    if not flies and (tower := _tower(sight, own, grid)) >= 0:
        return at_cell(own, tower)
    if 0 <= wanted < CELLS:
        target = at_cell(own, wanted)
        if target.away < reach:
            return target
    return None


def _tower(sight: Sight, own: Own, grid: Grid) -> int:
    """Return the cell of the nearest tower of the enemy in range, -1 for none."""
    column, row = own.x >> 21, own.y >> 21
    best, least = -1, RANGE**2
    for y in range(max(0, row - 5), min(128, row + 6)):
        line = grid.static[y * 128 + max(0, column - 5) : y * 128 + min(128, column + 6)]
        for static in (TOWER, ACTIVE_TOWER):
            at = line.find(static)
            if at >= 0:
                cell = y * 128 + max(0, column - 5) + at
                away = dist2_px(*centre(cell), own.x, own.y)
                if grid.side[cell] == 1 - sight.team and grid.hits[cell] and away < least:
                    best, least = cell, away
    return best


# -- triggers --------------------------------------------------------------------------------------


def hits(own: Own, heading: int, target: Target) -> bool:
    """Return whether a shot at a heading, cut to a 64th, passes through a target."""
    way = angle_between(own.x, own.y, target.x, target.y)
    off = off_course(heading & _SHELL & MASK, way)
    return off * target.away <= target.half * ONE_PIXEL_OFF


def friend_in_line(sight: Sight, own: Own, heading: int, target: Target) -> bool:
    """Return whether a vehicle of one's own side is between, or not far behind."""
    for other in sight.others:
        if other.team != sight.team or (other.z >= FLYING) != (own.z >= FLYING):
            continue
        away = _pixels(own, other.x, other.y)
        off = off_course(heading, angle_between(own.x, own.y, other.x, other.y))
        beside = off < QUARTER and off * away <= BESIDE_FRIEND * ONE_PIXEL_OFF
        if beside and away < target.away + BEHIND:
            return True
    return False


def course(own: Own, target: Target) -> int:
    """Return the heading to aim at: a shot goes where the lower end of its 64th points.

    A helicopter's come from one side and the other, and fly on beside its nose.
    """
    way = angle_between(own.x, own.y, target.x, target.y)
    if own.type == VehicleType.HELICOPTER and target.half < BESIDE_NOSE + 3:
        turn = BESIDE_NOSE * ONE_PIXEL_OFF // max(target.away, 2 * BESIDE_NOSE)
        way += turn if own.left else -turn
    return way + _HALF_STEP & MASK


def turret(sight: Sight, own: Own, target: Target) -> int:
    """Return the keys with which a tank's turret is aimed and fired, whatever its hull does."""
    heading = own.heading + own.turret & MASK
    wanted = course(own, target)
    keys = 0
    if off_course(heading, wanted) > SLACK:
        keys = EXTRA_RIGHT if clockwise(heading, wanted) else EXTRA_LEFT
    if hits(own, heading, target) and not friend_in_line(sight, own, heading, target):
        keys |= FIRE_A
    return keys


def hull(sight: Sight, own: Own, target: Target) -> int:
    """Return the keys with which an MSV fires ahead."""
    if hits(own, own.heading, target) and not friend_in_line(sight, own, own.heading, target):
        return FIRE_A
    return 0


def throw(sight: Sight, own: Own) -> int:
    """Return the keys of a jeep with an enemy near it: it throws by itself where he is."""
    if not own.shots[0]:
        return 0
    for other in sight.others:
        enemy = other.team != sight.team and other.z < FLYING
        if enemy and _pixels(own, other.x, other.y) < THROWN:
            return FIRE_A
    return 0


def helicopter(sight: Sight, own: Own, target: Target) -> int:
    """Return the keys of a helicopter: level at what flies, down at what does not."""
    guns, missiles = own.shots[:1] or (0,), own.shots[1:2] or (0,)
    wants = _GUNS if target.flies or not missiles[0] else _MISSILES
    if wants == _GUNS and not guns[0]:
        return 0
    if own.weapon != wants:
        return FIRE_C
    aimed = course(own, target) - _HALF_STEP & MASK
    if off_course(own.heading & _SHELL, aimed) * target.away > target.half * ONE_PIXEL_OFF:
        return 0
    if target.flies:
        return 0 if friend_in_line(sight, own, own.heading, target) else FIRE_B
    nearest, farthest = BOMBED if wants == _MISSILES else STRAFED
    return FIRE_A if nearest <= target.away <= farthest else 0


def in_my_sights(sight: Sight, own: Own) -> bool:
    """Return whether an enemy's helicopter is right before the nose of one's own."""
    for other in sight.others:
        if other.team != sight.team and other.z >= FLYING:
            target = at_vehicle(own, other)
            if target.away < LONG_RANGE and hits(own, own.heading, target):
                return True
    return False
