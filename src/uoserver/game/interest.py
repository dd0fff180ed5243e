"""Who can be seen from where: what a client is sent (collision2: World sectors)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uoserver.bsp.vectors import Vec3
    from uoserver.collision import Areas, Link, VisibilityIndex


class Interest:
    """Answers for the entities of a level, by where they were at the last `update`."""

    def __init__(self, visibility: VisibilityIndex, areas: Areas) -> None:
        self._visibility: Final = visibility
        self._areas: Final = areas
        self._links: dict[int, Link] = {}

    def update(self, links: Mapping[int, Link | None]) -> None:
        """Take over where all entities are; ones without a link are nowhere."""
        self._links = {number: link for number, link in links.items() if link is not None}

    def seen_from(self, eye: Vec3) -> set[int]:
        """Return the numbers of the entities that may be seen from a point.

        All of them from inside a solid, where only noclip leads. Else an entity must touch a
        cluster of the row of the eye's and an area that open portals join to the eye's; one too
        large to say which it touches is sent to all.
        """
        visibility = self._visibility
        cluster, area = visibility.cluster_at(eye), visibility.area_at(eye)
        if cluster < 0 or area < 0:
            return set(self._links)
        return {
            number
            for number, link in self._links.items()
            if link.cut
            or (
                any(self._areas.connected(area, other) for other in link.areas)
                and visibility.link_visible(cluster, link)
            )
        }
