from __future__ import annotations

import pytest

from tests.sim.play import new_sim, spawn
from uoserver.sim.match import remove_driver
from uoserver.sim.sides import ENDLESS, Mode, Side
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.stock import (
    Status,
    available,
    give_back,
    percent_for,
    present,
    scaled,
    status,
    take,
    vehicle_of,
)

TANK, JEEP, MSV, HELICOPTER = VehicleType


def _sim(teams: tuple[int, ...], own: tuple[int, ...], other: tuple[int, ...]) -> Simulation:
    sim = new_sim(teams)
    sim.state.sides[0].stock, sim.state.sides[1].stock = list(own), list(other)
    return sim


def test_a_new_side_has_the_stock_of_the_reference() -> None:
    side = Side(0)
    assert (side.stock, side.first_stock, side.mines) == ([3, 8, 3, 3], [3, 8, 3, 3], 30)


def test_take_and_give_back_one() -> None:
    side = Side(0, [2, 0, ENDLESS, 1])
    take(side, TANK)
    take(side, JEEP)  # nothing to take
    take(side, MSV)
    give_back(side, HELICOPTER)
    assert side.stock == [1, 0, ENDLESS, 2]
    give_back(side, MSV)
    assert side.stock[MSV] == ENDLESS


def test_a_full_stock_does_not_become_endless() -> None:
    side = Side(0, [ENDLESS - 2] * 4)
    for _ in range(3):
        give_back(side, TANK)
    assert side.stock[TANK] == ENDLESS - 1


@pytest.mark.parametrize(
    ("percent", "expected"),
    [
        (100, [3, 8, 0, 255]),
        (150, [5, 12, 0, 255]),
        (0, [0, 0, 0, 255]),
        (9900, [254, 254, 0, 255]),
    ],
)
def test_stocks_are_scaled_and_rounded_up(percent: int, expected: list[int]) -> None:
    assert scaled([3, 8, 0, ENDLESS], percent) == expected


def test_no_negative_stock() -> None:
    with pytest.raises(ValueError, match="-1 percent"):
        scaled([3, 8, 3, 3], -1)


def test_more_than_four_drivers_need_more_in_proportion() -> None:
    assert [percent_for(n) for n in (0, 1, 4, 5, 8, 32)] == [100, 100, 100, 125, 200, 800]


def test_what_friends_are_on_their_way_with_is_not_available() -> None:
    sim = _sim((0, 0, 1), (2, 0, 1, 0), (1, 1, 1, 1))
    own = sim.state.sides[0]
    assert [available(sim, own, type_) for type_ in range(4)] == [True, False, True, False]
    for driver in sim.state.drivers:
        driver.view.mode, driver.view.type = Mode.LAUNCH, TANK
    assert not available(sim, own, TANK)
    assert available(sim, own, MSV)
    sim.state.drivers[0].view.mode = Mode.PLAYING
    assert available(sim, own, TANK)
    own.stock[TANK] = ENDLESS
    sim.state.drivers[0].view.mode = Mode.LAUNCH
    assert available(sim, own, TANK)


def test_present_are_those_of_a_side_who_did_not_leave() -> None:
    sim = new_sim((0, 1, 0))
    remove_driver(sim, 0)
    assert [driver.number for driver in present(sim, 0)] == [2]


def test_only_a_vehicle_on_the_map_counts_as_driven() -> None:
    sim = new_sim((0, 1))
    assert vehicle_of(sim, sim.state.drivers[0]) is None
    tank = spawn(sim, TANK, 40, 40)
    assert vehicle_of(sim, sim.state.drivers[0]) is tank.data
    sim.state.drivers[0].vehicle += 0x200  # the id of what had the slot before, or will have
    assert vehicle_of(sim, sim.state.drivers[0]) is None


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        ((0, 1, 0, 0), (0, 0, 0, 0), Status.JEEPS),
        ((3, 0, 3, 3), (3, 0, 3, 3), Status.DRAW),
        ((1, 0, 0, 0), (0, 1, 0, 0), Status.GO_ON),
        ((0, 0, 0, 0), (0, 1, 0, 0), Status.SPECTATE),
    ],
)
def test_status_of_two_players(
    own: tuple[int, ...], other: tuple[int, ...], expected: Status
) -> None:
    assert status(_sim((0, 1), own, other), 0) is expected


def test_one_player_without_jeeps_has_lost() -> None:
    assert status(_sim((0,), (3, 0, 3, 3), (3, 8, 3, 3)), 0) is Status.DRAW
    assert status(_sim((0,), (0, 1, 0, 0), (3, 8, 3, 3)), 0) is Status.JEEPS


def test_vehicles_that_are_driven_count() -> None:
    sim = _sim((0, 1), (0, 1, 0, 0), (0, 1, 0, 0))
    spawn(sim, JEEP, 40, 40)
    assert sim.state.sides[0].stock == [0, 0, 0, 0]
    assert status(sim, 0) is Status.JEEPS
    sim = _sim((0, 1), (1, 0, 0, 0), (0, 1, 0, 0))
    spawn(sim, TANK, 40, 40)
    assert status(sim, 0) is Status.GO_ON
    spawn(sim, JEEP, 50, 50, driver=1)
    assert status(sim, 0) is Status.GO_ON


def test_a_side_has_lost_only_when_none_of_its_drivers_has_a_jeep() -> None:
    sim = _sim((0, 0, 1), (1, 1, 0, 0), (0, 1, 0, 0))
    spawn(sim, TANK, 40, 40)
    spawn(sim, JEEP, 44, 44, driver=1)
    assert status(sim, 0) is Status.JEEPS


def test_a_side_that_nobody_plays_for_wins_nothing() -> None:
    sim = _sim((0, 1), (1, 0, 0, 0), (0, 1, 0, 0))
    remove_driver(sim, 1)
    assert status(sim, 0) is Status.DRAW
