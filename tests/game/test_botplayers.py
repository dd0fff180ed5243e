"""Players whom the server drives."""

from __future__ import annotations

from tests.game.match.yards import Play
from uoserver.game.botplayers import NAMES, free_name
from uoserver.game.match.seats import Side
from uoserver.sim.sides import Mode


def test_names_are_not_given_twice() -> None:
    assert free_name([]) == "bot Able"
    assert free_name(["bot Able", "bot Charlie"]) == "bot Baker"
    assert free_name(NAMES) == "bot 2"
    assert free_name([*NAMES, "bot 2"]) == "bot 3"


def test_bots_choose_vehicles_and_drive() -> None:
    play = Play()
    assert play.game.add_bot(5, "allies")
    assert play.game.add_bot(6, "axis")
    assert play.game.bots() == [5, 6]
    play.run(500)
    assert play.match.seats[5].side is Side.ALLIES
    modes = [driver.view.mode for driver in play.sim.state.drivers]
    assert set(modes) != {Mode.SELECT}
    vehicle = play.match.vehicle_of(5) or play.match.vehicle_of(6)
    assert vehicle is not None


def test_they_begin_afresh_in_a_new_round() -> None:
    play = Play()
    play.game.add_bot(3, "axis")
    play.run(5)
    play.match.new_round()
    play.run(300)
    assert play.sim.state.drivers[0].view.mode is not Mode.SELECT


def test_who_left_presses_no_keys() -> None:
    play = Play(Side.ALLIES)
    play.game.add_bot(3, "axis")
    play.run(5)
    play.game.client_disconnect(3)
    assert play.game.bots() == []
    play.run(5)
    assert list(play.game.players) == [0]
