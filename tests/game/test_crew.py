"""Players in a match: bunker, vehicle, on foot, dead."""

from __future__ import annotations

import pytest

from tests.game.match.yards import Play
from tests.survey.lands import yard
from uoproto.constants import Button, PmType, Team
from uoproto.states import UserCmd
from uoserver.bsp.mapinfo import describe_map
from uoserver.collision import World
from uoserver.game.game import Game
from uoserver.game.match.arena import Arena
from uoserver.game.match.rounds import Phase
from uoserver.game.match.seats import Side
from uoserver.sim.objects import Kind
from uoserver.sim.onfoot import DEAD_TICKS, man_of
from uoserver.sim.rules.ending import end
from uoserver.sim.rules.manstate import state_of
from uoserver.sim.sides import Mode
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.survey import survey

from .match.yards import FRAME_MS

USE, FIRE = UserCmd(buttons=Button.USE), UserCmd(buttons=Button.FIRE)
TANK, JEEP = VehicleType.TANK, VehicleType.JEEP


def mode(play: Play, number: int = 0) -> Mode:
    driver = play.match.driver_of(number)
    assert driver is not None
    return driver.view.mode


def on_foot(*sides: Side) -> Play:
    """A player who has just left his tank in the middle of the yard."""
    play = Play(*sides)
    play.drive(0, TANK, 128, 128)
    play.run(1, p0=USE)
    play.run(1, p0=UserCmd())
    assert mode(play) is Mode.ON_FOOT
    return play


def test_who_gets_in_and_out_is_as_hurt_as_before() -> None:
    play = on_foot(Side.ALLIES, Side.AXIS)
    driver = play.match.driver_of(0)
    assert driver is not None
    man = man_of(play.sim, driver)
    assert man is not None
    state_of(man).hits //= 2
    play.run(1, p0=USE)
    play.run(1, p0=UserCmd())
    assert mode(play) is Mode.PLAYING
    play.game.client_think(0, UserCmd(play.time + 10, Button.USE))
    assert mode(play) is Mode.ON_FOOT
    assert play.game.players[0].health == 50
    play.run(2)
    assert play.game.players[0].health == 50


def test_who_comes_looks_on() -> None:
    play = Play(None)
    player = play.game.players[0]
    assert player.spectator
    state = play.game.frame_for(0).player
    assert state["pm_type"] == PmType.SPECTATOR
    assert state["vehPos"] == 0
    assert play.game.frame_for(0).clients[0]["team"] == Team.SPECTATOR


@pytest.mark.parametrize(("side", "x"), [(Side.ALLIES, -1152.0), (Side.AXIS, 1152.0)])
def test_who_joins_waits_above_his_pad(side: Side, x: float) -> None:
    play = Play(side)
    state = play.game.frame_for(0).player
    assert state["pm_type"] == PmType.LINKED
    assert state.origin[0] == x
    assert state.origin[2] == pytest.approx(256.0, abs=1.0)
    assert play.game.frame_for(0).clients[0]["team"] == side.team


def test_under_a_roof_he_waits_below_it_and_sees_with_open_eyes() -> None:
    land = yard()
    land.box((-1536.0, -512.0, 160.0), (1536.0, 512.0, 900.0))
    source, clip = land.map(), land.clip()
    arena = Arena(clip, survey(source, clip))
    assert any("under a roof" in note for note in arena.survey.notes)
    game = Game(describe_map(source), World(clip), "ctf", arena=arena)
    game.run_frame(1000)
    game.client_connect(0, "\\name\\A", "")
    game.client_begin(0, UserCmd())
    game.client_command(0, "team allies")
    for time in range(1050, 2050, 50):  # he stands up meanwhile
        game.client_think(0, UserCmd(time))
        game.run_frame(time)
    player = game.players[0]
    assert player.waits
    assert player.origin[2] == pytest.approx(160.0 - 72.0, abs=0.5)
    assert clip.visibility.cluster_at(player.eye) >= 0


def test_usercmds_choose_a_vehicle_and_drive_it() -> None:
    play = Play(Side.ALLIES, Side.AXIS)
    play.run(10)
    play.run(2, p0=FIRE)
    play.run(150, p0=UserCmd())
    vehicle = play.match.vehicle_of(0)
    assert vehicle is not None
    state = play.game.frame_for(0).player
    assert (state["vehPos"], state["vehType"], state["viewlocked"]) == (1, 2, 1)
    assert state["viewlocked_entNum"] == 72 + vehicle.slot
    assert int(state["eFlags"]) & 0x100000
    before = state.origin
    play.run(30, p0=UserCmd(forwardmove=127))
    assert play.game.frame_for(0).player.origin != before
    seen = play.game.frame_for(1).entities
    assert seen[72 + vehicle.slot].e_type == 12


