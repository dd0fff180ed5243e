"""Votes on a server with clients: who may, what they see, what is done, what ends them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.admin.console import heard, printed
from tests.server.host import Host, Joined, active
from uoproto.connection import ConnState, SlotState
from uoproto.connection.events import Disconnected, RetailWarning, SnapshotReceived
from uoserver.game.movement.constants import EF_VOTED

TIME, TEXT, YES, NO = range(16, 20)


def voting(count: int = 3, **cvars: str) -> Host:
    """Return a host with so many players on sides."""
    host = active(count, **cvars)
    for number, client in enumerate(host.clients):
        client.connection.send_command(f"team {('allies', 'axis')[number % 2]}")
    host.run(900)
    return host


def says(host: Host, number: int, text: str, wait: int = 850) -> list[str]:
    """Send a client's command; return what he hears until flood protection lets him speak again."""
    before = len(heard(host, number))
    host.clients[number].connection.send_command(text)
    host.run(wait)
    return heard(host, number)[before:]


def shown(client: Joined) -> dict[int, str]:
    """Return the vote as a client holds it."""
    strings = client.connection.level.configstrings
    return {index: strings[index] for index in range(16, 20) if strings.get(index)}


def flags(host: Host) -> list[bool]:
    """Whether each client is shown that he has voted."""
    newest = [client.seen(SnapshotReceived)[-1] for client in host.clients]
    players = [event.snapshot.frame.player for event in newest]  # type: ignore[attr-defined]
    return [bool(player["eFlags"] & EF_VOTED) for player in players]


def rotations(host: Host) -> int:
    return len(host.announced)


def test_a_vote_from_its_call_to_the_next_map() -> None:
    host = voting(4)
    called = says(host, 0, "callvote map MP_Foy.bsp", 100)
    assert called[0] == 'e "\x15UnnamedPlayer calls a vote: Map mp_foy"'
    for client in host.clients:
        assert shown(client) == {TIME: "30000", TEXT: "Map mp_foy", YES: "1", NO: "0"}
    host.run(800)
    assert says(host, 1, "vote no") == ["d 19 1", 'e "\x15You have voted no"']
    assert says(host, 2, "vote y") == ["d 18 2", 'e "\x15You have voted yes"']
    assert says(host, 2, "vote yes") == ['e "\x15You have voted already"']
    assert shown(host.clients[3]) == {TIME: "30000", TEXT: "Map mp_foy", YES: "2", NO: "1"}
    assert flags(host) == [True, True, True, False]
    level = host.server.level
    passed = says(host, 3, "vote yes", 300)
    assert passed[-2:] == ["d 16 ", 'e "GAME_VOTEPASSED"']
    assert flags(host) == [False] * 4
    assert TIME not in shown(host.clients[0])
    assert says(host, 0, "vote yes") == ['e "\x15There is no vote"']
    assert says(host, 0, "callvote restart") == ['e "\x15There is a vote already"']
    assert host.server.level is level
    host.run(2000)
    assert host.server.level is not level
    assert rotations(host) == 2
    host.run(3000, lambda: all(client.state == ConnState.ACTIVE for client in host.clients))
    assert not any("called off" in text for text in heard(host, 0))
    assert host.clients[0].seen(RetailWarning) == []


def test_a_vote_fails_when_it_cannot_pass_any_more() -> None:
    host = voting(2)
    says(host, 0, "callvote restart")
    assert 'e "GAME_VOTEFAILED"' in says(host, 1, "vote 0")
    assert shown(host.clients[1]).get(TIME) is None
    host.run(5000)
    assert rotations(host) == 1


def test_a_vote_fails_after_thirty_seconds_of_real_time() -> None:
    host = voting(2, timescale="0")
    says(host, 0, "callvote restart", 29_900)
    assert 'e "GAME_VOTEFAILED"' not in heard(host, 1)
    host.run(200)
    assert 'e "GAME_VOTEFAILED"' in heard(host, 1)
    assert rotations(host) == 1


