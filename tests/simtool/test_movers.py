from __future__ import annotations

import time
from dataclasses import fields

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.simtool.drawn import (
    AREA,
    OFF_THE_MAP,
    colour_at,
    colours_in,
    painted,
    put,
    with_vehicle,
    world,
)
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import set_parent
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.saves.ranges import RANGES
from uoserver.sim.simulation import Simulation
from uoserver.sim.statics import place
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.statics import GATE_ACROSS, TOWER
from uoserver.simtool import palette as p
from uoserver.simtool.canvas import Canvas
from uoserver.simtool.eyes import Follow
from uoserver.simtool.movers import DRAWERS, paint_object
from uoserver.simtool.scene import Scene

NEVER_OBJECTS = {Kind.SHADOW, Kind.TRACER}


def any_of(kind: Kind) -> tuple[Simulation, Obj]:
    """An object of a kind in a world where it can be."""
    sim, vehicle = with_vehicle("tank")
    if kind is Kind.VEHICLE:
        return sim, vehicle
    cell = 3 * 128 + 2
    place(sim.state.grid, cell, TOWER, 1)
    args = {
        Kind.GATE: GATE_ACROSS,
        Kind.TURRET: vehicle.id,
        Kind.DRONE: vehicle.id,
        Kind.EXPLOSION: Effect.MINE | OFF_THE_MAP << 8,
    }
    return sim, put(sim, kind, 1, arg=args.get(kind, 0), y=112)


def test_all_kinds_that_can_be_objects_have_a_drawer() -> None:
    assert set(DRAWERS) == set(Kind) - NEVER_OBJECTS


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_nothing_raises_whatever_state_an_object_is_in(data: st.DataObject) -> None:
    sim, obj = any_of(data.draw(st.sampled_from(sorted(DRAWERS))))
    values = st.integers(-(1 << 31), (1 << 31) - 1)
    for name in ("x", "y", "z"):
        setattr(obj, name, data.draw(values | st.integers(0, 160 * ONE)))
    obj.heading = data.draw(st.integers(0, 0x3FFFFF))
    obj.team = data.draw(st.integers(0, 2))
    obj.think = data.draw(st.integers(0, 5))
    ranges = RANGES[type(obj.data)]
    for each in fields(obj.data):  # type: ignore[arg-type]
        if each.name in ranges:
            setattr(obj.data, each.name, data.draw(st.integers(*ranges[each.name])))
    times = data.draw(st.sampled_from((1.0, 4.5)))
    paint_object(Canvas.of(AREA, 1.0), sim, obj, times)
    obj.data = None
    paint_object(Canvas.of(AREA, 1.0), sim, obj, times)


@pytest.mark.parametrize("kind", sorted(NEVER_OBJECTS))
def test_what_has_no_drawer_is_a_dot(kind: Kind) -> None:
    sim = world("")
    put(sim, Kind.LIFT, 1).kind = kind
    assert colour_at(painted(sim), 80, 80) == p.SIDES[1]


def test_the_highest_is_drawn_last() -> None:
    sim, heli = with_vehicle("helicopter")
    wreck = put(sim, Kind.WRECK)
    assert colour_at(painted(sim), 74, 82) == p.SIDES[0]
    wreck.z = heli.z + ONE
    assert colour_at(painted(sim), 74, 82) == p.WRECK


def test_what_lies_is_below_what_drives_over_it() -> None:
    sim, _ = with_vehicle("tank")
    put(sim, Kind.MINE)
    put(sim, Kind.REMAINS)
    found = painted(sim)
    assert colour_at(found, 76, 87) == p.SIDES[0]
    assert p.OLIVE not in colours_in(found, 70, 70, 90, 90)


def test_a_flag_shows_on_the_jeep_that_carries_it() -> None:
    sim, jeep = with_vehicle("jeep")
    flag = put(sim, Kind.FLAG, 1, z=-2)
    set_parent(sim, flag, jeep)
    found = painted(sim)
    assert colours_in(found, 75, 60, 95, 80)[p.SIDES[1]] > 50
    assert colour_at(found, 80, 75) == p.INK  # its pole, over the bonnet


def test_small_pictures_have_larger_vehicles_but_not_larger_gates() -> None:
    sim, _ = with_vehicle("tank")
    assert colour_at(painted(sim), 80, 101) == p.LAND
    assert colour_at(painted(sim, 2), 73, 97) == p.SIDES[0]
    sim = world("")
    put(sim, Kind.GATE, arg=GATE_ACROSS)
    assert painted(sim).image.tobytes() == painted(sim, 3).image.tobytes()


def test_what_is_far_off_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(
        "uoserver.simtool.movers.paint_object", lambda _c, _s, o, _t: drawn.append(o.id)
    )
    sim = world("")
    seen = [put(sim, Kind.MAN, x=x).id for x in (80, 10, 180)]
    for x in (300, 3000):
        put(sim, Kind.MAN, x=x)
    painted(sim)
    assert sorted(drawn) == sorted(seen)
    drawn.clear()
    painted(sim, 4)
    assert len(drawn) == 4


def test_a_crowded_picture_takes_less_than_thirty_milliseconds() -> None:
    """Of the best of many: others may use the machine, too. 0.1 s here is a broken drawing."""
    sim, _ = with_vehicle("tank")
    for number in range(60):
        put(sim, Kind.MAN, x=10 + number * 4 % 300, y=10 + number * 7 % 200)
        put(sim, Kind.MISSILE, x=10 + number * 9 % 300, y=10 + number * 5 % 200)
    shown = Scene(sim, Follow(0), "t")
    assert shown.picture().size[0] == 640
    best = 1.0
    for _ in range(20):
        begin = time.process_time()
        shown.picture()
        best = min(best, time.process_time() - begin)
    assert best < 0.03
