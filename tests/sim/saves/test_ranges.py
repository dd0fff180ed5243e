"""Each field holds what it may (ranges)."""

from __future__ import annotations

from dataclasses import fields
from typing import get_type_hints

import pytest

from tests.sim.busy import put_at
from tests.sim.play import new_sim, put, spawn
from uoserver.sim.blast import burst, explode
from uoserver.sim.defences.turret import wake
from uoserver.sim.grid import Grid
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind
from uoserver.sim.saves.ranges import RANGES, out_of_range
from uoserver.sim.shapetable import SHAPES
from uoserver.sim.simulation import State
from uoserver.sim.tables.effects import Debris, Effect
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.tasks import TaskList
from uoserver.sim.timers import TimerQueue
from uoserver.sim.vehiclestate import VehicleState


def test_every_range_is_of_a_field_with_numbers() -> None:
    for kind, ranges in RANGES.items():
        hints = get_type_hints(kind)
        names = {each.name for each in fields(kind)}
        for name, (low, high) in ranges.items():
            assert name in names, (kind, name)
            assert hints[name] in (int, list[int]), (kind, name)
            assert low <= high


def test_every_dataclass_of_the_state_is_looked_at() -> None:
    """Those without ranges hold no numbers that matter, and are in no list."""
    seen: set[type] = set()
    todo: list[type] = [State]
    while todo:
        kind = todo.pop()
        seen.add(kind)
        for hint in get_type_hints(kind).values():
            inner = [hint, *getattr(hint, "__args__", ())]
            inner += [each for item in inner for each in getattr(item, "__args__", ())]
            new = {each for each in inner if hasattr(each, "__dataclass_fields__")}
            todo += new - seen
    assert seen - set(RANGES) <= {Grid, TaskList, TimerQueue}


@pytest.mark.parametrize(
    ("path", "bad", "good"),
    [
        ("dt", (-1, 13), (0, 12)),
        ("winner", (-3, 2), (-2, 1)),
        ("players", (0, 3), (1, 2)),
        ("lanes", (-1, 16), (15,)),
        ("rand.state", (-1, 1 << 32), (0, (1 << 32) - 1)),
        ("pool.slots[1].x", (1 << 31, -(1 << 31) - 1), (-(1 << 31),)),
        ("pool.slots[1].heading", (-1, 0x400000), (0x3FFFFF,)),
        ("pool.slots[1].team", (-1, 3), (2,)),
        ("pool.slots[1].shape", (-1, len(SHAPES)), (len(SHAPES) - 1,)),
        ("pool.slots[1].cell", (-2, 16385), (-1, 16384)),
        ("pool.slots[1].next", (-1, 512), (511,)),
        ("pool.slots[1].speed", (1 << 41, -(1 << 41)), (1 << 30,)),
        ("pool.slots[1].data.type", (-1, 4), (3,)),
        ("pool.slots[1].data.driver", (-1, 64), (63,)),
        ("pool.slots[1].data.pickup_cell", (-1, 16385), (16384,)),
        ("pool.slots[1].data.bumped_static", (-1, 91), (90,)),
        ("pool.slots[1].data.land_cell", (-1, 16385), (16384,)),
        ("pool.slots[1].data.pickup_zone", (-1, 4), (3,)),
        ("pool.slots[1].data.water", (-1, 3), (2,)),
        ("pool.slots[1].data.boat", (-1, 0x10001), (0x10000,)),
        ("pool.slots[1].data.weapons[0].ammunition", (-1, 0x10000), (0xFFFF,)),
        ("sides[1].pad", (-1, 16385), (16384,)),
        ("sides[1].mines", (-1, 0x10000), (30,)),
        ("drivers[0].steer", (-2, 0x400000), (-1,)),
        ("drivers[0].keys", (-1, 1 << 32), ((1 << 32) - 1,)),
        ("drivers[0].type", (-1, 4), (3,)),
        ("drivers[0].view.type", (-1, 4), (3,)),
        ("drivers[0].view.step", (-1, 256), (0,)),
        ("drivers[0].view.fade", (-1, 0x10001), (0x10000,)),
        ("drivers[0].view.status", (-1, 4), (3,)),
    ],
)
def test_numbers_out_of_range_are_told(
    path: str, bad: tuple[int, ...], good: tuple[int, ...]
) -> None:
    sim = new_sim()
    spawn(sim, VehicleType.TANK, 60, 60)
    for value in (*bad, *good):
        put_at(sim.state, path, value)
        problems = list(out_of_range(sim.state))
        assert len(problems) == (value in bad)
        if problems:
            assert problems[0].startswith(f"state.{path} is {value}, not ")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("glow", [0, 16384]),
        ("pool.free", [1, 0]),
        ("pool.heads", [0, 512, 0, 0]),
        ("pool.slots[1].children", [-1]),
        ("sides[0].stock", [1, 2, 3, 256]),
        ("sides[0].pads", [16384]),
        ("sides[1].flag_sites", [-1, 5]),
    ],
)
def test_lists_are_looked_through(path: str, value: list[int]) -> None:
    sim = new_sim()
    spawn(sim, VehicleType.TANK, 60, 60)
    put_at(sim.state, path, value)
    (problem,) = out_of_range(sim.state)
    assert problem.startswith(f"state.{path} holds a number that is not ")


