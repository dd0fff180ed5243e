"""What a player of a match is told of himself."""

from __future__ import annotations

from uoproto.constants import Button
from uoproto.states import PlayerState, UserCmd
from uoserver.game.match.seats import Side
from uoserver.sim.events import Damaged
from uoserver.sim.kernel.fixmath import ONE
from uoserver.sim.onfoot import man_of
from uoserver.sim.rules.manstate import state_of as man_state
from uoserver.sim.tables.vehicles import VehicleType
from uoserver.sim.vehiclestate import state_of

from .scenes import publisher, scene


def labels(state: PlayerState) -> list[tuple[int, int]]:
    return [(int(each["type"]), int(each["label"])) for each in state.hud_current]


def test_in_the_bunker() -> None:
    play = scene()
    state = play.game.frame_for(0).player
    assert labels(state)[1:] == [(2, 1), (2, 2), (2, 3), (2, 4)]
    assert state.stats[0] == 100
    assert [each.state for each in state.objectives[:2]] == [1, 0]


def test_in_a_vehicle() -> None:
    play = scene()
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    state_of(tank).hits = 11 * ONE  # of 22
    state = play.game.frame_for(0).player
    assert labels(state)[1:] == [(2, 5), (2, 11), (2, 12)]
    assert state.stats[:3] == (50, 0, 100)
    state_of(tank).hits = -ONE  # it is lost at the end of its update, and who is dead has 0
    assert play.game.frame_for(0).player.stats[0] == 1


def test_a_hit_is_felt() -> None:
    play = scene()
    tank = play.drive(0, VehicleType.TANK, 128, 128)
    assert play.game.frame_for(0).player["damageEvent"] == 0
    publisher(play).update(play.time, [Damaged(tank.id, 2 * ONE, 0), Damaged(tank.id, ONE, 0)])
    state = play.game.frame_for(0).player
    assert [state[name] for name in ("damageEvent", "damageCount", "damageYaw", "damagePitch")] == [
        *(1, 30, 255, 255)
    ]
    publisher(play).update(play.time, [Damaged(tank.id, ONE, 0)])
    state = play.game.frame_for(0).player
    assert (state["damageEvent"], state["damageCount"]) == (2, 10)
    assert play.game.frame_for(1).player["damageEvent"] == 0


def test_on_foot() -> None:
    play = scene()
    play.drive(0, VehicleType.TANK, 128, 128)
    play.run(1, p0=UserCmd(buttons=Button.USE))
    driver = play.match.driver_of(0)
    assert driver is not None
    man = man_of(play.sim, driver)
    assert man is not None
    man_state(man).grenades = 2
    state = play.game.frame_for(0).player
    assert labels(state)[1:] == [(2, 6)]
    assert state.hud_current[1]["value"] == 2
    assert state.stats[0] == 100


def test_who_looks_on() -> None:
    play = scene(None, Side.AXIS)
    state = play.game.frame_for(0).player
    assert labels(state) == [(5, 0)]
    assert not any(each.state for each in state.objectives)


def test_a_round_that_ends() -> None:
    play = scene()
    cockpit = play.game.sight.cockpit
    assert cockpit is not None
    cockpit.ends = 99_000
    clock = play.game.frame_for(0).player.hud_current[0]
    assert (clock["type"], clock["time"]) == (4, 99_000)


def test_who_is_no_player_of_it() -> None:
    play = scene()
    cockpit = play.game.sight.cockpit
    assert cockpit is not None
    assert cockpit.complete(9, PlayerState.ZERO) is PlayerState.ZERO


def test_objectives_are_of_this_frame() -> None:
    play = scene()
    before = play.game.frame_for(0).player.objectives
    assert play.game.frame_for(0).player.objectives is before
    play.sim.state.sides[0].flag_cell += 1
    assert play.game.frame_for(0).player.objectives is before
    play.run()
    assert play.game.frame_for(0).player.objectives != before
