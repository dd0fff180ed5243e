from __future__ import annotations

import pytest

from uoserver.bsp.entities import Entity
from uoserver.bsp.spawn import (
    Bounds,
    Side,
    SpawnPoint,
    SpawnSet,
    choose_spawns,
    derived_point,
    read_points,
)

BOUNDS = Bounds((-100.0, -200.0, -300.0), (300.0, 200.0, 500.0))


def at(classname: str, x: int = 0) -> Entity:
    return Entity([("classname", classname), ("origin", f"{x} 0 24"), ("angles", "0 45 0")])


def choose(gametype: str, *classnames: str) -> SpawnSet:
    return choose_spawns(read_points(at(name) for name in classnames), gametype, BOUNDS)


BOTH = {
    "uo": ("mp_uo_spawn_allies", "mp_uo_spawn_axis"),
    "bas": ("mp_gmi_bas_allies_spawn", "mp_gmi_bas_axis_spawn"),
    "sd": ("mp_searchanddestroy_spawn_allied", "mp_searchanddestroy_spawn_axis"),
    "re": ("mp_retrieval_spawn_allied", "mp_retrieval_spawn_axis"),
    "tdm": ("mp_teamdeathmatch_spawn",),
    "dm": ("mp_deathmatch_spawn",),
}
ALL = [name for names in BOTH.values() for name in names]


@pytest.mark.parametrize(
    ("gametype", "family"),
    [
        ("ctf", "uo"),
        ("dom", "uo"),
        ("bas", "bas"),
        ("sd", "sd"),
        ("re", "re"),
        ("tdm", "tdm"),
        ("hq", "tdm"),
        ("bel", "tdm"),
        ("DM", "dm"),
        ("unknown", "uo"),
    ],
)
def test_a_gametype_uses_its_own_family_when_the_map_has_it(gametype: str, family: str) -> None:
    spawns = choose(gametype, *ALL)
    assert spawns.family == family
    assert {point.classname for point in spawns.points} == set(BOTH[family])


def test_else_the_first_family_in_order() -> None:
    order = list(BOTH)
    for first in range(len(order)):
        names = [name for family in order[first:] for name in BOTH[family]]
        assert choose("ctf", *names).family == order[first]


def test_a_family_of_one_side_comes_after_complete_ones() -> None:
    assert choose("sd", BOTH["sd"][1], "mp_deathmatch_spawn").family == "dm"
    alone = choose("sd", BOTH["sd"][1])
    assert (alone.family, len(alone.points)) == ("sd", 1)


def test_points_carry_place_side_and_rank() -> None:
    spawns = choose("ctf", *BOTH["uo"], "mp_uo_spawn_axis_secondary", "MP_UO_SPAWN_AXIS")
    assert SpawnPoint((0.0, 0.0, 24.0), (0.0, 45.0, 0.0), Side.ALLIES, "mp_uo_spawn_allies") in (
        spawns.points
    )
    assert [point.secondary for point in spawns.points] == [False, False, False, True]
    assert len(spawns.for_side(Side.AXIS)) == 2
    assert len(spawns.for_side(Side.ALLIES)) == 1
    assert spawns.for_side(Side.ANY) == spawns.points


@pytest.mark.parametrize(
    ("gametype", "used"),
    [("ctf", "mp_ctf_intermission"), ("dm", "mp_deathmatch_intermission")],
)
def test_intermission_of_the_family(gametype: str, used: str) -> None:
    spawns = choose(gametype, *ALL, "mp_deathmatch_intermission", "mp_ctf_intermission")
    assert [point.classname for point in spawns.intermissions] == [used]


def test_any_intermission_before_none() -> None:
    spawns = choose("dm", "mp_deathmatch_spawn", "mp_retrieval_intermission")
    assert [point.classname for point in spawns.intermissions] == ["mp_retrieval_intermission"]


def test_a_map_without_points_gets_one_above_its_middle() -> None:
    spawns = choose("ctf", "worldspawn", "info_player_start")
    assert spawns == SpawnSet("", (derived_point(BOUNDS),), (derived_point(BOUNDS),))
    assert spawns.points[0].origin == (100.0, 0.0, 300.0)


def test_points_without_a_place_are_left_out() -> None:
    lost = Entity([("classname", "mp_deathmatch_spawn"), ("origin", "1 2")])
    assert read_points([lost]) == {}
