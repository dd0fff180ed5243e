"""Commands that ban and unban."""

from __future__ import annotations

import pytest

from tests.server.admin.console import printed
from tests.server.host import Host, active
from uoproto.connection import SlotState
from uoproto.connection.events import Disconnected
from uoproto.oob import ConnectResponse, Error
from uoserver.server.banlist import MAX_BANS

KICKED = [Disconnected("EXE_PLAYERKICKED")]
FOREVER = [Error("\x15You are permanently banned from this server")]
FOR_NOW = [Error("\x15You are temporarily banned from this server")]


def crowd(count: int = 3) -> Host:
    """Return a host with players at 192.0.2.1, .2 and so on; the second is called Bad Boy."""
    host = active(count)
    host.server.bans.clock = lambda: 1_900_000_000.0
    host.clients[1].connection.set_userinfo(name="^1Bad ^7Boy")
    host.run(300)
    return host


def there(host: Host) -> list[int]:
    return [client.client_num for client in host.server.clients(SlotState.CONNECTED)]


# -- players -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["banUser bad boy", "banuser ^1BAD ^7BOY", "banClient 1", "banclient 1", "BANCLIENT 1 aims"],
)
def test_a_banned_player_is_gone_and_stays_so(line: str) -> None:
    host = crowd()
    assert printed(host, line) == ["192.0.2.2 is banned for good"]
    host.run(300)
    assert host.clients[1].seen(Disconnected) == KICKED
    assert there(host) == [0, 2]
    host.run(3000)
    assert host.knock(("192.0.2.2", 9)) == FOREVER
    assert host.knock(("192.0.2.9", 9)) == [ConnectResponse()]


@pytest.mark.parametrize("line", ["tempBanUser bad boy", "tempbanclient 1 calm down"])
def test_a_ban_for_a_while(line: str) -> None:
    host = crowd()
    assert printed(host, line) == ["192.0.2.2 is banned until 2030-03-17T17:51:40Z"]
    host.run(3000)
    assert there(host) == [0, 2]
    host.server.bans.clock = lambda: 1_900_000_299.0
    assert host.knock(("192.0.2.2", 9)) == FOR_NOW
    host.server.bans.clock = lambda: 1_900_000_300.0
    host.now += 1000
    assert host.knock(("192.0.2.2", 9)) == [ConnectResponse()]


def test_the_time_is_a_cvar_and_none_is_a_kick() -> None:
    host = crowd()
    host.cvars.set("sv_kickBanTime", "60")
    assert printed(host, "tempBanClient 1") == ["192.0.2.2 is banned until 2030-03-17T17:47:40Z"]
    host.cvars.set("sv_kickBanTime", "0")
    assert printed(host, "tempBanClient 2") == ["sv_kickBanTime is 0: kicked, not banned"]
    host.run(3000)
    assert there(host) == [0]
    assert host.knock(("192.0.2.3", 9)) == [ConnectResponse()]


def test_who_shares_the_address_goes_too() -> None:
    host = active()
    host.join(("192.0.2.1", 30_050))
    host.run(3000)
    host.commands.execute("banClient 1")
    assert there(host) == []


def test_a_name_of_several_is_not_banned_by_it() -> None:
    host = crowd()
    said = printed(host, "banUser unnamedplayer")
    assert said == ["slots 0, 2 have that name: ban one of them by its number"]
    assert there(host) == [0, 1, 2]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("banUser", "usage: banUser NAME"),
        ("tempbanuser", "usage: tempbanuser NAME"),
        ("banUser nobody at all", "no player named 'nobody at all'"),
        ("banClient", "usage: banClient NUM [REASON]"),
        ("banClient 7", "no client '7'"),
        ("tempBanClient x", "no client 'x'"),
        ("unbanUser", "usage: unbanUser NAME|ADDRESS"),
        ("unbanUser nobody", "nobody named 'nobody' is banned"),
        ("unbanUser 192.0.2.9", "192.0.2.9 is not banned"),
        ("banAddress", "usage: banAddress ADDRESS[/BITS] [SECONDS] [REASON]"),
        ("banAddress 192.0.2", "'192.0.2' is no IPv4 address or range (as 192.0.2.0/24)"),
        ("banAddress 0.0.0.0/0", "0.0.0.0/0 is too wide: /8 at most"),
        ("unbanAddress", "usage: unbanAddress ADDRESS[/BITS]"),
        ("unbanAddress x", "'x' is no IPv4 address or range (as 192.0.2.0/24)"),
        ("unbanAddress 192.0.2.9", "192.0.2.9 is not banned"),
    ],
)
def test_what_cannot_be_done_is_said(line: str, said: str) -> None:
    host = crowd(2)
    assert printed(host, line) == [said]
    assert there(host) == [0, 1]
    assert len(host.server.bans.addresses) == 0


