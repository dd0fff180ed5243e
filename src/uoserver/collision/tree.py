"""The BSP tree: which leaf holds a point, which ones a box touches, which ones a sweep meets.

A child below 0 is leaf ``-1 - child``. No walk recurses, so the depth of a tree does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from uoserver.bsp.vectors import Vec3

from .trace import EPSILON

Node = tuple[int, float, float, float, float, int, int]
"""Axis (3 for a plane along none), normal, distance, front child, back child."""

_NON_AXIAL: Final = 3
BOX_OFFSET: Final = 2048.0
"""What a node's plane along no axis counts as the half size of a box (collision: Tree walk)."""


class Leaf(NamedTuple):
    """A leaf's brushes and patches, in order, with its visibility cluster and area."""

    cluster: int
    area: int
    brushes: tuple[int, ...]
    patches: tuple[int, ...]


def make_node(normal: Vec3, distance: float, front: int, back: int) -> Node:
    """Return a node; its plane is axial only where a component is exactly 1."""
    axis = normal.index(1.0) if 1.0 in normal else _NON_AXIAL
    return (axis, *normal, distance, front, back)


class SweepWalk:
    """The leaves that a sweep meets, nearest first (collision: Tree walk).

    Set `fraction` to the trace's own as it shrinks: what lies beyond is then left out.
    """

    __slots__ = ("_end", "_extents", "_is_point", "_nodes", "_start", "fraction")

    def __init__(
        self, nodes: list[Node], start: Vec3, end: Vec3, extents: Vec3, is_point: bool
    ) -> None:
        self._nodes: Final = nodes
        self._start: Final = start
        self._end: Final = end
        self._extents: Final = extents
        self._is_point: Final = is_point
        self.fraction = 1.0

    def __iter__(self) -> Iterator[int]:
        nodes, extents = self._nodes, self._extents
        skew = 0.0 if self._is_point else BOX_OFFSET
        stack: list[tuple[int, float, float, Vec3, Vec3]] = []
        node, f1, f2, p1, p2 = 0, 0.0, 1.0, self._start, self._end
        while True:
            while node >= 0 and self.fraction > f1:
                axis, nx, ny, nz, dist, front, back = nodes[node]
                if axis < _NON_AXIAL:
                    t1, t2, offset = p1[axis] - dist, p2[axis] - dist, extents[axis]
                else:
                    t1 = nx * p1[0] + ny * p1[1] + nz * p1[2] - dist
                    t2 = nx * p2[0] + ny * p2[1] + nz * p2[2] - dist
                    offset = skew
                reach = offset + 1.0
                if t1 >= reach:
                    if t2 >= reach:
                        node = front
                        continue
                elif t1 < -reach and t2 < -reach:
                    node = back
                    continue
                if t1 == t2:
                    stack.append((back, f1, f2, p1, p2))
                    node = front
                    continue
                if t1 < t2:
                    near, far, depth, scale = back, front, -t1, 1.0 / (t2 - t1)
                else:
                    near, far, depth, scale = front, back, t1, 1.0 / (t1 - t2)
                g = (depth - offset - EPSILON) * scale
                if g < 1.0:
                    if g <= 0.0:
                        stack.append((far, f1, f2, p1, p2))
                    else:
                        stack.append((far, f1 + (f2 - f1) * g, f2, _between(p1, p2, g), p2))
                else:
                    stack.append((far, f2, f2, p2, p2))
                g = (depth + offset + EPSILON) * scale
                if g < 1.0:
                    g = max(g, 0.0)
                    f2 = f1 + (f2 - f1) * g
                    p2 = _between(p1, p2, g)
                node = near
            if node < 0 and self.fraction > f1:
                yield -1 - node
            if not stack:
                return
            node, f1, f2, p1, p2 = stack.pop()


def _between(a: Vec3, b: Vec3, fraction: float) -> Vec3:
    ax, ay, az = a
    return (
        ax + (b[0] - ax) * fraction,
        ay + (b[1] - ay) * fraction,
        az + (b[2] - az) * fraction,
    )


def leaf_at(nodes: list[Node], point: Vec3) -> int:
    """Return the leaf that holds a point; one on a plane counts to its front."""
    x, y, z = point
    node = 0
    while node >= 0:
        _, nx, ny, nz, dist, front, back = nodes[node]
        node = back if nx * x + ny * y + nz * z - dist < 0.0 else front
    return -1 - node


def leaves_in(nodes: list[Node], mins: Vec3, maxs: Vec3) -> Iterator[int]:
    """Yield the leaves that a box touches, front children first (collision2: World sectors)."""
    x0, y0, z0 = mins
    x1, y1, z1 = maxs
    stack = [0]
    while stack:
        node = stack.pop()
        while node >= 0:
            axis, nx, ny, nz, dist, front, back = nodes[node]
            if axis < _NON_AXIAL:
                if dist <= mins[axis]:
                    node = front
                elif dist >= maxs[axis]:
                    node = back
                else:
                    stack.append(back)
                    node = front
                continue
            near = nx * (x0 if nx > 0.0 else x1)
            near += ny * (y0 if ny > 0.0 else y1)
            near += nz * (z0 if nz > 0.0 else z1)
            far = nx * (x1 if nx > 0.0 else x0)
            far += ny * (y1 if ny > 0.0 else y0)
            far += nz * (z1 if nz > 0.0 else z0)
            if near >= dist:
                node = front
            elif far < dist:
                node = back
            else:
                stack.append(back)
                node = front
        yield -1 - node