def test_a_vehicle_has_ranges_for_all_its_cells() -> None:
    cells = {name for name in get_type_hints(VehicleState) if name.endswith("cell")}
    assert cells <= set(RANGES[VehicleState])


@pytest.mark.parametrize(
    ("path", "bad", "good"),
    [
        ("pool.slots[1].data.effect", (-1, 31), (0, 30)),
        ("pool.slots[1].data.cell", (-1, 16385), (16384,)),
        ("pool.slots[1].data.rate", (0, 0x10001), (1, 0x10000)),
        ("pool.slots[1].data.progress", (-1, (1 << 24) + 1), (1 << 24,)),
        ("pool.slots[1].data.step", (-1,), (0, 255)),
        ("pool.slots[1].data.box", (-1, 6), (5,)),
        ("pool.slots[1].data.off_z", (-129, 128), (-128, 127)),
        ("pool.slots[2].data.set", (-1, 7), (6,)),
        ("pool.slots[2].data.frame", (-1,), (0,)),
        ("pool.slots[2].data.fall", (-0x10001, 0x10001), (-0x10000,)),
        ("pool.slots[2].data.seen", (-1,), (0,)),
        ("pool.slots[3].data.what", (-1, 7), (6,)),
        ("pool.slots[3].data.born", (-1,), (0,)),
        ("pool.slots[3].data.seen", (-1,), (0,)),
    ],
)
def test_numbers_of_effects_have_their_ranges(
    path: str, bad: tuple[int, ...], good: tuple[int, ...]
) -> None:
    sim = new_sim()
    explode(sim, Effect.DUST, 0, 0, 0)
    burst(sim, Debris.PLANK, 0, 0, 0, pieces=1)
    create(sim, Kind.REMAINS, 0, 0, 0, 0, 0)
    for value in (*bad, *good):
        put_at(sim.state, path, value)
        problems = list(out_of_range(sim.state))
        assert len(problems) == (value in bad)


DEFENDED: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = [
    ("submarine", (-1, 1 << 32), (0, (1 << 32) - 1)),
    ("sides[1].drones", (-1, 6), (0, 5)),
    ("pool.slots[1].data.turrets", (-1, 512), (0, 511)),
    ("pool.slots[2].data.static", (48, 51), (49, 50)),
    ("pool.slots[2].data.wake", (-1,), (1 << 40,)),
    ("pool.slots[2].data.rest", (-1, 0x400000), (0x3FFFFF,)),
    ("pool.slots[2].data.pitch", (-1, 0x400000), (0x3FFFFF,)),
    ("pool.slots[2].data.target", (-1, 1 << 32), (0,)),
    ("pool.slots[2].data.unseen", (-1, 301), (0, 300)),
    ("pool.slots[2].data.next_shot", (-1,), (0,)),
    ("pool.slots[3].data.target", (-1, 1 << 32), (0,)),
    ("pool.slots[3].data.seen", (-1,), (0,)),
    ("pool.slots[3].data.velocity_x", (1 << 31, -(1 << 31) - 1), ((1 << 31) - 1,)),
    ("pool.slots[3].data.velocity_y", (1 << 31, -(1 << 31) - 1), (-(1 << 31),)),
    ("pool.slots[3].data.roll", (-1, 0x400000), (0x3FFFFF,)),
    ("pool.slots[3].data.pitch", (-1, 0x400000), (0x3FFFFF,)),
    ("pool.slots[3].data.gun", (-1, 0x50001), (0x50000,)),
    ("pool.slots[3].data.muzzle", (-1, 2), (0, 1)),
    ("pool.slots[3].data.next_shot", (-1,), (0,)),
    ("pool.slots[3].data.bumped", (-1, 1 << 32), (0,)),
    ("pool.slots[4].data.target", (-1, 1 << 32), (0,)),
    ("pool.slots[4].data.ticks", (-1,), (0,)),
    ("pool.slots[4].data.picture", (-1, 26 * 65536 + 1), (26 * 65536,)),
]


@pytest.mark.parametrize(("path", "bad", "good"), DEFENDED)
def test_ranges_of_the_defences(path: str, bad: tuple[int, ...], good: tuple[int, ...]) -> None:
    sim = new_sim((0, 1))
    tank = spawn(sim, VehicleType.TANK, 60, 60)
    wake(sim, put(sim, 60, 58, "TOWER", 1), tank)
    create(sim, Kind.DRONE, 1, 0, 0, 0, tank.id)
    create(sim, Kind.SUBMARINE, 0, 0, 0, 0)
    for value in (*bad, *good):
        put_at(sim.state, path, value)
        assert len(list(out_of_range(sim.state))) == (value in bad)
