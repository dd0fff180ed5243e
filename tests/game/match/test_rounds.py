"""The course of a match: each row of the table, limits, scores, and any inputs at all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoserver.game.match.roundrules import DRAW, Gametype, RoundRules, gametype_of
from uoserver.game.match.rounds import NEXT, Cause, Facts, Phase, Rounds

BOTH = (1, 1)
RULES = RoundRules()
KILLS = RoundRules(Gametype.TDM, score_limit=100, round_limit=0, round_length=0)


def running(rules: RoundRules = RULES, at: int = 0) -> Rounds:
    """Return a match whose first round began at a time."""
    rounds = Rounds(rules)
    start = at - (0 if rules.gametype.by_kills else rules.start_delay)
    assert rounds.advance(start, Facts(BOTH)) is Phase.STARTING
    assert rounds.advance(at, Facts(BOTH)) is Phase.RUNNING
    return rounds


def win(rounds: Rounds, winner: int, at: int) -> Phase | None:
    assert rounds.advance(at, Facts(BOTH, winner)) is Phase.ENDED
    assert rounds.advance(at + rounds.rules.end_delay - 1, Facts(BOTH, winner)) is None
    return rounds.advance(at + rounds.rules.end_delay, Facts(BOTH, winner))


def test_gametypes() -> None:
    assert [gametype_of(name) for name in ("ctf", "TDM", "dm", "sd", "")] == [
        *(Gametype.CTF, Gametype.TDM, Gametype.DM, Gametype.CTF, Gametype.CTF)
    ]
    assert [each.by_kills for each in Gametype] == [False, True, True]
    assert [each.of_teams for each in Gametype] == [True, True, False]


def test_the_table_has_every_phase_and_an_end() -> None:
    assert set(NEXT) == set(Phase)
    assert NEXT[Phase.OVER] == {}
    assert NEXT[Phase.INTERMISSION] == {Cause.DUE: Phase.OVER}


def test_a_match_waits_for_both_sides() -> None:
    rounds = Rounds(RULES)
    for players in ((0, 0), (3, 0), (0, 3)):
        assert rounds.advance(1_000_000, Facts(players)) is None
    assert rounds.phase is Phase.WAITING
    assert rounds.due is None
    assert rounds.advance(2_000_000, Facts((1, 1))) is Phase.STARTING
    assert not rounds.scoring


def test_the_warm_up_lasts_its_delay() -> None:
    rounds = Rounds(RULES)
    rounds.advance(1000, Facts(BOTH))
    assert rounds.due == 16_000
    assert rounds.advance(15_999, Facts(BOTH)) is None
    assert rounds.advance(16_000, Facts(BOTH)) is Phase.RUNNING
    assert rounds.scoring


def test_a_warm_up_ends_with_a_side_that_leaves() -> None:
    rounds = Rounds(RULES)
    rounds.advance(0, Facts(BOTH))
    assert rounds.advance(50, Facts((1, 0))) is Phase.WAITING


def test_what_ends_in_the_warm_up_does_not_count() -> None:
    rounds = Rounds(RULES)
    rounds.advance(0, Facts(BOTH))
    assert rounds.advance(50, Facts(BOTH, 0)) is None
    rounds = Rounds(RULES)
    assert rounds.advance(0, Facts((1, 0), 0)) is Phase.ENDED
    assert rounds.advance(10_000, Facts((1, 0), 0)) is Phase.WAITING
    assert (rounds.scores, rounds.played) == ([0, 0], 0)


@pytest.mark.parametrize(("winner", "scores"), [(0, [1, 0]), (1, [0, 1]), (DRAW, [0, 0])])
def test_a_round_gives_its_winner_a_point_and_another_begins(
    winner: int, scores: list[int]
) -> None:
    rounds = running()
    assert rounds.advance(100, Facts(BOTH, winner)) is Phase.ENDED
    assert (rounds.scores, rounds.played, rounds.winner) == (scores, 1, winner)
    assert rounds.advance(10_099, Facts(BOTH, winner)) is None
    assert rounds.advance(10_100, Facts(BOTH, winner)) is Phase.RUNNING
    assert (rounds.scores, rounds.played) == (scores, 1)


def test_a_side_that_leaves_between_rounds_is_waited_for() -> None:
    rounds = running()
    rounds.advance(100, Facts(BOTH, 0))
    assert rounds.advance(200, Facts((1, 0), 0)) is None
    assert rounds.advance(10_100, Facts((1, 0), 0)) is Phase.WAITING
    assert rounds.scores == [1, 0]


def test_a_round_of_full_length_is_a_draw() -> None:
    rounds = running()
    assert rounds.advance(1_799_999, Facts(BOTH)) is None
    assert rounds.advance(1_800_000, Facts(BOTH)) is Phase.ENDED
    assert (rounds.scores, rounds.played, rounds.winner) == ([0, 0], 1, DRAW)


def test_a_round_without_a_length_goes_on() -> None:
    rounds = running(replace(RULES, round_length=0))
    assert rounds.due is None
    assert rounds.advance(10**9, Facts(BOTH)) is None


def test_a_running_round_ends_with_a_side_that_leaves() -> None:
    rounds = running()
    assert rounds.advance(100, Facts((0, 2))) is Phase.WAITING


@pytest.mark.parametrize("winner", [None, DRAW])  # a draw: who looks on is released when they go
@pytest.mark.parametrize(("players", "scores"), [((0, 2), [0, 1]), ((1, 0), [1, 0])])
def test_who_leaves_a_round_that_goes_on_loses_it(
    players: tuple[int, int], scores: list[int], winner: int | None
) -> None:
    rounds = running()
    assert rounds.advance(59_999, Facts(BOTH, people=BOTH)) is None
    assert rounds.advance(60_000, Facts(players, winner)) is Phase.ENDED
    assert (rounds.scores, rounds.played) == (scores, 1)
    assert rounds.winner == scores.index(1)
    assert rounds.advance(70_000, Facts(players, rounds.winner)) is Phase.WAITING
    assert rounds.scores == scores


@pytest.mark.parametrize(
    ("at", "players", "people"),
    [
        (59_999, (1, 0), BOTH),  # it has hardly begun
        (60_000, (0, 0), BOTH),  # nobody stays
        (60_000, (1, 0), (1, 0)),  # it was a bot that the host took out
    ],
)
def test_who_leaves_and_forfeits_nothing(
    at: int, players: tuple[int, int], people: tuple[int, int]
) -> None:
    rounds = running()
    rounds.advance(100, Facts(BOTH, people=people))
    assert rounds.advance(at, Facts(players)) is Phase.WAITING
    assert (rounds.scores, rounds.played) == ([0, 0], 0)


def test_a_capture_counts_before_those_who_leave_at_once() -> None:
    rounds = running()
    rounds.advance(60_000, Facts(BOTH, people=BOTH))
    assert rounds.advance(60_050, Facts((0, 1), 0)) is Phase.ENDED
    assert rounds.scores == [1, 0]


def test_where_kills_count_nobody_forfeits() -> None:
    rounds = running(KILLS)
    rounds.advance(60_000, Facts(BOTH, people=BOTH))
    assert rounds.advance(60_050, Facts((0, 1))) is None


def test_the_score_limit_ends_the_match() -> None:
    rounds = running(replace(RULES, score_limit=2, round_limit=0))
    assert win(rounds, 1, 100) is Phase.RUNNING
    assert win(rounds, 1, 20_000) is Phase.INTERMISSION
    assert rounds.over
    assert rounds.advance(39_999, Facts()) is None
    assert rounds.scores == [0, 2]  # those who leave now leave the result
    assert rounds.advance(40_000, Facts()) is Phase.OVER
    assert rounds.advance(10**9, Facts(BOTH)) is None


def test_the_round_limit_counts_draws() -> None:
    rounds = running(replace(RULES, round_limit=2))
    assert win(rounds, DRAW, 100) is Phase.RUNNING
    assert win(rounds, 0, 20_000) is Phase.INTERMISSION


def test_the_time_limit_never_breaks_a_round() -> None:
    rounds = running(replace(RULES, time_limit=60_000))
    assert rounds.advance(100_000, Facts(BOTH)) is None
    assert win(rounds, 0, 100_100) is Phase.INTERMISSION


@pytest.mark.parametrize("players", [(0, 0), (1, 0), (1, 1)])
def test_the_time_limit_counts_before_a_round_too(players: tuple[int, int]) -> None:
    rounds = Rounds(replace(RULES, time_limit=60_000, start_delay=300_000))
    rounds.advance(5000, Facts(players))
    assert rounds.advance(64_999, Facts(players)) is None
    assert rounds.advance(65_000, Facts(players)) is Phase.INTERMISSION


def test_who_comes_to_an_empty_server_begins_a_match_of_his_own() -> None:
    rounds = running()
    win(rounds, 0, 100)
    rounds.advance(20_000, Facts((0, 1)))
    assert (rounds.scores, rounds.played) == ([1, 0], 1)
    rounds.advance(20_050, Facts((0, 0)))
    assert (rounds.scores, rounds.played) == ([0, 0], 0)


def test_where_kills_count_one_player_is_enough_and_limits_break_rounds() -> None:
    rounds = Rounds(KILLS)
    assert rounds.advance(0, Facts((1, 0))) is Phase.STARTING
    assert rounds.advance(50, Facts((1, 0))) is Phase.RUNNING
    assert rounds.due is None
    rounds.scores = [100, 3]
    assert rounds.advance(100, Facts((1, 0), best=1)) is Phase.INTERMISSION
    timed = running(replace(KILLS, time_limit=60_000))
    assert timed.advance(59_999, Facts(BOTH)) is None
    assert timed.advance(60_000, Facts(BOTH)) is Phase.INTERMISSION


def test_where_kills_count_a_round_gives_no_point() -> None:
    rounds = running(KILLS)
    assert win(rounds, 1, 100) is Phase.RUNNING
    assert rounds.scores == [0, 0]


def test_the_best_player_ends_a_dm() -> None:
    rounds = running(replace(KILLS, gametype=Gametype.DM, score_limit=50))
    rounds.scores = [70, 70]
    assert rounds.advance(100, Facts(BOTH, best=49)) is None
    assert rounds.advance(150, Facts(BOTH, best=50)) is Phase.INTERMISSION


# -- any course ------------------------------------------------------------------------------------

FACTS = st.builds(
    Facts,
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
    st.sampled_from([None, DRAW, 0, 1]),
    st.integers(-5, 60),
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
)
ANY_RULES = st.builds(
    RoundRules,
    st.sampled_from(Gametype),
    time_limit=st.sampled_from([0, 40_000]),
    score_limit=st.integers(0, 3),
    round_limit=st.integers(0, 3),
    round_length=st.sampled_from([0, 20_000]),
)


@given(ANY_RULES, st.lists(st.tuples(st.integers(0, 16_000), FACTS), max_size=40))
def test_any_course_keeps_to_the_table(rules: RoundRules, frames: list[tuple[int, Facts]]) -> None:
    rounds = Rounds(rules)
    now = 0
    for passed, facts in frames:
        now += passed
        before, scores, played = rounds.phase, list(rounds.scores), rounds.played
        entered = rounds.advance(now, facts)
        if entered is None:
            assert rounds.phase is before
        else:
            assert entered is rounds.phase
            assert rounds.phase in NEXT[before].values()
            assert rounds.since == now
        if entered is Phase.RUNNING:
            assert any(facts.players) if rules.gametype.by_kills else all(facts.players)
        if any(facts.players):
            gained = [new - old for new, old in zip(rounds.scores, scores, strict=True)]
            counts = before is Phase.RUNNING and rounds.phase is Phase.ENDED
            assert rounds.played == played + counts
            assert min(gained) == 0
            assert sum(gained) <= counts


@pytest.mark.parametrize("phase", list(Phase))
@given(FACTS, st.integers(0, 10**6))
def test_every_phase_takes_every_input(phase: Phase, facts: Facts, now: int) -> None:
    rounds = Rounds(RULES)
    rounds.phase = phase
    assert rounds.advance(now, facts) in {None, *NEXT[phase].values()}
