from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.bsp.check.damage import Edit, Row, found_after
from tests.bsp.factory import change
from uoserver.bsp import Map
from uoserver.bsp.limits import MAX_COORDINATE
from uoserver.bsp.records import Patch


def put(record: int, patch: Patch) -> Edit:
    return lambda source: change(source, "patches", record, to=patch)


@pytest.mark.parametrize(
    ("edit", "rows"),
    [
        (put(0, Patch.curve(3, 3, 3, 4, 0)), [("patch-material", 24, 0, "material", 3)]),
        (put(1, Patch.terrain(-1, 4, 6, 9, 0)), [("patch-material", 24, 1, "material", -1)]),
        (put(0, Patch.curve(1, 1, 3, 4, 0)), [("patch-curve", 24, 0, "width", 1)]),
        (put(0, Patch.curve(1, 3, 4, 4, 0)), [("patch-curve", 24, 0, "height", 4)]),
        (put(0, Patch.curve(1, 3, 131, 4, 0)), [("patch-curve", 24, 0, "height", 131)]),
        (
            put(0, Patch.curve(1, -3, 2, 4, 0)),
            [("patch-curve", 24, 0, "width", -3), ("patch-curve", 24, 0, "height", 2)],
        ),
        (put(0, Patch.curve(1, 3, 3, 4, 5)), [("patch-span", 24, 0, "first_vertex", 5)]),
        (
            put(0, Patch.curve(1, 3, 3, 4, 1 << 31)),
            [("patch-span", 24, 0, "first_vertex", 1 << 31)],
        ),
        (put(0, Patch.curve(1, 3, 129, 4, 0)), [("patch-span", 24, 0, "first_vertex", 0)]),
        (put(1, Patch.terrain(1, 4, 6, 10, 0)), [("patch-span", 24, 1, "first_vertex", 10)]),
        (put(1, Patch.terrain(1, 4, 6, 9, 1)), [("patch-span", 24, 1, "first_index", 1)]),
        (put(1, Patch.terrain(1, 4, -6, 9, 0)), [("patch-counts", 24, 1, "index_count", -6)]),
        (put(1, Patch.terrain(1, -1, 6, 9, 0)), [("patch-counts", 24, 1, "vertex_count", -1)]),
        (put(1, Patch.terrain(1, 4, 5, 9, 0)), [("patch-counts", 24, 1, "index_count", 5)]),
        (put(1, Patch.terrain(1, 3, 6, 9, 0)), [("patch-index", 24, 1, "first_index", 3)]),
        (put(1, Patch.terrain(1, 4, 0, 9, 0)), []),
        (
            lambda m: change(m, "patch_indexes", 2, to=-1),
            [("patch-index", 24, 1, "first_index", -1)],
        ),
        (
            lambda m: change(m, "patch_indexes", 4, to=3),
            [("patch-degenerate", 24, 1, "first_index", 1)],
        ),
        (
            lambda m: change(m, "patch_vertices", 2, to=(0.0, float("nan"), 0.0)),
            [("patch-vertex", 25, 2, "position", "(0.0, nan, 0.0)")],
        ),
        (
            lambda m: change(m, "patch_vertices", 2, to=(0.0, 0.0, MAX_COORDINATE + 0.125)),
            [("patch-vertex", 25, 2, "position", "(0.0, 0.0, 1048576.125)")],
        ),
        (lambda m: change(m, "patch_vertices", 2, to=(0.0, 0.0, float(-MAX_COORDINATE))), []),
        (put(1, Patch.terrain(1, 0, 0, 9, 0)), []),
        (
            lambda m: m.patch_vertices.extend([(0.0, 0.0, 0.0)] * (65_537 - 13)),
            [("patch-total", 25, None, "length", 65_537)],
        ),
        (lambda m: m.patch_vertices.extend([(0.0, 0.0, 0.0)] * (65_536 - 13)), []),
        (
            lambda m: m.patch_indexes.extend([0] * (393_217 - 6)),
            [("patch-total", 26, None, "length", 393_217)],
        ),
        (lambda m: m.patch_indexes.extend([0] * (393_216 - 6)), []),
    ],
)
def test_damage(edit: Edit, rows: list[Row]) -> None:
    assert found_after(edit) == rows


LONG = [Patch.terrain(1, 4, 32_766, 9, 6)] * 12
WIDE = [*[Patch.curve(1, 127, 129, 4, 0)] * 3, Patch.curve(1, 83, 3, 4, 0)]


def add(*patches: Patch, vertices: int = 0, indexes: int = 0) -> Callable[[Map], None]:
    """Return an edit that adds patches, of records that all of them share."""

    def edit(source: Map) -> None:
        source.patches.extend(patches)
        source.patch_vertices.extend([(0.0, 0.0, 0.0)] * vertices)
        source.patch_indexes.extend([0, 1, 2] * (indexes // 3))

    return edit


@pytest.mark.parametrize(
    ("edit", "rows"),
    [
        # The map's own terrain has 4 vertices and 6 indexes, its curve 9 points.
        (add(*[Patch.terrain(1, 32_766, 0, 0, 0)] * 2, vertices=32_766), []),
        (
            add(*(Patch.terrain(1, n, 0, 0, 0) for n in (32_766, 32_767)), vertices=32_767),
            [("patch-sum", 24, 3, "vertex_count", 32_767)],
        ),
        (add(*LONG, Patch.terrain(1, 4, 18, 9, 6), indexes=32_766), []),
        (
            add(*LONG, Patch.terrain(1, 4, 21, 9, 6), indexes=32_766),
            [("patch-sum", 24, 14, "index_count", 21)],
        ),
        (add(*WIDE, Patch.curve(1, 127, 127, 4, 0), vertices=16_383), []),
        (
            add(*WIDE, Patch.curve(1, 129, 127, 4, 0), vertices=16_383),
            [("patch-sum", 24, 6, None, 16383)],
        ),
    ],
)
def test_what_patches_share_is_counted(edit: Edit, rows: list[Row]) -> None:
    assert found_after(edit) == rows


def test_all_indexes_of_terrain_within_the_limit_are_looked_at() -> None:
    """Only the last of many spans, which share their beginnings, has the damaged triangle."""

    def edit(source: Map) -> None:
        source.patch_indexes = [0, 1, 2] * 299 + [0, 1, 1]
        source.patches[1:] = [Patch.terrain(1, 3, 3 * n, 9, 0) for n in range(300, 0, -1)]
        source.patches.reverse()
        source.leaf_surfaces = [0, 1]

    assert found_after(edit) == [("patch-degenerate", 24, 299, "first_index", 299)]
