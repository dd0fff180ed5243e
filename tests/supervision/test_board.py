from __future__ import annotations

from tests.server.host import Host
from uoserver.supervision.board import Board


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def board_of(host: Host) -> tuple[Board, Clock]:
    clock = Clock()
    board = Board(host.server, clock)
    host.server.observers.append(board)
    return board, clock


def test_a_report_a_second() -> None:
    host = Host()
    board, clock = board_of(host)
    first = board.report
    host.server.frame(50)
    assert board.report is first
    clock.now += 1
    host.server.frame(100)
    second = board.report
    assert second is not first
    assert second.frames == 2
    clock.now += 0.9
    host.server.frame(150)
    assert board.report is second


def test_health_ends_when_no_frame_runs_and_comes_back() -> None:
    host = Host(http_stallTime="3")
    board, clock = board_of(host)
    clock.now += 2.9
    assert board.healthy()
    assert round(board.stalled(), 3) == 2.9
    clock.now += 0.2
    assert not board.healthy()
    host.server.frame(50)
    assert board.healthy()
    assert board.stalled() == 0
    assert round(board.uptime(), 3) == 3.1


def test_the_time_without_frames_is_ten_seconds_and_can_be_changed() -> None:
    host = Host()
    board, clock = board_of(host)
    clock.now += 9.9
    assert board.healthy()
    clock.now += 0.2
    assert not board.healthy()
    host.commands.execute("set http_stallTime 60")
    host.server.frame(50)
    clock.now += 59
    assert board.healthy()
