"""What stands on the screen, element by element."""

from __future__ import annotations

import pytest

from uoproto.states import HudElement
from uoserver.game.publish import hud
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.sides import Mode, Side, View
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.vehiclestate import VehicleState, WeaponSlot

WHITE, YELLOW, GREY, RED = 0xFFFFFFFF, 0xFF40FFFF, 0xFF808080, 0xFF4040FF
AMMUNITION = (40, 7)


def vehicle(type_: VehicleType, *, fuel: int = 100, hits: int = 100) -> VehicleState:
    kind = VEHICLES[type_]
    return VehicleState(
        0,
        int(type_),
        fuel=kind.fuel * fuel // 100,
        hits=kind.hits * hits // 100,
        weapons=[WeaponSlot(0, AMMUNITION[n]) for n in range(len(kind.weapons))],
    )


def lines(elements: tuple[HudElement, ...]) -> list[tuple[str, float, int, float]]:
    """Label, value, colour and height of each."""
    texts = hud.configstrings()
    return [
        (texts[1397 + int(each["label"])], each["value"], int(each["color.rgba"]), each["y"])
        for each in elements
    ]


def test_the_texts() -> None:
    assert hud.configstrings() == {
        1398: "Tank",
        1399: "Jeep",
        1400: "MSV",
        1401: "Helicopter",
        1402: "Shells",
        1403: "Grenades",
        1404: "Rockets",
        1405: "Mines",
        1406: "Rounds",
        1407: "Missiles",
        1408: "Fuel",
        1409: "Armour",
        1410: "Waiting for the lift",
    }


def test_of_a_tank() -> None:
    elements = hud.dashboard(vehicle(VehicleType.TANK, fuel=50, hits=25))
    assert lines(elements) == [
        ("Shells", 40, WHITE, 400),
        ("Fuel", 50, WHITE, 420),
        ("Armour", 25, RED, 440),
    ]
    assert elements[1].fields() == {
        "type": 2,
        "x": 620,
        "y": 420,
        "alignX": 2,
        "color.rgba": WHITE,
        "fontScale": 1,
        "value": 50,
        "label": 11,
    }


@pytest.mark.parametrize(
    ("type_", "arms"),
    [
        (VehicleType.JEEP, [("Grenades", 40)]),
        (VehicleType.MSV, [("Rockets", 40), ("Mines", 7)]),
        (VehicleType.HELICOPTER, [("Rounds", 40), ("Missiles", 7)]),
    ],
)
def test_of_others(type_: VehicleType, arms: list[tuple[str, int]]) -> None:
    found = lines(hud.dashboard(vehicle(type_)))
    assert [line[:2] for line in found] == [*arms, ("Fuel", 100), ("Armour", 100)]


@pytest.mark.parametrize("chosen", [0, 1])
def test_the_weapon_a_helicopter_has_selected(chosen: int) -> None:
    state = vehicle(VehicleType.HELICOPTER)
    state.weapon = chosen
    colors = [line[2] for line in lines(hud.dashboard(state))[:2]]
    assert colors == [YELLOW if number == chosen else WHITE for number in (0, 1)]


@pytest.mark.parametrize(("share", "color"), [(25, RED), (26, WHITE)])
def test_little_is_red(share: int, color: int) -> None:
    found = lines(hud.dashboard(vehicle(VehicleType.TANK, fuel=share)))
    assert found[1][1:3] == (share, color)


@pytest.mark.parametrize(
    ("amount", "whole", "share"),
    [(0, 10, 0), (-5, 10, 0), (1, 1000, 1), (5, 10, 50), (10, 10, 100), (11, 10, 100), (5, 0, 0)],
)
def test_percent(amount: int, whole: int, share: int) -> None:
    assert hud.percent(amount, whole) == share


def test_armour() -> None:
    assert hud.armour(vehicle(VehicleType.MSV, hits=50)) == 50


def test_the_menu() -> None:
    side = Side(0, stock=[3, 0, 255, 254])
    elements = hud.menu(View(type=VehicleType.MSV), side)
    assert lines(elements) == [
        ("Tank", 3, WHITE, 180),
        ("Jeep", 0, GREY, 200),
        ("MSV", 99, YELLOW, 220),
        ("Helicopter", 254, WHITE, 240),
    ]
    waiting = hud.menu(View(mode=Mode.LAUNCH, type=VehicleType.TANK), side)
    assert waiting[4].fields() == {
        "type": 1,
        "x": 320,
        "y": 280,
        "alignX": 1,
        "color.rgba": WHITE,
        "fontScale": 1,
        "text": 13,
    }


def test_the_clock() -> None:
    up, down = hud.clock(5000, None), hud.clock(5000, 65000)
    assert up.fields() == {
        "type": 5,
        "x": 320,
        "y": 20,
        "alignX": 1,
        "color.rgba": WHITE,
        "fontScale": 1,
        "time": 5000,
    }
    assert down.fields() == up.fields() | {"type": 4, "time": 65000}


def test_on_foot() -> None:
    assert lines(hud.pockets(2)) == [("Grenades", 2, WHITE, 440)]


@pytest.mark.parametrize(
    ("amount", "count"), [(0, 1), (ONE // 2, 5), (3 * ONE, 30), (99 * ONE, 127)]
)
def test_how_hard_a_hit_is(amount: int, count: int) -> None:
    assert hud.damage_count(amount) == count
