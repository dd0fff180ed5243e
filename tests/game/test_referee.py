"""A match from the first player to the next map: what counts, what is said, what is logged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.match.yards import FRAME_MS, Play
from uoproto.constants import Button, EntityType, PmType
from uoproto.states import UserCmd
from uoserver.game.match.happenings import Blow, Deed
from uoserver.game.match.roundrules import Gametype, RoundRules
from uoserver.game.match.rounds import Phase, Rounds
from uoserver.game.match.seats import Side
from uoserver.game.referee import Referee
from uoserver.sim.events import FlagCaptured, FlagTaken
from uoserver.sim.grid import OUTSIDE
from uoserver.sim.rules.ending import end
from uoserver.sim.sides import ENDLESS, Mode
from uoserver.sim.tables.vehicles import VehicleType

ALLIES, AXIS = Side.ALLIES, Side.AXIS
TANK = VehicleType.TANK
QUICK = RoundRules(start_delay=100, end_delay=200, intermission=300)
ROUND = ['c "\x15Allies win the round"']


def referee(play: Play) -> Referee:
    assert play.game._referee is not None
    return play.game._referee


def rounds(play: Play) -> Rounds:
    return referee(play).rounds


def begin(*sides: Side | None, rules: RoundRules = QUICK, gametype: str = "ctf") -> Play:
    """Return a game whose match has begun."""
    play = Play(*sides, gametype=gametype, rounds=rules)
    play.run(5)
    assert rounds(play).phase is Phase.RUNNING
    said(play)
    play.game.log.take()
    return play


def said(play: Play) -> list[str]:
    messages, play.game.messages = play.game.messages, []
    return [message.text for message in messages if message.to is None]


def logged(play: Play) -> list[str]:
    """Return the lines of the log without their stamps."""
    return [line[7:-1] for line in play.game.log.take()]


def win(play: Play, side: Side) -> None:
    """Let a side bring the flag of the other home."""
    end(play.sim, side)
    play.run()


def until(play: Play, phase: Phase) -> None:
    for _ in range(50):
        if rounds(play).phase is phase:
            return
        play.run()
    raise AssertionError(rounds(play).phase)


def test_a_match_is_announced_and_begins_in_the_bunker() -> None:
    play = Play(ALLIES, None, rounds=replace(QUICK, start_delay=15_000))
    first = play.sim
    play.run(400)
    assert said(play) == []
    play.game.client_command(1, "team axis")
    play.run()
    assert said(play) == ['c "\x15The match starts in 15 seconds"']
    play.run(311)
    assert play.sim is first
    play.run(3)
    assert play.sim is not first
    assert [driver.view.mode for driver in play.sim.state.drivers] == [Mode.SELECT] * 2


def test_a_round_won_gives_a_point_and_another_begins() -> None:
    play = begin(ALLIES, AXIS)
    first = play.sim
    win(play, ALLIES)
    assert said(play) == ROUND
    assert play.game.changed_configstrings == {5: "0", 6: "1"}
    play.game.players[0].score = play.game.players[1].deaths = 7
    until(play, Phase.RUNNING)
    assert play.sim is not first
    assert play.sim.state.running
    assert rounds(play).scores == [1, 0]
    assert [(p.score, p.deaths) for p in play.game.players.values()] == [(0, 0)] * 2


def test_points_of_players_may_stay() -> None:
    play = begin(ALLIES, AXIS, rules=replace(QUICK, clear_scores=False))
    play.game.players[0].score = 7
    win(play, AXIS)
    until(play, Phase.RUNNING)
    assert play.game.players[0].score == 7
    play.game.client_command(0, "score")
    assert play.game.messages[-1].text == "b 2 1 0 0 7 0 0 0 1 0 0 0 0"


def test_a_round_of_full_length_is_a_draw() -> None:
    play = begin(ALLIES, AXIS, rules=replace(QUICK, round_length=1000))
    play.run(10)
    assert said(play) == []
    until(play, Phase.ENDED)
    assert said(play) == ['c "\x15The round is a draw"']
    assert not play.sim.state.running


def test_what_happens_before_a_match_is_logged_but_does_not_count() -> None:
    play = Play(ALLIES, None, rounds=QUICK)
    logged(play)
    blow = Blow(0, None, "none", "MOD_WATER", 100, killed=True, own_fault=True)
    for happening in (blow, Deed(0, "ctf_captured", ALLIES)):
        referee(play)._note(play.time, happening)
    assert logged(play) == ["K;0;0;allies;P0;;-1;world;;none;100;MOD_WATER;none"]
    assert (play.game.players[0].score, play.game.players[0].deaths) == (0, 0)


def test_a_round_that_ends_while_waiting_begins_anew() -> None:
    play = Play(ALLIES, rounds=QUICK)
    first = play.sim
    win(play, ALLIES)
    assert said(play) == []
    until(play, Phase.WAITING)
    assert play.sim is not first
    assert play.sim.state.running
    assert rounds(play).scores == [0, 0]


def test_a_flag_brought_home_in_the_warm_up_does_not_stop_it() -> None:
    play = Play(ALLIES, AXIS, rounds=replace(QUICK, start_delay=15_000))
    play.run()
    assert rounds(play).phase is Phase.STARTING
    begun = rounds(play).since
    win(play, ALLIES)
    play.run()
    assert rounds(play).phase is Phase.STARTING
    assert rounds(play).since == begun
    assert play.sim.state.running
    assert rounds(play).scores == [0, 0]
    assert ROUND[0] not in said(play)


def test_a_side_that_is_left_is_waited_for_and_the_other_drives_on() -> None:
    play = begin(ALLIES, AXIS)
    now = play.sim
    play.game.client_disconnect(1)
    play.run()
    assert said(play) == ['c "\x15Waiting for players of both sides"']
    assert play.sim is now


# -- the log ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["team spectator", "team allies", ""])
def test_who_leaves_late_loses_the_round(way: str) -> None:
    play = begin(ALLIES, AXIS)
    play.time += 60_000
    play.run()
    said(play)
    if way:
        play.game.client_command(1, way)
    else:
        play.game.client_disconnect(1)
    play.run()
    assert (rounds(play).phase, rounds(play).scores) == (Phase.ENDED, [1, 0])
    assert said(play)[-1] == 'c "\x15The axis have left: Allies win the round"'
    assert play.sim.state.winner == ALLIES
    until(play, Phase.WAITING)
    assert rounds(play).scores == [1, 0]


def test_a_bot_that_is_taken_out_loses_nothing() -> None:
    play = Play(ALLIES, rounds=QUICK)
    assert play.game.add_bot(1, "axis")
    play.run(5)
    play.time += 60_000
    play.run()
    play.game.client_disconnect(1)
    play.run()
    assert (rounds(play).phase, rounds(play).scores) == (Phase.WAITING, [0, 0])


def test_comings_goings_and_talk_are_logged() -> None:
    play = Play(ALLIES, None, rounds=QUICK)
    play.game.client_command(0, "say_team hello; you")
    play.game.client_command(1, 'say_team "x"')
    play.game.client_command(1, "say y")
    play.game.client_disconnect(0)
    play.game.client_disconnect(0)
    assert play.game.log.take() == [
        "  0:01 J;0;0;P0\n",
        "  0:01 J;0;1;P1\n",
        "  0:01 sayteam;0;0;P0;hello; you\n",
        "  0:01 say;0;1;P1;x\n",
        "  0:01 say;0;1;P1;y\n",
        "  0:01 Q;0;0;P0\n",
    ]


def test_who_ends_it_is_logged_and_loses_a_point() -> None:
    play = begin(ALLIES, AXIS)
    play.game.client_command(0, "kill")  # he is in his bunker
    messages, play.game.messages = play.game.messages, []
    assert [message.text for message in messages] == ['e "GAME_MUSTBEALIVECOMMAND"']
    play.drive(0, TANK, 128, 128)
    play.drive(1, TANK, 400, 128)
    logged(play)
    for number in (0, 1):
        if number:
            play.run(1, p1=UserCmd(buttons=Button.USE))
        play.game.client_command(number, "kill")
        play.run()
    line = "K;0;{0};{1};P{0};0;{0};{1};P{0};none;100;MOD_SUICIDE;none"
    assert logged(play) == [line.format(0, "allies"), line.format(1, "axis")]
    assert [(each.score, each.deaths) for each in play.game.players.values()] == [(-1, 1)] * 2
    assert play.game.messages == []


def test_who_falls_to_death_is_logged_and_loses_a_point() -> None:
    play = begin(ALLIES, AXIS)
    play.drive(0, TANK, 128, 128)
    play.run(1, p0=UserCmd(buttons=Button.USE))
    play.game.players[0].health = 0
    logged(play)
    play.run(1, p0=UserCmd())
    assert logged(play) == ["K;0;0;allies;P0;;-1;world;;none;100;MOD_FALLING;none"]
    assert (play.game.players[0].score, play.game.players[0].deaths) == (-1, 1)


def test_deeds_and_blows_are_logged_and_count() -> None:
    play = begin(ALLIES, AXIS, ALLIES)
    referee(play).advance(play.time, [FlagTaken(0, 1), FlagCaptured(0, 1)])
    kill = Blow(1, 0, "bazooka_mp", "MOD_PROJECTILE", 100, killed=True)
    for blow in (kill._replace(killed=False, damage=9), kill):
        referee(play)._note(play.time, blow)
    assert logged(play) == [
        "A;0;0;allies;P0;ctf_take",
        "A;0;0;allies;P0;ctf_captured",
        "D;0;1;axis;P1;0;0;allies;P0;bazooka_mp;9;MOD_PROJECTILE;none",
        "K;0;1;axis;P1;0;0;allies;P0;bazooka_mp;100;MOD_PROJECTILE;none",
    ]
    assert [(p.score, p.deaths) for p in play.game.players.values()] == [(9, 0), (0, 1), (5, 0)]


# -- the end ---------------------------------------------------------------------------------------


def finish(play: Play, side: Side = ALLIES) -> None:
    win(play, side)
    until(play, Phase.INTERMISSION)


def test_the_end_shows_the_scores_and_freezes_all() -> None:
    play = begin(ALLIES, AXIS, None, rules=replace(QUICK, score_limit=1))
    finish(play)
    assert said(play) == [
        *ROUND,
        'c "\x15Allies win the match"',
        "u",
        "v g_scriptMainMenu main",
        'v cg_objectiveText "Allies win the match"',
        "b 3 0 1 0 0 0 0 0 1 0 0 0 0 2 0 0 0 0",
    ]
    assert logged(play) == ["W;allies;0;P0", "L;axis;0;P1"]
    before = [play.game.frame_for(number).player for number in range(3)]
    play.run(3, p0=UserCmd(forwardmove=127), p2=UserCmd(forwardmove=127, buttons=0x40))
    for number, state in enumerate(before):
        frame = play.game.frame_for(number)
        assert frame.player["pm_type"] == PmType.INTERMISSION
        assert frame.player["vehPos"] == 0
        assert frame.player.origin == state.origin
        assert frame.player.origin == play.game._intermission.origin
        assert play.game.players[number].entity_state(play.time)["eType"] == EntityType.INVISIBLE
        assert frame.player["commandTime"] == state["commandTime"]


def test_nobody_joins_a_match_that_is_over() -> None:
    play = begin(ALLIES, AXIS, rules=replace(QUICK, score_limit=1, intermission=10_000))
    finish(play)
    play.game.client_command(0, "team axis")
    play.game.client_command(0, "mr 16 1 axis")
    assert play.match.seats[0].side is ALLIES
    said(play)
    play.game.client_command(0, "kill")  # as in stock no command then
    assert play.game.messages.pop().text == 'e "\x15unknown command kill"'
    play.game.client_connect(2, "\\name\\Late", "")
    play.game.client_begin(2, UserCmd())
    play.run()
    assert play.game.frame_for(2).player["pm_type"] == PmType.INTERMISSION
    assert [message for message in play.game.messages if message.to == 2] == []
    play.game.client_command(2, "say hello")
    assert play.game.messages[-1].to is not None or "Late" in play.game.messages[-1].text


def test_the_next_map_is_due_when_the_intermission_is_over() -> None:
    play = begin(ALLIES, AXIS, rules=replace(QUICK, score_limit=1))
    finish(play)
    play.run(300 // FRAME_MS)
    assert not play.game.over
    play.run(2)
    assert play.game.over


def test_a_tie_has_no_winner() -> None:
    play = begin(ALLIES, AXIS, rules=replace(QUICK, round_limit=1, round_length=100))
    until(play, Phase.INTERMISSION)
    assert 'v cg_objectiveText "The match is a tie"' in said(play)
    assert logged(play) == []


# -- where kills count -----------------------------------------------------------------------------

KILL = Blow(1, 0, "bazooka_mp", "MOD_PROJECTILE", 100, killed=True)
FAULT = Blow(0, 0, "none", "MOD_SUICIDE", 100, killed=True, own_fault=True)
BY_KILLS = replace(QUICK, round_limit=0, round_length=0, score_limit=3)


def test_there_are_no_flags_and_vehicles_without_end() -> None:
    for gametype in (Gametype.TDM, Gametype.DM):
        play = Play(ALLIES, rounds=replace(BY_KILLS, gametype=gametype))
        for _ in range(2):
            for side in play.sim.state.sides:
                assert side.flag_cell == OUTSIDE
                assert set(side.stock) <= {0, ENDLESS}
                assert ENDLESS in side.stock
            play.match.new_round()


@pytest.mark.parametrize(("penalty", "scores"), [(True, [1, 0]), (False, [2, 0])])
def test_kills_are_points_of_a_side(penalty: bool, scores: list[int]) -> None:
    rules = replace(BY_KILLS, gametype=Gametype.TDM, score_penalty=penalty)
    play = begin(ALLIES, AXIS, rules=rules, gametype="tdm")
    for blow in (KILL, KILL, FAULT, KILL._replace(killed=False)):
        referee(play)._note(play.time, blow)
    assert rounds(play).scores == scores
    assert play.game.players[0].score == 1


def test_a_tdm_ends_with_its_score() -> None:
    play = begin(ALLIES, AXIS, rules=replace(BY_KILLS, gametype=Gametype.TDM), gametype="tdm")
    for _ in range(3):
        referee(play)._note(play.time, KILL)
    logged(play)
    play.run()
    assert rounds(play).phase is Phase.INTERMISSION
    assert logged(play) == ["W;allies;0;P0", "L;axis;0;P1"]


def test_a_dm_has_one_winner_and_no_sides_in_its_kills() -> None:
    play = begin(ALLIES, ALLIES, rules=replace(BY_KILLS, gametype=Gametype.DM), gametype="dm")
    for blow in (KILL._replace(killed=False), KILL, KILL, KILL):
        referee(play)._note(play.time, blow)
    world = Blow(1, None, "none", "MOD_EXPLOSIVE", 100, killed=True)
    referee(play)._note(play.time, world)
    play.run()
    assert logged(play) == [
        "D;0;1;allies;P1;0;0;allies;P0;bazooka_mp;100;MOD_PROJECTILE;none",
        *["K;0;1;;P1;0;0;;P0;bazooka_mp;100;MOD_PROJECTILE;none"] * 3,
        "K;0;1;;P1;;-1;;;none;100;MOD_EXPLOSIVE;none",
        "W;;0;P0",
    ]
    assert 'v cg_objectiveText "P0 wins the match"' in said(play)


def test_two_equal_players_of_a_dm_have_not_won() -> None:
    rules = replace(BY_KILLS, gametype=Gametype.DM, time_limit=1000)
    play = begin(ALLIES, AXIS, rules=rules, gametype="dm")
    until(play, Phase.INTERMISSION)
    assert logged(play) == []
    assert 'v cg_objectiveText "The match is a tie"' in said(play)


def test_changed_settings_count_at_once_but_for_the_gametype() -> None:
    play = begin(ALLIES, AXIS)
    play.game.obey_rounds(replace(QUICK, gametype=Gametype.DM, round_length=50))
    play.run(3)
    assert rounds(play).phase is Phase.ENDED
    assert rounds(play).rules.gametype is Gametype.CTF
