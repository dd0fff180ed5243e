from __future__ import annotations

import pytest

from tests.bsp.check.damage import Edit, Row, found_after
from tests.bsp.factory import change
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
