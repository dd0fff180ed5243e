"""Explosions play their timelines (rules 8; tables 5; effects.explosion)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sim.play import EAST, NORTH, WEST, cell, data, new_sim, put, run, spawn
from tests.sim.vehicles.helpers import put_at
from uoserver.sim.blast import explode
from uoserver.sim.collide import shape_of
from uoserver.sim.effects.explosion import ExplosionState, state_of
from uoserver.sim.events import CellChanged, Created, Damaged, Sound, StaticHit
from uoserver.sim.grid import OUTSIDE, centre
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.kernel.rand import Rand
from uoserver.sim.keys import UP, stick
from uoserver.sim.lifecycle import create
from uoserver.sim.match import remove_driver, step
from uoserver.sim.objects import UNLINKED, Kind, Obj
from uoserver.sim.registry import CLASSES
from uoserver.sim.saves.invariants import check_state
from uoserver.sim.shapetable import FIRST_HULL
from uoserver.sim.simulation import ObjectClass, Simulation
from uoserver.sim.statics import destroy
from uoserver.sim.tables.effects import SHOT_SOUNDS, TIMELINES, Effect
from uoserver.sim.tables.statics import NUMBER_OF, STATICS
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehicles.wreck import state_of as wreck_of

AT = cell(50, 50)
X, Y = centre(AT)


def begin(
    effect: Effect, x: int = X, y: int = Y, z: int = 0, *, at: int = OUTSIDE
) -> tuple[Simulation, Obj]:
    sim = new_sim()
    obj = explode(sim, effect, x, y, z, cell=at)
    assert obj
    return sim, obj


# -- progress --------------------------------------------------------------------------------------


@pytest.mark.parametrize("dt", [1, 4])
def test_the_first_update_is_frame_1_then_it_goes_on_at_its_rate(dt: int) -> None:
    sim, obj = begin(Effect.DUST)
    for number in range(5):
        run(sim, 1, dt=dt)
        assert state_of(obj).progress == ONE + number * dt * 0x4000


@pytest.mark.parametrize("dt", [1, 5])
@pytest.mark.parametrize("effect", [effect for effect in Effect if effect is not Effect.SMOKE])
def test_it_is_over_after_its_life(effect: Effect, dt: int) -> None:
    sim, obj = begin(effect)
    line = TIMELINES[effect]
    life = -(-(line.end - ONE) // line.rate)
    frames = -(-life // dt)
    run(sim, frames, dt=dt)
    assert sim.state.pool.get(obj.id) is obj
    run(sim, 1, dt=dt)
    assert sim.state.pool.get(obj.id) is None


def test_smoke_goes_on_at_a_rate_by_chance() -> None:
    for seed in range(20):
        sim = new_sim()
        sim.state.rand.state = seed << 16
        obj = explode(sim, Effect.SMOKE, X, Y, 0)
        assert obj
        assert state_of(obj).rate == 0x2AAA + Rand(seed << 16).below(0x1555)
        run(sim, 2)
        assert state_of(obj).progress == ONE + state_of(obj).rate


def test_only_smoke_draws_a_number_as_it_begins() -> None:
    sim = new_sim()
    before = sim.state.rand.state
    for effect in Effect:
        if effect is not Effect.SMOKE:
            explode(sim, effect, X, Y, 0)
    assert sim.state.rand.state == before


def test_it_is_in_no_cell_and_in_nobodys_way() -> None:
    sim, obj = begin(Effect.MINE, *centre(cell(40, 39)))
    tank = spawn(sim, VehicleType.TANK, 40, 40)
    run(sim, 60, UP)
    assert obj.cell == UNLINKED
    assert shape_of(sim, obj) == ()
    assert tank.y < obj.y


# -- what becomes of cells -------------------------------------------------------------------------


def changes(sim: Simulation, ticks: int, dt: int = 1) -> list[tuple[int, str]]:
    """When the cell became what; the explosion's first update is at 0."""
    return [
        (number, STATICS[event.static].name)
        for number in range(0, ticks, dt)
        for event in run(sim, 1, dt=dt)
        if isinstance(event, CellChanged) and event.cell == AT
    ]


