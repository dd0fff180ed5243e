from __future__ import annotations

from uoserver.game.publish import hud
from uoserver.pilot.screen import read_screen
from uoserver.sim.sides import Mode, Side, View
from uoserver.sim.tables.vehicles import VEHICLES, VehicleType
from uoserver.sim.vehiclestate import VehicleState, WeaponSlot

TEXTS = hud.configstrings()


def test_the_menu() -> None:
    side = Side(0, stock=[3, 0, 7, 2])
    screen = read_screen(
        (hud.clock(500, None), *hud.menu(View(mode=Mode.SELECT, type=2), side)), TEXTS
    )
    assert screen.stock == (3, 0, 7, 2)
    assert (screen.selected, screen.waits, screen.clock) == (2, False, 500)


def test_the_lift_is_waited_for() -> None:
    screen = read_screen(hud.menu(View(mode=Mode.LAUNCH, type=1), Side(0)), TEXTS)
    assert (screen.selected, screen.waits) == (1, True)


def test_the_dashboard() -> None:
    kind = VEHICLES[VehicleType.HELICOPTER]
    state = VehicleState(0, int(VehicleType.HELICOPTER), kind.fuel // 2, kind.hits // 4)
    state.weapons, state.weapon = [WeaponSlot(0, 80), WeaponSlot(0, 9)], 1
    screen = read_screen(hud.dashboard(state), TEXTS)
    assert screen.stock is None
    assert (screen.arms, screen.shots) == (("Rounds", "Missiles"), (80, 9))
    assert (screen.weapon, screen.fuel, screen.armour) == (1, 50, 25)


def test_a_screen_that_says_nothing() -> None:
    assert read_screen((), {}) == read_screen((hud.element(hud.VALUE, 0, 0, label=200),), {})
