"""Placing, damaging and destroying static objects (rules 5)."""

from __future__ import annotations

import pytest

from tests.sim.play import cell, new_sim, put, run
from tests.sim.vehicles.helpers import with_class
from uoserver.sim import statics
from uoserver.sim.effects.debris import state_of as debris_of
from uoserver.sim.effects.explosion import state_of
from uoserver.sim.events import CellChanged, Created, Exploded, StaticHit
from uoserver.sim.grid import OUTSIDE, Grid, centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.lifecycle import create
from uoserver.sim.objects import POOL_SIZE, Kind
from uoserver.sim.registry import CLASSES
from uoserver.sim.simulation import Simulation
from uoserver.sim.statics import damage, destroy, fall, hide_flag, place, set_terrain, wear
from uoserver.sim.tables.effects import Debris, Effect
from uoserver.sim.tables.statics import NUMBER_OF, STATICS

AT = cell(50, 50)


def look(grid: Grid, at: int = AT) -> tuple[int, int, int, int]:
    """Static object, hit points, side and terrain of a cell."""
    return grid.static[at], grid.hits[at], grid.side[at], grid.terrain[at]


def without(*kinds: Kind) -> Simulation:
    """A match in which some kinds cannot be made, as when the pool is full."""
    sim = new_sim()
    sim.classes = {kind: each for kind, each in CLASSES.items() if kind not in kinds}
    return sim


def fill_pool(sim: Simulation) -> None:
    """Leave no slot for anything."""
    while create(sim, Kind.WRECK, 0, 5 * ONE, 5 * ONE, 0, 0):
        pass
    assert sum(obj is not None for obj in sim.state.pool.slots) == POOL_SIZE - 1
    sim.events.clear()


@pytest.mark.parametrize(
    ("name", "hits", "terrain"),
    [("BLDG_N", 5, 0), ("BUSH_1S", 1, 33), ("WALL_V", 5, 98), ("FLAG", 6, 109), ("ROCK_1S", 0, 33)],
)
def test_an_object_brings_its_hit_points_and_terrain(name: str, hits: int, terrain: int) -> None:
    grid = Grid()
    grid.terrain[AT] = 33
    place(grid, AT, NUMBER_OF[name], 1)
    assert look(grid) == (NUMBER_OF[name], hits, 1, terrain)


@pytest.mark.parametrize("number", [0, 18, 52, 91, 127, -1])
def test_what_is_none_clears_the_cell_but_for_who_is_in_it(number: int) -> None:
    grid = Grid()
    place(grid, AT, NUMBER_OF["WALL_V"], 1)
    grid.chain[AT] = 5
    place(grid, AT, number, 1)
    assert look(grid) == (0, 0, 2, 0)
    assert grid.chain[AT] == 5


