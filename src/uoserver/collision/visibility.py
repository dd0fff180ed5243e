"""Who can see whom: leaves, clusters and their rows (collision2: World sectors)."""

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
    """Leaves by point and box, and the visibility rows of their clusters.

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

        A link that was cut is seen from everywhere. (Stock goes on with all numbers from its last
        listed cluster to that of its last leaf, and so may miss some.)
        """
        return link.cut or any(self.sees(cluster, other) for other in link.clusters)
