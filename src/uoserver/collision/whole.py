"""The world as its surroundings see it: whom they ask when they cannot answer."""

from __future__ import annotations

from typing import Protocol

from uoserver.bsp.vectors import Vec3

from .model import ClipModel
from .trace import ENTITY_NONE, Trace


class Whole(Protocol):
    """A map with bodies, of which surroundings are a part; `World` is one."""

    @property
    def clip(self) -> ClipModel:
        """The clip model of the map."""

    @property
    def version(self) -> int:
        """Changes with every link and unlink."""

    def trace(
        self,
        start: Vec3,
        end: Vec3,
        mins: Vec3,
        maxs: Vec3,
        mask: int,
        *,
        capsule: bool = False,
        pass_entity: int = ENTITY_NONE,
    ) -> Trace:
        """Sweep through the map, then the bodies; raises what `World.trace` raises."""

    def point_contents(self, point: Vec3, mask: int = -1, *, pass_entity: int = ENTITY_NONE) -> int:
        """Return the contents of the map and the bodies at a point; raises ValueError."""
