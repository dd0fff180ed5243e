"""Shells in flight (rules 7)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sim.play import EAST, NORTH, WEST, cell, new_sim, put, run, spawn
from tests.sim.vehicles.helpers import put_at
from tests.sim.weapons.helpers import follow, only, shoot
from uoserver.sim.events import Damaged, Destroyed, Exploded, StaticHit
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.match import remove_driver, step
from uoserver.sim.objects import DELETED, Kind
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.projectiles import PROJECTILES, Shot
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.missile import CEILING, hit_land, state_of

LEVEL_SHOTS = (Shot.CANNON, Shot.TURRET, Shot.AIR_GUN, Shot.DRONE_GUN)


@pytest.mark.parametrize("shot", LEVEL_SHOTS)
@pytest.mark.parametrize("dt", [1, 2, 3, 7])
def test_a_level_shell_flies_straight_until_its_life_is_over_and_ends_silently(
    shot: Shot, dt: int
) -> None:
    sim = new_sim()
    kind = PROJECTILES[shot]
    shell = shoot(sim, shot, 1600, 1600, 20, EAST)
    way = follow(sim, shell, dt=dt)
    assert len(way) == (kind.life - 1) // dt
    assert way[-1] == (1600 * ONE + len(way) * dt * kind.speed, 1600 * ONE, 20 * ONE)
    assert [type(event) for event in sim.events] == [Destroyed]


@pytest.mark.parametrize(("heading", "dx", "dy"), [(NORTH, 0, -1), (EAST, 1, 0), (WEST, -1, 0)])
def test_a_shell_flies_where_it_heads(heading: int, dx: int, dy: int) -> None:
    sim = new_sim()
    shell = shoot(sim, Shot.CANNON, 1600, 1600, 20, heading)
    run(sim, 1, 0)
    assert (shell.x, shell.y) == ((1600 + 3 * dx) * ONE, (1600 + 3 * dy) * ONE)


def test_a_heading_is_rounded_down_to_a_64th_of_a_turn() -> None:
    sim = new_sim()
    shell = shoot(sim, Shot.CANNON, 1600, 1600, 20, EAST + 0xFFFF)
    run(sim, 1, 0)
    assert shell.y == 1600 * ONE


def test_only_a_pitched_shell_of_a_type_that_falls_is_ballistic() -> None:
    sim = new_sim()
    for shot, pitch, ballistic in (
        (Shot.CANNON, 0, False),
        (Shot.CANNON, 1, True),
        (Shot.AIR_GUN, 0x71C71, False),
        (Shot.TURRET, 0x60000, False),
        (Shot.AIR_MISSILE, 0, False),
        (Shot.AIR_MISSILE, 0x3FFFFF, True),
        (Shot.ROCKET, 0x4F5C, False),
    ):
        assert state_of(shoot(sim, shot, 1600, 1600, 20, 0, pitch=pitch)).ballistic is ballistic


@pytest.mark.parametrize("dt", [1, 4])
def test_a_raised_shell_levels_out(dt: int) -> None:
    sim = new_sim()
    shell = shoot(sim, Shot.CANNON, 1600, 1600, 5, EAST, pitch=0x3E0000)
    step(sim, [], dt)
    assert state_of(shell).pitch == 0x3E0000 + 0x2666 * dt
    for _ in range(16):
        step(sim, [], dt)
    state = state_of(shell)
    assert (state.pitch, state.velocity_x, state.velocity_z) == (0, 3 * ONE, 0)


def test_a_bomb_falls_steeper_and_steeper_by_the_fine_angle() -> None:
    sim = new_sim()
    bomb = shoot(sim, Shot.AIR_MISSILE, 1600, 1600, 50, EAST, pitch=0x3FFFFF)
    assert state_of(bomb).velocity_z < -2.99 * ONE, "straight down, but it never flies so"
    run(sim, 1, 0)
    assert 49.8 < bomb.z / ONE < 50
    assert state_of(bomb).pitch == 0x6665


def test_a_level_rocket_sinks_by_its_fine_pitch() -> None:
    sim = new_sim()
    rocket = shoot(sim, Shot.ROCKET, 1600, 1600, 10, EAST, pitch=0x4F5C)
    run(sim, 50, 0)
    assert 9.1 < rocket.z / ONE < 9.15


def test_a_push_makes_it_faster_for_good() -> None:
    sim = new_sim()
    pushed = shoot(sim, Shot.AIR_MISSILE, 1600, 1600, 50, EAST, pitch=0x3FFFFF, push=ONE)
    plain = shoot(sim, Shot.AIR_MISSILE, 1600, 1600, 50, EAST, pitch=0x3FFFFF)
    run(sim, 1, 0)
    assert (pushed.x - 1600 * ONE) / (plain.x - 1600 * ONE) == pytest.approx(4 / 3, rel=1e-4)


@pytest.mark.parametrize("dt", [1, 3])
def test_what_is_not_ballistic_levels_off_at_the_ceiling(dt: int) -> None:
    sim = new_sim()
    shell = shoot(sim, Shot.TURRET, 1600, 1600, 50, EAST, pitch=0x3A0000)
    way = follow(sim, shell, dt=dt)
    assert max(z for _, _, z in way) == way[-1][2] == CEILING
    assert way[-1][0] - way[-2][0] == 4 * ONE * dt
    assert (way[0][0] - 1600 * ONE < 4 * ONE * dt) is (dt == 1)


def test_a_ballistic_shell_keeps_its_pitch_at_the_ceiling() -> None:
    sim = new_sim()
    shell = shoot(sim, Shot.CANNON, 1600, 1600, 54, EAST, pitch=0x38E38F)
    run(sim, 1, 0)
    assert shell.z == CEILING
    assert state_of(shell).pitch == 0x38E38F + 0x2666
    assert state_of(shell).velocity_z > 0


def test_a_shell_touching_two_cells_in_a_step_damages_both_and_explodes_once() -> None:
    sim = new_sim()
    cells = [put(sim, column, 64, "BLDG_N", 1) for column in (79, 80)]
    x, y = centre(cells[0])
    shell = shoot(sim, Shot.ROCKET, x / ONE + 14.5, y / ONE, 5, EAST)
    (event,) = [e for e in run(sim, 5, 0) if isinstance(e, Exploded)]
    assert event.effect == Effect.STATIC_SPARK
    assert [sim.state.grid.hits[at] for at in cells] == [3, 3]
    assert sim.state.pool.get(shell.id) is None


def test_a_rock_ends_a_shell_and_takes_no_harm() -> None:
    sim = new_sim()
    rock = put(sim, 80, 64, "ROCK_1S")
    x, y = centre(rock)
    shoot(sim, Shot.CANNON, x / ONE - 20, y / ONE, 3, EAST)
    events = run(sim, 10, 0)
    assert [event.effect for event in only(events, Exploded)] == [Effect.STATIC_SPARK]
    assert not only(events, StaticHit)


def test_a_shell_never_hits_its_owner_but_its_friends() -> None:
    sim = new_sim((0, 0))
    owner = spawn(sim, VehicleType.TANK, 75, 64, EAST)
    friend = spawn(sim, VehicleType.TANK, 78, 64, EAST, driver=1)
    shoot(sim, Shot.CANNON, owner.x / ONE, owner.y / ONE, 7, EAST, owner=owner)
    events = run(sim, 40, 0, 0)
    assert [event.id for event in only(events, Damaged)] == [friend.id]
    assert [event.effect for event in only(events, Exploded)] == [Effect.OBJECT_SPARK]


def test_a_shell_whose_owner_is_gone_flies_on() -> None:
    sim = new_sim((0,))
    owner = spawn(sim, VehicleType.TANK, 75, 64, EAST)
    shell = shoot(sim, Shot.CANNON, owner.x / ONE, owner.y / ONE, 7, EAST, owner=owner)
    remove_driver(sim, 0)
    run(sim, 5, 0)
    assert sim.state.pool.get(owner.id) is None
    assert shell.parent == 0
    assert sim.state.pool.get(shell.id) is shell


def test_who_drives_into_a_shell_is_hit_by_it() -> None:
    sim = new_sim((0, 1))
    tank = spawn(sim, VehicleType.TANK, 75, 64, EAST)
    shell = shoot(sim, Shot.CANNON, 0, 0, 7, EAST)
    put_at(sim, shell, tank.x / ONE + 12, tank.y / ONE)
    state_of(shell).velocity_x = 0
    tank.speed = 2 * ONE
    events = run(sim, 2, 0)
    assert [event.id for event in only(events, Damaged)] == [tank.id]
    assert sim.state.pool.get(shell.id) is None


def test_a_shell_passes_over_what_is_low() -> None:
    sim = new_sim()
    bush = put(sim, 80, 64, "BUSH_1S")
    x, y = centre(bush)
    for height, hit in ((8, False), (7, True)):
        shoot(sim, Shot.CANNON, x / ONE - 20, y / ONE, height, EAST)
        assert bool(only(run(sim, 30, 0), StaticHit)) is hit


def test_land_that_is_in_the_way_ends_a_shell() -> None:
    sim = new_sim()
    shell = shoot(sim, Shot.CANNON, 1600, 1600, 7, EAST)
    assert hit_land(sim, shell) == 0
    assert shell.flags & DELETED
    assert [event.effect for event in only(run(sim, 1, 0), Exploded)] == [Effect.DUST]


def test_state_of_what_is_no_shell() -> None:
    sim = new_sim()
    with pytest.raises(TypeError, match="is no shell"):
        state_of(spawn(sim, VehicleType.TANK, 40, 40))


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from([shot for shot in Shot if shot not in (Shot.TRACER, Shot.HOMING)]),
    st.tuples(st.integers(-100, 4200), st.integers(-100, 4200), st.integers(0, 60)),
    st.integers(0, 0x3FFFFF),
    st.integers(0, 0x3FFFFF),
    st.integers(1, 12),
)
def test_every_shell_ends_within_its_life_below_the_ceiling(
    shot: Shot, at: tuple[int, int, int], heading: int, pitch: int, dt: int
) -> None:
    sim = new_sim()
    put(sim, 64, 64, "BLDG_N")
    shell = shoot(sim, shot, *at, heading, pitch=pitch)
    frames = 0
    while sim.state.pool.get(shell.id):
        step(sim, [], dt)
        check_state(sim.state)
        frames += 1
        assert 0 <= shell.z <= CEILING
    assert frames <= PROJECTILES[shot].life // dt + 1


def test_a_shell_nobody_aims_lies_still() -> None:
    sim = new_sim()
    x, y = centre(cell(50, 50))
    shell = create(sim, Kind.MISSILE, 0, x, y, 5 * ONE, Shot.CANNON)
    assert shell is not None
    run(sim, 10, 0)
    assert (shell.x, shell.y, shell.z) == (x, y, 5 * ONE)
