"""When weapons fire again (rules 6: Weapon ready test; tests: spacings)."""

from __future__ import annotations

import pytest

from tests.sim.play import data, new_sim, spawn
from uoserver.sim.events import Sound
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.slots import ready, spend


@pytest.mark.parametrize(
    ("type_", "number", "reload"),
    [
        (VehicleType.TANK, 0, 20),
        (VehicleType.JEEP, 0, 30),
        (VehicleType.MSV, 0, 30),
        (VehicleType.MSV, 1, 140),
        (VehicleType.HELICOPTER, 0, 15),
        (VehicleType.HELICOPTER, 1, 30),
    ],
)
def test_a_shot_is_taken_and_the_weapon_reloads(
    type_: VehicleType, number: int, reload: int
) -> None:
    sim = new_sim()
    obj = spawn(sim, type_, 40, 40)
    state, sim.state.tick = data(obj), 100
    slot = state.weapons[number]
    before = slot.ammunition
    assert ready(sim, obj, state, number)
    spend(sim, state, number)
    assert slot.ammunition == before - 1
    sim.state.tick = 99 + reload
    assert not ready(sim, obj, state, number)
    sim.state.tick += 1
    assert ready(sim, obj, state, number)


def test_an_empty_weapon_clicks_as_often_as_it_would_fire() -> None:
    sim = new_sim()
    obj = spawn(sim, VehicleType.TANK, 40, 40)
    state = data(obj)
    state.weapons[0].ammunition = 0
    sim.events.clear()
    clicks = []
    for tick in range(1, 50):
        sim.state.tick = tick
        assert not ready(sim, obj, state, 0)
        clicks += [(tick, event.name) for event in sim.events if isinstance(event, Sound)]
        sim.events.clear()
    assert clicks == [(1, "OutAmmo"), (21, "OutAmmo"), (41, "OutAmmo")]
    assert state.weapons[0].ammunition == 0