# -- damage ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "left"),
    [(ONE, 4), (3 * ONE // 2, 4), (2 * ONE, 3), (1, 4), (ONE // 2, 4), (4 * ONE, 1)],
)
def test_damage_takes_whole_hit_points_and_at_least_one(amount: int, left: int) -> None:
    for take in (damage, wear):
        sim = new_sim()
        put(sim, 50, 50, "BLDG_S")
        assert not take(sim, AT, amount)
        assert look(sim.state.grid)[:2] == (24, left)
        hits = [event for event in sim.events if isinstance(event, StaticHit)]
        assert hits == [StaticHit(AT, left, 0)]  # at the last one men come out


@pytest.mark.parametrize("amount", [5 * ONE, 100 * ONE])
def test_who_loses_all_hit_points_explodes_and_stands_until_its_time_has_come(amount: int) -> None:
    sim = new_sim()
    put(sim, 50, 50, "BLDG_S", 1)
    assert damage(sim, AT, amount)
    (explosion,) = sim.state.pool.on_kind(Kind.EXPLOSION)
    assert sim.events == [
        StaticHit(AT, 0, 0),
        Exploded(Effect.BUILDING, *centre(AT), 0),
        Created(explosion.id, Kind.EXPLOSION, 2),
    ]
    assert (explosion.x, explosion.y) == centre(AT)
    assert (state_of(explosion).effect, state_of(explosion).cell) == (Effect.BUILDING, AT)
    run(sim, 9)  # the first is the explosion's tick 0
    assert look(sim.state.grid) == (24, 0, 1, 0)
    assert not damage(sim, AT, amount)  # it cannot be damaged, or explode once more
    assert len(list(sim.state.pool.on_kind(Kind.EXPLOSION))) == 1
    assert CellChanged(AT, 0, 51, 1) in run(sim, 1)
    assert look(sim.state.grid) == (51, 0, 1, 0)


def test_what_is_destroyed_without_damage_has_no_hit_points_either() -> None:
    sim = new_sim()
    put(sim, 50, 50, "BLDG_S", 1)
    destroy(sim, AT)
    assert sim.state.grid.hits[AT] == 0
    assert not damage(sim, AT, ONE)


@pytest.mark.parametrize("full", [False, True])
def test_without_an_explosion_it_falls_at_once(full: bool) -> None:
    sim = new_sim() if full else without(Kind.EXPLOSION)
    if full:
        fill_pool(sim)
    put(sim, 50, 50, "BLDG_S", 1)
    assert damage(sim, AT, 5 * ONE)
    assert look(sim.state.grid) == (51, 0, 1, 0)


def test_what_is_worn_down_is_told_and_not_destroyed() -> None:
    sim = new_sim()
    put(sim, 50, 50, "TOWER", 1)
    assert not wear(sim, AT, 4 * ONE)
    assert wear(sim, AT, ONE)
    assert look(sim.state.grid) == (49, 0, 1, 97)
    assert list(sim.state.pool.on_kind(Kind.EXPLOSION)) == []
    assert not wear(sim, AT, ONE)
    assert [event.left for event in sim.events if isinstance(event, StaticHit)] == [1, 0]


def test_who_did_it_is_told() -> None:
    sim = new_sim()
    wreck = create(sim, Kind.WRECK, 0, 5 * ONE, 5 * ONE, 0, 0)
    assert wreck
    put(sim, 50, 50, "BLDG_S", 1)
    damage(sim, AT, ONE, wreck)
    assert sim.events[-1] == StaticHit(AT, 4, wreck.id)


def test_nothing_is_done_by_no_damage_and_to_what_has_no_hit_points() -> None:
    sim = new_sim()
    put(sim, 50, 50, "ROCK_1S")
    assert not damage(sim, AT, 100 * ONE)
    put(sim, 50, 50, "BLDG_S")
    assert not damage(sim, AT, 0)
    assert not damage(sim, AT, -ONE)
    assert look(sim.state.grid)[:2] == (24, 5)
    assert sim.events == []


def test_an_open_gate_is_worn_down_where_nothing_stands() -> None:
    sim = new_sim()
    grid = sim.state.grid
    grid.terrain[AT], grid.hits[AT] = 88, 5
    assert damage(sim, AT, 255 * ONE)
    assert look(grid) == (0, 0, 0, 88)
    assert sim.events == [StaticHit(AT, 0, 0)]


# -- men -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "side", "damages", "least", "team"),
    [
        ("BLDG_N", 1, (4,), 2, 1),
        ("FACT_W", 0, (2, 2), 2, 0),
        ("BNKR_E", 1, (1, 1, 1, 1), 4, 1),
        ("OUTPOST", 1, (1,), 3, 1),
        ("HOSP_S", 0, (2,), 5, 0),
        ("PRISON_S", 1, (4,), 4, 0),
        ("PRISON_E", 0, (4,), 4, 1),
        ("BLDG_N", 2, (4,), 2, 2),
        ("PRISON_W", 2, (4,), 4, 2),
    ],
)
def test_men_leave_what_is_nearly_destroyed(
    name: str, side: int, damages: tuple[int, ...], least: int, team: int
) -> None:
    counts = set()
    for seed in range(60):
        sim = new_sim()
        sim.state.rand.state = seed << 16
        made = with_class(sim, Kind.MAN)
        put(sim, 50, 50, name, side)
        extra = Rand(seed << 16).below(least)
        for amount in damages:
            assert made == []
            damage(sim, AT, amount * ONE)
        assert [arg for arg, _ in made] == [AT + 1] * (least + extra)
        assert {(man.team, man.x, man.y, man.z) for _, man in made} == {(team, *centre(AT), 0)}
        counts.add(len(made))
    assert counts == set(range(least, 2 * least))


