"""What a bot does in its bunker: which vehicle it takes, and the menu's keys to it."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from uoserver.sim.keys import DOWN, FIRE_A, LEFT, RIGHT, UP
from uoserver.sim.tables.vehicles import VehicleType

from .sight import NOBODY, Sight

_TANK, _JEEP, _MSV, _HELICOPTER = map(int, VehicleType)


class Role(IntEnum):
    """What a driver of a side is for, by his place among its drivers."""

    RUNNER = 0
    """Fetches the flag; alone on his side he opens the way to it, too."""
    FLYER = 1
    GUNNER = 2
    GUARD = 3


_ORDERS: Final = {
    Role.RUNNER: (_JEEP, _TANK, _MSV, _HELICOPTER),
    Role.FLYER: (_HELICOPTER, _TANK, _MSV, _JEEP),
    Role.GUNNER: (_TANK, _MSV, _HELICOPTER, _JEEP),
    Role.GUARD: (_MSV, _TANK, _HELICOPTER, _JEEP),
}
"""Types as each role likes them."""
_PLACES: Final = {
    _TANK: UP | RIGHT,
    _JEEP: DOWN | RIGHT,
    _MSV: DOWN | LEFT,
    _HELICOPTER: UP | LEFT,
}
"""Where each type lies in the menu. Its keys lead there from everywhere, and no farther."""
_HELD: Final = (500, 0, 0, 250)
"""Ticks for which each role leaves the lift to others, as long as no flag is in the open."""
PATIENCE: Final = 90
"""Ticks after which a bot takes what the menu shows: others of his side were quicker."""


def role_of(sight: Sight) -> Role:
    """Return the role of a driver; every fifth begins anew."""
    rank = sum(mate.number < sight.number for mate in sight.mates)
    return Role(rank % len(Role))


def runners(sight: Sight) -> int:
    """Return how many others of the side drive jeeps."""
    return sum(mate.type == _JEEP for mate in sight.mates if mate.number != sight.number)


def wanted(sight: Sight, *, is_out: bool) -> int:
    """Return the type that a bot takes next, `NOBODY` where the stock is empty.

    ``is_out``: a jeep can have the enemy's flag, or has it.
    """
    role = role_of(sight)
    if is_out and runners(sight) < max(1, len(sight.mates) // 2):
        role = Role.RUNNER
    elif role is Role.RUNNER and not is_out and len(sight.mates) == 1:
        role = Role.FLYER
    return next((type_ for type_ in _ORDERS[role] if sight.stock[type_]), NOBODY)


def choose(sight: Sight, waited: int, *, is_out: bool) -> int:
    """Return the keys of a moment in the menu; ``waited`` is how long one has been in it."""
    target, held = wanted(sight, is_out=is_out), 0
    if target == NOBODY:
        return 0
    if len(sight.mates) > 1 and not is_out:
        held = _HELD[role_of(sight)]
    if waited < held:
        return 0
    if sight.selected == target or waited > held + PATIENCE:
        return FIRE_A
    return _PLACES[target]
