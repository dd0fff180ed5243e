"""What events of the simulation mean to players."""

from __future__ import annotations

import pytest

from uoserver.game.match.happenings import Blow, Deed, Happening, Narrator
from uoserver.game.match.match import Match
from uoserver.game.match.seats import Side
from uoserver.sim.events import (
    Damaged,
    Event,
    Fired,
    FlagCaptured,
    FlagDropped,
    FlagReturned,
    FlagTaken,
    Lost,
    ManKilled,
)
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.sides import Mode
from uoserver.sim.tables.vehicles import VehicleType

from .yards import arena

TANK, JEEP = VehicleType.TANK, VehicleType.JEEP
MSV, HELICOPTER = VehicleType.MSV, VehicleType.HELICOPTER
ANN, BEN, CAT = 20, 21, 22
"""Clients; their drivers are 0 (allies), 1 (axis) and 2 (allies)."""


class Scene:
    """Three drivers, whose vehicles are called 1000 + their number."""

    def __init__(self, *types: VehicleType) -> None:
        self.match = Match(arena(), seed=3)
        for client, side in ((ANN, Side.ALLIES), (BEN, Side.AXIS), (CAT, Side.ALLIES)):
            self.match.join(client, side)
        for driver, type_ in zip(self.match.sim.state.drivers, types or (TANK,) * 3, strict=True):
            driver.type, driver.vehicle, driver.view.mode = (
                type_,
                1000 + driver.number,
                Mode.PLAYING,
            )
        self.narrator = Narrator(self.match)
        assert self.narrator.tell([]) == []

    def walk(self, driver: int) -> None:
        each = self.match.sim.state.drivers[driver]
        each.view.mode, each.man = Mode.ON_FOOT, 2000 + driver

    def tell(self, *events: Event) -> list[Happening]:
        return self.narrator.tell(events)


