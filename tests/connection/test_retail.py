"""A strict client: servers that break one rule of a retail client each, and one that keeps all."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.peers import (
    FakeServer,
    entity,
    frame,
    gamestate,
    player,
    snapshot,
)
from uoproto.connection import ConnState, Event, GameFiles
from uoproto.connection.events import (
    ConfigstringChanged,
    Disconnected,
    RetailWarning,
    ServerCommandReceived,
)
from uoproto.servermessage import ServerCommand
from uoproto.states import ClientState, EntityState, Frame

FILES = GameFiles(
    weapons=frozenset({"kar98k_mp", "mp40_mp", "luger_mp"}),
    menus=frozenset({"team_select"}),
    shellshocks=frozenset({"default_mp"}),
)
SYSTEM = r"\sv_serverid\16\sv_pure\0"
SERVER = r"\mapname\mp_test\sv_hostname\A test\g_gametype\dm\sv_maxclients\8"


def strict() -> FakeServer:
    return FakeServer(strict=True, files=FILES)


def complaints(events: list[Event]) -> tuple[list[str], list[str]]:
    """Return the rules broken: fatal ones, lesser ones."""
    fatal = [event.reason.split(":")[0] for event in events if isinstance(event, Disconnected)]
    lesser = [event.rule for event in events if isinstance(event, RetailWarning)]
    return fatal, lesser


def active() -> FakeServer:
    server = strict()
    assert complaints(server.to(ConnState.ACTIVE)) == ([], [])
    return server


# -- what a gamestate must hold -----------------------------------------------------------------

KEPT: list[Mapping[int, str]] = [
    {},
    {7: " ".join(["kar98k_mp"] * 127)},
    {0: SERVER.replace("mp_test", "m" * 51)},  # maps/mp/NAME.bsp of 63 characters
    {0: SERVER.replace("A test", "h" * 255).replace(r"\dm", "\\" + "g" * 31)},
    {8: "0123456789abcdef"},
    {8: ""},
    {406: "a", 407: "b", 918: "e", 1254: "default_mp", 1333: "team_select"},
    {12: "0 1.5 -2 .5"},
    {1500 + part: "x" * 5000 for part in range(4)},
]


@pytest.mark.parametrize("changes", KEPT)
def test_kept(changes: Mapping[int, str]) -> None:
    server = strict()
    assert complaints(server.to(ConnState.ACTIVE, changes)) == ([], [])


FATAL: list[tuple[str, Mapping[int, str]]] = [
    ("joining 4", {1: ""}),
    ("joining 4", {1: r"\sv_pure\0"}),
    ("joining 4", {1: r"\sv_serverid\0\sv_pure\0"}),
    ("joining 4", {1: r"\sv_serverid\none\sv_pure\0"}),
    ("joining 6.1", {0: ""}),
    ("joining 6.1", {0: r"\sv_hostname\x\g_gametype\dm\sv_maxclients\8"}),
    ("joining 6.4", {0: SERVER.replace("mp_test", "m" * 52)}),
    ("joining 6.2", {2: ""}),
    ("joining 6.2", {2: "main"}),
    ("joining 6.2", {2: "COD"}),
    ("joining 6.6", {7: ""}),
    ("joining 6.6", {7: "kar98k_mp  mp40_mp"}),
    ("joining 6.6", {7: "kar98k_mp "}),
    ("joining 6.6", {7: " ".join(["kar98k_mp"] * 128)}),
    ("joining 6.6", {7: "kar98k_mp bfg_mp"}),
    ("joining 6.13", {1254: "unknown"}),
    ("joining 6.13", {1254: "default_mp", 1255: "unknown"}),
    ("joining 6.14", {1333: "hack"}),
    ("joining 6.14", {1364: "hack"}),
    ("joining 3.3", {1500 + part: "x" * 6900 for part in range(3)}),
    ("configstrings 12", {12: "1 2 3"}),
    ("configstrings 12", {12: "1 2 3 north"}),
]


@pytest.mark.parametrize(("rule", "changes"), FATAL)
def test_a_gamestate_no_retail_client_loads(rule: str, changes: Mapping[int, str]) -> None:
    server = strict()
    server.handshake()
    events = server.say(gamestate(changes))
    assert complaints(events)[0] == [rule]
    assert server.client.state == ConnState.DISCONNECTED


LESSER: list[tuple[str, Mapping[int, str]]] = [
    ("joining 4", {1: r"\sv_serverid\16"}),
    ("joining 4", {1: r"\sv_serverid\16\sv_pure\1"}),
    ("joining 4", {1: SYSTEM + r"\sv_paks\123 456"}),
    ("joining 5", {1: SYSTEM + r"\sv_referencedPaks\123\sv_referencedPakNames\uo/custom"}),
    ("joining 6.4", {0: SERVER.replace(r"\sv_hostname\A test", "")}),
    ("joining 6.4", {0: SERVER.replace(r"\g_gametype\dm", "")}),
    ("joining 6.4", {0: SERVER.replace(r"\sv_maxclients\8", "")}),
    ("joining 6.4", {0: SERVER.replace("A test", "h" * 256)}),
    ("joining 6.4", {0: SERVER.replace(r"\dm", "\\" + "g" * 32)}),
    ("joining 6.10", {8: "0123456789ABCDEF"}),
    ("joining 6.12", {407: "b"}),
    ("joining 6.12", {406: "a", 408: "c"}),
    ("joining 6.13", {918: "a", 920: "c"}),
    ("joining 6.13", {1254: "default_mp", 1256: "behind the gap, so never registered"}),
]


@pytest.mark.parametrize(("rule", "changes"), LESSER)
def test_a_gamestate_with_lesser_troubles(rule: str, changes: Mapping[int, str]) -> None:
    server = strict()
    assert complaints(server.to(ConnState.ACTIVE, changes)) == ([], [rule])


@pytest.mark.parametrize(
    ("packs", "downloads", "lesser"),
    [
        (r"\sv_referencedPakNames\uo/a\sv_referencedPaks\-2", True, []),
        (r"\sv_referencedPakNames\uo/a\sv_referencedPaks\-2", False, ["joining 5"]),
        (r"\sv_referencedPakNames\uo/a uo/b\sv_referencedPaks\1", True, ["joining 5"]),
        (r"\sv_referencedPakNames\uo/a\sv_referencedPaks\1 2", False, ["joining 5"]),
        (r"\sv_referencedPakNames\uo/a", False, ["joining 5"]),
    ],
)
def test_who_downloads_may_be_told_of_packs(packs: str, downloads: bool, lesser: list[str]) -> None:
    server = FakeServer(
        strict=True, files=FILES, allow_download=downloads, has_pak=lambda _name, _sum: True
    )
    assert complaints(server.to(ConnState.ACTIVE, {1: SYSTEM + packs})) == ([], lesser)


def test_what_the_files_hold_is_unchecked_when_unknown() -> None:
    server = FakeServer(strict=True)
    changes = {7: "bfg_mp", 1333: "hack", 1254: "unknown"}
    assert complaints(server.to(ConnState.ACTIVE, changes)) == ([], [])


def test_a_lenient_client_minds_nothing() -> None:
    server = FakeServer()
    assert complaints(server.to(ConnState.ACTIVE, {2: "", 7: "", 406: "", 407: "x"})) == ([], [])


# -- changes during play ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "fatal", "lesser"),
    [
        ("d 12 1 2 3 4", [], []),
        ("d 12 1 2 3", ["configstrings 12"], []),
        (rf"d 1 {SYSTEM}\x\y", [], []),
        (r"d 1 \sv_pure\0", ["joining 4"], []),
        (rf"d 0 {SERVER}\x\y", [], []),
        (r"d 0 \sv_hostname\x", ["joining 6.1"], []),
        ("d 1334 team_select", [], []),
        ("d 1334 hack", ["joining 6.14"], []),
        ("d 7 kar98k_mp", [], ["configstrings 7"]),
        ("d 2048 x", ["parsing"], []),
        ("d -1 x", ["parsing"], []),
        ("d", ["parsing"], []),
        ("e hello", [], []),
        ("print hello", [], []),  # only the first byte counts, and p is a letter
        ("Print hello", [], ["server letters"]),
        ("n", [], ["joining 10"]),
        ("B", [], ["joining 10"]),
        ("y 900 more", ["parsing"], []),
        ("z 900 more", ["parsing"], []),
    ],
)
def test_commands(command: str, fatal: list[str], lesser: list[str]) -> None:
    assert complaints(active().tell(command)) == (fatal, lesser)


def test_a_restart_that_toggles_the_flag_is_fine() -> None:
    server = active()
    assert complaints(server.tell("n", flags=4)) == ([], [])
    assert complaints(server.tell("B", flags=4)) == ([], ["joining 10"])


@pytest.mark.parametrize(("piece", "lesser"), [("more", []), (" more", ["parsing x"])])
def test_where_a_long_configstring_is_cut(piece: str, lesser: list[str]) -> None:
    events = active().tell("x 900 abc", f"y 900 {piece}", "z 900 end")
    assert complaints(events) == ([], lesser)
    (changed,) = [event for event in events if isinstance(event, ConfigstringChanged)]
    assert changed == ConfigstringChanged(900, "abcmoreend")  # the blank is lost


def test_the_pool_may_overflow_by_changes_too() -> None:
    server = strict()
    server.to(ConnState.ACTIVE, {1500 + part: "x" * 6700 for part in range(3)})
    room = 20480 - 1 - sum(len(text) + 1 for text in server.client.level.configstrings.values())
    assert complaints(server.tell(f"d 900 {'y' * (room - 1)}")) == ([], [])
    assert complaints(server.tell(f"d 900 {'y' * room}")) == (["parsing d"], [])


def test_commands_behind_a_fatal_one_do_not_run() -> None:
    events = active().tell("e one", "d 12 x", "e two")
    texts = [event.text for event in events if isinstance(event, ServerCommandReceived)]
    assert texts == ["e one", "d 12 x"]


# -- snapshots ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (frame(player(weapon=3), {9: entity(weapon=3)}), None),
        (frame(player(weapon=4)), "joining 10"),
        (frame(entities={9: entity(weapon=4)}), "joining 10"),
        (frame(entities={9: entity(weapon=4, eType=12)}), "joining 10"),
        (frame(player().with_fields({"events[3]": 210})), None),
        (frame(player().with_fields({"events[3]": 211})), "joining 10"),
        (frame(entities={9: EntityState.from_fields({"events[0]": 210})}), None),
        (frame(entities={9: EntityState.from_fields({"events[0]": 211})}), "joining 10"),
        (frame(entities={9: entity(eType=16 + 210)}), None),
        (frame(entities={9: entity(eType=16 + 211)}), "joining 10"),
        (frame(entities={9: entity(eType=16 + 209, otherEntityNum=63)}), None),
        (frame(entities={9: entity(eType=16 + 209, otherEntityNum=64)}), "weapons obituary"),
        (frame(player(clientNum=63)), None),
        (frame(player(clientNum=64)), "parsing"),
        (frame(entities={9: entity(eType=1, clientNum=63)}), None),
        (frame(entities={9: entity(eType=1, clientNum=64)}), "parsing"),
        (frame(player(vehPos=7)), "parsing"),
        (frame(clients={63: ClientState.ZERO.with_name("x")}), None),
    ],
)
def test_snapshots(content: Frame, rule: str | None) -> None:
    events = active().say(snapshot(2000, content))
    assert complaints(events) == ([rule] if rule else [], [])


@pytest.mark.parametrize(("time", "fatal"), [(1000, []), (1001, []), (999, ["joining 8"])])
def test_time_never_runs_back(time: int, fatal: list[str]) -> None:
    assert complaints(active().say(snapshot(time))) == (fatal, [])


def test_time_may_start_over_with_a_gamestate() -> None:
    server = active()
    assert complaints(server.say(gamestate())) == ([], [])
    assert complaints(server.say(snapshot(5))) == ([], [])


# -- sequences and messages ---------------------------------------------------------------------


@pytest.mark.parametrize(("first", "fatal"), [(64, []), (65, ["EXE_ERR_RELIABLE_CYCLED_OUT"])])
def test_reliable_sequences_start_small(first: int, fatal: list[str]) -> None:
    server = strict()
    server.handshake()
    server.say(gamestate(sequence=first))
    server.listen()
    assert complaints(server.say(snapshot())) == (fatal, [])


def test_numbering_that_starts_over_is_never_run() -> None:
    """Retail goes on from the last number it ran: a server must continue it over map changes."""
    server = active()
    server.tell("e one", "e two", "e three")
    server.say(gamestate(sequence=0))
    server.listen()
    events = server.say(ServerCommand(1, "e again"), snapshot())
    assert not [event for event in events if isinstance(event, ServerCommandReceived)]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x01",  # no EOF
        b"\x00\x08",
        b"\x03\x08",
        b"\x04\x08",
        b"\x09\x08",
        b"\x02\x00\x00\x00\x00\x05",  # a command inside a gamestate
        b"\x05\x01\x00\x00\x00endless",
    ],
)
def test_an_illegible_message_ends_the_connection(body: bytes) -> None:
    server = active()
    (fatal, _) = complaints(server.say_body(body))
    assert fatal == ["parsing"]


def test_what_a_retail_client_only_throws_away() -> None:
    """Fragments that do not fit and acknowledgements out of range are no reason to leave."""
    server = active()
    events = server.say(snapshot(2000), acknowledge=server.client.commands.sequence + 1)
    events += server.deliver(b"\x00")
    events += server.deliver((0x80000000 | 900).to_bytes(4, "little") + b"\xff\xff\x10\x00")
    assert complaints(events) == ([], [])
    assert server.client.state == ConnState.ACTIVE
