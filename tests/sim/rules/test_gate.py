"""Gates open for their own side (rules 12)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.sim.play import EAST, cell, new_sim, put, px, run, spawn
from tests.sim.vehicles.helpers import middle, put_at
from uoserver.sim.events import CellChanged, Destroyed, Sound, StaticHit
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import UP
from uoserver.sim.lifecycle import create, parent_of
from uoserver.sim.match import remove_driver
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.rules import gate
from uoserver.sim.rules.gate import GateState, doors, open_gate, state_of
from uoserver.sim.saves.saving import load, save, state_hash
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.statics import GATE_ACROSS, GATE_UPRIGHT, NUMBER_OF
from uoserver.sim.tables.vehicles import VehicleType

TANK = VehicleType.TANK
AT = cell(60, 60)


def gates(sim: Simulation) -> list[Obj]:
    return list(sim.state.pool.on_kind(Kind.GATE))


def opened(teams: Sequence[int] = (0,), **_: object) -> tuple[Simulation, Obj, Obj]:
    """A gate that begins to open for a tank 30 px south of it."""
    sim = new_sim(teams)
    put(sim, 60, 60, "GATE_H", 0)
    tank = spawn(sim, TANK, 60, 61)
    open_gate(sim, AT, tank)
    (obj,) = gates(sim)
    return sim, tank, obj


def names(events: Sequence[object]) -> list[str]:
    return [event.name for event in events if isinstance(event, Sound)]


# -- opening ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "static"), [("GATE_H", GATE_ACROSS), ("GATE_V", GATE_UPRIGHT)])
def test_an_object_takes_the_place_of_the_gate(name: str, static: int) -> None:
    sim = new_sim()
    put(sim, 60, 60, name, 0)
    sim.state.grid.hits[AT] = 3
    tank = spawn(sim, TANK, 60, 61)
    sim.events = []
    open_gate(sim, AT, tank)
    (obj,) = gates(sim)
    assert (obj.x, obj.y, obj.z, obj.team, obj.cell) == (*middle(60, 60), 0, 0, AT)
    assert parent_of(sim, obj) is tank
    assert state_of(obj) == GateState(static, 0, 15 * ONE, 0)
    grid = sim.state.grid
    assert (grid.static[AT], grid.hits[AT], grid.side[AT]) == (0, 3, 0)
    assert grid.terrain[AT] == {GATE_ACROSS: 88, GATE_UPRIGHT: 89}[static]
    assert names(sim.events) == ["GateMove"]
    assert sim.events[-1] == CellChanged(AT, grid.terrain[AT], 0, 0)


@pytest.mark.parametrize("why", ["enemy", "nobody", "broken", "no gate"])
def test_it_stays_shut(why: str) -> None:
    sim = new_sim()
    put(
        sim,
        60,
        60,
        "WALL_H" if why == "no gate" else "GATE_H",
        {"enemy": 1, "nobody": 2}.get(why, 0),
    )
    if why == "broken":
        sim.state.grid.hits[AT] = 0
    open_gate(sim, AT, spawn(sim, TANK, 60, 61))
    assert gates(sim) == []
    assert sim.state.grid.static[AT] != 0


def test_without_room_in_the_pool_it_stays_shut() -> None:
    sim = new_sim()
    put(sim, 60, 60, "GATE_H", 0)
    tank = spawn(sim, TANK, 60, 61)
    while create(sim, Kind.WRECK, 1, 0, 0, 0, TANK):
        pass
    open_gate(sim, AT, tank)
    assert sim.state.grid.static[AT] == GATE_ACROSS


@pytest.mark.parametrize("dt", [1, 4])
def test_the_doors_move_half_a_pixel_a_tick_to_15(dt: int) -> None:
    sim, _, obj = opened()
    seen = []
    for _ in range(10):
        run(sim, 1, dt=dt)
        seen.append(state_of(obj).opening)
    assert seen == [min(15 * ONE, n * dt * ONE // 2) for n in range(1, 11)]


def test_the_doors_slide_outward_over_the_whole_cell() -> None:
    for opening in (0, 7 * ONE, 15 * ONE):
        left, right = doors(GATE_ACROSS, opening)
        edge = opening
        assert (left.dx, left.dy, left.dx + left.box[2]) == (-16 * ONE - edge, 0, -edge)
        assert (right.dx, right.dy, right.dx + right.box[0]) == (16 * ONE + edge, 0, edge)
        assert (left.dx + left.box[0], right.dx + right.box[2]) == (
            -17 * ONE - edge,
            17 * ONE + edge,
        )
        assert (left.box[1], left.box[3]) == (-ONE, ONE)
        turned = doors(GATE_UPRIGHT, opening)
        for part, other in zip((left, right), turned, strict=True):
            west, north, east, south = part.box
            assert other == part._replace(box=(north, west, south, east), dx=part.dy, dy=part.dx)
        assert [(p.low, p.high, p.solid, p.mask) for p in turned] == [(0, 16 * ONE, 1, 0xFF)] * 2


def test_doors_stop_who_drives_against_them() -> None:
    sim = new_sim((0, 1))
    put(sim, 60, 60, "GATE_H", 0)
    tank = spawn(sim, TANK, 60, 61)
    enemy = spawn(sim, TANK, 60, 58, heading=0x200000, driver=1)
    put_at(sim, enemy, 60 * 32 + 16 + 25, 58 * 32 + 16)
    open_gate(sim, AT, tank)
    run(sim, 150, 0, UP)
    assert px(enemy.y) + 11.25 <= 60 * 32 + 16 - 1
    assert px(enemy.y) > 59 * 32 + 16


# -- closing ---------------------------------------------------------------------------------------


def test_it_stays_open_while_the_opener_is_in_the_zone_at_any_height() -> None:
    sim, tank, obj = opened()
    run(sim, 31)
    assert state_of(obj).target == 15 * ONE
    tank.z = 50 * ONE
    for edge, target in ((32 + 11, 15 * ONE), (32 + 13, 0)):
        put_at(sim, tank, 60 * 32 + 16, 60 * 32 + 16 + edge)
        events = run(sim, 1)
        tank.z = 50 * ONE
        assert state_of(obj).target == target
    assert names(events) == ["GateMove"]


def test_shut_it_is_a_static_object_again_after_more_than_60_ticks() -> None:
    sim, tank, obj = opened()
    sim.state.grid.hits[AT] = 2
    run(sim, 31)
    put_at(sim, tank, 100, 100)
    events = run(sim, 1 + 29)
    assert names(events) == ["GateMove"]
    assert state_of(obj).opening == ONE // 2
    assert names(run(sim, 1)) == ["GateClose"]
    run(sim, 60)
    assert gates(sim) == [obj]
    events = run(sim, 1)
    assert gates(sim) == []
    grid = sim.state.grid
    assert (grid.static[AT], grid.hits[AT], grid.side[AT], grid.terrain[AT]) == (43, 2, 0, 88)
    assert events[-2:] == [
        CellChanged(AT, 88, 43, 0),
        Destroyed(obj.id, Kind.GATE, 0),
    ]


def test_it_closes_when_the_opener_is_gone() -> None:
    sim, _, obj = opened()
    run(sim, 31)
    remove_driver(sim, 0)
    run(sim, 1)
    assert state_of(obj).target == 0


def test_the_opener_that_comes_back_too_soon_waits() -> None:
    sim, tank, obj = opened()
    run(sim, 31)
    y = tank.y
    put_at(sim, tank, 100, 100)
    run(sim, 10)
    put_at(sim, tank, 60 * 32 + 16, px(y))
    run(sim, 10)
    assert state_of(obj).target == 0


def test_another_vehicle_of_the_side_keeps_it_open_or_opens_it_again() -> None:
    sim, tank, obj = opened((0, 0, 1))
    friend = spawn(sim, TANK, 60, 59, driver=1)
    assert [name for name in names(run(sim, 31)) if name.startswith("Gate")] == []
    put_at(sim, tank, 100, 100)
    run(sim, 3)
    assert (state_of(obj).target, parent_of(sim, obj)) == (15 * ONE, friend)
    put_at(sim, friend, 100, 200)
    run(sim, 10)
    assert state_of(obj).target == 0
    put_at(sim, tank, 60 * 32 + 16, 61 * 32 + 16)
    events = run(sim, 1)
    assert (state_of(obj).target, parent_of(sim, obj)) == (15 * ONE, tank)
    assert names(events) == ["GateMove"]


def test_an_enemy_in_the_zone_does_not_hold_it() -> None:
    sim, tank, obj = opened((0, 1))
    spawn(sim, TANK, 60, 59, driver=1)
    run(sim, 31)
    put_at(sim, tank, 100, 100)
    run(sim, 1)
    assert state_of(obj).target == 0


def test_what_lies_between_the_doors_opens_them_again_but_no_vehicle() -> None:
    sim, tank, obj = opened((0, 1))
    run(sim, 31)
    put_at(sim, tank, 100, 100)
    spawn(sim, TANK, 60, 60, driver=1)
    run(sim, 31)
    assert (state_of(obj).opening, state_of(obj).target) == (0, 0)

    sim, tank, obj = opened()
    run(sim, 31)
    wreck = create(sim, Kind.WRECK, 1, *middle(60, 60), 0, TANK)
    assert wreck
    wreck.shape, wreck.think = 1, 2
    put_at(sim, tank, 100, 100)
    lowest = 15 * ONE
    for _ in range(40):
        run(sim, 1)
        lowest = min(lowest, state_of(obj).opening)
    # the hulk is 7.5 px wide to either side, and its edges are compared in whole pixels
    assert lowest == 8 * ONE


@pytest.mark.parametrize("side", [-1, 1])
def test_walls_beside_it_do_not_stop_the_doors(side: int) -> None:
    sim, tank, obj = opened()
    put(sim, 60 + side, 60, "WALL_H", 0)
    run(sim, 31)
    put_at(sim, tank, 100, 100)
    run(sim, 31)
    assert state_of(obj).opening == 0


# -- damage ----------------------------------------------------------------------------------------


def test_hits_on_the_doors_are_hits_on_the_cell() -> None:
    sim, tank, obj = opened()
    sim.events = []
    gate.damage(sim, obj, 2 * ONE, tank)
    gate.damage(sim, obj, 1, None)
    gate.damage(sim, obj, 0, None)
    assert sim.events == [StaticHit(AT, 3, tank.id), StaticHit(AT, 2, 0)]
    assert sim.state.grid.hits[AT] == 2
    run(sim, 1)
    assert gates(sim) == [obj]


def test_shot_down_it_is_destroyed_in_its_cell() -> None:
    sim, _, obj = opened()
    gate.damage(sim, obj, 9 * ONE, None)
    assert sim.state.grid.hits[AT] == 0
    gate.damage(sim, obj, ONE, None)
    run(sim, 1)
    assert gates(sim) == []
    run(sim, 120)
    assert sim.state.grid.static[AT] == NUMBER_OF["DEST_GATE_H"]
    assert sim.state.grid.hits[AT] == 0


def test_it_goes_when_its_cell_has_no_hit_points_any_more() -> None:
    sim, _, _ = opened()
    sim.state.grid.hits[AT] = 0
    run(sim, 1)
    assert gates(sim) == []
    run(sim, 120)
    assert sim.state.grid.static[AT] == NUMBER_OF["DEST_GATE_H"]


def test_off_the_map_there_is_no_cell_for_it() -> None:
    sim = new_sim()
    obj = create(sim, Kind.GATE, 0, -ONE, -ONE, 0, GATE_ACROSS)
    assert obj
    assert gate.destroy(sim, obj)


# -- the rest --------------------------------------------------------------------------------------


def test_an_upright_gate_opens_to_the_north_and_south() -> None:
    sim = new_sim()
    put(sim, 60, 60, "GATE_V", 0)
    for dy in (-1, 1):
        put(sim, 60, 60 + dy, "WALL_V", 0)
    tank = spawn(sim, TANK, 56, 60, EAST)
    run(sim, 220, UP)
    assert px(tank.x) > 62 * 32


def test_a_gate_in_use_can_be_saved() -> None:
    sim, _, _ = opened()
    run(sim, 7)
    twin = load(save(sim), sim.classes)
    for _ in range(120):
        run(sim, 1, UP)
        run(twin, 1, UP)
    assert state_hash(sim) == state_hash(twin)


def test_only_gates_have_the_state_of_one() -> None:
    sim = new_sim()
    tank = spawn(sim, TANK, 40, 40)
    with pytest.raises(TypeError, match="is no gate"):
        state_of(tank)
