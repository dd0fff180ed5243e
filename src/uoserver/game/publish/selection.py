"""Which entities a player's frame holds: what must be there, then as much as one datagram takes.

A snapshot of less than 1,300 bytes travels whole; a longer one goes in fragments, of which none may
be lost. So a frame holds, in this order:

* what everybody is told;
* what the viewer drives and all that can hit him or be hit by him, seen or not: shots of this game
  fly over hills and walls that hide who fires them;
* of what may be seen flags, then what shots meet, then the rest, the nearest first, as long as
  there is room by a rough count of bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from .objects import Rank
from .reach import MARGIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as AbstractSet

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
    """Who looks: his number, from where, and how far he hits.

    ``reach`` is below 0 for who cannot be hit and hits nobody. What he drives is where he is, so it
    is always among what can be hit.
    """

    number: int
    eye: Vec3
    reach: float


class Stage:
    """All entities of a frame, set out once for the choices of all viewers."""

    __slots__ = ("always", "met", "shown", "states")

    def __init__(self, shown: Mapping[int, Shown]) -> None:
        self.shown: Final = shown
        self.states: Final = {number: each.state for number, each in shown.items()}
        self.always: Final = {n for n, each in shown.items() if each.rank is Rank.ALWAYS}
        self.met: Final = [
            (number, place[0], place[1], reach)
            for number, (_, place, _, rank, reach) in shown.items()
            if rank is Rank.MET
        ]
        """What can hit or be hit: number, x, y, reach."""


class Selection:
    """Chooses for all players of a level; remembers what each was given last."""

    def __init__(self) -> None:
        self._given: dict[int, Mapping[int, EntityState]] = {}

    def forget(self, viewer: int) -> None:
        """Forget what a player was given: he has left."""
        self._given.pop(viewer, None)

    def choose(
        self, viewer: Viewer, seen: AbstractSet[int], stage: Stage
    ) -> dict[int, EntityState]:
        """Return the entities of a frame by rising number; ``seen`` are those that may be seen."""
        states, before = stage.states, self._given.get(viewer.number, {})
        chosen = _must(viewer, stage)
        more = states.keys() & seen - chosen
        gone = GONE * len(before.keys() - chosen)
        room = BUDGET - gone - _cost(chosen, before, states)
        if _cost(more, before, states) <= room:
            chosen |= more
        else:
            chosen.update(_nearest(viewer, more, before, stage, room))
        chosen.discard(viewer.number)
        given = {number: states[number] for number in sorted(chosen)}
        self._given[viewer.number] = given
        return given


def _must(viewer: Viewer, stage: Stage) -> set[int]:
    """Return what is sent whatever it costs."""
    must = set(stage.always)
    mine = viewer.reach
    if mine >= 0.0:
        x, y, _ = viewer.eye
        for number, ox, oy, reach in stage.met:
            far = MARGIN + (reach if reach > mine else mine)  # noqa: FURB136 (thrice as fast)
            dx = ox - x
            if -far <= dx <= far:
                dy = oy - y
                if dx * dx + dy * dy <= far * far:
                    must.add(number)
    return must


def _cost(
    numbers: Iterable[int], before: Mapping[int, EntityState], states: Mapping[int, EntityState]
) -> int:
    """Return the bytes of entities, as the difference from what the player was given."""
    new = changed = 0
    for number in numbers:
        old = before.get(number)
        if old is None:
            new += 1
        elif old is not states[number]:
            changed += 1
    return NEW * new + CHANGED * changed


def _nearest(
    viewer: Viewer,
    numbers: Iterable[int],
    before: Mapping[int, EntityState],
    stage: Stage,
    room: int,
) -> list[int]:
    """Return as many as there is room for, by rank, then by distance."""
    x, y, _ = viewer.eye
    queue = []
    for number in numbers:
        _, place, _, rank, _ = stage.shown[number]
        dx, dy = place[0] - x, place[1] - y
        away = dx * dx + dy * dy
        old = before.get(number)
        if old is None:
            price = NEW
        else:
            away *= STAYS * STAYS
            # less what it would cost to leave it out
            price = (0 if old is stage.states[number] else CHANGED) - GONE
        queue.append((rank, away, number, price))
    kept = []
    for _, _, number, price in sorted(queue):
        if price <= room:
            kept.append(number)
            room -= price
    return kept
