"""An MSV's tubes and mines (specification 6: Firing; tables 1: Muzzles)."""

from __future__ import annotations

import pytest

from tests.sim.play import EAST, NORTH, SOUTH, cell, data, new_sim, pave, run, spawn
from tests.sim.weapons.helpers import only
from uoserver.sim.events import Exploded, Fired, Sound
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A, FIRE_B, FIRE_C
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import VehicleState
from uoserver.sim.weapons.mine import state_of
from uoserver.sim.weapons.rockets import EMPTY


def msv(heading: int = NORTH, teams: tuple[int, ...] = (0,)) -> tuple[Simulation, VehicleState]:
    sim = new_sim(teams)
    return sim, data(spawn(sim, VehicleType.MSV, 40, 40, heading))


def test_three_tubes_side_by_side_then_a_pause() -> None:
    sim, _ = msv()
    x, y = centre(cell(40, 40))
    ticks, places = [], []
    for tick in range(200):
        for fired in only(run(sim, 1, FIRE_A), Fired):
            ticks.append(tick)
            places.append(tuple(round(v / ONE, 2) for v in (fired.x - x, y - fired.y, fired.z)))
    assert ticks == [0, 30, 60, 101, 131, 161]
    assert places[:3] == [(-1.5, 8.96, 10.54), (0, 8.96, 10.54), (1.5, 8.96, 10.54)]


def test_where_raised_rockets_begin() -> None:
    sim, _ = msv()
    x, y = centre(cell(40, 40))
    (fired,) = only(run(sim, 20, FIRE_B), Fired)
    assert (fired.x - x) / ONE == -1.5
    assert ((y - fired.y) / ONE, fired.z / ONE) == pytest.approx((4.34, 25.21), abs=0.01)


@pytest.mark.parametrize(("button", "ahead", "up"), [(FIRE_A, -7.5, 11), (FIRE_B, -6.5, 10.3)])
def test_the_flame_comes_out_behind(button: int, ahead: float, up: float) -> None:
    sim, _ = msv()
    x, y = centre(cell(40, 40))
    (blast,) = only(run(sim, 20, button), Exploded)
    assert blast.effect == Effect.ROCKET_FLASH
    assert (blast.x - x) / ONE == -1.5
    assert ((y - blast.y) / ONE, blast.z / ONE) == pytest.approx((ahead, up), abs=0.1)


@pytest.mark.parametrize(("dt", "frames"), [(1, 41), (2, 21), (3, 14)])
def test_the_tubes_are_reloaded_in_proportion_to_time(dt: int, frames: int) -> None:
    sim, state = msv()
    state.tube = EMPTY
    events = run(sim, frames - 1, 0, dt=dt)
    assert state.tube == EMPTY + (frames - 1) * dt * 0x2666
    assert not [event for event in events if isinstance(event, Sound) and event.name == "Reload"]
    events = run(sim, 1, 0, dt=dt)
    assert state.tube == 0
    assert [event.name for event in only(events, Sound)] == ["Reload"]


def test_the_last_rocket_leaves_the_tubes_empty_and_then_it_clicks() -> None:
    sim, state = msv()
    state.weapons[0].ammunition = 1
    run(sim, 1, FIRE_A)
    assert state.tube == EMPTY
    events = run(sim, 100, FIRE_A)
    assert state.tube == EMPTY
    assert not only(events, Fired)
    assert [event.name for event in only(events, Sound)] == ["OutAmmo"] * 3


def test_without_room_nothing_is_spent() -> None:
    sim, state = msv()
    while create(sim, Kind.MINE, 0, 0, 0, 0, 0):
        pass
    run(sim, 5, FIRE_A)
    assert (state.weapons[0].ammunition, state.tube) == (100, 0)


# -- mines -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("heading", "dy"), [(NORTH, -5), (SOUTH, 5), (EAST, 0)])
def test_a_mine_lies_ahead_only_along_north_and_south(heading: int, dy: int) -> None:
    sim, state = msv(heading, (0, 1))
    events = run(sim, 2, FIRE_C)
    (mine,) = sim.state.pool.on_kind(Kind.MINE)
    x, y = centre(cell(40, 40))
    assert (mine.x, mine.y, mine.z) == (x, y + dy * ONE, 0)
    assert state_of(mine).by == 0
    assert state.weapons[1].ammunition == 9
    (fired,) = only(events, Fired)
    assert (fired.id, fired.projectile) == (mine.id, -2)


def test_mines_come_140_ticks_apart_while_the_button_is_held() -> None:
    sim, _ = msv(NORTH, (0, 1))
    ticks = [tick for tick in range(300) if only(run(sim, 1, FIRE_C), Fired)]
    assert ticks == [1, 141, 281]


def test_one_player_has_no_mines_and_nobody_in_deep_water() -> None:
    sim, state = msv()
    assert not run(sim, 5, FIRE_C)[1:]
    assert state.weapons[1].ammunition == 10
    sim, state = msv(NORTH, (0, 1))
    pave(sim, [(40, 40)], 2)
    run(sim, 3, FIRE_C)
    assert state.weapons[1].ammunition == 10
    assert not list(sim.state.pool.on_kind(Kind.MINE))


def test_without_mines_it_clicks() -> None:
    sim, state = msv(NORTH, (0, 1))
    state.weapons[1].ammunition = 0
    assert "OutAmmo" in [event.name for event in only(run(sim, 2, FIRE_C), Sound)]
    assert not list(sim.state.pool.on_kind(Kind.MINE))
