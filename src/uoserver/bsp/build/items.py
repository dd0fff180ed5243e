"""What lies in the leaves of the tree: brushes and patches, with the tests of where they reach."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeVar

from uoserver.bsp.build.grids import SourceCurve, SourceMesh
from uoserver.bsp.build.solid import Solid
from uoserver.bsp.build.vec import Box, bounds, cross, dot, sub, union
from uoserver.bsp.vectors import Vec3

MARGIN: Final = 0.125
"""A leaf lists what comes this near to it. A trace stops 0.125 short of a surface, and the walk
through the tree visits both sides of a plane within a whole unit (collision: Tree walk)."""
CURVE_MARGIN: Final = 1.0
"""Boxes of curves are grown by this (collision2: Curve patches: build)."""


class Piece(NamedTuple):
    """A triangle of terrain, or the box of a curve's 3 x 3 points, which hold the curve inside."""

    box: Box
    normal: Vec3 | None
    distance: float

    def touches(self, box: Box) -> bool:
        """Whether the piece may come within MARGIN of the box."""
        if not self.box.touches(box, MARGIN):
            return False
        if self.normal is None:
            return True
        (ax, ay, az), (bx, by, bz) = box
        x, y, z = self.normal
        low = x * (ax if x > 0 else bx) + y * (ay if y > 0 else by) + z * (az if z > 0 else bz)
        high = x * (bx if x > 0 else ax) + y * (by if y > 0 else ay) + z * (bz if z > 0 else az)
        # The normal has not been made unit length: MARGIN is scaled by at most its size.
        slack = MARGIN * (abs(x) + abs(y) + abs(z))
        return low <= self.distance + slack and high >= self.distance - slack


class BrushItem(NamedTuple):
    """A brush in a region; a structural one is solid and shapes the tree."""

    number: int
    solid: Solid
    structural: bool

    @property
    def box(self) -> Box:
        """The bounds."""
        return self.solid.box

    @property
    def weight(self) -> float:
        """What a trace pays for it, in brushes."""
        return 1.0

    def within(self, box: Box) -> BrushItem | None:
        """Return what of it lies in a box: the brush or None."""
        return self if self.solid.touches(box, MARGIN) else None


class PatchItem(NamedTuple):
    """The part of a patch in a region."""

    number: int
    pieces: tuple[Piece, ...]
    box: Box

    @property
    def structural(self) -> bool:
        """Patches shape no tree."""
        return False

    @property
    def weight(self) -> float:
        """What a trace pays for it, in brushes."""
        return 1.0 + len(self.pieces) / 8.0

    def within(self, box: Box) -> PatchItem | None:
        """Return what of it lies in a box, None for nothing."""
        if not self.box.touches(box, MARGIN):
            return None
        pieces = tuple(piece for piece in self.pieces if piece.touches(box))
        if not pieces:
            return None
        return PatchItem(self.number, pieces, union(piece.box for piece in pieces))


Item = TypeVar("Item", BrushItem, PatchItem)


def within(items: list[Item], box: Box) -> list[Item]:
    """Return what of the items lies in a box."""
    return [part for item in items if (part := item.within(box)) is not None]


def mesh_item(number: int, mesh: SourceMesh) -> PatchItem:
    """Return the item of a terrain patch."""
    pieces = []
    for triangle in mesh.triangles:
        a, b, c = (mesh.vertices[index].position for index in triangle)
        normal = cross(sub(c, a), sub(b, a))
        pieces.append(Piece(bounds((a, b, c)), normal, dot(normal, a)))
    return PatchItem(number, tuple(pieces), union(piece.box for piece in pieces))


def curve_item(number: int, curve: SourceCurve) -> PatchItem:
    """Return the item of a curve patch."""
    pieces = []
    for y in range(0, curve.height - 2, 2):
        for x in range(0, curve.width - 2, 2):
            box = bounds(
                curve.vertices[(y + j) * curve.width + x + i].position
                for j in range(3)
                for i in range(3)
            )
            mins = (
                box.mins[0] - CURVE_MARGIN,
                box.mins[1] - CURVE_MARGIN,
                box.mins[2] - CURVE_MARGIN,
            )
            maxs = (
                box.maxs[0] + CURVE_MARGIN,
                box.maxs[1] + CURVE_MARGIN,
                box.maxs[2] + CURVE_MARGIN,
            )
            pieces.append(Piece(Box(mins, maxs), None, 0.0))
    return PatchItem(number, tuple(pieces), union(piece.box for piece in pieces))
