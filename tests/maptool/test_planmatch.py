from __future__ import annotations

from collections import Counter

import pytest

from tests.maps.foy import surveyed
from tests.survey.lands import yard
from uoserver.maptool.planmatch import Family, Sign, family_of, signs_of
from uoserver.sim.tables.statics import STATICS
from uoserver.survey import survey


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("TOWER", Family.TOWER),
        ("WTOWER_NE", Family.TOWER),
        ("WALL_H", Family.WALL),
        ("GATE_V", Family.GATE),
        ("FUEL_S", Family.SUPPLY),
        ("AMMO", Family.SUPPLY),
        ("BNKR_E", Family.HOUSE),
        ("TENT_H", Family.HOUSE),
        ("DMG_FLAG", Family.FLAG),
        ("BRIDGE_H", Family.BRIDGE),
        ("ROCK_1S", Family.PLANT),
        ("DEST_WTOWER_NE", Family.OTHER),
        ("STORAGE_LIGHT", Family.OTHER),
    ],
)
def test_families(name: str, family: Family) -> None:
    assert family_of(name) is family


def test_all_that_stands_has_a_family() -> None:
    others = {
        static.name
        for static in STATICS
        if static.hits and static.placeable and family_of(static.name) is Family.OTHER
    }
    assert others == set()


def test_signs_are_in_the_middles_of_cells() -> None:
    land = yard()
    land.entity("uo_static", (-300.0, -300.0, 10.0), type="WALL_V", team="axis")
    land.entity("uo_static", (-30.0, 300.0, 10.0), type="BRIDGE_H")
    found = signs_of(survey(land.map()))
    assert found == (
        Sign(Family.PAD, -1152.0, 128.0, 0),
        Sign(Family.PAD, 1152.0, 128.0, 1),
        Sign(Family.FLAG, -640.0, 128.0, 0),
        Sign(Family.FLAG, 640.0, 128.0, 1),
        Sign(Family.BRIDGE, -128.0, 384.0, 2),
        Sign(Family.WALL, -384.0, -384.0, 1, upright=True),
    )


def test_signs_of_the_stand_in() -> None:
    counts = Counter(sign.family for sign in signs_of(surveyed()))
    assert counts[Family.PAD] == 4
    assert counts[Family.TOWER] == 14
    assert not counts[Family.OTHER]
