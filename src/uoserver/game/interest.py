"""Who can be seen from where: what a client is sent (collision2: World sectors)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uoserver.bsp.vectors import Vec3
    from uoserver.collision import Areas, Link, VisibilityIndex


class _Spot(NamedTuple):
    """A link, and its clusters as bits, as rows have them."""

    link: Link
    clusters: int


class Interest:
    """Answers for the entities of a level, by where they and portals were at the last `update`."""

    def __init__(self, visibility: VisibilityIndex, areas: Areas) -> None:
        self._visibility: Final = visibility
        self._areas: Final = areas
        self._spots: dict[int, _Spot] = {}
        self._views: dict[tuple[int, int], frozenset[int]] = {}
        """What was seen since the last update, by cluster and area."""

    def update(self, links: Mapping[int, Link | None]) -> None:
        """Take over where all entities are; ones without a link are nowhere."""
        before, spots = self._spots, {}
        for number, link in links.items():
            if link is None:
                continue
            spot = before.get(number)
            if spot is None or spot.link is not link:
                spot = _Spot(link, sum(1 << cluster for cluster in link.clusters))
            spots[number] = spot
        self._spots = spots
        self._views.clear()

    def seen_from(self, eye: Vec3) -> frozenset[int]:
        """Return the numbers of the entities that may be seen from a point.

        All of them from inside a solid, where only noclip leads. Else an entity must touch a
        cluster of the row of the eye's and an area that open portals join to the eye's; one too
        large to say which it touches is sent to all.
        """
        visibility = self._visibility
        cluster, area = visibility.cluster_at(eye), visibility.area_at(eye)
        found = self._views.get((cluster, area))
        if found is None:
            found = self._views[cluster, area] = self._look(cluster, area)
        return found

    def _look(self, cluster: int, area: int) -> frozenset[int]:
        if cluster < 0 or area < 0:
            return frozenset(self._spots)
        row = int.from_bytes(self._visibility.row(cluster), "little")
        connected = self._areas.connected
        joined = {other for other in range(self._areas.count) if connected(area, other)}
        return frozenset(
            [
                number
                for number, (link, clusters) in self._spots.items()
                if link.cut
                or (row & clusters and (link.areas[0] in joined or link.areas[1] in joined))
            ]
        )
