"""What bots want to do."""

from __future__ import annotations

import pytest

from uoserver.game.bots.aims import Task, choose, is_out
from uoserver.game.bots.sight import Flag, Mate, Sight
from uoserver.sim.grid import CELLS, Grid, cell_number, centre
from uoserver.sim.statics import place
from uoserver.sim.tables.statics import NUMBER_OF

from .scenes import HELICOPTER, JEEP, MSV, TANK, other, own, sight

PAD, FAR_PAD = cell_number(50, 52), cell_number(90, 90)
SITE, FARTHER = cell_number(60, 50), cell_number(70, 50)
OWN_SITE = cell_number(48, 52)
FOUR = tuple(Mate(number) for number in (0, 2, 4, 6))


def grid(**at: str) -> Grid:
    made = Grid()
    for cell, side in ((SITE, 1), (FARTHER, 1), (OWN_SITE, 0)):
        place(made, cell, NUMBER_OF["FLAG"], side)
    for name, kind in at.items():
        place(made, {"site": SITE, "farther": FARTHER}[name], NUMBER_OF[kind], 1)
    return made


def flag(team: int, cell: int, carrier: int = -1) -> Flag:
    return Flag(team, *centre(cell % CELLS), cell, carrier)


def seen(type_: int, number: int = 2, **more: object) -> Sight:
    me = own(type_)
    return sight(me, number=number, mates=FOUR, pads=(FAR_PAD, PAD), **more)


def aim(picture: Sight, land: Grid | None = None) -> tuple[Task, int]:
    assert picture.own is not None
    task, cell, _ = choose(picture, picture.own, land or grid())
    return task, cell


@pytest.mark.parametrize(("type_", "number"), [(HELICOPTER, 2), (TANK, 4), (TANK, 0)])
def test_the_armed_raze_the_nearest_flag_building(type_: int, number: int) -> None:
    assert aim(seen(type_, number)) == (Task.RAZE, SITE)
    assert aim(seen(type_, number), grid(site="STD_DEST")) == (Task.RAZE, FARTHER)


def test_a_jeep_waits_until_the_flag_can_be_had() -> None:
    assert aim(seen(JEEP)) == (Task.WAIT, PAD)
    out = (flag(1, SITE),)
    assert aim(seen(JEEP, flags=out), grid(site="DMG_FLAG")) == (Task.WAIT, PAD)
    assert aim(seen(JEEP, flags=out), grid(site="DEST_FLAG")) == (Task.FETCH, SITE)
    somewhere = cell_number(64, 60)
    assert aim(seen(JEEP, flags=(flag(1, somewhere),))) == (Task.FETCH, somewhere)


def test_with_the_flag_it_goes_home_to_the_nearer_pad() -> None:
    assert aim(seen(JEEP, flags=(flag(1, SITE, carrier=2),))) == (Task.CARRY, PAD)
    assert aim(seen(JEEP, flags=(flag(1, SITE, carrier=4),))) == (Task.WAIT, PAD)


def test_ones_own_flag_is_brought_back_but_not_from_home() -> None:
    away = cell_number(70, 70)
    assert aim(seen(JEEP, flags=(flag(0, away),))) == (Task.FETCH, away)
    assert aim(seen(JEEP, flags=(flag(0, OWN_SITE),)), Grid()) == (Task.WAIT, PAD)
    assert aim(seen(JEEP, flags=(flag(0, away, carrier=2),))) == (Task.DOCK, PAD)


def test_the_enemys_flag_comes_first() -> None:
    lost, prize = flag(0, cell_number(70, 70)), flag(1, cell_number(71, 71))
    assert aim(seen(JEEP, flags=(lost, prize))) == (Task.FETCH, prize.cell)


def test_a_damaged_building_round_the_flag_is_razed() -> None:
    out = (flag(1, FARTHER),)
    assert aim(seen(TANK, 4, flags=out), grid(farther="DMG_FLAG")) == (Task.RAZE, FARTHER)


def test_then_towers_near_the_flag_then_enemies() -> None:
    out, land = (flag(1, FARTHER),), grid(farther="DEST_FLAG")
    tower, far_tower = cell_number(72, 50), cell_number(90, 50)
    enemy = other(1, 2200, 1600)
    assert aim(seen(TANK, 4, flags=out, others=(enemy,)), land)[0] is Task.HUNT
    assert aim(seen(TANK, 4, flags=out), land) == (Task.GUARD, FARTHER)
    place(land, far_tower, NUMBER_OF["TOWER"], 1)
    assert aim(seen(TANK, 4, flags=out), land) == (Task.GUARD, FARTHER)
    place(land, tower, NUMBER_OF["TOWER"], 1)
    assert aim(seen(TANK, 4, flags=out, others=(enemy,)), land) == (Task.RAZE, tower)


def test_what_drives_does_not_hunt_what_flies() -> None:
    out, land = (flag(1, FARTHER),), grid(farther="DEST_FLAG")
    flyer = other(1, 2200, 1600, HELICOPTER, z=50)
    assert aim(seen(TANK, 4, flags=out, others=(flyer,)), land)[0] is Task.GUARD
    assert aim(seen(HELICOPTER, 2, flags=out, others=(flyer,)), land)[0] is Task.HUNT


