"""Bevel planes: what a swept box meets where two slanted faces of a brush do.

A box swept against a brush is a point swept against the brush grown by the box. The grown body
has the brush's faces, the box's six faces, and one face for each brush edge and box edge that
meet crosswise; the last are the bevels. The game's loader makes none (collision: Brush trace),
so they must stand among the sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uoserver.bsp.build.planes import same_plane
from uoserver.bsp.build.vec import AXES, ZERO, add, cross, dot, length, scaled, sub
from uoserver.bsp.build.winding import Winding
from uoserver.bsp.vectors import Vec3

MIN_EDGE: Final = 0.1
"""An edge shorter than this bounds next to nothing."""
MIN_SINE: Final = 1e-3
"""An edge nearer than this to an axis makes an axial plane with the others, which is there."""
ON_PLANE: Final = 0.01
"""A corner may stand this far in front of a bevel: less than a trace's 0.125."""
_SAME_NORMAL: Final = 1e-4
_SAME_DISTANCE: Final = 0.02


def edge_bevels(
    windings: Sequence[Winding], planes: Sequence[tuple[Vec3, float]]
) -> list[tuple[Vec3, float, int]]:
    """Return (normal, distance, face) of the bevels of a brush.

    `windings` are those of the faces, `planes` the non-axial ones there already. `face` is the
    first whose winding holds the edge.
    """
    if not planes:
        return []
    corners = _corners(windings)
    known = list(planes)
    bevels: list[tuple[Vec3, float, int]] = []
    for number, winding in enumerate(windings):
        for i, end in enumerate(winding):
            edge = sub(end, winding[i - 1])
            size = length(edge)
            if size < MIN_EDGE:
                continue
            for axis in AXES:
                across = cross(scaled(edge, 1.0 / size), axis)
                sine = length(across)
                if sine < MIN_SINE:
                    continue
                for sign in (1.0, -1.0):
                    normal = add(scaled(across, sign / sine), ZERO)  # no negative zeros
                    distance = dot(normal, end)
                    if _is_new(normal, distance, known) and _supports(normal, distance, corners):
                        known.append((normal, distance))
                        bevels.append((normal, distance, number))
    return bevels


def _corners(windings: Sequence[Winding]) -> list[Vec3]:
    """Return each corner of the brush once, near ones dropped."""
    corners: list[Vec3] = []
    for winding in windings:
        for point in winding:
            if all(length(sub(point, other)) >= ON_PLANE for other in corners):
                corners.append(point)
    return corners


def _is_new(normal: Vec3, distance: float, known: list[tuple[Vec3, float]]) -> bool:
    if max(abs(value) for value in normal) > 1.0 - _SAME_NORMAL**2:
        return False  # one of the six axial sides
    return not any(
        same_plane(normal, distance, *plane, _SAME_NORMAL, _SAME_DISTANCE) for plane in known
    )


def _supports(normal: Vec3, distance: float, corners: list[Vec3]) -> bool:
    """Whether the brush lies behind a plane that touches it, and not all in it."""
    x, y, z = normal
    sides = [px * x + py * y + pz * z - distance for px, py, pz in corners]
    return max(sides) <= ON_PLANE and min(sides) < -ON_PLANE
