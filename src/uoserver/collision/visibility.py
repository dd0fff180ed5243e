"""Who can see whom: cluster rows, areas and their portals (collision2: World sectors)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uoserver.bsp.records import Visibility
from uoserver.bsp.schema import LumpIndex
from uoserver.bsp.vectors import Vec3

from .damage import damaged
from .tree import Leaf, Node, leaf_at, leaves_in

if TYPE_CHECKING:
    from .sectors import Link

_ROW_UNIT: Final = 32


class VisibilityIndex:
    """Leaves by point and box, the visibility rows of their clusters, and connected areas.

    A map without visibility rows is all visible. Raises BspError for rows too few or too short
    for the clusters they stand for.
    """

    def __init__(self, nodes: list[Node], leaves: list[Leaf], rows: Visibility | None) -> None:
        self._nodes: Final = nodes
        self._leaves: Final = leaves
        self.clusters: Final = max((leaf.cluster for leaf in leaves), default=-1) + 1
        self.areas: Final = max((leaf.area for leaf in leaves), default=-1) + 1
        if rows is None:
            length = (self.clusters + _ROW_UNIT - 1) // _ROW_UNIT * _ROW_UNIT
            self._rows: list[bytes] = [b"\xff" * length]
        else:
            count, size = rows.cluster_count, rows.row_bytes
            if count < 1 or size * 8 < count or len(rows.rows) < count * size:
                raise damaged(LumpIndex.VISIBILITY, 0, f"{count} clusters, {size} bytes each")
            self._rows = [bytes(rows.rows[at * size : (at + 1) * size]) for at in range(count)]
        self._portals: Final[dict[tuple[int, int], int]] = {}
        self._regions: Final = list(range(self.areas))

    # -- leaves --------------------------------------------------------------------------------

    def leaf_at(self, point: Vec3) -> int:
        """Return the number of the leaf that holds a point."""
        return leaf_at(self._nodes, point)

    def cluster_at(self, point: Vec3) -> int:
        """Return the cluster of a point; negative where there is none."""
        return self._leaves[leaf_at(self._nodes, point)].cluster

    def area_at(self, point: Vec3) -> int:
        """Return the area of a point; negative where there is none."""
        return self._leaves[leaf_at(self._nodes, point)].area

    def leaves_in(self, mins: Vec3, maxs: Vec3) -> list[int]:
        """Return the numbers of the leaves that a box touches, front children first."""
        return list(leaves_in(self._nodes, mins, maxs))

    def leaf(self, number: int) -> Leaf:
        """Return a leaf."""
        return self._leaves[number]

    # -- clusters ------------------------------------------------------------------------------

    def row(self, cluster: int) -> bytes:
        """Return the visibility row of a cluster; one without a row gets the first."""
        return self._rows[cluster if 0 <= cluster < len(self._rows) else 0]

    def sees(self, cluster_a: int, cluster_b: int) -> bool:
        """Return whether the row of the first cluster has the second one's bit."""
        row = self.row(cluster_a)
        at = cluster_b >> 3
        return 0 <= at < len(row) and bool(row[at] >> (cluster_b & 7) & 1)

    def link_visible(self, cluster: int, link: Link) -> bool:
        """Return whether a cluster sees any cluster of a link.

        A link that was cut counts all clusters from its last listed one to its `last_cluster`.
        """
        if any(self.sees(cluster, other) for other in link.clusters):
            return True
        if link.last_cluster < 0 or not link.clusters:
            return False
        rest = range(link.clusters[-1], link.last_cluster + 1)
        return any(self.sees(cluster, other) for other in rest)

    # -- areas ---------------------------------------------------------------------------------

    def areas_connected(self, a: int, b: int) -> bool:
        """Return whether open portals join two areas; never for a negative one.

        Raises ValueError for an area the map does not have.
        """
        if a < 0 or b < 0:
            return False
        self._check_area(a)
        self._check_area(b)
        return self._regions[a] == self._regions[b]

    def adjust_area_portal(self, a: int, b: int, open: bool) -> None:  # noqa: A002
        """Open or close one portal between two areas; nothing happens for a negative one.

        Several portals may join the same areas: they are counted. Raises ValueError for an area
        the map does not have and for closing one that is not open.
        """
        if a < 0 or b < 0:
            return
        self._check_area(a)
        self._check_area(b)
        pair = (min(a, b), max(a, b))
        count = self._portals.get(pair, 0) + (1 if open else -1)
        if count < 0:
            raise ValueError(f"no open portal between areas {a} and {b}")
        if count:
            self._portals[pair] = count
        else:
            del self._portals[pair]
        self._flood()

    def _check_area(self, area: int) -> None:
        if area >= self.areas:
            raise ValueError(f"area {area} of {self.areas}")

    def _flood(self) -> None:
        """Give connected areas the same number."""
        regions = self._regions
        neighbours: dict[int, list[int]] = {}
        for a, b in self._portals:
            neighbours.setdefault(a, []).append(b)
            neighbours.setdefault(b, []).append(a)
        regions[:] = range(self.areas)
        met: set[int] = set()
        for area in sorted(neighbours):
            stack = [] if area in met else [area]
            while stack:
                member = stack.pop()
                if member not in met:
                    met.add(member)
                    regions[member] = area
                    stack.extend(neighbours[member])