@pytest.mark.parametrize(
    ("name", "damages"),
    [
        ("BLDG_N", (5,)),  # at one stroke
        ("BLDG_N", (3,)),
        ("TENT_V", (1,)),
        ("WALL_V", (4,)),
        ("AMMO", (1,)),
        ("FLAG", (5,)),
    ],
)
def test_from_others_nobody_comes_and_no_number_is_drawn(
    name: str, damages: tuple[int, ...]
) -> None:
    sim = new_sim()
    made = with_class(sim, Kind.MAN)
    before = sim.state.rand.state
    put(sim, 50, 50, name, 1)
    for amount in damages:
        damage(sim, AT, amount * ONE)
    assert made == []
    assert sim.state.rand.state == before


# -- ruins -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "first"), [("WALL_V", 105), ("WALL_H", 107), ("BDMG_WALL_V", 105)]
)
def test_walls_become_one_of_two_rubbles_by_chance(name: str, first: int) -> None:
    sim = new_sim()
    seen = set()
    for _ in range(20):
        put(sim, 50, 50, name, 1)
        expected = Rand(sim.state.rand.state).below(2)
        fall(sim, AT)
        assert look(sim.state.grid) == (0, 0, 2, first + expected)
        seen.add(expected)
    assert seen == {0, 1}


def test_only_walls_draw_a_number() -> None:
    sim = new_sim()
    before = sim.state.rand.state
    for name in ("BLDG_S", "ROCK_1S"):
        put(sim, 50, 50, name)
        destroy(sim, AT)
    assert sim.state.rand.state == before


AFTER = [
    ("TOWER", (60, 5, 1, 97)),
    ("DMG_TOWER", (61, 0, 1, 0)),
    ("FLAG", (62, 6, 1, 110)),
    ("DMG_FLAG", (63, 0, 1, 111)),
    ("BUSH_1S", (87, 0, 1, 33)),
    ("HOSP_S", (53, 0, 1, 0)),
    ("GATE_H", (66, 0, 1, 88)),
    ("BRIDGE_V", (76, 0, 1, 33)),
    ("PLANTER_BERRY", (83, 0, 1, 95)),
]


@pytest.mark.parametrize(("name", "after"), AFTER)
def test_what_something_becomes_has_hit_points_of_its_own_and_the_same_side(
    name: str, after: tuple[int, int, int, int]
) -> None:
    for sim in (without(Kind.EXPLOSION), new_sim()):
        sim.state.grid.terrain[AT] = 33
        put(sim, 50, 50, name, 1)
        destroy(sim, AT)
        if Kind.EXPLOSION in sim.classes:
            assert look(sim.state.grid) != after
            run(sim, 100)
        assert look(sim.state.grid) == after


