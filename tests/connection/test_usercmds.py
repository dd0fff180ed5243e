"""The client's usercmd ring, what each packet repeats, and the ping."""

from __future__ import annotations

import pytest

from tests.peers import usercmds
from uoproto.connection.usercmds import UserCmdLog


def times(log: UserCmdLog, sequence: int, packet_dup: int) -> list[int]:
    return [command.command_time for command in log.to_send(sequence, packet_dup)]


def add(log: UserCmdLog, *moments: int) -> None:
    for command in usercmds(*moments):
        log.add(command)


@pytest.mark.parametrize(
    ("packet_dup", "sent"), [(0, [50, 60]), (1, [30, 40, 50, 60]), (2, [10, 20, 30, 40, 50, 60])]
)
def test_a_packet_repeats_what_the_packets_before_it_held(packet_dup: int, sent: list[int]) -> None:
    log = UserCmdLog()
    for sequence in (7, 8, 9):
        moment = (sequence - 7) * 20 + 10
        add(log, moment, moment + 10)
        last = times(log, sequence, packet_dup)
        log.sent(sequence, moment)
    assert last == sent


def test_the_first_packet_holds_all() -> None:
    log = UserCmdLog()
    add(log, 5, 6, 7)
    assert times(log, 40, 1) == [5, 6, 7]


def test_at_most_32_and_never_more_than_there_are() -> None:
    log = UserCmdLog()
    assert log.to_send(1, 1) == ()
    add(log, *range(1, 200))
    assert times(log, 1, 1) == list(range(168, 200))


def test_a_restart_zeroes_the_ring_but_goes_on_counting() -> None:
    log = UserCmdLog()
    add(log, 1, 2)
    log.sent(1, 0)
    log.clear_commands()
    add(log, 3)
    assert times(log, 2, 1) == [0, 0, 3]
    assert log.number == 3


def test_ping_is_that_of_the_newest_packet_the_server_has_run() -> None:
    log = UserCmdLog()
    assert log.ping(1000, 50) == 999
    for sequence, moment in ((1, 100), (2, 130), (3, 160)):
        add(log, 1000 + moment)
        log.sent(sequence, moment)
    assert log.ping(1099, 200) == 999  # none of ours yet
    assert log.ping(1130, 200) == 70
    assert log.ping(1159, 200) == 70
    assert log.ping(5000, 200) == 40
    assert log.ping(5000, 2000) == 999


def test_packets_without_a_usercmd_show_no_ping() -> None:
    log = UserCmdLog()
    log.sent(1, 100)
    assert log.ping(0, 110) == 999
