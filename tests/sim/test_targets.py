"""Whose vehicle is nearest, and who sees what (design: Ticks, Sides and drivers)."""

from __future__ import annotations

import pytest

from tests.sim.play import new_sim, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.lifecycle import create
from uoserver.sim.match import step
from uoserver.sim.objects import Kind
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.targets import (
    cells_in_view,
    in_view,
    nearest_vehicle,
    pictures,
    seen,
    vehicles_of,
)

TANK, HELICOPTER = VehicleType.TANK, VehicleType.HELICOPTER


def test_vehicles_of_a_side_are_those_of_its_drivers() -> None:
    sim = new_sim((0, 1, 0, 0))
    first = spawn(sim, TANK, 60, 60)
    enemy = spawn(sim, TANK, 61, 60, driver=1)
    last = spawn(sim, HELICOPTER, 62, 60, driver=3)
    assert list(vehicles_of(sim, 0)) == [first, last]
    assert list(vehicles_of(sim, 1)) == [enemy]


def test_a_drivers_number_that_is_anothers_object_is_no_vehicle() -> None:
    sim = new_sim()
    wreck = create(sim, Kind.WRECK, 0, 0, 0, 0, 0)
    assert wreck
    sim.state.drivers[0].vehicle = wreck.id
    assert list(vehicles_of(sim, 0)) == []
    sim.state.drivers[0].vehicle = wreck.id + 512
    assert list(vehicles_of(sim, 0)) == []


def test_of_several_vehicles_the_nearest_counts_and_of_two_the_first() -> None:
    sim = new_sim((0, 1, 1, 1))
    far = spawn(sim, TANK, 90, 60, driver=1)
    near = spawn(sim, TANK, 60, 70, driver=2)
    assert nearest_vehicle(sim, 1, near.x, near.y + 1) is near
    assert nearest_vehicle(sim, 1, far.x, far.y) is far
    put_at(sim, near, far.x >> 16, far.y >> 16)
    assert nearest_vehicle(sim, 1, 0, 0) is far
    assert nearest_vehicle(sim, 0, 0, 0) is None


@pytest.mark.parametrize(
    ("type_", "west", "east", "north", "south"), [(TANK, 3, 3, 5, 2), (HELICOPTER, 5, 5, 8, 1)]
)
def test_a_driver_sees_whole_cells(
    type_: VehicleType, west: int, east: int, north: int, south: int
) -> None:
    for corner in (0, 31):  # wherever in his cell he is
        sim = new_sim((0, 1))
        viewer = spawn(sim, type_, 60, 60)
        put_at(sim, viewer, 60 * 32 + corner, 60 * 32 + corner)
        wreck = create(sim, Kind.WRECK, 0, 0, 0, 0, 0)
        assert wreck
        for column in range(52, 69):
            for row in range(50, 66):
                inside = 60 - west <= column <= 60 + east and 60 - north <= row <= 60 + south
                at = ((column * 32 + 31 - corner) << 16, (row * 32 + corner) << 16)
                wreck.x, wreck.y = at
                assert seen(sim, wreck) is inside


@pytest.mark.parametrize("type_", [TANK, HELICOPTER])
@pytest.mark.parametrize("place", [(60, 60), (0, 0), (127, 127), (2, 126), (-1, -1), (300, -9)])
def test_the_cells_in_view_are_those_that_are_seen(
    type_: VehicleType, place: tuple[int, int]
) -> None:
    sim = new_sim()
    viewer = spawn(sim, type_, 60, 60)
    put_at(sim, viewer, place[0] * 32 + 31, place[1] * 32 + 1)
    columns, rows = cells_in_view(viewer)
    wreck = create(sim, Kind.WRECK, 0, 0, 0, 0, 0)
    assert wreck
    found = []
    for cell in range(128 * 128):
        wreck.x, wreck.y = cell % 128 << 21, cell // 128 << 21
        if seen(sim, wreck):
            found.append((cell % 128, cell // 128))
    assert [(x, y) for y in rows for x in columns] == found


def test_an_object_is_seen_by_drivers_of_either_side() -> None:
    sim = new_sim((0, 1))
    wreck = create(sim, Kind.WRECK, 0, 60 << 21, 60 << 21, 0, 0)
    assert wreck
    assert not seen(sim, wreck)
    spawn(sim, TANK, 60, 64, driver=1)
    assert not seen(sim, wreck)  # all who ask in a frame ask of the same pictures
    step(sim, [])
    assert seen(sim, wreck)
    assert in_view(next(vehicles_of(sim, 1)), wreck.x, wreck.y)


@pytest.mark.parametrize("corner", [0, 31])
def test_pictures_hold_what_is_seen(corner: int) -> None:
    sim = new_sim((0, 1))
    for driver, type_ in enumerate((HELICOPTER, TANK)):
        viewer = spawn(sim, type_, 60, 60, driver=driver)
        put_at(sim, viewer, (60 + 6 * driver) * 32 + corner, 60 * 32 + corner)
    wreck = create(sim, Kind.WRECK, 0, 0, 0, 0, 0)
    assert wreck
    views = pictures(sim)
    inside = 0
    for x in range(53 * 32, 72 * 32, 31):
        for y in range(50 * 32, 64 * 32, 31):
            wreck.x, wreck.y = x << 16, y << 16
            held = any(w <= wreck.x < e and n <= wreck.y < s for w, n, e, s in views)
            assert held is seen(sim, wreck)
            inside += held
    assert inside > 100


@pytest.mark.parametrize(("x", "y"), [(-1, 60), (60, -1), (128, 60), (60, 128), (127, 60), (0, 0)])
def test_who_is_at_the_edge_or_off_the_map_is_seen_as_well(x: int, y: int) -> None:
    sim = new_sim((0, 1))
    viewer = spawn(sim, TANK, 60, 60)
    wreck = create(sim, Kind.WRECK, 0, x << 21, y << 21, 0, 0)
    assert wreck
    for near in (True, False):
        place = max(1, min(126, x)), max(3, min(126, y + 1))
        put_at(sim, viewer, *(each * 32 + 8 if near else 60 * 32 for each in place))
        sim.sight = None
        assert seen(sim, wreck) is near
