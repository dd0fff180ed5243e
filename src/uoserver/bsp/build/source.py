"""Map sources: the ``.map`` text that editors for this game family write.

What is read (docs/maps.md: Building maps): entities of quoted pairs; brushes of classic faces, of
faces with Valve 220 texture axes and of brush primitives; curve patches; terrain grids and
indexed terrain. A part that cannot be read is noted with its line and the rest still looked at.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from uoserver.bsp.build.grids import SourceCurve, SourceMesh, parse_shape
from uoserver.bsp.build.problems import Report, SourceError
from uoserver.bsp.build.texture import (
    TextureAxes,
    classic_axes,
    primitive_axes,
    valve_axes,
)
from uoserver.bsp.build.tokens import Words
from uoserver.bsp.build.vec import cross, dot, length, scaled, sub
from uoserver.bsp.entities import MAX_ENTITY_PAIRS, MAX_MAP_ENTITIES
from uoserver.bsp.vectors import Vec3

MAX_SOURCE: Final = 32 * 1024 * 1024
"""Characters of a source; big maps have some 10 million."""
MAX_BRUSHES: Final = 32_767
"""Brushes of a source; counts of an inline model have 16 bits (validator 11)."""
MAX_FACES: Final = 128
"""Faces of a brush: its windings and bevels take time with the cube of this."""
MAX_FACE_NUMBERS: Final = 32
"""Numbers behind a face's material; editors write up to 8."""

DETAIL: Final = 0x8000000
"""The content bit that an editor writes into the faces of a detail brush."""
_CONTENTS_NUMBER: Final = 5
_NO_CHARACTER: Final = re.compile(r"[^\x01-\xff]")
_MIN_AREA: Final = 1e-6
"""Points of a face that span less than this (square units) make no plane."""


class SourceFace(NamedTuple):
    """A face: the plane's normal (outward) and distance, material, texture, detail bit."""

    line: int
    normal: Vec3
    distance: float
    material: str
    axes: TextureAxes
    detail: bool


class SourceBrush(NamedTuple):
    """A brush as written; whether its faces close a space is not looked at yet."""

    line: int
    faces: tuple[SourceFace, ...]


class SourceEntity(NamedTuple):
    """An entity: its pairs in order and all that is built of it."""

    line: int
    pairs: list[tuple[str, str]]
    pair_lines: list[int]
    brushes: list[SourceBrush]
    curves: list[SourceCurve]
    meshes: list[SourceMesh]

    def get(self, key: str) -> str:
        """Return the first value of a key, or an empty text; letter case does not count."""
        return next((value for name, value in self.pairs if name.lower() == key), "")

    @property
    def classname(self) -> str:
        """The ``classname``, or an empty text."""
        return self.get("classname")

    @property
    def is_solid(self) -> bool:
        """Whether anything is built of it."""
        return bool(self.brushes or self.curves or self.meshes)


def parse_source(text: str, report: Report) -> list[SourceEntity]:
    """Read a map source; what is wrong with it goes to `report`.

    Raises BuildError when there are too many problems to go on, also for a text longer than
    MAX_SOURCE or of other characters than the 255 of a map.
    """
    if len(text) > MAX_SOURCE:
        report.problem(1, f"a source of {len(text)} characters, at most {MAX_SOURCE}")
    elif (odd := _NO_CHARACTER.search(text)) is not None:
        line = 1 + text.count("\n", 0, odd.start())
        report.problem(line, f"a character that no map can hold: {odd[0]!a}")
    report.close()
    entities: list[SourceEntity] = []
    try:
        words = Words(text)
        budget = MAX_BRUSHES
        while words.peek() is not None:
            words.expect("{")
            if len(entities) == MAX_MAP_ENTITIES:
                report.problem(words.line, f"more than {MAX_MAP_ENTITIES} entities")
                break
            entity = _parse_entity(words, report, budget)
            budget -= len(entity.brushes)
            entities.append(entity)
    except SourceError as error:  # outside any part: nothing tells where to go on
        report.problem(*error.problem)
    return entities


