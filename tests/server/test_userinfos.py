"""How often clients may change their names and what else they say of themselves."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.host import Host, Joined, active
from uoproto.connection import SlotState
from uoserver.server.userinfos import CHANGE_MS, CHANGES_AT_ONCE


def name(host: Host, number: int = 0) -> str:
    assert host.server.level is not None
    return host.server.level.game.players[number].name


def rename(host: Host, client: Joined, text: str) -> None:
    client.connection.set_userinfo(name=text)
    host.run(200)


def test_some_changes_count_at_once_and_then_one_each_few_seconds() -> None:
    host = active()
    (client,) = host.clients
    for number in range(CHANGES_AT_ONCE):
        rename(host, client, f"Name{number}")
        assert name(host) == f"Name{number}"
    rename(host, client, "Fifth")
    rename(host, client, "Sixth")
    assert name(host) == f"Name{CHANGES_AT_ONCE - 1}"
    host.run(CHANGE_MS)
    assert name(host) == "Sixth"  # the last one is not lost
    assert "Sixth" in host.server.clients()[0].userinfo
    rename(host, client, "Seventh")
    assert name(host) == "Sixth"
    host.run(CHANGE_MS)
    assert name(host) == "Seventh"


def test_who_changes_with_every_packet_changes_seldom() -> None:
    host = active()
    (client,) = host.clients
    seen = set()
    for number in range(200):
        client.connection.set_userinfo(name=f"N{number}")
        host.run(100)
        seen.add(name(host))
    assert len(seen) - 1 <= CHANGES_AT_ONCE + 20_000 // CHANGE_MS
    host.run(2 * CHANGE_MS)
    assert name(host) == "N199"


def test_other_clients_have_changes_of_their_own() -> None:
    host = active(2)
    for number in range(20):
        rename(host, host.clients[0], f"N{number}")
    rename(host, host.clients[1], "Other")
    assert name(host, 1) == "Other"


def test_without_flood_protection_every_change_counts() -> None:
    host = active(sv_floodProtect="0")
    for number in range(20):
        rename(host, host.clients[0], f"N{number}")
        assert name(host) == f"N{number}"


def test_who_goes_back_to_what_he_is_called_waits_for_nothing() -> None:
    host = active()
    (client,) = host.clients
    for number in range(CHANGES_AT_ONCE + 1):
        rename(host, client, f"N{number}")
    rename(host, client, f"N{CHANGES_AT_ONCE - 1}")
    host.run(2 * CHANGE_MS)
    assert name(host) == f"N{CHANGES_AT_ONCE - 1}"


def test_what_is_said_twice_is_no_change() -> None:
    host = active()
    connection = host.server.clients()[0]
    for _ in range(100):
        host.server._userinfos.change(connection, connection.userinfo)
    rename(host, host.clients[0], "New")
    assert name(host) == "New"


def test_who_comes_next_has_neither_the_name_nor_the_limit_of_who_left() -> None:
    host = active()
    for number in range(CHANGES_AT_ONCE + 3):
        rename(host, host.clients[0], f"N{number}")
    host.commands.execute("clientkick 0")
    host.run(4000)
    host.clients.clear()
    client = host.join()
    host.run(3000, lambda: len(host.server.clients(SlotState.ACTIVE)) == 1)
    host.run(100)
    for number in range(CHANGES_AT_ONCE):
        rename(host, client, f"New{number}")
        assert name(host) == f"New{number}"
    host.run(2 * CHANGE_MS)
    assert name(host) == f"New{CHANGES_AT_ONCE - 1}"


def test_a_waiting_change_outlasts_the_map() -> None:
    host = active()
    for number in range(CHANGES_AT_ONCE + 1):
        rename(host, host.clients[0], f"N{number}")
    host.commands.execute("map mp_foy")
    host.run(2 * CHANGE_MS)
    assert name(host) == f"N{CHANGES_AT_ONCE}"


def test_a_damaged_userinfo_neither_counts_nor_waits() -> None:
    host = active()
    connection = host.server.clients()[0]
    before = connection.userinfo
    for text in ('\\name\\a"b', "\\name\\a;quit", "x" * 1001, "\\name\\\x01") * 5:
        host.server._userinfos.change(connection, text)
    assert connection.userinfo == before
    assert not host.server._userinfos._waiting
    rename(host, host.clients[0], "New")
    assert name(host) == "New"


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 5)), max_size=40))
def test_the_last_change_counts_in_the_end(changes: list[tuple[int, int]]) -> None:
    host = Host("")
    host.commands.execute("map mp_foy")
    host.knock(("203.0.113.1", 1))
    (connection,) = host.server.clients()
    last, taken, before = name(host), 0, connection.userinfo
    for wait, number in changes:
        host.server.now += wait
        host.server._userinfos.frame(host.server.now)
        last = f"N{number}"
        host.server._userinfos.change(connection, f"\\name\\{last}")
        taken += connection.userinfo != before
        before = connection.userinfo
    spent = sum(wait for wait, _ in changes)
    assert taken <= CHANGES_AT_ONCE + spent // CHANGE_MS + 1
    host.server.now += CHANGE_MS
    host.server._userinfos.frame(host.server.now)
    assert name(host) == last
    assert not host.server._userinfos._waiting