def test_he_leaves_his_vehicle_and_walks_off_and_the_simulation_knows() -> None:
    play = on_foot(Side.ALLIES, Side.AXIS)
    player = play.game.players[0]
    state = play.game.frame_for(0).player
    assert (state["pm_type"], state["vehPos"], state["viewlocked"]) == (0, 0, 0)
    assert not int(state["eFlags"]) & 0x100000
    before = player.origin
    play.run(20, p0=UserCmd(forwardmove=127))
    assert player.origin != before
    driver = play.match.driver_of(0)
    assert driver is not None
    man = man_of(play.sim, driver)
    assert man is not None
    x, y, _ = play.match.world.point(man.x, man.y, man.z)
    assert (x, y) == pytest.approx(player.origin[:2], abs=12.0)  # of the frame before
    assert play.game.frame_for(1).entities[0].e_type == 1


def test_a_key_that_is_held_leaves_once() -> None:
    play = Play(Side.ALLIES)
    play.drive(0, TANK, 128, 128)
    play.run(1, p0=USE)
    assert mode(play) is Mode.ON_FOOT
    play.run(5)
    assert mode(play) is Mode.ON_FOOT
    play.run(1, p0=UserCmd())
    play.run(1, p0=USE)
    assert mode(play) is Mode.PLAYING
    assert play.game.frame_for(0).player["vehPos"] == 1


def test_the_vehicle_left_stands_still_whatever_he_presses() -> None:
    play = on_foot(Side.ALLIES, Side.AXIS)
    vehicle = next(play.sim.state.pool.on_kind(Kind.VEHICLE))
    place = (vehicle.x, vehicle.y)
    play.run(40, p0=UserCmd(forwardmove=127, rightmove=127))
    assert (vehicle.x, vehicle.y) == place


def test_grenades_fly_where_he_looks_and_run_out() -> None:
    play = on_foot(Side.ALLIES, Side.AXIS)
    driver = play.match.driver_of(0)
    assert driver is not None
    man = man_of(play.sim, driver)
    assert man is not None
    for left in (2, 1, 0, 0):
        play.run(1, p0=FIRE)
        assert state_of(man).grenades == left
        play.run(9, p0=UserCmd())


def test_falls_hurt_the_man_and_shots_the_player() -> None:
    play = on_foot(Side.ALLIES, Side.AXIS)
    player, driver = play.game.players[0], play.match.driver_of(0)
    assert driver is not None
    man = man_of(play.sim, driver)
    assert man is not None
    player.health = 60
    play.run()
    assert man.data.hits == 39321  # type: ignore[attr-defined]
    assert player.health == 60
    man.data.hits = 0x4000  # type: ignore[attr-defined]
    player.health = 25
    play.run()
    assert play.game.frame_for(0).player.stats[0] == 25


def test_who_is_crushed_lies_dead_and_is_in_the_bunker_after_five_seconds() -> None:
    play = on_foot(Side.ALLIES, Side.AXIS)
    driver = play.match.driver_of(0)
    assert driver is not None
    man = man_of(play.sim, driver)
    assert man is not None
    play.game.players[0].health = 0  # as a deep fall does
    play.run(2)
    assert play.game.frame_for(0).player.stats[0] == 0
    assert play.game.frame_for(0).player["pm_type"] == PmType.LINKED
    play.run(DEAD_TICKS * 16 // FRAME_MS - 4)
    assert mode(play) is Mode.ON_FOOT
    play.run(6)
    assert mode(play) is Mode.SELECT
    assert play.match.vehicle_of(0) is None


def test_who_looks_on_again_flies() -> None:
    play = Play(Side.ALLIES, Side.AXIS)
    play.drive(0, JEEP, 128, 128)
    play.game.client_command(0, "team spectator")
    play.run(3)
    state = play.game.frame_for(0).player
    assert (state["pm_type"], state["vehPos"]) == (PmType.SPECTATOR, 0)
    assert not list(play.sim.state.pool.on_kind(Kind.VEHICLE))


def test_who_leaves_takes_his_vehicle_along() -> None:
    play = Play(Side.ALLIES, Side.AXIS)
    play.drive(0, JEEP, 128, 128)
    play.game.client_disconnect(0)
    play.run(2)
    assert not list(play.sim.state.pool.on_kind(Kind.VEHICLE))


def test_who_begins_anew_has_no_side_to_fly_about_for() -> None:
    play = on_foot(Side.ALLIES, Side.AXIS)
    play.game.client_begin(0, UserCmd())  # he asked for the gamestate once more
    player = play.game.players[0]
    assert player.spectator
    assert player.team is Team.SPECTATOR
    assert play.match.driver_of(0) is None
    play.run()
    assert not list(play.sim.state.pool.on_kind(Kind.MAN))


def test_nobody_gets_in_or_out_while_the_field_stands_still() -> None:
    play = on_foot(Side.ALLIES, Side.AXIS)
    play.drive(1, JEEP, 512, 128)
    free = len(play.sim.state.pool.free)
    assert play.game._referee is not None
    play.game._referee.rounds.phase = Phase.RUNNING  # what is won before does not stand still
    end(play.sim, Side.AXIS)
    for _ in range(4):
        play.run(1, p0=USE, p1=USE)
        play.run(1, p0=FIRE, p1=UserCmd())
    assert (mode(play, 0), mode(play, 1)) == (Mode.ON_FOOT, Mode.PLAYING)
    assert len(play.sim.state.pool.free) == free
