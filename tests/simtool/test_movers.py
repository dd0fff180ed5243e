from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image", reason="Pillow (extra: render) is not installed")

from tests.simtool.drawn import AREA, colour_at, world
from uoserver.sim.bunker.lift import Way
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.simulation import Simulation
from uoserver.sim.vehicles.wreck import Stage
from uoserver.sim.vehiclestate import VehicleState
from uoserver.simtool import palette as p
from uoserver.simtool.canvas import Canvas
from uoserver.simtool.movers import paint_objects


def with_vehicle(type_: str, heading: int = 0, driver: int = 0) -> tuple[Simulation, Obj]:
    """A vehicle whose middle is (80, 80)."""
    sim = world(
        "",
        f'[[vehicles]]\ntype = "{type_}"\ncell = [2, 2]\nheading = {heading}\ndriver = {driver}',
        head="players = 2",
    )
    obj = sim.state.pool.get(sim.state.drivers[driver].vehicle)
    assert obj is not None
    return sim, obj


def painted(sim: Simulation) -> Canvas:
    canvas = Canvas(AREA, 2.0)
    canvas.box(32, 32, 160, 128, p.LAND)
    paint_objects(canvas, sim)
    return canvas


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
    wreck = create(sim, Kind.WRECK, 0, 80 * ONE, 80 * ONE, 0, 0)
    assert wreck is not None
    assert colour_at(painted(sim), 80, 85) == p.WRECK
    wreck.think = Stage.BURST
    assert colour_at(painted(sim), 80, 88) == p.GLOW


def test_lifts_are_seen_when_they_move() -> None:
    sim = world("")
    lift = create(sim, Kind.LIFT, 0, 80 * ONE, 80 * ONE, 0, 0)
    assert lift is not None
    assert colour_at(painted(sim), 80, 85) == p.LAND
    lift.think, lift.z = Way.UP, -16 * ONE
    assert colour_at(painted(sim), 80, 90) == p.mix(p.PAD_OPEN, p.LIFT, 0.25 + 0.75 / 2)
    assert colour_at(painted(sim), 80, 93) == p.LAND
    lift.z = 0
    assert colour_at(painted(sim), 80, 93) == p.LIFT


def test_other_objects_are_dots() -> None:
    sim = world("")
    lift = create(sim, Kind.LIFT, 1, 80 * ONE, 80 * ONE, 0, 0)
    assert lift is not None
    lift.kind = Kind.MAN
    assert colour_at(painted(sim), 80, 80) == p.SIDES[1]


def test_the_highest_is_drawn_last() -> None:
    sim, heli = with_vehicle("helicopter")
    wreck = create(sim, Kind.WRECK, 0, 80 * ONE, 80 * ONE, 0, 0)
    assert wreck is not None
    assert colour_at(painted(sim), 74, 82) == p.SIDES[0]
    wreck.z = heli.z + ONE
    assert colour_at(painted(sim), 74, 82) == p.WRECK
