"""The measured figures of weapons (reference page "tests": combat_test, Further figures).

All at one tick a frame. Scenes are built for them, as the original's maps are not there.
"""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, NORTH, WEST, cell, data, new_sim, put, run, spawn
from tests.sim.vehicles.helpers import put_at
from tests.sim.weapons.helpers import follow, only, shells, shoot
from uoserver.sim.events import Damaged, Event, Exploded, Fired, Lost, Sound, StaticHit
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A, FIRE_B, FIRE_C, UP
from uoserver.sim.objects import INACTIVE, Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.grenade import throw
from uoserver.sim.weapons.mine import lay


def fire_until_fallen(sim: Simulation, at: int, keys: int, most: int = 400) -> list[Event]:
    """Hold keys until the static object of a cell has lost all its hit points."""
    events: list[Event] = []
    for _ in range(most):
        new = run(sim, 1, keys)
        events += new
        if any(hit.cell == at and not hit.left for hit in only(new, StaticHit)):
            return events
    raise AssertionError("it still stands")


def hits_on(events: list[Event], at: int) -> list[int]:
    """How many hit points a cell had left after each hit."""
    return [hit.left for hit in only(events, StaticHit) if hit.cell == at]


# -- combat_test -----------------------------------------------------------------------------------


def test_1_a_bush_falls_to_one_shell() -> None:
    sim = new_sim()
    bush = put(sim, 80, 64, "BUSH_1S")
    spawn(sim, VehicleType.TANK, 75, 64, EAST)
    events = fire_until_fallen(sim, bush, FIRE_A)
    assert hits_on(events, bush) == [0]


@pytest.mark.parametrize(
    ("name", "column", "row", "tank"),
    [("BLDG_S", 80, 72, 75), ("TOWER", 84, 64, 79), ("WALL_V", 80, 68, 75)],
)
def test_2_to_4_walls_buildings_and_towers_fall_to_five(
    name: str, column: int, row: int, tank: int
) -> None:
    sim = new_sim()
    at = put(sim, column, row, name, 1)
    for beside in (row - 1, row + 1):
        put(sim, column, beside, "WALL_V", 1)
    spawn(sim, VehicleType.TANK, tank, row, EAST)
    events = fire_until_fallen(sim, at, FIRE_A)
    assert hits_on(events, at) == [4, 3, 2, 1, 0]
    assert len(only(events, StaticHit)) == 5


def test_4_a_raised_shell_levels_out_at_55_pixels() -> None:
    sim = new_sim()
    spawn(sim, VehicleType.TANK, 79, 64, EAST)
    run(sim, 1, FIRE_B)
    run(sim, 14, 0)
    (fired,) = only(run(sim, 1, 0), Fired)
    shell = sim.state.pool.get(fired.id)
    assert shell is not None
    heights = [z for _, _, z in follow(sim, shell)]
    assert max(heights) == heights[-1] == 55 * ONE


def test_5_a_jeep_is_stopped_by_a_bush_and_removes_it_with_a_grenade() -> None:
    sim = new_sim()
    bush = put(sim, 80, 70, "BUSH_1S")
    jeep = spawn(sim, VehicleType.JEEP, 77, 70, EAST)
    run(sim, 120, UP)
    assert data(jeep).bumped_cell == bush
    assert jeep.x < centre(bush)[0]
    run(sim, 200, 0)
    events = run(sim, 1, FIRE_A) + run(sim, 120, 0)
    assert hits_on(events, bush) == [0]
    assert data(jeep).weapons[0].ammunition == 15


def test_6_three_rockets_destroy_a_factory_and_then_the_tubes_are_empty() -> None:
    sim = new_sim()
    factory = put(sim, 82, 66, "FACT_N", 1)
    state = data(spawn(sim, VehicleType.MSV, 77, 66, EAST))
    tubes = []
    while state.weapons[0].ammunition > 97:
        run(sim, 1, FIRE_A)
        tubes.append(state.tube)
    assert tubes[-1] == -6 * ONE == 0xFFFA0000 - (1 << 32)
    assert hits_on(run(sim, 60, 0), factory)[-1] == 0
    assert not shells(sim)


def gunship(sim: Simulation, column: int, row: int) -> Obj:
    return spawn(sim, VehicleType.HELICOPTER, column, row, EAST)


def test_7_guns_hit_the_ground_68_pixels_ahead() -> None:
    sim = new_sim()
    put(sim, 77, 68, "OUTPOST", 1)
    ship = gunship(sim, 74, 68)
    ahead = []
    for _ in range(20):
        x = ship.x
        events = run(sim, 1, FIRE_A) + run(sim, 40, 0)
        (end,) = only(events, Exploded)
        assert end.effect == Effect.DUST
        ahead.append((end.x - x) / ONE)
        ship.x, ship.y = centre(cell(74, 68))
    assert 66 <= min(ahead) <= max(ahead) <= 71
    assert 68 <= sum(ahead) / len(ahead) < 69.5


