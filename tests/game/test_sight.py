"""What players of a match see of each other and of all else."""

from __future__ import annotations

from tests.game.match.yards import Play
from tests.game.publish.scenes import put, scene
from uoproto.constants import Button
from uoproto.states import UserCmd
from uoserver.collision import World
from uoserver.game.match.seats import Side
from uoserver.game.publish.names import STOCK_NAMES
from uoserver.game.publish.objects import entity_of
from uoserver.game.sight import Sight
from uoserver.sim.events import Exploded
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind
from uoserver.sim.tables.effects import Effect
from uoserver.sim.tables.vehicles import VehicleType

from .match.yards import arena


def test_who_waits_in_his_bunker_is_nowhere() -> None:
    play = scene()
    assert play.game.frame_for(1).entities == {}
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    assert set(play.game.frame_for(1).entities) == {0, entity_of(tank.slot)}


def test_a_driver_sees_his_vehicle_and_not_himself() -> None:
    play = scene()
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    assert set(play.game.frame_for(0).entities) == {entity_of(tank.slot)}


def blinded(play: Play) -> None:
    """Nobody sees anything any more by the map."""
    play.game.sight._interest.update({})


def test_what_can_hit_or_be_hit_is_there_unseen() -> None:
    play = scene()
    tank = play.drive(0, VehicleType.TANK, -128, 128)
    other = play.drive(1, VehicleType.JEEP, 1408, 128)
    mine, far = put(play, Kind.MINE, 128, 128), put(play, Kind.MINE, 1408, -128)
    play.run()
    blinded(play)
    # a cannon carries 1,920 units, grenades 490, mines 200, and 320 more are no way
    assert set(play.game.frame_for(0).entities) == {
        entity_of(each.slot) for each in (tank, other, mine, far)
    }
    mine.x -= 20 * ONE
    seen = set(play.game.frame_for(1).entities)
    assert seen == {entity_of(each.slot) for each in (tank, other, far)}


def test_who_looks_on_or_waits_cannot_be_hit() -> None:
    play = scene(None, Side.AXIS)
    put(play, Kind.MAN, 128, 128)
    play.run()
    assert play.game.frame_for(0).entities
    blinded(play)
    assert play.game.frame_for(0).entities == {}
    assert play.game.frame_for(1).entities == {}


def test_on_foot() -> None:
    play = scene()
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    play.run(1, p0=UserCmd(buttons=Button.USE))
    man = play.game.frame_for(1).entities[0]
    assert (man.e_type, man["vehPos"] if "vehPos" in man.fields() else 0) == (1, 0)
    near, far = put(play, Kind.MINE, -128, 128), put(play, Kind.MINE, -1408, 128)
    play.run()
    blinded(play)
    seen = set(play.game.frame_for(0).entities)
    assert seen == {entity_of(tank.slot), entity_of(near.slot)}
    assert far.slot


def test_events_reach_the_frames() -> None:
    play = scene()
    sight = play.game.sight
    sight.publish(play.time, [Exploded(Effect.FUEL, 2048 * ONE, 2048 * ONE, 0)])
    sight.update(play.time, play.game.players.values())
    (number,) = play.game.frame_for(0).entities
    assert number >= 894


def test_what_was_in_a_frame_was_seen() -> None:
    play = scene()
    mine = put(play, Kind.MINE, 128, 128)
    play.run()
    saw: list[tuple[set[int], int]] = []
    publisher = play.game.sight.publisher
    assert publisher is not None
    publisher.saw = lambda numbers, now: saw.append((set(numbers), now))  # type: ignore[method-assign]
    play.game.frame_for(0)
    assert saw == [({entity_of(mine.slot)}, play.time)]


def test_who_leaves_is_forgotten() -> None:
    play = scene()
    play.game.frame_for(0)
    given = play.game.sight._selection._given
    assert 0 in given
    play.game.client_disconnect(0)
    assert 0 not in given


def test_without_a_match() -> None:
    world = World(arena().clip)
    sight = Sight(world, None, STOCK_NAMES)
    sight.publish(0, [])
    sight.update(0, [])
    assert (sight.publisher, sight.cockpit) == (None, None)
