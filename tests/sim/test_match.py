from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sim.bunker.scripts import choose, launch, lifts, until, vehicle
from tests.sim.play import PAD_0, cell, data, new_sim, new_state, pave, run, spawn
from uoserver.sim.bunker.lift import Way
from uoserver.sim.calls import Call
from uoserver.sim.events import Docked, Launched, Lost
from uoserver.sim.grid import centre
from uoserver.sim.keys import DOWN, FIRE_A, FIRES, LEFT, RIGHT, UP, stick
from uoserver.sim.lifecycle import create
from uoserver.sim.match import MAX_DRIVERS, add_driver, new_match, remove_driver, step
from uoserver.sim.objects import Kind
from uoserver.sim.registry import CLASSES
from uoserver.sim.saves.invariants import InvariantError, check_state
from uoserver.sim.saves.saving import load, save
from uoserver.sim.sides import Mode
from uoserver.sim.simulation import NO_WINNER, Simulation
from uoserver.sim.tables.statics import DOOR_GLOW
from uoserver.sim.tables.terrain import DEEP, PAD
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.timers import TimerQueue
from uoserver.sim.vehicles.fate import Cause, lose
from uoserver.sim.vehicles.hull import HUNTED_TICKS
from uoserver.sim.vehicles.stock import Status, present, status
from uoserver.sim.weapons import grenade
from uoserver.sim.weapons.credit import driver_of
from uoserver.sim.weapons.mine import lay

TANK, JEEP, MSV, HELICOPTER = VehicleType


# -- setting up ------------------------------------------------------------------------------------


def test_a_match_begins_in_the_bunkers() -> None:
    sim = new_match(new_state(), (0, 1))
    assert [(d.number, d.team, d.view.mode) for d in sim.state.drivers] == [
        (0, 0, Mode.SELECT),
        (1, 1, Mode.SELECT),
    ]
    assert (sim.state.running, sim.state.winner) == (True, NO_WINNER)


@pytest.mark.parametrize(("teams", "players"), [((), 1), ((0,), 1), ((0, 1), 2), ((0, 0, 0), 2)])
def test_the_rules_of_two_players_begin_with_the_second(
    teams: tuple[int, ...], players: int
) -> None:
    state = new_state()
    state.players = 3 - players  # what the map was made for does not matter
    assert new_match(state, teams).state.players == players


@pytest.mark.parametrize("teams", [(0,) * 65, (2,), (-1,)])
def test_what_cannot_be_set_up(teams: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="at most 64, of sides 0 and 1"):
        new_match(new_state(), teams)


@pytest.mark.parametrize(
    ("teams", "percent", "stock"),
    [
        ((0, 1), None, [3, 8, 3, 3]),
        ((0,) * 4 + (1,) * 4, None, [3, 8, 3, 3]),
        ((0,) + (1,) * 8, None, [6, 16, 6, 6]),
        ((0,) * 8, 50, [2, 4, 2, 2]),
    ],
)
def test_the_stock_grows_with_the_drivers(
    teams: tuple[int, ...], percent: int | None, stock: list[int]
) -> None:
    sim = new_match(new_state(), teams, percent=percent)
    assert [(side.stock, side.first_stock) for side in sim.state.sides] == [(stock, stock)] * 2


# -- the order of a frame --------------------------------------------------------------------------


@pytest.mark.parametrize("dt", [0, 13, -1])
def test_a_frame_has_1_to_12_ticks(dt: int) -> None:
    with pytest.raises(ValueError, match="is not 1 to 12"):
        step(new_sim(), [], dt)


def test_ticks_are_counted() -> None:
    sim = new_sim()
    run(sim, 3, dt=12)
    assert (sim.state.tick, sim.state.dt) == (36, 12)


def test_missing_words_are_no_keys_and_long_ones_are_cut() -> None:
    sim = new_sim((0, 1))
    step(sim, [1 << 40 | 7])
    assert [driver.keys for driver in sim.state.drivers] == [7, 0]
    step(sim, [])
    assert (sim.state.drivers[0].keys_before, sim.state.drivers[0].keys) == (7, 0)


def test_nothing_happens_after_the_end() -> None:
    sim = new_sim()
    sim.state.running = False
    assert run(sim, 5, FIRE_A) == []
    assert (sim.state.tick, sim.state.drivers[0].keys) == (0, 0)