def test_7_three_dropped_missiles_destroy_a_building() -> None:
    sim = new_sim()
    building = put(sim, 76, 68, "BLDG_N", 1)
    state = data(gunship(sim, 74, 68))
    run(sim, 1, FIRE_C)
    events = []
    while state.weapons[1].ammunition > 47:
        events += run(sim, 1, FIRE_A)
    events += run(sim, 40, 0)
    assert hits_on(events, building)[-1] == 0


def test_7b_guns_break_a_bridge_deck_with_at_most_20_shots() -> None:
    sim = new_sim()
    decks = [put(sim, 77, row, "BRIDGE_H") for row in (67, 68)]
    ship = gunship(sim, 75, 67)
    ship.y += 16 * ONE
    events: list[Event] = []
    while not any(not hit.left for hit in only(events, StaticHit)):
        events += run(sim, 1, FIRE_A)
    assert {hit.cell for hit in only(events, StaticHit)} <= set(decks)
    assert len(only(events, Fired)) <= 20


def test_7c_a_flag_building_falls_to_six_shells_and_its_ruin_to_six_more_120_ticks_later() -> None:
    sim = new_sim()
    sim.state.sides[1].flag_cell = at = put(sim, 80, 64, "FLAG", 1)
    spawn(sim, VehicleType.TANK, 75, 64, EAST)
    first = fire_until_fallen(sim, at, FIRE_A)
    assert hits_on(first, at) == [5, 4, 3, 2, 1, 0]
    before = sim.state.tick
    second = fire_until_fallen(sim, at, FIRE_A)
    assert hits_on(second, at) == [5, 4, 3, 2, 1, 0]
    assert sim.state.tick - before == 120


@pytest.mark.parametrize(("away", "ticks"), [(101, 126), (103, 126), (104, 127), (160, 145)])
def test_7c_the_first_six_shells_take_126_ticks_from_three_cells_off(away: int, ticks: int) -> None:
    """Five times 20 ticks of reload, and the way of the last: from 12 pixels before the middle of
    the tank to 13 before that of the building. The page does not say how far it had to fly."""
    sim = new_sim()
    sim.state.sides[1].flag_cell = at = put(sim, 80, 64, "FLAG", 1)
    tank = spawn(sim, VehicleType.TANK, 75, 64, EAST)
    put_at(sim, tank, 80 * 32 + 16 - away, 64 * 32 + 16)
    fire_until_fallen(sim, at, FIRE_A)
    assert sim.state.tick == ticks


def test_8_a_tank_is_lost_to_the_32nd_shell() -> None:
    sim = new_sim((0, 1))
    spawn(sim, VehicleType.TANK, 75, 64, EAST)
    enemy = data(spawn(sim, VehicleType.TANK, 81, 64, WEST, driver=1))
    events: list[Event] = []
    left = enemy.hits
    while not only(events, Lost):
        left = enemy.hits
        events += run(sim, 1, FIRE_A, 0)
    hits = only(events, Damaged)
    assert len(hits) == 32
    assert {hit.amount for hit in hits} == {0x10000 - 0x4CCC}
    assert left == 22 * ONE - 31 * 0xB334
    assert round(left / ONE, 1) == 0.3
    assert only(events, Lost) == [Lost(1, VehicleType.TANK, "damage", 0)]


# -- further figures -------------------------------------------------------------------------------


def test_a_shot_20_pixels_off_a_building_misses() -> None:
    sim = new_sim()
    put(sim, 80, 64, "BLDG_S", 1)
    x, y = centre(cell(75, 64))
    shoot(sim, Shot.CANNON, x / ONE, y / ONE + 20, 7, EAST)
    assert not only(run(sim, 90, 0), StaticHit)
    shoot(sim, Shot.CANNON, x / ONE, y / ONE + 14, 7, EAST)
    assert only(run(sim, 90, 0), StaticHit)


def test_a_shot_8_pixels_off_a_tank_misses() -> None:
    sim = new_sim((0, 1))
    enemy = spawn(sim, VehicleType.TANK, 80, 64, WEST, driver=1)
    shoot(sim, Shot.CANNON, enemy.x / ONE - 100, enemy.y / ONE + 8, 7, EAST)
    assert not only(run(sim, 90, 0), Damaged)
    shoot(sim, Shot.CANNON, enemy.x / ONE - 100, enemy.y / ONE + 6, 7, EAST)
    assert only(run(sim, 90, 0), Damaged)


