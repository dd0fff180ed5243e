"""A strict client over the course of a connection: what a server does later than it says."""

from __future__ import annotations

import pytest

from tests.connection.test_retail import SYSTEM, active, complaints, strict
from tests.peers import FakeServer, gamestate, snapshot
from uoproto.connection import ConnState
from uoproto.constants import SnapFlags
from uoproto.oob import Disconnect
from uoproto.servermessage import ServerCommand

GUARD_MS = 3000
FOUR_MINUTES = 240_000
NOT_ACTIVE = int(SnapFlags.NOT_ACTIVE)


@pytest.mark.parametrize(("sequence", "lesser"), [(3, []), (9, []), (2, ["joining 3.2"])])
def test_numbers_go_on_over_a_map_change(sequence: int, lesser: list[str]) -> None:
    server = active()
    server.tell("e one", "e two", "e three")
    assert complaints(server.say(gamestate(sequence=sequence))) == ([], lesser)


@pytest.mark.parametrize(("number", "lesser"), [(1, []), (2, []), (3, ["parsing ring"])])
def test_no_number_is_left_out(number: int, lesser: list[str]) -> None:
    server = active()
    server.tell("e one")
    assert complaints(server.say(ServerCommand(number, "e next"))) == ([], lesser)


def test_a_level_begins_with_a_full_snapshot() -> None:
    server = active()
    server.say(gamestate())
    server.listen()
    base = snapshot().frame
    assert complaints(server.say(snapshot(distance=1), base=base)) == ([], ["joining 10"])
    server.say(snapshot())
    assert complaints(server.say(snapshot(distance=9), base=base)) == ([], []), "only discarded"


@pytest.mark.parametrize(("waited", "lesser"), [(4999, []), (5000, ["joining 7"])])
def test_who_moves_is_let_in(waited: int, lesser: list[str]) -> None:
    server = strict()
    server.to(ConnState.PRIMED)
    assert complaints(server.say(snapshot(flags=NOT_ACTIVE))) == ([], [])
    server.now += waited
    assert complaints(server.say(snapshot(flags=NOT_ACTIVE))) == ([], lesser)
    assert complaints(server.say(snapshot(flags=NOT_ACTIVE))) == ([], []), "once in five seconds"
    assert complaints(server.say(snapshot())) == ([], [])


def test_who_loads_does_not_wait_to_be_let_in() -> None:
    server = strict()
    server.to(ConnState.LOADING)
    for _ in range(10):
        assert complaints(server.say(snapshot(flags=NOT_ACTIVE))) == ([], [])
        server.now += 5000


def _forget(server: FakeServer, after: int) -> tuple[list[str], list[str]]:
    server.now += after
    return complaints(server.out_of_band(Disconnect()))


@pytest.mark.parametrize(
    ("after", "lesser"), [(GUARD_MS, ["joining 6"]), (FOUR_MINUTES - 1, ["joining 6"])]
)
@pytest.mark.parametrize("state", [ConnState.LOADING, ConnState.PRIMED])
def test_who_loads_is_waited_for(state: ConnState, after: int, lesser: list[str]) -> None:
    server = strict()
    server.to(state)
    assert _forget(server, after) == (["EXE_SERVER_DISCONNECTED"], lesser)


def test_four_minutes_are_enough() -> None:
    server = strict()
    server.to(ConnState.LOADING)
    assert _forget(server, FOUR_MINUTES) == (["EXE_SERVER_DISCONNECTED"], [])


def test_who_is_kicked_while_it_loads_was_not_given_up() -> None:
    server = strict()
    server.to(ConnState.LOADING)
    server.say(server.command('w "EXE_PLAYERKICKED"'))
    assert _forget(server, GUARD_MS) == (["EXE_SERVER_DISCONNECTED"], [])


def test_who_plays_may_time_out() -> None:
    assert _forget(active(), GUARD_MS) == (["EXE_SERVER_DISCONNECTED"], [])
    assert complaints(active().tell('w "EXE_TIMEDOUT"')) == (["EXE_TIMEDOUT"], [])


def test_last_words_need_a_snapshot() -> None:
    server = active()
    server.say(server.command('w "EXE_PLAYERKICKED"'))
    assert _forget(server, GUARD_MS) == (["EXE_SERVER_DISCONNECTED"], ["parsing ring"])


@pytest.mark.parametrize(("pure", "lesser"), [("0", ["joining 10"]), ("1", [])])
@pytest.mark.parametrize("reason", ["EXE_UNPURECLIENTDETECTED", "EXE_CANNOTVALIDATEPURECLIENT"])
def test_only_a_pure_server_minds_packs(reason: str, pure: str, lesser: list[str]) -> None:
    server = strict()
    server.to(ConnState.ACTIVE, {1: SYSTEM.replace(r"sv_pure\0", rf"sv_pure\{pure}")})
    assert complaints(server.tell(f'w "{reason}"')) == ([reason], lesser)