def _parse_entity(words: Words, report: Report, budget: int) -> SourceEntity:
    entity = SourceEntity(words.line, [], [], [], [], [])
    while not words.accept("}"):
        word = words.take()
        if word.quoted:
            value = words.take()
            if not value.quoted:
                raise SourceError(word.line, f"key {word.text[:32]!r} without a value")
            if len(entity.pairs) == MAX_ENTITY_PAIRS:
                raise SourceError(word.line, f"more than {MAX_ENTITY_PAIRS} pairs in one entity")
            entity.pairs.append((word.text, value.text))
            entity.pair_lines.append(word.line)
        elif word.text == "{":
            if len(entity.brushes) >= budget:
                raise SourceError(word.line, f"more than {MAX_BRUSHES} brushes")
            depth = words.depth - 1
            try:
                _parse_part(words, entity)
            except SourceError as error:
                report.problem(*error.problem)
                words.skip_to_depth(depth)
        else:
            raise SourceError(word.line, f"expected a key, {{ or }}, found {word.text[:32]!r}")
    return entity


def _parse_part(words: Words, entity: SourceEntity) -> None:
    """Read a brush or patch, whose brace is taken, with its closing brace."""
    line = words.line
    word = words.peek()
    if word is None or word.text in ("(", "}"):
        entity.brushes.append(SourceBrush(line, tuple(_parse_faces(words, primitive=False))))
        return
    kind = words.name("a face or the kind of a patch")
    kind_line = words.line
    words.expect("{")
    if kind == "brushDef":
        entity.brushes.append(SourceBrush(line, tuple(_parse_faces(words, primitive=True))))
    else:
        shape = parse_shape(kind, kind_line, words)
        if isinstance(shape, SourceCurve):
            entity.curves.append(shape)
        else:
            entity.meshes.append(shape)
        words.expect("}")
    words.expect("}")


def _parse_faces(words: Words, *, primitive: bool) -> list[SourceFace]:
    """Read faces up to the closing brace, and that."""
    faces: list[SourceFace] = []
    while not words.accept("}"):
        if len(faces) == MAX_FACES:
            raise SourceError(words.line, f"more than {MAX_FACES} faces in one brush")
        faces.append(_parse_face(words, primitive=primitive))
    return faces


def _parse_face(words: Words, *, primitive: bool) -> SourceFace:
    """Read one face: three points, clockwise as seen from outside, then material and texture."""
    points = words.point(), words.point(), words.point()
    line = words.line
    normal, distance = _plane(points, line)
    if primitive:
        words.expect("(")
        rows = _row(words, "(", 3, ")"), _row(words, "(", 3, ")")
        words.expect(")")
        material = words.name("a material")
        numbers = [0.0] * _CONTENTS_NUMBER + words.numbers(MAX_FACE_NUMBERS)
        axes = primitive_axes(normal, *rows)
    else:
        material = words.name("a material")
        following = words.peek()
        if following is not None and following.is_sign("["):
            rows = _row(words, "[", 4, "]"), _row(words, "[", 4, "]")
            numbers = words.numbers(MAX_FACE_NUMBERS)
            axes = valve_axes(*rows, numbers)
            numbers = [0.0, 0.0, *numbers]  # shifts stand in the rows
        else:
            numbers = words.numbers(MAX_FACE_NUMBERS)
            axes = classic_axes(normal, numbers)
    contents = int(numbers[_CONTENTS_NUMBER]) if len(numbers) > _CONTENTS_NUMBER else 0
    return SourceFace(line, normal, distance, material, axes, bool(contents & DETAIL))


def _row(words: Words, opening: str, count: int, closing: str) -> list[float]:
    words.expect(opening)
    values = [words.number() for _ in range(count)]
    words.expect(closing)
    return values


def _plane(points: tuple[Vec3, Vec3, Vec3], line: int) -> tuple[Vec3, float]:
    """Return normal and distance of the plane through three points; its front is outside.

    The normal of an axial plane is exact: a component that differs from 1 by rounding makes a
    plane that traces treat as slanted.
    """
    a, b, c = points
    normal = cross(sub(a, b), sub(c, b))
    area = length(normal)
    if area < _MIN_AREA:
        raise SourceError(line, "the three points of a face lie on one line")
    normal = snapped_normal(scaled(normal, 1.0 / area))
    return normal, dot(normal, b) + 0.0


_NEAR_AXIS: Final = 1e-6


def snapped_normal(normal: Vec3) -> Vec3:
    """Return a unit vector, made exact when it lies along an axis but for rounding.

    There are no negative zeros in what is returned: they would make other bytes.
    """
    for axis in range(3):
        others = [abs(normal[i]) for i in range(3) if i != axis]
        if max(others) < _NEAR_AXIS:
            x, y, z = ((1.0 if normal[axis] > 0 else -1.0) if i == axis else 0.0 for i in range(3))
            return (x, y, z)
    return (normal[0] + 0.0, normal[1] + 0.0, normal[2] + 0.0)
