"""Texture coordinates: each way of writing them becomes two linear functions of a place.

The size of a picture is not known here, so one repeat of a texture is TEXTURE_SIZE units at
scale 1, whatever picture the material shows.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from uoserver.bsp.angles import sin_cos_deg
from uoserver.bsp.build.vec import dot, scaled
from uoserver.bsp.vectors import Vec3

TEXTURE_SIZE: Final = 256.0
MIN_SCALE: Final = 1e-6
"""Scales nearer to zero count as 1, as zero does: coordinates must fit binary32."""

# Faces look roughly along one of six ways; s and t run along these axes on them.
_BASES: Final[tuple[tuple[Vec3, Vec3, Vec3], ...]] = (
    ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0)),
    ((0.0, 0.0, -1.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0)),
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)),
    ((-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)),
    ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0)),
    ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0)),
)


class TextureAxes(NamedTuple):
    """st at a point p: (p . s + s_offset, p . t + t_offset), in repeats of the texture."""

    s: Vec3
    s_offset: float
    t: Vec3
    t_offset: float

    def at(self, point: Vec3) -> tuple[float, float]:
        """Return st at a place of the map."""
        return dot(point, self.s) + self.s_offset, dot(point, self.t) + self.t_offset


def classic_axes(normal: Vec3, numbers: list[float]) -> TextureAxes:
    """Axes of a classic face: shift x, shift y, rotation in degrees, scale x, scale y.

    Missing numbers are 0, missing or zero scales 1; so are scales below MIN_SCALE.
    """
    shift_x, shift_y, rotation, scale_x, scale_y = (*numbers[:5], *(0.0,) * 5)[:5]
    _, s, t = max(_BASES, key=lambda base: dot(normal, base[0]))
    sine, cosine = sin_cos_deg(rotation)
    # The two coordinates in the face turn; the third stays zero.
    turned_s = _combined(s, cosine, t, -sine)
    turned_t = _combined(s, sine, t, cosine)
    return _shifted(turned_s, shift_x, scale_x, turned_t, shift_y, scale_y)


def valve_axes(s_row: list[float], t_row: list[float], numbers: list[float]) -> TextureAxes:
    """Axes of a Valve 220 face: ``[ ux uy uz shift ] [ vx vy vz shift ] rotation scale scale``.

    The rotation is already in the axes.
    """
    scale_x, scale_y = (*numbers[1:3], *(0.0,) * 2)[:2]
    s, t = (s_row[0], s_row[1], s_row[2]), (t_row[0], t_row[1], t_row[2])
    return _shifted(s, s_row[3], scale_x, t, t_row[3], scale_y)


def primitive_axes(normal: Vec3, s_row: list[float], t_row: list[float]) -> TextureAxes:
    """Axes of a brush primitive: a 2 x 3 matrix over the two axes that lie in the face.

    The first axis is level, the second falls along the steepest way down.
    """
    x, y, z = normal
    level = math.sqrt(x * x + y * y)
    # Seen from straight above or below, the first axis is y by convention.
    cosine, sine = (x / level, y / level) if level > 1e-6 else (1.0, 0.0)
    s: Vec3 = (-sine, cosine, 0.0)
    t: Vec3 = (z * cosine, z * sine, -level)
    return TextureAxes(
        _combined(s, s_row[0], t, s_row[1]), s_row[2], _combined(s, t_row[0], t, t_row[1]), t_row[2]
    )


def _combined(a: Vec3, by: float, b: Vec3, times: float) -> Vec3:
    return (
        a[0] * by + b[0] * times,
        a[1] * by + b[1] * times,
        a[2] * by + b[2] * times,
    )


def _shifted(
    s: Vec3, shift_s: float, scale_s: float, t: Vec3, shift_t: float, scale_t: float
) -> TextureAxes:
    scale_s, scale_t = (scale if abs(scale) >= MIN_SCALE else 1.0 for scale in (scale_s, scale_t))
    return TextureAxes(
        scaled(s, 1.0 / (scale_s * TEXTURE_SIZE)),
        shift_s / TEXTURE_SIZE,
        scaled(t, 1.0 / (scale_t * TEXTURE_SIZE)),
        shift_t / TEXTURE_SIZE,
    )