@pytest.mark.parametrize(
    ("name", "when"),
    [
        ("BUSH_1S", [(0, "NOTHING"), (40, "DEST_BUSH_1")]),
        ("PLANTER_BUSH", [(0, "NOTHING"), (40, "DEST_PLANTER")]),
        ("PLANTER_STONE", [(40, "DEST_PLANTER")]),
        ("GATE_H", [(40, "DEST_GATE_H")]),
        ("WALL_V", [(40, "NOTHING")]),
        ("TOWER", [(40, "DMG_TOWER")]),
        ("FLAG", [(18, "DMG_FLAG")]),
        ("OUTPOST", [(18, "NOTHING"), (78, "DEST_OUTPOST")]),
        ("WTOWER_NW", [(18, "NOTHING"), (78, "DEST_WTOWER_NW")]),
        ("PRISON_E", [(40, "DEST_PRISON")]),
        ("HOSP_W", [(9, "DEST_HOSP")]),
        ("FUEL_S", [(40, "DEST_FUEL")]),
        ("BLDG_N", [(9, "STD_DEST")]),
        ("FACT_W", [(9, "STD_DEST")]),
        ("BNKR_S", [(9, "STD_DEST")]),
        ("FACT_N", [(32, "STD_DEST")]),
        ("DMG_FLAG", [(32, "DEST_FLAG")]),
        ("BRIDGE_H", [(20, "DEST_BRIDGE")]),
        ("TENT_V", [(0, "DEST_TENT")]),
        ("AMMO", [(40, "DEST_AMMO")]),
    ],
)
@pytest.mark.parametrize("dt", [1, 5])
def test_each_static_object_falls_in_its_time(
    name: str, when: list[tuple[int, str]], dt: int
) -> None:
    sim = new_sim()
    put(sim, 50, 50, name, 1)
    destroy(sim, AT)
    found = changes(sim, 120, dt)
    assert [what for _, what in found] == [what for _, what in when]
    for (tick, _), (due, _) in zip(found, when, strict=True):
        assert due <= tick <= due + 2 * (dt - 1)


def test_crushed_bushes_are_flat_at_once_and_leave_no_debris_lying() -> None:
    sim = new_sim()
    put(sim, 50, 50, "BUSH_2S")
    destroy(sim, AT, effect=Effect.CRUSHED)
    assert changes(sim, 60) == [(0, "DEST_BUSH_2")]
    assert list(sim.state.pool.on_kind(Kind.DEBRIS)) == []


@pytest.mark.parametrize(
    ("name", "tick", "pieces"),
    [("BUSH_1S", 0, 2), ("FLAG", 18, 4), ("OUTPOST", 18, 4), ("TENT_H", 0, 2), ("BLDG_N", 0, 0)],
)
def test_debris_flies_when_something_breaks(name: str, tick: int, pieces: int) -> None:
    sim = new_sim()
    sim.state.grid.jitter = [(5, -7, 0, 0)] * 256
    put(sim, 50, 50, name, 1)
    destroy(sim, AT)
    run(sim, tick)
    assert list(sim.state.pool.on_kind(Kind.DEBRIS)) == []
    created = [event for event in run(sim, 1) if isinstance(event, Created)]
    assert [event.kind for event in created] == [Kind.DEBRIS] * pieces
    moved = name == "BUSH_1S"
    for event in created:
        piece = sim.state.pool.get(event.id)
        assert piece
        assert abs(piece.x - X - 5 * ONE * moved) < ONE
        assert abs(piece.y - Y + 7 * ONE * moved) < ONE


@pytest.mark.parametrize(("way", "side"), [("N", 0), ("S", 1), ("E", 2), ("W", 3)])
def test_ruins_of_fuel_dumps_face_their_way(way: str, side: int) -> None:
    sim = new_sim()
    put(sim, 50, 50, f"FUEL_{way}", 1)
    destroy(sim, AT)
    run(sim, 50)
    assert (sim.state.grid.static[AT], sim.state.grid.side[AT]) == (NUMBER_OF["DEST_FUEL"], side)


def test_fuel_dumps_hurt_nobody() -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 50, 51)
    put(sim, 50, 50, "FUEL_N", 1)
    destroy(sim, AT)
    run(sim, 120)
    assert data(tank).hits == 22 * ONE


