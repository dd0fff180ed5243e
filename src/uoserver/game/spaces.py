"""The space of movement that is not gathered for one command: the whole world."""

from __future__ import annotations

from uoserver.bsp.vectors import Vec3
from uoserver.collision import Trace, World


class WorldView:
    """The world as one of its bodies meets it."""

    __slots__ = ("_entity", "_world")

    def __init__(self, world: World, entity: int) -> None:
        self._world = world
        self._entity = entity

    def trace(
        self, start: Vec3, end: Vec3, mins: Vec3, maxs: Vec3, mask: int, *, capsule: bool = False
    ) -> Trace:
        """Return what `World.trace` returns without the body itself."""
        return self._world.trace(
            start, end, mins, maxs, mask, capsule=capsule, pass_entity=self._entity
        )

    def point_contents(self, point: Vec3, mask: int = -1) -> int:
        """Return what `World.point_contents` returns without the body itself."""
        return self._world.point_contents(point, mask, pass_entity=self._entity)
