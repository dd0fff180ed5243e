"""Small worlds for movement: convex solids given by their planes, swept without a tree.

The figures are the reference's (collision: Brush trace; collision2: Brushes): 0.125 is kept from
what is hit, axial planes see a capsule as a box, others its round ends. For the real clip model
see the tests that build maps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from uoserver.bsp.vectors import Vec3

EPSILON = 0.125
SOLID = 0x1
WATER = 0x20
BODY = 0x2000000
SURF_SLICK = 0x2
SURF_LADDER = 0x8
GRASS = 10 << 20
WOOD = 21 << 20
ZERO: Vec3 = (0.0, 0.0, 0.0)


@dataclass(slots=True)
class Answer:
    """A trace result."""

    fraction: float = 1.0
    endpos: Vec3 = ZERO
    normal: Vec3 = ZERO
    surface_flags: int = 0
    contents: int = 0
    entity: int = 1023
    allsolid: bool = False
    startsolid: bool = False


@dataclass(frozen=True, slots=True)
class Solid:
    """Where every plane's ``normal . point <= distance``."""

    planes: tuple[tuple[Vec3, float], ...]
    surface_flags: int = 0
    contents: int = SOLID
    entity: int = 1022

    def inside(self, point: Vec3) -> bool:
        return all(_dot(normal, point) <= distance for normal, distance in self.planes)


def box(
    mins: Vec3, maxs: Vec3, surface_flags: int = 0, contents: int = SOLID, entity: int = 1022
) -> Solid:
    """Return an axial box."""
    planes: list[tuple[Vec3, float]] = []
    for axis in range(3):
        out = [0.0, 0.0, 0.0]
        out[axis] = 1.0
        planes.append(((out[0], out[1], out[2]), maxs[axis]))
        planes.append(((-out[0], -out[1], -out[2]), -mins[axis]))
    return Solid(tuple(planes), surface_flags, contents, entity)


def plane(normal: Vec3, distance: float, surface_flags: int = 0) -> Solid:
    """Return everything behind a plane."""
    return Solid(((normal, distance),), surface_flags)


def floor(z: float = 0.0, surface_flags: int = 0) -> Solid:
    return plane((0.0, 0.0, 1.0), z, surface_flags)


def player(number: int, origin: Vec3, height: float = 70.0) -> Solid:
    """Return another player's body, as a box."""
    x, y, z = origin
    return box((x - 15, y - 15, z), (x + 15, y + 15, z + height), 0, BODY, number)


@dataclass(slots=True)
class Solids:
    """A space of solids; counts what it is asked."""

    solids: tuple[Solid, ...]
    traces: int = 0
    points: int = 0
    log: list[tuple[Vec3, Vec3, Vec3, Vec3, int]] = field(default_factory=list)

    def trace(
        self, start: Vec3, end: Vec3, mins: Vec3, maxs: Vec3, mask: int, *, capsule: bool = False
    ) -> Answer:
        self.traces += 1
        best = Answer(endpos=end)
        centre = _half(mins, maxs)
        half = (maxs[0] - centre[0], maxs[1] - centre[1], maxs[2] - centre[2])
        radius = min(half[0], half[2]) if capsule else 0.0
        one, other = _add(start, centre), _add(end, centre)
        for solid in self.solids:
            if solid.contents & mask:
                _sweep(best, solid, one, other, half, radius, capsule=capsule)
        part = best.fraction
        best.endpos = (
            start[0] + (end[0] - start[0]) * part,
            start[1] + (end[1] - start[1]) * part,
            start[2] + (end[2] - start[2]) * part,
        )
        return best

    def point_contents(self, point: Vec3, mask: int = -1) -> int:
        self.points += 1
        found = 0
        for solid in self.solids:
            if solid.inside(point):
                found |= solid.contents
        return found & mask


class Script:
    """A space that gives answers in turn, then free ways; remembers the sweeps it was asked for.

    Where a sweep ends follows from its fraction.
    """

    def __init__(self, *answers: Answer, contents: int = 0) -> None:
        self.answers = list(answers)
        self.contents = contents
        self.asked: list[tuple[Vec3, Vec3]] = []
        self.boxes: list[tuple[Vec3, Vec3]] = []
        self.masks: list[int] = []
        self.points: list[Vec3] = []

    def trace(
        self, start: Vec3, end: Vec3, mins: Vec3, maxs: Vec3, mask: int, *, capsule: bool = False
    ) -> Answer:
        del capsule
        self.asked.append((start, end))
        self.boxes.append((mins, maxs))
        self.masks.append(mask)
        answer = self.answers.pop(0) if self.answers else Answer()
        part = answer.fraction
        x, y, z = (a + (b - a) * part for a, b in zip(start, end, strict=True))
        return replace(answer, endpos=(x, y, z))

    def point_contents(self, point: Vec3, mask: int = -1) -> int:
        self.points.append(point)
        return self.contents & mask


def solids(*parts: Solid | Iterable[Solid]) -> Solids:
    """Return a space of solids and groups of them."""
    flat: list[Solid] = []
    for part in parts:
        flat += [part] if isinstance(part, Solid) else part
    return Solids(tuple(flat))


def _sweep(
    best: Answer, solid: Solid, start: Vec3, end: Vec3, half: Vec3, radius: float, *, capsule: bool
) -> None:
    enter, leave = 0.0, best.fraction
    hit: Vec3 | None = None
    starts_out = ends_out = False
    for normal, distance in solid.planes:
        axial = sum(1 for part in normal if part) == 1
        if capsule and not axial:
            reach = radius + (half[2] - radius) * abs(normal[2])
        else:
            reach = sum(abs(part) * size for part, size in zip(normal, half, strict=True))
        before = _dot(normal, start) - distance - reach
        after = _dot(normal, end) - distance - reach
        if after > 0.0:
            ends_out = True
        if before > 0.0:
            starts_out = True
            if after >= EPSILON or after >= before:
                return
            part = max(0.0, (before - EPSILON) / (before - after))
            if hit is None or part > enter:
                enter, hit = max(enter, part), normal
        elif after > 0.0:
            leave = min(leave, before / (before - after))
    if not starts_out:
        best.startsolid = True
        best.contents, best.entity = solid.contents, solid.entity
        best.allsolid = best.allsolid or not ends_out
        if not ends_out or solid.contents == BODY:  # as capsules meet (collision2: Temp models)
            best.fraction = 0.0
        return
    if hit is not None and enter < leave:
        best.fraction, best.normal = enter, hit
        best.surface_flags, best.contents = solid.surface_flags, solid.contents
        best.entity = solid.entity


def _dot(one: Vec3, other: Vec3) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _add(one: Vec3, other: Vec3) -> Vec3:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


def _half(one: Vec3, other: Vec3) -> Vec3:
    return ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2, (one[2] + other[2]) / 2)
