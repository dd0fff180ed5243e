"""World sectors: a tree over x and y that finds linked bodies (collision2: World sectors)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from uoserver.bsp.vectors import Vec3

MAX_SECTORS: Final = 1024
"""Nodes in the pool; without a free one a body stays in the node above."""
MIN_SECTOR_SIZE: Final = 512.0
"""Only a node with a side longer than this gets children, units."""

Box = tuple[Vec3, Vec3]


def swept_box(start: Vec3, end: Vec3, half: Vec3) -> Box:
    """Return mins and maxs of all places of a box whose centre goes from start to end."""
    (ax, ay, az), (bx, by, bz), (hx, hy, hz) = start, end, half
    return (
        (min(ax, bx) - hx, min(ay, by) - hy, min(az, bz) - hz),
        (max(ax, bx) + hx, max(ay, by) + hy, max(az, bz) + hz),
    )


def overlap(a: Box, b: Box) -> bool:
    """Return whether two boxes touch; borders count."""
    ((ax, ay, az), (bx, by, bz)), ((cx, cy, cz), (dx, dy, dz)) = a, b
    return ax <= dx and bx >= cx and ay <= dy and by >= cy and az <= dz and bz >= cz


class Link(NamedTuple):
    """Where a body is: what snapshots need to decide who sees it.

    `clusters` are at most 16, each once; `cut` when the body touches more, or more leaves than
    are looked at. `areas` are at most two, -1 where there is none. `absmin` and `absmax` are
    the body's box in the world, grown by 1.
    """

    clusters: tuple[int, ...]
    cut: bool
    areas: tuple[int, int]
    absmin: Vec3
    absmax: Vec3


class _Sector:
    """A node: its items with their contents, oldest first, and the box it covers in x and y."""

    __slots__ = ("axis", "children", "contents", "dist", "items", "maxs", "mins", "parent")

    def __init__(
        self, mins: tuple[float, float], maxs: tuple[float, float], parent: _Sector | None
    ) -> None:
        self.mins: Final = mins
        self.maxs: Final = maxs
        self.parent: Final = parent
        self.axis: Final = 1 if maxs[0] - mins[0] <= maxs[1] - mins[1] else 0
        self.dist: Final = (mins[self.axis] + maxs[self.axis]) * 0.5
        self.children: Final[list[_Sector | None]] = [None, None]
        self.items: Final[dict[int, int]] = {}
        self.contents = 0

    @property
    def is_leaf(self) -> bool:
        return self.children[0] is None and self.children[1] is None

    def side(self, absmin: Vec3, absmax: Vec3) -> int | None:
        """Return the child a box belongs to: 0 front, 1 back, None when it crosses the plane."""
        if absmin[self.axis] > self.dist:
            return 0
        if absmax[self.axis] < self.dist:
            return 1
        return None

    def refresh(self) -> None:
        """Let `contents` be the OR of all items in and below this node."""
        contents = 0
        for item in self.items.values():
            contents |= item
        for child in self.children:
            if child is not None:
                contents |= child.contents
        self.contents = contents


class Sectors:
    """Bodies by number, each in the smallest node that holds its box."""

    def __init__(self, mins: Vec3, maxs: Vec3) -> None:
        self._root: Final = _Sector(mins[:2], maxs[:2], None)
        self._count = 1
        self._places: Final[dict[int, _Sector]] = {}
        self._boxes: Final[dict[int, Box]] = {}

    def insert(self, number: int, contents: int, absmin: Vec3, absmax: Vec3) -> None:
        """Add a body that is not there yet."""
        self._boxes[number] = (absmin, absmax)
        self._sink(self._root, number, contents)

    def _sink(self, node: _Sector, number: int, contents: int) -> None:
        """Let a body go down from a node as far as it can.

        The first body stays on a node without children. The next one that lies on one side makes
        them, for itself and for those that were there.
        """
        absmin, absmax = self._boxes[number]
        while True:
            node.contents |= contents
            side = node.side(absmin, absmax)
            if side is None:
                break
            if node.is_leaf:
                if not node.items:
                    break
                self._push_down(node)
            child = node.children[side] or self._make_child(node, side)
            if child is None:
                break
            node = child
        node.items[number] = contents
        self._places[number] = node

    def _push_down(self, node: _Sector) -> None:
        for number, contents in list(node.items.items()):
            side = node.side(*self._boxes[number])
            if side is None:
                continue
            child = node.children[side] or self._make_child(node, side)
            if child is not None:
                del node.items[number]
                self._sink(child, number, contents)

    def _make_child(self, node: _Sector, side: int) -> _Sector | None:
        (x0, y0), (x1, y1) = node.mins, node.maxs
        if max(x1 - x0, y1 - y0) <= MIN_SECTOR_SIZE or self._count >= MAX_SECTORS:
            return None
        low, high = [x0, y0], [x1, y1]
        (high if side else low)[node.axis] = node.dist
        child = _Sector((low[0], low[1]), (high[0], high[1]), node)
        node.children[side] = child
        self._count += 1
        return child

    def remove(self, number: int) -> None:
        """Take a body out; nothing happens for one that is not there."""
        place = self._places.pop(number, None)
        if place is None:
            return
        del self._boxes[number], place.items[number]
        node: _Sector | None = place
        while node is not None:
            parent = node.parent
            if parent is not None and node.is_leaf and not node.items:
                parent.children[parent.children.index(node)] = None
                self._count -= 1
            node.refresh()
            node = parent

    def query(self, mins: Vec3, maxs: Vec3, contents: int) -> Iterator[int]:
        """Yield the bodies with any of `contents` whose boxes touch a box.

        Order: a node's bodies, newest first, then its front child, then its back child.
        """
        box = (mins, maxs)
        stack = [self._root]
        while stack:
            node = stack.pop()
            if not node.contents & contents:
                continue
            for number in reversed(node.items):
                if node.items[number] & contents and overlap(self._boxes[number], box):
                    yield number
            front, back = node.children
            if back is not None and mins[node.axis] < node.dist:
                stack.append(back)
            if front is not None and node.dist < maxs[node.axis]:
                stack.append(front)

    def along(self, start: Vec3, end: Vec3, half: Vec3, contents: int) -> list[int]:
        """Return the bodies with any of `contents` that a box's sweep may meet.

        `start` and `end` are those of its centre. Order: the child that the sweep comes from,
        the other one, then the node's own bodies, newest first (collision2: Server trace).
        """
        if not self._root.contents & contents:
            return []
        found: list[int] = []
        self._walk(self._root, start, end, half, contents, found)
        swept = swept_box(start, end, half)
        return [number for number in found if overlap(self._boxes[number], swept)]

    def _walk(
        self, node: _Sector, start: Vec3, end: Vec3, half: Vec3, contents: int, found: list[int]
    ) -> None:
        # A world of 2 * 131,072 units halves into 512 in 18 steps: recursion is no danger.
        if not node.contents & contents:
            return
        t1, t2 = start[node.axis] - node.dist, end[node.axis] - node.dist
        reach = half[node.axis] + 1.0
        front, back = node.children
        if t1 >= reach and t2 >= reach:
            order = [front]
        elif t1 < -reach and t2 < -reach:
            order = [back]
        else:
            order = [back, front] if t1 < t2 else [front, back]
        for child in order:
            if child is not None:
                self._walk(child, start, end, half, contents, found)
        items = node.items
        found.extend(number for number in reversed(items) if items[number] & contents)
