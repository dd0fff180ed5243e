"""The checks of a connect request, through the whole connectionless path."""

from __future__ import annotations

import logging

import pytest

from tests.server.host import Host, active
from uoproto.connection import ConnState, SlotState
from uoproto.connection.events import ServerCommandReceived
from uoproto.huffman import adaptive
from uoproto.oob import ConnectResponse, Error, OobPacket
from uoserver.server.state import MAX_SLOTS

FAR = ("203.0.113.20", 1024)
NEAR = ("192.168.7.7", 1024)
ACCEPTED: list[OobPacket] = [ConnectResponse()]


def far(number: int) -> tuple[str, int]:
    return (f"203.0.113.{number}", 1024)


def refused(text: str) -> list[OobPacket]:
    return [Error(text)]


# -- the table, row by row (server: connect: check order) ----------------------------------------


@pytest.mark.parametrize("protocol", [0, 1, 21, 23, -22])
def test_2_another_protocol(protocol: int) -> None:
    host = Host()
    assert host.knock(FAR, protocol=protocol) == refused("EXE_SERVER_IS_DIFFERENT_VER")
    assert host.server.clients() == []


def test_2_comes_before_the_challenge() -> None:
    answer = Host().knock(FAR, protocol=21, challenge=1)
    assert answer == refused("EXE_SERVER_IS_DIFFERENT_VER")


def test_3_too_soon_is_dropped_silently() -> None:
    host = Host()
    assert host.knock(FAR) == ACCEPTED
    host.run(2990)
    assert host.knock(FAR) == []
    host.run(10)
    assert host.knock(FAR) == ACCEPTED


@pytest.mark.parametrize(
    ("port", "qport", "same"), [(1024, 7, True), (1024, 8, True), (1025, 7, True), (1025, 8, False)]
)
def test_3_the_same_peer_is_known_by_qport_or_port(port: int, qport: int, same: bool) -> None:
    host = Host()
    assert host.knock(FAR) == ACCEPTED
    again = (FAR[0], port)
    assert host.knock(again, qport=qport) == ([] if same else ACCEPTED)
    assert host.knock((far(21)[0], 1024)) == ACCEPTED  # another host altogether
    host.run(3000)
    assert host.knock(again, qport=qport) == ACCEPTED
    assert len(host.server.clients()) == (2 if same else 3)


def test_3_comes_before_the_challenge() -> None:
    host = Host()
    host.knock(FAR)
    assert host.knock(FAR, challenge=1) == []


def test_3_a_zombie_counts() -> None:
    host = active()
    client = host.clients[0]
    host.commands.execute("clientkick 0")
    assert host.server.clients()[0].state == SlotState.ZOMBIE
    assert host.knock((client.address[0], 9), qport=client.connection.config.qport) == []


@pytest.mark.parametrize(("limit", "wait"), [("0", 0), ("1", 1000), ("10", 10_000)])
def test_3_the_limit_is_a_cvar(limit: str, wait: int) -> None:
    host = Host(sv_reconnectlimit=limit)
    host.knock(FAR)
    if wait:
        host.run(wait - 10)
        assert host.knock(FAR) == []
        host.run(10)
    assert host.knock(FAR) == ACCEPTED


def test_4_a_challenge_is_needed() -> None:
    host = Host()
    bad = refused("EXE_BAD_CHALLENGE")
    assert host.knock(FAR, challenge=0) == bad
    assert host.knock(FAR, challenge=12345) == bad
    issued = host.challenge(FAR)
    assert host.knock((FAR[0], 1025), challenge=issued) == bad
    assert host.knock(far(21), challenge=issued) == bad
    assert host.knock(NEAR, challenge=0) == bad  # LAN peers prove their address as well
    assert host.knock(FAR, challenge=issued) == ACCEPTED


def test_4_a_challenge_lives_for_a_minute() -> None:
    host = Host()
    issued = host.challenge(FAR)
    host.run(59_900)
    assert host.knock(FAR, challenge=issued) == ACCEPTED
    other = host.challenge(far(21))
    host.run(60_100)
    assert host.knock(far(21), challenge=other) == refused("EXE_BAD_CHALLENGE")


@pytest.mark.parametrize(
    ("age", "cvars", "text"),
    [
        (40, {"sv_minPing": "50"}, "EXE_ERR_HIGH_PING_ONLY"),
        (80, {"sv_minPing": "50"}, ""),
        (120, {"sv_maxPing": "100"}, "EXE_ERR_LOW_PING_ONLY"),
        (80, {"sv_maxPing": "100"}, ""),
        (80, {"sv_minPing": "50", "sv_maxPing": "100"}, ""),
        (2000, {}, ""),
    ],
)
def test_6_and_7_ping_limits(age: int, cvars: dict[str, str], text: str) -> None:
    for address in (FAR, NEAR):
        host = Host(**cvars)
        issued = host.challenge(address)
        host.run(age)
        expected = refused(text) if text and address is FAR else ACCEPTED
        assert host.knock(address, challenge=issued) == expected


