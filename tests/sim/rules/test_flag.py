"""What a flag does by itself (rules 12)."""

from __future__ import annotations

import pytest

from tests.sim.play import new_sim, pave, put, px, run, spawn
from tests.sim.rules.helpers import flag_at
from tests.sim.vehicles.helpers import middle, put_at
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Obj
from uoserver.sim.rules.carrying import state_of, toggle
from uoserver.sim.rules.flag import in_wet_cell
from uoserver.sim.shapetable import FLAG, SHAPES
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType

JEEP = VehicleType.JEEP


def carried() -> tuple[Simulation, Obj, Obj]:
    sim = new_sim()
    jeep = spawn(sim, JEEP, 60, 60)
    flag = flag_at(sim, 1, 60, 60)
    toggle(sim, jeep)
    return sim, jeep, flag


def test_one_that_lies_is_8_px_wide_and_16_high() -> None:
    (part,) = SHAPES[FLAG]
    assert part.box == (-4 * ONE, -4 * ONE, 4 * ONE, 4 * ONE)
    assert (part.low, part.high) == (0, 16 * ONE)


@pytest.mark.parametrize(
    ("heading", "dx", "dy"),
    [(0, 3.75, 6.75), (0x100000, -6.75, 3.75), (0x200000, -3.75, -6.75), (0x300000, 6.75, -3.75)],
)
def test_it_rides_behind_to_the_right(heading: int, dx: float, dy: float) -> None:
    sim, jeep, flag = carried()
    jeep.heading = heading
    run(sim, 1)
    assert (px(flag.x - jeep.x), px(flag.y - jeep.y), px(flag.z)) == (dx, dy, -2)
    assert flag.cell == jeep.cell


@pytest.mark.parametrize(
    ("heading", "ends"),
    [
        (0, 0x471C7),
        (0x471C6, 0x471C7),
        (0x80000, 0x80000),
        (0x1B8E39, 0x1B8E38),
        (0x1FFFFF, 0x1B8E38),
        (0x200000, 0x2471C7),
        (0x2471C6, 0x2471C7),
        (0x300000, 0x300000),
        (0x3B8E3A, 0x3B8E39),
        (0x3FFFFF, 0x3B8E39),
    ],
)
def test_its_cloth_follows_but_never_points_north_or_south(heading: int, ends: int) -> None:
    sim, jeep, flag = carried()
    jeep.heading = heading
    before = flag.heading
    run(sim, 1)
    turned = abs(flag.heading - before)
    assert flag.heading == ends or min(turned, 0x400000 - turned) == 0x4CCC
    run(sim, 120)
    assert flag.heading == ends


@pytest.mark.parametrize("dt", [1, 3])
def test_it_falls_with_gravity_and_lies_to_the_north(dt: int) -> None:
    sim = new_sim()
    flag = flag_at(sim, 0, 60, 60)
    flag.z, flag.heading = 20 * ONE, 0x123456
    height, fall = 20 * ONE, 0
    while flag.z:
        run(sim, 1, dt=dt)
        fall = max(fall - 0x51E * dt, -ONE)
        height = max(0, height + fall * dt)
        assert (flag.z, flag.heading) == (height, 0)
    run(sim, 1)
    assert state_of(flag).fall == 0


def test_what_was_let_go_below_the_ground_lies_on_it() -> None:
    sim, jeep, flag = carried()
    run(sim, 1)
    assert flag.z == -2 * ONE
    toggle(sim, jeep)
    run(sim, 1)
    assert flag.z == 0


def test_the_water_of_its_whole_cell_counts_but_bridges_are_dry() -> None:
    sim = new_sim()
    flag = flag_at(sim, 0, 60, 60)
    found = []
    for terrain in (0, 3, 52, 90, 1, 2, 4, 23, 30, 51):
        pave(sim, [(60, 60)], terrain)
        found.append(in_wet_cell(sim, flag))
    assert found == [False] * 4 + [True] * 6
    put(sim, 60, 60, "BRIDGE_H")
    assert not in_wet_cell(sim, flag)
    put_at(sim, flag, -5, 5)
    assert in_wet_cell(sim, flag)


@pytest.mark.parametrize("dt", [1, 2])
def test_in_water_it_drifts_faster_and_faster_to_where_it_was_dry(dt: int) -> None:
    sim = new_sim()
    pave(sim, [(column, 60) for column in range(60, 64)], 2)
    flag = flag_at(sim, 0, 59, 60)
    run(sim, 1)
    assert (state_of(flag).home_x, state_of(flag).home_y) == middle(59, 60)
    put_at(sim, flag, 62 * 32, 60 * 32 + 16)
    x, speed = flag.x, 0
    for _ in range(150 // dt):
        run(sim, 1, dt=dt)
        speed = min(speed + 0x36 * dt, 0x1999)
        x -= speed * dt
        assert (flag.x, flag.y) == (x, middle(60, 60)[1])
    assert speed == 0x1999
    run(sim, 700 // dt, dt=dt)
    assert flag.cell == 60 * 128 + 59
    assert state_of(flag).drift == 0
    still = flag.x
    run(sim, 5, dt=dt)
    assert flag.x == still
    assert (state_of(flag).home_x, state_of(flag).home_y) == (flag.x, flag.y)


def test_its_jeep_takes_its_home_along_on_dry_ground_only() -> None:
    sim, jeep, flag = carried()
    put_at(sim, jeep, 50 * 32 + 16, 50 * 32 + 16)
    run(sim, 1)
    home = (flag.x, flag.y)
    assert (state_of(flag).home_x, state_of(flag).home_y) == home
    pave(sim, [(51, 50)], 1)
    put_at(sim, jeep, 51 * 32 + 16, 50 * 32 + 16)
    run(sim, 1)
    assert flag.x != home[0]
    assert (state_of(flag).home_x, state_of(flag).home_y) == home
