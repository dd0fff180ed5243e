from __future__ import annotations

from uoproto.constants import ENTITYNUM_NONE, EntityType
from uoproto.states import EntityState, Objective
from uoserver.game.bots.sight import NOBODY
from uoserver.pilot.flags import SOMEBODY, FlagWatch

HIDDEN = Objective.ZERO.with_fields({"state": 1, "entNum": ENTITYNUM_NONE})


def out(entity: int, x: float = 0.0) -> Objective:
    return Objective.ZERO.with_fields({"state": 4, "origin[0]": x, "entNum": entity})


def vehicle(driver: int) -> EntityState:
    return EntityState.from_fields({"eType": EntityType.VEHICLE, "otherEntityNum": driver})


def test_a_hidden_flag_is_not_out() -> None:
    assert FlagWatch().look((HIDDEN, Objective.ZERO), {}, {}) == ((), ())


def test_a_flag_lies_until_a_vehicle_has_it() -> None:
    watch = FlagWatch()
    flags, hidden = watch.look((HIDDEN, out(90)), {}, {})
    assert [(flag.team, flag.carrier) for flag in flags] == [(1, NOBODY)]
    assert hidden == ()
    flags, hidden = watch.look((HIDDEN, out(95)), {95: vehicle(7)}, {95: 7})
    assert [flag.carrier for flag in flags] == [7]
    assert hidden == ()


def test_who_carries_out_of_sight_is_somebody_of_the_other_side() -> None:
    watch = FlagWatch()
    watch.look((out(90), HIDDEN), {}, {})
    flags, hidden = watch.look((out(96, 512.0), HIDDEN), {}, {})
    assert [flag.carrier for flag in flags] == [SOMEBODY]
    assert [(other.driver, other.team, other.x) for other in hidden] == [(SOMEBODY, 1, flags[0].x)]


def test_a_flag_that_is_seen_lies() -> None:
    """Who comes late may take a carrier for the flag itself, until he sees either."""
    watch = FlagWatch()
    watch.look((out(95), HIDDEN), {}, {})
    flag = EntityState.from_fields({"eType": EntityType.GENERAL})
    assert watch.look((out(90), HIDDEN), {90: flag}, {}).flags[0].carrier == NOBODY
    assert watch.look((out(95), HIDDEN), {}, {}).flags[0].carrier == SOMEBODY


def test_a_flag_that_was_brought_back_begins_anew() -> None:
    watch = FlagWatch()
    watch.look((out(90), HIDDEN), {}, {})
    watch.look((HIDDEN, HIDDEN), {}, {})
    assert watch.look((out(91), HIDDEN), {}, {}).flags[0].carrier == NOBODY
