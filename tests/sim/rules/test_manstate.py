"""What a soldier knows; the water he is in."""

from __future__ import annotations

import pytest

from tests.sim.play import new_sim, pave, spawn
from tests.sim.rules.helpers import man_at
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.collide import water_below
from uoserver.sim.rules.manstate import GRENADES, state_of
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.world import DEEP, DRY, SHALLOW


def test_most_have_one_grenade() -> None:
    assert [GRENADES.count(n) for n in range(5)] == [3, 5, 4, 3, 1]


def test_the_water_is_that_of_his_place() -> None:
    sim = new_sim()
    obj = man_at(sim, 0, 60, 60)
    found = []
    for terrain in (0, 1, 2, 24, 40):
        pave(sim, [(60, 60)], terrain)
        found.append(water_below(sim, obj))
    put_at(sim, obj, 60 * 32 + 30, 60 * 32 + 16)  # beyond the shallow part of 40
    found.append(water_below(sim, obj))
    put_at(sim, obj, -5, 60 * 32)
    found.append(water_below(sim, obj))
    assert found == [DRY, SHALLOW, DEEP, SHALLOW, SHALLOW, DEEP, DEEP]


def test_only_men_have_the_state_of_one() -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 40, 40)
    with pytest.raises(TypeError, match="is no man"):
        state_of(tank)
