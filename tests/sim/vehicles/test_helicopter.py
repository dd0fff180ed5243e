"""How helicopters fly, take off and land (rules: Movement, Launch and landing)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, NORTH, PAD_0, WEST, data, new_sim, pave, px, run, spawn
from tests.sim.vehicles.helpers import hold, middle, put_at, shift
from uoserver.sim.kernel.fixmath import ONE, mul
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.keys import DOWN, EXTRA_LEFT, EXTRA_RIGHT, FIRE_A, LEFT, RIGHT, UP
from uoserver.sim.lifecycle import create, relink
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import Phase, VehicleState

BUILD, SLOW, TURN, FOLLOW = 0x7AE, 0x1EB8, 0xC000, 0x7AE


def flying(heading: int = NORTH) -> tuple[Simulation, Obj, VehicleState]:
    sim = new_sim()
    obj = spawn(sim, VehicleType.HELICOPTER, 60, 60, heading)
    return sim, obj, data(obj)


# -- yaw -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "way"), [(RIGHT, 1), (LEFT, -1)])
def test_yaw_builds_up_slowly_and_slows_down_fast(key: int, way: int) -> None:
    sim, obj, state = flying()
    heading = 0
    for tick in range(1, 30):
        run(sim, 1, key)
        rate = min(BUILD * tick, TURN)
        heading += rate * way
        assert (state.yaw_rate, obj.heading) == (rate * way, heading & 0x3FFFFF)
    for tick in range(1, 9):
        run(sim, 1, 0)
        assert state.yaw_rate == way * max(0, TURN - SLOW * tick)


def test_yaw_the_other_way_slows_down_first() -> None:
    sim, _, state = flying()
    state.yaw_rate = 0x3000
    run(sim, 1, LEFT)
    assert state.yaw_rate == 0x3000 - SLOW
    run(sim, 1, LEFT)
    assert state.yaw_rate == 0x3000 - 2 * SLOW < 0
    run(sim, 1, LEFT)
    assert state.yaw_rate == 0x3000 - 2 * SLOW - BUILD


def test_yaw_beyond_a_weaker_push_the_same_way_changes_slowly() -> None:
    sim, _, state = flying()
    state.yaw_rate = TURN
    hold(sim, 1, RIGHT | 0x7F)
    assert state.yaw_rate == TURN - BUILD
    hold(sim, 100, RIGHT | 0x7F)
    assert state.yaw_rate == mul(TURN, 0x8000)


def test_the_yaw_rate_changes_by_the_frame_the_heading_by_the_tick() -> None:
    sim, obj, state = flying()
    run(sim, 2, RIGHT, dt=3)
    assert state.yaw_rate == 2 * BUILD
    assert obj.heading == 3 * BUILD + 3 * 2 * BUILD


@pytest.mark.parametrize("dt", [1, 2])
def test_an_analog_stick_turns_without_inertia(dt: int) -> None:
    sim, obj, state = flying()
    driver = sim.state.drivers[0]
    driver.analog, driver.steer = True, EAST
    state.yaw_rate = 0x1000
    run(sim, 1, UP, dt=dt)
    assert (obj.heading, state.yaw_rate) == (TURN * dt, 0)


def test_it_banks_into_a_turn() -> None:
    sim, _, state = flying()
    run(sim, 10, RIGHT)
    assert state.bank == 10 * 0x1000
    run(sim, 60, RIGHT)
    assert state.bank == 0x30000
    run(sim, 100, LEFT)
    assert state.bank == -0x30000
    run(sim, 60, 0)
    assert state.bank == 0
    run(sim, 2, RIGHT, dt=3)
    assert state.bank == 6 * 0x1000


# -- the way ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dt", [1, 2, 3])
def test_velocity_follows_the_command_by_a_step_an_axis(dt: int) -> None:
    sim, obj, state = flying(EAST)
    obj.speed = 0x8000
    x = obj.x
    hold(sim, 1, UP | 0xFF00, dt)
    assert (state.velocity_x, state.velocity_y) == (FOLLOW * dt, 0)
    assert obj.x - x == FOLLOW * dt * dt
    hold(sim, 30, UP | 0xFF00, dt)
    assert state.velocity_x == min(31 * dt * FOLLOW, obj.speed)


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("dt", [1, 3])
def test_velocity_goes_down_as_it_goes_up(dt: int, way: int) -> None:
    sim, _, state = flying()
    state.velocity_x, state.velocity_y = way * ONE, -way * ONE
    run(sim, 2, 0, dt=dt)
    left = way * (ONE - 2 * FOLLOW * dt)
    assert (state.velocity_x, state.velocity_y) == (left, -left)


def test_it_flies_at_1_8_over_everything_whatever_the_ground_is() -> None:
    sim, obj, state = flying()
    pave(sim, [(60, row) for row in range(61)], 0x49)
    sim.state.grid.static[55 * 128 + 60] = 49
    run(sim, 300, UP)
    assert (obj.speed, state.velocity_y) == (0x1CCCC, -0x1CCCC)
    run(sim, 200, DOWN)
    assert (obj.speed, state.velocity_y) == (-0x9999, 0x9999)


@pytest.mark.parametrize("dt", [1, 2])
def test_speed_builds_up_and_runs_out(dt: int) -> None:
    sim, obj, _ = flying()
    run(sim, 4, UP, dt=dt)
    assert obj.speed == 4 * dt * 0x51E
    run(sim, 2, 0, dt=dt)
    assert obj.speed == 2 * dt * 0x51E


@pytest.mark.parametrize(("key", "way"), [(EXTRA_LEFT, -1), (EXTRA_RIGHT, 1)])
def test_the_extra_keys_push_it_aside(key: int, way: int) -> None:
    sim, obj, state = flying()
    run(sim, 60, key)
    assert (state.velocity_x, state.velocity_y) == (way * 0xCCCC, 0)
    assert obj.heading == NORTH


def test_aside_is_counted_from_the_heading_before_the_turn() -> None:
    sim, _, state = flying()
    state.velocity_x = 0xCCCC
    state.yaw_rate = 0x20000
    run(sim, 1, EXTRA_RIGHT)
    # the heading has left its first step, and this command has not
    assert (state.velocity_x, state.velocity_y) == (0xCCCC, 0)
    run(sim, 1, EXTRA_RIGHT)
    assert state.velocity_y > 0


def test_ahead_is_counted_from_the_heading_after_the_turn() -> None:
    sim, obj, state = flying()
    obj.speed, state.yaw_rate = ONE, EAST + SLOW
    run(sim, 1, 0)
    assert obj.heading == EAST
    assert (state.velocity_x, state.velocity_y) == (FOLLOW, 0)


def test_hovering_it_drifts_at_random_by_less_than_three_hundredths() -> None:
    sim, obj, state = flying()
    copy = Rand(sim.state.rand.state)
    x, y = obj.x, obj.y
    drift_x = drift_y = 0
    seen = set()
    for _ in range(300):
        run(sim, 1, 0)
        drift_x = max(-0x7AE, min(0x7AE, drift_x + copy.below(0x28F) - 0x147))
        drift_y = max(-0x7AE, min(0x7AE, drift_y + copy.below(0x28F) - 0x147))
        x, y = x + drift_x, y + drift_y
        assert (state.drift_x, state.drift_y) == (drift_x, drift_y)
        assert (obj.x, obj.y) == (x, y)
        seen |= {drift_x, drift_y}
    assert (min(seen), max(seen)) == (-0x7AE, 0x7AE)


@pytest.mark.parametrize("key", [UP, EXTRA_LEFT])
def test_who_commands_a_way_does_not_drift(key: int) -> None:
    sim, _, state = flying()
    run(sim, 5, 0)
    before = sim.state.rand.state
    run(sim, 1, key)
    assert (state.drift_x, state.drift_y) == (0, 0)
    assert sim.state.rand.state == before


@pytest.mark.parametrize("dt", [1, 3])
def test_it_climbs_half_a_pixel_a_tick_to_50(dt: int) -> None:
    sim, obj, _ = flying()
    obj.z = 48 * ONE
    run(sim, 1, 0, dt=dt)
    assert obj.z == 48 * ONE + 0x8000 * dt
    run(sim, 9, 0, dt=dt)
    assert obj.z == 50 * ONE


@pytest.mark.parametrize(
    ("x", "y", "asked"),
    [
        (-31, 100, False),
        (-33, 100, True),
        (100, -31, False),
        (100, -33, True),
        (128 * 32 + 31, 100, False),
        (128 * 32 + 33, 100, True),
        (100, 128 * 32 + 31, False),
        (100, 128 * 32 + 33, True),
    ],
)
def test_a_cell_off_the_map_the_submarine_is_asked_for(x: float, y: float, asked: bool) -> None:
    sim, obj, _ = flying()
    put_at(sim, obj, x, y)
    run(sim, 1, 0)
    assert len(list(sim.state.pool.on_kind(Kind.SUBMARINE))) == asked


# -- taking off ------------------------------------------------------------------------------------


def phases(sim: Simulation, state: VehicleState, ticks: int, dt: int = 1) -> list[tuple[str, int]]:
    """The phases that a helicopter goes through, with their frames."""
    seen: list[tuple[str, int]] = []
    for _ in range(ticks):
        hold(sim, 1, 0, dt)
        if not seen or seen[-1][0] != state.phase.name:
            seen.append((state.phase.name, 0))
        seen[-1] = (seen[-1][0], seen[-1][1] + 1)
    return seen


def start(sim: Simulation) -> Obj:
    return spawn(sim, VehicleType.HELICOPTER, 60, 60, 0x180000, phase=Phase.UNFOLD)


def test_it_unfolds_spins_up_and_climbs() -> None:
    sim = new_sim()
    obj = start(sim)
    state = data(obj)
    run(sim, 1, 0)
    assert (state.rotor, state.rotor_speed) == (0x49B, 0)
    seen = phases(sim, state, 317)
    # 0x40000 / 0x666 is a little over 160
    assert seen == [("UNFOLD", 54), ("SPIN_UP", 161), ("TAKE_OFF", 100), ("FREE", 2)]
    assert (state.rotor, state.rotor_speed) == (ONE, 0x40000)


def test_in_steps_of_three_ticks_it_takes_as_long() -> None:
    sim = new_sim()
    state = data(start(sim))
    seen = phases(sim, state, 120, dt=3)
    assert [name for name, _ in seen] == ["UNFOLD", "SPIN_UP", "TAKE_OFF", "FREE"]
    for (_, frames), ticks in zip(seen, (56, 160, 100), strict=False):
        assert abs(frames * 3 - ticks) <= 3


@pytest.mark.parametrize("dt", [1, 2])
def test_the_rotor_spins_up_and_turns(dt: int) -> None:
    sim = new_sim()
    state = data(start(sim))
    state.phase, state.rotor = Phase.SPIN_UP, ONE
    run(sim, 2, 0, dt=dt)
    assert state.rotor_speed == 2 * dt * 0x666
    # turned by the speed of the frame before
    assert state.rotor_angle == dt * dt * 0x666


@pytest.mark.parametrize(("others", "way"), [(0, 1), (1, -1)])
@pytest.mark.parametrize("dt", [1, 2])
def test_taking_off_it_turns_by_the_frame_and_drifts_east_by_the_tick(
    others: int, way: int, dt: int
) -> None:
    sim = new_sim()
    for _ in range(others):
        create(sim, Kind.WRECK, 0, 0, 0, 0, 0)
    obj = start(sim)
    assert obj.id & 1 == 1 - others
    data(obj).phase = Phase.TAKE_OFF
    x, y = obj.x, obj.y
    run(sim, 3, UP, dt=dt)
    assert obj.heading == 0x180000 + 3 * way * 0x4000
    assert (obj.x - x, obj.y - y, obj.z) == (3 * dt * 0x1000, 0, 3 * dt * 0x8000)
    assert data(obj).cell_tick == sim.state.tick


# -- landing ---------------------------------------------------------------------------------------


def landing_at(dx: float, dy: float, heading: int) -> tuple[Simulation, Obj, VehicleState]:
    sim = new_sim()
    obj = spawn(sim, VehicleType.HELICOPTER, *PAD_0, heading)
    shift(sim, obj, dx, dy)
    run(sim, 1, FIRE_A)
    return sim, obj, data(obj)


def test_a_landing_waits_until_the_helicopter_hangs_still() -> None:
    sim, obj, state = landing_at(0, 0, NORTH)
    state.velocity_x, state.velocity_y = 3 * FOLLOW, -2 * FOLLOW
    run(sim, 3, 0)
    assert (state.phase, obj.z) == (Phase.BRAKE, 50 * ONE)
    place, drawn = (obj.x, obj.y), sim.state.rand.state
    run(sim, 1, 0)
    assert (state.phase, obj.z) == (Phase.DESCEND, 50 * ONE)
    assert ((obj.x, obj.y), sim.state.rand.state) == (place, drawn)  # that is all of its update


@pytest.mark.parametrize(
    ("heading", "turns"),
    [(0, 0x180000), (0x3E0000, 0x1A0000), (WEST, -0x180000), (0x180000, 0), (0x380000, 0x200000)],
)
def test_it_comes_down_in_slopes_of_a_fiftieth_a_pixel(heading: int, turns: int) -> None:
    sim, obj, state = landing_at(10, -5, heading)
    run(sim, 1, 0)
    x, y = middle(*PAD_0)
    assert state.slope_heading == mul(turns, 0x51E)
    assert abs(state.slope_x + 10 * 0x51E) <= 0x40
    assert abs(state.slope_y - 5 * 0x51E) <= 0x40
    for _ in range(60):
        run(sim, 1, 0)
        high = obj.z >> 16
        assert obj.x == x - state.slope_x * high
        assert obj.y == y - state.slope_y * high
        assert obj.heading == 0x180000 - state.slope_heading * high & 0x3FFFFF
    # the first tick only looks where to go
    assert obj.z == 50 * ONE - 60 * 0x8000


def test_down_it_spins_out_folds_and_goes() -> None:
    sim, obj, state = landing_at(0, 0, NORTH)
    run(sim, 1, 0)
    seen = dict(phases(sim, state, 400))
    assert (seen["DESCEND"], seen["FOLD"]) == (99, 56)
    # 140 ticks to half a step a tick, then at most one turn of 128
    assert 140 <= seen["SPIN_DOWN"] <= 140 + 128
    assert sim.state.pool.get(obj.id) is None


def test_it_folds_only_with_the_rotor_at_rest_lengthwise() -> None:
    sim, _, state = landing_at(0, 0, NORTH)
    state.phase, state.rotor_speed, state.rotor_angle = Phase.SPIN_DOWN, 0x8000, 0x3F0000
    run(sim, 1, 0)
    assert (state.phase, state.rotor_angle) == (Phase.SPIN_DOWN, 0x3F8000)
    run(sim, 1, 0)
    assert (state.phase, state.rotor_angle, state.rotor_speed) == (Phase.FOLD, 0, 0)
    run(sim, 1, 0)
    assert state.rotor == ONE - 0x49B


def test_a_landing_takes_as_long_in_larger_steps() -> None:
    ends = []
    for dt in (1, 2, 3, 12):
        sim, obj, _ = landing_at(3, 3, EAST)
        frames = 0
        while sim.state.pool.get(obj.id):
            hold(sim, 1, 0, dt)
            frames += 1
        ends.append(frames * dt)
    assert max(ends) - min(ends) <= 128 + 4 * 12


def test_a_drift_does_not_use_up_fuel() -> None:
    sim, _, state = flying()
    run(sim, 100, 0)
    assert state.fuel == 400 * ONE
    assert px(state.drift_x) != 0


@pytest.mark.parametrize("phase", [Phase.TAKE_OFF, Phase.DESCEND])
def test_places_stay_within_32_bits_when_it_takes_off_and_lands(phase: Phase) -> None:
    sim = new_sim()
    obj = spawn(sim, VehicleType.HELICOPTER, 40, 40, phase=phase)
    obj.x, obj.z = (1 << 31) - 1, 40 * ONE
    relink(sim, obj)
    state = data(obj)
    state.land_x, state.land_y = (1 << 31) - 1, -(1 << 31)
    state.slope_x, state.slope_y = -ONE, ONE
    run(sim, 1)
    assert obj.x < 0
    assert phase is Phase.TAKE_OFF or obj.y > 0
