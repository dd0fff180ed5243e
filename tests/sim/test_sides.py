from __future__ import annotations

from uoserver.sim.grid import OUTSIDE
from uoserver.sim.sides import NO_HEADING, Driver, Mode, Side, View


def test_sides_and_drivers_share_nothing() -> None:
    one, other = Side(0), Side(1)
    one.stock[0] -= 1
    one.pads.append(5)
    one.queue.append(0)
    assert (other.stock, other.first_stock, other.pads, other.queue) == (
        [3, 8, 3, 3],
        [3, 8, 3, 3],
        [],
        [],
    )
    first, second = Driver(0, 0), Driver(1, 0)
    first.view.type = 3
    assert second.view.type == 0


def test_a_side_begins_without_pad_and_flag() -> None:
    side = Side(1)
    assert (side.pad, side.flag_cell, side.flag_sites, side.flag_left) == (OUTSIDE, OUTSIDE, [], 0)


def test_a_driver_begins_in_a_dark_bunker_without_a_vehicle() -> None:
    driver = Driver(3, 1)
    assert driver.view == View(mode=Mode.SELECT, type=0, fade=0, lift=0)
    assert (driver.vehicle, driver.wreck, driver.keys, driver.steer) == (0, 0, 0, NO_HEADING)
