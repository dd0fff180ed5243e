"""Plans in pixels: which face is on top at each, whether it is a roof, how deep water is."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Final

from uoserver.maptool.plan import PATCH, Face, Plan, PlanError

MAX_PIXELS: Final = 4096 * 4096
MAX_PIXEL_STEPS: Final = 400_000_000
"""Pixels looked at over all faces; thousands of faces over the whole plan would take hours."""
MAX_PIXEL_STEPS_EACH: Final = 96
"""The same, for each pixel of the picture; real maps need less than ten."""

NOTHING: Final = float("-inf")
NO_FACE: Final = -1
HEADROOM: Final = 64.0
"""A brush with this much air below it, down to the next top, is a roof (or a bridge)."""

MAX_ROOF_LAYERS: Final = 3
"""Brushes that may lie on each other, such as snow on tiles on a ceiling."""

Span = tuple[int, int, float]


@dataclass(slots=True)
class Grid:
    """Pixels row by row from the north-west corner; heights in map units, NOTHING where none."""

    width: int
    height: int
    scale: float
    """Map units to a pixel."""
    heights: array[float]
    owners: array[int]
    """Index of the topmost face in the plan's tops, or NO_FACE."""
    roofs: bytearray
    water: array[float]


class _Screen:
    """Turns faces into spans of pixels and counts what that costs."""

    def __init__(self, plan: Plan, size: int) -> None:
        spread_x, spread_y = plan.maxs[0] - plan.mins[0], plan.maxs[1] - plan.mins[1]
        self.scale: Final = max(spread_x, spread_y, 1.0) / size
        self.west, self.north = plan.mins[0], plan.maxs[1]
        self.width: Final = max(1, ceil(spread_x / self.scale - 1e-9))
        self.height: Final = max(1, ceil(spread_y / self.scale - 1e-9))
        pixels = self.width * self.height
        if pixels > MAX_PIXELS:
            raise PlanError(f"a picture of {pixels} pixels, at most {MAX_PIXELS}")
        self._steps = min(MAX_PIXEL_STEPS, max(pixels, 1 << 18) * MAX_PIXEL_STEPS_EACH)

    def pixels(self, value: float) -> array[float]:
        return array("d", [value]) * (self.width * self.height)

    def spans(self, face: Face) -> Iterator[tuple[Span, float]]:
        """Yield (first pixel, one behind the last, height at the first) and height per pixel."""
        corners = [
            ((x - self.west) / self.scale, (self.north - y) / self.scale, z)
            for x, y, z in face.corners
        ]
        slope = _slope(corners)
        if slope is None:
            return
        dx, dy = slope
        x0, y0, z0 = corners[0]
        top = max(0, ceil(min(y for _, y, _ in corners) - 0.5))
        bottom = min(self.height, ceil(max(y for _, y, _ in corners) - 0.5))
        edges = list(zip(corners, corners[1:] + corners[:1], strict=True))
        for row in range(top, bottom):
            middle = row + 0.5
            crossings = [
                a[0] + (b[0] - a[0]) * (middle - a[1]) / (b[1] - a[1])
                for a, b in edges
                if (a[1] <= middle) != (b[1] <= middle)
            ]
            if not crossings:
                continue
            first = max(0, ceil(min(crossings) - 0.5))
            last = min(self.width, ceil(max(crossings) - 0.5))
            if first < last:
                self._steps -= last - first
                if self._steps < 0:
                    raise PlanError("far too many faces lie over each other")
                start = row * self.width
                height = z0 + (first + 0.5 - x0) * dx + (middle - y0) * dy
                yield (start + first, start + last, height), dx


def _slope(corners: list[tuple[float, float, float]]) -> tuple[float, float] | None:
    """Return height per pixel to the right and downwards; None for a face seen edge-on."""
    x, y, z = corners[0]
    best, slope = 1e-9, None
    for (ax, ay, az), (bx, by, bz) in pairwise(corners[1:]):
        ux, uy, uz, vx, vy, vz = ax - x, ay - y, az - z, bx - x, by - y, bz - z
        area = ux * vy - uy * vx
        if abs(area) > best:
            best, slope = abs(area), ((uz * vy - uy * vz) / area, (ux * vz - uz * vx) / area)
    return slope


def rasterise(plan: Plan, size: int) -> Grid:
    """Rasterise a plan so that its longer side has `size` pixels; raises PlanError."""
    screen = _Screen(plan, size)
    heights, owners = screen.pixels(NOTHING), array("l", [NO_FACE]) * (screen.width * screen.height)
    # From the lowest face up, level faces can be laid down whole rows at a time.
    for number in sorted(range(len(plan.tops)), key=lambda i: plan.tops[i].top):
        for (first, last, z), dz in screen.spans(plan.tops[number]):
            if dz == 0.0 and max(heights[first:last]) <= z:
                heights[first:last] = array("d", [z]) * (last - first)
                owners[first:last] = array("l", [number]) * (last - first)
                continue
            here = z
            for pixel in range(first, last):
                if here >= heights[pixel]:
                    heights[pixel] = here
                    owners[pixel] = number
                here += dz
    roofs = _roofs(plan, screen, owners)
    water = screen.pixels(NOTHING)
    _raise(water, screen, plan.water)
    return Grid(screen.width, screen.height, screen.scale, heights, owners, roofs, water)


def _raise(levels: array[float], screen: _Screen, faces: Iterable[Face]) -> None:
    for face in faces:
        for (first, last, z), dz in screen.spans(face):
            here = z
            for pixel in range(first, last):
                if here > levels[pixel]:
                    levels[pixel] = here
                here += dz


def _roofs(plan: Plan, screen: _Screen, owners: array[int]) -> bytearray:
    """Return 1 for each pixel where the brushes on top have HEADROOM below them."""
    roofs = bytearray(len(owners))
    solids = array("l", [*(face.solid for face in plan.tops), PATCH])  # [NO_FACE] is the last
    layers = array("l", (solids[owner] for owner in owners))
    """The brush whose underside is looked at: the top one, then what that lies on."""
    for _ in range(MAX_ROOF_LAYERS):
        limits = _undersides(plan, screen, layers)
        floors, below = _tops_below(plan, screen, layers, limits)
        for pixel, limit in enumerate(limits):
            if limit == NOTHING or floors[pixel] == NOTHING:
                layers[pixel] = PATCH
            elif limit - floors[pixel] >= HEADROOM:
                roofs[pixel] = 1
                layers[pixel] = PATCH
            else:
                layers[pixel] = below[pixel]
    return roofs


def _undersides(plan: Plan, screen: _Screen, layers: array[int]) -> array[float]:
    """Return the height of the underside of the brush of `layers` at each pixel."""
    limits = screen.pixels(NOTHING)
    wanted = set(layers)
    for face in plan.undersides:
        solid = face.solid
        if solid in wanted:
            for (first, last, z), dz in screen.spans(face):
                here = z
                for pixel in range(first, last):
                    if layers[pixel] == solid:
                        limits[pixel] = here
                    here += dz
    return limits


def _tops_below(
    plan: Plan, screen: _Screen, layers: array[int], limits: array[float]
) -> tuple[array[float], array[int]]:
    """Return height and brush of the highest top below `limits` at each pixel."""
    floors, below = screen.pixels(NOTHING), array("l", [PATCH]) * len(layers)
    for face in plan.tops:
        solid = face.solid
        for (first, last, z), dz in screen.spans(face):
            here = z
            for pixel in range(first, last):
                if floors[pixel] < here < limits[pixel] + 1.0 and layers[pixel] != solid:
                    floors[pixel] = here
                    below[pixel] = solid
                here += dz
    return floors, below