def test_5_the_ping_is_measured_the_first_time() -> None:
    """A client whose connectResponse got lost repeats the challenge when it is seconds old."""
    host = Host(sv_maxPing="100")
    issued = host.challenge(FAR)
    host.run(50)
    assert host.knock(FAR, challenge=issued) == ACCEPTED
    host.run(3000)
    assert host.knock(FAR, challenge=issued) == ACCEPTED


def test_9_a_reused_slot_is_freed_first() -> None:
    host = active(2)
    first, second = host.clients
    host.run(3000)
    game = host.server.level.game if host.server.level else None
    assert game is not None
    assert game.players[0].in_world
    stranger = (first.address[0], 9)  # as after a NAT's change of port
    assert host.knock(stranger, qport=first.connection.config.qport) == ACCEPTED
    slots = host.server.clients()
    assert [slot.client_num for slot in slots] == [0, 1]
    assert slots[0].state == SlotState.CONNECTED
    assert slots[0].address == stranger
    assert not game.players[0].in_world
    assert game.players[0].name == "Knocker"
    host.run(500)
    assert second.state == ConnState.ACTIVE


def test_9_one_port_and_another_clients_qport() -> None:
    """The slot is found by the port; the other owner of the qport cannot stay reachable."""
    host = Host()
    for port, qport in ((1, 5), (2, 6)):
        assert host.knock((FAR[0], port), qport=qport) == ACCEPTED
    host.run(3000)
    assert host.knock((FAR[0], 1), qport=6) == ACCEPTED
    (client,) = host.server.clients()
    assert (client.address, client.netchan.qport) == ((FAR[0], 1), 6)
    host.commands.execute("clientkick 0")
    host.run(3000)
    assert host.server.clients() == []
    assert host.server.routes == {}


def test_10_a_full_server() -> None:
    host = Host(sv_maxclients="2")
    assert host.knock(far(1)) == ACCEPTED
    assert host.knock(far(2)) == ACCEPTED
    assert host.knock(far(3)) == refused("EXE_SERVERISFULL")
    host.commands.execute("clientkick 0")
    assert host.knock(far(4)) == refused("EXE_SERVERISFULL")  # still a zombie
    host.run(2100)
    assert host.knock(far(5)) == ACCEPTED
    assert [client.client_num for client in host.server.clients()] == [0, 1]


def test_10_private_slots() -> None:
    host = Host(sv_maxclients="3", sv_privateClients="2", sv_privatePassword="secret")
    assert host.knock(far(1), r"\name\a\password\wrong") == ACCEPTED
    assert host.knock(far(2)) == refused("EXE_SERVERISFULL")
    assert host.knock(far(3), r"\name\b\password\SECRET") == refused("EXE_SERVERISFULL")
    assert host.knock(far(4), r"\name\c\password\secret") == ACCEPTED
    assert host.knock(far(5), r"\name\d\password\secret") == ACCEPTED
    assert [client.client_num for client in host.server.clients()] == [0, 1, 2]
    assert [c.address for c in host.server.clients()] == [far(4), far(5), far(1)]


def test_10_both_passwords_empty_are_equal() -> None:
    host = Host(sv_maxclients="2", sv_privateClients="1")
    assert host.knock(far(1)) == ACCEPTED
    assert host.knock(far(2)) == ACCEPTED
    assert [client.client_num for client in host.server.clients()] == [0, 1]


def test_10_more_private_slots_than_slots() -> None:
    host = Host(sv_maxclients="2", sv_privateClients="64", sv_privatePassword="secret")
    assert host.knock(far(1)) == refused("EXE_SERVERISFULL")
    assert host.knock(far(2), r"\name\c\password\secret") == ACCEPTED


@pytest.mark.parametrize(
    ("password", "given", "enters"),
    [
        ("", "", True),
        ("", "whatever", True),
        ("none", "", True),
        ("NoNe", "x", True),
        ("secret", "secret", True),
        ("secret", "Secret", False),
        ("secret", "", False),
        ("secret", "none", False),
        ("50%off", "50%off", True),
        ("caf\xe9", "caf\xe9", True),
    ],
)
def test_11_the_games_password(password: str, given: str, enters: bool) -> None:
    host = Host(g_password=password)
    answer = host.knock(FAR, rf"\name\a\password\{given}")
    assert answer == (ACCEPTED if enters else refused("GAME_INVALIDPASSWORD"))
    assert len(host.server.clients()) == enters
    assert len(host.server.routes) == enters


