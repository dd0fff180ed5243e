from __future__ import annotations

import pytest

from tests.sim.bunker.scripts import choose, until, vehicle
from tests.sim.play import new_sim, new_state, run, spawn
from uoserver.sim.bunker.view import FADE, TYPES, come_back, enter_select
from uoserver.sim.events import Sound
from uoserver.sim.grid import OUTSIDE
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import DOWN, FIRE_A, FIRE_B, LEFT, RIGHT, UP
from uoserver.sim.match import new_match, remove_driver
from uoserver.sim.sides import ENDLESS, Mode
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.stock import Status

TANK, JEEP, MSV, HELICOPTER = VehicleType


def _stocked(*stock: int, teams: tuple[int, ...] = (0,)) -> Simulation:
    sim = new_sim(teams)
    sim.state.sides[0].stock = list(stock)
    for driver in sim.state.drivers:
        enter_select(sim, driver)
    return sim


# -- the menu --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stock", "first"),
    [((3, 8, 3, 3), TANK), ((0, 8, 3, 3), JEEP), ((0, 0, 0, 1), HELICOPTER), ((0, 0, 1, 1), MSV)],
)
def test_the_bunker_opens_with_the_first_type_there_is(
    stock: tuple[int, ...], first: VehicleType
) -> None:
    assert _stocked(*stock).state.drivers[0].view.type == first


@pytest.mark.parametrize(
    ("start", "key", "to"),
    [
        *((TANK, UP, TANK), (TANK, DOWN, JEEP), (TANK, LEFT, HELICOPTER), (TANK, RIGHT, TANK)),
        *((JEEP, UP, TANK), (JEEP, DOWN, JEEP), (JEEP, LEFT, MSV), (JEEP, RIGHT, JEEP)),
        *((MSV, UP, HELICOPTER), (MSV, DOWN, MSV), (MSV, LEFT, MSV), (MSV, RIGHT, JEEP)),
        (HELICOPTER, UP, HELICOPTER),
        (HELICOPTER, DOWN, MSV),
        (HELICOPTER, LEFT, HELICOPTER),
        (HELICOPTER, RIGHT, TANK),
    ],
)
def test_the_four_types_lie_in_a_square(start: VehicleType, key: int, to: VehicleType) -> None:
    sim = new_sim()
    sim.state.drivers[0].view.type = start
    run(sim, 1, key)
    assert sim.state.drivers[0].view.type == to


@pytest.mark.parametrize(
    ("stock", "start", "key", "to"),
    [
        ((1, 0, 1, 1), TANK, DOWN, MSV),  # over the empty jeep, and aside
        ((1, 1, 1, 0), TANK, LEFT, MSV),  # over the empty helicopter, and down
        ((0, 1, 1, 1), JEEP, UP, HELICOPTER),
        ((1, 1, 0, 1), JEEP, LEFT, HELICOPTER),
        ((1, 0, 0, 1), TANK, DOWN, TANK),  # nothing there either: stay
        ((1, 0, 0, 0), TANK, LEFT, TANK),
    ],
)
def test_empty_types_are_hopped_over(
    stock: tuple[int, ...], start: VehicleType, key: int, to: VehicleType
) -> None:
    sim = _stocked(*stock)
    sim.state.drivers[0].view.type = start
    run(sim, 1, key)
    assert sim.state.drivers[0].view.type == to


def test_the_menu_goes_on_each_frame_while_a_key_is_held() -> None:
    sim = _stocked(1, 0, 0, 0)
    view = sim.state.drivers[0].view
    run(sim, 3, DOWN)
    assert view.type == TANK
    sim.state.sides[0].stock[JEEP] = 1
    run(sim, 1, DOWN)
    assert view.type == JEEP


def test_vertical_comes_before_horizontal_in_a_frame() -> None:
    # Down to the jeep; left of it is empty, and above that the helicopter. The other way round it
    # would be the helicopter first, and down from there over the empty MSV to the jeep.
    sim = _stocked(1, 1, 0, 1)
    run(sim, 1, DOWN | LEFT)
    assert sim.state.drivers[0].view.type == HELICOPTER


def test_up_beats_down_and_left_beats_right() -> None:
    sim = new_sim()
    sim.state.drivers[0].view.type = JEEP
    run(sim, 1, UP | DOWN | LEFT | RIGHT)
    assert sim.state.drivers[0].view.type == HELICOPTER


