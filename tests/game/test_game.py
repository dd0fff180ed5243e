"""The game module: who is there, what they say, what each sees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.constants import ENTITYNUM_WORLD, MAX_NAME_CHARS, PmType
from uoproto.states import UserCmd
from uoproto.text import strip_colors, tokenize
from uoserver.bsp import read
from uoserver.bsp.mapinfo import describe_map
from uoserver.collision import World, load_clip_model
from uoserver.files.searchpath import SearchPath
from uoserver.game.game import DEFAULT_NAME, Game, clean_name
from uoserver.game.match.seats import Side
from uoserver.game.messages import Message
from uoserver.game.publish.hud import configstrings
from uoserver.game.publish.names import STOCK_NAMES

from .match.yards import FRAME_MS, Play
from .movement.spaces import box, floor
from .movement.worlds import world_of

SOURCE = read(SearchPath().read("maps/mp/mp_foy.bsp"))
MAP, CLIP = describe_map(SOURCE), load_clip_model(SOURCE)
BYTES = st.text(st.characters(max_codepoint=255), max_size=100)


def game(*names: str, gametype: str = "dm") -> Game:
    """Return a game with these players in the world."""
    level = Game(MAP, World(CLIP), gametype, seed=7)
    for number, name in enumerate(names):
        assert level.client_connect(number, f"\\name\\{name}", "") is None
        level.client_begin(number, UserCmd())
    level.run_frame(1000)
    return level


# -- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Name", "Name"),
        ("  two  words ", "two  words"),
        ("^1Red^7", "^1Red^7"),
        ('a"b;c\\d%e', "abcde"),
        ("tab\tbell\x07", "tabbell"),
        ("caf\xe9 \x7f", "caf"),
        ("x" * 40, "x" * 31),
        ("x" * 30 + "  y", "x" * 30),
        ("", DEFAULT_NAME),
        (" \t ", DEFAULT_NAME),
        ("^1^^22 ", DEFAULT_NAME),
        ("\xff\xfe", DEFAULT_NAME),
        ("^", "^"),
    ],
)
def test_names(name: str, kept: str) -> None:
    assert clean_name(name) == kept


@given(BYTES)
def test_no_name_breaks_a_line(name: str) -> None:
    kept = clean_name(name)
    assert 0 < len(kept) <= MAX_NAME_CHARS
    assert kept.isascii()
    assert kept.isprintable()
    assert not set(kept) & set('"\\;%')
    assert strip_colors(kept).strip()
    assert clean_name(kept) == kept


# -- coming and going ----------------------------------------------------------------------------


def test_a_player_comes_plays_and_goes() -> None:
    level = game("Watcher")
    assert level.client_connect(4, "\\name\\Abc", "") is None
    level.run_frame(1100)
    assert level.frame_for(4).entities == {}
    assert level.frame_for(4).clients[4].name == "Abc"
    level.client_begin(4, UserCmd())
    level.run_frame(1150)
    assert set(level.frame_for(0).entities) == {4}
    level.client_userinfo_changed(4, "\\name\\Other")
    level.run_frame(1200)
    assert level.frame_for(0).clients[4].name == "Other"
    level.client_disconnect(4)
    level.client_disconnect(4)
    level.run_frame(1250)
    assert level.frame_for(0).entities == {}
    assert set(level.frame_for(0).clients) == {0}


def test_who_is_not_in_the_world_sees_nobody() -> None:
    level = game("Watcher", "Other")
    level.client_connect(4, "\\name\\Abc", "")
    level.run_frame(1100)
    assert level.frame_for(4).entities == {}
    assert level.frame_for(9).entities == {}


@pytest.mark.parametrize(
    ("needed", "given_", "enters"),
    [
        ("", "x", True),
        ("none", "", True),
        ("NONE", "x", True),
        ("pw", "pw", True),
        ("pw", "PW", False),
        ("pw", "", False),
        ("100%", "100%", True),
    ],
)
def test_the_password(needed: str, given_: str, enters: bool) -> None:
    level = Game(MAP, World(CLIP), "dm")
    refusal = level.client_connect(0, f"\\password\\{given_}", needed)
    assert refusal == (None if enters else "GAME_INVALIDPASSWORD")
    assert (0 in level.players) == enters


@pytest.mark.parametrize("number", [0, 9, 63])
def test_nobody_is_no_fault(number: int) -> None:
    level = game("A") if number else game()
    level.client_begin(number, UserCmd())
    level.client_think(number, UserCmd(command_time=1100))
    level.client_command(number, "say hello")
    level.client_userinfo_changed(number, "\\name\\x")
    frame = level.frame_for(number)
    assert frame.player["clientNum"] == number
    assert level.messages == []


def test_players_spawn_at_points_of_the_map() -> None:
    level = game(*"ABCDEFGH", gametype="ctf")
    places = {point.origin[:2] for point in MAP.spawns("ctf").points}
    assert {player.origin[:2] for player in level.players.values()} <= places
    again = game(*"ABCDEFGH", gametype="ctf")
    assert [p.origin for p in again.players.values()] == [p.origin for p in level.players.values()]


# -- what each sees ------------------------------------------------------------------------------


def test_everybody_sees_all_but_himself() -> None:
    level = game("A", "B", "C")
    for number in range(3):
        frame = level.frame_for(number)
        assert set(frame.entities) == {0, 1, 2} - {number}
        assert list(frame.entities) == sorted(frame.entities)
        assert list(frame.clients) == [0, 1, 2]
        assert frame.player["clientNum"] == number
        for other, state in frame.entities.items():
            assert state["clientNum"] == other


def test_a_frame_does_not_change_afterwards() -> None:
    """The server deltas from frames it keeps."""
    level = game("A", "B")
    frame = level.frame_for(0)
    before = (frame.player, dict(frame.entities), dict(frame.clients))
    level.client_think(1, UserCmd(command_time=1000, forwardmove=127))
    level.client_disconnect(0)
    level.run_frame(1050)
    assert (frame.player, dict(frame.entities), dict(frame.clients)) == before


def test_entities_are_of_the_last_frame_and_the_own_state_of_now() -> None:
    level = game("A", "B")
    level.client_think(1, UserCmd(command_time=1000, forwardmove=127))
    moved = level.players[1].origin
    assert level.frame_for(1).player.origin == pytest.approx(moved, abs=1e-2)
    level.run_frame(1050)
    assert level.frame_for(0).entities[1].origin == tuple(float(int(part)) for part in moved)


# -- commands ------------------------------------------------------------------------------------


def test_chat_goes_to_all_and_may_be_left_out() -> None:
    level = game("^1Red ^7Man")
    level.client_command(0, "say hello there")
    assert level.messages == [Message(None, 'h "\x15Red Man^7: ^7hello there"', reliable=False)]


def test_one_player_is_told_by_name_or_number() -> None:
    level = game("^1Ann", "two words", "Cat")
    level.log.take()
    heard = 'h "\x15[Ann]^7: ^3come; here'
    for command in ("tell 1 come; here", 'tell "TWO WORDS" "come; here"'):
        level.client_command(0, command)
        both = [Message(number, heard + '"', reliable=False) for number in (0, 1)]
        assert level.messages == both
        level.messages.clear()
    assert [line[7:] for line in level.log.take()] == [
        "tell;0;0;Ann;0;1;two words;come; here\n"
    ] * 2
    level.client_command(0, "tell 9 hello")
    assert level.messages == [Message(0, 'e "GAME_CLIENTNOTACTIVE\x159"', reliable=False)]
    level.messages.clear()
    for command in ("tell", "tell 1", 'tell "', "tell 1 "):
        level.client_command(0, command)
    assert level.messages == []
    assert level.log.take() == []


def test_the_scoreboard_is_sent_twice_a_second_at_most() -> None:
    level = game("A", "B")
    sent = []
    for now in range(1000, 2501, 50):
        level.run_frame(now)
        for _ in range(64):
            level.client_command(0, "score")
        sent += [now for message in level.messages if message.to == 0]
        level.messages.clear()
    assert sent == [1000, 1500, 2000, 2500]
    level.client_command(1, "score")
    assert [message.to for message in level.messages] == [1]


def test_the_scoreboard() -> None:
    level = game("A", "B")
    level.players[1].ping = 48
    level.players[1].score = -3
    level.client_connect(7, "\\name\\Waiting", "")
    level.client_command(0, "score")
    assert level.messages == [Message(0, "b 3 0 0 0 0 0 0 0 1 -3 48 0 0 7 0 -1 0 1")]


def test_a_full_scoreboard_fits_into_a_command() -> None:
    level = Game(MAP, World(CLIP), "dm")
    for number in range(64):
        level.client_connect(number, "", "")
        level.client_begin(number, UserCmd())
        level.players[number].score = -(2**31)
        level.players[number].ping = 999
    level.client_command(63, "score")
    (message,) = level.messages
    assert len(message.text) < 1023
    words = message.text.split(" ")
    assert len(words) == 4 + 5 * int(words[1])
    assert int(words[1]) > 30


@given(BYTES)
def test_no_command_breaks_a_message(text: str) -> None:
    level = game("A")
    level.client_command(0, text)
    level.client_command(0, "say " + text)
    level.client_command(0, "tell " + text)
    level.client_command(0, "tell 0 " + text)
    for message in level.messages:
        if message.text.startswith("b "):
            continue
        assert message.text[0] in "he"
        assert message.text.count('"') == 2
        assert message.text.endswith('"')
        assert len(message.text) < 250
        assert min(message.text.replace("\x15", " ")) >= " "
        assert len(tokenize(message.text)) == 2


def test_configstrings_of_a_level() -> None:
    assert game().configstrings() == {
        2: "cod",
        7: "kar98k_mp m1garand_mp thompson_mp mp40_mp luger_mp colt_mp fraggrenade_mp "
        "stielhandgranate_mp binoculars_mp",
        22: "gfx/hud/hud@status_connecting.tga",
        **STOCK_NAMES.configstrings,
        **configstrings(),
    }
    assert game().weapon_count == 9


# -- in a world ----------------------------------------------------------------------------------


def test_players_walk_in_a_world_and_stop_each_other() -> None:
    """Each stands in it as a body, but for himself; it goes with him."""
    world = world_of(floor(-1000.0), box((-20000, -20000, -3000), (20000, 20000, -2000)))
    level = Game(MAP, world, "dm")
    level.client_connect(5, "\\name\\A", "")
    level.client_begin(5, UserCmd())
    player = level.players[5]
    assert world.body(5) == player.body
    assert int(level.frame_for(5).player["pm_type"]) == 0
    level.run_frame(50)
    before = player.origin
    level.client_think(5, UserCmd(command_time=100, forwardmove=127))
    assert player.origin != before
    assert world.body(5) == player.body
    level.client_disconnect(5)
    assert world.body(5) is None


def test_who_falls_to_death_comes_back() -> None:
    level = Game(MAP, world_of(floor(-4000.0, 10 << 20)), "dm")
    level.client_connect(5, "\\name\\A", "")
    level.client_begin(5, UserCmd())
    player = level.players[5]
    player.state.origin = (0.0, 0.0, -3000.0)
    for now in range(50, 2500, 50):
        level.run_frame(now)
        level.client_think(5, UserCmd(command_time=now))
        if player.spawn_count == 2:
            break
    assert player.spawn_count == 2
    assert player.health == 100
    assert player.origin[2] > -3000


# -- spawning and sight --------------------------------------------------------------------------


def test_players_spawn_apart_and_on_the_ground() -> None:
    level = game(*"ABCDEFGHIJ")
    players = list(level.players.values())
    assert {player.state.ground_entity for player in players} == {ENTITYNUM_WORLD}
    assert len({player.origin for player in players}) == len(players)


def test_cheats_need_a_map_that_allows_them() -> None:
    level = game("A")
    level.client_command(0, "noclip")
    assert level.messages.pop().text == 'e "GAME_CHEATSNOTENABLED"'
    free = Game(MAP, World(CLIP), "dm", cheats=True)
    free.client_connect(0, "\\name\\A", "")
    free.client_begin(0, UserCmd())
    for text, answers in (("noclip", "NOCLIP"), ("ufo", "UFO")):
        for state in ("ON", "OFF"):
            free.client_command(0, text)
            assert free.messages.pop().text == f'e "GAME_{answers}{state}"'
    free.client_command(0, "noclip")
    free.run_frame(100)
    assert free.frame_for(0).player["pm_type"] == PmType.NOCLIP


def test_a_command_that_does_not_run_moves_nothing() -> None:
    world = World(CLIP)
    level = Game(MAP, world, "dm", seed=7)
    level.client_connect(0, "\\name\\A", "")
    level.client_begin(0, UserCmd())
    level.run_frame(1000)
    version = world.version
    level.client_think(0, UserCmd(command_time=-5000, forwardmove=127))
    level.players[0].commands = 0
    level.client_think(0, UserCmd(command_time=1100, forwardmove=127))
    assert world.version == version
    assert level.players[0].heard == 1000
    level.players[0].commands = 1
    level.client_think(0, UserCmd(command_time=1100, forwardmove=127))
    assert world.version > version


def test_the_clock_shows_when_the_phase_ends() -> None:
    play = Play(Side.ALLIES, Side.AXIS)
    play.run(3)
    (clock, *_) = play.game.frame_for(0).player.hud_current
    began = 1000 + FRAME_MS  # both were there in the first frame
    assert (clock["type"], clock["time"]) == (4, began + 15_000)
    play.game.client_disconnect(1)
    play.run(2)
    (clock, *_) = play.game.frame_for(0).player.hud_current
    assert clock["type"] == 5  # it counts up: nobody knows when the enemy comes
