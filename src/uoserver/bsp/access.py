"""Ways through a map that its records do not spell out (spec: Lump details).

All take damaged maps: a span or an index that leaves its lump raises BspError.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from uoserver.bsp.errors import BspError
from uoserver.bsp.model import Map
from uoserver.bsp.records import BrushSide, Occluder, OccluderEdge, Patch, Surface
from uoserver.bsp.schema import LumpIndex
from uoserver.bsp.vectors import Vec3

T = TypeVar("T")
Triangle = tuple[int, int, int]


def span(values: Sequence[T], first: int, count: int, lump: LumpIndex) -> Sequence[T]:
    """Return `count` records of `lump` from `first` on; raises BspError outside `values`.

    No records may be taken from any place that is not negative, as a loader takes none either.
    """
    if first < 0 or count < 0 or (count and first + count > len(values)):
        raise BspError(f"{lump.title}: {count} records from {first} on, there are {len(values)}")
    return values[first : first + count]


def brush_sides(source: Map) -> Iterator[int]:
    """Yield the first side of every brush in lump 3 (spec: Lumps 3 and 4).

    Brushes do not say where their sides begin: the spans follow each other.
    """
    first = 0
    for number, brush in enumerate(source.brushes):
        if brush.side_count < 0 or first + brush.side_count > len(source.brush_sides):
            raise BspError(
                f"brush {number}: {brush.side_count} sides from {first} on, "
                f"there are {len(source.brush_sides)}"
            )
        yield first
        first += brush.side_count


def sides_by_brush(source: Map) -> Iterator[Sequence[BrushSide]]:
    """Yield the sides of every brush; the first six hold the coordinates of its box."""
    for brush, first in zip(source.brushes, brush_sides(source), strict=True):
        yield source.brush_sides[first : first + brush.side_count]


def aabb_children(source: Map, root: int) -> dict[int, range]:
    """Return the children of every record that has some, in the tree of `root` (spec: Lump 16).

    The children of a record stand together. Those of the root are right behind it; the first of
    them has its own children behind these, and all that is below it, before the next has its.
    So only a cell's tree can be read, from its root on. Raises BspError for a tree that runs out
    of records.
    """
    trees = source.aabb_trees
    span(trees, root, 1, LumpIndex.AABB_TREES)
    children: dict[int, range] = {}
    end = root + 1
    waiting = [root]
    while waiting:
        record = waiting.pop()
        count = trees[record].child_count
        if count < 0 or end + count > len(trees):
            raise BspError(f"{LumpIndex.AABB_TREES.title}: the tree at {root} breaks at {record}")
        if count:
            children[record] = range(end, end + count)
            waiting += reversed(children[record])
            end += count
    return children


def walk_aabb(source: Map, root: int) -> Iterator[tuple[int, int]]:
    """Yield (record, depth) of the tree of a root, each record before what is below it."""
    children = aabb_children(source, root)
    waiting = [(root, 0)]
    while waiting:
        record, depth = waiting.pop()
        yield record, depth
        waiting += ((child, depth + 1) for child in reversed(children.get(record, range(0))))


def occluder_edges(
    source: Map, occluder: Occluder, *, by_first_edge: bool = False
) -> Sequence[OccluderEdge]:
    """Return the edges of an occluder as the original loader takes them (spec: Lump 12).

    That loader reads the first records of lump 14 for every occluder; `first_edge` only says
    where it stores them. With `by_first_edge` they are read from there on, which is what the
    field looks like it means.
    """
    first = occluder.first_edge if by_first_edge else 0
    return span(source.occluder_edges, first, occluder.edge_count, LumpIndex.OCCLUDER_EDGES)


def patch_triangles(source: Map, patch: Patch) -> list[Triangle]:
    """Return the triangles of a terrain patch as vertex numbers of lump 25.

    Raises BspError for a curve, which has none before it is subdivided.
    """
    if not patch.is_terrain:
        raise BspError("a curve has no triangles")
    indexes = span(
        source.patch_indexes, patch.first_index, patch.index_count, LumpIndex.PATCH_INDEXES
    )
    span(source.patch_vertices, patch.first_vertex, patch.vertex_count, LumpIndex.PATCH_VERTICES)
    return _triangles(indexes, patch.first_vertex, patch.vertex_count)


def curve_rows(source: Map, patch: Patch) -> list[Sequence[Vec3]]:
    """Return the control points of a curve, row by row; raises BspError for terrain."""
    if patch.is_terrain:
        raise BspError("terrain has no rows")
    width, height = patch.width, patch.height
    if width < 0 or height < 0:
        raise BspError(f"a curve of {width} by {height} points")
    points = span(
        source.patch_vertices, patch.first_vertex, width * height, LumpIndex.PATCH_VERTICES
    )
    return [points[row * width : (row + 1) * width] for row in range(height)]


def surface_triangles(source: Map, surface: Surface) -> list[Triangle]:
    """Return the triangles of a drawn surface as vertex numbers of lump 7."""
    indexes = span(
        source.draw_indexes, surface.first_index, surface.index_count, LumpIndex.DRAW_INDEXES
    )
    span(source.draw_vertices, surface.first_vertex, surface.vertex_count, LumpIndex.DRAW_VERTICES)
    return _triangles(indexes, surface.first_vertex, surface.vertex_count)


def _triangles(indexes: Sequence[int], first: int, count: int) -> list[Triangle]:
    """Return triangles of local indexes; one or two indexes left over belong to none."""
    if indexes and not 0 <= min(indexes) <= max(indexes) < count:
        raise BspError(f"a triangle has a vertex that is none of its {count}")
    corners = [iter([first + index for index in indexes])] * 3
    return list(zip(*corners, strict=False))
