"""Towers on a map with hills: their shells go up and down with the land."""

from __future__ import annotations

import pytest

from tests.maps.foy import clip, surveyed
from uoserver.sim.grid import SIZE, centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.match import new_match, step
from uoserver.sim.objects import Kind
from uoserver.sim.sides import Mode
from uoserver.sim.tables.statics import TOWER
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import Phase, state_of
from uoserver.survey import MapWorld, make_match_state
from uoserver.survey.coordinates import cell_under

TICKS = 400


@pytest.mark.parametrize(
    ("tower", "across", "down", "rise"),
    [
        pytest.param((-1920.0, -1920.0), 3, 0, 58, id="far up"),
        pytest.param((-3712.0, 2432.0), 3, 0, 30, id="up"),
        pytest.param((-2688.0, 896.0), 2, 2, 0, id="level"),
        pytest.param((-2432.0, -3200.0), -3, 1, 0, id="level, to the west"),
    ],
)
def test_a_tower_hits_a_tank(tower: tuple[float, float], across: int, down: int, rise: int) -> None:
    found = surveyed()
    state = make_match_state(found)
    world = MapWorld(clip(), found, state.grid)
    gun = cell_under((*tower, 0.0))
    assert state.grid.static[gun] == TOWER
    sim = new_match(state, (1 - state.grid.side[gun],), world)
    driver = sim.state.drivers[0]
    driver.view.type = VehicleType.TANK
    driver.view.mode, driver.view.fade = Mode.PLAYING, ONE
    place = centre(gun + across + down * SIZE)
    obj = create(sim, Kind.VEHICLE, driver.team, *place, 0, driver.number)
    assert obj is not None
    assert world.height(*place) - world.height(*centre(gun)) == pytest.approx(
        rise * ONE, abs=9 * ONE
    )
    own = state_of(obj)
    own.phase = Phase.FREE
    before = own.hits
    for _ in range(TICKS):
        step(sim, [0])
    assert before - own.hits > ONE
