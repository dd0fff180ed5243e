"""What bots take out of their bunkers."""

from __future__ import annotations

import pytest

from uoserver.game.bots.garage import PATIENCE, Role, choose, role_of, runners, wanted
from uoserver.game.bots.sight import NOBODY, Mate, Sight
from uoserver.sim.keys import FIRE_A
from uoserver.sim.match import step
from uoserver.sim.tables.vehicles import VehicleType

from .scenes import HELICOPTER, JEEP, MSV, TANK, run, scene, sight

FOUR = tuple(Mate(number) for number in (0, 2, 4, 6))


def take(seen: Sight, *, out: bool = False) -> int:
    return wanted(seen, is_out=out)


@pytest.mark.parametrize(("number", "role"), list(zip((0, 2, 4, 6), Role, strict=True)))
def test_roles_go_by_the_place_among_the_side(number: int, role: Role) -> None:
    assert role_of(sight(number=number, mates=FOUR)) is role


def test_a_fifth_is_a_runner_again() -> None:
    assert role_of(sight(number=8, mates=(*FOUR, Mate(8)))) is Role.RUNNER


@pytest.mark.parametrize(("number", "type_"), [(0, JEEP), (2, HELICOPTER), (4, TANK), (6, MSV)])
def test_each_role_has_its_vehicle(number: int, type_: int) -> None:
    assert take(sight(number=number, mates=FOUR)) == type_


def test_what_is_not_in_stock_is_not_wanted() -> None:
    assert take(sight(number=2, mates=FOUR, stock=(3, 8, 3, 0))) == TANK
    assert take(sight(number=2, mates=FOUR, stock=(0, 0, 0, 0))) == NOBODY


def test_a_flag_in_the_open_calls_for_jeeps_half_of_the_side() -> None:
    assert take(sight(number=6, mates=FOUR), out=True) == JEEP
    one = (Mate(0, JEEP), Mate(2), Mate(4), Mate(6))
    assert take(sight(number=6, mates=one), out=True) == JEEP
    two = (Mate(0, JEEP), Mate(2, JEEP), Mate(4), Mate(6))
    assert runners(sight(number=6, mates=two)) == 2
    assert take(sight(number=6, mates=two), out=True) == MSV
    assert runners(sight(number=0, mates=two)) == 1


def test_who_is_alone_opens_the_way_first() -> None:
    alone = sight(number=0, mates=(Mate(0),))
    assert take(alone) == HELICOPTER
    assert take(alone, out=True) == JEEP


def test_a_runner_lets_others_go_first() -> None:
    runner = sight(number=0, mates=FOUR, selected=JEEP)
    assert choose(runner, 100, is_out=False) == 0
    assert choose(runner, 600, is_out=False) == FIRE_A
    assert choose(runner, 0, is_out=True) == FIRE_A


def test_after_a_while_one_takes_what_there_is() -> None:
    flyer = sight(number=2, mates=FOUR, selected=TANK)
    assert not choose(flyer, PATIENCE, is_out=False) & FIRE_A
    assert choose(flyer, PATIENCE + 1, is_out=False) == FIRE_A


def test_an_empty_stock_leaves_nothing_to_press() -> None:
    assert choose(sight(number=2, mates=FOUR, stock=(0, 0, 0, 0)), 1000, is_out=False) == 0


@pytest.mark.parametrize("first", list(VehicleType))
@pytest.mark.parametrize("target", list(VehicleType))
def test_the_keys_lead_from_every_type_to_every_other(
    first: VehicleType, target: VehicleType
) -> None:
    sim = scene('map = "0"')
    view = sim.state.drivers[0].view
    view.type = first
    seen = sight(mates=(Mate(0), Mate(2)), number=2, selected=first)
    stock = tuple(int(type_ == target) for type_ in VehicleType)
    for _ in range(8):
        if view.type != target:
            step(
                sim, [choose(seen._replace(stock=stock, selected=int(view.type)), 0, is_out=False)]
            )
    assert view.type == target


def test_a_bot_comes_up_from_its_bunker() -> None:
    sim = scene('drivers = [0, 0]\nmap = "0"')
    run(sim, 400, lambda: bool(sim.state.drivers[1].vehicle))
    assert sim.state.drivers[1].type == HELICOPTER
