"""The entities of a match from frame to frame: kept, made anew, linked, forgotten."""

from __future__ import annotations

import pytest

from uoproto.constants import ENTITYNUM_NONE
from uoserver.collision import Body, World
from uoserver.game.match.match import Match
from uoserver.game.publish.names import make_names
from uoserver.game.publish.objects import Rank, entity_of
from uoserver.game.publish.publisher import Publisher
from uoserver.game.whereabouts import Whereabouts
from uoserver.sim.events import CellChanged, Damaged, Event, Exploded, Lost, ManKilled
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.lifecycle import destroy_now
from uoserver.sim.objects import Kind
from uoserver.sim.sides import Mode
from uoserver.sim.tables.effects import Debris, Effect, Remains
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.tables.statics import NUMBER_OF, TOWER
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.weapons.missile import aim

from ..match.yards import arena
from .scenes import entity, look, publisher, put, scene


def test_what_rests_is_not_made_anew() -> None:
    play = scene()
    mine = put(play, Kind.MINE, 128, 128)
    first = entity(play, mine)
    assert entity(play, mine) is first
    mine.x += 8 * ONE
    assert entity(play, mine).origin == (192, 128, 0)
    assert publisher(play).shown[entity_of(mine.slot)].place[0] == 192


def test_what_is_gone_is_forgotten() -> None:
    play = scene()
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    number = entity_of(tank.slot)
    look(play)
    here = publisher(play)
    assert number in here.links
    assert here._world.body(number) is not None
    destroy_now(play.sim, tank)
    look(play)
    assert number not in here.shown
    assert number not in here.links
    assert here._world.body(number) is None


def test_a_vehicle_stands_where_clients_are_told() -> None:
    play = scene()
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    tank.x += ONE // 3
    state = entity(play, tank)
    assert state.origin == (131, 128, 0)
    body = publisher(play)._world.body(entity_of(tank.slot))
    assert body == Body(
        (131.0, 128.0, 0.0), mins=(-60.0, -60.0, 0.0), maxs=(60.0, 60.0, 80.0), contents=1
    )


def test_a_vehicle_is_owned_by_who_drives_it() -> None:
    play = scene()
    jeep = play.drive(1, VehicleType.JEEP, 128, 128)
    assert entity(play, jeep)["otherEntityNum"] == 1
    play.sim.state.drivers[1].view.mode = Mode.ON_FOOT
    assert entity(play, jeep)["otherEntityNum"] == ENTITYNUM_NONE


def test_what_stops_nobody_is_in_nobodys_way() -> None:
    play = scene()
    shell = put(play, Kind.MISSILE, 128, 128, z=5, arg=Shot.TURRET)
    entity(play, shell)
    here, number = publisher(play), entity_of(shell.slot)
    assert here._world.body(number) is None
    before = here.links[number]
    shell.x += 64 * ONE
    entity(play, shell)
    assert here.links[number] is not before


def test_another_object_in_a_slot_does_not_slide_there() -> None:
    play = scene()
    first = put(play, Kind.MINE, 128, 128)
    assert entity(play, first)["eFlags"] == 0
    destroy_now(play.sim, first)
    second = put(play, Kind.MINE, 384, 128)
    assert second.slot == first.slot
    assert entity(play, second)["eFlags"] == 8
    destroy_now(play.sim, second)
    look(play)
    third = put(play, Kind.MINE, 384, 128)
    assert entity(play, third)["eFlags"] == 0
    third.x += ONE
    assert entity(play, third)["eFlags"] == 0


def test_one_that_becomes_a_picture_of_nothing_is_forgotten() -> None:
    play = scene()
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    look(play)
    number = entity_of(tank.slot)
    destroy_now(play.sim, tank)
    body = put(play, Kind.REMAINS, 128, 128, arg=Remains.MAN)
    assert body.slot == tank.slot
    look(play)
    assert number not in publisher(play).shown
    assert publisher(play)._world.body(number) is None


def test_a_box_that_is_no_more() -> None:
    play = scene()
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    look(play)
    destroy_now(play.sim, tank)
    mine = put(play, Kind.MINE, 128, 128)
    assert mine.slot == tank.slot
    look(play)
    assert publisher(play)._world.body(entity_of(mine.slot)) is None


def test_shells_that_stop_being_straight() -> None:
    play = scene()
    shell = put(play, Kind.MISSILE, 128, 128, z=5, arg=Shot.CANNON)
    aim(shell, 0, 0)
    assert entity(play, shell)["pos.trType"] == 2
    aim(shell, 0, 0x3F0000)
    shell.x += ONE
    assert entity(play, shell)["pos.trType"] == 1


def test_times_of_lines_are_those_of_the_ticks() -> None:
    play = scene()
    shell = put(play, Kind.MISSILE, 128, 128, z=5, arg=Shot.TURRET)
    aim(shell, 0, 0)
    play.match.advance(16 + 15 - play.match.rest)
    assert play.match.rest == 15
    assert entity(play, shell)["pos.trTime"] == play.time - 15