def test_doors_glow_for_one_frame_and_are_reset_first() -> None:
    sim = new_sim()
    spawn(sim, TANK, *PAD_0)
    run(sim, 1)
    assert sim.state.grid.static[cell(*PAD_0)] == DOOR_GLOW
    vehicle(sim, sim.state.drivers[0]).speed = 0x4000
    run(sim, 1, UP)  # it moves: no glow in this frame
    assert sim.state.grid.static[cell(*PAD_0)] == 0


def test_timers_run_before_objects_and_views() -> None:
    # A wait of one tick is over in this frame, and its view runs in it for the first time.
    sim = new_sim()
    sim.state.timers.add(1, Call.COME_BACK, 0, 1)
    run(sim, 1)
    assert (sim.state.drivers[0].view.mode, sim.state.drivers[0].view.timer) == (Mode.HOLD, 1)
    assert sim.state.timers.entries == []


def test_tasks_run_after_the_views_and_end() -> None:
    # The way back begins when all views of this frame have run: its timer still stands.
    sim = new_sim()
    sim.state.tasks.add(Call.COME_BACK, 0, 1)
    run(sim, 1)
    assert (sim.state.drivers[0].view.mode, sim.state.drivers[0].view.timer) == (Mode.HOLD, 0)
    assert sim.state.tasks.entries == []


