from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from tests.simtool.drawn import AREA, put, with_vehicle, world
from uoserver.sim.grid import SIZE
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind
from uoserver.sim.simulation import Simulation
from uoserver.simtool.eyes import FOLLOWED, Fixed, Follow


def middle(eye: Follow, sim: Simulation) -> tuple[float, float]:
    x, y = eye.corner(sim)
    return x + eye.size[0] / eye.scale / 2, y + eye.size[1] / eye.scale / 2


def test_a_fixed_one_looks_at_its_area() -> None:
    eye = Fixed(AREA, 0.5)
    assert (eye.size, eye.scale, eye.driver) == ((64, 48), 0.5, None)
    sim, jeep = with_vehicle("jeep")
    for _ in range(2):
        assert eye.corner(sim) == (32, 32)
        jeep.x += ONE


@pytest.mark.parametrize("scale", [0.5, 1.0, 4.0])
def test_a_vehicle_is_kept_in_the_middle(scale: float) -> None:
    sim, jeep = with_vehicle("jeep", driver=1)
    eye = Follow(1, scale)
    assert (eye.size, eye.scale, eye.driver) == (FOLLOWED, scale, 1)
    for place in ((80, 80), (3000, 17), (-90, 5000)):
        jeep.x, jeep.y = place[0] * ONE, place[1] * ONE
        assert middle(eye, sim) == place


def test_who_waits_is_shown_his_pad() -> None:
    sim = world("0..1", head="players = 2")
    assert middle(Follow(0), sim) == (48, 48)
    assert middle(Follow(1), sim) == (48 + 3 * 32, 48)


def test_lifts_and_wrecks_are_followed_too() -> None:
    sim, jeep = with_vehicle("jeep")
    driver, eye = sim.state.drivers[0], Follow(0)
    wreck = put(sim, Kind.WRECK, x=111, y=50)
    driver.wreck = wreck.id
    assert middle(eye, sim) == (80, 80)
    driver.vehicle = 0
    assert middle(eye, sim) == (111, 50)
    driver.view.lift = put(sim, Kind.LIFT, x=80, y=112).id
    assert middle(eye, sim) == (80, 112)
    assert jeep.cell == 2 * SIZE + 2


def test_it_stays_where_somebody_was_lost() -> None:
    sim, jeep = with_vehicle("jeep")
    driver, eye = sim.state.drivers[0], Follow(0)
    jeep.x = 99 * ONE
    assert middle(eye, sim) == (99, 80)
    driver.vehicle = 0
    assert middle(eye, sim) == (99, 80)


def test_a_side_without_a_pad_is_shown_the_middle_of_the_grid() -> None:
    assert middle(Follow(0), world("")) == (2064, 2064)
