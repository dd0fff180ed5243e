"""One player: spawning, usercmds, and the states that are sent of him."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uoserver.game.flight import WORLD_EDGE

from uoproto.constants import ENTITYNUM_NONE, EntityType, PmType
from uoproto.delta import write_client, write_entity
from uoproto.message import MessageWriter, angle_to_short, short_to_angle
from uoproto.player import write_player
from uoproto.states import ClientState, EntityState, PlayerState, UserCmd
from uoserver.game.player import MAX_PITCH, Player

ORIGIN = (100.0, -50.0, 200.0)
WORDS = st.integers(0, 0xFFFF)
TIMES = st.integers(-(2**31), 2**31 - 1)
MOVES = st.integers(-127, 127)
COMMANDS = st.builds(
    UserCmd,
    command_time=TIMES,
    buttons=st.integers(0, 255),
    wbuttons=st.integers(0, 255),
    weapon=st.integers(0, 127),
    angles=st.tuples(WORDS, WORDS, WORDS),
    forwardmove=MOVES,
    rightmove=MOVES,
    upmove=MOVES,
)


def spawned(now: int = 1000, angles: tuple[float, float, float] = (0.0, 90.0, 0.0)) -> Player:
    player = Player(3, "Name")
    player.spawn(ORIGIN, angles, UserCmd(), now)
    return player


# -- spawning ------------------------------------------------------------------------------------


def test_what_a_spawn_sets() -> None:
    player = spawned(now=5000)
    state = player.player_state()
    assert state.origin == ORIGIN
    assert state.velocity == (0, 0, 0)
    assert state["commandTime"] == 4900
    assert state["pm_type"] == PmType.SPECTATOR
    assert state["clientNum"] == 3
    assert state["groundEntityNum"] == ENTITYNUM_NONE
    assert state.stats == (100, 0, 100, 0, 0, 1)


def test_each_spawn_counts_and_toggles_the_teleport_bit() -> None:
    player = spawned()
    flags = [player.entity_flags]
    for number in range(2, 5):
        player.spawn(ORIGIN, (0, 0, 0), UserCmd(), number)
        assert player.stats[5] == number
        flags.append(player.entity_flags)
    assert flags == [0x18, 0x10, 0x18, 0x10]
    player.stats = (0, 0, 0, 0, 0, 255)
    player.spawn(ORIGIN, (0, 0, 0), UserCmd(), 9)
    assert player.stats == (100, 0, 100, 0, 0, 0)


@given(
    st.tuples(st.floats(-80, 80), st.floats(-180, 179), st.floats(-180, 179)),
    st.tuples(WORDS, WORDS, WORDS),
)
def test_the_first_view_is_the_spawn_points(
    angles: tuple[float, float, float], turned: tuple[int, int, int]
) -> None:
    """The client adds the delta angles it is sent to its own."""
    player = Player(0, "x")
    command = UserCmd(command_time=1000, angles=turned)
    player.spawn(ORIGIN, angles, command, 1000)
    wanted = tuple(short_to_angle(angle_to_short(angle)) for angle in angles)
    assert player.angles == wanted
    state = player.player_state()
    for axis in range(3):
        delta = int(state[f"delta_angles[{axis}]"])
        assert short_to_angle(turned[axis] + delta) == wanted[axis]
    player.think(replace(command, command_time=1050), 1050)
    assert player.angles == wanted


# -- usercmds ------------------------------------------------------------------------------------


def test_a_player_who_is_not_in_the_world_does_not_move() -> None:
    player = Player(0, "x")
    player.think(UserCmd(command_time=500, forwardmove=127), 500)
    assert player == Player(0, "x")


def test_a_command_moves_by_its_time() -> None:
    player = spawned(now=1000)
    player.think(UserCmd(command_time=950, forwardmove=127), 1000)
    assert player.command_time == 950
    assert player.velocity == pytest.approx((0, 160, 0), abs=1e-9)
    assert player.origin == pytest.approx((100, -42, 200))
    player.think(UserCmd(command_time=950, forwardmove=127), 1000)  # the same again
    player.think(UserCmd(command_time=900, forwardmove=127), 1000)  # an older one
    assert player.origin == pytest.approx((100, -42, 200))


def test_long_times_run_in_slices_of_66_ms() -> None:
    """pmove2: Pmove outer."""
    whole, sliced = spawned(now=1000), spawned(now=1000)
    whole.think(UserCmd(command_time=1066, forwardmove=127), 1066)
    for time in (966, 1032, 1066):
        sliced.think(UserCmd(command_time=time, forwardmove=127), time)
    assert whole.origin == pytest.approx(sliced.origin)
    assert whole.velocity == pytest.approx(sliced.velocity)


@pytest.mark.parametrize(
    ("sent", "taken"),
    [(10_000, 10_000), (10_200, 10_200), (10_201, 10_200), (2**31 - 1, 10_200)],
)
def test_command_time_is_bounded_by_the_servers(sent: int, taken: int) -> None:
    player = spawned(now=10_000)
    player.think(UserCmd(command_time=sent), 10_000)
    assert player.command_time == taken


@pytest.mark.parametrize("sent", [0, -(2**31), 9000])
def test_a_command_from_long_ago_counts_as_a_second_old(sent: int) -> None:
    player = spawned(now=1000)
    player.think(UserCmd(command_time=sent), 10_000)
    assert player.command_time == 9000


def test_nobody_gains_time_by_sending_ahead() -> None:
    """Whatever times a client sends, its commands add up to real time and 300 ms."""
    player = spawned(now=1000)
    for frame in range(100):
        now = 1000 + frame * 50
        for ahead in range(0, 5000, 100):
            player.think(UserCmd(command_time=now + ahead, forwardmove=127), now)
    assert player.origin[1] + 50 <= 400 * (99 * 50 + 300) / 1000


@pytest.mark.parametrize(
    ("pitch", "seen"), [(0, 0), (15999, 15999), (16000, 16000), (16001, 16000), (0x7FFF, 16000)]
)
@pytest.mark.parametrize("sign", [1, -1])
def test_the_pitch_ends_at_16000(pitch: int, seen: int, sign: int) -> None:
    """pmove2: View angles. The excess goes into the delta angles, so turning back works at once."""
    player = spawned(angles=(0, 0, 0))
    player.think(UserCmd(command_time=1000, angles=(sign * pitch & 0xFFFF, 7, 0)), 1000)
    assert player.angles[0] == short_to_angle(sign * seen)
    assert player.delta_angles[0] == sign * (seen - pitch) & 0xFFFF
    back = (sign * (pitch - 100)) & 0xFFFF
    player.think(UserCmd(command_time=1050, angles=(back, 7, 0)), 1050)
    assert player.angles[0] == short_to_angle(sign * (seen - 100))
    assert player.delta_angles[1] == 0


@given(st.lists(st.tuples(COMMANDS, st.integers(0, 5000)), max_size=40))
def test_no_command_breaks_a_player(commands: list[tuple[UserCmd, int]]) -> None:
    player = spawned()
    now = 1000
    last = player.command_time
    for command, wait in commands:
        now += wait
        player.think(command, now)
        assert last <= player.command_time <= now + 200
        last = player.command_time
        values = (*player.origin, *player.velocity, *player.angles)
        assert all(math.isfinite(value) for value in values)
        assert all(abs(value) <= WORLD_EDGE for value in player.origin)
        assert abs(player.angles[0]) <= short_to_angle(MAX_PITCH)
        writer = MessageWriter()
        write_player(writer, PlayerState.ZERO, player.player_state())
        write_entity(writer, 3, EntityState.ZERO, player.entity_state())
        assert not writer.overflowed


# -- what others see (entity: Player -> entity projection) ---------------------------------------


def test_the_projection() -> None:
    player = spawned(angles=(10.9, -45.6, 0.0))
    player.origin = (100.9, -50.9, 0.2)
    assert player.entity_state().fields() == {
        "eType": EntityType.PLAYER,
        "clientNum": 3,
        "eFlags": 0x18,
        "groundEntityNum": ENTITYNUM_NONE,
        "pos.trType": 1,
        "apos.trType": 1,
        "pos.trBase[0]": 100.0,
        "pos.trBase[1]": -50.0,
        "apos.trBase[0]": 10.0,
        "apos.trBase[1]": -45.0,
    }


def test_a_player_sees_himself_where_others_see_him() -> None:
    player = spawned()
    player.think(UserCmd(command_time=1000, forwardmove=127, angles=(500, 9000, 0)), 1000)
    own, seen = player.player_state(), player.entity_state()
    assert seen.origin == tuple(float(int(value)) for value in own.origin)
    assert seen["eFlags"] == own["eFlags"]
    assert seen["clientNum"] == own["clientNum"] == 3
    assert own.view_angles == pytest.approx(player.angles)


@pytest.mark.parametrize("name", ["", "x", "^1Red", "x" * 31])
def test_the_client_line(name: str) -> None:
    state = Player(5, name).client_state()
    assert state.name == name
    assert state["team"] == 3
    writer = MessageWriter()
    write_client(writer, 5, ClientState.ZERO, state)
    assert not writer.overflowed