@pytest.mark.parametrize(("teams", "faded"), [((0,), False), ((0, 1), True)])
def test_views_of_two_players_run_also_in_the_last_frame(
    teams: tuple[int, ...], faded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sim = new_sim(teams)

    def stop(_sim: Simulation) -> None:
        sim.state.running = False

    monkeypatch.setattr("uoserver.sim.match.update_all", stop)
    step(sim, [])
    assert bool(sim.state.drivers[0].view.fade) is faded


def test_drivers_of_a_side_have_vehicles_of_their_own_and_one_stock() -> None:
    sim = new_sim((0, 0, 1))
    one, other = spawn(sim, TANK, 40, 40), spawn(sim, TANK, 60, 60, driver=1)
    assert sim.state.sides[0].stock == [1, 8, 3, 3]
    run(sim, 60, UP, LEFT)
    assert (one.heading, one.speed > 0, data(one).fuel < 400 << 16) == (0, True, True)
    assert (other.heading, other.speed, data(other).fuel) == (0x400000 - 59 * 0x4000, 0, 400 << 16)
    _lose_tank(sim, 0)
    run(sim, 1)
    assert [driver.vehicle for driver in sim.state.drivers] == [0, other.id, 0]


def _lose_tank(sim: Simulation, number: int) -> None:
    obj = vehicle(sim, sim.state.drivers[number])
    lose(sim, obj, data(obj), Cause.DAMAGE)


# -- joining and leaving ---------------------------------------------------------------------------


def test_a_driver_joins_in_the_middle() -> None:
    sim = new_sim()
    run(sim, 50)
    driver = add_driver(sim, 1)
    assert (driver.number, driver.team, sim.state.players) == (1, 1, 2)
    launch(sim, TANK, JEEP)
    assert data(vehicle(sim, driver)).type == JEEP


def test_a_key_held_while_another_joins_is_not_pressed_twice() -> None:
    # With two players objects run before the keys are read: they see those of the frame before.
    sim = new_sim()
    tank = spawn(sim, TANK, *PAD_0)
    run(sim, 1, UP)
    run(sim, 1, UP | FIRE_A)
    assert data(tank).control & 0x60 == 0x20
    add_driver(sim, 1)
    run(sim, 1, UP | FIRE_A)
    assert data(tank).control & 0x60 == 0x40


def test_a_press_is_not_lost_when_a_third_joins() -> None:
    sim = new_sim((0, 1))
    tank = spawn(sim, TANK, 40, 40)
    run(sim, 1, FIRE_A)
    add_driver(sim, 0)
    run(sim, 1, FIRE_A)
    assert data(tank).control & 0x60 == 0x20


def test_numbers_stay_and_free_ones_are_used_again() -> None:
    sim = new_sim((0, 1, 0, 1))
    remove_driver(sim, 1)
    remove_driver(sim, 2)
    assert [d.number for d in sim.state.drivers] == [0, 1, 2, 3]
    assert [(add_driver(sim, team).number, team) for team in (0, 1, 0)] == [(1, 0), (2, 1), (4, 0)]
    assert [d.team for d in sim.state.drivers] == [0, 0, 1, 1, 0]
    run(sim, 5)


def test_there_are_64_drivers_at_most() -> None:
    sim = new_sim((0, 1) * 32)
    with pytest.raises(ValueError, match="there are 64 drivers"):
        add_driver(sim, 0)
    remove_driver(sim, 63)
    assert add_driver(sim, 1).number == MAX_DRIVERS - 1
    choose(sim, *([TANK] * 64))
    run(sim, 1, *([FIRE_A] * 64))
    waiting = [len(side.queue) for side in sim.state.sides]
    assert waiting == [sum(side.first_stock[:1]) - 1 for side in sim.state.sides]


@pytest.mark.parametrize("team", [2, -1])
def test_nobody_joins_a_third_side(team: int) -> None:
    with pytest.raises(ValueError, match="there is no side"):
        add_driver(new_sim(), team)


@pytest.mark.parametrize("number", [-1, 1, 5])
def test_only_who_is_there_can_leave(number: int) -> None:
    sim = new_sim((0, 1))
    remove_driver(sim, 1)
    with pytest.raises(LookupError, match="there is no driver"):
        remove_driver(sim, number)


def test_the_vehicle_of_who_leaves_returns_to_the_stock_without_a_wreck() -> None:
    sim = new_sim((0, 1))
    spawn(sim, MSV, 40, 40)
    side = sim.state.sides[0]
    assert (side.stock[MSV], side.mines) == (2, 20)
    earlier = run(sim, 1)
    sim.events = earlier
    before = list(earlier)
    assert remove_driver(sim, 0) == [Docked(0, MSV)]
    assert sim.events is earlier
    assert earlier == before
    run(sim, 1)
    assert (side.stock, side.mines) == ([3, 8, 3, 3], 30)
    assert not list(sim.state.pool.on_kind(Kind.VEHICLE))
    assert not list(sim.state.pool.on_kind(Kind.WRECK))


@pytest.mark.parametrize(
    ("passed", "kept"), [(0, False), (HUNTED_TICKS - 1, False), (HUNTED_TICKS, True)]
)
def test_who_leaves_just_before_his_end_does_not_save_his_vehicle(passed: int, kept: bool) -> None:
    sim = new_sim((0, 1))
    tank, enemy = spawn(sim, TANK, 40, 40), spawn(sim, TANK, 60, 40, driver=1)
    CLASSES[Kind.VEHICLE].damage(sim, tank, 2 << 16, enemy)  # type: ignore[misc]
    sim.state.tick += passed
    stock = sim.state.sides[0].stock
    before = stock[TANK]
    events = remove_driver(sim, 0)
    assert (Docked(0, TANK) in events) is kept
    assert (Lost(0, TANK, "damage", -1) in events) is not kept
    assert stock[TANK] == before + kept
    assert sim.state.timers.entries == []
    run(sim, 1)
    assert len(list(sim.state.pool.on_kind(Kind.WRECK))) == (not kept)
    assert tank not in sim.state.pool.on_kind(Kind.VEHICLE)


@pytest.mark.parametrize("rising", [False, True])
def test_the_lift_of_who_leaves_goes_with_him(rising: bool) -> None:
    sim = new_sim((0, 1))
    choose(sim, TANK)
    run(sim, 1, FIRE_A)
    (lift,) = lifts(sim)
    if rising:
        until(sim, lambda: lift.think == Way.UP)
    remove_driver(sim, 0)
    run(sim, 1)
    assert lifts(sim) == []
    assert sim.state.grid.terrain[cell(*PAD_0)] == PAD
    assert sim.state.sides[0].stock == [3, 8, 3, 3]


def test_who_leaves_leaves_the_queue() -> None:
    sim = new_sim((0, 0, 0))
    choose(sim, TANK, TANK, TANK)
    run(sim, 1, FIRE_A, FIRE_A, FIRE_A)
    remove_driver(sim, 1)
    assert sim.state.sides[0].queue == [2]
    run(sim, 1)


def test_a_lift_on_its_way_down_does_not_take_the_next_driver_of_a_number_home() -> None:
    sim = new_sim((0, 1))
    spawn(sim, TANK, *PAD_0)
    run(sim, 1)
    run(sim, 2, FIRE_A)
    (lift,) = lifts(sim)
    remove_driver(sim, 0)
    driver = add_driver(sim, 0)
    spawn(sim, TANK, 40, 40)
    run(sim, 1)
    assert lifts(sim) == [lift]
    until(sim, lambda: not lifts(sim))
    assert driver.view.mode is Mode.PLAYING
    assert sim.state.pool.get(lift.id) is None


def test_the_way_back_of_who_left_is_not_the_next_drivers() -> None:
    sim = new_sim((0, 1))
    spawn(sim, TANK, 40, 40)
    spawn(sim, JEEP, 50, 50, driver=1)
    for driver in sim.state.drivers:
        obj = vehicle(sim, driver)
        lose(sim, obj, data(obj), Cause.DAMAGE)
        run(sim, 10)
    sim.state.tasks.add(Call.COME_BACK, 0, 1)
    remove_driver(sim, 0)
    add_driver(sim, 0)
    assert len(sim.state.timers.entries) == 1
    assert sim.state.tasks.entries == []
    assert until(sim, lambda: sim.state.drivers[1].view.mode is Mode.HOLD) == 110
    assert sim.state.drivers[0].view.mode is Mode.SELECT


def test_timers_that_are_dropped_leave_the_times_of_the_others() -> None:
    queue = TimerQueue()
    for ticks, a in ((10, 0), (20, 1), (30, 0), (40, 2), (50, 0)):
        queue.add(ticks, Call.COME_BACK, a)
    queue.add(25, 9, 0)
    queue.drop(Call.COME_BACK, 0)
    fired, due = [], []

    def fire(call: int, a: int, _b: int) -> int:
        due.append((call, a))
        return -1

    for now in range(1, 60):
        queue.advance(1, fire)
        fired += [(now, *each) for each in due]
        due.clear()
    assert fired == [(20, 1, 1), (25, 9, 0), (40, 1, 2)]


def test_nobody_is_behind_the_mines_and_shots_of_who_left() -> None:
    sim = new_sim((0, 1))
    his, other = (lay(sim, *centre(cell(40, y)), by=number) for number, y in enumerate((40, 44)))
    shot = create(sim, Kind.GRENADE, 0, *centre(cell(50, 50)), 0)
    assert his
    assert other
    assert shot is not None
    grenade.state_of(shot).by = 0
    remove_driver(sim, 0)
    add_driver(sim, 1)
    assert [driver_of(each) for each in (his, other, shot)] == [-1, 1, -1]


@pytest.mark.parametrize("saved", [False, True])
def test_events_name_types_by_plain_numbers(saved: bool) -> None:
    sim = new_sim((0, 1, 0))
    spawn(sim, JEEP, 40, 40)
    spawn(sim, MSV, 50, 50, driver=1)
    launched = [event for event in sim.events if isinstance(event, Launched)]
    assert [type(event.type) for event in launched] == [int, int]
    if saved:
        sim = load(save(sim), CLASSES)
    jeep = vehicle(sim, sim.state.drivers[0])
    lose(sim, jeep, data(jeep), Cause.SELF)
    events = [*sim.events, *remove_driver(sim, 1)]
    told = [event for event in events if isinstance(event, Lost | Docked)]
    assert repr(told) == "[Lost(driver=0, type=1, cause='self', by=-1), Docked(driver=1, type=2)]"
    wreck = next(sim.state.pool.on_kind(Kind.WRECK))
    assert "type=1," in repr(wreck.data)
    made = create(sim, Kind.WRECK, 0, 0, 0, 0, MSV)
    assert made
    assert "type=2," in repr(made.data)


def test_a_side_is_a_plain_number() -> None:
    sim = new_sim(())
    assert repr(add_driver(sim, True).team) == "1"
    assert load(save(sim), CLASSES).state == sim.state


# -- what a state must be --------------------------------------------------------------------------


@pytest.mark.parametrize("queue", [[0], [1, 1], [5], [-1], [2]])
def test_only_who_waits_for_a_lift_of_his_side_is_in_its_queue(queue: list[int]) -> None:
    sim = new_sim((0, 0, 1, 0))
    choose(sim, TANK, TANK, TANK)
    run(sim, 1, FIRE_A, FIRE_A)
    assert sim.state.sides[0].queue == [1]
    for driver in sim.state.drivers[2:]:  # they could wait; but 2 is of the other side
        driver.view.mode = Mode.LAUNCH
    sim.state.sides[0].queue = queue
    with pytest.raises(InvariantError, match=r"queue|waits"):
        check_state(sim.state)


# -- any play --------------------------------------------------------------------------------------

_WORDS = st.sampled_from(
    [0, 0, FIRE_A, UP, UP, DOWN, LEFT | UP, RIGHT, DOWN | LEFT, FIRES, FIRE_A | UP]
)
_ACTIONS = st.lists(
    st.tuples(
        st.lists(_WORDS, min_size=6, max_size=6),
        st.integers(1, 12),
        st.integers(1, 40),
        st.sampled_from(["", "", "", "join 0", "join 1", "leave"]),
        st.integers(0, 5),
    ),
    max_size=60,
)


def _balance(sim: Simulation, lost: list[list[int]]) -> None:
    """What is in stock, driven or lost is what there was in the beginning."""
    for side in sim.state.sides:
        driven = [0] * 4
        for obj in sim.state.pool.on_kind(Kind.VEHICLE):
            if obj.team == side.team and obj.id in [d.vehicle for d in sim.state.drivers]:
                driven[data(obj).type] += 1
        total = [sum(n) for n in zip(side.stock, driven, lost[side.team], strict=True)]
        assert total == side.first_stock


def _has_a_way_on(sim: Simulation) -> None:
    """Nobody is where he could neither do anything nor wait for something."""
    waiting = {timer.a for timer in sim.state.timers.entries}
    for driver in sim.state.drivers:
        view = driver.view
        if view.mode is Mode.PLAYING and not driver.vehicle:
            down = any(lift.think == Way.DOWN for lift in lifts(sim))
            assert driver.number in waiting or down
        elif view.mode is Mode.LAUNCH:
            queued = driver.number in sim.state.sides[driver.team].queue
            assert queued or sim.state.pool.get(view.lift)
        elif view.mode is Mode.SPECTATE:
            assert present(sim, 1 - driver.team)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(0, 1), min_size=1, max_size=6),
    st.lists(st.integers(0, 2), min_size=4, max_size=4),
    _ACTIONS,
)
def test_whatever_is_played_no_vehicle_appears_or_vanishes_and_nobody_is_stuck(
    teams: list[int], stock: list[int], actions: list[tuple[list[int], int, int, str, int]]
) -> None:
    state = new_state()
    pave(Simulation({}, state), [(66, row) for row in range(64, 72)], DEEP)
    for side in state.sides:
        side.stock = list(stock)
    sim = new_match(state, teams)
    sides = {d.number: d.team for d in sim.state.drivers}
    lost = [[0] * 4, [0] * 4]
    for words, dt, frames, what, number in actions:
        if what == "leave" and number < len(sim.state.drivers):
            if sim.state.drivers[number].view.mode is not Mode.GONE:
                remove_driver(sim, number)
        elif what.startswith("join") and len(sim.state.drivers) < 8:
            driver = add_driver(sim, int(what[-1]))
            sides[driver.number] = driver.team
        for _ in range(frames):
            for event in step(sim, [stick(word) for word in words], dt):
                if isinstance(event, Lost):
                    lost[sides[event.driver]][event.type] += 1
            check_state(sim.state)
            _balance(sim, lost)
            if sim.state.running:
                _has_a_way_on(sim)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(0, 1), min_size=1, max_size=6), st.data())
def test_left_alone_everybody_comes_to_a_screen_that_stays(
    teams: list[int], draw: st.DataObject
) -> None:
    """Whatever has happened, who waits long enough drives, chooses, watches, or it is over."""
    sim = new_match(new_state(), teams)
    for _ in range(12):
        words = draw.draw(st.lists(_WORDS, min_size=6, max_size=6))
        run(sim, draw.draw(st.integers(1, 30)), *words, dt=6)
    for _ in range(420):
        step(sim, [], 12)
    for driver in sim.state.drivers:
        settled = driver.view.mode in (Mode.SELECT, Mode.SPECTATE)
        drives = driver.view.mode is Mode.PLAYING and driver.vehicle
        assert settled or drives or not sim.state.running


def test_status_counts_both_sides_alike() -> None:
    sim = new_sim((0, 1))
    sim.state.sides[1].stock = [1, 0, 0, 0]
    assert [status(sim, team) for team in (0, 1)] == [Status.JEEPS, Status.GO_ON]