def test_who_gets_the_slot_of_one_who_voted_has_not_voted() -> None:
    host = voting(4, sv_zombietime="0")
    says(host, 0, "callvote restart")
    says(host, 1, "vote yes")
    host.clients[1].connection.disconnect()
    host.run(100)
    client = host.join()
    host.run(3000, lambda: client.state == ConnState.ACTIVE)
    assert host.server.slots[1] is not None
    assert host.server.slots[1].address == client.address
    says(host, 4, "team axis")
    assert shown(client)[YES] == "1"
    assert says(host, 4, "vote no") == ["d 19 1", 'e "\x15You have voted no"']


def test_one_player_alone_decides_and_bots_do_not_count() -> None:
    host = voting(1)
    host.commands.execute("addbot; addbot; addbot")
    says(host, 0, "callvote restart", 3500)
    assert rotations(host) == 2


def test_who_looks_on_may_neither_call_nor_vote_and_is_not_counted() -> None:
    host = voting(3)
    says(host, 2, "team spectator")
    says(host, 1, "team spectator")
    assert says(host, 2, "callvote restart") == ['e "\x15Join a side to call a vote"']
    says(host, 1, "team axis")
    says(host, 0, "callvote restart")
    assert says(host, 2, "vote yes") == ['e "\x15Join a side to vote"']
    says(host, 1, "team spectator", 3500)
    assert rotations(host) == 2  # by the one who is left


def test_a_vote_does_not_pass_by_the_votes_of_those_who_left() -> None:
    host = voting(5)
    says(host, 0, "callvote restart")
    says(host, 1, "vote yes")
    host.clients[1].connection.disconnect()
    host.run(300)
    assert shown(host.clients[2])[YES] == "1"
    says(host, 2, "vote yes")
    host.run(3500)
    assert rotations(host) == 1
    says(host, 3, "vote yes")
    host.run(3500)
    assert rotations(host) == 2


@pytest.mark.parametrize("line", ["map mp_foy", "map_restart", "map_rotate", "devmap mp_foy"])
@pytest.mark.parametrize("passed", [False, True])
def test_the_host_changes_the_map_and_the_vote_is_called_off(line: str, passed: bool) -> None:
    host = voting(2, sv_mapRotation="gametype ctf map mp_foy")
    says(host, 0, "callvote gametype dm")
    if passed:
        says(host, 1, "vote yes", 200)
        assert 'e "GAME_VOTEPASSED"' in heard(host, 1)
    printed(host, line)
    host.run(8000)
    assert rotations(host) == 2
    assert host.cvars.get("g_gametype") == "ctf"
    for number in (0, 1):
        texts = heard(host, number)
        assert texts.count('e "\x15The vote is called off: the map changes"') == 1
        assert shown(host.clients[number]) == {}
        assert host.clients[number].state == ConnState.ACTIVE


def test_a_host_ends_votes_by_the_setting() -> None:
    host = voting(2)
    says(host, 0, "callvote restart")
    printed(host, "set g_allowVote 0")
    host.run(100)
    text = 'e "\x15The vote is called off: there are none on this server any more"'
    assert heard(host, 1)[-2:] == [text, "d 16 "]
    assert says(host, 0, "callvote restart") == ['e "\x15There are no votes on this server"']


def test_the_end_of_a_match_calls_an_open_vote_off() -> None:
    host = voting(2, g_gametype="dm", scr_dm_timelimit="0.1")
    says(host, 0, "callvote restart")
    host.run(6000, lambda: host.server.level is not None and host.server.level.game.ended)
    host.run(100)
    assert 'e "\x15The vote is called off: the match is over"' in heard(host, 1)
    assert says(host, 0, "callvote restart") == []  # not in the intermission
    assert rotations(host) == 1