def test_a_wall_breaks_its_neighbours_before_it_falls() -> None:
    sim = new_sim()
    put(sim, 50, 50, "WALL_H", 1)
    west = put(sim, 49, 50, "WALL_H", 1)
    gate = put(sim, 51, 50, "GATE_H", 1)
    destroy(sim, AT)
    assert not any(isinstance(event, CellChanged | StaticHit) for event in run(sim, 40))
    events = [event for event in run(sim, 1) if isinstance(event, CellChanged | StaticHit)]
    assert [event.cell for event in events] == [west, gate, AT]
    changed = run(sim, 41)
    assert CellChanged(gate, 88, NUMBER_OF["DEST_GATE_H"], 1) in changed


def test_one_without_a_cell_changes_none() -> None:
    for effect in (each for each in Effect if each is not Effect.MINE):
        sim, _ = begin(effect)
        put(sim, 50, 50, "BLDG_S")
        put(sim, 49, 50, "WALL_H")
        events = run(sim, 60)
        assert not any(isinstance(event, CellChanged) for event in events)


def test_a_step_that_is_late_is_done_before_the_end() -> None:
    """As after loading a save that somebody made up."""
    sim = new_sim()
    put(sim, 50, 50, "WALL_H", 1)
    destroy(sim, AT)
    (obj,) = sim.state.pool.on_kind(Kind.EXPLOSION)
    state_of(obj).progress = 1 << 24
    run(sim, 1)
    assert (sim.state.pool.get(obj.id), sim.state.grid.static[AT]) == (None, 0)


def test_a_hit_on_an_object_sounds_one_of_four_ways() -> None:
    heard = set()
    for seed in range(40):
        sim = new_sim()
        sim.state.rand.state = seed << 16
        explode(sim, Effect.OBJECT_SPARK, X, Y, 5)
        (sound,) = (event for event in run(sim, 1) if isinstance(event, Sound))
        assert sound.name == SHOT_SOUNDS[Rand(seed << 16).below(4)]
        assert (sound.x, sound.y, sound.z) == (X, Y, 5)
        heard.add(sound.name)
        assert run(sim, 1) == []
    assert len(heard) == 4


# -- on a vehicle ----------------------------------------------------------------------------------


def flash(
    type_: VehicleType = VehicleType.TANK, *, dx: float = 0, dy: float = 0, heading: int = NORTH
) -> tuple[Simulation, Obj, Obj]:
    sim = new_sim()
    vehicle = spawn(sim, type_, 50, 50, heading)
    obj = explode(
        sim,
        Effect.TANK_FLASH,
        vehicle.x + int(dx * ONE),
        vehicle.y + int(dy * ONE),
        vehicle.z + 7 * ONE,
        parent=vehicle,
    )
    assert obj
    return sim, vehicle, obj


def offset(vehicle: Obj, obj: Obj) -> tuple[float, ...]:
    return tuple(
        round(value / ONE, 2) for value in (obj.x - vehicle.x, obj.y - vehicle.y, obj.z - vehicle.z)
    )


def test_it_goes_where_its_parent_goes() -> None:
    sim, tank, obj = flash(dy=-12)
    run(sim, 8, UP)
    assert tank.y < Y - ONE
    assert offset(tank, obj) == (0, -12, 7)


@pytest.mark.parametrize(
    ("heading", "turret", "where"),
    [
        (EAST, 0, (12, 0, 7)),
        (WEST, 0, (-12, 0, 7)),
        (0x200000, 0, (0, 12, 7)),
        (EAST, EAST, (0, 12, 7)),
        (NORTH, WEST, (-12, 0, 7)),
    ],
)
def test_it_turns_with_hull_and_turret(heading: int, turret: int, where: tuple[float, ...]) -> None:
    sim, tank, obj = flash(dy=-12)
    step(sim, [0])
    assert offset(tank, obj) == (0, -12, 7)
    tank.heading, data(tank).turret, data(tank).turret_target = heading, turret, turret
    step(sim, [0])
    assert offset(tank, obj) == where


def test_it_is_remembered_as_the_parent_heads_north() -> None:
    sim, tank, obj = flash(dx=12, heading=EAST)
    step(sim, [0])
    state = state_of(obj)
    assert (state.off_x, state.off_y, state.off_z) == (0, -12, 7)
    tank.heading = NORTH
    step(sim, [0])
    assert offset(tank, obj) == (0, -12, 7)


def test_it_is_whole_pixels_from_its_parent_and_not_far() -> None:
    for dx, there in ((3.4, 3), (3.6, 4), (-3.6, -4), (500, 127), (-500, -128)):
        sim, tank, obj = flash(dx=dx)
        step(sim, [0])
        assert offset(tank, obj)[0] == there


