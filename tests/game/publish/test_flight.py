"""Shells on lines: sent once as long as they keep to them."""

from __future__ import annotations

import pytest

from tests.game.match.yards import Play
from uoserver.game.publish.flight import follows, is_straight, new_flight
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.objects import Kind, Obj
from uoserver.sim.tables.projectiles import Shot
from uoserver.sim.weapons.missile import aim, state_of

from .scenes import publisher, put, scene

NORTH, EAST = 0, 0x100000


def shell(play: Play, shot: Shot, heading: int = EAST, pitch: int = 0) -> Obj:
    obj = put(play, Kind.MISSILE, -128, 128, z=5, arg=shot)
    aim(obj, heading, pitch)
    return obj


@pytest.mark.parametrize(
    ("shot", "pitch", "straight"),
    [
        (Shot.TURRET, 0, True),
        (Shot.TURRET, 0x3F0000, True),
        (Shot.CANNON, 0, True),
        (Shot.CANNON, 0x3F0000, False),
        (Shot.AIR_MISSILE, 0x10000, False),
        (Shot.AIR_GUN, 0x10000, True),
    ],
)
def test_which_shells_are_straight(shot: Shot, pitch: int, straight: bool) -> None:
    assert is_straight(shell(scene(), shot, pitch=pitch)) is straight


def test_a_cannons_shell_is_straight_once_it_is_level() -> None:
    obj = shell(scene(), Shot.CANNON, pitch=0x3F0000)
    state_of(obj).pitch = 0
    assert is_straight(obj)
    state_of(obj).shot = Shot.AIR_MISSILE
    assert not is_straight(obj)


def test_others_are_not() -> None:
    play = scene()
    assert not is_straight(put(play, Kind.HOMING_MISSILE, 128, 128, arg=Shot.HOMING))
    assert not is_straight(put(play, Kind.GRENADE, 128, 128))


def test_the_line() -> None:
    play = scene()
    obj = shell(play, Shot.TURRET)  # 4 pixels a tick
    place = play.match.world.point(obj.x, obj.y, obj.z)
    flight = new_flight(play.match.world, obj, place, 5000, model=3, flags=8)
    assert flight.state.fields() == {
        "eType": 4,
        "eFlags": 8,
        "xmodel": 3,
        "pos.trType": 2,
        "pos.trTime": 5000,
        "pos.trBase[0]": -128,
        "pos.trBase[1]": 128,
        "pos.trBase[2]": 40,
        "pos.trDelta[0]": 2000,
        "apos.trType": 1,
    }
    assert flight.at(5500) == (872, 128, 40)


def test_lines_lead_north_and_down() -> None:
    play = scene()
    obj = shell(play, Shot.TURRET, NORTH, 0x80000)  # 45 degrees down
    place = play.match.world.point(obj.x, obj.y, obj.z)
    delta = new_flight(play.match.world, obj, place, 0).delta
    assert delta[0] == 0
    assert delta[1] == pytest.approx(1414, abs=2)
    assert delta[2] == pytest.approx(-1414, abs=2)


def test_it_keeps_below_the_ceiling() -> None:
    play = scene()
    obj = shell(play, Shot.TURRET, NORTH, 0x380000)  # up
    obj.z = 55 * ONE
    place = play.match.world.point(obj.x, obj.y, obj.z)
    assert new_flight(play.match.world, obj, place, 0).delta[2] == pytest.approx(0, abs=1)


def test_when_a_line_is_not_that_of_a_shell() -> None:
    play = scene()
    obj = shell(play, Shot.TURRET)
    flight = new_flight(play.match.world, obj, (0.0, 0.0, 40.0), 1000)
    assert flight.delta == (2000, 0, 1)
    flight = flight._replace(delta=(2000.0, 0.0, 0.0))
    assert follows(flight, obj, (200.0, 0.0, 40.0), 1100)
    assert follows(flight, obj, (216.0, 0.0, 24.0), 1100)
    assert not follows(flight, obj, (217.0, 0.0, 40.0), 1100)
    assert not follows(flight, obj, (200.0, -17.0, 40.0), 1100)
    assert not follows(flight, obj, (200.0, 0.0, 57.0), 1100)
    obj.id += 512
    assert not follows(flight, obj, (200.0, 0.0, 40.0), 1100)


def test_only_shells_have_lines() -> None:
    play = scene()
    with pytest.raises(TypeError):
        new_flight(play.match.world, put(play, Kind.MINE, 128, 128), (0.0, 0.0, 0.0), 0)


def test_a_straight_shell_is_sent_once() -> None:
    play = scene()
    number = 72 + shell(play, Shot.TURRET).slot
    play.run()
    first = publisher(play).shown[number]
    assert first.state["pos.trType"] == 2
    play.run(3)
    later = publisher(play).shown[number]
    assert later.state is first.state
    assert later.place[0] > first.place[0] + 250
