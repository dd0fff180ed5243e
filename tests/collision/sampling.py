"""Random sweeps that meet things: aimed at faces, walking by them, resting, grazing, stuck.

All randomness comes from one seed. Targets are drawn from the reference's own geometry, so a
choice of sweeps does not depend on what it checks.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tests.reference.tracer import Obstacle, Tracer, Vec
from tests.reference.tracer.grid import refined
from tests.reference.tracer.sweep import IDENTITY, matrix, turned_back
from tests.reference.tracer.vectors import ZERO, add, along, cross, dot, scale, sub, unit

PLAYER: Final = 0x02810011
VEHICLE: Final = 0x211
ALL: Final = 0xFFFFFFFF
MASKS: Final = (ALL, ALL, ALL, PLAYER, PLAYER, VEHICLE, 0x1, 0x20 | 0x1)
FACES: Final = 4000
"""Faces drawn once per map; those that lie open are drawn from again."""
HIDDEN_SHARE: Final = 0.1
CORNER: Final = ((-0.01, -0.01, -0.01), (0.01, 0.01, 0.01))
GRAIN: Final = 1 / 16


class Case(NamedTuple):
    """One sweep as the trace functions take it; ``kind`` says how it was drawn."""

    kind: str
    start: Vec
    end: Vec
    mins: Vec
    maxs: Vec
    mask: int
    capsule: bool


class Face(NamedTuple):
    """A place on something solid and the direction that leads out of it there."""

    point: Vec
    normal: Vec


class Shape(NamedTuple):
    mins: Vec
    maxs: Vec
    capsule: bool

    @property
    def centre(self) -> Vec:
        return scale(add(self.mins, self.maxs), 0.5)

    def support(self, normal: Vec) -> float:
        """Return how far the shape reaches from its centre against a plane."""
        half = sub(self.maxs, self.centre)
        if not self.capsule:
            return sum(abs(n) * h for n, h in zip(normal, half, strict=True))
        radius = min(half[0], half[2])
        return radius + abs(normal[2]) * (half[2] - radius)


POINT: Final = Shape(ZERO, ZERO, capsule=False)
STANCES: Final = (
    ((-15.0, -15.0, 0.0), (15.0, 15.0, 70.0)),
    ((-15.0, -15.0, 0.0), (15.0, 15.0, 50.0)),
    ((-15.0, -15.0, 0.0), (15.0, 15.0, 30.0)),
    ((-8.0, -8.0, -8.0), (8.0, 8.0, 8.0)),
)
VEHICLE_BOX: Final = ((-92.0, -92.0, 0.0), (92.0, 92.0, 60.0))
"""Wider than high: the ball that stands for it over terrain sticks out of it."""


class Sampler:
    """Draws sweeps over one model of a map."""

    def __init__(self, tracer: Tracer, seed: str, model: int = 0) -> None:
        self.rng = random.Random(seed)
        self.brushes = tracer.brushes(model)
        self.patches = [face_triangles(tracer, n) for n in tracer.lumps.models[model].patches]
        self.patches = [triangles for triangles in self.patches if triangles]
        triangles = sum(len(patch) for patch in self.patches)
        self.patch_share = triangles / (triangles + 6 * len(self.brushes) + 1)
        self.patch_share = min(0.6, max(self.patch_share, 0.4 if triangles else 0.0))
        self.open_faces = [
            face
            for face in (self.any_face() for _ in range(FACES))
            if tracer.contents(along(face.point, face.normal, 1.0), 0.0, model=model)[1] == 0
        ]

    def cases(self, count: int) -> Iterator[Case]:
        """Yield ``count`` sweeps in a fixed mix."""
        makers = (
            *(self.aimed, self.aimed, self.aimed, self.walking, self.walking, self.axial),
            *(self.resting, self.touching, self.inside, self.grazing, self.crossing),
        )
        for number in range(count):
            yield makers[number % len(makers)]()

    def face(self) -> Face:
        """Return a face that can mostly be reached: the point before it is in no brush."""
        if self.rng.random() < HIDDEN_SHARE or not self.open_faces:
            return self.any_face()
        return self.rng.choice(self.open_faces)

    def any_face(self) -> Face:
        rng = self.rng
        if rng.random() < self.patch_share:
            a, b, c = rng.choice(rng.choice(self.patches))
            s, t = sorted((rng.random(), rng.random()))
            point = along(along(a, sub(b, a), s), sub(c, a), (1 - t))
            if rng.random() < 0.15:
                # Near a corner, not at it: there, facets meet with gaps of a last bit.
                point = add(rng.choice((a, b, c)), within(rng, *CORNER))
            normal = unit(cross(sub(c, a), sub(b, a))) or (0.0, 0.0, 1.0)
            return Face(point, normal)
        brush = rng.choice(self.brushes)
        at = within(rng, brush.mins, brush.maxs)
        if brush.planes and rng.random() < 0.7:
            normal, distance = rng.choice(brush.planes)
            return Face(along(at, normal, distance - dot(normal, at)), normal)
        axis, high = rng.randrange(3), rng.random() < 0.5
        place, out = list(at), [0.0, 0.0, 0.0]
        place[axis] = (brush.maxs if high else brush.mins)[axis]
        out[axis] = 1.0 if high else -1.0
        return Face((place[0], place[1], place[2]), (out[0], out[1], out[2]))

    def shape(self) -> Shape:
        rng = self.rng
        pick = rng.random()
        if pick < 0.3:
            return POINT
        if pick < 0.75:
            return Shape(*rng.choice(STANCES), capsule=rng.random() < 0.6)
        if pick < 0.8:
            return Shape(*VEHICLE_BOX, capsule=rng.random() < 0.3)
        shift = (rng.uniform(-5, 5), rng.uniform(-5, 5), rng.uniform(-20, 20))
        wide, deep, tall = rng.uniform(0.5, 40), rng.uniform(0.5, 40), rng.uniform(0.5, 60)
        # A capsule's radius ignores y, and a walk over sectors knows its box alone: one that is
        # thin in y would stick out of it. Nothing in the game is shaped so.
        capsule = rng.random() < 0.5
        half = (wide, wide if capsule else deep, tall)
        return Shape(sub(shift, half), add(shift, half), capsule=capsule)

    def direction(self) -> Vec:
        rng = self.rng
        return unit((rng.gauss(0, 1), rng.gauss(0, 1), rng.gauss(0, 1))) or (1.0, 0.0, 0.0)

    def distance(self, longest: float) -> float:
        return math.exp(self.rng.uniform(math.log(0.5), math.log(longest)))

    def case(self, kind: str, shape: Shape, start: Vec, end: Vec) -> Case:
        """Make the sweep whose centre moves from ``start`` to ``end``."""
        start, end = sub(start, shape.centre), sub(end, shape.centre)
        return Case(kind, start, end, *shape[:2], self.rng.choice(MASKS), shape.capsule)

    def rounded(self, place: Vec) -> Vec:
        step = self.rng.choice((1.0, 0.125))
        x, y, z = (round(part / step) * step for part in place)
        return (x, y, z)

    def aimed(self) -> Case:
        """From somewhere in front of a face into it."""
        face, shape, way = self.face(), self.shape(), self.direction()
        if dot(way, face.normal) < 0:
            way = scale(way, -1.0)
        longest = 3000.0 if self.rng.random() < 0.15 else 300.0
        start = along(face.point, way, self.distance(longest) + shape.support(way))
        return self.case("aimed", shape, start, along(face.point, way, -self.distance(60)))

    def walking(self) -> Case:
        """A step of a man who stands by a face, along it or into it."""
        face = self.face()
        shape = Shape(*self.rng.choice(STANCES), capsule=self.rng.random() < 0.7)
        rng = self.rng
        start = along(face.point, face.normal, shape.support(face.normal) + rng.uniform(0.0, 2))
        step = (rng.uniform(-14, 14), rng.uniform(-14, 14), rng.choice((0.0, -0.25, -18, 18, -4)))
        if dot(step, face.normal) > 0 and rng.random() < 0.8:
            step = scale(step, -1.0)
        return self.case("walking", shape, start, add(start, step))

    def axial(self) -> Case:
        """Along one axis, half of the time on round coordinates."""
        face, shape, rng = self.face(), self.shape(), self.rng
        axis = max((0, 1, 2), key=lambda k: abs(face.normal[k]))
        if rng.random() < 0.2:
            axis = rng.randrange(3)
        place = self.rounded(face.point) if rng.random() < 0.5 else face.point
        step = [0.0, 0.0, 0.0]
        step[axis] = 1.0 if face.normal[axis] >= 0 else -1.0
        way: Vec = (step[0], step[1], step[2])
        away = round(self.distance(400)) + shape.support(way)
        return self.case(
            "axial", shape, along(place, way, away), along(place, way, -round(self.distance(100)))
        )

    def resting(self) -> Case:
        face, shape = self.face(), self.shape()
        lift = shape.support(face.normal) + self.rng.uniform(-3, 0.5)
        place = along(face.point, face.normal, lift)
        return self.case("resting", shape, place, place)

    def touching(self) -> Case:
        """From exactly on a face, or an epsilon above it, in any direction."""
        face, shape, rng = self.face(), self.shape(), self.rng
        lift = shape.support(face.normal) + rng.choice((0.0, 0.0625, 0.125, 0.25, -0.01))
        start = along(face.point, face.normal, lift)
        way = self.direction()
        if dot(way, face.normal) > 0 and rng.random() < 0.7:
            way = scale(way, -1.0)
        return self.case("touching", shape, start, along(start, way, self.distance(100)))

    def inside(self) -> Case:
        face, shape = self.face(), self.shape()
        start = along(face.point, face.normal, -self.rng.uniform(0.2, 15))
        end = along(start, self.direction(), self.distance(80))
        return self.case("inside", shape, start, end)

    def grazing(self) -> Case:
        """Past a face, level with it or very nearly so."""
        face, shape, rng = self.face(), self.shape(), self.rng
        side = unit(cross(face.normal, self.direction())) or (1.0, 0.0, 0.0)
        lift = shape.support(face.normal) + rng.choice((0.0, 0.05, 0.1249, 0.125, 0.2))
        far = self.distance(60)
        middle = along(face.point, face.normal, lift)
        end = along(along(middle, side, -far), face.normal, rng.choice((0.0, -0.05, -1.0)))
        return self.case("grazing", shape, along(middle, side, far), end)

    def crossing(self) -> Case:
        """From the front of one face to another one, however far."""
        one, two, shape = self.face(), self.face(), self.shape()
        start = along(one.point, one.normal, shape.support(one.normal) + self.rng.uniform(0.2, 40))
        return self.case("crossing", shape, start, two.point)


def within(rng: random.Random, mins: Vec, maxs: Vec) -> Vec:
    """Return a point of a box."""
    x, y, z = (rng.uniform(low, high) for low, high in zip(mins, maxs, strict=True))
    return (x, y, z)


def face_triangles(tracer: Tracer, number: int) -> Sequence[tuple[Vec, Vec, Vec]]:
    """Return the triangles of a patch with some area, from its record."""
    patch = tracer.lumps.patches[number]
    if patch.indexes is not None:
        corners = [patch.points[index] for index in patch.indexes]
        found = list(zip(corners[::3], corners[1::3], corners[2::3], strict=True))
    else:
        columns = refined(patch.points, patch.width, patch.height, float(patch.max_error)).columns
        cells = [
            (columns[x][y], columns[x + 1][y], columns[x + 1][y + 1], columns[x][y + 1])
            for x in range(len(columns) - 1)
            for y in range(len(columns[0]) - 1)
        ]
        found = [half for a, b, c, d in cells for half in ((a, b, c), (c, d, a))]
    return [(a, b, c) for a, b, c in found if unit(cross(sub(c, a), sub(b, a))) is not None]


class BodySampler(Sampler):
    """Draws half of its faces from linked bodies."""

    def __init__(self, tracer: Tracer, seed: str, bodies: Sequence[Obstacle]) -> None:
        self.bodies = bodies
        self.tracer = tracer
        super().__init__(tracer, seed)

    def any_face(self) -> Face:
        if self.rng.random() < 0.4:
            return super().any_face()
        body = self.rng.choice(self.bodies)
        mins, maxs = body.mins, body.maxs
        if body.model is not None:
            model = self.tracer.lumps.models[body.model]
            mins, maxs = model.mins, model.maxs
        place, out = list(within(self.rng, mins, maxs)), [0.0, 0.0, 0.0]
        axis, high = self.rng.randrange(3), self.rng.random() < 0.5
        place[axis] = (maxs if high else mins)[axis]
        out[axis] = 1.0 if high else -1.0
        rows = matrix(body.angles) if body.model is not None else IDENTITY
        point = turned_back(rows, (place[0], place[1], place[2]))
        return Face(add(point, body.origin), turned_back(rows, (out[0], out[1], out[2])))


def grained(case: Case) -> Case:
    """Return the case on a grid so coarse that distances to round sides have no rounding."""
    start, end, mins, maxs = (
        (round(x / GRAIN) * GRAIN, round(y / GRAIN) * GRAIN, round(z / GRAIN) * GRAIN)
        for x, y, z in (case.start, case.end, case.mins, case.maxs)
    )
    return case._replace(start=start, end=end, mins=mins, maxs=maxs)


def moved_out(case: Case, origin: Vec, angles: Vec) -> Case:
    """Return a case drawn in a model's own space as the world sees it."""
    rows = matrix(angles)
    start, end = (add(turned_back(rows, place), origin) for place in (case.start, case.end))
    return case._replace(start=start, end=start if case.start == case.end else end)
