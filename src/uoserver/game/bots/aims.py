"""What a bot wants next, by its vehicle, its role and what became of the flags."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from uoserver.sim.grid import CELLS, Grid, centre
from uoserver.sim.kernel.fixmath import dist2_px
from uoserver.sim.tables.statics import ACTIVE_TOWER, FLAG_BUILDING, NUMBER_OF, TOWER
from uoserver.sim.tables.vehicles import VehicleType

from .garage import Role, role_of, runners
from .gunnery import LONG_RANGE, RANGE
from .land import RUBBLE, solid
from .sight import FLYING, NOBODY, Flag, Other, Own, Sight


class Task(IntEnum):
    """What is to be done with the goal of an aim."""

    WAIT = 0
    """Stand ready near one's pad."""
    FETCH = 1
    """Drive into the flag in a cell."""
    CARRY = 2
    """Bring the enemy's flag to a pad."""
    DOCK = 3
    """Go home, for another vehicle or a fresh one."""
    RAZE = 4
    """Shoot down what stands in a cell."""
    HUNT = 5
    """Follow a vehicle and shoot at it."""
    GUARD = 6
    """Stand about in a cell."""


_HELICOPTER: Final = int(VehicleType.HELICOPTER)


class Aim(NamedTuple):
    """A task and the cell it is about; ``target`` is the id of who is hunted."""

    task: Task
    cell: int
    target: int = 0


_BUILDINGS: Final = (FLAG_BUILDING, NUMBER_OF["DMG_FLAG"])
"""What a flag building is until it lies in rubble."""
WORN: Final = 25
"""Percent of hit points below which one goes home for a fresh vehicle."""
SHORT_WAY: Final = 400
"""Pixels from its pad within which a worn vehicle goes home; farther off it fights on."""
THIRSTY: Final = 12
"""Percent of fuel."""
GUARDED: Final = 320
"""Pixels round what a guard stands by within which he goes for enemies."""
CHASED: Final = 420
"""Pixels within which gunners leave their way for an enemy."""
AT_HOME: Final = 160
"""Pixels from one's pad within which one's own flag may lie."""
TOWERS_NEAR: Final = 260
"""Pixels round the enemy's flag within which towers are shot for the jeep's sake."""


def choose(sight: Sight, own: Own, grid: Grid) -> Aim:
    """Return what a driver should do with the vehicle that he has."""
    pad = _nearest_pad(sight, own)
    if own.type == VehicleType.JEEP:
        return _run(sight, own, grid, pad)
    role = role_of(sight)
    if own.fuel < THIRSTY or not any(own.shots) or not (own.shots[0] or own.type == _HELICOPTER):
        return Aim(Task.DOCK, pad)
    if own.hits < WORN and _away(own, pad) < SHORT_WAY**2 and not _is_in_a_duel(sight, own):
        return Aim(Task.DOCK, pad)
    changes = role is Role.RUNNER and is_out(sight, grid) and not runners(sight)
    if changes and sight.stock[VehicleType.JEEP]:
        return Aim(Task.DOCK, pad)
    thief = _thief(sight)
    if thief is not None and (
        role is not Role.GUNNER or dist2_px(thief.x, thief.y, own.x, own.y) < CHASED**2
    ):
        return _hunt(thief)
    if role is Role.GUARD and len(sight.mates) > 1:
        return _guard(sight, own, grid, pad)
    return _attack(sight, own, grid, pad)


def _is_in_a_duel(sight: Sight, own: Own) -> bool:
    """Return whether an enemy is in range who may fire at one as one does at him.

    Who turns his back on him is shot from behind, and where both do so nobody ever wins.
    """
    flies = own.type == _HELICOPTER
    reach = (LONG_RANGE if flies else RANGE) ** 2
    return any(
        other.team != sight.team
        and other.type != VehicleType.JEEP
        and (other.z >= FLYING) == flies
        and dist2_px(other.x, other.y, own.x, own.y) < reach
        for other in sight.others
    )


def _nearest_pad(sight: Sight, own: Own) -> int:
    return min(sight.pads, key=lambda cell: _away(own, cell), default=_cell(own.x, own.y))


def _away(own: Own, cell: int) -> int:
    return dist2_px(*centre(cell), own.x, own.y)


def _hunt(enemy: Other) -> Aim:
    return Aim(Task.HUNT, _cell(enemy.x, enemy.y), enemy.id)


def _cell(x: int, y: int) -> int:
    return max(0, min(127, y >> 21)) * 128 + max(0, min(127, x >> 21))


def _thief(sight: Sight) -> Other | None:
    """Return the enemy who carries one's own flag."""
    for flag in sight.flags:
        if flag.team == sight.team and flag.carrier != NOBODY:
            for other in sight.others:
                if other.driver == flag.carrier and other.team != sight.team:
                    return other
    return None


