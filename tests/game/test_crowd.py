"""Players who stand in each other."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from uoproto.states import UserCmd
from uoserver.bsp import load_map
from uoserver.bsp.vectors import Vec3
from uoserver.files.searchpath import SearchPath
from uoserver.game.crowd import separate
from uoserver.game.game import Game
from uoserver.game.movement.constants import CONTENTS_YIELDS
from uoserver.game.player import Player

from .movement.runs import command
from .movement.spaces import floor, solids
from .movement.worlds import world_of

MAP = load_map(SearchPath().read("maps/mp/mp_foy.bsp"))


def at(number: int, origin: Vec3, velocity: Vec3 = (0.0, 0.0, 0.0)) -> Player:
    player = Player(number, str(number))
    player.spawn(origin, (0.0, 0.0, 0.0), UserCmd(), 1000, solids(floor()))
    player.end_frame()
    player.state.velocity = velocity
    return player


def test_who_moves_is_pushed_away() -> None:
    one, other = at(0, (0.0, 0.0, 0.5), (50.0, 0.0, -3.0)), at(1, (20.0, 0.0, 0.5))
    assert separate([one, other], Random(1)) == [one]
    x, y, z = one.state.velocity
    assert (x * x + y * y) ** 0.5 == pytest.approx(190.0, abs=1e-3)
    assert x < -180
    assert z == -3.0
    assert one.state.pm_time == 300
    assert one.state.pm_flags & 0x100
    assert other.state.velocity == (0.0, 0.0, 0.0)
    assert other.state.pm_time == 0


def test_two_who_stand_both_go() -> None:
    one, other = at(0, (0.0, 0.0, 0.5)), at(1, (0.0, 20.0, 0.5))
    separate([one, other], Random(1))
    assert one.state.velocity[1] < -180
    assert other.state.velocity[1] > 180


def test_the_first_stops_nobody_until_the_next_frame() -> None:
    one, other = at(0, (0.0, 0.0, 0.5)), at(1, (0.0, 20.0, 0.5))
    separate([one, other], Random(1))
    assert one.body is not None
    assert one.body.contents == CONTENTS_YIELDS
    assert one.entity_state(1000)["solid"] == 0
    assert other.body is not None
    assert other.body.contents == 0x2000000
    other.state.origin = (0.0, 500.0, 0.5)
    assert separate([one, other], Random(1)) == [one]
    assert one.body.contents == 0x2000000


@pytest.mark.parametrize(
    "place", [(30.0, 0.0, 0.5), (22.0, 22.0, 0.5), (0.0, 0.0, 71.0), (0.0, -30.0, 0.5)]
)
def test_those_who_only_touch_are_left_alone(place: Vec3) -> None:
    one, other = at(0, (0.0, 0.0, 0.5)), at(1, (900.0, 0.0, 0.5))
    other.state.origin = place
    assert separate([one, other], Random(1)) == []
    assert one.state.pm_time == other.state.pm_time == 0


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ((0.9, 0.0, 0.5), (30.2, 0.0, 0.5)),
        ((0.0, -0.9, 0.5), (0.0, -30.2, 0.5)),
        ((0.0, 0.0, 0.9), (0.0, 0.0, 70.2)),
    ],
)
def test_who_touches_a_body_at_whole_numbers_is_not_stuck(here: Vec3, there: Vec3) -> None:
    """They are nearer than two bodies are wide, and the second's body reaches into the first."""
    one, other = at(0, (0.0, 0.0, 0.5)), at(1, (900.0, 0.0, 0.5))
    one.state.origin, other.state.origin = here, there
    assert separate([one, other], Random(1)) == []
    assert separate([other, one], Random(1)) == []


def test_spectators_and_noclip_overlap_as_they_like() -> None:
    one, other = at(0, (0.0, 0.0, 0.5)), at(1, (0.0, 0.0, 0.5))
    one.spectator = True
    assert separate([one, other], Random(1)) == []
    one.spectator = False
    one.toggle_noclip()
    one.end_frame()
    assert separate([one, other], Random(1)) == []


def test_two_who_run_into_each_other_do_not_pass() -> None:
    """Over a whole game: each is stopped by the other or pushed back."""
    level = Game(MAP, world_of(floor()), "dm", seed=3)
    for number, x, yaw in ((0, 0.0, 0.0), (1, 200.0, 180.0)):
        level.client_connect(number, f"\\name\\{number}", "")
        level.client_begin(number, UserCmd())
        level.players[number].state.origin = (x, 0.0, 0.125)
        level.players[number].state.delta_angles = (0, int(yaw / 360 * 65536), 0)
    gaps = []
    for frame in range(1, 60):
        for step in range(1, 4):
            for player in level.players.values():
                time = (frame - 1) * 50 + step * 16
                level.client_think(player.number, replace(command(127), command_time=time))
        level.run_frame(frame * 50)
        one, other = level.players[0].origin, level.players[1].origin
        gaps.append(((other[0] - one[0]) ** 2 + (other[1] - one[1]) ** 2) ** 0.5)
    assert min(gaps) > 20
    assert min(gaps) < 60