@pytest.mark.parametrize("dt", [1, 4])
@pytest.mark.parametrize(("effect", "ticks"), [(Effect.TANK_FLASH, 12), (Effect.ROCKET_FLASH, 16)])
def test_at_its_fifth_frame_it_stays_behind(effect: Effect, ticks: int, dt: int) -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 50, 50)
    obj = explode(sim, effect, X, Y - 12 * ONE, 7 * ONE, parent=tank)
    assert obj
    run(sim, ticks // dt, UP, dt=dt)
    assert obj.parent == tank.slot
    run(sim, 1, UP, dt=dt)
    assert (obj.parent, tank.children) == (0, [])
    at = (obj.x, obj.y)
    run(sim, 5, UP, dt=dt)
    assert (obj.x, obj.y) == at


def test_it_stays_behind_also_when_its_parent_is_gone() -> None:
    sim, tank, obj = flash(dy=-12)
    run(sim, 3)
    remove_driver(sim, 0)
    run(sim, 5)
    assert sim.state.pool.get(tank.id) is None
    assert (obj.parent, obj.x, obj.y) == (0, X, Y - 12 * ONE)


def test_who_has_no_turret_is_followed_too() -> None:
    sim = new_sim()
    wreck = create(sim, Kind.WRECK, 0, X, Y, 0, 0)
    assert wreck
    obj = explode(sim, Effect.ROCKET_FLASH, X, Y - 5 * ONE, 0, parent=wreck)
    assert obj
    run(sim, 2)
    wreck.heading = EAST
    run(sim, 1)
    assert offset(wreck, obj) == (5, 0, 0)


# -- damage boxes ----------------------------------------------------------------------------------


def losses(events: Sequence[object], id_: int) -> list[int]:
    return [event.amount for event in events if isinstance(event, Damaged) and event.id == id_]


def test_a_mine_hurts_who_is_in_its_box_with_1_a_tick() -> None:
    for dt in (1, 2, 3):
        sim, mine = begin(Effect.MINE)
        wreck = create(sim, Kind.WRECK, 0, X, Y, 0, 0)
        assert wreck
        wreck.shape = FIRST_HULL
        events = run(sim, 6 // dt, dt=dt)
        assert losses(events, wreck.id) == [dt * ONE] * (6 // dt)
        assert {event.source for event in events if isinstance(event, Damaged)} == {mine.id}


@pytest.mark.parametrize(
    ("half", "ticks"), [(4, 144), (12, 126), (16, 103), (20, 79), (25, 1), (26, 0)]
)
def test_its_box_is_small_first_large_once_and_grows(half: int, ticks: int) -> None:
    """A post that stands so far off is hit in as many updates."""
    sim, _ = begin(Effect.MINE)
    hits: list[int] = []

    def hurt(_sim: Simulation, _obj: Obj, amount: int, _source: Obj | None) -> None:
        hits.append(amount)

    sim.classes = {**sim.classes, Kind.MAN: ObjectClass("Post", damage=hurt)}
    man = create(sim, Kind.MAN, 0, X + half * ONE + 4 * ONE, Y, 0)
    assert man
    man.shape = FIRST_HULL + 1  # 4.5 pixels to the side, 7.5 ahead
    man.x += ONE // 2
    for _ in range(144):
        step(sim, [0])
    assert len(hits) == ticks
    assert set(hits) <= {ONE}


def test_the_large_box_is_there_for_one_update_however_long() -> None:
    for dt in (1, 5, 12):
        sim, mine = begin(Effect.MINE)
        boxes = []
        while sim.state.pool.get(mine.id):
            boxes.append(state_of(mine).box)
            run(sim, 1, dt=dt)
        assert boxes.count(2) == 1
        assert boxes == sorted(boxes)
        assert set(boxes) == {0, 1, 2, 3, 4, 5}


def test_it_damages_static_objects_too_but_who_flies_is_above_it() -> None:
    sim, mine = begin(Effect.MINE, X - 18 * ONE, Y)
    house = put(sim, 50, 50, "BNKR_S", 1)
    helicopter = spawn(sim, VehicleType.HELICOPTER, 49, 50)
    events = run(sim, 30)
    hits = [event for event in events if isinstance(event, StaticHit)]
    assert [(hit.cell, hit.left, hit.source) for hit in hits] == [
        (house, left, mine.id) for left in (4, 3, 2, 1, 0)
    ]
    assert data(helicopter).hits == 15 * ONE


def test_it_breaks_bridges() -> None:
    sim, _ = begin(Effect.MINE)
    put(sim, 50, 50, "BRIDGE_H")
    run(sim, 30)
    assert sim.state.grid.static[AT] == NUMBER_OF["DEST_BRIDGE"]


def test_who_drives_through_it_is_hurt_once_an_update() -> None:
    sim, _ = begin(Effect.MINE, X, Y - 10 * ONE)
    tank = spawn(sim, VehicleType.TANK, 50, 50)
    for _ in range(10):
        events = step(sim, [stick(UP)])
        assert losses(events, tank.id) == [ONE - 0x4CCC]


def test_mines_do_not_set_each_other_off() -> None:
    hurt: list[Obj] = []
    mine = ObjectClass("Mine", damage=lambda _sim, obj, _amount, _by: hurt.append(obj))
    for kind, hits in ((Kind.MINE, 0), (Kind.DRONE, 5)):
        sim, _ = begin(Effect.MINE)
        sim.classes = {**CLASSES, kind: mine}
        other = create(sim, kind, 0, X, Y, 0)
        assert other
        other.shape = FIRST_HULL
        for _ in range(5):
            step(sim, [0], 12)
        assert len(hurt) == hits
        hurt.clear()


def test_what_cannot_be_hurt_is_not() -> None:
    sim, _ = begin(Effect.MINE)
    sim.classes = {**CLASSES, Kind.FLAG: ObjectClass("Flag")}
    other = create(sim, Kind.FLAG, 0, X, Y, 0)
    assert other
    other.shape = FIRST_HULL
    assert not any(isinstance(event, Damaged) for event in step(sim, [0]))


def test_a_wreck_in_a_mine_blows_up_once_its_hit_points_are_gone() -> None:
    sim, _ = begin(Effect.MINE)
    wreck = create(sim, Kind.WRECK, 0, X, Y, 0, 0)
    assert wreck
    wreck.shape = FIRST_HULL
    wreck.flags |= 0x1000000  # whole
    run(sim, 11)
    assert wreck_of(wreck).hits == ONE
    assert Sound("Explosion", X, Y, 0, wreck.id) in run(sim, 2)


def test_others_are_no_explosions() -> None:
    sim = new_sim()
    tank = spawn(sim, VehicleType.TANK, 40, 40)
    with pytest.raises(TypeError, match=f"object {tank.id} is no explosion"):
        state_of(tank)
    assert isinstance(state_of(begin(Effect.DUST)[1]), ExplosionState)


# -- all together ----------------------------------------------------------------------------------

NAMES = [static.name for static in STATICS if static.hits and static.placeable]


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 5), st.sampled_from(NAMES)),
        min_size=1,
        max_size=25,
    ),
    st.lists(
        st.tuples(
            st.integers(0, 5), st.integers(0, 5), st.integers(0, 60), st.sampled_from(list(Effect))
        ),
        max_size=20,
    ),
    st.integers(1, 12),
)
def test_whatever_burns_beside_what_ends_and_leaves_a_whole_state(
    town: list[tuple[int, int, str]], blows: list[tuple[int, int, int, Effect]], dt: int
) -> None:
    sim = new_sim()
    for column, row, name in town:
        # towers of somebody would wake, and go on firing
        put(sim, column, row, name, 2 if "TOWER" in name else (column + row) % 3)
    tank = spawn(sim, VehicleType.TANK, 3, 3)
    put_at(sim, tank, 100, 80)
    for frame in range(60):
        for column, row, when, effect in blows:
            if when == frame:
                at = cell(column, row)
                if effect % 2:
                    destroy(sim, at)
                else:
                    explode(sim, effect, *centre(at), 0, cell=at)
        step(sim, [stick(UP)], dt)
        check_state(sim.state)
    for _ in range(200):
        step(sim, [0], dt)
    check_state(sim.state)
    burning = {obj.kind for obj in sim.state.pool.slots if obj and not obj.flags & 0x20}
    assert not burning & {Kind.EXPLOSION, Kind.DEBRIS}
    assert all(timer.call == 1 for timer in sim.state.timers.entries)
    assert all(sim.state.grid.static[at] < len(STATICS) for at in range(16384))
