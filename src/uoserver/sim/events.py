"""What a tick yields: plain records for servers, logs and drawings."""

from __future__ import annotations

from typing import NamedTuple

from .objects import Kind


class Created(NamedTuple):
    """An object came into being."""

    id: int
    kind: Kind
    team: int


class Destroyed(NamedTuple):
    """An object is gone."""

    id: int
    kind: Kind
    team: int


class Damaged(NamedTuple):
    """An object lost hit points (16.16); ``source`` is the id of what did it, 0 for nothing."""

    id: int
    amount: int
    source: int


class StaticHit(NamedTuple):
    """The static object of a cell lost hit points, ``left`` of them remain."""

    cell: int
    left: int
    source: int


class CellChanged(NamedTuple):
    """Terrain, static object or side of a cell is another one now."""

    cell: int
    terrain: int
    static: int
    side: int


class Sound(NamedTuple):
    """A sound began at a place; ``id`` is the object that makes it, 0 for none."""

    name: str
    x: int
    y: int
    z: int
    id: int = 0


class Fired(NamedTuple):
    """A shot left its muzzle: the new object, its projectile type, where it came from and goes.

    The type of a grenade is -1, that of a mine -2 (`tables.vehicles`).
    """

    id: int
    projectile: int
    owner: int
    """Id of the object that fired."""
    x: int
    y: int
    z: int
    heading: int


class Exploded(NamedTuple):
    """An explosion began; ``effect`` is a number of `tables.effects.Effect`."""

    effect: int
    x: int
    y: int
    z: int


class Launched(NamedTuple):
    """A driver's vehicle left its bunker."""

    driver: int
    id: int
    type: int


class Docked(NamedTuple):
    """A driver's vehicle was given back to the stock."""

    driver: int
    type: int


class Lost(NamedTuple):
    """A driver's vehicle is lost; ``cause`` is ``fuel``, ``damage``, ``sunk`` or ``self``.

    ``by`` is the driver who did it, -1 for nobody.
    """

    driver: int
    type: int
    cause: str
    by: int = -1


class Ended(NamedTuple):
    """The match is over: the side that won, -1 for none."""

    winner: int


class FlagTaken(NamedTuple):
    """A driver's jeep picked up the flag of side ``team``."""

    driver: int
    team: int


class FlagDropped(NamedTuple):
    """The flag of side ``team`` lies on the ground; ``driver`` carried it."""

    driver: int
    team: int


class FlagReturned(NamedTuple):
    """The flag of side ``team`` is in a building of its side again.

    ``driver`` brought it, or has the lift it lay beside; -1 for nobody. Where no building is left
    it lies at the place of one.
    """

    driver: int
    team: int


class FlagCaptured(NamedTuple):
    """The flag of side ``team`` came to the pad of the other, which has won; as `FlagReturned`."""

    driver: int
    team: int


class ManKilled(NamedTuple):
    """A soldier died; ``by`` is the driver who did it, -1 for nobody.

    ``driver`` is the one who walked as him, -1 for a soldier of his own.
    """

    id: int
    team: int
    by: int = -1
    driver: int = -1


Event = (
    Created
    | Destroyed
    | Damaged
    | StaticHit
    | CellChanged
    | Sound
    | Fired
    | Exploded
    | Launched
    | Docked
    | Lost
    | Ended
    | FlagTaken
    | FlagDropped
    | FlagReturned
    | FlagCaptured
    | ManKilled
)
