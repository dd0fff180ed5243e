"""The table of the four vehicles against the reference (tables 1)."""

from __future__ import annotations

import pytest

from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.shapes import Form
from uoserver.sim.tables.vehicles import GRENADE, MINE, VEHICLES, Vehicle, VehicleType


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        (VehicleType.TANK, (0x10CCC, -0x6666, 0x0CCC, 0x0666, 0x4000)),
        (VehicleType.JEEP, (0x16666, -0xCCCC, 0x0CCC, 0x028F, 0x8000)),
        (VehicleType.MSV, (0xB851, -0x4CCC, 0x0A3D, 0x0666, 0x3333)),
        (VehicleType.HELICOPTER, (0x1CCCC, -0x9999, 0x051E, 0x051E, 0xC000)),
    ],
)
def test_how_they_move(type_: VehicleType, expected: tuple[int, ...]) -> None:
    assert VEHICLES[type_][1:6] == expected


@pytest.mark.parametrize(
    ("type_", "hits", "armour", "fuel", "rest"),
    [
        (VehicleType.TANK, 22, 0x4CCC, 400, (4, 120, 14, 0x1999)),
        (VehicleType.JEEP, 1, 0, 500, (9, 120, 13, 0x1999)),
        (VehicleType.MSV, 26, 0x8000, 320, (4, 120, 14, 0x1999)),
        (VehicleType.HELICOPTER, 15, 0x3333, 400, (32, 200, 14, 0x07AE)),
    ],
)
def test_what_they_stand(
    type_: VehicleType, hits: int, armour: int, fuel: int, rest: tuple[int, ...]
) -> None:
    kind = VEHICLES[type_]
    assert (kind.hits, kind.armour, kind.fuel) == (hits * ONE, armour, fuel * ONE)
    assert (kind.dock, kind.respawn, kind.sinks, kind.wreck_friction) == rest


def test_weapon_slots_and_what_one_step_of_refilling_gives() -> None:
    assert [vehicle.weapons for vehicle in VEHICLES] == [
        ((0, 20, 150, 1),),
        ((GRENADE, 30, 16, 1),),
        ((8, 30, 100, 1), (MINE, 140, 10, 1)),
        ((7, 15, 100, 1), (6, 30, 50, 1)),
    ]


def test_only_the_jeep_has_no_arrow() -> None:
    assert [vehicle.arrow for vehicle in VEHICLES] == [True, False, True, True]


@pytest.mark.parametrize(
    ("type_", "corners", "high"),
    [
        (0, ((-7.5, -11.25), (7.5, -11.25), (7.5, 11.25), (-7.5, 11.25)), 10),
        (1, ((-4.5, -7.5), (4.5, -7.5), (4.5, 7.5), (-4.5, 7.5)), 10),
        (2, ((-7.5, -12), (7.5, -12), (7.5, 11.25), (-7.5, 11.25)), 12),
        (3, ((0, 30.6), (-10.2, 0), (-10.2, -13.6), (10.2, -13.6), (10.2, 0)), 10),
    ],
)
def test_hulls(type_: int, corners: tuple[tuple[float, float], ...], high: int) -> None:
    (part,) = VEHICLES[type_].hull
    assert part.form is Form.POLYGON
    assert (part.solid, part.mask, part.low, part.high) == (2, 0x27, 0, high * ONE)
    assert part.corners == tuple((int(x * ONE), int(y * ONE)) for x, y in corners)


@pytest.mark.parametrize("vehicle", VEHICLES)
def test_a_hulls_box_holds_it_at_every_heading(vehicle: Vehicle) -> None:
    (part,) = vehicle.hull
    reach = part.box[2]
    assert part.box == (-reach, -reach, reach, reach)
    far = max(x * x + y * y for x, y in part.corners)
    assert (reach - 2) ** 2 < far <= reach**2