def test_a_thief_is_hunted() -> None:
    thief = other(1, 1700, 1600, JEEP, driver=5)
    stolen = (flag(0, SITE, carrier=5),)
    me = seen(HELICOPTER, 2, flags=stolen, others=(thief,))
    assert me.own is not None
    assert choose(me, me.own, grid()).target == thief.id
    far = thief._replace(x=thief.x + (600 << 16))
    assert aim(seen(TANK, 4, flags=stolen, others=(far,)))[0] is Task.RAZE
    assert aim(seen(MSV, 6, flags=stolen, others=(far,)))[0] is Task.HUNT


def test_a_guard_stays_by_its_flag_and_goes_for_who_comes_near() -> None:
    assert aim(seen(MSV, 6)) == (Task.GUARD, OWN_SITE)
    assert aim(seen(MSV, 6, others=(other(1, 1700, 1600),)))[0] is Task.HUNT
    assert aim(seen(MSV, 6, others=(other(1, 2400, 1600),)))[0] is Task.GUARD
    lying = flag(0, cell_number(55, 60))
    assert aim(seen(MSV, 6, flags=(lying,))) == (Task.GUARD, lying.cell)
    assert aim(seen(MSV, 6), Grid()) == (Task.GUARD, PAD)


@pytest.mark.parametrize(
    "more", [{"fuel": 5}, {"shots": (0,)}, {"hits": 20}], ids=["fuel", "shots", "hits"]
)
def test_the_worn_go_home(more: dict[str, object]) -> None:
    me = own(TANK)._replace(**more)  # type: ignore[arg-type]
    picture = sight(me, number=4, mates=FOUR, pads=(PAD,))
    assert aim(picture) == (Task.DOCK, PAD)


def test_far_from_home_the_worn_fight_on() -> None:
    me = own(TANK, hits=20)
    assert aim(sight(me, number=4, mates=FOUR, pads=(FAR_PAD,))) == (Task.RAZE, SITE)


@pytest.mark.parametrize(
    ("mine", "theirs", "away", "fights"),
    [
        (TANK, TANK, 140, True),
        (TANK, TANK, 160, False),
        (MSV, MSV, 100, True),
        (TANK, JEEP, 100, False),
        (TANK, HELICOPTER, 100, False),
        (HELICOPTER, TANK, 100, False),
        (HELICOPTER, HELICOPTER, 180, True),
        (HELICOPTER, HELICOPTER, 200, False),
    ],
)
def test_the_worn_do_not_turn_their_backs_on_who_fires_back(
    mine: int, theirs: int, away: int, *, fights: bool
) -> None:
    enemy = other(1, 1600 + away, 1600, theirs, z=50 if theirs == HELICOPTER else 0)
    me = own(mine, hits=20)
    picture = sight(me, number=4, mates=FOUR, pads=(PAD,), others=(enemy,))
    assert (aim(picture)[0] is not Task.DOCK) == fights
    mate = enemy._replace(team=0)
    assert aim(picture._replace(others=(mate,))) == (Task.DOCK, PAD)
    spent = me._replace(shots=(0, 0))
    assert aim(picture._replace(own=spent)) == (Task.DOCK, PAD)


def test_a_helicopter_fights_on_with_missiles_only() -> None:
    me = own(HELICOPTER, shots=(0, 9))
    assert aim(sight(me, number=2, mates=FOUR, pads=(PAD,)))[0] is Task.RAZE
    me = own(HELICOPTER, shots=(0, 0))
    assert aim(sight(me, number=2, mates=FOUR, pads=(PAD,)))[0] is Task.DOCK


def test_who_is_alone_goes_home_for_a_jeep_once_the_flag_is_out() -> None:
    out = (flag(1, SITE),)
    alone = sight(own(HELICOPTER), mates=(Mate(0),), pads=(PAD,), flags=out)
    assert aim(alone, grid(site="DEST_FLAG")) == (Task.DOCK, PAD)
    assert aim(alone._replace(stock=(3, 0, 3, 3)), grid(site="DEST_FLAG"))[0] is not Task.DOCK
    with_runner = alone._replace(mates=(Mate(0), Mate(2, JEEP)))
    assert aim(with_runner, grid(site="DEST_FLAG"))[0] is not Task.DOCK


def test_a_flag_is_out_when_a_jeep_can_have_it_or_has_it() -> None:
    rubble, standing = grid(site="DEST_FLAG"), grid(site="DMG_FLAG")
    out = sight(flags=(flag(1, SITE),))
    assert is_out(out, rubble)
    assert not is_out(out, standing)
    assert is_out(sight(flags=(flag(1, SITE, carrier=0),)), standing)
    assert not is_out(sight(flags=(flag(0, SITE),)), rubble)
    assert not is_out(sight(flags=(flag(1, CELLS),)), rubble)


def test_a_flag_dropped_beside_a_wall_is_fetched_and_the_wall_shot() -> None:
    land, out = grid(site="WALL_H"), (flag(1, SITE),)
    assert aim(seen(JEEP, flags=out), land) == (Task.FETCH, SITE)
    assert aim(seen(TANK, 4, flags=out), land) == (Task.RAZE, SITE)


def test_ones_own_flag_in_the_rubble_of_its_building_is_left() -> None:
    land, away = Grid(), cell_number(70, 70)
    place(land, away, NUMBER_OF["DEST_FLAG"], 0)
    assert aim(seen(JEEP, flags=(flag(0, away),)), land) == (Task.WAIT, PAD)
