"""Which entities a player's frame holds: what must be there, then as much as one datagram takes.

A snapshot of less than 1,300 bytes travels whole; a longer one goes in fragments, of which none may
be lost. So a frame holds, in this order:

* what everybody is told, and what the viewer drives;
* all that can hit the viewer or be hit by him, seen or not: shots of this game fly over hills and
  walls that hide who fires them;
* of what may be seen flags, then what shots meet, then the rest, the nearest first, as long as
  there is room by a rough count of bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from .objects import Rank
from .reach import MARGIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from uoproto.states import EntityState
    from uoserver.bsp.vectors import Vec3

    from .shown import Shown

NEW: Final = 24
CHANGED: Final = 11
GONE: Final = 2
"""Bytes that a record takes on average, as it is measured in played matches."""
BUDGET: Final = 1000
"""Bytes of a frame for entities: what 1,300 leave beside the player's own state."""
STAYS: Final = 0.75
"""How much nearer what a player has already counts, so that nothing comes and goes."""


class Viewer(NamedTuple):
    """Who looks: his number, from where, how far he hits, and what he drives (-1: nothing).

    ``reach`` is below 0 for who cannot be hit and hits nobody.
    """

    number: int
    eye: Vec3
    reach: float
    vehicle: int = -1


class Selection:
    """Chooses for all players of a level; remembers what each was given last."""

    def __init__(self) -> None:
        self._given: dict[int, Mapping[int, EntityState]] = {}

    def forget(self, viewer: int) -> None:
        """Forget what a player was given: he has left."""
        self._given.pop(viewer, None)

    def choose(
        self, viewer: Viewer, seen: Iterable[int], shown: Mapping[int, Shown]
    ) -> dict[int, EntityState]:
        """Return the entities of a frame by rising number; ``seen`` are those that may be seen."""
        must = _must(viewer, shown)
        more = [number for number in seen if number in shown and number not in must]
        before = self._given.get(viewer.number, {})
        chosen = must
        room = BUDGET - _cost(must, before, shown) - GONE * len(before.keys() - must)
        wanted = _cost(more, before, shown)
        if wanted <= room:
            chosen.update(more)
        else:
            chosen.update(_nearest(viewer, more, before, shown, room))
        chosen.discard(viewer.number)
        given = {number: shown[number].state for number in sorted(chosen)}
        self._given[viewer.number] = given
        return given


def _must(viewer: Viewer, shown: Mapping[int, Shown]) -> set[int]:
    """Return what is sent whatever it costs."""
    must = set()
    mine = viewer.reach
    x, y, _ = viewer.eye
    for number, (_, (ox, oy, _), _, rank, reach) in shown.items():
        if rank == Rank.ALWAYS:
            must.add(number)
        elif mine >= 0.0 and rank == Rank.MET:
            far = (max(mine, reach)) + MARGIN
            dx, dy = ox - x, oy - y
            if -far <= dx <= far and dx * dx + dy * dy <= far * far:
                must.add(number)
    if viewer.vehicle in shown:
        must.add(viewer.vehicle)
    return must


def _price(number: int, before: Mapping[int, EntityState], shown: Mapping[int, Shown]) -> int:
    """Return the bytes of an entity, as the difference from what the player was given."""
    old = before.get(number)
    if old is None:
        return NEW
    return 0 if old is shown[number].state else CHANGED


def _cost(
    numbers: Iterable[int], before: Mapping[int, EntityState], shown: Mapping[int, Shown]
) -> int:
    return sum(_price(number, before, shown) for number in numbers)


def _nearest(
    viewer: Viewer,
    numbers: Iterable[int],
    before: Mapping[int, EntityState],
    shown: Mapping[int, Shown],
    room: int,
) -> list[int]:
    """Return as many as there is room for, by rank, then by distance."""
    x, y, _ = viewer.eye

    def order(number: int) -> tuple[int, float]:
        thing = shown[number]
        dx, dy = thing.place[0] - x, thing.place[1] - y
        away = dx * dx + dy * dy
        return thing.rank, away * STAYS * STAYS if number in before else away

    kept = []
    for number in sorted(numbers, key=order):
        price = _price(number, before, shown)
        if number in before:
            price -= GONE  # which it would cost to leave it out
        if price <= room:
            kept.append(number)
            room -= price
    return kept