def test_every_type_is_reached_from_every_other() -> None:
    for start in range(TYPES):
        for to in range(TYPES):
            if start == to:
                continue
            stock = [0, 0, 0, 0]
            stock[to] = 1
            reached = []
            for key in (UP, DOWN, LEFT, RIGHT):
                sim = _stocked(*stock)
                sim.state.drivers[0].view.type = start  # its last one was taken meanwhile
                run(sim, 1, key)
                reached.append(sim.state.drivers[0].view.type)
            assert to in reached


# -- launching -------------------------------------------------------------------------------------


def test_a_launch_needs_the_full_picture() -> None:
    sim = new_sim()
    run(sim, 14)
    run(sim, 1, FIRE_A)  # now it is full, but was not when the button was pressed
    assert sim.state.drivers[0].view.fade == ONE
    assert sim.state.drivers[0].view.mode is Mode.SELECT
    assert FADE * 14 < ONE <= FADE * 15


def test_a_launch_needs_the_edge_of_a_press() -> None:
    sim = new_sim()
    run(sim, 30, FIRE_A)
    modes = [sim.state.drivers[0].view.mode]
    run(sim, 1)
    run(sim, 1, FIRE_A)
    modes.append(sim.state.drivers[0].view.mode)
    assert modes == [Mode.SELECT, Mode.LAUNCH]


def test_only_button_a_launches() -> None:
    sim = new_sim()
    run(sim, 20)
    run(sim, 1, FIRE_B)
    assert sim.state.drivers[0].view.mode is Mode.SELECT


def test_what_others_are_on_their_way_with_cannot_be_taken() -> None:
    sim = _stocked(1, 1, 1, 0, teams=(0, 0, 1))
    run(sim, 20)
    run(sim, 1, FIRE_A, FIRE_A)
    first, second = sim.state.drivers[:2]
    assert [first.view.mode, second.view.mode] == [Mode.LAUNCH, Mode.SELECT]
    run(sim, 1, 0, DOWN)
    run(sim, 1, 0, UP)  # no tank left: over it to the helicopter, of which there is none
    assert second.view.type == JEEP
    until(sim, lambda: bool(first.vehicle))
    assert sim.state.sides[0].stock == [0, 1, 1, 0]


def test_the_other_side_has_a_stock_of_its_own() -> None:
    sim = _stocked(1, 0, 0, 0, teams=(0, 1))
    sim.state.sides[1].stock = [1, 0, 0, 0]
    run(sim, 20)
    run(sim, 1, FIRE_A, FIRE_A)
    assert [d.view.mode for d in sim.state.drivers] == [Mode.LAUNCH, Mode.LAUNCH]


def test_an_endless_stock_is_never_used_up() -> None:
    sim = _stocked(ENDLESS, 0, 0, 0, teams=(0, 0))
    run(sim, 20)
    run(sim, 1, FIRE_A, FIRE_A)
    assert [d.view.mode for d in sim.state.drivers] == [Mode.LAUNCH, Mode.LAUNCH]


def test_nobody_is_launched_where_his_side_has_no_pad() -> None:
    state = new_state()
    state.sides[0].pad = OUTSIDE
    sim = new_match(state)
    run(sim, 20)
    run(sim, 1, FIRE_A)
    assert sim.state.drivers[0].view.mode is Mode.SELECT


def test_the_way_up_is_heard_darkens_and_clears_again() -> None:
    sim = new_sim()
    choose(sim, TANK)
    events = run(sim, 1, FIRE_A)
    view = sim.state.drivers[0].view
    darkest = ONE
    while view.mode is Mode.LAUNCH:
        events += run(sim, 1)
        darkest = min(darkest, view.fade)
    names = [e.name for e in events if isinstance(e, Sound)]
    assert names == ["Platform", "Slide", "Lift", "Raise", "tread"]
    assert (darkest, view.fade) == (0, ONE)
    assert (view.zoom, view.slide) == (59 * ONE, -35 * ONE)


def test_the_picture_of_a_drive_clears() -> None:
    sim = new_sim()
    spawn(sim, TANK, 40, 40)
    sim.state.drivers[0].view.fade = 0
    run(sim, 14)
    assert sim.state.drivers[0].view.fade == 14 * 0x11EB
    run(sim, 1)
    assert sim.state.drivers[0].view.fade == ONE


