"""Seats, time and rounds of one match."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from uoproto.constants import ETYPE_VEHICLE, Button, Team
from uoproto.states import UserCmd
from uoserver.game.match.arena import Stock
from uoserver.game.match.match import MOST_TICKS, Match
from uoserver.game.match.seats import NOBODY, Seat, Side
from uoserver.game.sight import Sight
from uoserver.sim.events import Ended, Event, Lost, ManKilled
from uoserver.sim.keys import FIRE_A, FIRE_B, FIRE_C, FIRES, UP
from uoserver.sim.onfoot import step_out
from uoserver.sim.rules.ending import end
from uoserver.sim.saves.saving import state_hash
from uoserver.sim.sides import Mode
from uoserver.sim.tables.vehicles import VehicleType

from .yards import Play, arena


def match(*sides: Side | None, seed: int = 3) -> Match:
    made = Match(arena(), seed=seed)
    for client, side in enumerate(sides):
        made.join(client, side)
    return made


def test_sides_have_their_numbers_and_names() -> None:
    assert [(side.value, side.team, side.word, side.other.value) for side in Side] == [
        (0, Team.ALLIES, "allies", 1),
        (1, Team.AXIS, "axis", 0),
    ]
    assert Seat(4).team == Team.SPECTATOR


def test_who_joins_is_a_driver_of_his_side_in_the_bunker() -> None:
    game = match(None, Side.AXIS, Side.ALLIES, Side.AXIS)
    drivers = game.sim.state.drivers
    assert [(each.number, each.team, each.view.mode) for each in drivers] == [
        (0, 1, Mode.SELECT),
        (1, 0, Mode.SELECT),
        (2, 1, Mode.SELECT),
    ]
    assert game.driver_of(0) is None
    assert [game.driver_of(client) for client in (1, 2, 3)] == drivers
    assert [game.client_of(number) for number in (-1, 0, 1, 2, 3)] == [None, 1, 2, 3, None]
    assert [seat.client for seat in game.of_side(Side.AXIS)] == [1, 3]
    assert game.vehicle_of(1) is None


def test_who_changes_or_leaves_makes_room() -> None:
    game = match(Side.ALLIES, Side.AXIS)
    game.join(0, Side.AXIS)
    assert [(each.team, each.view.mode) for each in game.sim.state.drivers] == [
        (1, Mode.SELECT),
        (1, Mode.SELECT),
    ]
    assert game.join(0, Side.AXIS) == []
    game.join(0, None)
    assert game.seats[0] == Seat(0)
    game.leave(1)
    assert 1 not in game.seats
    assert {each.view.mode for each in game.sim.state.drivers} == {Mode.GONE}


@pytest.mark.parametrize(
    ("parts", "ticks"),
    [
        ((15,), 0),
        ((16,), 1),
        ((50, 50, 50, 50), 12),
        ((8000,), 500),
        ((15, 8000), 500),
        ((10**9,), MOST_TICKS),
    ],
)
def test_ticks_are_sixteen_ms(parts: tuple[int, ...], ticks: int) -> None:
    game = match()
    for part in parts:
        game.advance(part)
    assert game.sim.state.tick == ticks


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ((Button.FIRE, Button.ADS, Button.MELEE), FIRE_C),
        ((Button.FIRE | Button.ADS, Button.MELEE, Button(0)), FIRE_C),
        ((Button.FIRE, Button.ADS | Button.MELEE, Button(0)), FIRE_B | FIRE_C),
        ((Button.FIRE, Button.ADS, Button(0)), FIRE_A | FIRE_B),
        ((Button.FIRE | Button.ADS | Button.MELEE, Button(0)), FIRES),
        ((Button.FIRE, Button.FIRE | Button.ADS | Button.MELEE, Button.ADS), FIRES),
    ],
)
def test_buttons_pressed_in_turn_are_not_all_pressed_together(
    words: tuple[Button, ...], keys: int
) -> None:
    game = match(Side.ALLIES)
    for buttons in words:  # of one late packet: self-destruction needs all three at once
        game.steer(0, UserCmd(buttons=buttons))
    game.advance(16)
    driver = game.driver_of(0)
    assert driver is not None
    assert driver.keys == keys


def test_a_short_press_is_not_missed() -> None:
    game = match(Side.ALLIES)
    game.steer(0, UserCmd(buttons=Button.FIRE))
    game.steer(0, UserCmd(forwardmove=127))
    game.advance(16)
    driver = game.driver_of(0)
    assert driver is not None
    assert driver.keys == UP | 0xFF00 | FIRE_A
    game.advance(16)
    assert driver.keys == UP | 0xFF00


def test_a_stick_may_point_to_a_heading() -> None:
    game = match(Side.ALLIES)
    driver = game.driver_of(0)
    assert driver is not None
    game.press(0, UP, 0x500000)
    game.advance(16)
    assert (driver.analog, driver.steer) == (True, 0x100000)
    game.press(0, UP)
    game.advance(16)
    assert (driver.analog, driver.steer) == (False, -1)


def test_what_happens_between_ticks_is_told_with_the_next() -> None:
    game = match(Side.ALLIES)
    lost, ended = Lost(0, 1, "self"), Ended(-1)

    def happen() -> None:
        game.sim.events += [lost, ended]

    before = game.sim.events
    game.between(happen)
    assert game.sim.events is before
    assert game.advance(32)[:2] == [lost, ended]
    assert lost not in game.advance(32)


def test_what_a_driver_did_last_is_not_told_of_the_next_one_with_his_number() -> None:
    game = match(Side.ALLIES)

    def happen() -> None:
        game.sim.events += [Lost(0, 1, "self"), Lost(5, 1, "self")]

    game.between(happen)
    game.leave(0)
    assert game.advance(0) == [Lost(5, 1, "self")]


def test_nobody_ends_it_in_a_pause() -> None:
    game = match(Side.ALLIES)
    assert not game.kill(0)
    assert not game.kill(7)
    driver = game.driver_of(0)
    assert driver is not None
    assert step_out(game.sim, driver)
    end(game.sim, -1)
    assert not game.kill(0)
    game.sim.state.running = True
    assert game.kill(0)
    assert any(isinstance(event, ManKilled) for event in game.advance(0))


def test_a_new_round_has_the_same_seats_and_another_seed() -> None:
    game = match(Side.AXIS, None, Side.ALLIES)
    game.press(0, UP)
    game.advance(160)
    before = game.sim
    game.new_round()
    assert game.sim is not before
    assert game.sim.state.tick == 0
    assert [(each.number, each.team) for each in game.sim.state.drivers] == [(0, 1), (1, 0)]
    assert (game.seats[0].word, game.seats[1].driver) == (0, NOBODY)


def test_the_same_seed_and_words_give_the_same_state() -> None:
    hashes = set()
    for seed in (3, 3, 4):
        game = match(Side.ALLIES, Side.AXIS, seed=seed)
        for _ in range(20):
            game.press(0, UP | FIRE_A)
            game.advance(50)
        hashes.add(state_hash(game.sim))
    assert len(hashes) == 2


def test_the_stock_grows_with_the_drivers_of_a_side() -> None:
    game = match(*[Side.ALLIES] * 8)
    game.new_round()
    assert game.sim.state.sides[0].stock == [6, 16, 6, 6]
    assert Match(arena(), seed=1, stock=Stock(0.5, tanks=False)).sim.state.sides[1].stock == [
        0,
        4,
        2,
        2,
    ]


def test_frames_that_nobody_is_shown_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """All events are told with the next frame that is shown."""
    every, last = Play(Side.ALLIES, Side.AXIS), Play(Side.ALLIES, Side.AXIS)
    told: list[list[Event]] = []
    original = Sight.publish

    def publish(sight: Sight, now: int, events: Sequence[Event]) -> None:
        told[-1] += events
        original(sight, now, events)

    monkeypatch.setattr(Sight, "publish", publish)
    for play in (every, last):
        told.append([])
        for number in (0, 1):
            play.drive(number, VehicleType.TANK, -300.0 + 600.0 * number, 0.0)
        fire = UserCmd(buttons=Button.FIRE, forwardmove=127)
        play.run(20, p0=fire, p1=fire)
        for frame in range(40):
            play.time += 50
            play.game.run_frame(play.time, shown=play is every or frame % 4 == 3)
    assert state_hash(every.sim) == state_hash(last.sim)
    assert told[0] == told[1]
    assert len(told[0]) > 20
    shown = [
        {
            number: each.state
            for number, each in play.game.sight.publisher.shown.items()
            if each.state.e_type == ETYPE_VEHICLE
        }
        for play in (every, last)
        if play.game.sight.publisher
    ]
    assert len(shown[0]) >= 2
    assert shown[0] == shown[1]