def test_11_a_wrong_password_throws_nobody_out() -> None:
    """Whoever has his address and qport could: it stands in each of his packets."""
    host = Host()
    host.knock(FAR)
    host.run(3000)
    [client] = host.server.clients()
    host.cvars.set("g_password", "secret")
    assert host.knock(FAR) == refused("GAME_INVALIDPASSWORD")
    assert host.server.clients() == [client]
    assert [*host.server.routes.values()] == [client]


def test_12_the_slot_begins_with_now() -> None:
    host = Host()
    host.run(500)
    assert host.knock(FAR, r"\name\a\rate\8000\snaps\10") == ACCEPTED
    (client,) = host.server.clients()
    assert client.state == SlotState.CONNECTED
    assert client.connected_ms == client.last_packet_ms == client.pacer.next_ms == host.now
    assert client.gamestate_message == -1
    assert (client.pacer.rate, client.pacer.snapshot_ms) == (8000, 100)
    assert not client.pacer.lan


@pytest.mark.parametrize(("force", "lan"), [("1", True), ("0", False)])
def test_lan_peers_get_every_frame_if_the_host_wants(force: str, lan: bool) -> None:
    host = Host(sv_lanForceRate=force)
    host.knock(NEAR)
    assert host.server.clients()[0].pacer.lan == lan


# -- ours ----------------------------------------------------------------------------------------


def test_clients_per_address() -> None:
    host = Host(sv_maxClientsPerIP="2")
    addresses = [(FAR[0], port) for port in range(2000, 2004)]
    too_many = refused("\x15Too many clients from your address")
    for number, expected in enumerate((ACCEPTED, ACCEPTED, too_many, too_many)):
        assert host.knock(addresses[number], qport=number) == expected
    assert host.knock(far(99)) == ACCEPTED
    host.run(3000)
    assert host.knock(addresses[0], qport=0) == ACCEPTED  # one that is there already


def test_clients_of_one_address_without_a_limit() -> None:
    host = Host(sv_maxclients="64", sv_maxClientsPerIP="0")
    for number in range(12):
        assert host.knock((FAR[0], 2000 + number), qport=number) == ACCEPTED
    assert len(host.server.clients()) == 12


@pytest.mark.parametrize(("address", "limit"), [(FAR, 8), (NEAR, 12), (("127.0.0.1", 1), 12)])
def test_unset_a_lan_may_fill_the_server_and_nobody_else(
    address: tuple[str, int], limit: int
) -> None:
    host = Host()
    for number in range(12):
        answer = host.knock((address[0], 2000 + number), qport=number)
        assert (answer == ACCEPTED) == (number < limit)
    assert len(host.server.clients()) == limit
    assert host.knock(far(99)) == ACCEPTED


@pytest.mark.parametrize(
    ("slots", "private", "limit"), [(20, 0, 8), (9, 0, 8), (8, 0, 7), (12, 4, 7), (2, 0, 1)]
)
def test_unset_no_address_takes_the_last_slot(slots: int, private: int, limit: int) -> None:
    secret = {"sv_privateClients": str(private), "sv_privatePassword": "secret"}
    host = Host(sv_maxclients=str(slots), **secret)
    for number in range(12):
        answer = host.knock((FAR[0], 2000 + number), qport=number)
        assert (answer == ACCEPTED) == (number < limit)
    assert host.knock(far(99)) == ACCEPTED


@pytest.mark.parametrize(("slots", "private"), [(1, 0), (2, 1), (2, 2), (2, 64)])
def test_unset_everybody_may_have_one_slot(slots: int, private: int) -> None:
    secret = {"sv_privateClients": str(private), "sv_privatePassword": "secret"}
    host = Host(sv_maxclients=str(slots), **secret)
    assert host.knock(FAR, r"\name\a\password\secret") == ACCEPTED


def test_a_limit_that_is_set_is_for_the_lan_too() -> None:
    host = Host(sv_maxClientsPerIP="1")
    assert host.knock(NEAR) == ACCEPTED
    assert host.knock((NEAR[0], 5), qport=5) == refused("\x15Too many clients from your address")


def test_a_dropped_client_counts_while_its_slot_is_kept() -> None:
    host = Host(sv_maxClientsPerIP="1")
    host.knock(FAR)
    host.commands.execute("clientkick 0")
    assert host.knock((FAR[0], 5), qport=5) == refused("\x15Too many clients from your address")
    host.run(2100)
    assert host.knock((FAR[0], 5), qport=5) == ACCEPTED