def test_pictures_are_looked_at_where_a_host_named_some() -> None:
    play = scene()
    match = play.match
    world = World(match.arena.clip)
    piece = put(play, Kind.DEBRIS, 128, 128, arg=Debris.HIGH)
    smoke = put(play, Kind.EXPLOSION, 128, 128, arg=Effect.SMOKE)
    for table, there in (
        ({}, set()),
        ({"models": {"debris_high": "x"}}, {piece.slot}),
        ({"effects": {"smoke": "x"}}, {smoke.slot}),
    ):
        made = Publisher(match, world, Whereabouts(world), make_names(table))
        made.update(0)
        numbers = {entity_of(slot) for slot in (piece.slot, smoke.slot)}
        assert numbers & made.shown.keys() == {entity_of(slot) for slot in there}


def test_events_come_and_go() -> None:
    play = scene()
    here = publisher(play)
    here.update(1000, [Exploded(Effect.FUEL, 128 << 16, 128 << 16, 0)])
    number = next(number for number in here.shown if number >= 894)
    assert here.shown[number].state.e_type == 16 + 185
    assert number in here.links
    here.update(1299, [])
    assert number in here.shown
    here.update(1300, [])
    assert number not in here.shown
    assert number not in here.links


def test_what_everybody_is_told_is_nowhere() -> None:
    play = scene()
    play.run()
    here = publisher(play)
    here.update(1000, [Lost(0, 0, "self")])
    (number,) = [number for number in here.shown if number >= 894]
    assert here.shown[number].rank is Rank.ALWAYS
    assert here.shown[number].state["otherEntityNum"] == 0
    assert number not in here.links


def test_where_a_soldier_died() -> None:
    play = scene()
    man = put(play, Kind.MAN, 384, 128)
    look(play)
    destroy_now(play.sim, man)
    publisher(play).update(play.time, [ManKilled(man.id, 0), ManKilled(man.id + 512, 0)])
    (number,) = [number for number in publisher(play).shown if number >= 894]
    assert publisher(play).shown[number].place == (384, 128, 0.125)


def test_changed_cells_are_linked_with_their_boxes() -> None:
    play = scene()
    here, grid = publisher(play), play.sim.state.grid
    grid.static[100] = TOWER
    here.update(play.time, [CellChanged(100, 0, TOWER, 0)])
    assert here.shown[584].state["xmodel"] == 11
    assert here._world.body(584) is not None
    grid.static[100] = NUMBER_OF["DESTROYED_TOWER"]
    here.update(play.time, [CellChanged(100, 0, 61, 0)])
    assert here._world.body(584) is None
    assert 584 in here.links
    grid.static[100] = 0
    here.update(play.time, [CellChanged(100, 0, 0, 2)])
    assert 584 not in here.shown


def test_what_was_seen_makes_room_last(monkeypatch: pytest.MonkeyPatch) -> None:
    play = scene()
    seen: list[tuple[list[int], int]] = []
    monkeypatch.setattr(
        "uoserver.game.publish.statics.Statics.saw",
        lambda _self, numbers, now: seen.append((list(numbers), now)),
    )
    publisher(play).saw([600, 80], 5)
    assert seen == [([600, 80], 5)]


def test_hits_are_counted_until_the_object_is_gone() -> None:
    play = scene()
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    other = put(play, Kind.MINE, 384, 128)
    here = publisher(play)
    here.update(0, [Damaged(tank.id, 5, 0), Damaged(tank.id, 6, 0), Damaged(other.id, 1, 0)])
    assert here.hits == {tank.id: (1, 11), other.id: (1, 1)}
    destroy_now(play.sim, other)
    here.update(0, [Damaged(tank.id, 5, 0)])
    assert here.hits == {tank.id: (2, 5)}


def test_a_new_round_begins_anew() -> None:
    play = scene()
    here = publisher(play)
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    here.update(play.time, [Damaged(tank.id, 5, 0), CellChanged(100, 0, TOWER, 0)])
    number = entity_of(tank.slot)
    assert number in here.shown
    frame = here.frame
    play.match.new_round()
    # what is told in that frame was of the round before
    last: list[Event] = [Lost(7, 0, "damage", 9), Damaged(tank.id, 1, 0), CellChanged(100, 0, 0, 2)]
    here.update(7777, last)
    assert not [number for number in here.shown if number >= 584]
    assert number not in here.shown
    assert here._world.body(number) is None
    assert (here.began, here.hits, here.frame) == (7777, {}, frame + 1)
    mine = put(play, Kind.MINE, 128, 128)
    assert entity(play, mine).e_type == 0


def test_of_a_match_with_nobody() -> None:
    match = Match(arena(), seed=1)
    world = World(match.arena.clip)
    made = Publisher(match, world, Whereabouts(world))
    made.update(0)
    assert made.shown == {}