# -- jeeps -----------------------------------------------------------------------------------------


def _run(sight: Sight, own: Own, grid: Grid, pad: int) -> Aim:
    """Fetch the enemy's flag, or bring one's own back."""
    carried = [flag for flag in sight.flags if flag.carrier == sight.number]
    if any(flag.team != sight.team for flag in carried):
        return Aim(Task.CARRY, pad)
    if carried or own.fuel < THIRSTY:
        return Aim(Task.DOCK, pad)
    for flag in sorted(sight.flags, key=lambda flag: flag.team == sight.team):
        if flag.carrier == NOBODY and _can_be_reached(flag, grid):
            if flag.team == sight.team and _is_home(flag, grid, pad):
                continue  # it lies where it belongs: all of its buildings are lost
            return Aim(Task.FETCH, flag.cell)
    return Aim(Task.WAIT, pad)


def is_out(sight: Sight, grid: Grid) -> bool:
    """Return whether a jeep can take the enemy's flag, or carries it already."""
    return any(
        flag.team != sight.team and (flag.carrier != NOBODY or _can_be_reached(flag, grid))
        for flag in sight.flags
    )


def _is_home(flag: Flag, grid: Grid, pad: int) -> bool:
    """Return whether one's own flag lies near a pad, or where a building of it was."""
    rubble = grid.static[flag.cell] == RUBBLE and grid.side[flag.cell] == flag.team
    return rubble or dist2_px(flag.x, flag.y, *centre(pad)) < AT_HOME**2


def _can_be_reached(flag: Flag, grid: Grid) -> bool:
    """Return whether no building of it stands round a flag any more.

    One that was dropped lies beside whatever else stands in its cell.
    """
    return 0 <= flag.cell < CELLS and grid.static[flag.cell] not in _BUILDINGS


# -- all that is armed -----------------------------------------------------------------------------


def _attack(sight: Sight, own: Own, grid: Grid, pad: int) -> Aim:
    """Open the way to the enemy's flag, then clear it for the jeep."""
    flag = next((flag for flag in sight.flags if flag.team != sight.team), None)
    if flag is None:
        sites = list(_standing(grid, (FLAG_BUILDING,), 1 - sight.team))
        if sites:
            return Aim(Task.RAZE, min(sites, key=lambda cell: (_away(own, cell), cell)))
    elif 0 <= flag.cell < CELLS:
        if flag.carrier == NOBODY and solid(grid.static[flag.cell]) and grid.hits[flag.cell]:
            return Aim(Task.RAZE, flag.cell)
        towers = [
            cell
            for cell in _standing(grid, (TOWER, ACTIVE_TOWER), 1 - sight.team)
            if dist2_px(*centre(cell), flag.x, flag.y) < TOWERS_NEAR**2
        ]
        if towers:
            return Aim(Task.RAZE, min(towers, key=lambda cell: (_away(own, cell), cell)))
    enemy = _nearest(sight, own, *((own.x, own.y) if flag is None else (flag.x, flag.y)))
    if enemy is not None:
        return _hunt(enemy)
    return Aim(Task.GUARD, flag.cell if flag is not None and 0 <= flag.cell < CELLS else pad)


def _standing(grid: Grid, kinds: tuple[int, ...], team: int) -> Iterator[int]:
    """Yield the cells in which a side's static objects of some kinds stand, with hit points."""
    for static in kinds:
        cell = grid.static.find(static)
        while cell >= 0:
            if grid.side[cell] == team and grid.hits[cell]:
                yield cell
            cell = grid.static.find(static, cell + 1)


def _preys(sight: Sight, own: Own) -> Iterator[Other]:
    """Yield the enemies that one's guns reach: those of what drives pass below what flies."""
    for other in sight.others:
        if other.team != sight.team and (other.z < FLYING or own.type == _HELICOPTER):
            yield other


def _nearest(sight: Sight, own: Own, x: int, y: int) -> Other | None:
    """Return the enemy nearest to a place."""
    enemies = _preys(sight, own)
    return min(enemies, key=lambda each: dist2_px(each.x, each.y, x, y), default=None)


def _guard(sight: Sight, own: Own, grid: Grid, pad: int) -> Aim:
    """Stay by one's own flag, and go for enemies who come near it."""
    post = next(
        (flag.cell for flag in sight.flags if flag.team == sight.team and flag.carrier == NOBODY),
        NOBODY,
    )
    if not 0 <= post < CELLS:
        sites = list(_standing(grid, (FLAG_BUILDING,), sight.team))
        post = min(sites, key=lambda cell: (_away(own, cell), cell)) if sites else pad
    x, y = centre(post)
    near = [
        (far, other.id, other)
        for other in _preys(sight, own)
        if (far := dist2_px(other.x, other.y, x, y)) < GUARDED**2
    ]
    return _hunt(min(near)[2]) if near else Aim(Task.GUARD, post)
