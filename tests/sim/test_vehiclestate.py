"""What a vehicle knows of itself (vehiclestate)."""

from __future__ import annotations

import pytest

from tests.sim.play import new_sim, spawn
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import state_of


def test_a_vehicle_has_a_state_of_its_own() -> None:
    sim = new_sim()
    obj = spawn(sim, VehicleType.MSV, 40, 40)
    assert state_of(obj) is obj.data


def test_other_objects_are_no_vehicles() -> None:
    sim = new_sim()
    wreck = create(sim, Kind.WRECK, 0, 0, 0, 0, 0)
    assert wreck is not None
    with pytest.raises(TypeError, match=f"object {wreck.id} is no vehicle"):
        state_of(wreck)
