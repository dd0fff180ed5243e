"""All that a match shows in a frame: entities by number, linked into the level's world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoproto.constants import ConfigstringIndex
from uoserver.collision import Body

from .models import MODELS
from .objects import KINDS, entity_of, look_of

if TYPE_CHECKING:
    from uoproto.states import EntityState
    from uoserver.collision import World
    from uoserver.sim.objects import Obj

    from ..match.match import Match

SOLID: Final = 1
Key = tuple[int, ...]


def configstrings() -> dict[int, str]:
    """Return the configstrings that the entities refer to."""
    return {ConfigstringIndex.MODELS + 1 + n: name for n, name in enumerate(MODELS)}


def _key(obj: Obj) -> Key:
    """Return what an object looks the same with."""
    data = obj.data
    turret, elevation = getattr(data, "turret", 0), getattr(data, "elevation", 0)
    return (obj.id, obj.x, obj.y, obj.z, obj.heading, obj.team, turret, elevation)


class Publisher:
    """Keeps the entities of a match up to date; what did not change is not made anew."""

    def __init__(self, match: Match, world: World) -> None:
        self._match: Final = match
        self._world: Final = world
        self._keys: dict[int, Key] = {}
        self.states: dict[int, EntityState] = {}

    def update(self) -> None:
        """Take over the state of the match."""
        sim, land = self._match.sim, self._match.world
        present: set[int] = set()
        for obj in sim.state.pool.slots:
            if obj is None or obj.kind not in KINDS:
                continue
            number, key = entity_of(obj.slot), _key(obj)
            present.add(number)
            if self._keys.get(number) == key:
                continue
            shown = look_of(sim, land, obj)
            if shown is None:
                continue
            self._keys[number] = key
            state, look, place = shown
            self.states[number] = state
            half, high = look.half, look.height
            self._world.link(
                number,
                Body(
                    place,
                    mins=(-half, -half, 0.0),
                    maxs=(half, half, high),
                    contents=SOLID if half else 0,
                ),
            )
        for number in [number for number in self.states if number not in present]:
            self.forget(number)

    def forget(self, number: int) -> None:
        """Take an entity away."""
        self.states.pop(number, None)
        self._keys.pop(number, None)
        self._world.unlink(number)
