"""Collision told plainly: the page (rules 3) step by step, with nothing left out for speed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from uoserver.sim.grid import OUTSIDE, cell_at, centre, jitter_of
from uoserver.sim.kernel.fixmath import CELL, ONE
from uoserver.sim.kernel.headings import YAW, transform
from uoserver.sim.objects import Obj
from uoserver.sim.shapes import Form, Part, Placed
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.statics import STATICS

Point = tuple[int, int]
Segment = tuple[Point, Point]
Met = tuple[str, int, Part, Part]
"""What was met: "static" and a cell or "object" and a slot, and the two parts."""


# -- the plane -------------------------------------------------------------------------------------


def cross(a: Segment, b: Segment) -> bool:
    """Whether two segments cross, in whole pixels."""
    (a1x, a1y), (a2x, a2y) = a
    (b1x, b1y), (b2x, b2y) = b
    dax, day, dbx, dby = a2x - a1x >> 16, a2y - a1y >> 16, b2x - b1x >> 16, b2y - b1y >> 16
    ox, oy = b1x - a1x >> 16, b1y - a1y >> 16
    den, na, nb = dby * dax - day * dbx, day * ox - oy * dax, dby * ox - oy * dbx
    if den:
        low, high = min(den, 0), max(den, 0)
        return low <= na <= high and low <= nb <= high
    if na or nb:
        return False
    spans = ((0, dax, ox, ox + dbx), (0, day, oy, oy + dby))
    return all(max(min(p, q), min(r, s)) <= min(max(p, q), max(r, s)) for p, q, r, s in spans)


def middle(part: Part, at: Placed) -> Point:
    return at.x + part.dx, at.y + part.dy


def box(part: Part, at: Placed) -> tuple[int, int, int, int]:
    x, y = middle(part, at)
    west, north, east, south = part.box
    return west + x, north + y, east + x, south + y


def boxes(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]


def within(p: Point, b: tuple[int, int, int, int]) -> bool:
    return b[0] <= p[0] <= b[2] and b[1] <= p[1] <= b[3]


def ring(corners: list[Point]) -> list[Segment]:
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def edges(part: Part, at: Placed) -> list[Segment]:
    if part.form is Form.POLYGON:
        corners = [(x, y) for x, y in part.corners]
        if at.heading >> 16:
            turned = [transform((x, y, 0), YAW[at.heading >> 16]) for x, y in corners]
            corners = [(x, y) for x, y, _ in turned]
        mx, my = middle(part, at)
        return ring([(x + mx, y + my) for x, y in corners])
    west, north, east, south = box(part, at)
    return ring([(west, north), (east, north), (east, south), (west, south)])


def crosses_any(line: Segment, others: list[Segment]) -> bool:
    return any(cross(line, other) for other in others)


def point_polygon(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    line = (middle(a, at), middle(b, there))
    return within(line[0], box(b, there)) and not crosses_any(line, edges(b, there))


def box_polygon(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    if not boxes(box(a, at), box(b, there)):
        return False
    if within(middle(b, there), box(a, at)):
        return True
    theirs = edges(b, there)
    if any(crosses_any(edge, theirs) for edge in edges(a, at)):
        return True
    return not crosses_any((middle(a, at), middle(b, there)), theirs)


def polygon_polygon(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    if not boxes(box(a, at), box(b, there)):
        return False
    own, theirs = edges(a, at), edges(b, there)
    if any(crosses_any(edge, theirs) for edge in own):
        return True
    line = (middle(a, at), middle(b, there))
    return not crosses_any(line, theirs) if crosses_any(line, own) else True


def sweep_box(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    if not boxes(box(a, at), box(b, there)):
        return False
    new = (at.x, at.y)
    old = (at.x + a.corners[0][0], at.y + a.corners[0][1])
    return within(new, box(b, there)) or crosses_any((new, old), edges(b, there))


def sweep_polygon(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    if not boxes(box(a, at), box(b, there)):
        return False
    theirs = edges(b, there)
    if crosses_any(((0, 0), a.corners[0]), theirs):
        return True
    return not crosses_any(((at.x, at.y), middle(b, there)), theirs)


TESTS: dict[tuple[int, int], Callable[[Part, Placed, Part, Placed], bool]] = {
    (1, 1): lambda a, at, b, there: middle(a, at) == middle(b, there),
    (1, 2): lambda a, at, b, there: within(middle(a, at), box(b, there)),
    (2, 2): lambda a, at, b, there: boxes(box(a, at), box(b, there)),
    (1, 3): point_polygon,
    (2, 3): box_polygon,
    (3, 3): polygon_polygon,
    (4, 2): sweep_box,
    (4, 3): sweep_polygon,
}


def meet(a: Part, at: Placed, b: Part, there: Placed) -> bool:
    if (a.form, b.form) in TESTS:
        return TESTS[a.form, b.form](a, at, b, there)
    if (b.form, a.form) in TESTS:
        return TESTS[b.form, a.form](b, there, a, at)
    return False


# -- the walk --------------------------------------------------------------------------------------


def pair(one: Placed, other: Placed) -> tuple[Part, Part] | None:
    """The first two parts that overlap."""
    if not one.shape or not other.shape or not one.shape[0].mask & other.shape[0].solid:
        return None
    own, theirs = list(one.shape), list(other.shape)
    while own and theirs:
        a, b = own[0], theirs[0]
        if a.low + one.z > b.high + other.z:
            theirs.pop(0)
        elif b.low + other.z > a.high + one.z:
            own.pop(0)
        elif b.solid & a.mask and meet(a, one, b, other):
            return a, b
        elif len(own) == 1:
            theirs.pop(0)
        elif len(theirs) == 1 or a.low + one.z < b.low + other.z:
            own.pop(0)
        else:
            theirs.pop(0)
    return None


# -- the cells -------------------------------------------------------------------------------------


def cells(x: int, y: int) -> Iterator[int]:
    """The cells that are looked into, in order, those off the map as one at the end."""
    beyond = False
    rows = [y]
    if y < 0x200001:
        beyond = True
    else:
        rows.append(y - CELL)
    if y >= 0xFE00000:
        beyond = True
    else:
        rows.append(y + CELL)
    for row in rows:
        columns = [x]
        if x < 0x200000:
            beyond = True
        else:
            columns.append(x - CELL)
        if x > 0xFDFFFFF:
            beyond = True
        else:
            columns.append(x + CELL)
        for column in columns:
            cell = cell_at(column, row)
            if cell == OUTSIDE:
                beyond = True
            else:
                yield cell
    if beyond:
        yield OUTSIDE


def swept(part: Part, obj: Obj, old: tuple[int, int, int] | None) -> Part:
    if old is None:
        return part._replace(form=Form.POINT, box=(0, 0, 0, 0), corners=())
    dx, dy, dz = old[0] - obj.x, old[1] - obj.y, old[2] - obj.z
    reach = (min(0, dx), min(0, dy), max(0, dx), max(0, dy))
    return part._replace(box=reach, corners=((dx, dy),), low=min(0, dz), high=max(0, dz))


def met_by(sim: Simulation, obj: Obj, shapes: Callable[[Obj], tuple[Part, ...]]) -> list[Met]:
    """All that an object meets where it is, in order, if nothing of it stops him."""
    shape = shapes(obj)
    if shape and shape[0].form is Form.SWEEP:
        shape = (swept(shape[0], obj, sim.state.moved_from), *shape[1:])
    at = Placed(shape, obj.x, obj.y, obj.z, obj.heading)
    found: list[Met] = []
    grid = sim.state.grid
    for cell in cells(obj.x, obj.y):
        if cell != OUTSIDE:
            static = STATICS[grid.static[cell]]
            x, y = centre(cell)
            if static.jitter:
                dx, dy, _, _ = jitter_of(grid, cell)
                x, y = x + dx * ONE, y + dy * ONE
            if parts := pair(at, Placed(static.shape, x, y, 0)):
                found.append(("static", cell, *parts))
        slot = grid.chain[cell]
        while slot:
            other = sim.state.pool.at(slot)
            slot = other.chain_next
            there = Placed(shapes(other), other.x, other.y, other.z, other.heading)
            if other is not obj and (parts := pair(at, there)):
                found.append(("object", other.slot, *parts))
    return found