@pytest.mark.parametrize(
    ("size", "fits"), [(1000, True), (1001, False), (1023, False), (1500, False)]
)
def test_userinfo_that_may_have_been_cut(size: int, fits: bool) -> None:
    host = Host()
    full = f"\\protocol\\22\\qport\\7\\challenge\\{host.challenge(FAR)}\\name\\a\\long\\"
    full += "x" * (size - len(full))
    answer = host.ask(_raw_connect(full), FAR)
    assert answer == (ACCEPTED if fits else refused("\x15Invalid userinfo"))


@pytest.mark.parametrize(
    ("userinfo", "kept"),
    [
        ("\\name\\New", True),
        ("\\name\\New\\long\\" + "x" * (1000 - 15), True),
        ("\\name\\New\\long\\" + "x" * (1001 - 15), False),
        ("\\name\\New;quit", False),
        ("\\name\\New\x01", False),
    ],
)
def test_changed_userinfo_keeps_the_same_rules(userinfo: str, kept: bool) -> None:
    host = active()
    (client,) = host.server.clients()
    before = client.userinfo
    host.clients[0].connection.send_command(f'userinfo "{userinfo}"')
    host.run(300)
    assert client.userinfo == (userinfo if kept else before)
    assert host.server.level is not None
    name = host.server.level.game.players[0].name
    assert name == ("New" if kept else "UnnamedPlayer")


@pytest.mark.parametrize(
    "userinfo", ["\\name\\a;quit", "\\name\\a\x01b", "\\na\tme\\a", "\\name\\a\rb"]
)
def test_userinfo_that_could_do_harm(userinfo: str) -> None:
    host = Host()
    challenge = host.challenge(FAR)
    full = f"\\protocol\\22\\qport\\7\\challenge\\{challenge}{userinfo}"
    answer = host.ask(_raw_connect(full), FAR)
    assert answer == refused("\x15Invalid userinfo")


@pytest.mark.parametrize(
    "userinfo",
    [
        "",
        "\\",
        "\\name",
        "\\name\\",
        "name\\without backslash",
        "\\name\\" + "x" * 900,
        "\\name\\\xff\x92%n%s\xe9",
        "\\rate\\-1\\snaps\\99999999999999999999\\name\\a",
        "\\name\\a\\name\\b\\\\\\",
    ],
)
def test_odd_userinfo_is_taken(userinfo: str) -> None:
    host = active()
    challenge = host.challenge(FAR)
    full = f"\\protocol\\22\\qport\\7\\challenge\\{challenge}{userinfo}"
    assert host.ask(_raw_connect(full), FAR) == ACCEPTED
    host.commands.execute("status; dumpuser 1; kick nobody")
    assert host.ask(b"\xff\xff\xff\xffgetstatus")
    host.run(300)
    assert host.clients[0].state == ConnState.ACTIVE


def test_everything_fits_when_all_slots_are_taken() -> None:
    host = Host(sv_maxclients="64")
    for number in range(MAX_SLOTS):
        address = (f"198.51.{number}.7", 1)
        host.now += 100  # within what strangers may ask for in total
        assert host.knock(address, "\\name\\" + "^1" * 15 + "x") == ACCEPTED
    host.now += 100
    assert host.knock(("198.51.99.7", 1)) == refused("EXE_SERVERISFULL")
    assert len(host.server.clients()) == 64
    host.run(200)
    (status,) = host.ask(b"\xff\xff\xff\xffgetstatus")
    assert len(status.players) == 64  # type: ignore[attr-defined]


def _raw_connect(userinfo: str) -> bytes:
    return b"\xff\xff\xff\xffconnect " + adaptive.compress(f'"{userinfo}"'.encode("latin-1"))


def test_who_is_replaced_is_told_to_the_others(caplog: pytest.LogCaptureFixture) -> None:
    host = active(2, scr_match="0")
    gone, other = host.clients
    gone.muted = True
    host.run(4000)
    with caplog.at_level(logging.INFO):
        again = (gone.address[0], 9)
        assert host.knock(again, qport=gone.connection.config.qport) == ACCEPTED
    host.run(200)
    assert f"client 0 replaced by a new connection from {again[0]}:9" in caplog.text
    heard = [event.text for event in other.seen(ServerCommandReceived)]  # type: ignore[attr-defined]
    assert heard == ['e "\x15UnnamedPlayer^7 left"']
    assert len(host.server.clients()) == 2


def test_a_connect_repeated_before_the_world_tells_nobody() -> None:
    host = active(scr_match="0")
    host.knock(FAR)
    host.run(4000)
    assert host.knock(FAR) == ACCEPTED
    host.run(200)
    assert not host.clients[0].seen(ServerCommandReceived)
