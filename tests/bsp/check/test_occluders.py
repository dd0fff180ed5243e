from __future__ import annotations

import pytest

from tests.bsp.check.damage import Edit, Row, found_after
from tests.bsp.factory import change
from uoserver.bsp import Map
from uoserver.bsp.records import Occluder, OccluderEdge


@pytest.mark.parametrize(
    ("edit", "rows"),
    [
        (
            lambda m: change(m, "occluders", 1, plane_count=3),
            [("occluder-span", 12, 1, "first_plane", 2)],
        ),
        (
            lambda m: change(m, "occluders", 1, first_vertex=4),
            [("occluder-span", 12, 1, "first_vertex", 4)],
        ),
        (
            lambda m: change(m, "occluders", 1, first_edge=4),
            [("occluder-span", 12, 1, "first_edge", 4)],
        ),
        (
            lambda m: change(m, "occluders", 1, edge_count=-1),
            [("occluder-span", 12, 1, "edge_count", -1)],
        ),
        (
            lambda m: change(m, "occluder_planes", 3, to=4),
            [("occluder-plane", 13, 3, "plane", 4)],
        ),
        (
            lambda m: change(m, "occluder_edges", 2, to=OccluderEdge((2, 3), (2, 0))),
            [("occluder-edge", 14, 2, "planes", 3)],
        ),
        (
            lambda m: change(m, "occluder_edges", 3, to=OccluderEdge((0, 1), (4, 2))),
            [("occluder-edge", 14, 3, "vertices", 4)],
        ),
        (
            lambda m: change(m, "occluder_indexes", 1, to=2),
            [("occluder-index", 15, 1, "occluder", 2)],
        ),
    ],
)
def test_damage(edit: Edit, rows: list[Row]) -> None:
    assert found_after(edit) == rows


def test_edges_that_the_original_loader_takes_instead() -> None:
    """It begins at edge 0 for the second occluder too, which has one plane here."""

    def edit(source: Map) -> None:
        change(source, "occluders", 1, plane_count=1)
        change(source, "occluder_edges", 3, planes=(0, 0))

    assert found_after(edit) == [("occluder-first-edge", 14, 0, "planes", 1)]


def test_edges_shared_beyond_measure() -> None:
    def edit(source: Map) -> None:
        source.occluder_edges = [OccluderEdge((0, 0), (0, 0))] * 32_000
        source.occluders = [Occluder(0, 1, 32_000, 0, 0, 1)] * 50_000
        source.occluder_indexes = []
        change(source, "cells", 0, occluder_count=0)

    assert found_after(edit) == [("shared-indexes", 14, None, None, None)]