# -- ways back -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type_", "destroyed", "jeeps", "other_jeeps", "mode"),
    [
        (TANK, False, 1, 1, Mode.LEAVING),
        (HELICOPTER, False, 0, 1, Mode.LEAVING),  # status 2
        (JEEP, False, 1, 1, Mode.HOLD),
        (TANK, True, 1, 1, Mode.HOLD),
        (TANK, False, 0, 0, Mode.HOLD),  # status 0: a draw, after the fly-back
    ],
)
def test_who_ran_dry_or_sank_goes_straight_to_the_bunker(
    type_: VehicleType, destroyed: bool, jeeps: int, other_jeeps: int, mode: Mode
) -> None:
    sim = new_sim((0, 1))
    sim.state.sides[0].stock[JEEP] = jeeps
    sim.state.sides[1].stock[JEEP] = other_jeeps
    driver = sim.state.drivers[0]
    driver.type = type_
    come_back(sim, driver, destroyed)
    assert (driver.view.mode, driver.view.type, driver.view.fade) == (mode, type_, ONE)


def test_who_has_nothing_left_at_all_is_flown_back() -> None:
    sim = new_sim((0, 1))
    sim.state.sides[0].stock = [0, 0, 0, 0]
    driver = sim.state.drivers[0]
    come_back(sim, driver, False)  # status 1
    assert driver.view.mode is Mode.HOLD


def test_the_laugh_is_heard_in_the_dark() -> None:
    sim = new_sim()
    driver = sim.state.drivers[0]
    come_back(sim, driver, True)
    run(sim, 30)
    events = run(sim, 50)
    assert not events
    assert driver.view.fade == ONE - 50 * 0x51E
    assert run(sim, 1) == [Sound("Laugh", 0, 0, 0)]
    assert driver.view.fade == 0
    until(sim, lambda: driver.view.step == 2)
    assert (driver.view.laugh, driver.view.status) == (0x3BFFFF, Status.JEEPS)


def test_a_spectator_is_released_when_nobody_plays_against_him() -> None:
    sim = _stocked(0, 0, 0, 0, teams=(0, 1))
    run(sim, 1)
    assert sim.state.drivers[0].view.mode is Mode.SPECTATE
    assert sim.state.drivers[0].view.laugh == 0x3BFFFF
    run(sim, 200)
    assert sim.state.running
    remove_driver(sim, 1)
    run(sim, 1)
    assert (sim.state.running, sim.state.winner) == (False, -1)


# -- a bunker that is empty ------------------------------------------------------------------------


def test_an_empty_bunker_ends_the_match_of_one_player() -> None:
    sim = _stocked(0, 0, 0, 0)
    run(sim, 1)
    assert (sim.state.running, sim.state.winner) == (False, -1)


def test_who_waits_in_an_empty_bunker_for_a_friend_watches_once_he_is_lost() -> None:
    sim = _stocked(1, 0, 0, 0, teams=(0, 0, 1))
    friend = spawn(sim, TANK, 40, 40)
    waiting = sim.state.drivers[1]
    run(sim, 30)
    assert waiting.view.mode is Mode.SELECT
    damage = sim.classes[friend.kind].damage
    assert damage is not None
    damage(sim, friend, 127 * ONE, None)
    until(sim, lambda: sim.state.drivers[0].view.mode is Mode.FLY_BACK)
    modes: list[Mode] = [waiting.view.mode]
    until(sim, lambda: sim.state.drivers[0].view.mode is Mode.SPECTATE)
    run(sim, 1)
    modes.append(sim.state.drivers[1].view.mode)
    assert modes == [Mode.SELECT, Mode.SPECTATE]
    assert sim.state.running


def test_who_waits_in_an_empty_bunker_drives_what_a_friend_gives_back() -> None:
    sim = _stocked(1, 0, 0, 0, teams=(0, 0, 1))
    spawn(sim, TANK, 40, 40)
    run(sim, 30)
    remove_driver(sim, 0)
    run(sim, 1, 0, FIRE_A)
    until(sim, lambda: bool(sim.state.drivers[1].vehicle))
    assert vehicle(sim, sim.state.drivers[1]).team == 0
