"""Map sources: the ``.map`` text of this game family, as far as the stand-in map needs it.

Only boxes: a brush is six axial faces, each stated by three points, clockwise as seen from
outside, and a material. Texture coordinates are read over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from uoserver.bsp.entities import Entity, read_tokens
from uoserver.bsp.errors import EntityTextError

Token = tuple[int, str, bool]
Point = tuple[int, int, int]

FACE_WORDS: Final = 24
"""Words of a face: three points of five words each, a material, eight texture numbers."""


class Box(NamedTuple):
    """An axial brush; `materials` in file order: min x, max x, min y, max y, min z, max z."""

    mins: Point
    maxs: Point
    materials: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceEntity:
    """One entity of a map source with its brushes."""

    entity: Entity
    brushes: tuple[Box, ...]


def parse_source(text: str) -> list[SourceEntity]:
    """Parse a map source; raises EntityTextError, with the line, for all it does not know."""
    tokens = read_tokens(text)
    return [_parse_entity(line, tokens) for line, _, _ in _opened(tokens)]


def _opened(tokens: Iterator[Token]) -> Iterator[Token]:
    for token in tokens:
        if token[1:] != ("{", False):
            raise EntityTextError(token[0], f"expected {{, found {token[1]!r}")
        yield token


def _parse_entity(start: int, tokens: Iterator[Token]) -> SourceEntity:
    pairs: list[tuple[str, str]] = []
    brushes: list[Box] = []
    for line, word, quoted in tokens:
        if quoted:
            value = next(tokens, (line, "", False))
            if not value[2]:
                raise EntityTextError(line, f"key {word!r} without a value")
            pairs.append((word, value[1]))
        elif word == "{":
            brushes.append(_parse_brush(line, tokens))
        elif word == "}":
            return SourceEntity(Entity(pairs), tuple(brushes))
        else:
            raise EntityTextError(line, f"unexpected {word!r}")
    raise EntityTextError(start, "{ is never closed")


def _parse_brush(start: int, tokens: Iterator[Token]) -> Box:
    """Read faces up to the closing brace; every axis needs one face each way."""
    bounds: dict[tuple[int, bool], tuple[int, str]] = {}
    face: list[str] = []
    for line, word, _ in tokens:
        if word == "}" and not face:
            break
        face.append(word)
        if len(face) == FACE_WORDS:
            axis, is_max, distance, material = _parse_face(line, face)
            if (axis, is_max) in bounds:
                raise EntityTextError(line, "two faces look the same way")
            bounds[axis, is_max] = (distance, material)
            face = []
    if face or len(bounds) != 6:
        raise EntityTextError(start, "a brush needs six whole faces")
    order = [(axis, is_max) for axis in range(3) for is_max in (False, True)]
    low = [bounds[axis, False][0] for axis in range(3)]
    high = [bounds[axis, True][0] for axis in range(3)]
    if any(a >= b for a, b in zip(low, high, strict=True)):
        raise EntityTextError(start, "the brush has no volume")
    materials = tuple(bounds[side][1] for side in order)
    return Box((low[0], low[1], low[2]), (high[0], high[1], high[2]), materials)


def _parse_face(line: int, words: list[str]) -> tuple[int, bool, int, str]:
    """Return axis, whether the face looks up it, distance and material."""
    points: list[Point] = []
    try:
        for start in (0, 5, 10):
            opening, x, y, z, closing = words[start : start + 5]
            if (opening, closing) != ("(", ")"):
                raise EntityTextError(line, "a point is written ( x y z )")
            points.append((int(x), int(y), int(z)))
    except ValueError:
        raise EntityTextError(line, "coordinates are whole numbers here") from None
    a, b, c = points
    u = [a[i] - b[i] for i in range(3)]
    v = [c[i] - b[i] for i in range(3)]
    normal = [u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3] for i in range(3)]
    axes = [i for i in range(3) if normal[i]]
    if len(axes) != 1:
        raise EntityTextError(line, "only axial faces are known here")
    axis = axes[0]
    return axis, normal[axis] > 0, a[axis], words[15]
