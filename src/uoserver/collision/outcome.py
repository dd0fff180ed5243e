"""What a trace met, before it becomes an answer."""

from __future__ import annotations

from typing import Final, NamedTuple

from uoserver.bsp.vectors import Vec3

from .placement import Placement
from .trace import ENTITY_NONE, ENTITY_WORLD, NO_FACE, Face, Trace


class Outcome(NamedTuple):
    """What a trace met: `face` is None where its start and end decided nothing."""

    fraction: float
    face: Face | None
    start: bool
    all: bool


CLEAR: Final = Outcome(1.0, None, False, False)


def check_finite(start: Vec3, end: Vec3) -> None:
    """Raise ValueError unless all six coordinates are finite."""
    total = sum(start) + sum(end)
    if total - total != 0.0:  # NaN and infinities are the numbers that this does not cancel
        raise ValueError(f"no finite way: {start} to {end}")


def answer(start: Vec3, end: Vec3, outcome: Outcome, place: Placement | None = None) -> Trace:
    """Return the trace from start to end that an outcome stands for.

    What stock leaves below 0, far below it for a line that starts within EPSILON of a triangle
    and runs along it, is 0 here: nothing goes back by a trace.
    """
    fraction, face, starts, solid = outcome
    if fraction < 0.0:
        fraction = 0.0
    normal, flags, contents, material = face or NO_FACE
    if place is not None and place.rotated:
        normal = place.leave(normal)
    sx, sy, sz = start
    return Trace(
        fraction,
        (
            sx + (end[0] - sx) * fraction,
            sy + (end[1] - sy) * fraction,
            sz + (end[2] - sz) * fraction,
        ),
        normal,
        flags,
        contents,
        material,
        ENTITY_NONE if fraction == 1.0 else ENTITY_WORLD,
        solid,
        starts,
    )
