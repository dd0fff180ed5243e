"""Rate and snaps, with the numbers of server: Sending pace."""

from __future__ import annotations

import pytest

from uoproto.connection.pacing import Pacer, userinfo_rate, userinfo_snapshot_ms


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("", 5000),
        (r"\name\x", 5000),
        (r"\rate\25000", 25000),
        (r"\rate\999", 1000),
        (r"\rate\1000", 1000),
        (r"\rate\90000", 90000),
        (r"\rate\90001", 90000),
        (r"\rate\-5", 1000),
        (r"\rate\fast", 1000),
        (r"\rate\99999999999999999999", 90000),
        (r"\RATE\7000", 7000),
    ],
)
def test_rate(text: str, rate: int) -> None:
    assert userinfo_rate(text) == rate


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("", 50),
        (r"\snaps\20", 50),
        (r"\snaps\30", 33),
        (r"\snaps\31", 33),
        (r"\snaps\1", 1000),
        (r"\snaps\0", 1000),
        (r"\snaps\7", 142),
    ],
)
def test_snaps(text: str, milliseconds: int) -> None:
    assert userinfo_snapshot_ms(text) == milliseconds


def pacer(userinfo: str, max_rate: int = 0, *, lan: bool = False) -> Pacer:
    made = Pacer(max_rate=max_rate)
    made.configure(userinfo, lan=lan)
    return made


@pytest.mark.parametrize(
    ("max_rate", "rate"), [(0, 20000), (5000, 5000), (30000, 20000), (999, 1000), (-1, 1000)]
)
def test_the_servers_limit(max_rate: int, rate: int) -> None:
    made = pacer(r"\rate\20000", max_rate)
    assert made.rate == rate
    made.max_rate = 0  # sv_maxRate may change while the client plays
    assert made.rate == 20000


@pytest.mark.parametrize(
    ("rate", "snaps", "size", "wait", "delayed"),
    [
        (25000, 20, 500, 50, False),  # 548 bytes take 21 ms
        (5000, 20, 201, 50, False),  # 249 take 49
        (5000, 20, 202, 50, True),  # 250 take exactly a snapshot's time
        (5000, 20, 1000, 209, True),
        (5000, 20, 1500, 309, True),
        (5000, 20, 20000, 309, True),  # capped at 1,500 bytes
        (1000, 30, 0, 48, True),  # the overhead alone
        (90000, 1, 1500, 1000, False),
    ],
)
def test_wait_after_a_message(rate: int, snaps: int, size: int, wait: int, delayed: bool) -> None:
    made = pacer(rf"\rate\{rate}\snaps\{snaps}")
    made.message_sent(size, 10_000)
    assert (made.next_ms, made.rate_delayed) == (10_000 + wait, delayed)
    assert not made.due(10_000 + wait - 1)
    assert made.due(10_000 + wait)


@pytest.mark.parametrize(("size", "wait"), [(10, 1000), (1500, 1548)])
def test_a_client_not_in_play_gets_one_a_second_at_most(size: int, wait: int) -> None:
    made = pacer(r"\rate\1000\snaps\20")
    made.message_sent(size, 500, waiting=True)
    assert made.next_ms == 500 + wait


def test_lan_gets_every_frame() -> None:
    made = pacer(r"\rate\1000\snaps\1", lan=True)
    made.message_sent(20000, 700)
    assert (made.next_ms, made.rate, made.rate_delayed) == (699, 99999, False)
    made.fragment_sent(3000, 700)
    assert made.next_ms == 699


@pytest.mark.parametrize(("unsent", "wait"), [(5000, 309), (1300, 269), (100, 29)])
def test_fragments_wait_for_what_is_left(unsent: int, wait: int) -> None:
    made = pacer(r"\rate\5000\snaps\20")
    made.fragment_sent(unsent, 1000)
    assert made.next_ms == 1000 + wait
