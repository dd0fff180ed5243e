"""How the limit of all downloads is shared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uoproto.connection import ServerConfig, ServerConnection
from uoproto.message import MessageWriter
from uoserver.server.downloadpace import BURST_MS, DownloadPace

BLOCK = 2048
FRAME_MS = 50
CONFIG = ServerConfig()


def client(
    number: int, rate: int = 90_000, snaps: int = 20, *, sending: bool = True
) -> ServerConnection:
    userinfo = rf"\rate\{rate}\snaps\{snaps}"
    made = ServerConnection(
        CONFIG,
        ("192.0.2.1", 1000 + number),
        client_num=number,
        qport=number,
        challenge=1,
        userinfo=userinfo,
        now=0,
    )
    if sending:
        made.download.start(bytes(BLOCK * 100))
    return made


def allowances(clients: list[ServerConnection]) -> list[int | None]:
    return [client.download.allowance for client in clients]


def spend(clients: list[ServerConnection]) -> list[int]:
    """Use up what was dealt; return how much it was, by client."""
    dealt = [client.download.allowance or 0 for client in clients]
    for client in clients:
        client.download.allowance = 0
    return dealt


def run(pace: DownloadPace, rate: int, clients: list[ServerConnection], frames: int) -> list[int]:
    """Return what each client is dealt by so many frames."""
    totals = [0] * len(clients)
    for number in range(1, frames + 1):
        pace.share(number * FRAME_MS, rate, clients)
        totals = [had + more for had, more in zip(totals, spend(clients), strict=True)]
    return totals


def test_without_a_limit_nothing_is_dealt() -> None:
    clients = [client(0), client(1)]
    pace = DownloadPace()
    pace.share(50, 10 * BLOCK, clients)
    pace.share(100, 0, clients)
    assert allowances(clients) == [None, None]


def test_with_a_limit_nobody_sends_what_was_not_dealt() -> None:
    clients = [client(0), client(1, sending=False), client(2)]
    pace = DownloadPace()
    pace.share(0, 10 * BLOCK, clients)
    assert allowances(clients) == [0, 0, 0]
    writer = MessageWriter(10_000)
    clients[0].download.write(writer, 90_000, 50, 0)
    assert len(writer) == 0
    pace.share(200, 10 * BLOCK, clients)
    assert allowances(clients) == [1, 0, 1]
    clients[0].download.write(writer, 90_000, 50, 0)
    assert BLOCK < len(writer) < 2 * BLOCK
    assert clients[0].download.allowance == 0


def test_all_get_the_same() -> None:
    clients = [client(number) for number in (3, 9, 10)]
    totals = run(DownloadPace(), 20 * BLOCK, clients, 20 * 30)
    assert max(totals) - min(totals) <= 1
    assert 20 * 30 - 5 <= sum(totals) <= 20 * 30 + 1


def test_others_have_what_one_cannot_take() -> None:
    slow, fast = client(0, rate=1000), client(1, rate=90_000)  # one and three a message
    totals = run(DownloadPace(), 80 * BLOCK, [slow, fast], 200)
    assert totals == [200, 600]


def test_who_has_enough_for_a_message_gets_no_more() -> None:
    clients = [client(0)]
    pace = DownloadPace()
    for now in range(0, 10_000, 50):
        pace.share(now, 1000 * BLOCK, clients)
    assert allowances(clients) == [90_000 * 50 // 1000 // BLOCK + 1]


def test_what_is_not_used_is_lost() -> None:
    pace = DownloadPace()
    pace.share(0, 40 * BLOCK, [])
    pace.share(60_000, 40 * BLOCK, [])
    clients = [client(number) for number in range(20)]
    pace.share(60_000, 40 * BLOCK, clients)
    assert sum(spend(clients)) == 40 * BURST_MS // 1000


def test_the_smallest_limit_still_moves() -> None:
    clients = [client(0), client(1)]
    totals = run(DownloadPace(), 1, clients, 20 * 2 * BLOCK + 40)
    assert totals == [1, 1]


@given(
    rate=st.integers(1, 1_000_000),
    steps=st.lists(st.integers(0, 400), min_size=1, max_size=50),
    rates=st.lists(st.integers(1000, 90_000), min_size=1, max_size=8),
)
def test_the_limit_holds(rate: int, steps: list[int], rates: list[int]) -> None:
    clients = [client(number, each) for number, each in enumerate(rates)]
    pace, now, dealt = DownloadPace(), 0, 0
    pace.share(0, rate, clients)
    for step in steps:
        now += step
        pace.share(now, rate, clients)
        dealt += sum(spend(clients)) * BLOCK
    assert dealt <= rate * now / 1000 + 1
    assert dealt <= max(BLOCK, rate * BURST_MS / 1000) + rate * now / 1000


@pytest.mark.parametrize("backwards", [0, -1000])
def test_time_that_stands_still_gives_nothing(backwards: int) -> None:
    clients = [client(0)]
    pace = DownloadPace()
    pace.share(1000, 1_000_000, clients)
    spend(clients)
    saved = clients[0]
    for _ in range(200):
        pace.share(1000 + backwards, 1_000_000, clients)
        spend(clients)
    pace.share(1000 + backwards, 1_000_000, clients)
    assert saved.download.allowance == 0