def test_a_passed_vote_is_the_next_map_of_a_match_that_ends_before_it_is_due() -> None:
    host = voting(1, g_gametype="dm", scr_dm_timelimit="0.1", nextmap="set sv_hostname ran")
    host.run(20_000, lambda: host.server.level is not None and host.server.level.game.ended)
    host.run(8500)
    # nobody can call one now: as if it had passed just before
    assert host.server.level is not None
    host.server.votes._call(
        host.server.clients()[0], host.server.level.game.players[0], ["gametype", "tdm"]
    )
    host.server.votes._poll.advance(host.now, {0})
    host.run(2000, lambda: rotations(host) > 1)
    host.run(3500)
    assert rotations(host) == 2
    assert host.cvars.get("g_gametype") == "tdm"
    assert host.cvars.get("sv_hostname") == "CoDHost"
    assert not any("called off" in text for text in heard(host, 0))


def test_three_votes_of_an_address_on_a_map() -> None:
    host = voting(2)
    for _ in range(3):
        says(host, 0, "callvote restart")
        says(host, 1, "vote no")
    limit = 'e "\x15You have called a vote 3 times on this map, and no more is allowed"'
    assert says(host, 0, "callvote restart") == [limit]
    host.clients[0].connection.disconnect()
    host.run(5000)
    host.join((host.clients[0].address[0], 40_000))
    host.run(3000, lambda: host.clients[2].state == ConnState.ACTIVE)
    says(host, 2, "team allies")
    assert says(host, 2, "callvote restart") == [limit]
    printed(host, "set g_voteLimit 0")
    assert says(host, 2, "callvote restart")[0].endswith('calls a vote: Start the map over"')
    says(host, 1, "vote no")
    printed(host, "set g_voteLimit 3; map mp_foy")
    host.run(4000)
    says(host, 2, "team allies")
    assert says(host, 2, "callvote restart")[0].endswith('calls a vote: Start the map over"')


def test_who_is_refused_has_not_called_a_vote() -> None:
    host = voting(1, g_voteLimit="1")
    for _ in range(3):
        refused = says(host, 0, "callvote map mp_nowhere")
        assert refused == ['e "\x15There is no map mp_nowhere on this server"']
    assert len(says(host, 0, "callvote restart", 100)) > 1


def test_who_comes_sees_what_is_left() -> None:
    host = voting(4)
    says(host, 0, "callvote restart", 10_000)
    client = host.join()
    host.run(3000, lambda: client.state == ConnState.ACTIVE)
    host.run(200)
    assert 19_000 < int(shown(client)[TIME]) < 20_001
    assert shown(client)[TEXT] == "Start the map over"


def test_a_player_is_thrown_out() -> None:
    host = voting(3, g_allowVoteKick="1")
    host.clients[2].connection.set_userinfo(name="Bad Boy")
    host.run(300)
    says(host, 0, "callvote kick bad boy")
    assert shown(host.clients[1])[TEXT] == "Kick Bad Boy"
    says(host, 1, "vote yes", 3500)
    assert host.clients[2].seen(Disconnected) == [Disconnected("EXE_PLAYERKICKED")]
    assert host.clients[0].state == host.clients[1].state == ConnState.ACTIVE


def test_nobody_is_thrown_out_in_the_place_of_who_left() -> None:
    host = voting(3, g_allowVoteClientKick="1", sv_zombietime="0")
    says(host, 0, "callvote clientkick 2")
    says(host, 1, "vote yes", 100)
    host.clients[2].connection.disconnect()
    host.run(100)
    other = host.join()
    host.run(4000)
    assert host.server.slots[2] is not None
    assert host.server.slots[2].address == other.address
    assert 'e "\x15The vote is called off: the player has left"' in heard(host, 0)
    assert other.state == ConnState.ACTIVE
    assert other.seen(Disconnected) == []


def test_clients_menus_go_by_the_settings() -> None:
    host = voting(1, g_allowVoteKick="1")
    info = host.clients[0].connection.level.configstrings[1]
    assert "\\ui_allowVoteKick\\1" in info
    assert "\\ui_allowVoteMap\\1" in info
    assert "\\ui_allowVoteTempBanUser\\0" in info
    printed(host, 'set g_allowVote 0; set g_allowVoteMap ""')
    host.run(200)
    info = host.clients[0].connection.level.configstrings[1]
    assert "\\ui_allowVote\\0" in info
    assert "\\ui_allowVoteMap\\0" in info
    assert printed(host, "set ui_allowVote 1") == ["ui_allowVote is read only."]


