"""Keys that bring vehicles to places."""

from __future__ import annotations

import pytest

from uoserver.game.bots.sight import look
from uoserver.game.bots.steering import (
    CREEP,
    FULL,
    NONE,
    Keys,
    back_up,
    clockwise,
    drive_to,
    fly_to,
    off_course,
    pushed,
    stop,
    turn_to,
)
from uoserver.sim.kernel.fixmath import ONE, dist2_px
from uoserver.sim.keys import DOWN, LEFT, RIGHT, UP
from uoserver.sim.match import step
from uoserver.sim.simulation import Simulation

from .scenes import EAST, HELICOPTER, JEEP, NORTH, SOUTH, TANK, WEST, own, scene, vehicle

NAMES = {TANK: "tank", JEEP: "jeep", 2: "msv", HELICOPTER: "helicopter"}


def press(sim: Simulation, keys: Keys) -> None:
    driver = sim.state.drivers[0]
    driver.analog = keys.heading is not None
    driver.steer = -1 if keys.heading is None else keys.heading
    step(sim, [keys.word])


def alone(type_: int, heading: int) -> Simulation:
    return scene(
        f'map = "."\n[[vehicles]]\ntype = "{NAMES[type_]}"\ncell = [60, 60]\nheading = {heading}'
    )


def test_angles() -> None:
    assert off_course(NORTH, WEST) == off_course(WEST, NORTH) == EAST
    assert clockwise(NORTH, EAST)
    assert not clockwise(NORTH, WEST)


@pytest.mark.parametrize("heading", [0, 45, 90, 180, 270])
@pytest.mark.parametrize("type_", [TANK, JEEP, 2])
def test_what_drives_comes_to_a_place_from_any_heading(type_: int, heading: int) -> None:
    sim = alone(type_, heading)
    x, y = vehicle(sim).x + 130 * ONE, vehicle(sim).y - 90 * ONE
    nearest = 1 << 30
    for _ in range(500):
        seen = look(sim, 0).own
        assert seen is not None
        press(sim, drive_to(seen, x, y))
        nearest = min(nearest, dist2_px(vehicle(sim).x, vehicle(sim).y, x, y))
    assert nearest <= 5**2


def test_the_more_it_is_off_its_course_the_slower_it_goes() -> None:
    speeds = [
        drive_to(own(TANK, heading=heading), 1600 * ONE, 0).word & FULL
        for heading in (0, 0x50000, EAST)
    ]
    assert speeds == [FULL, FULL // 2, CREEP]
    assert drive_to(own(TANK), 1600 * ONE, 0, far=0x50).word & FULL == 0x50


def test_a_jeep_backs_up_to_turn_unless_something_is_behind_it() -> None:
    keys = drive_to(own(JEEP, heading=SOUTH + 1), 1600 * ONE, 0)
    assert keys == back_up(own(JEEP, heading=SOUTH + 1), NORTH)
    assert keys.heading is None
    assert keys.word & (DOWN | LEFT | RIGHT) == DOWN | RIGHT
    assert back_up(own(JEEP, heading=SOUTH - 1), NORTH).word & (LEFT | RIGHT) == LEFT
    blocked = drive_to(own(JEEP, heading=SOUTH + 1, blocked=True), 1600 * ONE, 0)
    assert blocked.word & UP
    assert blocked.heading == NORTH


def test_tracks_turn_on_the_spot_and_jeeps_cannot() -> None:
    for type_, least, most in ((TANK, 0, 2), (JEEP, 10, 60)):
        sim = alone(type_, 0)
        x, y = vehicle(sim).x, vehicle(sim).y
        for _ in range(70):
            seen = look(sim, 0).own
            assert seen is not None
            press(sim, turn_to(seen, EAST))
        assert off_course(vehicle(sim).heading, EAST) < 0x8000
        assert least**2 <= dist2_px(vehicle(sim).x, vehicle(sim).y, x, y) <= most**2


def test_a_jeep_stops_at_once() -> None:
    sim = alone(JEEP, 0)
    for _ in range(60):
        press(sim, Keys(pushed(UP, FULL), NORTH))
    y = vehicle(sim).y
    for _ in range(60):
        seen = look(sim, 0).own
        assert seen is not None
        press(sim, stop(seen))
    assert y - vehicle(sim).y < 3 * ONE
    assert stop(own(JEEP)) == NONE


@pytest.mark.parametrize("distance", [0, 60])
@pytest.mark.parametrize("heading", [0, 120, 200])
def test_what_flies_comes_to_a_distance_and_stays_there(heading: int, distance: int) -> None:
    sim = alone(HELICOPTER, heading)
    x, y = vehicle(sim).x, vehicle(sim).y - 250 * ONE
    for tick in range(900):
        obj = vehicle(sim)
        away = int(dist2_px(obj.x, obj.y, x, y) ** 0.5)
        seen = look(sim, 0).own
        assert seen is not None
        press(sim, fly_to(seen, NORTH if obj.y > y else SOUTH, away * ONE, distance * ONE))
        if tick > 700:
            assert abs(away - distance) < 16


def test_what_flies_too_near_backs_off() -> None:
    sim = alone(HELICOPTER, 0)
    x, y = vehicle(sim).x, vehicle(sim).y - 20 * ONE
    for _ in range(400):
        obj = vehicle(sim)
        away = int(dist2_px(obj.x, obj.y, x, y) ** 0.5)
        seen = look(sim, 0).own
        assert seen is not None
        press(sim, fly_to(seen, NORTH, away * ONE, 70 * ONE))
    assert abs(vehicle(sim).y - y - 70 * ONE) < 16 * ONE