def test_a_full_list_kicks_all_the_same() -> None:
    host = crowd()
    for number in range(MAX_BANS):
        host.server.bans.add_guid(number + 1, "x")
        host.commands.execute(f"banAddress 10.0.{number >> 8}.{number & 255}")
    (said,) = printed(host, "banClient 1")
    assert said == "kicked, not banned: 1024 bans are kept at most: unban somebody first"
    assert there(host) == [0, 2]


def test_a_guid_that_is_known_goes_into_the_stock_list() -> None:
    host = crowd()
    assert host.server.level is not None
    for number in (1, 2):
        host.server.level.game.players[number].guid = 700 + number
    host.commands.execute("tempBanClient 2")
    host.commands.execute("banClient 1")
    assert [(ban.guid, ban.name) for ban in host.server.bans.guids] == [(701, "^1Bad ^7Boy")]


# -- addresses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("banAddress 192.0.2.0/24", "192.0.2.0/24 is banned for good"),
        ("banaddress 192.0.2.* 0 all of them", "192.0.2.0/24 is banned for good"),
        ("banAddress 192.0.2.2 60", "192.0.2.2 is banned until 2030-03-17T17:47:40Z"),
        ("banAddress 192.0.2.2 99999999999999 x", "192.0.2.2 is banned until 2040-03-2"),
        ("banAddress 192.0.2.2 60s", "192.0.2.2 is banned for good"),  # a reason
    ],
)
def test_ranges_are_banned_and_who_is_in_them_goes(line: str, said: str) -> None:
    host = crowd()
    (answer,) = printed(host, line)
    assert answer.startswith(said)
    assert there(host) == ([0, 2] if "192.0.2.2 " in said else [])


def test_lifting() -> None:
    host = crowd()
    host.commands.execute("banClient 1; banAddress 198.51.100.0/24; set g_banIPs 203.0.113.*")
    said = "198.51.100.7 is banned as part of 198.51.100.0/24"
    assert printed(host, "unbanAddress 198.51.100.7") == [said]
    assert printed(host, "unbanUser 203.0.113.7") == ["203.0.113.7 is banned by g_banIPs"]
    assert printed(host, "unbanAddress 198.51.100.0/24") == ["198.51.100.0/24 is no longer banned"]
    assert printed(host, "unbanuser BAD BOY") == ["1 ban lifted"]
    assert len(host.server.bans.addresses) == 0
    host.run(3000)
    assert host.knock(("192.0.2.2", 9)) == [ConnectResponse()]


def test_lifting_all_of_a_name_and_a_single_address() -> None:
    host = crowd()
    host.commands.execute("banClient 0; banClient 2; banAddress 198.51.100.7")
    assert printed(host, "unbanUser unnamedplayer") == ["2 bans lifted"]
    assert printed(host, "unbanUser 198.51.100.7") == ["1 ban lifted"]
    assert printed(host, "banlist")[1:] == ["0 bans"]


# -- the list ------------------------------------------------------------------------------------


def test_the_list() -> None:
    host = crowd()
    host.server.bans.add_guid(123456, "Stock")
    host.commands.execute("banClient 1 aims too well; banAddress 198.51.100.0/24 60 spam")
    host.commands.execute("set g_banIPs 203.0.113.7")
    assert printed(host, "banlist") == [
        "address            until                name, reason",
        "192.0.2.2          never                ^1Bad ^7Boy, aims too well",
        "198.51.100.0/24    2030-03-17T17:47:40Z spam",
        "203.0.113.7        never                g_banIPs",
        "guid 123456        never                Stock",
        "4 bans",
    ]
    assert printed(host, "banlist SPAM")[1:] == [
        "198.51.100.0/24    2030-03-17T17:47:40Z spam",
        "1 ban",
    ]
    host.server.bans.clock = lambda: 1_900_000_060.0
    assert printed(host, "banlist spam")[1:] == ["0 bans"]