def test_what_comes_after_something_may_have_terrain_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No row of the table has both, but the rule does: 0 leaves what the new object brings."""
    hall = STATICS[24]
    for rubble, terrain in ((0, 97), (42, 42)):
        changed = hall._replace(becomes=60, rubble=rubble)
        monkeypatch.setattr(statics, "STATICS", (*STATICS[:24], changed, *STATICS[25:]))
        sim = new_sim()
        put(sim, 50, 50, "BLDG_S", 1)
        fall(sim, AT)
        assert look(sim.state.grid) == (60, 5, 1, terrain)


def test_where_nothing_stands_nothing_falls() -> None:
    sim = new_sim()
    sim.state.grid.terrain[AT] = 88
    fall(sim, AT)
    destroy(sim, AT)
    assert look(sim.state.grid)[:1] == (0,)
    assert sim.state.grid.terrain[AT] == 88
    assert sim.events == []


def test_what_has_no_explosion_falls_at_once() -> None:
    sim = new_sim()
    put(sim, 50, 50, "ROCK_1S")
    destroy(sim, AT)
    assert look(sim.state.grid)[:1] == (0,)
    assert not any(isinstance(event, Exploded) for event in sim.events)


def test_terrain_is_set_and_told() -> None:
    sim = new_sim()
    set_terrain(sim, AT, 92)
    assert sim.events == [CellChanged(AT, 92, 0, sim.state.grid.side[AT])]


# -- where and how it explodes ---------------------------------------------------------------------


def test_an_explosion_is_where_the_object_stands() -> None:
    sim = new_sim()
    sim.state.grid.jitter = [(5, -7, 3, 130)] * 256
    x, y = centre(AT)
    for name, dx, dy in (
        ("BUSH_1S", 5.0, -7.0),
        ("TREE_S", 0.0, 0.0),
        ("WTOWER_NE", -9.5, -9.5),
        ("WTOWER_SW", 9.5, 9.5),
    ):
        put(sim, 50, 50, name)
        destroy(sim, AT)
        (event,) = (each for each in sim.events if isinstance(each, Exploded))
        assert (event.x, event.y, event.z) == (x + int(dx * ONE), y + int(dy * ONE), 0)
        sim.events.clear()


def test_an_effect_may_be_another_than_the_usual() -> None:
    for effect in (None, Effect.CRUSHED, Effect.FOLIAGE):
        sim = new_sim()
        put(sim, 50, 50, "BUSH_1S")
        assert damage(sim, AT, ONE, effect=effect)
        (event,) = (each for each in sim.events if isinstance(each, Exploded))
        assert event.effect == (Effect.FOLIAGE if effect is None else effect)


@pytest.mark.parametrize("name", ["TOWER", "LARGE_TOWER"])
def test_the_turret_of_a_tower_flies_off_as_it_stood(name: str) -> None:
    for pose, heading in ((None, 130 - 128 << 16), ((0x123456, 7), 0x123456)):
        sim = new_sim()
        sim.state.grid.jitter = [(5, -7, 3, 130)] * 256
        sim.state.tower_pose = pose
        put(sim, 50, 50, name, 1)
        destroy(sim, AT)
        pieces = list(sim.state.pool.on_kind(Kind.DEBRIS))
        assert [debris_of(piece).set for piece in pieces] == [Debris.TURRET] * 5
        assert {(piece.x, piece.y, piece.z) for piece in pieces} == {(*centre(AT), 24 * ONE)}
        assert pieces[0].heading == heading
        assert len({piece.heading for piece in pieces}) == 5
        assert {piece.team for piece in pieces} == {1}
        assert sim.state.tower_pose is None
        assert [e.effect for e in sim.events if isinstance(e, Exploded)] == [Effect.WALL]


def test_only_whole_towers_have_turrets() -> None:
    sim = new_sim()
    sim.state.tower_pose = (1, 2)
    for name in ("DMG_TOWER", "READY_TOWER", "WALL_V"):
        put(sim, 50, 50, name)
        destroy(sim, AT)
    assert list(sim.state.pool.on_kind(Kind.DEBRIS)) == []
    assert sim.state.tower_pose == (1, 2)


@pytest.mark.parametrize("name", ["BRIDGE_H", "BRIDGE_V"])
def test_a_bridge_breaks_into_2_to_8_planks(name: str) -> None:
    counts = set()
    for seed in range(80):
        sim = new_sim()
        sim.state.rand.state = seed << 14
        rand = Rand(seed << 14)
        expected = rand.below(3) + 2 + rand.below(5)
        put(sim, 50, 50, name)
        destroy(sim, AT)
        pieces = list(sim.state.pool.on_kind(Kind.DEBRIS))
        assert [debris_of(piece).set for piece in pieces] == [Debris.PLANK] * expected
        assert sim.state.rand == rand
        counts.add(expected)
    assert counts == set(range(2, 9))


# -- flags -----------------------------------------------------------------------------------------

SITES = [(50, 50), (52, 50), (54, 50), (56, 50)]


def with_flags(*, left: int, hidden: int = 0, count: int = 4) -> Simulation:
    """Flag buildings of side 1; the flag is in one of them."""
    sim = new_sim()
    side = sim.state.sides[1]
    side.flag_sites = [put(sim, *at, "FLAG", 1) for at in SITES[:count]]
    side.flag_cell, side.flag_left = side.flag_sites[hidden], left
    return sim


def test_a_flag_comes_out_when_no_building_may_be_lost_any_more() -> None:
    sim = with_flags(left=0)
    made = with_class(sim, Kind.FLAG)
    destroy(sim, AT)
    ((arg, flag),) = made
    assert (arg, flag.team, flag.x, flag.y, flag.z) == (AT, 1, *centre(AT), 0)
    assert sim.state.sides[1].flag_left == -1
    assert sim.state.sides[0].flag_left == 0
    kinds = [event.kind for event in sim.events if isinstance(event, Created)]
    assert kinds == [Kind.EXPLOSION, Kind.FLAG]  # first it is destroyed


def test_until_then_it_is_hidden_in_another_that_is_whole() -> None:
    places = set()
    for seed in range(40):
        sim = with_flags(left=1)
        sim.state.rand.state = seed << 15
        made = with_class(sim, Kind.FLAG)
        side = sim.state.sides[1]
        wear(sim, side.flag_sites[1], 6 * ONE)  # about to fall
        expected = side.flag_sites[2:][Rand(seed << 15).below_wide(2)]
        destroy(sim, AT)
        assert (made, side.flag_left, side.flag_cell) == ([], 0, expected)
        places.add(expected)
    assert len(places) == 2


def test_the_only_building_gives_it_out() -> None:
    sim = with_flags(left=2, count=1)
    made = with_class(sim, Kind.FLAG)
    destroy(sim, AT)
    assert [arg for arg, _ in made] == [AT]


def test_a_building_that_hides_nothing_is_only_counted() -> None:
    sim = with_flags(left=0, hidden=2)
    made = with_class(sim, Kind.FLAG)
    destroy(sim, AT)
    assert (made, sim.state.sides[1].flag_left) == ([], -1)
    assert sim.state.sides[1].flag_cell == cell(54, 50)


def test_who_has_its_flag_outside_counts_no_more() -> None:
    for team, left in ((1, 5), (0, 4)):
        sim = with_flags(left=5)
        with_class(sim, Kind.FLAG)
        create(sim, Kind.FLAG, team, 0, 0, 0)
        destroy(sim, AT)
        assert sim.state.sides[1].flag_left == left


def test_a_building_of_nobody_has_no_flag() -> None:
    for side in (2, 3):
        sim = with_flags(left=5)
        sim.state.grid.side[AT] = side
        made = with_class(sim, Kind.FLAG)
        destroy(sim, AT)
        assert (made, [side.flag_left for side in sim.state.sides]) == ([], [0, 5])


def test_a_flag_that_finds_no_room_in_the_pool_is_hidden_again() -> None:
    sim = with_flags(left=0)
    with_class(sim, Kind.FLAG)
    fill_pool(sim)
    destroy(sim, AT)
    assert sim.state.sides[1].flag_cell in [cell(*at) for at in SITES[1:]]


def test_a_flag_is_hidden_in_any_whole_building_of_its_side_but_one() -> None:
    sim = with_flags(left=0)
    side = sim.state.sides[1]
    seen = {hide_flag(sim, 1) and side.flag_cell for _ in range(60)}
    assert seen == set(side.flag_sites)
    seen = {hide_flag(sim, 1, side.flag_sites[3]) and side.flag_cell for _ in range(60)}
    assert seen == set(side.flag_sites[:3])
    for at in side.flag_sites[:3]:
        place(sim.state.grid, at, NUMBER_OF["DMG_FLAG"], 1)
    before = side.flag_cell
    assert not hide_flag(sim, 1, side.flag_sites[3])
    assert side.flag_cell == before
    assert hide_flag(sim, 1, OUTSIDE)
    assert side.flag_cell == side.flag_sites[3]
