"""What is known of an entity beside its state: where it is, what it is to players."""

from __future__ import annotations

from typing import NamedTuple

from uoproto.states import EntityState
from uoserver.bsp.vectors import Vec3

from .objects import Rank


class Shown(NamedTuple):
    """One entity of a match; ``box`` is what men run into (half width, height; 0: nothing).

    ``reach`` is how far away it may be from what it can hit, in units.
    """

    state: EntityState
    place: Vec3
    box: tuple[float, float]
    rank: Rank
    reach: float = 0.0
