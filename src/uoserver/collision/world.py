"""A map with bodies linked into it, and the traces of the game (collision2: Server trace)."""

from __future__ import annotations

from typing import Final

from uoserver.bsp.vectors import Vec3

from .areas import Areas
from .body import Body, Linked
from .model import ClipModel
from .outcome import Outcome, answer, check_finite
from .placement import Placement
from .sectors import Link, Sectors
from .surroundings import Surroundings
from .trace import ENTITY_NONE, ZERO, Trace
from .vicinity import Vicinity

MAX_LINK_LEAVES: Final = 128
"""Leaves of a body's box that a link looks at."""
MAX_LINK_CLUSTERS: Final = 16
"""Clusters that a link lists."""
_HERE: Final = Placement()


class World:
    """The clip model of a map and the bodies linked into it, by entity number.

    Masks are those of `contents`. `pass_entity` is who asks: it, what it owns and what its own
    owner owns are not hit. Traces raise ValueError for coordinates that are not finite and for
    mins above maxs.
    """

    def __init__(self, clip: ClipModel) -> None:
        self.clip: Final = clip
        self.version = 0
        """Changes with every link and unlink."""
        self.areas: Final = Areas(clip.visibility.areas)
        """Which areas are joined, for this world alone."""
        self._linked: Final[dict[int, Linked]] = {}
        self._sectors: Final = Sectors(*clip.bounds)

    # -- bodies --------------------------------------------------------------------------------

    def link(self, number: int, body: Body) -> None:
        """Put a body where it says it is, taking away what was there under its number.

        A body with contents 0 is linked but met by nothing. Raises ValueError, changing
        nothing, for numbers that are not finite, mins above maxs and an unknown model.
        """
        linked = Linked(self.clip, body)
        self.unlink(number)
        self.version += 1
        self._linked[number] = linked
        if linked.contents:
            self._sectors.insert(number, linked.contents, linked.absmin, linked.absmax)

    def placed(self, number: int) -> Link | None:
        """Return the clusters and areas that a body's box touches, None when it is not there.

        Looked up when asked for: a body moves more often than anybody wonders who sees it.
        """
        linked = self._linked.get(number)
        return None if linked is None else self.touched(linked.absmin, linked.absmax)

    def touched(self, absmin: Vec3, absmax: Vec3) -> Link:
        """Return the clusters and areas that a box of the world touches."""
        visibility = self.clip.visibility
        clusters: list[int] = []
        area = other = -1
        cut = False
        for at, place in enumerate(visibility.leaves_in(absmin, absmax)):
            if at >= MAX_LINK_LEAVES:
                cut = True
                break
            leaf = visibility.leaf(place)
            if leaf.area != -1:
                if area not in (-1, leaf.area):
                    other = leaf.area
                else:
                    area = leaf.area
            # Stock lists a cluster once for each of its leaves, and so runs out of room for others.
            if leaf.cluster != -1 and leaf.cluster not in clusters:
                if len(clusters) < MAX_LINK_CLUSTERS:
                    clusters.append(leaf.cluster)
                else:
                    cut = True
        return Link(tuple(clusters), cut, (area, other), absmin, absmax)

    def unlink(self, number: int) -> None:
        """Take a body away; nothing happens for one that is not there."""
        if self._linked.pop(number, None) is not None:
            self.version += 1
            self._sectors.remove(number)

    def body(self, number: int) -> Body | None:
        """Return the body linked under a number."""
        linked = self._linked.get(number)
        return None if linked is None else linked.body

    def bodies_in(self, mins: Vec3, maxs: Vec3, contents: int = -1) -> list[int]:
        """Return the bodies with any of `contents` whose boxes touch a box, in sector order."""
        check_finite(mins, maxs)
        return list(self._sectors.query(mins, maxs, contents))

    def touches(
        self, number: int, mins: Vec3, maxs: Vec3, origin: Vec3, *, capsule: bool = False
    ) -> bool:
        """Return whether a box at `origin` is in contact with a body: how triggers are touched.

        False when there is no such body.
        """
        linked = self._linked.get(number)
        if linked is None:
            return False
        check_finite(origin, origin)
        hull = self.clip.hulls.get(mins, maxs, capsule)
        return linked.meet(self.clip, hull, origin, origin, -1).start

    # -- traces --------------------------------------------------------------------------------

    def trace(
        self,
        start: Vec3,
        end: Vec3,
        mins: Vec3,
        maxs: Vec3,
        mask: int,
        *,
        capsule: bool = False,
        pass_entity: int = ENTITY_NONE,
    ) -> Trace:
        """Sweep a box or an upright capsule through the map, then the bodies.

        Bodies are left out where the map stops the sweep at once. Equal start and end make it
        a position test.
        """
        clip = self.clip
        hull = clip.hulls.get(mins, maxs, capsule)
        result = answer(start, end, clip.meet(hull, start, end, mask, 0, _HERE))
        if result.fraction == 0.0 or not self._linked:
            return result
        cx, cy, cz = hull.center
        a = (start[0] + cx, start[1] + cy, start[2] + cz)
        b = (end[0] + cx, end[1] + cy, end[2] + cz)
        for number in self._sectors.along(a, b, hull.half, mask):
            linked = self._linked[number]
            if not self.passes(number, linked, pass_entity):
                result = merge(
                    result, start, end, number, linked.meet(clip, hull, start, end, mask)
                )
        return result

    def passes(self, number: int, linked: Linked, pass_entity: int) -> bool:
        """Return whether a trace of `pass_entity` goes through a body.

        So it does through itself, through what it owns and through what its own owner owns, but
        not through its owner.
        """
        if pass_entity == ENTITY_NONE:
            return False
        if pass_entity in (number, linked.owner):
            return True
        asker = self._linked.get(pass_entity)
        return asker is not None and ENTITY_NONE != asker.owner == linked.owner

    def sight(
        self,
        start: Vec3,
        end: Vec3,
        mask: int,
        *,
        pass_entities: tuple[int, int] = (ENTITY_NONE, ENTITY_NONE),
    ) -> bool:
        """Return whether neither the map nor a body blocks the line between two points."""
        clip = self.clip
        hull = clip.hulls.get(ZERO, ZERO, False)
        if clip.blocked(hull, start, end, mask):
            return False
        for number in self._sectors.along(start, end, ZERO, mask):
            linked = self._linked[number]
            if any(self.passes(number, linked, entity) for entity in pass_entities):
                continue
            if linked.blocks(clip, hull, start, end, mask):
                return False
        return True

    def point_contents(self, point: Vec3, mask: int = -1, *, pass_entity: int = ENTITY_NONE) -> int:
        """Return the contents of the map and the bodies at a point, those in `mask`."""
        contents = self.clip.point_contents(point)
        for number in self._sectors.query(point, point, mask):
            linked = self._linked[number]
            if not self.passes(number, linked, pass_entity):
                contents |= linked.contents_at(self.clip, point)
        return contents & mask

    def around(
        self, mins: Vec3, maxs: Vec3, mask: int, *, pass_entity: int = ENTITY_NONE
    ) -> Surroundings:
        """Return what lies in a box of the world, or some way beyond, for many traces there."""
        check_finite(mins, maxs)
        return self._in(self.clip.vicinities.get(mins, maxs, mask), mask, pass_entity)

    def column(self, mins: Vec3, maxs: Vec3, mask: int) -> Surroundings:
        """Return what lies in a box of the world, for one who keeps it and comes by often.

        The box is as it is, while `around` widens it to find it again: the smaller, the faster.
        """
        check_finite(mins, maxs)
        return self._in(Vicinity(self.clip.gather, mins, maxs, mask), mask, ENTITY_NONE)

    def _in(self, near: Vicinity, mask: int, pass_entity: int) -> Surroundings:
        bodies = [
            (number, self._linked[number])
            for number in self._sectors.query(near.mins, near.maxs, mask)
            if not self.passes(number, self._linked[number], pass_entity)
        ]
        return Surroundings(self, near, mask, pass_entity, bodies)


def merge(result: Trace, start: Vec3, end: Vec3, number: int, outcome: Outcome) -> Trace:
    """Return a trace after one more body: the smaller fraction wins, the solid flags add up."""
    if outcome.fraction < result.fraction:
        hit = answer(start, end, outcome)
        return hit._replace(
            entity=number,
            allsolid=hit.allsolid or result.allsolid,
            startsolid=hit.startsolid or result.startsolid,
        )
    if outcome.start or outcome.all:
        return result._replace(
            allsolid=result.allsolid or outcome.all, startsolid=result.startsolid or outcome.start
        )
    return result
