from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.sim.grid import CELLS, EDGE, OUTSIDE
from uoserver.survey.coordinates import (
    cell_middle,
    cell_under,
    fixed,
    heading_of,
    map_x,
    map_y,
    sim_x,
    sim_y,
    units,
    yaw_of,
)


def test_corners_of_the_grid() -> None:
    assert (sim_x(-16384.0), sim_y(16384.0)) == (0, 0)
    assert (sim_x(16384.0), sim_y(-16384.0)) == (EDGE, EDGE)
    assert (sim_x(0.0), sim_y(0.0)) == (EDGE // 2, EDGE // 2)
    assert units(1 << 16) == 8.0
    assert fixed(8.0) == 1 << 16


def test_rounded_down() -> None:
    tiny = 1 / 16384  # half of what the simulation counts
    assert sim_x(-16384.0 + 3 * tiny) == 1
    assert sim_x(-16384.0 - tiny) == -1
    assert sim_y(16384.0 - 3 * tiny) == 1
    assert sim_y(16384.0 + tiny) == -1
    assert (fixed(-tiny), fixed(3 * tiny)) == (-1, 1)


@given(st.integers(-(1 << 30), 1 << 30))
def test_places_come_back(place: int) -> None:
    assert sim_x(map_x(place)) == place
    assert sim_y(map_y(place)) == place
    assert fixed(units(place)) == place


@pytest.mark.parametrize(
    ("heading", "yaw"),
    [(0, 90.0), (0x100000, 0.0), (0x200000, -90.0), (0x300000, -180.0), (0x80000, 45.0)],
)
def test_headings(heading: int, yaw: float) -> None:
    assert yaw_of(heading) == yaw
    assert heading_of(yaw) == heading
    assert heading_of(yaw + 360.0) == heading
    assert heading_of(yaw - 1e-5) == heading
    assert heading_of(yaw + 1e-5) == heading - 1 & 0x3FFFFF


@given(st.integers(0, 0x3FFFFF))
def test_headings_come_back(heading: int) -> None:
    assert heading_of(yaw_of(heading)) == heading


def test_no_yaw() -> None:
    for yaw in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match=r"yaw|NaN"):
            heading_of(yaw)


def test_cells() -> None:
    assert cell_under((-16384.0, 16384.0, 5.0)) == 0
    assert cell_under((16383.0, -16383.0, 0.0)) == CELLS - 1
    assert cell_under((16384.0, 0.0, 0.0)) == OUTSIDE
    assert cell_middle(0) == (-16256.0, 16256.0)
    assert cell_middle(129) == (-16000.0, 16000.0)
    assert cell_under((*cell_middle(777), 0.0)) == 777
