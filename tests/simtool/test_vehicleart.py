from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from tests.simtool.drawn import colour_at, painted, put, with_vehicle, world
from uoserver.sim.bunker.lift import Way
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind
from uoserver.sim.vehicles.wreck import Stage
from uoserver.sim.vehiclestate import VehicleState
from uoserver.simtool import palette as p


@pytest.mark.parametrize("type_", ["tank", "jeep", "msv", "helicopter"])
@pytest.mark.parametrize("side", [0, 1])
def test_vehicles_wear_the_colour_of_their_side(type_: str, side: int) -> None:
    sim, _ = with_vehicle(type_, driver=side)
    places = {"tank": (76, 87), "jeep": (80, 84), "msv": (76, 87), "helicopter": (74, 82)}
    assert colour_at(painted(sim), *places[type_]) == p.SIDES[side]


def test_a_hull_is_turned() -> None:
    north, east = (painted(with_vehicle("tank", heading)[0]) for heading in (0, 90))
    assert colour_at(north, 80, 90) != p.LAND
    assert colour_at(north, 90, 80) == p.LAND
    assert colour_at(east, 90, 80) != p.LAND
    assert colour_at(east, 80, 71) == p.LAND


def test_the_gun_points_where_the_turret_does() -> None:
    sim, obj = with_vehicle("tank")
    assert colour_at(painted(sim), 80, 67) == p.INK
    assert isinstance(obj.data, VehicleState)
    obj.data.turret = 0x80000
    canvas = painted(sim)
    assert colour_at(canvas, 80, 67) == p.LAND
    assert colour_at(canvas, 87, 73) == p.INK


def test_what_sinks_fades_into_the_water() -> None:
    sim, obj = with_vehicle("tank")
    obj.z = -7 * ONE
    assert colour_at(painted(sim), 76, 87) == p.mix(p.SIDES[0], p.DEEP, 0.4)


def test_a_boat_has_a_rim() -> None:
    sim, obj = with_vehicle("jeep")
    assert colour_at(painted(sim), 86, 84) != p.BOAT
    assert isinstance(obj.data, VehicleState)
    obj.data.boat = ONE
    assert colour_at(painted(sim), 86, 84) == p.BOAT


def test_a_helicopter_has_a_shadow_below() -> None:
    sim, obj = with_vehicle("helicopter")
    shade = p.darker(p.LAND, 0.45)
    assert colour_at(painted(sim), 98.5, 108) == shade
    assert colour_at(painted(sim), 100, 81) != p.LAND  # the rim of its rotor
    obj.z = 0
    assert isinstance(obj.data, VehicleState)
    obj.data.rotor = 0
    assert colour_at(painted(sim), 98.5, 108) == p.LAND
    assert colour_at(painted(sim), 100, 81) == p.LAND


def test_wrecks_burn_first() -> None:
    sim = world("")
    wreck = put(sim, Kind.WRECK)
    assert colour_at(painted(sim), 80, 85) == p.WRECK
    wreck.think = Stage.BURST
    assert colour_at(painted(sim), 80, 88) == p.GLOW


def test_lifts_are_seen_when_they_move() -> None:
    sim = world("")
    lift = put(sim, Kind.LIFT)
    assert colour_at(painted(sim), 80, 85) == p.LAND
    lift.think, lift.z = Way.UP, -16 * ONE
    assert colour_at(painted(sim), 80, 90) == p.mix(p.PAD_OPEN, p.LIFT, 0.25 + 0.75 / 2)
    assert colour_at(painted(sim), 80, 93) == p.LAND
    lift.z = 0
    assert colour_at(painted(sim), 80, 93) == p.LIFT
