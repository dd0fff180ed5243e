"""Each field holds what it may (ranges)."""

from __future__ import annotations

from dataclasses import fields
from typing import get_origin, get_type_hints

import pytest

from tests.sim.busy import put_at
from tests.sim.play import new_sim, put, spawn
from uoserver.sim.blast import burst, explode
from uoserver.sim.defences.turret import wake
from uoserver.sim.grid import Grid
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind
from uoserver.sim.saves.invariants import DATA_OF
from uoserver.sim.saves.ranges import COUNTED, LENGTHS, RANGES, out_of_range
from uoserver.sim.shapetable import SHAPES
from uoserver.sim.sides import Driver
from uoserver.sim.simulation import State
from uoserver.sim.tables.effects import Debris, Effect
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.tasks import Task, TaskList
from uoserver.sim.timers import Timer, TimerQueue
from uoserver.sim.vehiclestate import VehicleState, WeaponSlot


def test_every_range_is_of_a_field_with_numbers() -> None:
    for kind, ranges in RANGES.items():
        hints = get_type_hints(kind)
        names = {each.name for each in fields(kind)}
        for name, (low, high) in ranges.items():
            assert name in names, (kind, name)
            assert hints[name] in (int, list[int]), (kind, name)
            assert low <= high


def state_classes() -> set[type]:
    """All dataclasses that a state can hold."""
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
    return seen | set(DATA_OF.values()) | {WeaponSlot}


def test_every_dataclass_of_the_state_is_looked_at() -> None:
    """Those without ranges hold no numbers that matter, and are in no list."""
    assert state_classes() - set(RANGES) <= {Grid, TaskList, TimerQueue}


def test_every_list_of_the_state_has_a_length() -> None:
    lists = {
        (kind, name)
        for kind in state_classes()
        for name, hint in get_type_hints(kind).items()
        if hint is bytearray or get_origin(hint) is list
    }
    assert {(kind, name) for kind, names in LENGTHS.items() for name in names} == lists


@pytest.mark.parametrize(
    ("path", "item", "most"),
    [
        ("drivers", Driver(0, 0), 64),
        ("glow", 5, 64),
        ("timers.entries", Timer(1, 1, 0, 0, 1), 1024),
        ("tasks.entries", Task(1, 0, 0), 1024),
        ("grid.hits", 0, 16384),
        ("grid.chain", 0, 16385),
        ("pool.doomed", 1, 511),
        ("pool.slots[1].children", 2, 511),
        ("pool.slots[1].data.weapons", WeaponSlot(), 2),
        ("sides[0].pads", 5, 4),
        ("sides[1].flag_sites", 5, 254),
        ("sides[1].queue", 5, 64),
        ("sides[1].stock", 5, 4),
    ],
)
def test_longer_lists_than_there_can_be_are_told(path: str, item: object, most: int) -> None:
    sim = new_sim()
    spawn(sim, VehicleType.TANK, 60, 60)
    for length in (most, most + 1):
        items = bytearray(length) if path == "grid.hits" else [item] * length
        put_at(sim.state, path, items)
        problems = list(out_of_range(sim.state))
        told = [f"state.{path} has {most + 1} items, not {most} at most"]
        assert problems == (told if length > most else [])


@pytest.mark.parametrize(
    "path",
    [
        *("tick", "timers.entries[0].remaining", "drivers[0].view.timer", "sides[0].flag_left"),
        *("pool.slots[1].data.arrow_tick", "pool.slots[1].data.yaw_rate"),
        "pool.slots[1].data.weapons[0].next_fire",
    ],
)
def test_what_counts_has_room_for_all_times_to_come_in_a_save(path: str) -> None:
    sim = new_sim()
    spawn(sim, VehicleType.TANK, 60, 60)
    sim.state.timers.add(5, 1)
    for value, saved, problems in (
        (COUNTED // 2, True, 0),
        (COUNTED // 2 + 1, True, 1),
        (COUNTED, False, 0),
        (COUNTED + 1, False, 1),
    ):
        put_at(sim.state, path, value)
        assert len(list(out_of_range(sim.state, saved=saved))) == problems


def test_what_counts_down_has_room_in_a_save() -> None:
    sim = new_sim()
    spawn(sim, VehicleType.TANK, 60, 60)
    put_at(sim.state, "pool.slots[1].data.yaw_rate", -COUNTED // 2 - 1)
    assert not list(out_of_range(sim.state))
    assert len(list(out_of_range(sim.state, saved=True))) == 1


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
        ("pool.slots[1].z", (1 << 31, -(1 << 31) - 1), (-(1 << 31),)),
        ("pool.slots[1].speed", (-256 * ONE - 1, 256 * ONE + 1), (-256 * ONE, 256 * ONE)),
        ("pool.slots[1].data.fuel", (-1, 500 * ONE + 1), (0, 500 * ONE)),
        ("pool.slots[1].data.hits", (0, 26 * ONE + 1), (1, 26 * ONE)),
        ("pool.slots[1].data.phase_ticks", (-1, COUNTED + 1), (COUNTED,)),
        ("pool.slots[1].data.arrow", (-2, 9), (-1, 8)),
        ("pool.slots[1].data.rotor", (-1, ONE + 1), (ONE,)),
        ("pool.slots[1].data.rotor_speed", (-1, 4 * ONE + 1), (4 * ONE,)),
        ("pool.slots[1].data.rotor_angle", (-1, 0x400000), (0x3FFFFF,)),
        ("pool.slots[1].data.land_x", (1 << 31, -(1 << 31) - 1), (-(1 << 31),)),
        ("pool.slots[1].data.slope_y", (1 << 31, -(1 << 31) - 1), (-(1 << 31),)),
        ("pool.slots[1].data.velocity_y", (1 << 31, -(1 << 31) - 1), (-(1 << 31),)),
        ("pool.slots[1].data.drift_x", (-0x7AF, 0x7AF), (-0x7AE, 0x7AE)),
        ("pool.slots[1].data.bank", (-0x30001, 0x30001), (-0x30000,)),
        ("pool.slots[1].data.turret", (-1, 0x400000), (0x3FFFFF,)),
        ("pool.slots[1].data.elevation_target", (-1, 0x400000), (0x3B8E39,)),
        ("pool.slots[1].data.weapon", (-1, 2), (1,)),
        ("pool.slots[1].data.splash", (-1, 8 * ONE), (8 * ONE - 1,)),
        ("pool.slots[2].data.born", (-1, COUNTED + 1), (0,)),
        ("pool.slots[2].data.fall", (-ONE - 1, 1), (-ONE, 0)),
        ("pool.slots[2].data.hits", (12 * ONE + 1, -COUNTED - 1), (12 * ONE, -COUNTED)),
        ("pool.slots[2].data.ticks", (-1, COUNTED + 1), (COUNTED,)),
        ("drivers[0].view.timer", (-ONE - 1, COUNTED + 1), (-ONE, COUNTED)),
        ("drivers[0].view.zoom", (-256 * ONE - 1, 256 * ONE + 1), (110 * ONE,)),
        ("drivers[0].view.slide", (-256 * ONE - 1, 256 * ONE + 1), (-35 * ONE,)),
        ("drivers[0].view.laugh", (-1, 0x3C0000), (0x3BFFFF,)),
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
    create(sim, Kind.WRECK, 0, 0, 0, 0, VehicleType.JEEP)
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
