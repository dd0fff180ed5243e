"""The arrow to the enemy (rules: Vehicle update details)."""

from __future__ import annotations

import pytest

from tests.sim.play import data, new_sim, run, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.objects import Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.targets import vehicles_of
from uoserver.sim.vehicles.arrow import point_arrow


def duel(type_: VehicleType, dx: float, dy: float) -> tuple[Simulation, Obj]:
    sim = new_sim((0, 1))
    own = spawn(sim, type_, 60, 60)
    enemy = spawn(sim, VehicleType.TANK, 60, 60, driver=1)
    put_at(sim, enemy, 60 * 32 + 16 + dx, 60 * 32 + 16 + dy)
    return sim, own


@pytest.mark.parametrize(
    ("dx", "dy", "sector"),
    [
        (0, -300, 0),
        (300, -300, 1),
        (300, 0, 2),
        (300, 300, 3),
        (0, 300, 4),
        (-300, 300, 5),
        (-300, 0, 6),
        (-300, -300, 7),
        # a sector reaches 22.5 degrees to either side
        (410, -1000, 0),
        (418, -1000, 1),
        (-410, -1000, 0),
        (-418, -1000, 7),
    ],
)
def test_eight_sectors_from_north_clockwise(dx: float, dy: float, sector: int) -> None:
    sim, own = duel(VehicleType.TANK, dx, dy)
    run(sim, 1)
    assert data(own).arrow == sector


@pytest.mark.parametrize(
    ("type_", "dx", "dy", "seen"),
    [
        (VehicleType.TANK, 96, 0, True),
        (VehicleType.TANK, -97, 0, False),
        (VehicleType.TANK, 0, -160, True),
        (VehicleType.TANK, 0, -161, False),
        (VehicleType.TANK, 0, 64, True),
        (VehicleType.TANK, 0, 65, False),
        (VehicleType.HELICOPTER, -160, 0, True),
        (VehicleType.HELICOPTER, 161, 0, False),
        (VehicleType.HELICOPTER, 0, -256, True),
        (VehicleType.HELICOPTER, 0, -257, False),
        (VehicleType.HELICOPTER, 0, 32, True),
        (VehicleType.HELICOPTER, 0, 33, False),
    ],
)
def test_who_is_in_view_needs_no_arrow(
    type_: VehicleType, dx: float, dy: float, seen: bool
) -> None:
    sim, own = duel(type_, dx, dy)
    # a helicopter would drift before it looks
    point_arrow(sim, own, data(own))
    assert (data(own).arrow == 8) is seen


def test_no_enemy_no_arrow() -> None:
    sim = new_sim((0, 0))
    own = spawn(sim, VehicleType.TANK, 60, 60)
    spawn(sim, VehicleType.TANK, 70, 60, driver=1)
    run(sim, 1)
    assert data(own).arrow == -1


def test_jeeps_have_none() -> None:
    sim, own = duel(VehicleType.JEEP, 300, 0)
    run(sim, 1)
    assert data(own).arrow == -1


def test_the_arrow_is_renewed_every_60_ticks() -> None:
    sim, own = duel(VehicleType.TANK, 300, 0)
    run(sim, 1)
    (enemy,) = vehicles_of(sim, 1)
    put_at(sim, enemy, 60 * 32 + 16, 60 * 32 - 400)
    run(sim, 59)
    assert data(own).arrow == 2
    run(sim, 1)
    assert data(own).arrow == 0