@pytest.mark.parametrize("text", ["vote", "vote maybe", "vote \x07", 'vote "'])
def test_a_vote_that_is_neither(text: str) -> None:
    host = voting(2)
    says(host, 0, "callvote restart")
    assert says(host, 1, text) == ['e "\x15vote yes|no"']
    assert shown(host.clients[0])[NO] == "0"


def test_who_is_not_in_the_world_yet_does_nothing() -> None:
    host = Host(scr_match="0")
    host.join()
    host.run(3000, lambda: bool(host.server.clients(SlotState.PRIMED)))
    assert not host.server.clients(SlotState.ACTIVE)
    client = host.server.clients()[0]
    assert host.server.votes.command(client, "callvote restart")
    assert host.server.votes.command(client, "vote yes")
    assert not host.server.votes.command(client, "voter")
    assert not host.server.votes.command(client, "")
    assert host.server.level is not None
    assert TEXT not in host.server.level.configstrings.values
    host.run(5000)
    assert rotations(host) == 1


def test_who_still_loads_the_map_hears_that_a_vote_is_called_off() -> None:
    host = voting(2)
    says(host, 0, "callvote restart")
    host.join()
    host.run(3000, lambda: len(host.server.clients(SlotState.PRIMED)) == 3)
    assert len(host.server.clients(SlotState.ACTIVE)) == 2
    host.commands.execute("map_restart")
    host.run(3000)
    assert 'e "\x15The vote is called off: the map changes"' in heard(host, 2)


def frames(host: Host, count: int) -> None:
    """Run frames half a second apart, without the clients' part in them."""
    for _ in range(count):
        host.now += 500
        host.server.frame(host.now)
        host.server.take_outgoing()


WORDS = st.sampled_from(
    (
        *("callvote restart", "callvote map mp_foy", "callvote kick 1", "callvote clientkick 2"),
        *("vote yes", "vote no", "callvote", "vote"),
    )
)
DONE = st.one_of(
    st.tuples(st.just("client"), st.integers(0, 2), WORDS),
    st.tuples(st.just("client"), st.integers(0, 2), st.text(st.characters(max_codepoint=255))),
    st.tuples(st.just("host"), st.just(0), st.sampled_from(["map_restart", "toggle g_allowVote"])),
    st.tuples(st.just("wait"), st.integers(1, 70), st.just("")),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(DONE, max_size=25))
def test_whatever_players_and_the_host_do(steps: list[tuple[str, int, str]]) -> None:
    host = Host(scr_match="0", g_allowVoteKick="1", g_allowVoteClientKick="1", g_voteLimit="0")
    for _ in range(3):
        host.join()
    host.run(3000, lambda: len(host.server.clients(SlotState.ACTIVE)) == 3)
    for who, number, text in steps:
        client = host.server.slots[number] if who == "client" else None
        if client is not None:
            level = host.server.level
            host.server.votes.command(client, text)
            assert host.server.level is level  # nothing is done while a packet is read
        elif who == "host":
            host.commands.execute(text)
        elif who == "wait":
            frames(host, number)
    frames(host, 70)
    assert host.server.level is not None
    assert TIME not in host.server.level.configstrings.values
    assert host.server.running


@pytest.mark.parametrize(
    ("kind", "value"), [("DrawFriend", "1"), ("KillCam", "0"), ("FriendlyFire", "2")]
)
def test_a_vote_on_a_setting_sets_it(kind: str, value: str) -> None:
    host = voting(1)
    level = host.server.level
    name = f"scr_{kind.lower()}"
    before = host.cvars.get(name)
    says(host, 0, f"callvote {kind} {value}")
    host.run(5000)
    assert host.cvars.get(name) == before  # it is not allowed unless the host says so
    host.cvars.set(f"g_allowVote{kind}", "1")
    says(host, 0, f"callvote {kind} {value}")
    host.run(5000)
    assert host.cvars.get(name) == value
    assert host.server.level is level
