"""The land of a map as the simulation asks for it (design: World interface, MapWorld)."""

from __future__ import annotations

from typing import Final

from uoserver.bsp.vectors import Vec3
from uoserver.collision import ZERO, ClipModel, Surroundings
from uoserver.collision.contents import CLIP_MISSILE, CLIP_SHOT
from uoserver.sim.grid import CELL_SHIFT, OUTSIDE, SIZE, Grid
from uoserver.sim.kernel.fixmath import HALF_CELL, ONE, mul
from uoserver.sim.kernel.headings import direction
from uoserver.sim.shapes import Placed
from uoserver.sim.world import BRIDGES, DEEP, DRY, Place

from .coordinates import FIXED, fixed, map_x, map_y
from .ground import HULL_MASK, STEP, Ground
from .hulls import Boxes, boxes_of
from .model import Survey

SHOT_MASK: Final = 0x11 | CLIP_MISSILE | CLIP_SHOT
"""What stops shells: solids, glass, and clips that are there for shots."""
LEDGE: Final = 1.0
"""Ground that falls by more in a step of the way leads down, units: traces are not exact."""
CRUISE: Final = 50 * ONE
"""Height from which on an object goes by the roofs: that of helicopters."""
_CELL: Final = 1 << CELL_SHIFT


class MapWorld:
    """A map with its survey; ``grid`` are the cells of the match that is played on it.

    Nothing here changes, so that the same question always has the same answer. What is remembered
    saves time only. All places and heights are 16.16 pixels, rounded down.
    """

    __slots__ = ("_edges", "_grid", "_roofs", "clip", "ground", "lattice")

    def __init__(self, clip: ClipModel, survey: Survey, grid: Grid) -> None:
        self.clip: Final = clip
        self._edges: Final = survey.edges
        self._roofs: Final = survey.roofs
        self._grid: Final = grid
        self.lattice: Final = survey.lattice
        self.ground: Final = Ground(clip, survey.lattice)

    @property
    def flat(self) -> bool:
        """Return False."""
        return False

    def outside(self, x: int, y: int) -> bool:
        """Return whether a place is beyond the world model's bounds, or off the cells."""
        west, north, east, south = self._edges
        return not (west <= x <= east and north <= y <= south)

    def height(self, x: int, y: int) -> int:
        """Return the height of the ground; where nothing can stand, of the ground beside it."""
        return fixed(self.ground.level(map_x(x), map_y(y)))

    def roof(self, x: int, y: int) -> int:
        """Return the height of the highest ground, evened out between the middles of cells."""
        x, y = x - HALF_CELL, y - HALF_CELL
        column, row = x >> CELL_SHIFT, y >> CELL_SHIFT
        east, south = x & _CELL - 1, y & _CELL - 1
        roofs = self._roofs
        if 0 <= column < SIZE - 1 and 0 <= row < SIZE - 1:
            at = row * SIZE + column
            nw, ne, sw, se = roofs[at], roofs[at + 1], roofs[at + SIZE], roofs[at + SIZE + 1]
            if nw == ne == sw == se:  # over most of a map: what follows comes to the same
                return nw * FIXED
        else:
            left, right = max(0, min(SIZE - 1, column)), max(0, min(SIZE - 1, column + 1))
            upper = max(0, min(SIZE - 1, row)) * SIZE
            lower = max(0, min(SIZE - 1, row + 1)) * SIZE
            nw, ne = roofs[upper + left], roofs[upper + right]
            sw, se = roofs[lower + left], roofs[lower + right]
        north = nw * (_CELL - east) + ne * east
        south_ = sw * (_CELL - east) + se * east
        return (north * (_CELL - south) + south_ * south) * FIXED >> 2 * CELL_SHIFT

    def altitude(self, x: int, y: int, z: int) -> int:
        """Return the height on the map of what is so high above the ground of a place.

        What is low goes by the ground, what flies by the roofs, and what is between by both.
        """
        if z >= CRUISE:
            return self.roof(x, y) + z
        ground = self.height(x, y)
        if z <= 0:
            return ground + z
        return ground + (self.roof(x, y) - ground) * z // CRUISE + z

    def point(self, x: int, y: int, z: int) -> Vec3:
        """Return the place on the map, in units, of a place of the simulation."""
        return (map_x(x), map_y(y), self.altitude(x, y, z) / FIXED)

    def dry(self, cell: int) -> bool:
        """Return whether a bridge of the simulation is in a cell: all else is asked of the map."""
        return cell != OUTSIDE and self._grid.static[cell] in BRIDGES

    def water(self, cell: int, at: Placed) -> int:
        """Return `DRY`, `SHALLOW` or `DEEP` for the middle of a shape; deep beyond the map.

        Bridges of the simulation are dry.
        """
        if cell == OUTSIDE or self.outside(at.x, at.y):
            return DEEP
        if self._grid.static[cell] in BRIDGES:
            return DRY
        return self.ground.water(map_x(at.x), map_y(at.y))

    # -- what stops ----------------------------------------------------------------------------

    def shot_stopped(self, old: Place, new: Placed) -> bool:
        """Return whether something solid is in the way of a shell."""
        start, end = self.point(*old), self.point(new.x, new.y, new.z)
        return self.clip.trace(start, end, ZERO, ZERO, SHOT_MASK).fraction < 1.0

    def hull_stopped(self, old: Place, new: Placed) -> bool:
        """Return whether walls, steps of more than 18 units or missing ground stop a hull.

        One on the ground is boxes that each go up and down with the ground under them; one in
        the air goes by its altitude, and is free to leave what it is in.
        """
        boxes = boxes_of(new.shape[0])
        ahead = direction(new.heading)
        if new.z >= ONE:
            return self._flyer_stopped(boxes, ahead, old, new)
        turned = old[0] == new.x and old[1] == new.y
        at = self.ground.at
        mx, my = map_x(new.x), map_y(new.y)
        near = self.ground.around(mx, my, boxes.reach, boxes.maxs[2])
        middle = at(mx, my) if turned else None
        for offset in boxes.offsets:
            across, down = mul(ahead[0], offset), mul(ahead[1], offset)
            x, y = map_x(new.x + across), map_y(new.y + down)
            there = at(x, y)
            if there is None:
                return True
            if turned:
                if middle is None or abs(there - middle) > STEP + abs(offset) / FIXED:
                    return True
                fx, fy, here = x, y, there
            else:
                fx, fy = map_x(old[0] + across), map_y(old[1] + down)
                found = at(fx, fy)
                here = there if found is None else found
                if there - here > STEP:
                    return True
            start, end = (fx, fy, here), (x, y, there)
            trace = near.trace(start, end, boxes.mins, boxes.maxs, HULL_MASK)
            if trace.fraction < 1.0:
                falls = not turned and (trace.startsolid or here > there + LEDGE)
                if not falls or not self._leaves_a_ledge(boxes, near, start, end):
                    return True
        return False

    def _leaves_a_ledge(self, boxes: Boxes, near: Surroundings, start: Vec3, end: Vec3) -> bool:
        """Return whether a box gets on that is stopped by nothing but a ledge it hangs over.

        Its middle is past the edge already, and so the ground under it is the lower one.
        """
        x, y, low = end
        size = boxes.maxs[0]
        around = ((x + dx, y + dy) for dx in (-size, size) for dy in (-size, size))
        levels = [level for place in around if (level := self.ground.at(*place)) is not None]
        level = max([start[2], *levels])
        if level <= low:
            return False
        trace = near.trace(
            (start[0], start[1], level), (x, y, level), boxes.mins, boxes.maxs, HULL_MASK
        )
        return trace.fraction == 1.0

    def _flyer_stopped(self, boxes: Boxes, ahead: tuple[int, int], old: Place, new: Placed) -> bool:
        """Sweep a hull from its old altitude to the new one."""
        low, high = self.altitude(*old) / FIXED, self.altitude(new.x, new.y, new.z) / FIXED
        for offset in boxes.offsets:
            across, down = mul(ahead[0], offset), mul(ahead[1], offset)
            start = (map_x(old[0] + across), map_y(old[1] + down), low)
            end = (map_x(new.x + across), map_y(new.y + down), high)
            trace = self.clip.trace(start, end, boxes.mins, boxes.maxs, HULL_MASK)
            if trace.fraction < 1.0 and not trace.startsolid:
                return True
        return False