def test_a_gun_round_from_50_pixels_lands_62_point_6_ahead_after_27_ticks() -> None:
    sim = new_sim()
    round_ = shoot(sim, Shot.AIR_GUN, 1600, 1600, 50, EAST, pitch=0x71C71)
    assert len(follow(sim, round_)) == 26
    (end,) = only(sim.events, Exploded)
    assert round(end.x / ONE - 1600, 1) == 62.6
    assert end.y == 1600 * ONE


def test_a_level_bomb_from_50_pixels_lands_70_point_7_ahead_after_31_ticks() -> None:
    sim = new_sim()
    bomb = shoot(sim, Shot.AIR_MISSILE, 1600, 1600, 50, EAST, pitch=0x3FFFFF)
    heights = [round(z / ONE, 1) for _, _, z in follow(sim, bomb)]
    assert (heights[9], heights[19], heights[29]) == (43.6, 26.6, 1.5)
    assert len(heights) == 30
    (end,) = only(sim.events, Exploded)
    assert round(end.x / ONE - 1600, 1) == 70.7


def test_a_raised_tank_shell_is_at_50_pixels_after_25_ticks() -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 75, 64)
    data(tank).elevation = data(tank).elevation_target = 0x3B8E39
    (fired,) = only(run(sim, 1, FIRE_B), Fired)
    run(sim, 24, 0)
    shell = sim.state.pool.get(fired.id)
    assert shell is not None
    assert shell.z >> 16 == 50
    assert round(fired.z / ONE, 1) == 11.3
    assert round((tank.y - fired.y) / ONE, 1) == 10.4


@pytest.mark.parametrize(
    ("type_", "spacing"), [(VehicleType.TANK, 20), (VehicleType.MSV, 30)], ids=["tank", "msv"]
)
def test_shots_of_a_held_button_come_every_20_and_30_ticks(
    type_: VehicleType, spacing: int
) -> None:
    sim = new_sim()
    spawn(sim, type_, 75, 64)
    ticks = [tick for tick in range(3 * spacing) if only(run(sim, 1, FIRE_A), Fired)]
    assert ticks == [0, spacing, 2 * spacing]


def test_a_grenade_over_60_pixels_lands_after_79_ticks_from_a_height_of_41() -> None:
    sim = new_sim()
    at = (1600 * ONE, 1600 * ONE, 5 * ONE)
    grenade = throw(sim, 0, at, (1660 * ONE, 1600 * ONE), None)
    assert grenade is not None
    way = follow(sim, grenade)
    assert len(way) == 78
    assert max(z for _, _, z in way) >> 16 == 41
    (end,) = only(sim.events, Exploded)
    assert 61 <= end.x / ONE - 1600 <= 64


@pytest.mark.parametrize("far", [48, 55, 62, 80, 96])
def test_grenades_land_one_to_four_pixels_too_far(far: int) -> None:
    sim = new_sim()
    at = (1600 * ONE, 1600 * ONE, 5 * ONE)
    grenade = throw(sim, 0, at, (at[0], at[1] - far * ONE), None)
    assert grenade is not None
    follow(sim, grenade)
    (end,) = only(sim.events, Exploded)
    assert 1 <= 1600 - far - end.y / ONE <= 4


@pytest.mark.parametrize("type_", [VehicleType.TANK, VehicleType.MSV])
def test_a_raised_shot_comes_15_ticks_after_the_press(type_: VehicleType) -> None:
    sim = new_sim()
    spawn(sim, type_, 75, 64, NORTH)
    assert not only(run(sim, 1, FIRE_B), Fired)
    assert not only(run(sim, 14, 0), Fired)
    assert len(only(run(sim, 1, 0), Fired)) == 1


def test_a_mine_is_armed_after_158_ticks_and_6_beeps() -> None:
    sim = new_sim()
    mine = lay(sim, 1600 * ONE, 1600 * ONE)
    assert mine is not None
    events = run(sim, 157, 0)
    assert not mine.flags & INACTIVE
    assert len(only(events, Sound)) == 5
    events += run(sim, 1, 0)
    assert mine.flags & INACTIVE
    assert len(only(events, Sound)) == 6
    assert not run(sim, 100, 0)


def test_twoplayer_4_an_msv_lays_four_mines() -> None:
    sim = new_sim((0, 1))
    state = data(spawn(sim, VehicleType.MSV, 75, 64))
    for _ in range(4):
        run(sim, 1, FIRE_C)
        run(sim, 159, 0)
    assert len(list(sim.state.pool.on_kind(Kind.MINE))) == 4
    assert state.weapons[1].ammunition == 6
