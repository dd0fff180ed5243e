"""One player: spawning, usercmds, and the states that are sent of him."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uoproto.constants import ENTITYNUM_NONE, EntityType, PmType, WButton
from uoproto.delta import write_client, write_entity
from uoproto.message import MessageReader, MessageWriter, angle_to_short, short_to_angle
from uoproto.player import read_player, write_player
from uoproto.states import ClientState, EntityState, PlayerState, UserCmd
from uoserver.bsp.vectors import Vec3
from uoserver.game.movement import MoveRules, MoveState, Space, move
from uoserver.game.movement.constants import WORLD_EDGE
from uoserver.game.player import FRAME_COMMANDS, NOTHING, SAVED_COMMANDS, Player
from uoserver.game.spaces import WorldView

from .movement.runs import GROUND, command
from .movement.spaces import GRASS, box, floor, solids
from .movement.strategies import COMMANDS
from .movement.worlds import world_of

FLAT = solids(floor(0.0, GRASS))
ORIGIN = (100.0, -50.0, 8.0)
WORDS = st.integers(0, 0xFFFF)


def spawned(
    now: int = 1000,
    angles: Vec3 = (0.0, 90.0, 0.0),
    space: Space = FLAT,
    *,
    spectator: bool = False,
    origin: Vec3 = ORIGIN,
) -> Player:
    player = Player(3, "Name")
    player.spawn(origin, angles, UserCmd(), now, space, spectator=spectator)
    player.end_frame()
    return player


def sent(player: Player) -> PlayerState:
    """Return the player state as the client decodes it."""
    writer = MessageWriter()
    write_player(writer, PlayerState.ZERO, player.player_state())
    return read_player(MessageReader(writer.to_bytes()), PlayerState.ZERO)


# -- spawning (spawn2: ClientSpawn) ---------------------------------------------------------------


def test_all_fields_of_a_fresh_player() -> None:
    player = spawned(now=5000)
    state = player.player_state()
    assert state.stats == (100, 0, 100, 0, 0, 1)
    expected = {
        "clientNum": 3,
        "commandTime": 5000,
        "eFlags": 0x18,
        "pm_flags": 0x80000,
        "gravity": 800,
        "speed": 190,
        "mins[0]": -15,
        "mins[1]": -15,
        "maxs[0]": 15,
        "maxs[1]": 15,
        "maxs[2]": 70,
        "proneViewHeight": 11,
        "crouchViewHeight": 40,
        "standViewHeight": 60,
        "deadViewHeight": 8,
        "viewHeightTarget": 60,
        "viewHeightCurrent": 60,
        "walkSpeedScale": 0.4,
        "runSpeedScale": 1,
        "sprintSpeedScale": 1.6,
        "proneSpeedScale": 0.15,
        "crouchSpeedScale": 0.65,
        "strafeSpeedScale": 0.8,
        "backSpeedScale": 0.7,
        "leanSpeedScale": 0.4,
        "friction": 1,
        "fatigueScale": 1,
        "origin[0]": 100,
        "origin[1]": -50,
        "delta_angles[1]": 0x4000,
        "viewangles[1]": 90,
    }
    fields = state.fields()
    changing = ("origin[2]", "velocity[2]", "groundEntityNum")
    assert {name: fields[name] for name in fields if name not in changing} == pytest.approx(
        expected
    )


def test_the_spawn_think_falls_for_100_ms() -> None:
    """Which is enough to find ground 3 units down: 400 * 0.1 * 0.1 = 4."""
    player = spawned(origin=(0.0, 0.0, 3.0))
    assert player.player_state()["groundEntityNum"] == 1022
    assert player.origin[2] == pytest.approx(GROUND, abs=0.3)
    high = spawned(origin=(0.0, 0.0, 500.0))
    assert high.player_state()["groundEntityNum"] == ENTITYNUM_NONE
    assert high.origin[2] == pytest.approx(496.0, abs=0.01)


def test_who_holds_fire_stays_respawned() -> None:
    player = Player(3, "Name")
    player.spawn(ORIGIN, (0.0, 0.0, 0.0), UserCmd(buttons=1), 1000, FLAT)
    assert int(player.player_state()["pm_flags"]) & 0x800
    player.think(UserCmd(command_time=1050), 1050, FLAT)
    assert not int(player.player_state()["pm_flags"]) & 0x800


def test_each_spawn_counts_and_toggles_the_teleport_bit() -> None:
    player = spawned()
    flags = [player.state.entity_flags]
    for number in range(2, 5):
        player.spawn(ORIGIN, (0.0, 0.0, 0.0), UserCmd(), number, FLAT)
        assert player.player_state().stats[5] == number
        flags.append(player.state.entity_flags)
    assert flags == [0x18, 0x10, 0x18, 0x10]
    player.spawn_count = 255
    player.spawn(ORIGIN, (0.0, 0.0, 0.0), UserCmd(), 9, FLAT)
    assert player.player_state().stats == (100, 0, 100, 0, 0, 0)


def test_a_spawn_forgets_the_life_before() -> None:
    player = spawned()
    player.toggle_noclip()
    player.health = 3
    player.state.velocity = (100.0, 0.0, 0.0)
    player.state.pm_flags |= 1
    player.spawn(ORIGIN, (0.0, 0.0, 0.0), UserCmd(), 2000, FLAT)
    player.end_frame()
    assert player.health == 100
    assert player.state.velocity[:2] == (0.0, 0.0)
    assert player.state.pm_flags == 0x80000
    assert player.state.pm_type == 0


@given(
    st.tuples(st.floats(-80, 80), st.floats(-180, 179), st.floats(-180, 179)),
    st.tuples(WORDS, WORDS, WORDS),
)
def test_the_first_view_is_the_spawn_points(angles: Vec3, turned: tuple[int, int, int]) -> None:
    """The client adds the delta angles it is sent to its own."""
    player = Player(0, "x")
    cmd = UserCmd(command_time=1000, angles=turned)
    player.spawn(ORIGIN, angles, cmd, 1000, FLAT)
    wanted = tuple(short_to_angle(angle_to_short(angle)) for angle in angles)
    assert player.state.angles == wanted
    state = player.player_state()
    for axis in range(3):
        delta = int(state[f"delta_angles[{axis}]"])
        assert short_to_angle(turned[axis] + delta) == wanted[axis]
    player.think(replace(cmd, command_time=1050), 1050, FLAT)
    assert player.state.angles == wanted


def test_settings_of_the_level() -> None:
    rules = MoveRules(g_speed=250, g_gravity=400, g_bounds_width=20, bg_viewheight_standing=50)
    player = Player(0, "x", rules)
    player.spawn(ORIGIN, (0.0, 0.0, 0.0), UserCmd(), 1000, FLAT)
    state = player.player_state()
    assert [state["speed"], state["gravity"], state["maxs[0]"], state["viewHeightTarget"]] == [
        250,
        400,
        10,
        50,
    ]


# -- usercmds -------------------------------------------------------------------------------------


def test_a_player_who_is_not_in_the_world_does_not_move() -> None:
    player = Player(0, "x")
    assert player.think(UserCmd(command_time=500, forwardmove=127), 500, FLAT).slices == 0
    assert player.player_state().fields() == {"eFlags": 0x10}
    assert player.body is None


def test_a_command_moves_by_its_time() -> None:
    player = spawned(now=1000)
    player.think(UserCmd(command_time=1050, forwardmove=127), 1000, FLAT)
    place = player.origin
    assert place[1] > -50
    assert player.think(UserCmd(command_time=1050, forwardmove=127), 1000, FLAT).slices == 0
    assert player.think(UserCmd(command_time=900, forwardmove=127), 1000, FLAT).slices == 0
    assert player.origin == place


@pytest.mark.parametrize(
    ("sent_time", "taken"),
    [(10_000, 10_000), (10_200, 10_200), (10_201, 10_200), (2**31 - 1, 10_200)],
)
def test_command_time_is_bounded_by_the_servers(sent_time: int, taken: int) -> None:
    player = spawned(now=9_900)
    player.think(UserCmd(command_time=sent_time), 10_000, FLAT)
    assert player.state.command_time == taken


@pytest.mark.parametrize("sent_time", [0, -(2**31), 9000])
def test_a_command_from_long_ago_counts_as_a_second_old(sent_time: int) -> None:
    player = spawned(now=1000)
    player.think(UserCmd(command_time=sent_time), 10_000, FLAT)
    assert player.state.command_time == 9000


def test_nobody_gains_time_by_sending_ahead() -> None:
    """Whatever times a client sends, its commands add up to real time and 200 ms."""
    honest, eager = spawned(now=1000), spawned(now=1000)
    for frame in range(1, 101):
        now = 1000 + frame * 50
        honest.think(UserCmd(command_time=now, forwardmove=127), now, FLAT)
        for ahead in range(0, 5000, 100):
            eager.think(UserCmd(command_time=now + ahead, forwardmove=127), now, FLAT)
    assert eager.origin[1] - honest.origin[1] == pytest.approx(190 * 0.2, abs=2.0)


def test_nobody_banks_more_than_the_rules_let_him() -> None:
    """Ten seconds of silence are worth 2.2: a command a second back runs for a second, those
    behind it for that second and 200 ms ahead."""
    player = spawned(now=1000)
    for ahead in range(-10_000, 10_000, 50):
        player.think(UserCmd(command_time=11_000 + ahead, forwardmove=127), 11_000, FLAT)
    assert player.state.command_time == 11_200
    assert 190 * 2.0 < player.origin[1] + 50 <= 190 * 2.2


def test_a_fixed_step_rounds_times_up() -> None:
    player = Player(0, "x", MoveRules(pmove_fixed=True, pmove_msec=20))
    player.spawn(ORIGIN, (0.0, 0.0, 0.0), UserCmd(), 1000, FLAT)
    player.think(UserCmd(command_time=1001), 1001, FLAT)
    assert player.state.command_time == 1020
    assert player.think(UserCmd(command_time=1019), 1019, FLAT).slices == 0


@pytest.mark.parametrize(
    ("pitch", "seen"), [(0, 0), (15999, 15999), (16000, 16000), (16001, 16000), (0x7FFF, 16000)]
)
@pytest.mark.parametrize("sign", [1, -1])
def test_the_pitch_ends_at_16000(pitch: int, seen: int, sign: int) -> None:
    """pmove2: View angles. The excess goes into the delta angles, so turning back works at once."""
    player = spawned(angles=(0.0, 0.0, 0.0))
    player.think(UserCmd(command_time=1050, angles=(sign * pitch & 0xFFFF, 7, 0)), 1050, FLAT)
    assert player.state.angles[0] == short_to_angle(sign * seen)
    assert player.state.delta_angles[0] == sign * (seen - pitch) & 0xFFFF
    back = (sign * (pitch - 100)) & 0xFFFF
    player.think(UserCmd(command_time=1100, angles=(back, 7, 0)), 1100, FLAT)
    assert player.state.angles[0] == short_to_angle(sign * (seen - 100))
    assert player.state.delta_angles[1] == 0


@settings(max_examples=60)
@given(st.lists(st.tuples(COMMANDS, st.integers(0, 3000)), max_size=20), st.booleans())
def test_no_command_breaks_a_player(commands: list[tuple[UserCmd, int]], spectator: bool) -> None:
    player = spawned(spectator=spectator)
    now = 1000
    last = player.state.command_time
    for cmd, wait in commands:
        now += wait
        player.think(cmd, now, FLAT)
        assert last <= player.state.command_time <= now + 200
        last = player.state.command_time
        numbers = (*player.origin, *player.state.velocity, *player.state.angles)
        assert all(math.isfinite(value) for value in numbers)
        assert all(abs(value) <= WORLD_EDGE for value in player.origin)
        player.end_frame()
        writer = MessageWriter()
        write_player(writer, PlayerState.ZERO, player.player_state())
        write_entity(writer, 3, EntityState.ZERO, player.entity_state(now))
        assert not writer.overflowed


def test_a_fall_costs_health() -> None:
    """116..138: parm percent of full health; 110 percent for 100."""
    player = spawned(origin=(0.0, 0.0, 368.5 + GROUND))
    for now in range(1050, 3000, 50):
        player.think(UserCmd(command_time=now), now, FLAT)
    assert player.health == 50
    player = spawned(origin=(0.0, 0.0, 600.0))
    for now in range(1050, 3000, 50):
        player.think(UserCmd(command_time=now), now, FLAT)
    assert player.health == 0


# -- spectators, noclip, ufo ----------------------------------------------------------------------


def test_a_spectator_flies_and_stops_at_walls() -> None:
    space = solids(floor(), box((300, -900, -10), (400, 900, 900)))
    player = spawned(space=space, spectator=True, angles=(0.0, 0.0, 0.0), origin=(100.0, 0.0, 50.0))
    state = player.player_state()
    assert state["pm_type"] == PmType.SPECTATOR
    assert state["speed"] == 400
    assert not int(state["pm_flags"]) & 0x80000
    assert player.entity_state(1000)["eType"] == EntityType.INVISIBLE
    assert player.entity_state(1000)["solid"] == 0
    assert player.body is None
    for now in range(1050, 3000, 50):
        player.think(replace(command(127), command_time=now), now, space)
    assert player.origin[0] == pytest.approx(300 - 8 - 0.125, abs=0.01)
    assert player.origin[2] == pytest.approx(50.0, abs=0.01)


def test_a_client_that_cuts_time_into_milliseconds_gains_nothing_and_costs_little() -> None:
    """Commands beyond the allowance are passed over; the next one runs their time."""
    hasty, calm = spawned(now=1000), spawned(now=1000)
    ran = 0
    for now in range(1000, 5000, 50):
        for player in (hasty, calm):
            player.end_frame()
        for time in range(now + 1, now + 51):
            ran += hasty.think(replace(command(127), command_time=time), now, FLAT) is not NOTHING
        calm.think(replace(command(127), command_time=now + 50), now, FLAT)
    assert ran <= SAVED_COMMANDS + FRAME_COMMANDS * 80
    assert hasty.state.command_time <= calm.state.command_time
    assert hasty.origin[1] <= calm.origin[1] + 4.0  # finer slices, not more time
    assert hasty.origin[1] > calm.origin[1] - 20.0


def test_who_turns_about_while_he_lies_has_fewer_commands() -> None:
    """Each makes several fit tests of ten sweeps; two of them count as a command."""
    hasty, calm = spawned(now=1000), spawned(now=1000)
    fits = ran = 0
    for now in range(1000, 7000, 50):
        for player in (hasty, calm):
            player.end_frame()
        for time in range(now + 1, now + 51):
            turned = command(127, wbuttons=WButton.PRONE, yaw=time * 37 % 360)
            result = hasty.think(replace(turned, command_time=time), now, FLAT)
            fits, ran = fits + result.fits, ran + (result is not NOTHING)
        for time in range(now + 10, now + 51, 10):
            turned = command(127, wbuttons=WButton.PRONE, yaw=time // 10 % 360)
            calm.think(replace(turned, command_time=time), now, FLAT)
            assert calm.commands > 0
    allowed = SAVED_COMMANDS + FRAME_COMMANDS * 120
    assert fits > 2000
    assert ran + fits / 2 <= allowed + 16
    assert hasty.state.command_time >= 6900


def test_changed_settings_reach_a_player_at_once() -> None:
    player = spawned()
    player.obey(MoveRules(g_bounds_width=40.0, g_speed=250, bg_viewheight_prone=12))
    assert player.state.mins == (-20.0, -20.0, 0.0)
    assert player.state.maxs == (20.0, 20.0, 70.0)
    assert player.state.prone_view_height == 12
    player.end_frame()
    assert player.state.speed == 250


def test_noclip_and_ufo_begin_with_the_next_frame() -> None:
    space = solids(floor(), box((150, -900, -10), (200, 900, 900)))
    for toggle, kind in ((Player.toggle_noclip, PmType.NOCLIP), (Player.toggle_ufo, PmType.UFO)):
        player = spawned(space=space, angles=(0.0, 0.0, 0.0))
        assert player.body is not None
        assert player.body.contents == 0x2000000
        assert toggle(player)
        assert player.state.pm_type == 0
        player.end_frame()
        assert player.state.pm_type == kind
        assert player.body.contents == 0
        assert player.entity_state(1000)["solid"] == 0
        for now in range(1050, 2000, 50):
            player.think(replace(command(127), command_time=now), now, space)
        assert player.origin[0] > 300
        assert not toggle(player)
        player.end_frame()
        assert player.state.pm_type == 0


# -- what others see (entity: Player -> entity projection) ----------------------------------------


def test_the_projection() -> None:
    player = spawned(angles=(10.9, -45.6, 0.0))
    player.state.origin = (100.9, -50.9, 0.2)
    assert player.entity_state(1000).fields() == {
        "eType": EntityType.PLAYER,
        "clientNum": 3,
        "eFlags": 0x18,
        "groundEntityNum": player.state.ground_entity,
        "pos.trType": 1,
        "apos.trType": 1,
        "pos.trBase[0]": 100.0,
        "pos.trBase[1]": -50.0,
        "apos.trBase[0]": 10.0,
        "apos.trBase[1]": -45.0,
        "solid": 15 | 1 << 8 | 102 << 16,
    }


def test_the_body_stands_where_the_entity_says() -> None:
    player = spawned()
    player.think(UserCmd(command_time=1050, forwardmove=127, rightmove=127), 1050, FLAT)
    body, seen = player.body, player.entity_state(1050)
    assert body is not None
    assert body.origin == seen.origin
    assert (body.mins, body.maxs) == ((-15.0, -15.0, 0.0), (15.0, 15.0, 70.0))
    assert body.capsule
    player.think(replace(command(wbuttons=0x80), command_time=1100), 1100, FLAT)
    body, seen = player.body, player.entity_state(1100)
    assert body is not None
    assert body.maxs[2] == 50.0
    assert int(seen["solid"]) >> 16 == 82
    assert int(seen["eFlags"]) & 0x20


def test_a_head_icon_tells_of_silence() -> None:
    player = spawned(now=1000)
    assert not int(player.entity_state(2000)["eFlags"]) & 0x800
    assert int(player.entity_state(2001)["eFlags"]) & 0x800
    player.think(UserCmd(command_time=2010), 2010, FLAT)
    assert not int(player.entity_state(2011)["eFlags"]) & 0x800


def test_events_go_to_the_others_but_not_the_private_ones() -> None:
    space = solids(floor(0.0, GRASS), box((60, -400, -10), (900, 400, 12), GRASS))
    player = spawned(space=space, angles=(0.0, 0.0, 0.0), origin=(0.0, 0.0, GROUND))
    for now in range(1008, 1800, 8):
        player.think(replace(command(127), command_time=now), now, space)
    own, seen = player.player_state(), player.entity_state(1800)
    steps = [int(own[f"events[{slot}]"]) for slot in range(4)]
    assert 145 in steps
    others = [int(seen[f"events[{slot}]"]) for slot in range(4)]
    assert 145 not in others
    assert 11 in others
    assert 0 < seen["eventSequence"] < own["eventSequence"]


# -- the world ------------------------------------------------------------------------------------


def test_a_player_in_a_world_stops_another() -> None:
    world = world_of(floor())
    one, other = Player(0, "a"), Player(1, "b")
    for player, x in ((one, 0.0), (other, 200.5)):
        space = WorldView(world, player.number)
        player.spawn((x, 0.0, 1.0), (0.0, 0.0, 0.0), UserCmd(), 1000, space)
        assert player.body is not None
        world.link(player.number, player.body)
    for now in range(1016, 3000, 16):
        cmd = replace(command(127), command_time=now)
        mins, maxs = one.area(cmd, now)
        one.think(cmd, now, world.around(mins, maxs, one.mask, pass_entity=0))
    assert one.origin[0] == pytest.approx(200 - 30 - 0.125, abs=0.02)
    assert abs(one.origin[1]) < 0.1


def test_a_client_predicts_from_what_it_was_sent() -> None:
    """The snapshot is 100 ms old; the client runs its newer commands over it."""
    world = world_of(floor(0.0, GRASS), box((100, -300, -10), (400, 300, 18)))
    view = WorldView(world, 3)
    player = Player(3, "Name")
    player.spawn((0.0, 0.0, 1.0), (0.0, 33.0, 0.0), UserCmd(), 1000, view)
    waiting: list[UserCmd] = []
    snapshot = sent(player)
    for number in range(1, 400):
        now = 1000 + 8 * number
        keys = number // 40
        cmd = UserCmd(
            now,
            8 if keys % 3 == 0 else 0,
            (0, 0x80, 0, 0x40, 0x10)[keys % 5],
            0,
            (0, number * 211 & 0xFFFF, 0),
            127 if keys % 2 else -127,
            127 if keys % 3 else 0,
            127 if keys % 4 == 1 else 0,
        )
        player.think(cmd, now, view)
        waiting.append(cmd)
        if number % 7 == 0:
            player.end_frame()
            snapshot = sent(player) if len(waiting) < 3 else snapshot
            predicted = MoveState.from_player_state(snapshot)
            waiting = [late for late in waiting if late.command_time > predicted.command_time]
            for late in waiting:
                move(predicted, late, view, player.rules)
            assert predicted == player.state
            if number % 14 == 0:
                snapshot = sent(player)


@pytest.mark.parametrize("name", ["", "x", "^1Red", "x" * 31])
def test_the_client_line(name: str) -> None:
    state = Player(5, name).client_state()
    assert state.name == name
    assert state["team"] == 3
    writer = MessageWriter()
    write_client(writer, 5, ClientState.ZERO, state)
    assert not writer.overflowed