@pytest.mark.parametrize(
    ("type_", "weapons", "means"),
    [
        (TANK, ("bazooka_mp", "panzerschreck_mp"), "MOD_PROJECTILE"),
        (JEEP, ("fraggrenade_mp", "stielhandgranate_mp"), "MOD_GRENADE_SPLASH"),
        (MSV, ("panzerfaust_mp", "panzerfaust_mp"), "MOD_PROJECTILE_SPLASH"),
        (HELICOPTER, ("50cal_tank_mp", "50cal_tank_mp"), "MOD_PROJECTILE"),
    ],
)
def test_hits_are_of_what_one_drives(
    type_: VehicleType, weapons: tuple[str, str], means: str
) -> None:
    scene = Scene(type_, type_, TANK)
    whole = {TANK: 22, JEEP: 1, MSV: 26, HELICOPTER: 15}[type_] * ONE
    assert scene.tell(Damaged(1001, whole // 2, 1000)) == [Blow(BEN, ANN, weapons[0], means, 50)]
    hit = scene.tell(Damaged(1002, 11 * ONE, 1001))
    assert hit == [Blow(CAT, BEN, weapons[1], means, 50)]


def test_hits_of_a_frame_are_one() -> None:
    scene = Scene()
    hits = [Damaged(1001, ONE, 1000)] * 3 + [Damaged(1001, 11 * ONE, 1002)]
    assert scene.tell(*hits) == [
        Blow(BEN, ANN, "bazooka_mp", "MOD_PROJECTILE", 12),
        Blow(BEN, CAT, "bazooka_mp", "MOD_PROJECTILE", 50),
    ]
    assert scene.tell(Damaged(1001, 1, 1000))[0].damage == 1  # type: ignore[union-attr]
    assert scene.tell(Damaged(77, ONE, 1000)) == []


def test_a_shot_is_of_who_fired_it() -> None:
    scene = Scene()
    assert scene.tell(Fired(500, 0, 1001, 0, 0, 0, 0)) == []
    (hit,) = scene.tell(Damaged(1000, ONE, 500))
    assert isinstance(hit, Blow)
    assert hit.attacker == BEN
    (hit,) = scene.tell(Damaged(1000, ONE, 501))
    assert hit == Blow(ANN, None, "none", "MOD_EXPLOSIVE", 4)


def test_a_shot_of_who_left_is_not_of_the_next_one_with_his_number() -> None:
    scene = Scene()
    scene.tell(Fired(3000, 0, 1000, 0, 0, 0, 0))
    scene.match.join(ANN, Side.AXIS)
    scene.match.sim.state.drivers[0].vehicle = 1100
    (blow,) = scene.tell(Damaged(1001, ONE, 3000))
    assert isinstance(blow, Blow)
    assert (blow.victim, blow.attacker) == (BEN, None)
    (blow,) = scene.tell(Damaged(1001, ONE, 1000))
    assert isinstance(blow, Blow)
    assert blow.attacker is None


def test_shots_that_are_kept_in_mind_have_an_end() -> None:
    scene = Scene()
    scene.tell(*(Fired(number, 0, 1001, 0, 0, 0, 0) for number in range(5000, 8000)))
    assert len(scene.narrator._shots) == 1024
    assert 7999 in scene.narrator._shots


def test_a_loss_is_a_kill_and_no_hit() -> None:
    scene = Scene()
    scene.match.sim.state.drivers[1].vehicle = 0
    told = scene.tell(Damaged(1001, 22 * ONE, 1000), Lost(1, TANK, "damage", 0))
    assert told == [Blow(BEN, ANN, "bazooka_mp", "MOD_PROJECTILE", 100, killed=True)]
    assert scene.tell(Lost(0, TANK, "damage", -1)) == [
        Blow(ANN, None, "none", "MOD_EXPLOSIVE", 1, killed=True)
    ]


@pytest.mark.parametrize(
    ("cause", "attacker", "means"),
    [
        ("fuel", None, "MOD_TRIGGER_HURT"),
        ("sunk", None, "MOD_WATER"),
        ("self", ANN, "MOD_SUICIDE"),
    ],
)
def test_losses_by_ones_own_fault(cause: str, attacker: int | None, means: str) -> None:
    assert Scene().tell(Lost(0, TANK, cause, -1)) == [
        Blow(ANN, attacker, "none", means, 100, killed=True, own_fault=True)
    ]


def test_an_empty_vehicle_is_nobodys_loss() -> None:
    scene = Scene()
    scene.walk(1)
    assert scene.tell(Lost(1, TANK, "damage", 0)) == []


def test_men_are_hurt_shot_run_over_and_fall() -> None:
    scene = Scene(JEEP, TANK, MSV)
    scene.walk(1)
    scene.tell()
    assert scene.tell(Damaged(2001, ONE // 4, 1002)) == [
        Blow(BEN, CAT, "panzerfaust_mp", "MOD_PROJECTILE_SPLASH", 25)
    ]
    shot = scene.tell(Damaged(2001, 2 * ONE, 1002), ManKilled(2001, 1, 2, 1))
    assert shot == [Blow(BEN, CAT, "panzerfaust_mp", "MOD_PROJECTILE_SPLASH", 200, killed=True)]
    crush = [scene.tell(ManKilled(2001, 1, by, 1)) for by in (0, 2)]
    assert crush == [
        [Blow(BEN, ANN, "none", "MOD_CRUSH_JEEP", 100, killed=True)],
        [Blow(BEN, CAT, "none", "MOD_CRUSH", 100, killed=True)],
    ]
    fall = scene.tell(Damaged(2001, ONE, 0), ManKilled(2001, 1, -1, 1))
    assert fall == [Blow(BEN, None, "none", "MOD_FALLING", 100, killed=True, own_fault=True)]
    assert scene.tell(ManKilled(9, 1, 0)) == []


def test_who_ends_it_on_foot() -> None:
    scene = Scene()
    scene.walk(1)
    scene.tell()
    told = scene.tell(Damaged(2001, ONE // 2, 2001), ManKilled(2001, 1, 1, 1))
    assert told == [Blow(BEN, BEN, "none", "MOD_SUICIDE", 50, killed=True, own_fault=True)]


def test_who_walks_throws_grenades() -> None:
    scene = Scene(TANK, TANK, TANK)
    scene.walk(1)
    scene.tell()
    (hit,) = scene.tell(Damaged(1000, ONE, 2001))
    assert hit == Blow(ANN, BEN, "stielhandgranate_mp", "MOD_GRENADE_SPLASH", 4)


def test_the_course_of_a_flag() -> None:
    scene = Scene()
    assert scene.tell(FlagTaken(1, 0)) == [Deed(BEN, "ctf_take", Side.AXIS)]
    assert scene.tell(FlagDropped(1, 0)) == []
    assert scene.tell(FlagTaken(1, 0)) == [Deed(BEN, "ctf_pickup", Side.ALLIES)]
    assert scene.tell(FlagDropped(1, 0), FlagReturned(2, 0)) == [
        Deed(CAT, "ctf_returned", Side.ALLIES)
    ]
    assert scene.tell(FlagTaken(1, 0), FlagCaptured(1, 0)) == [
        Deed(BEN, "ctf_take", Side.AXIS),
        Deed(BEN, "ctf_captured", Side.AXIS),
    ]
    assert scene.tell(FlagReturned(-1, 0)) == []


def test_a_new_round_hides_the_flags() -> None:
    scene = Scene()
    scene.tell(FlagDropped(1, 0))
    scene.narrator.begin_round()
    assert scene.tell(FlagTaken(1, 0)) == [Deed(BEN, "ctf_take", Side.AXIS)]


def test_who_destroys_the_carrier_of_his_flag_defends_it() -> None:
    scene = Scene()
    scene.tell(FlagTaken(1, 0))
    kill, deed = scene.tell(Lost(1, TANK, "damage", 0), FlagDropped(1, 0))
    assert isinstance(kill, Blow)
    assert deed == Deed(ANN, "ctf_defended", Side.ALLIES)
    assert len(scene.tell(Lost(1, TANK, "damage", 0))) == 1


def test_bodies_that_are_known_have_an_end() -> None:
    scene = Scene()
    driver = scene.match.sim.state.drivers[0]
    for number in range(3000, 4000):
        driver.man = number
        scene.tell()
        assert {1000, 1001, 1002, number} <= set(scene.narrator._bodies)
    assert len(scene.narrator._bodies) == 256
