"""Brushes as solids: windings, bounds and the sides that a map file holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from uoserver.bsp.build.bevels import edge_bevels
from uoserver.bsp.build.planes import same_plane
from uoserver.bsp.build.problems import Problem, Report
from uoserver.bsp.build.source import SourceBrush, SourceFace
from uoserver.bsp.build.vec import Box, bounds, dot
from uoserver.bsp.build.winding import Winding, area, base_winding, clip, welded
from uoserver.bsp.vectors import MAX_WORLD_COORD, Vec3

MIN_FACES: Final = 4
MIN_EXTENT: Final = 0.01
"""A brush thinner than this on an axis has no volume."""
MIN_AREA: Final = 1e-3
_GRID: Final = 1024.0
_SNAP: Final = 1e-4


class Side(NamedTuple):
    """A non-axial side; its front is outside. `face` is the source face it takes material of."""

    normal: Vec3
    distance: float
    face: int


@dataclass(frozen=True, slots=True)
class Solid:
    """A brush that closes a space.

    `axial` holds, in file order min x, max x, min y, max y, min z, max z, the number of the face
    that gives the side its material; `sides` are the non-axial faces, then the bevels.
    """

    line: int
    faces: tuple[SourceFace, ...]
    windings: tuple[Winding, ...]
    box: Box
    axial: tuple[int, ...]
    sides: tuple[Side, ...]

    @property
    def detail(self) -> bool:
        """Whether any face carries the editor's detail bit."""
        return any(face.detail for face in self.faces)

    def contains(self, point: Vec3, margin: float = 0.0) -> bool:
        """Whether a point lies inside, on the surface, or at most `margin` outside each plane."""
        mins, maxs = self.box
        return all(mins[i] - margin <= point[i] <= maxs[i] + margin for i in range(3)) and all(
            dot(side.normal, point) <= side.distance + margin for side in self.sides
        )

    def touches(self, box: Box, margin: float) -> bool:
        """Whether the brush comes within `margin` of a box.

        Exact for margin 0, as the bevels are among the sides; a true answer may be given for a
        box slightly farther away than `margin`.
        """
        if not self.box.touches(box, margin):
            return False
        (ax, ay, az), (bx, by, bz) = box
        for (x, y, z), distance, _ in self.sides:
            nearest = (
                x * (ax if x > 0 else bx) + y * (ay if y > 0 else by) + z * (az if z > 0 else bz)
            )
            if nearest > distance + margin:
                return False
        return True

    def covers(self, box: Box) -> bool:
        """Whether the whole box lies inside."""
        corners = [(box[i & 1][0], box[i >> 1 & 1][1], box[i >> 2 & 1][2]) for i in range(8)]
        return all(self.contains(corner) for corner in corners)


def make_solid(brush: SourceBrush, report: Report, offset: Vec3 = (0.0, 0.0, 0.0)) -> Solid | None:
    """Return the solid of a brush, moved by `offset`; None if it has problems, now reported."""
    problems = _face_problems(brush)
    windings: list[Winding] = []
    if not problems:
        faces = tuple(
            face._replace(distance=face.distance + dot(face.normal, offset)) for face in brush.faces
        )
        windings = [_face_winding(faces, number) for number in range(len(faces))]
        problems = _winding_problems(brush, windings)
    if not problems:
        windings = [[_snapped(point) for point in winding] for winding in windings]
        box = _bounds(faces, windings)
        if any(high - low < MIN_EXTENT for low, high in zip(*box, strict=True)):
            problems.append(Problem(brush.line, "the brush has no volume"))
    for problem in problems:
        report.problem(*problem)
    if problems:
        return None
    slanted = [
        Side(face.normal, face.distance, number)
        for number, face in enumerate(faces)
        if not is_axial(face.normal)
    ]
    bevels = [
        Side(*bevel) for bevel in edge_bevels(windings, [(s.normal, s.distance) for s in slanted])
    ]
    return Solid(brush.line, faces, tuple(windings), box, _axial_faces(faces), (*slanted, *bevels))


def is_axial(normal: Vec3) -> bool:
    """Whether a plane lies along two axes, to the last bit."""
    return normal.count(0.0) == 2


def _face_problems(brush: SourceBrush) -> list[Problem]:
    """Return what is wrong with the planes, before anything is cut."""
    count = len(brush.faces)
    if count < MIN_FACES:
        return [
            Problem(brush.line, f"a brush of {count} faces, at least {MIN_FACES} close a space")
        ]
    return [
        Problem(face.line, f"the same plane as the face in line {other.line}")
        for number, face in enumerate(brush.faces)
        for other in brush.faces[:number]
        if same_plane(face.normal, face.distance, other.normal, other.distance)
    ]


def _face_winding(faces: tuple[SourceFace, ...], number: int) -> Winding:
    winding = base_winding(faces[number].normal, faces[number].distance)
    for other, face in enumerate(faces):
        if other != number and winding:
            winding = clip(winding, face.normal, face.distance)
    return welded(winding)


def _winding_problems(brush: SourceBrush, windings: list[Winding]) -> list[Problem]:
    """Return what is wrong with the faces that are left of the planes."""
    if not any(windings):
        return [Problem(brush.line, "the faces leave no space between them")]
    problems: list[Problem] = []
    for face, winding in zip(brush.faces, windings, strict=True):
        if not winding or area(winding) < MIN_AREA:
            problems.append(
                Problem(face.line, "a face that the others cut away: it bounds nothing")
            )
        elif any(abs(value) > MAX_WORLD_COORD for point in winding for value in point):
            problems.append(
                Problem(face.line, "the brush is not closed: this face reaches beyond the world")
            )
    return problems


def _snapped(point: Vec3) -> Vec3:
    """Return a corner, rounded to a 1,024th of a unit where it is that but for arithmetic."""
    x, y, z = (
        near if abs(near - value) < _SNAP else value
        for value in point
        for near in (round(value * _GRID) / _GRID,)
    )
    return (x, y, z)


def _bounds(faces: tuple[SourceFace, ...], windings: list[Winding]) -> Box:
    """Return the bounds; where an axial face makes one, it is that face's exact distance."""
    mins, maxs = (list(end) for end in bounds(point for winding in windings for point in winding))
    for face in faces:
        if is_axial(face.normal):
            axis = next(i for i in range(3) if face.normal[i])
            ends = maxs if face.normal[axis] > 0 else mins
            ends[axis] = face.distance * face.normal[axis] + 0.0
    return Box((mins[0], mins[1], mins[2]), (maxs[0], maxs[1], maxs[2]))


def _axial_faces(faces: tuple[SourceFace, ...]) -> tuple[int, ...]:
    """Return for each axial side the face that looks most its way."""
    return tuple(
        max(range(len(faces)), key=lambda number: faces[number].normal[axis] * sign)
        for axis in range(3)
        for sign in (-1.0, 1.0)
    )
