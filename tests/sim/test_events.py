"""What a tick yields: each sort of event on a drive that makes it happen."""

from __future__ import annotations

import json

import pytest

from tests.sim.play import PAD_0, cell, new_sim, put, run, spawn
from uoserver.sim.events import (
    CellChanged,
    Created,
    Damaged,
    Destroyed,
    Docked,
    Ended,
    Event,
    Exploded,
    FlagCaptured,
    FlagDropped,
    FlagReturned,
    FlagTaken,
    Launched,
    Lost,
    ManKilled,
    Sound,
    StaticHit,
)
from uoserver.sim.grid import centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.keys import FIRE_A, FIRES, UP
from uoserver.sim.match import step
from uoserver.sim.objects import Kind, List
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.statics import NUMBER_OF
from uoserver.sim.tables.terrain import PAD_OPEN
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.hull import damage

TANK = VehicleType.TANK


def test_who_blows_himself_up_is_lost_and_leaves_a_wreck_that_explodes() -> None:
    sim = new_sim()
    tank = spawn(sim, TANK, 40, 40)
    run(sim, 1)
    events = run(sim, 1, FIRES)
    wreck, *burning = sim.state.pool.on(List.ACTIVE)
    assert events == [
        Lost(0, TANK, "self"),
        Created(wreck.id, Kind.WRECK, 0),
        Destroyed(tank.id, Kind.VEHICLE, 0),
        Sound("Explosion", wreck.x, wreck.y, 0, wreck.id),
        Exploded(Effect.TANK_DEATH, wreck.x, wreck.y, 0),
        *(Created(obj.id, obj.kind, obj.team) for obj in burning),
    ]
    assert [obj.kind for obj in burning] == [Kind.EXPLOSION, *[Kind.DEBRIS] * 6]


def test_who_docks_is_gone_and_a_lift_goes_down_with_a_noise() -> None:
    sim = new_sim()
    tank = spawn(sim, TANK, *PAD_0)
    run(sim, 1)
    events = run(sim, 1, FIRE_A)
    (lift,) = sim.state.pool.on_kind(Kind.LIFT)
    assert events == [
        Docked(0, TANK),
        Created(lift.id, Kind.LIFT, 0),
        Destroyed(tank.id, Kind.VEHICLE, 0),
        CellChanged(cell(*PAD_0), PAD_OPEN, 0, 2),
        Sound("Raise", lift.x, lift.y, 0, lift.id),
    ]


def test_a_bush_that_is_driven_over_is_hit_and_another_one() -> None:
    sim = new_sim()
    bush = put(sim, 40, 39, "BUSH_1S")
    tank = spawn(sim, TANK, 40, 41)
    run(sim, 1)
    events = run(sim, 80, UP)
    explosion, *_ = (event.id for event in events if isinstance(event, Created))
    assert events[:3] == [
        StaticHit(bush, 0, tank.id),
        Exploded(Effect.CRUSHED, *centre(bush), 0),
        Created(explosion, Kind.EXPLOSION, 2),
    ]
    assert [type(event) for event in events[3:]] == [
        *(Created, Created, CellChanged, Destroyed, Destroyed, Destroyed),
    ]
    assert events[5] == CellChanged(bush, 0, NUMBER_OF["DEST_BUSH_1"], 1)


def test_a_hit_tells_what_was_lost_and_by_whom() -> None:
    sim = new_sim((0, 1))
    tank, enemy = spawn(sim, TANK, 40, 40), spawn(sim, TANK, 40, 50, driver=1)
    sim.events = []
    damage(sim, tank, 2 * ONE, enemy)
    assert sim.events == [Damaged(tank.id, 2 * ONE - 0x4CCC, enemy.id)]


def test_a_tick_yields_its_own_events_only() -> None:
    sim = new_sim()
    spawn(sim, TANK, 40, 40)
    first = step(sim, [])
    assert [type(event) for event in first] == [Sound]
    assert step(sim, []) == []
    assert len(first) == 1  # who keeps them has them


@pytest.mark.parametrize(
    "event",
    [
        Created(513, Kind.VEHICLE, 0),
        Destroyed(513, Kind.VEHICLE, 0),
        Damaged(513, ONE, 0),
        StaticHit(5, 1, 513),
        CellChanged(5, 0, 87, 1),
        Sound("Raise", 0, 0, 0),
        Launched(0, 513, TANK),
        Docked(0, TANK),
        Lost(0, TANK, "fuel"),
        Ended(-1),
        FlagTaken(0, 1),
        FlagDropped(0, 1),
        FlagReturned(-1, 1),
        FlagCaptured(0, 1),
        ManKilled(513, 1, 0),
    ],
)
def test_events_are_plain_records(event: Event) -> None:
    written = json.loads(json.dumps(event._asdict()))
    assert type(event)(**written) == event
    assert all(type(value) in (int, str) for value in written.values())
